"""Recommended games: the usual one of each language, and alternatives by taste."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.locale import N_, _, language
from ginrummy.variants import load_variant

USUAL: Final = {"en": "standard", "fr": "standard", "ru": "russian"}
"""The game that speakers of each language most likely call gin; RULES 13.1 names the sources."""


class Recommendation(NamedTuple):
    """A game, its strong point, and the reason."""

    name: str
    occasion: str
    reason: str

    @property
    def title(self) -> str:
        """The game's name in the current language."""
        return load_variant(self.name).title(language())


_OCCASIONS: Final = (
    (
        "straight",
        N_("For children, and for a quick hand"),
        N_("Nobody knocks: whoever has gin first wins the hand."),
    ),
    (
        "oklahoma",
        N_("For those who know the usual game"),
        N_("The upcard says anew in every hand with how much you may knock."),
    ),
    (
        "hollywood",
        N_("For a whole evening"),
        N_("Three matches at once, side by side: a bad beginning is never the end."),
    ),
    (
        "oklahoma_extra",
        N_("For two evenings"),
        N_("Manches of 200 points make up a partie of 2,000, and gins count extra."),
    ),
    (
        "two_pack",
        N_("For many cards"),
        N_("Two packs: long runs, twins, and big gins that are worth waiting for."),
    ),
    (
        "modern",
        N_("For keeping score as the books do"),
        N_("A bonus for every hand won and for the match, and big gin for all eleven cards."),
    ),
)


def usual_game() -> str:
    """Return the name of the usual game in the current language."""
    return USUAL[language()]


def recommendations() -> tuple[Recommendation, ...]:
    """Return the recommendations, for a beginner first, in the current language."""
    first = Recommendation(
        usual_game(),
        _("For your first match"),
        _("The usual game: short to explain, and all the others build on it."),
    )
    others = (Recommendation(name, _(occasion), _(reason)) for name, occasion, reason in _OCCASIONS)
    return (first, *others)
