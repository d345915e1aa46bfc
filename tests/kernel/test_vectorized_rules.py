"""Hands, decks and random play over arrays."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from ginrummy.game.cards import FACE_COUNT, Hand, hand_of
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.actions import DRAW
from ginrummy.kernel.move_numbers import allowed_actions
from ginrummy.kernel.vectorized_rules import RESULT_ROW, STATE_ROW, play_random, states_as_rows
from ginrummy.locale.errors import VariantError
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.melds import least_deadwood, run_table_of
from ginrummy.rules.scoring import NOBODY, VOID
from ginrummy.variants import DEFAULT, Variant, load_variant, preset_names, variant_from_values
from tests.kernel.walks import presets, walk
from tests.oracle.cards import PACK
from tests.oracle.dense import dense_cards

WHOLE = (1 << 64) - 1
MELDINGS = [
    variant_from_values(
        {"ace_run": ace_run, "ace_points": points, "decks": packs, "set_same_suit_duplicates": alike}
    )
    for ace_run in ("low", "high_low", "corner")
    for points in (1, 15)
    for packs, alike in ((1, False), (2, False), (2, True))
]


def hands_of(chance: random.Random, size: int, packs: int, count: int) -> list[Hand]:
    """Return dense hands and hands dealt from whole packs, half and half."""
    dense = [dense_cards(chance, size, packs) for _hand in range(count // 2)]
    loose = [chance.sample(PACK * packs, size) for _hand in range(count // 2)]
    return [hand_of(PACK.index(card) for card in cards) for cards in dense + loose]


@pytest.mark.parametrize("variant", MELDINGS)
def test_deadwoods_of_hands_and_discards(variant: Variant) -> None:
    chance = random.Random(str(variant))
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    for size in (3, 7, 10, 11):
        hands = hands_of(chance, size, variant.decks, 400)
        cards, twins = zip(*hands, strict=True)
        due = [least_deadwood(hand, runs, same_suit) for hand in hands]
        assert vectorized_rules.least_deadwood(cards, twins, variant=variant).tolist() == due
        found = vectorized_rules.discard_deadwoods(cards, twins, variant=variant)
        for hand, row in zip(hands, found.tolist(), strict=True):
            places = [-1] * FACE_COUNT
            fill_deadwoods(hand, runs, same_suit, places)
            assert row == places, hand


def test_the_last_face_is_as_good_as_any() -> None:
    king_of_clubs = 1 << 51
    assert vectorized_rules.least_deadwood([king_of_clubs]).tolist() == [10]
    assert vectorized_rules.least_deadwood([king_of_clubs | 1 << 50 | 1 << 49]).tolist() == [0]
    assert vectorized_rules.discard_deadwoods([king_of_clubs | 1 << 50])[0, 50:].tolist() == [10, 10]
    twins = vectorized_rules.discard_deadwoods(
        [king_of_clubs], [king_of_clubs], variant=load_variant("two_pack").row
    )
    assert twins[0, 51] == 10


def test_no_hands_at_all() -> None:
    assert vectorized_rules.least_deadwood([]).shape == (0,)
    assert vectorized_rules.discard_deadwoods([]).shape == (0, FACE_COUNT)
    assert vectorized_rules.play_random(seed=0, hands=0).shape == (0,)
    assert vectorized_rules.choices(states_as_rows([])).shape == (0,)


@pytest.mark.parametrize(
    ("cards", "twins", "message"),
    [
        ([7, 1 << 52], None, "place 1"),
        ([7, -1], None, "place 1"),
        ([(1 << 12) - 1], None, "place 0"),
        ([1], [2], "place 0"),
        ([(1 << 6) - 1] * 2, [0, (1 << 6) - 1], "place 1"),
        ([1, 2], [0], r"\(1,\), \(2,\)"),
        ([[1]], None, r"\(1, 1\)"),
    ],
)
def test_no_hand_is_refused(cards: list[int], twins: list[int] | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        vectorized_rules.least_deadwood(cards, twins)
    with pytest.raises(ValueError, match=message):
        vectorized_rules.discard_deadwoods(cards, twins)


def mixed(word: int) -> int:
    """Return the documented mix function of `rng`, in integers."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WHOLE
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WHOLE
    return word ^ word >> 31


def words(seed: int, deal: int, purpose: int) -> Iterator[int]:
    """Yield the words of one stream."""
    step = 0x9E3779B97F4A7C15
    key = mixed(mixed(seed & WHOLE) + (8 * deal + purpose) * step & WHOLE)
    place = 0
    while True:
        place += 1
        yield mixed(key + place * step & WHOLE)


