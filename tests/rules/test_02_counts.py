"""RULES 2 in known numbers of melds and of gin hands."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest

from ginrummy.game.cards import FACE_COUNT, Hand, hand_of
from ginrummy.rules.melds import is_meld, least_deadwood, run_table_of
from ginrummy.variants import Variant
from tests.rules.ledgers import row

LANES = range(1 << 13)


def sets_of(variant: Variant) -> int:
    """Return the number of sets in the packs of `variant`, with copies of a card equal."""
    suits = [suit for suit in range(4) for _copy in range(variant.decks)]
    groups = {group for size in range(1, len(suits) + 1) for group in combinations(suits, size)}
    hands = (hand_of(13 * suit + rank for suit in group) for rank in range(13) for group in groups)
    return sum(is_meld(variant, hand) for hand in hands)


def runs_in(variant: Variant) -> int:
    """Return the number of runs in the packs of `variant`."""
    return sum(is_meld(variant, Hand(lane << 13 * suit, 0)) for lane in LANES[1:] for suit in range(4))


@pytest.mark.parametrize(
    ("name", "longest", "sets", "runs"),
    [
        ("standard", None, 65, 264),
        ("high_low_ace", 11, 65, 288),
        ("high_low_ace", None, 65, 304),
        ("round_the_corner", None, 65, 524),
        ("two_pack", 11, 13 * (16 + 19), 288),
    ],
)
def test_2_so_many_sets_and_runs(name: str, longest: int | None, sets: int, runs: int) -> None:
    variant = row(name, run_max=longest)
    assert (sets_of(variant), runs_in(variant)) == (sets, runs)


def test_2_4_so_many_strict_sets() -> None:
    assert sets_of(row("two_pack", set_same_suit_duplicates=False)) == 65


@cache
def melds_by_size(variant: Variant) -> dict[int, list[int]]:
    """Return all melds of one pack as sets of faces, by their size."""
    found: dict[int, list[int]] = {}
    lanes = (lane << 13 * suit for lane in LANES[1:] for suit in range(4))
    groups = (sum(1 << 13 * suit for suit in suits) << rank for suits, rank in product(_SUITS, range(13)))
    for cards in [*groups, *lanes]:
        if is_meld(variant, Hand(cards, 0)):
            found.setdefault(cards.bit_count(), []).append(cards)
    return found


_SUITS = [suits for size in (3, 4) for suits in combinations(range(4), size)]


def melded_hands(variant: Variant, size: int) -> set[int]:
    """Return all hands of `size` cards that consist of melds."""
    melds = melds_by_size(variant)
    whole: set[int] = set()
    for count in (1, 2, 3):
        for sizes in combinations_with_replacement(sorted(melds), count):
            if sum(sizes) == size:
                whole.update(_disjoint([melds[each] for each in sizes]))
    return whole


def _disjoint(choices: list[list[int]]) -> Iterator[int]:
    joined = [0]
    for melds in choices:
        joined = [cards | meld for cards in joined for meld in melds if not cards & meld]
    yield from joined


@pytest.mark.long
@pytest.mark.parametrize(("size", "hands"), [(10, 136_694), (11, 147_204)])
def test_2_6_so_many_hands_are_all_in_melds(size: int, hands: int) -> None:
    variant = row("standard")
    melded = melded_hands(variant, size)
    assert len(melded) == hands
    assert all(least_deadwood(Hand(cards, 0), run_table_of(variant), 0) == 0 for cards in melded)


@pytest.mark.long
def test_2_6_so_many_eleven_card_hands_can_go_gin() -> None:
    gins = np.array(sorted(melded_hands(row("standard"), 10)))
    with_a_card = [gins[gins >> face & 1 == 0] | 1 << face for face in range(FACE_COUNT)]
    assert len(np.unique(np.concatenate(with_a_card))) == 5_379_372
