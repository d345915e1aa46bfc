"""Random house rules over all options of a variant file."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from ginrummy.locale.errors import VariantError
from ginrummy.variants import Variant, variant_from_values
from ginrummy.variants.fields import LIMIT_ACE_WORDS, NUMBERS, SWITCHES, WORDS

LITTLE = {
    "hand_nondealer": (10,),
    "hand_dealer": (10,),
    "wall_stock": (0, 1, 2, 5, 20),
    "endless_turns": (4, 7, 40),
    "game_target": (1, 50, 150),
    "session_target": (None, 300),
    "run_max": (None, 11, 12, 13),
    "knock_max_unmatched": (None, None, 0, 1, 2, 3),
    "big_gin_bonus": (None, 31),
    "undercut_complete_bonus": (None, 0, 40),
}


class Kind(NamedTuple):
    """A place of the ace and a number of packs: what decides most about melds."""

    ace_run: str
    decks: int

    def __str__(self) -> str:
        return f"{self.ace_run}-{self.decks}"

    def rows(self, **values: Any) -> list[Variant]:
        """Return variants of this kind with `values`: aces of 1 and of 15, twins in sets and not."""
        return [
            variant_from_values(
                self._asdict() | {"ace_points": points, "set_same_suit_duplicates": twins} | values
            )
            for points in (1, 15)
            for twins in (False, True)[: self.decks]
        ]


KINDS = tuple(Kind(ace_run, decks) for decks in (1, 2) for ace_run in WORDS["ace_run"])


def random_row(chance: random.Random) -> Variant:
    """Return a playable variant with random options (RULES 13.3)."""
    while True:
        try:
            return variant_from_values(_random_values(chance))
        except VariantError:
            continue


def _random_values(chance: random.Random) -> dict[str, Any]:
    values: dict[str, Any] = {field: chance.choice(words) for field, words in WORDS.items()}
    values |= {field: chance.random() < 0.5 for field in sorted(SWITCHES)}
    values |= {field: chance.choice(LITTLE.get(field, limits)) for field, limits in NUMBERS.items()}
    if values["first_turn"] == "discard_first":
        values["hand_nondealer"] = 11
    if chance.random() < 0.2:
        values["hand_dealer"] = chance.randrange(3, 10)
        values["hand_nondealer"] += values["hand_dealer"] - 10
    values["knock_limit"] = _random_limit(chance)
    values["shutout"] = chance.choice(
        [{"type": "none"}, {"type": "bonus", "value": 70}, {"type": "double_hand_points"}]
    )
    values["extra_coups"] = chance.choice([None, {"undercut": 1, "gin": 2, "big_gin": 3, "value": 25}])
    return values


def _random_limit(chance: random.Random) -> dict[str, Any]:
    kind = chance.choice(["fixed", "upcard", "discard_top", "discard_top", "none"])
    if kind == "fixed":
        return {"type": kind, "value": chance.choice([0, 5, 10, 30])}
    return {"type": kind} if kind == "none" else {"type": kind, "ace": chance.choice(LIMIT_ACE_WORDS)}
