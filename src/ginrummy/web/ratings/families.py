"""Families of variants, in each of which the same skill counts."""

from __future__ import annotations

from functools import cache
from typing import Final

from ginrummy.locale import _
from ginrummy.variants import ACE_CORNER, LIMIT_NONE, LIMIT_UPCARD, Variant, load_variant, preset_names

HOUSE: Final = "house"
FAMILIES: Final = ("usual", "oklahoma", "hollywood", "straight", "corner", "two_pack", HOUSE)


def family_title(family: str) -> str:
    """Return the title of a family."""
    return {
        "usual": _("Usual gin"),
        "oklahoma": _("Oklahoma"),
        "hollywood": _("Hollywood"),
        "straight": _("Straight gin"),
        "corner": _("Round the corner"),
        "two_pack": _("Two packs"),
        HOUSE: _("House rules"),
    }[family]


@cache
def variant_family(variant_name: str) -> str:
    """Return the family of a variant, by the variant's name at a table."""
    return _family(load_variant(variant_name).row) if variant_name in preset_names() else HOUSE


def family_variants(family: str) -> tuple[str, ...]:
    """Return the names of the variants of a family."""
    return (
        (HOUSE,)
        if family == HOUSE
        else tuple(name for name in preset_names() if variant_family(name) == family)
    )


def _family(row: Variant) -> str:
    traits = {
        "two_pack": row.decks > 1,
        "hollywood": row.columns > 1,
        "corner": row.ace_run == ACE_CORNER,
        "straight": row.knock_limit == LIMIT_NONE,
        "oklahoma": row.knock_limit == LIMIT_UPCARD,
    }
    return next((family for family, has in traits.items() if has), "usual")
