"""What can go wrong with the file of games."""

from __future__ import annotations

from crescent.errors import FileError


class StoreError(FileError):
    """The file of games cannot be used; what was committed to it is as it was.

    The `problem` is a `StoreFault`, or the `FileFault` of a name or a file that nothing can be written to.
    """
