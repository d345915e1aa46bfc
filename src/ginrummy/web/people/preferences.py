"""How somebody likes the table: kept with the person, for whom is none yet in a cookie; read with care."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from string import ascii_uppercase, digits
from typing import Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ginrummy.locale import LANGUAGES
from ginrummy.variants import preset_names
from ginrummy.web.http.headers import GetResponse
from ginrummy.web.http.preferences_cookie import PREFERENCES, keep_preferences, kept_preferences
from ginrummy.web.people.current_visitor import visitor, visitor_asked_for

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "language": ("", *LANGUAGES),
    "suits": ("two", "four"),
    "letters": ("off", "on"),
    "arrangement": ("melds", "rank", "suit", "own"),
    "look": ("system", "light", "dark"),
    "motion": ("system", "on", "short", "off"),
    "pace": ("slow", "normal", "fast", "none"),
    "sound": ("off", "quiet", "on", "loud"),
    "felt": ("green", "blue", "claret", "slate", "wood"),
    "back": ("rosette", "scales", "night", "weave"),
    "face": ("usual", "traditional", "large"),
    "size": ("small", "usual", "large"),
    "shortcuts": ("on", "off"),
    "skill": ("", "new", "fair", "strong"),
    "game": ("", *preset_names()),
}
ASKED_AT_PLAY: Final = ("skill", "game")
"""What the first page asks, where a match begins, and the page of settings does not."""
AT_TABLE: Final = (
    "felt", "back", "face", "size", "suits", "letters", "look", "motion", "pace", "sound", "shortcuts",
)  # fmt: skip
"""What is chosen at the table itself, in that order."""
SHORTCUTS: Final = {
    "draw": "D", "take": "T", "pass": "P", "knock": "K", "discard": "X", "next": "N",
    "hint": "H", "undo": "U",
}  # fmt: skip
"""The key that does each thing, where the player has not chosen another."""
BOT_PAUSES: Final = {"slow": 1600, "normal": 700, "fast": 250, "none": 0}
"""How many milliseconds a bot waits before it answers, by pace."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One value of `CHOICES` a field; how well one plays, and which game, is empty until it was asked.

    `keys` are those of `SHORTCUTS`, in its order.
    """

    language: str = ""
    suits: str = "four"
    letters: str = "off"
    arrangement: str = "melds"
    look: str = "system"
    motion: str = "system"
    pace: str = "normal"
    sound: str = "quiet"
    felt: str = "green"
    back: str = "rosette"
    face: str = "usual"
    size: str = "usual"
    shortcuts: str = "on"
    keys: str = "".join(SHORTCUTS.values())
    skill: str = ""
    game: str = ""

    @property
    def key_of(self) -> dict[str, str]:
        """The key of each thing that has one."""
        return dict(zip(SHORTCUTS, self.keys, strict=True))

    @property
    def bot_pause(self) -> int:
        """How many milliseconds bots wait before they answer: none for whom nothing moves."""
        return 0 if self.motion == "off" else BOT_PAUSES[self.pace]


def preferences_of(request: HttpRequest) -> Preferences:
    """Return what the asker has chosen; a value that is none of the choices is left at the usual one."""
    person = visitor(request)
    kept = person.preferences if person is not None and person.preferences else kept_preferences(request)
    return changed(Preferences(), kept)


def changed(preferences: Preferences, values: dict[str, str]) -> Preferences:
    """Return `preferences` with those of `values` that are choices."""
    good = {name: value for name, value in values.items() if value in CHOICES.get(name, ())}
    keys = values.get("keys", preferences.keys)
    return replace(preferences, **good, keys=keys if are_keys(keys) else preferences.keys)


def are_keys(keys: str) -> bool:
    """Return whether `keys` are letters and digits that keyboards have, each once, one for every shortcut."""
    is_known = all(key in ascii_uppercase + digits for key in keys)
    return is_known and len(keys) == len(set(keys)) == len(SHORTCUTS)


def keys_in(values: dict[str, str], before: str) -> str:
    """Return the keys that a form asks for, in the order of `SHORTCUTS`; `before` where it asks for none."""
    asked = zip(SHORTCUTS, before, strict=True)
    return "".join(values.get(f"key-{name}", key).strip().upper() or " " for name, key in asked)


def keep(preferences: Preferences, response: HttpResponseBase, request: HttpRequest) -> None:
    """Keep `preferences` with the person who asks, and in the cookie for before anybody is known."""
    person = visitor(request)
    if person is not None:
        person.preferences = asdict(preferences)
        person.save(update_fields=("preferences",))
    keep_preferences(asdict(preferences), response, secure=request.is_secure())


class FollowPreferences:
    """Brings a browser's cookie up to date with what its person has chosen in another browser."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer; nobody is looked for who was not asked for."""
        response = self._get_response(request)
        person = visitor_asked_for(request)
        if person is None or not person.preferences or PREFERENCES in response.cookies:
            return response
        if person.preferences != kept_preferences(request):
            keep_preferences(person.preferences, response, secure=request.is_secure())
        return response


def context(request: HttpRequest) -> dict[str, Preferences]:
    """Return what every template knows of the asker's preferences.

    Also the page that says that the database does not answer: what the cookie knows is enough for it.
    """
    try:
        return {"preferences": preferences_of(request)}
    except (OperationalError, InterfaceError):
        return {"preferences": changed(Preferences(), kept_preferences(request))}
