"""Preferences of a person, stored in the database, and for a new visitor in a cookie. Input is validated."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from string import ascii_uppercase, digits
from typing import Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ginrummy.locale import LANGUAGES
from ginrummy.text.rulebook.advice import usual_game_name
from ginrummy.variants import preset_names
from ginrummy.web.http.middleware import PREFERENCES, Middleware, cookie_preferences, set_preferences_cookie
from ginrummy.web.people.current_visitor import cached_visitor, visitor
from ginrummy.web.people.models import PORTRAITS

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "language": ("", *LANGUAGES),
    "suits": ("two", "four"),
    "letters": ("off", "on"),
    "arrangement": ("melds", "rank", "suit", "own"),
    "look": ("system", "light", "dark"),
    "motion": ("system", "on", "short", "off"),
    "pace": ("slow", "normal", "fast", "none"),
    "sound": ("off", "quiet", "on", "loud"),
    "haptics": ("on", "off"),
    "confirm": ("", "on", "off"),
    "felt": ("green", "blue", "claret", "slate", "wood"),
    "back": ("rosette", "scales", "night", "weave"),
    "face": ("usual", "traditional", "large"),
    "size": ("small", "usual", "large"),
    "shortcuts": ("on", "off"),
    "here": ("on", "off"),
    "portrait": ("", *PORTRAITS),
    "skill": ("", "new", "fair", "strong"),
    "game": ("", *preset_names()),
}
HIDDEN: Final = "off"
"""Value of `here` for those who do not show their friends that they are here."""
ASKED_ELSEWHERE: Final = ("here", "portrait")
"""Set on pages other than the settings page."""
ASKED_AT_PLAY: Final = ("skill", "game")
"""Asked on the first page, before a match, and absent from the settings page."""
USUAL_SKILL: Final = "fair"
AT_TABLE: Final = (
    "felt", "back", "face", "size", "suits", "letters", "look", "motion", "pace", "sound", "haptics",
    "confirm", "shortcuts",
)  # fmt: skip
"""Settings available at the table itself, in this order."""
SHORTCUTS: Final = {
    "draw": "D", "take": "T", "pass": "P", "knock": "K", "discard": "X", "next": "N",
    "hint": "H", "undo": "U",
}  # fmt: skip
"""The default key of each action."""
BOT_PAUSES: Final = {"slow": 1600, "normal": 700, "fast": 250, "none": 0}
"""Delay of a bot's answer in milliseconds, by pace."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One value of `CHOICES` per field. The player's skill and game are empty until answered.

    `confirm` tells whether the end of a hand against a person is confirmed; empty means for beginners.

    `keys` are those of `SHORTCUTS`, in the same order.
    """

    language: str = ""
    suits: str = "four"
    letters: str = "off"
    arrangement: str = "melds"
    look: str = "system"
    motion: str = "system"
    pace: str = "normal"
    sound: str = "quiet"
    haptics: str = "on"
    confirm: str = ""
    felt: str = "green"
    back: str = "rosette"
    face: str = "usual"
    size: str = "usual"
    shortcuts: str = "on"
    keys: str = "".join(SHORTCUTS.values())
    here: str = "on"
    portrait: str = ""
    skill: str = ""
    game: str = ""

    @property
    def shortcut_keys(self) -> dict[str, str]:
        """The key of each action that has one."""
        return dict(zip(SHORTCUTS, self.keys, strict=True))

    @property
    def bot_pause(self) -> int:
        """Delay of a bot's answer in milliseconds, zero for players who turned animation off."""
        return 0 if self.motion == "off" else BOT_PAUSES[self.pace]


def request_preferences(request: HttpRequest) -> Preferences:
    """Return the preferences of the request. Invalid values become the defaults."""
    person = visitor(request)
    kept = person.preferences if person is not None and person.preferences else cookie_preferences(request)
    return change_preferences(Preferences(), kept)


def change_preferences(preferences: Preferences, values: dict[str, str]) -> Preferences:
    """Return `preferences` with the valid ones of `values`."""
    good = {name: value for name, value in values.items() if value in CHOICES.get(name, ())}
    keys = values.get("keys", preferences.keys)
    return replace(preferences, **good, keys=keys if are_valid_keys(keys) else preferences.keys)


def preferences_with_defaults(request: HttpRequest) -> Preferences:
    """Return the preferences of the request with defaults for the questions of the first page."""
    return fill_in_defaults(request_preferences(request))


def fill_in_defaults(preferences: Preferences) -> Preferences:
    """Return `preferences` with defaults for the unanswered questions of the first page."""
    usual = {"skill": preferences.skill or USUAL_SKILL, "game": preferences.game or usual_game_name()}
    return change_preferences(preferences, usual)


def are_valid_keys(keys: str) -> bool:
    """Return whether `keys` are distinct letters and digits of keyboards, one for every shortcut."""
    is_known = all(key in ascii_uppercase + digits for key in keys)
    return is_known and len(keys) == len(set(keys)) == len(SHORTCUTS)


def parse_keys(values: dict[str, str], default: str) -> str:
    """Return the keys of a form, in the order of `SHORTCUTS`, or `default` where it has none."""
    asked = zip(SHORTCUTS, default, strict=True)
    return "".join(values.get(f"key-{name}", key).strip().upper() or " " for name, key in asked)


def store_preferences(preferences: Preferences, response: HttpResponseBase, request: HttpRequest) -> None:
    """Store `preferences` with the person, and in the cookie for use before sign-in."""
    person = visitor(request)
    if person is not None:
        person.preferences = asdict(preferences)
        person.save(update_fields=("preferences",))
    set_preferences_cookie(asdict(preferences), response, secure=request.is_secure())


class FollowPreferencesMiddleware(Middleware):
    """Middleware that updates a browser's cookie to what its person has chosen in another browser."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. The person is not looked up only for this."""
        response = self._get_response(request)
        person = cached_visitor(request)
        if person is None or not person.preferences or PREFERENCES in response.cookies:
            return response
        if person.preferences != cookie_preferences(request):
            set_preferences_cookie(person.preferences, response, secure=request.is_secure())
        return response


def context(request: HttpRequest) -> dict[str, Preferences]:
    """Return the preferences for every template.

    This also serves the page for a database outage, for which the cookie suffices.
    """
    try:
        return {"preferences": request_preferences(request)}
    except (OperationalError, InterfaceError):
        return {"preferences": change_preferences(Preferences(), cookie_preferences(request))}
