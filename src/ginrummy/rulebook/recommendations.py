"""Which game for whom: the usual one of each language, and what to play when one wants something else."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.locale import N_, _, language
from ginrummy.variants import load_variant

USUAL: Final = {"en": "standard", "fr": "standard", "ru": "russian"}
"""What somebody who speaks the language most likely calls gin: RULES 13.1 names the sources."""


class Recommendation(NamedTuple):
    """A game, what it is good for, and why."""

    name: str
    occasion: str
    reason: str

    @property
    def title(self) -> str:
        """The game's name in the language spoken."""
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
    """Return the name of the game that is usual in the language spoken."""
    return USUAL[language()]


def recommendations() -> tuple[Recommendation, ...]:
    """Return what to play, for a beginner first, in the language spoken."""
    first = Recommendation(
        usual_game(),
        _("For your first match"),
        _("The usual game: short to explain, and all the others build on it."),
    )
    others = (Recommendation(name, _(occasion), _(reason)) for name, occasion, reason in _OCCASIONS)
    return (first, *others)
