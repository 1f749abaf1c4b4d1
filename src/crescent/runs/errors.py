"""What can go wrong while deals are worked on elsewhere."""

from __future__ import annotations

from crescent.errors import CrescentError


class WorkerError(CrescentError):
    """A process that worked on deals ended by itself; what was finished is kept, and the run can be resumed."""

    def __init__(self, deals: tuple[object, ...], reason: str) -> None:
        """Keep the `deals` that it had in hand and the `reason` in words."""
        super().__init__(deals, reason)
        self.deals = deals
        self.reason = reason

    def __str__(self) -> str:
        """Name both."""
        return f"a process ended while it worked on the deals {', '.join(map(str, self.deals))}: {self.reason}"
