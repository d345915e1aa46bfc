"""How somebody likes the table: kept in a cookie, read with care."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ginrummy.locale import LANGUAGES
from ginrummy.variants import preset_names
from ginrummy.web.http.cookies import keep_preferences, kept_preferences

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "language": ("", *LANGUAGES),
    "suits": ("two", "four"),
    "letters": ("off", "on"),
    "arrangement": ("melds", "rank", "suit", "own"),
    "look": ("system", "light", "dark"),
    "motion": ("system", "on", "short", "off"),
    "pace": ("slow", "normal", "fast", "none"),
    "sound": ("off", "on"),
    "skill": ("", "new", "fair", "strong"),
    "game": ("", *preset_names()),
}
ASKED_AT_PLAY: Final = ("skill", "game")
"""What the first page asks, where a match begins, and the page of settings does not."""
BOT_PAUSES: Final = {"slow": 1600, "normal": 700, "fast": 250, "none": 0}
"""How many milliseconds a bot waits before it answers, by pace."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One value of `CHOICES` a field; how well one plays, and which game, is empty until it was asked."""

    language: str = ""
    suits: str = "four"
    letters: str = "off"
    arrangement: str = "melds"
    look: str = "system"
    motion: str = "system"
    pace: str = "normal"
    sound: str = "off"
    skill: str = ""
    game: str = ""

    @property
    def bot_pause(self) -> int:
        """How many milliseconds bots wait before they answer: none for whom nothing moves."""
        return 0 if self.motion == "off" else BOT_PAUSES[self.pace]


def preferences_of(request: HttpRequest) -> Preferences:
    """Return what the browser's cookie says; a value that is none of the choices is left at the usual one."""
    return changed(Preferences(), kept_preferences(request))


def changed(preferences: Preferences, values: dict[str, str]) -> Preferences:
    """Return `preferences` with those of `values` that are choices."""
    known = {field.name for field in fields(Preferences)}
    good = {name: value for name, value in values.items() if name in known and value in CHOICES[name]}
    return replace(preferences, **good)


def keep(preferences: Preferences, response: HttpResponseBase, *, secure: bool) -> None:
    """Put `preferences` in the browser's cookie."""
    keep_preferences(asdict(preferences), response, secure=secure)


def context(request: HttpRequest) -> dict[str, Preferences]:
    """Return what every template knows of the asker's preferences."""
    return {"preferences": preferences_of(request)}
