"""The rules in chapters, each paragraph under the number of its clause in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ginrummy.locale import N_, _
from ginrummy.rules.forms import Form
from ginrummy.text.rulebook import cards_melds_deal, playing, scoring, winning
from ginrummy.text.rulebook.together import together
from ginrummy.variants import LIMIT_NONE, Variant

Clauses = Iterator[tuple[str, str]]


class Paragraph(NamedTuple):
    """One rule: the number of its clause in RULES.md and the rule in words."""

    clause: str
    text: str


class Chapter(NamedTuple):
    """A chapter: its number in RULES.md, its title and its paragraphs."""

    number: int
    title: str
    paragraphs: tuple[Paragraph, ...]


_CHAPTERS: Final[tuple[tuple[int, str, Callable[[Variant], Clauses]], ...]] = (
    (1, N_("Cards"), cards_melds_deal.cards),
    (2, N_("Melds"), cards_melds_deal.melds),
    (3, N_("The deal"), cards_melds_deal.deal),
    (4, N_("The turn"), playing.turn),
    (5, N_("Closing"), playing.closing),
    (6, N_("The showdown"), scoring.showdown),
    (7, N_("The score of a hand"), scoring.score),
    (8, N_("The end of the stock"), scoring.stock),
    (9, N_("The match"), winning.match),
    (10, N_("Hollywood"), winning.hollywood),
    (11, N_("Manche and partie"), winning.partie),
)


TOGETHER: Final = 14
"""Chapter of the forms of playing together."""


def rule_chapters(row: Variant) -> tuple[Chapter, ...]:
    """Return the rules of `row`, in the current language, without empty chapters."""
    chapters = (
        Chapter(number, _(title), tuple(Paragraph(*clause) for clause in compose(row)))
        for number, title, compose in _CHAPTERS
    )
    return tuple(chapter for chapter in chapters if chapter.paragraphs)


def form_chapter(form: Form) -> Chapter:
    """Return the rules of `form`, in the current language."""
    return Chapter(TOGETHER, _("Playing together"), tuple(Paragraph(*clause) for clause in together(form)))


def chapter_title(number: int) -> str:
    """Return the title of a chapter, in the current language."""
    return next(_(title) for found, title, _compose in _CHAPTERS if found == number)


def game_summary(row: Variant) -> str:
    """Return the game of `row` in a few sentences, for beginners."""
    if row.knock_limit == LIMIT_NONE:
        return _(
            "Two players. In turn, each takes a card and discards one, and tries to gather all cards in "
            "melds: cards of one rank, or cards of one suit in a row. What fits nowhere is deadwood. The "
            "player without deadwood left has gin, ends the hand and scores the deadwood of the other and "
            "a bonus."
        )
    return _(
        "Two players. In turn, each takes a card and discards one, and tries to gather cards in "
        "melds: cards of one rank, or cards of one suit in a row. What fits nowhere is deadwood. A "
        "player with little enough of it may knock and end the hand; then the one with less deadwood "
        "scores. No deadwood at all is gin, and pays more."
    )
