"""Words and pictures for people: English, German, and the board in characters.

Nothing in the library needs these; the rules, games and records speak through types.  `languages` holds a `Wording`
per language; a plug-in adds its own through the entry-point group `crescent.languages`.

    >>> from crescent import Card, Reason
    >>> from crescent.text import languages
    >>> german = languages["de"]
    >>> german.card(Card.parse("QC")), german.refusals[Reason.NOT_SAME_SUIT]
    ('D♣', 'Muss dieselbe Farbe haben')
"""

from crescent.text.messages import Message, Noun
from crescent.text.registry import languages
from crescent.text.wording import Wording

__all__ = ["Message", "Noun", "Wording", "languages"]
