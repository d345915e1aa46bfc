"""The oracle against exhaustive enumeration on small hands, and against the text of RULES.md."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import closings, match, melds, showdown, turns
from tests.oracle.cards import RANKS, SUITS, Cards, Params, full_deck, hand_of, points_of, total

PRESETS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "golden" / "presets.json").read_text(encoding="utf-8")
)
WAYS = ("standard", "high_low_ace", "round_the_corner", "two_pack")


def params_of(variant: str, **house: Any) -> dict[str, Any]:
    changed: dict[str, Any] = PRESETS[variant]["params"] | house
    return changed


def cards_of(text: str) -> Cards:
    return hand_of(text.split())


def dense_cards(chance: random.Random, size: int, params: Params) -> list[str]:
    """Return cards of a few neighbouring ranks: they meld often, uniform ones seldom."""
    first = chance.randrange(13)
    ranks = {RANKS[(first + step) % 13] for step in range(5)}
    suits = chance.sample(SUITS, 3 if params["decks"] == 2 else 4)
    pool = [card for card in full_deck(params) if card[0] in ranks and card[1] in suits]
    return chance.sample(pool, size)


def groupings(cards: list[str]) -> Iterator[list[list[str]]]:
    """Yield every way to partition `cards`."""
    if not cards:
        yield []
        return
    for heaps in groupings(cards[1:]):
        yield [[cards[0]], *heaps]
        for place, heap in enumerate(heaps):
            yield [*heaps[:place], [cards[0], *heap], *heaps[place + 1 :]]


def plainly_meld(cards: list[str], params: Params) -> bool:
    """Return whether `cards` are a meld, by trying every order of a run."""
    size, suits = len(cards), [card[1] for card in cards]
    if size < 3:
        return False
    if len({card[0] for card in cards}) == 1:
        return size <= 4 and (params["set_same_suit_duplicates"] or len(set(suits)) == size)
    if len(set(suits)) > 1 or len(set(cards)) < size:
        return False
    steps = {(RANKS[place], RANKS[place + 1]) for place in range(12)}
    if params["ace_run"] != "low":
        steps.add(("K", "A"))
    for order in permutations([card[0] for card in cards]):
        inner_ace = "A" in order[1:-1] and params["ace_run"] != "corner"
        if not inner_ace and all(step in steps for step in pairwise(order)):
            return True
    return False


def plain_arrangements(cards: list[str], params: Params) -> set[melds.Arrangement]:
    """Return the arrangements of `cards`, by trying all partitions."""
    found = set()
    for heaps in groupings(cards):
        rows = [hand_of(heap) for heap in heaps if len(heap) > 1]
        if all(plainly_meld(list(row), params) for row in rows):
            loose = hand_of(heap[0] for heap in heaps if len(heap) == 1)
            found.add(melds.Arrangement(tuple(sorted(rows)), loose))
    return found


@pytest.mark.parametrize("variant", WAYS)
def test_arrangements_are_those_of_pure_enumeration(variant: str) -> None:
    params = params_of(variant)
    chance = random.Random(f"arrangements {variant}")
    for _ in range(12):
        hand = dense_cards(chance, 7, params)
        plain = plain_arrangements(hand, params)
        arranger, cards = melds.Arranger(hand_of(hand), params), hand_of(hand)
        assert arranger.arrangements(cards, 1000) == plain
        for most in range(8):
            sums = [total(way.unmatched, params) for way in plain if len(way.unmatched) <= most]
            assert arranger.least(cards, most) == min(sums, default=None)
        assert arranger.least(cards) == min(total(way.unmatched, params) for way in plain)


@pytest.mark.parametrize("variant", WAYS)
def test_melds_are_those_of_pure_enumeration(variant: str) -> None:
    params = params_of(variant)
    chance = random.Random(f"melds {variant}")
    for _ in range(20):
        hand = hand_of(dense_cards(chance, 8, params))
        groups = (group for size in range(3, 7) for group in combinations(hand, size))
        plain = {group for group in groups if plainly_meld(list(group), params)}
        assert {meld for meld in melds.all_melds(hand, params) if len(meld) < 7} == plain


@pytest.mark.parametrize(
    ("variant", "house", "sets", "runs"),
    [
        ("standard", {}, 65, 264),
        ("high_low_ace", {}, 65, 288),
        ("high_low_ace", {"run_max": None}, 65, 304),
        ("round_the_corner", {}, 65, 524),
        ("standard", {"run_max": 4}, 65, 84),
        ("two_pack", {"run_max": 3}, 13 * (16 + 19), 48),
        ("two_pack", {"run_max": 3, "set_same_suit_duplicates": False}, 65, 48),
    ],
)
def test_so_many_melds_are_in_the_cards(variant: str, house: dict[str, Any], sets: int, runs: int) -> None:
    params = params_of(variant, **house)
    found = melds.all_melds(hand_of(full_deck(params)), params)
    in_one_rank = {meld for meld in found if len({card[0] for card in meld}) == 1}
    assert (len(in_one_rank), len(found) - len(in_one_rank)) == (sets, runs)


def plain_defence(table: tuple[Cards, ...], hand: list[str], params: Params) -> int:
    """Return the least deadwood over every place of every card."""
    least = 1000
    for places in product(range(len(table) + 1), repeat=len(hand)):
        longer = [
            [*meld, *(card for card, place in zip(hand, places, strict=True) if place == number)]
            for number, meld in enumerate(table)
        ]
        if all(plainly_meld(row, params) for row in longer):
            kept = [card for card, place in zip(hand, places, strict=True) if place == len(table)]
            ways = plain_arrangements(kept, params)
            least = min(least, *(total(way.unmatched, params) for way in ways))
    return least


@pytest.mark.parametrize("variant", WAYS)
def test_the_defence_is_that_of_pure_enumeration(variant: str) -> None:
    params = params_of(variant)
    chance = random.Random(f"defence {variant}")
    tried = 0
    while tried < 12:
        cards = dense_cards(chance, 12, params)
        knocker, defender = hand_of(cards[:7]), cards[7:]
        spread = min(melds.best_arrangements(knocker, params), key=lambda way: (len(way.unmatched), way))
        if len(spread.melds) < 2:
            continue
        tried += 1
        best = showdown.best_defence(spread.melds, hand_of(defender), params, lay_off=True)
        assert best.deadwood == plain_defence(spread.melds, defender, params)
        assert best.deadwood == melds.least_deadwood(best.kept, params)
        assert hand_of((*best.kept, *best.laid_off)) == hand_of(defender)


def test_an_arrangement_that_is_not_the_least_may_have_to_be_shown() -> None:
    """RULES 5.5: the least deadwood is four cards, so that with three allowed another one is shown."""
    hand = cards_of("AC AH AS 2C 2D 2H 2S 3D 3S 4C KH")
    for most, shown in ((None, 9), (4, 9), (3, 10)):
        params = params_of("standard", knock_max_unmatched=most)
        found = closings.closings(hand, params, closings.Table()).closings
        assert found["KH"] == ("knock", shown)
    narrow = params_of("standard", knock_max_unmatched=2)
    assert closings.closings(hand, narrow, closings.Table()).closings == {}


def test_the_automatic_spread_gives_the_least_away() -> None:
    """RULES 6.2: the example of 6.1."""
    params = params_of("modern")
    hand = cards_of("3C 4C 5C 6C 6S 6H 6D 2D 3S AH")
    best = showdown.automatic_spread(hand, params, 10)
    assert best.melds == (("3C", "4C", "5C"), ("6C", "6D", "6H", "6S"))
    assert showdown.openings(best, params) == ["2C"]
    other = melds.Arrangement((("3C", "4C", "5C", "6C"), ("6D", "6H", "6S")), best.unmatched)
    assert other in melds.spreads(hand, params, 10)
    assert showdown.openings(other, params) == ["2C", "7C"]


def test_the_limit_by_the_visible_discard_has_three_readings() -> None:
    """RULES 5.4, own discard aside: the pile 9♦ under the 4♦ that was taken."""
    table = closings.Table("KS", "9D", "4D")
    limits = {
        source: closings.limit_for("5C", table, params_of("two_pack", limit_source=source))
        for source in ("visible_at_declaration", "visible_before_draw", "own_discard")
    }
    assert limits == {"visible_at_declaration": 9, "visible_before_draw": 4, "own_discard": 5}
    assert closings.limit_for("5C", closings.Table("7D", None, "7D"), params_of("two_pack")) == 7


def plays(params: Params, seed: str) -> Iterator[turns.State]:
    """Yield the states of a random hand."""
    chance = random.Random(seed)
    deck = list(full_deck(params))
    chance.shuffle(deck)
    state = turns.deal(deck, chance.randrange(2), params)
    yield state
    while state.phase != "over":
        state = turns.play(state, chance.choice(sorted(turns.legal(state))))
        yield state


@pytest.mark.parametrize("variant", PRESETS)
@pytest.mark.parametrize("wall_action", ["void", "compare", "last_discard"])
def test_hands_keep_their_cards_and_end(variant: str, wall_action: str) -> None:
    params = params_of(variant, wall_action=wall_action)
    for number in range(3):
        for state in plays(params, f"{variant} {number}"):
            cards = (*state.hands[0], *state.hands[1], *state.stock, *state.pile)
            assert hand_of(cards) == hand_of(full_deck(params))
            assert (state.phase == "over") == (not turns.legal(state)) == (state.ending is not None)
            assert len(state.stock) >= params["wall_stock"]


def gin_deck(params: Params, first: str) -> list[str]:
    """Return a deck that deals the non-dealer three fours, fives, sixes and one `first` card."""
    wanted = ["4S", "4H", "4D", "5S", "5H", "5D", "6S", "6H", "6D", first]
    others = [card for card in full_deck(params) if card not in wanted]
    dealt = [card for pair in zip(wanted, others, strict=False) for card in pair]
    return dealt + others[len(wanted) :]


def test_nobody_closes_on_the_first_turn_where_it_is_forbidden() -> None:
    """RULES 5.9."""
    for allowed in (True, False):
        params = params_of("modern", first_turn_knock=allowed)
        state = turns.deal(gin_deck(params, "AS"), 0, params)
        state = turns.play(state, ("take",))
        assert any(action[0] == "knock" for action in turns.legal(state)) is allowed
    state = turns.play(state, ("discard", "AS"))
    state = turns.play(turns.play(state, ("draw",)), ("discard", state.hands[0][0]))
    state = turns.play(state, ("draw",))
    assert {"knock", "gin"} & {action[0] for action in turns.legal(state)}


def test_taking_and_returning_for_ever_is_void() -> None:
    """RULES 4.8."""
    params = params_of("standard", endless_turns=6, knock_limit={"type": "none"})
    state = turns.deal(full_deck(params), 0, params)
    state = turns.play(turns.play(state, ("draw",)), ("discard", state.stock[0]))
    for turn in range(1, 7):
        state = turns.play(state, ("take",))
        gone = next(action for action in sorted(turns.legal(state)) if action[0] == "discard")
        state = turns.play(state, gone)
        assert (state.phase == "over") is (turn == 6)
    assert state.ending == turns.Ending("void")


def test_the_last_discard_is_taken_only_to_close() -> None:
    """RULES 8.4."""
    params = params_of("modern", wall_action="last_discard", wall_stock=2)
    hand = cards_of("4S 4H 4D 5S 5H 5D 6S 6H 9C 8C")
    other = cards_of("KS KH QD JC TD 9H 8D 7C 3H 2D")
    for last, may_take in (("6D", True), ("KD", False)):
        state = turns.State(params, 0, (other, hand), ("AS", "AC"), (last,), "7D", "last_offer", 1)
        assert turns.legal(state) == ({("pass",), ("take",)} if may_take else {("pass",)})
        assert turns.play(state, ("pass",)).ending == turns.Ending("void")
    state = turns.State(params, 0, (other, hand), ("AS", "AC"), ("6D",), "7D", "last_offer", 1)
    closing = turns.play(state, ("take",))
    assert turns.legal(closing) == {("knock", "8C"), ("knock", "9C")}


def test_an_undercut_may_be_doubled_with_its_strokes() -> None:
    """RULES 7.7, 7.8, 9.2."""
    house = {"spade_doubles_boxes": True}
    doubled = showdown.score(6, 4, params_of("oklahoma_full", **house), upcard="6S")
    assert (doubled.points, doubled.extra_coups, doubled.boxes) == (54, 2, 2)
    plain = showdown.score(6, 4, params_of("oklahoma_full"), upcard="6S")
    assert (plain.points, plain.extra_coups, plain.boxes) == (54, 1, 1)


def test_the_difference_of_a_manche_goes_to_the_greater_total() -> None:
    """RULES 11.3: the winner of the manche may have the smaller one."""
    params = params_of("oklahoma_extra", session_mode="difference_to_winner")
    manche = match.partie([match.Won(1, 190, 6), match.Won(0, 200)], params)
    assert [entry.winner for entry in manche.manches] == [0]
    assert manche.partie == (0, 140)


def test_each_column_is_a_match_of_its_own() -> None:
    """RULES 10.6."""
    params = params_of("hollywood_full", rubber_bonus=50, shutout={"type": "double_hand_points"})
    sheet = match.hollywood([match.Won(0, 150)] * 3, params)
    assert sheet.columns == ((150, 0), (150, 0), (150, 0))
    assert sheet.entries == ((1,), (2,), (3,))
    assert sheet.grand_total == (3 * (300 + 100 + 25 + 100) + 50, 0)


def test_equal_cuts_are_cut_again() -> None:
    """RULES 3.1."""
    assert match.first_dealer(("AS", "KH")) == 0
    assert match.first_dealer(("TS", "9H")) == 1
    assert match.first_dealer(("7S", "7H")) is None


def test_points_of_every_rank() -> None:
    """RULES 1.3, 1.4."""
    counts = [points_of(rank + "H", params_of("standard")) for rank in RANKS]
    assert counts == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert points_of("AS", params_of("two_pack")) == 15


def test_the_twin_of_the_card_taken_may_go() -> None:
    """RULES 4.6: it is the physical card that may not be discarded."""
    params = params_of("two_pack")
    assert closings.may_discard("QD", cards_of("QD QD 3H"), "QD", params)
    assert not closings.may_discard("QD", cards_of("QD 4D 3H"), "QD", params)
    assert closings.may_discard("QD", cards_of("QD 4D 3H"), None, params)
    lenient = params_of("two_pack", allow_discard_taken_card=True)
    assert closings.may_discard("QD", cards_of("QD 4D 3H"), "QD", lenient)
    hand = cards_of("4S 5S 6S 7S 9H 9D 9C 9S 3D 3D 4H")
    found = closings.closings(hand, params, closings.Table(discard_top="8H", taken="3D"))
    assert found.closings == {"3D": ("knock", 7), "4H": ("knock", 6)}
