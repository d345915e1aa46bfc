"""Cards in a response, in any notation: code, word, suit sign, glyph or attribute."""

from __future__ import annotations

import re

from tests.web.cards_in_text import mentioned

NOISE = re.compile(
    r'name="(?:csrfmiddlewaretoken|offer|cut|seal)"\s+value="[^"]*"|/static/[^"]*|<code class="hash">[^<]*'
)
GLYPHS = {chr(0x1F0A0 + 16 * row + place + 1 + (place > 10)): 13 * suit + place
    for suit, row in enumerate((0, 1, 2, 3)) for place in range(13)}  # fmt: skip
"""Unicode's cards: spades, hearts, diamonds, clubs, each with a knight between jack and queen."""
NUMBERED = re.compile(r'data-(?:card|face)="([^"]*)"')


def without_noise(text: str) -> str:
    """Return `text` without random parts that may look like a card."""
    return NOISE.sub("", text)


def named(text: str) -> set[int]:
    """Return the cards in `text`: as code, word, suit sign, glyph or attribute."""
    found = mentioned(text) | {face for glyph, face in GLYPHS.items() if glyph in text}
    return found | {face for value in NUMBERED.findall(text) for face in mentioned(value)}
