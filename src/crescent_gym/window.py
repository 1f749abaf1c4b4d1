"""The window of the render mode `human`: pictures on a screen, by Python's own tkinter."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from crescent_gym.errors import NoWindowError

if TYPE_CHECKING:
    import tkinter as tk


class Window:
    """A window that shows one picture after another, each for the time that pictures a second leave it.

    Whoever closes it on the screen goes on without one: nothing is shown any more, and nothing waits.

    Args:
        title: what stands above it.
        per_second: pictures a second at most, above 0.

    Raises:
        NoWindowError: there is no screen, or Python was installed without tkinter.
    """

    def __init__(self, title: str, per_second: float) -> None:
        """Open it, hidden until there is a picture."""
        try:
            import tkinter as tk
        except ImportError as error:
            raise NoWindowError("this Python has no tkinter") from error
        try:
            root = tk.Tk()
        except tk.TclError as error:
            raise NoWindowError(str(error)) from error
        root.withdraw()
        root.title(title)
        root.resizable(width=False, height=False)
        root.protocol("WM_DELETE_WINDOW", self.close)
        self._root: tk.Tk | None = root
        self._label = tk.Label(root, borderwidth=0)
        self._label.pack()
        self._picture: tk.PhotoImage | None = None  # Tk shows only what somebody else keeps
        self._pause = 1 / per_second
        self._due = 0.0

    @property
    def is_open(self) -> bool:
        """Whether pictures are shown."""
        return self._root is not None

    def show(self, pixels: NDArray[np.uint8]) -> None:
        """Show a picture, uint8 (height, width, 3), once the one before has been there for its time."""
        root = self._root
        while root is not None and self.is_open and time.monotonic() < self._due:
            root.update()  # which may close it
            time.sleep(0.005)
        if root is None or not self.is_open:
            return
        import tkinter as tk

        height, width, _ = pixels.shape
        data = b"P6 %d %d 255\n" % (width, height) + pixels.tobytes()
        self._picture = tk.PhotoImage(master=root, data=data, format="ppm")
        self._label.configure(image=self._picture)
        root.deiconify()
        root.update()
        self._due = time.monotonic() + self._pause

    def close(self) -> None:
        """Close it; a closed one may be closed again."""
        root, self._root, self._picture = self._root, None, None
        if root is not None:
            root.destroy()
