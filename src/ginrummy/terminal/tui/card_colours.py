"""Suit colours for the cards in sentences."""

from __future__ import annotations

import re
from typing import Final

from textual.content import Content
from textual.theme import Theme

from ginrummy.game.cards import SUIT_SIGNS

SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_CARD: Final = re.compile(rf"(?:10|[A-ZА-Я2-9])[{SUIT_SIGNS}]")
_NEIGHBOURS: Final = re.compile(rf"(?<=[{SUIT_SIGNS}]) (?=(?:10|[A-ZА-Я2-9])[{SUIT_SIGNS}])")

FELT: Final = Theme(
    name="felt",
    primary="#d9a441",
    secondary="#7fb295",
    accent="#f2c14e",
    foreground="#f3efe0",
    background="#0f3b2c",
    surface="#14493a",
    panel="#0b2e23",
    warning="#f2c14e",
    error="#ff8f87",
    success="#9be29b",
    dark=True,
    variables={
        "ivory": "#fbf7ea",
        "edge": "#b9b29a",
        "back": "#7b2d3b",
        "back-edge": "#e3c9a8",
        "spades": "#15171c",
        "hearts": "#c4161c",
        "diamonds": "#1a55c4",
        "clubs": "#0f7a2f",
        "felt-spades": "#ffffff",
        "felt-hearts": "#ff9a94",
        "felt-diamonds": "#9cc3ff",
        "felt-clubs": "#a4e8a0",
        "quiet": "#9dbbae",
    },
)


def inked(text: str) -> Content:
    """Return `text` with its cards in the colours of their suits, for the felt background."""
    return _coloured(text, "$felt-{suit}", pad="")


def chips(text: str) -> Content:
    """Return `text` with each card as a small ivory chip, without gaps between neighbours."""
    return _coloured(_NEIGHBOURS.sub("", text), "${suit} on $ivory", pad=" ")


def _coloured(text: str, style: str, *, pad: str) -> Content:
    pieces: list[Content | tuple[str, str]] = []
    end = 0
    for found in _CARD.finditer(text):
        pieces.append(Content(text[end : found.start()]))
        suit = SUITS[SUIT_SIGNS.index(found[0][-1])]
        pieces.append((f"{pad}{found[0]}{pad}", style.format(suit=suit)))
        end = found.end()
    return Content.assemble(*pieces, Content(text[end:]))
