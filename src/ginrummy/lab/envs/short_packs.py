"""Games with a short pack, small enough to be solved exactly: for research alone."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import chain, combinations
from typing import Final, NamedTuple

from ginrummy.rules.cards import FACE_COUNT, faces_in
from ginrummy.rules.variant import DEFAULT, WALL_COMPARE, Variant


class ShortPack(NamedTuple):
    """The row of the rules, whose numbers may be below those of a house rule, and the faces of the pack."""

    row: Variant
    faces: tuple[int, ...]


_TINY: Final = DEFAULT._replace(
    hand_nondealer=2,
    hand_dealer=2,
    knock_value=3,
    undercut_bonus=5,
    big_gin_bonus=3,
    wall_stock=0,
    wall_action=WALL_COMPARE,
    endless_turns=2,
)
_SMALL: Final = _TINY._replace(hand_nondealer=3, hand_dealer=3, knock_value=4, gin_bonus=4)

SHORT_PACKS: Final = {
    "tiny": ShortPack(_TINY, faces_in("AS2S3S AH2H3H")),
    "small": ShortPack(_SMALL, faces_in("AS2S3S4S AH2H3H4H")),
}
"""The games by name: OpenSpiel's parameter `variant`."""


@cache
def deal_counts(short: ShortPack) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return how many deals of hands and upcard continue with each face, by the faces dealt before.

    The cards of a hand come in the order of their faces.
    """
    counts: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0] * FACE_COUNT)
    for first in combinations(short.faces, short.row.hand_nondealer):
        rest = [face for face in short.faces if face not in first]
        for second in combinations(rest, short.row.hand_dealer):
            dealt = tuple(chain.from_iterable(zip(first, second, strict=True)))
            for upcard in rest:
                if upcard not in second:
                    deal = (*dealt, upcard)
                    for place, face in enumerate(deal):
                        counts[deal[:place]][face] += 1
    return {dealt: tuple(faces) for dealt, faces in counts.items()}
