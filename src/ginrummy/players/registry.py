"""Registry of the built-in players, and the levels that people choose from."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from ginrummy.kernel.runtimes import has_runtime
from ginrummy.locale import N_, _
from ginrummy.locale.argument_checks import as_text
from ginrummy.locale.errors import GinRummyError, safe_repr


class BuiltIn(NamedTuple):
    """A built-in player: the location of its class, a one-sentence description, and its arguments."""

    place: str
    about: str
    settings: dict[str, Any] = {}  # noqa: RUF012 -- a NamedTuple's default, never changed


class Level(NamedTuple):
    """A level for people to choose: the player's name, the level's title, and the bot's at a table."""

    name: str
    title: str
    bot: str


def _mistaken(name: str, about: str) -> BuiltIn:
    return BuiltIn("ginrummy.players.levels:LevelPlayer", about, {"name": name})


def _strategy_bot(name: str, about: str) -> BuiltIn:
    return BuiltIn("ginrummy.players.strategy_player:StrategyPlayer", about, {"name": name})


BUILT_IN: Final[dict[str, BuiltIn]] = {
    "random": BuiltIn("ginrummy.players.random:RandomPlayer", N_("Plays any legal move.")),
    "beginner": _mistaken(
        "beginner",
        N_("Forgets what you take, grabs what looks useful, holds high pairs, knocks at once or never."),
    ),
    "novice": _mistaken(
        "novice", N_("Remembers little of your play, waits for the card between two others, misses lay-offs.")
    ),
    "casual": _mistaken(
        "casual", N_("Forgets half of what you take, keeps high pairs too long, knocks as the mood takes it.")
    ),
    "regular": _mistaken(
        "regular", N_("Plays soundly, but at times hopes too long for a pair, or for a gap to close.")
    ),
    "baseline": BuiltIn(
        "ginrummy.players.baseline:BaselinePlayer",
        N_("The baseline of research: takes for a meld, discards a card by lot, knocks as soon as it may."),
    ),
    "simple": _strategy_bot(
        "simple", N_("Takes what completes a meld, discards the highest card, knocks as soon as it may.")
    ),
    "even": BuiltIn(
        "ginrummy.players.adaptive_level:EvenPlayer",
        N_("Errs more when ahead and less when behind, by the score alone: it aims at half of the matches."),
    ),
    "skilled": _mistaken(
        "skilled", N_("Weighs every card and remembers yours, but errs when the stock runs out.")
    ),
    "steady": _strategy_bot(
        "steady", N_("Keeps what may become melds, helps nobody, weighs a knock against gin and undercut.")
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
        "ginrummy.players.search:ChampionPlayer",
        N_("The strongest: reads your hand from your play and plays for the match, not for the points."),
    ),
}
SEARCHING: Final = ("search", "champion")
LEVELS: Final = (
    Level("beginner", N_("Beginner"), N_("Beginner bot")),
    Level("novice", N_("Novice"), N_("Novice bot")),
    Level("casual", N_("Casual"), N_("Casual bot")),
    Level("regular", N_("Regular"), N_("Regular bot")),
    Level("skilled", N_("Skilled"), N_("Skilled bot")),
    Level("steady", N_("Strong"), N_("Strong bot")),
    Level("champion", N_("Champion"), N_("Champion bot")),
)
ADAPTING: Final = Level("even", N_("Even match"), N_("Even match bot"))
"""Not a step between two levels: it adapts to its opponent."""
STRONGEST: Final = 100
"""The greatest strength of the adaptive level, as strong as `network`."""
AT_FIRST: Final = 50
_ADAPTING_SPEC: Final = re.compile(rf"{ADAPTING.name}(?:@([1-9]\d?|{STRONGEST}))?")
TITLES: Final = {
    "random": N_("Random"),
    "baseline": N_("Baseline"),
    "simple": N_("Simple"),
    "network": N_("Network"),
    "search": N_("Search"),
}
"""Titles of the players that are not a level for people."""


def player_title(spec: str) -> str:
    """Return the title at a table of the player that `spec` names, in the current language.

    >>> player_title("steady"), player_title("simple"), player_title("my_module:Mine")
    ('Strong bot', 'Simple', 'Mine')
    """
    name = as_text(spec, "player_title").partition("@")[0]
    title = next((level.bot for level in (*LEVELS, ADAPTING) if level.name == name), None)
    if title is not None:
        return _(title)
    if name in TITLES:
        return _(TITLES[name])
    own = spec.rpartition(":")[2]
    return own[:1].upper() + own[1:]


def bot_title(spec: str, name: str) -> str:
    """Return the title of a bot in the current language, with the number at the end of its `name`, if any.

    >>> bot_title("steady", "Bot fort 2"), bot_title("steady", "")
    ('Strong bot 2', 'Strong bot')
    """
    title, number = player_title(spec), name.rpartition(" ")[2]
    return f"{title} {number}" if number.isdecimal() else title


def player_names() -> tuple[str, ...]:
    """Return the names of the built-in players, weakest first."""
    return tuple(BUILT_IN)


def level_titles() -> dict[str, str]:
    """Return the levels for people, weakest first: the name of each player and its title, translated.

    Levels that search are left out when nothing can run the compiled law. The adaptive one comes last.
    """
    levels = [level for level in LEVELS if level.name not in SEARCHING or can_search()]
    return {level.name: _(level.title) for level in (*levels, ADAPTING)}


def missing_level_titles() -> list[str]:
    """Return the titles of the levels whose dependencies are missing here, translated."""
    return [_(level.title) for level in LEVELS if level.name in SEARCHING and not can_search()]


def is_even(spec: str) -> bool:
    """Return whether `spec` names the adaptive level, with or without a strength: `even`, `even@70`."""
    return strength_of(spec) is not None


def strength_of(spec: str) -> int | None:
    """Return the starting strength in `spec`, or `None` when `spec` names another player."""
    found = _ADAPTING_SPEC.fullmatch(spec)
    return None if found is None else int(found[1] or AT_FIRST)


def can_search() -> bool:
    """Return whether the players that search can play here: a runtime for the compiled law is installed."""
    return has_runtime()


def player_description(name: str) -> str:
    """Return a one-sentence description of the player `name`, one of `player_names`, translated."""
    if as_text(name, "player_description") not in BUILT_IN:
        message = _("there is no player {name}; there are: {known}")
        known = ", ".join(player_names())
        raise GinRummyError(message.format(name=safe_repr(name), known=known), where="player_description")
    return _(BUILT_IN[name].about)
