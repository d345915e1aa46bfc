"""The words of the table that a beginner does not know: each in a sentence, with the cards that show it."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ginrummy.locale import _, language, pgettext

MELD: Final = "meld"
LEFT: Final = "left"
LAID: Final = "laid"
BACK: Final = "face-down"


class Group(NamedTuple):
    """Cards of a picture that lie together, in notation: a meld, left over, laid off, or one face down."""

    cards: str
    kind: str = MELD


class Term(NamedTuple):
    """A word: its name in addresses, the word itself, what it means, and its picture.

    `forms` is a regular expression of the forms in which texts use it.
    """

    name: str
    title: str
    meaning: str
    forms: str
    picture: tuple[Group, ...] = ()


def glossary() -> tuple[Term, ...]:
    """Return the words in the language spoken, each after those that explain it."""
    return _glossary(language())


def term_of(name: str) -> Term:
    """Return the word called `name`."""
    return next(term for term in glossary() if term.name == name)


@cache
def _glossary(_language: str) -> tuple[Term, ...]:
    return (*_of_cards(), *_of_middle(), *_of_closing())


def _of_cards() -> tuple[Term, ...]:
    # Translators: "forms" are regular expressions of all forms of a word, the longer ones first.
    return (
        Term(
            "set",
            _("set"),
            _("Three or four cards of one rank."),
            pgettext("forms", r"sets?(?= of (?:three|four)\b)|(?<=\ba )set|sets(?! (?:the|how|a|it)\b)"),
            (Group("QS QH QD"),),
        ),
        Term(
            "run",
            _("run"),
            _("Three or more cards in a row, all of one suit."),
            pgettext("forms", r"(?<=\ba )run|(?<=\bthe )run|runs(?! (?:out|round)\b)"),
            (Group("5H 6H 7H 8H"),),
        ),
        Term(
            "meld",
            _("meld"),
            _("A set or a run. A card is in one meld only, and there it counts nothing."),
            pgettext("forms", r"melds?"),
            (Group("7S 7H 7D"), Group("2C 3C 4C")),
        ),
        Term(
            "deadwood",
            _("deadwood"),
            _("The cards of a hand that are in no meld; their points count against whoever holds them."),
            pgettext("forms", r"deadwood"),
            (Group("9S TS JS"), Group("KC 6D AH", LEFT)),
        ),
    )


def _of_middle() -> tuple[Term, ...]:
    return (
        Term(
            "stock",
            _("stock"),
            _("The cards face down in the middle: the top one is drawn unseen."),
            pgettext("forms", r"stock"),
            (Group("", BACK),),
        ),
        Term(
            "pile",
            _("discard pile"),
            _("The cards thrown away, face up. In your turn you may take the top one instead of drawing."),
            pgettext("forms", r"discard pile|pile"),
            (Group("9D", LEFT),),
        ),
        Term(
            "upcard",
            _("upcard"),
            _("The card turned up after the deal; it begins the discard pile."),
            pgettext("forms", r"upcards?"),
            (Group("", BACK), Group("6S", LEFT)),
        ),
    )


def _of_closing() -> tuple[Term, ...]:
    return (
        Term(
            "knock",
            _("knock"),
            _("To end the hand with little deadwood left: one card goes face down, both hands are laid out."),
            pgettext("forms", r"knock(?:s|ed|ing)?"),
            (Group("QS QH QD"), Group("3D 4D 5D 6D"), Group("2H AC 3S", LEFT)),
        ),
        Term(
            "gin",
            _("gin"),
            _("All ten cards in melds, no deadwood at all: it ends the hand and earns a bonus."),
            pgettext("forms", r"gin"),
            (Group("KS KH KD"), Group("4C 4H 4D"), Group("7S 8S 9S TS")),
        ),
        Term(
            "big-gin",
            _("big gin"),
            _("All eleven cards in melds after drawing: nothing is thrown, and the bonus is higher."),
            pgettext("forms", r"big gins?"),
            (Group("KS KH KD KC"), Group("4C 4H 4D"), Group("7S 8S 9S TS")),
        ),
        Term(
            "lay-off",
            _("lay off"),
            _("After a knock the other player adds cards that fit to the melds shown; they count no more."),
            pgettext("forms", r"lay(?:s|ing)? off|laid off|lay-offs?"),
            (Group("5H 6H 7H"), Group("8H", LAID)),
        ),
        Term(
            "undercut",
            _("undercut"),
            _(
                "The other player has no more deadwood than whoever knocked, "
                "and scores the difference and a bonus."
            ),
            pgettext("forms", r"undercuts?"),
            (Group("4S 2H", LEFT), Group("3D AC", LEFT)),
        ),
        Term(
            "box",
            _("box"),
            _("A bonus for each hand won, added to the score at the end of the match."),
            pgettext("forms", r"box(?:es)?"),
        ),
    )