def below(source: Iterator[int], bound: int) -> int:
    """Return a number below `bound` by the documentation of `rng`."""
    while True:
        product = (next(source) >> 32) * bound
        if product % 2**32 >= 2**32 % bound:
            return product >> 32


@pytest.mark.parametrize("seed", [0, 7, -1, 2**63, 10**30])
@pytest.mark.parametrize("packs", [1, 2])
def test_decks_are_those_that_the_page_documents(seed: int, packs: int) -> None:
    decks = vectorized_rules.deal_decks(seed, 3, first=5, packs=packs)
    for place, deck in enumerate(decks.tolist()):
        source, cards = words(seed, 5 + place, 0), list(range(52 * packs))
        for last in range(len(cards) - 1, 0, -1):
            chosen = below(source, last + 1)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        assert deck == cards


def test_decks_are_the_same_for_any_number_of_workers() -> None:
    decks = vectorized_rules.deal_decks(3, 30_000, workers=1)
    assert np.array_equal(decks, vectorized_rules.deal_decks(3, 30_000, workers=3))
    assert np.array_equal(decks[20_000:], vectorized_rules.deal_decks(3, 10_000, first=20_000, workers=2))
    assert (np.sort(decks, axis=1) == np.arange(52)).all()


def test_every_card_comes_everywhere_alike() -> None:
    decks = vectorized_rules.deal_decks(11, 52_000)
    counts = np.stack([np.bincount(column, minlength=52) for column in decks.T])
    squares = ((counts - 1000.0) ** 2 / 1000).sum()
    assert abs(squares - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5
    follows = np.bincount(decks[:, 1].astype(np.int64) * 52 + decks[:, 0], minlength=52 * 52)
    assert follows.reshape(52, 52).diagonal().max() == 0
    assert follows.max() < 52


@pytest.mark.parametrize("packs", [0, 3])
def test_packs_are_one_or_two(packs: int) -> None:
    with pytest.raises(ValueError, match="packs"):
        vectorized_rules.deal_decks(0, 1, packs=packs)


@pytest.mark.parametrize("name", preset_names())
def test_random_hands_end_by_the_rules(name: str) -> None:
    variant = load_variant(name).row
    results = vectorized_rules.play_random(variant, seed=5, hands=300, workers=1)
    assert results.dtype == RESULT_ROW
    won = results["winner"] != NOBODY
    assert (results["points"][~won] == 0).all()
    assert (results["points"][won] >= 0).all()
    assert (results["winner"][results["kind"] == VOID] == NOBODY).all()
    assert (results["decisions"] >= results["turns"]).all()
    assert set(results["dealer"].tolist()) == {0, 1}


def test_random_play_is_the_same_for_any_number_of_workers_and_cut() -> None:
    whole = vectorized_rules.play_random(seed=9, hands=700, workers=1)
    assert np.array_equal(whole, vectorized_rules.play_random(seed=9, hands=700, workers=4))
    assert np.array_equal(whole[300:], vectorized_rules.play_random(seed=9, hands=400, first=300, workers=2))
    assert not np.array_equal(whole, vectorized_rules.play_random(seed=10, hands=700, workers=1))


@pytest.mark.parametrize("dealer", [0, 1])
def test_a_dealer_may_be_given(dealer: int) -> None:
    assert (vectorized_rules.play_random(seed=9, hands=50, dealer=dealer)["dealer"] == dealer).all()


NO_NUMBERS: tuple[Any, ...] = (1.5, "1", [1, 2], float("nan"), np.float64(2), b"x", object())
BAD_ARGUMENTS: list[tuple[Callable[[Any], object], str, tuple[Any, ...]]] = [
    (lambda odd: play_random(seed=1, hands=1, dealer=odd), "dealer: ", (2, -1, *NO_NUMBERS)),
    (lambda odd: play_random(seed=1, hands=odd), "hands: ", (-1, None, *NO_NUMBERS)),
    (lambda odd: play_random(seed=1, hands=1, first=odd), "first: ", (-1, 2**63, None, *NO_NUMBERS)),
    (lambda odd: play_random(seed=odd, hands=1), "seed: ", (None, *NO_NUMBERS)),
    (lambda odd: play_random(seed=1, hands=1, workers=odd), "workers: ", (0, -3, *NO_NUMBERS)),
    (lambda odd: vectorized_rules.deal_decks(odd, 1), "seed: ", (None, *NO_NUMBERS)),
    (lambda odd: vectorized_rules.deal_decks(1, odd), "count: ", (-1, None, *NO_NUMBERS)),
    (lambda odd: vectorized_rules.deal_decks(1, 1, packs=odd), "packs: ", (0, 3, None, *NO_NUMBERS)),
    (lambda odd: vectorized_rules.deal_decks(1, 1, first=odd), "first: ", (-1, 2**64, None, *NO_NUMBERS)),
    (lambda odd: vectorized_rules.choices(odd), "rows of STATE_ROW are needed", (None, 7, [], "x")),
    (
        lambda odd: vectorized_rules.least_deadwood([odd]),
        "place 0|is needed|are needed|inhomogeneous",
        (None, -1, 1 << 52, *NO_NUMBERS),
    ),
]


@pytest.mark.parametrize(
    ("door", "said", "odd"), [(door, said, odd) for door, said, odds in BAD_ARGUMENTS for odd in odds]
)
def test_bad_arguments_are_refused(door: Callable[[Any], object], said: str, odd: Any) -> None:
    with pytest.raises(ValueError, match=said):
        door(odd)


def test_whole_numbers_of_any_kind_are_whole_numbers() -> None:
    due = play_random(seed=3, hands=2, first=1, dealer=1)
    for kind in (np.int8, np.uint64, np.int32):
        found = play_random(seed=kind(3), hands=kind(2), first=kind(1), dealer=kind(1))  # type: ignore[arg-type]
        assert np.array_equal(found, due)


@pytest.mark.parametrize(
    "row",
    [
        Variant(decks=3),
        Variant(hand_dealer=30, hand_nondealer=30),
        Variant(knock_limit=9),
        Variant(first_turn=-1),
        Variant(game_target=2**31),
        Variant(endless_turns=2**40),
        Variant(gin_bonus=25.5),  # type: ignore[arg-type]
    ],
)
def test_a_row_that_nobody_can_play_is_refused(row: Variant) -> None:
    for door in (
        lambda: play_random(row, seed=1, hands=1),
        lambda: vectorized_rules.least_deadwood([7], variant=row),
        lambda: vectorized_rules.choices(states_as_rows([]), variant=row),
    ):
        with pytest.raises(VariantError):
            door()


FIELDS = [
    ("phase", 10), ("phase", -1), ("turn", 2), ("dealer", -1), ("closing", 4), ("top", 52), ("taken", -2),
    ("closed", 100), ("cards0", 1 << 52), ("cards1", -1), ("cards0", (1 << 11) - 1), ("twins1", 1 << 51),
    ("pile", 1 << 60), ("stock", 105), ("stock", -1), ("turns", -1), ("idle", -1),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), FIELDS)
