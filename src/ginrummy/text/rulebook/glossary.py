"""Glossary for beginners: each word of the table in a sentence, with cards that illustrate it."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ginrummy.locale import N_, _, language, pgettext

MELD: Final = "meld"
LEFT: Final = "left"
LAID: Final = "laid"
BACK: Final = "face-down"


class PictureGroup(NamedTuple):
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
    picture: tuple[PictureGroup, ...] = ()


class _Row(NamedTuple):
    """A word in the form of the catalogues."""

    name: str
    title: str
    meaning: str
    picture: tuple[PictureGroup, ...] = ()


_ROWS: Final = (
    _Row(
        "set",
        N_("set"),
        N_("Three or four cards of one rank."),
        (PictureGroup("QS QH QD"),),
    ),
    _Row(
        "run",
        N_("run"),
        N_("Three or more cards in a row, all of one suit."),
        (PictureGroup("5H 6H 7H 8H"),),
    ),
    _Row(
        "meld",
        N_("meld"),
        N_("A set or a run. A card is in one meld only, and there it counts nothing."),
        (PictureGroup("7S 7H 7D"), PictureGroup("2C 3C 4C")),
    ),
    _Row(
        "deadwood",
        N_("deadwood"),
        N_("The cards of a hand that are in no meld; their points count against the player who holds them."),
        (PictureGroup("9S TS JS"), PictureGroup("KC 6D AH", LEFT)),
    ),
    _Row(
        "stock",
        N_("stock"),
        N_("The cards face down in the middle: the top one is drawn unseen."),
        (PictureGroup("", BACK),),
    ),
    _Row(
        "pile",
        N_("discard pile"),
        N_("The cards discarded, face up. On your turn you may take the top one instead of drawing."),
        (PictureGroup("9D", LEFT),),
    ),
    _Row(
        "upcard",
        N_("upcard"),
        N_("The card turned up after the deal; it begins the discard pile."),
        (PictureGroup("", BACK), PictureGroup("6S", LEFT)),
    ),
    _Row(
        "knock",
        N_("knock"),
        N_("To end the hand with little deadwood left: one card goes face down, both hands are laid out."),
        (PictureGroup("QS QH QD"), PictureGroup("3D 4D 5D 6D"), PictureGroup("2H AC 3S", LEFT)),
    ),
    _Row(
        "gin",
        N_("gin"),
        N_("All ten cards in melds, no deadwood at all: it ends the hand and earns a bonus."),
        (PictureGroup("KS KH KD"), PictureGroup("4C 4H 4D"), PictureGroup("7S 8S 9S TS")),
    ),
    _Row(
        "big-gin",
        N_("big gin"),
        N_("All eleven cards in melds after drawing: nothing is discarded, and the bonus is higher."),
        (PictureGroup("KS KH KD KC"), PictureGroup("4C 4H 4D"), PictureGroup("7S 8S 9S TS")),
    ),
    _Row(
        "lay-off",
        N_("lay off"),
        N_("After a knock the other player adds cards that fit to the melds shown; they no longer count."),
        (PictureGroup("5H 6H 7H"), PictureGroup("8H", LAID)),
    ),
    _Row(
        "undercut",
        N_("undercut"),
        N_("The other player has no more deadwood than the knocker, and scores the difference and a bonus."),
        (PictureGroup("4S 2H", LEFT), PictureGroup("3D AC", LEFT)),
    ),
    _Row(
        "box",
        N_("box"),
        N_("A bonus for each hand won, added to the score at the end of the match."),
    ),
)


def _forms() -> dict[str, str]:
    # Translators: "forms" are regular expressions of all forms of a word, the longer ones first.
    return {
        "set": pgettext("forms", r"sets?(?= of (?:three|four)\b)|(?<=\ba )set|sets(?! (?:the|how|a|it)\b)"),
        "run": pgettext("forms", r"(?<=\ba )run|(?<=\bthe )run|runs(?! (?:out|round)\b)"),
        "meld": pgettext("forms", r"melds?"),
        "deadwood": pgettext("forms", r"deadwood"),
        "stock": pgettext("forms", r"stock"),
        "pile": pgettext("forms", r"discard pile|pile"),
        "upcard": pgettext("forms", r"upcards?"),
        "knock": pgettext("forms", r"knock(?:s|ed|ing)?"),
        "gin": pgettext("forms", r"gin"),
        "big-gin": pgettext("forms", r"big gins?"),
        "lay-off": pgettext("forms", r"lay(?:s|ing)? off|laid off|lay-offs?"),
        "undercut": pgettext("forms", r"undercuts?"),
        "box": pgettext("forms", r"box(?:es)?"),
    }


def glossary() -> tuple[Term, ...]:
    """Return the words in the current language, each after those that explain it."""
    return _glossary(language())


@cache
def _glossary(_language: str) -> tuple[Term, ...]:
    forms = _forms()
    return tuple(Term(row.name, _(row.title), _(row.meaning), forms[row.name], row.picture) for row in _ROWS)
