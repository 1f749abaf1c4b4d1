"""Numbers with decimals, in the habits of a language."""

from __future__ import annotations

from crescent.text.messages import Message
from crescent.text.wording import Wording


def decimal(wording: Wording, value: float, digits: int) -> str:
    """`value` with so many digits behind the decimal mark."""
    return f"{value:.{digits}f}".replace(".", wording.say(Message.DECIMAL_MARK))