def test_what_is_no_state_is_refused(field: str, value: int) -> None:
    """The law trusts its states: with an invalid one it reads beyond its tables, or never ends."""
    visits = walk(DEFAULT, random.Random(2)).visits[:2]
    states = states_as_rows(visit.state for visit in visits)
    states[field][1] = value
    for door in (
        vectorized_rules.choices,
        lambda rows: vectorized_rules.states_after(rows, [visit.action for visit in visits], [0, 0]),
        vectorized_rules.scores,
    ):
        with pytest.raises(ValueError, match="place 1: no state of a hand"):
            door(states)


def test_the_stock_yields_faces() -> None:
    visits = [visit for visit in walk(DEFAULT, random.Random(2)).visits if visit.action == DRAW]
    states, draws = states_as_rows(visit.state for visit in visits), [DRAW] * len(visits)
    for face in (-1, 52, 99):
        with pytest.raises(ValueError, match="place 1: the stock yields no such face"):
            vectorized_rules.states_after(states, draws, [5, face, *[5] * (len(visits) - 2)])


def test_an_illegal_action_says_where() -> None:
    visits = walk(presets()[0], random.Random(2)).visits[:6]
    states = states_as_rows(visit.state for visit in visits)
    actions, faces = [visit.action for visit in visits], [visit.face for visit in visits]
    known = ", ".join(map(str, allowed_actions(visits[4].options)))
    for wrong in (-1, 108, 1 << 40, 107):
        with pytest.raises(ValueError, match=f"place 4: action {wrong} is not allowed; allowed: {known}"):
            vectorized_rules.states_after(states, [*actions[:4], wrong, wrong], faces)
    assert vectorized_rules.states_after(states, actions, faces, variant=presets()[0]).dtype == STATE_ROW


def test_a_hand_that_goes_on_has_no_score() -> None:
    done = walk(DEFAULT, random.Random(4))
    states = states_as_rows([done.last, done.visits[0].state])
    with pytest.raises(ValueError, match="place 1: the hand is not over"):
        vectorized_rules.scores(states)
    with pytest.raises(ValueError, match="STATE_ROW"):
        vectorized_rules.scores(np.zeros(3, RESULT_ROW))
