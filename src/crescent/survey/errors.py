"""What can go wrong on a cluster."""

from __future__ import annotations

from crescent.errors import CrescentError


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
