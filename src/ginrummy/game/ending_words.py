"""Words for the endings of a hand, printed on sheets and typed by people, in three languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ginrummy.game.hand_entry import POINTS
from ginrummy.locale import LANGUAGES, pgettext, using_language
from ginrummy.rules import scoring
from ginrummy.rules.scoring import BIG_GIN, GIN, GIN_VOID, KNOCK, TIE, UNDERCUT, VOID, WALL_COMPARE

_MOST_WORDS: Final = 5
_WRITTEN: Final[dict[int, tuple[str, ...]]] = {
    POINTS: ("point", "points", "pts", "очко", "очка", "очков", "очки"),
    KNOCK: ("knock", "knocks", "knocked", "k", "frappe", "frappé", "cogne", "стук", "стучит", "нок"),
    UNDERCUT: (
        "undercut", "undercuts", "under cut", "uc", "contre", "contré", "подрезка", "подрезает", "андеркат",
    ),
    GIN: ("gin", "g", "джин"),
    BIG_GIN: (
        "biggin", "big gin", "big-gin", "big_gin", "bg", "grandgin", "grand gin", "grand-gin", "grand_gin",
        "большойджин", "большой джин", "большой-джин", "большой_джин", "биг джин",
    ),
    WALL_COMPARE: (
        "wall", "stock", "the wall", "end of stock", "end of the stock", "the stock is finished", "mur",
        "talon", "fin du talon", "fin de la pioche", "стена", "колода", "добор", "конец колоды",
        "конец добора", "колода кончилась", "добор кончился",
    ),
    VOID: (
        "void", "nobody", "draw", "null", "none", "-", "–", "—", "void hand", "nul", "nulle", "coup nul",
        "donne nulle", "personne", "ничья", "никто", "пересдача", "кон ничей", "кон не засчитан",
    ),
    TIE: ("tie", "égalité", "равенство"),
    GIN_VOID: ("gin void", "void gin", "gin nul"),
}  # fmt: skip


def kind_title(kind: int) -> str:
    """Return how a hand ended, in the current language."""
    return {
        POINTS: pgettext("how a hand ends", "points"),
        KNOCK: pgettext("how a hand ends", "knock"),
        UNDERCUT: pgettext("how a hand ends", "undercut"),
        GIN: pgettext("how a hand ends", "gin"),
        BIG_GIN: pgettext("how a hand ends", "big gin"),
        GIN_VOID: pgettext("how a hand ends", "gin made void"),
        scoring.TIE: pgettext("how a hand ends", "tie"),
        VOID: pgettext("how a hand ends", "void"),
        WALL_COMPARE: pgettext("how a hand ends", "end of the stock"),
    }[kind]


@cache
def endings() -> dict[str, int]:
    """Return the ending for each word or phrase; typed words take precedence over titles."""
    titles: dict[str, int] = {}
    for code in LANGUAGES:
        with using_language(code):
            titles |= {kind_title(kind).casefold(): kind for kind in _WRITTEN}
    return titles | {word: kind for kind, words in _WRITTEN.items() for word in words}


def ending_at_start(tokens: Sequence[str]) -> tuple[int, int] | None:
    """Return the ending at the start of `tokens` and the number of its tokens, or `None`."""
    for count in range(min(_MOST_WORDS, len(tokens)), 0, -1):
        kind = endings().get(" ".join(tokens[:count]).casefold())
        if kind is not None:
            return kind, count
    return None
