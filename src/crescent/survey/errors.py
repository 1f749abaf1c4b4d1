"""What can go wrong while deals are solved elsewhere."""

from __future__ import annotations

from crescent.errors import CrescentError


class WorkerError(CrescentError):
    """A process that solved deals ended by itself; what was finished is kept, and the survey can be resumed."""

    def __init__(self, deals: tuple[int, ...], reason: str) -> None:
        """Keep the `deals` that it had in hand and the `reason` in words."""
        super().__init__(deals, reason)
        self.deals = deals
        self.reason = reason

    def __str__(self) -> str:
        """Name both."""
        return f"a process ended while it solved the deals {', '.join(map(str, self.deals))}: {self.reason}"


class ClusterError(CrescentError):
    """Ray cannot be started or reached, or a task was lost there for good."""

    def __init__(self, address: str, reason: str) -> None:
        """Keep the `address` that was asked for and the `reason` in Ray's words."""
        super().__init__(address, reason)
        self.address = address
        self.reason = reason

    def __str__(self) -> str:
        """Name both."""
        return f"Ray ({self.address}): {self.reason}"
