"""Groups of the presets: their order in every list, and how long a match of each takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ginrummy.locale import N_, _, ngettext

_LONG: Final = 100
"""Minutes from which a length is given in hours."""
_HOUR: Final = 60


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """A group of presets: its name, its title, and the minutes of a match of each preset."""

    name: str
    _title: str
    minutes: dict[str, int]

    def title(self) -> str:
        """Return its title in the current language."""
        return _(self._title)


GROUPS: Final = (
    PresetGroup(
        "everyday",
        N_("Everyday games"),
        {
            "standard": 15,
            "russian": 15,
            "modern": 15,
            "russian_tournament": 15,
            "straight": 20,
            "eleven_card": 20,
        },
    ),
    PresetGroup(
        "more_rules",
        N_("With more rules"),
        {
            "oklahoma": 15,
            "spades_double": 15,
            "oklahoma_full": 20,
            "oklahoma_extra": 205,
            "hollywood": 30,
            "hollywood_full": 30,
            "hollywood_oklahoma": 30,
            "round_the_corner": 20,
            "high_low_ace": 15,
        },
    ),
    PresetGroup("two_packs", N_("Two packs"), {"two_pack": 15, "two_pack_gin_only": 15}),
    PresetGroup(
        "historic",
        N_("From old books and research"),
        {"classic": 15, "round_the_corner_hoyle": 25, "eaai": 15},
    ),
)
"""The presets in the order of every list. `python -m bench.match_lengths` measures the minutes."""


def preset_group(name: str) -> PresetGroup:
    """Return the group of the preset `name`."""
    return next(group for group in GROUPS if name in group.minutes)


def match_length_text(name: str) -> str:
    """Return a sentence on how long a match of the preset `name` takes, in the current language."""
    minutes = preset_group(name).minutes[name]
    if minutes < _LONG:
        return ngettext("About {count} minute.", "About {count} minutes.", minutes).format(count=minutes)
    hours = round(minutes / _HOUR)
    return ngettext("About {count} hour.", "About {count} hours.", hours).format(count=hours)
