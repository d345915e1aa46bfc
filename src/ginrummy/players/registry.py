"""The players of this package by name, and the levels that people choose among."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from ginrummy.locale import N_, _


class BuiltIn(NamedTuple):
    """A player of ours: where its class is, what it does in a sentence, what it is made with."""

    place: str
    about: str
    settings: dict[str, Any] = {}  # noqa: RUF012 -- a NamedTuple's default, never changed


class Level(NamedTuple):
    """A level for people to choose: the player's name, and how the level is called."""

    name: str
    title: str


def _mistaken(name: str, share: float, about: str) -> BuiltIn:
    return BuiltIn("ginrummy.players.levels:LevelPlayer", about, {"name": name, "mistakes": share})


def _ruled(name: str, about: str) -> BuiltIn:
    return BuiltIn("ginrummy.players.strategy_player:StrategyPlayer", about, {"name": name})


BUILT_IN: Final[dict[str, BuiltIn]] = {
    "random": BuiltIn("ginrummy.players.random:RandomPlayer", N_("Plays any legal move.")),
    "beginner": _mistaken(
        "beginner", 0.84, N_("Takes what looks useful, throws at random, knocks late and misses lay-offs.")
    ),
    "novice": _mistaken(
        "novice", 0.64, N_("Knows the rules, and plays two cards out of three like a beginner.")
    ),
    "casual": _mistaken("casual", 0.47, N_("Plays for fun: every other card is a beginner's.")),
    "regular": _mistaken("regular", 0.3, N_("Plays soundly, with a slip every third or fourth card.")),
    "baseline": BuiltIn(
        "ginrummy.players.baseline:BaselinePlayer",
        N_("The baseline of research: takes for a meld, throws a card by lot, knocks as soon as it may."),
    ),
    "simple": _ruled(
        "simple", N_("Takes what completes a meld, throws the highest card, knocks as soon as it may.")
    ),
    "skilled": _mistaken("skilled", 0.16, N_("Weighs every card and seldom slips.")),
    "steady": _ruled(
        "steady", N_("Keeps what may become melds, feeds nobody, weighs a knock against gin and undercut.")
    ),
    "network": BuiltIn(
        "ginrummy.players.network:NetworkPlayer",
        N_("Does at a glance what it has learnt from millions of positions played out."),
    ),
    "search": BuiltIn(
        "ginrummy.players.search:SearchPlayer",
        N_("Guesses the other hand from the play and tries each move out in many possible deals."),
    ),
    "champion": BuiltIn(
        "ginrummy.players.champion:ChampionPlayer",
        N_("The strongest: reads your hand from your play and plays for the match, not for the points."),
    ),
}
SEARCHING: Final = ("search", "champion")
LEVELS: Final = (
    Level("beginner", N_("Beginner")),
    Level("novice", N_("Novice")),
    Level("casual", N_("Casual")),
    Level("regular", N_("Regular")),
    Level("skilled", N_("Skilled")),
    Level("steady", N_("Strong")),
    Level("champion", N_("Champion")),
)
TITLES: Final = {
    "random": N_("Random"),
    "baseline": N_("Baseline"),
    "simple": N_("Simple"),
    "network": N_("Network"),
    "search": N_("Search"),
}
"""What those are called that are no level for people."""


def bot_name(spec: str) -> str:
    """Return what the player that `spec` names is called at a table, in the language spoken.

    >>> bot_name("steady"), bot_name("simple"), bot_name("my_module:Mine")
    ('Strong bot', 'Simple', 'Mine')
    """
    name = spec.partition("@")[0]
    title = next((level.title for level in LEVELS if level.name == name), None)
    if title is not None:
        return _("{level} bot").format(level=_(title))
    if name in TITLES:
        return _(TITLES[name])
    own = spec.rpartition(":")[2]
    return own[:1].upper() + own[1:]


def player_names() -> tuple[str, ...]:
    """Return the names of our players, the weakest first."""
    return tuple(BUILT_IN)


def level_titles() -> dict[str, str]:
    """Return the levels for people, weakest first: the name of each player and its title, translated.

    Those that search are left out where there is no compiler.
    """
    return {level.name: _(level.title) for level in LEVELS if level.name not in SEARCHING or has_compiler()}


def missing_level_titles() -> list[str]:
    """Return the titles of the levels that cannot be played here for want of the compiler, translated."""
    return [_(level.title) for level in LEVELS if level.name in SEARCHING and not has_compiler()]


@cache
def has_compiler() -> bool:
    """Return whether Numba and NumPy are installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def description(name: str) -> str:
    """Return what the player called `name`, one of `player_names`, does: a sentence, translated."""
    return _(BUILT_IN[name].about)
