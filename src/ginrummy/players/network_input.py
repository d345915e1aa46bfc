"""Input of the network: planes of cards by suit, and numbers. Plain functions that compile as they are.

All of it is known to the seat to move. Apart from the cards it contains estimates of `steady`, in the same
units for every game: what a discard leaves and costs, and the worth of a knock against playing on.
"""

from __future__ import annotations

from typing import Any, Final

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.actions import CLOSE, DRAW, TAKE
from ginrummy.kernel.observation import KnownCards, known_cards
from ginrummy.players.candidate_actions import deadwood_left_by, least_closing
from ginrummy.players.hand_facts import (
    PublicKnowledge,
    copies_out,
    feeding_chance,
    gin_outs,
    helping_faces,
    highest_points,
    infer_other_hand,
    unmatched_faces,
)
from ginrummy.players.steady_strategy import STEADY, advantage_of_playing_on, discard_cost, steady_action
from ginrummy.rules.cards import (
    NO_FACE,
    RANK_COUNT,
    join_hands,
    lowest_bit,
    rank_of,
    single,
    size_of,
    suit_of,
    without,
)
from ginrummy.rules.melds import NO_LIMIT, deadwood, face_points, least_deadwood, run_table_of
from ginrummy.rules.scoring import spade_multiplier
from ginrummy.rules.turns import Choices, Memory, State, choices, closing_deadwood, greatest_limit, take_top
from ginrummy.variants import ACE_CORNER, ACE_HIGH_LOW, NONE, WALL_COMPARE, Variant

(
    OWN, TOP, FRESH, PILE, KNOWN, TAKEN, REFUSED, DISCARDED, UNSEEN, UNMATCHED, LEFT, COST, FEEDS, CHOSEN,
    TWINS, SAVES,
) = range(16)  # fmt: skip
PLANES: Final = 16
SUIT_SIZE: Final = PLANES * RANK_COUNT
PHASES: Final = 7
OPTIONS: Final = PHASES + 12
TAKES: Final = OPTIONS + 10
RULES: Final = TAKES + 1
NUMBERS: Final = RULES + 13
FAR: Final = 150
LATE: Final = 10
NEVER: Final = 1 << 30
ALL_FACES: Final = (1 << FACE_COUNT) - 1


def fill_input(
    variant: Variant, state: State, memory: Memory, own: int, other: int, planes: Any, numbers: Any
) -> None:
    """Write what the seat to move knows to `planes`, (4, 208), and `numbers`, (43,), both of zeros.

    A row of `planes` is a suit: sixteen planes of thirteen ranks. `own` and `other` are the scores of both
    seats in the current game.
    """
    options = choices(variant, state)
    taken = take_top(state) if options.take else state
    hand, reading = taken.hands[state.turn], infer_other_hand(variant, state, memory)
    mark_known(known_cards(state, memory, state.turn), planes)
    mark_faces(planes, UNSEEN, ALL_FACES & ~reading.seen.cards)
    if variant.decks > 1:
        increment_cells(planes, UNSEEN, ALL_FACES & ~reading.seen.twins)
    least = deadwood(variant, hand)
    unmatched = unmatched_faces(variant, hand, least)
    mark_faces(planes, UNMATCHED, unmatched)
    fill_discard_costs(variant, taken, unmatched, reading, planes)
    fill_draw_savings(variant, taken, unmatched, reading, planes)
    fill_state(variant, state, own, other, numbers)
    fill_rules(variant, state, own, other, numbers)
    fill_options(variant, state, taken, options, memory, reading, numbers)
    chosen = steady_action(variant, state, options, memory, 0)
    numbers[TAKES] = flag_number(chosen == TAKE)
    if chosen < DRAW:
        set_cell(planes, CHOSEN, chosen % FACE_COUNT, 1.0 if chosen < CLOSE else -1.0)


def mark_known(known: KnownCards, planes: Any) -> None:
    """Write the sets of cards of an observation to their planes. A card seen twice counts twice."""
    mark_faces(planes, OWN, known.own)
    mark_faces(planes, TOP, known.top)
    mark_faces(planes, FRESH, known.fresh)
    mark_faces(planes, PILE, known.pile)
    mark_faces(planes, KNOWN, known.known)
    mark_faces(planes, TAKEN, known.taken)
    mark_faces(planes, REFUSED, known.refused)
    mark_faces(planes, DISCARDED, known.discarded)
    mark_faces(planes, TWINS, known.own_twins)
    increment_cells(planes, PILE, known.pile_twins)
    increment_cells(planes, KNOWN, known.known_twins)


def mark_faces(planes: Any, plane: int, faces: int) -> None:
    """Set the cells of `faces` in `plane` to 1."""
    while faces:
        face = lowest_bit(faces)
        faces &= faces - 1
        set_cell(planes, plane, face, 1.0)


def increment_cells(planes: Any, plane: int, faces: int) -> None:
    """Add 1 to the cells of `faces` in `plane`."""
    while faces:
        face = lowest_bit(faces)
        faces &= faces - 1
        planes[suit_of(face), plane * RANK_COUNT + rank_of(face)] += 1.0


def set_cell(planes: Any, plane: int, face: int, value: float) -> None:
    """Set the cell of `face` in `plane` to `value`."""
    planes[suit_of(face), plane * RANK_COUNT + rank_of(face)] = value


def fill_discard_costs(
    variant: Variant, state: State, unmatched: int, reading: PublicKnowledge, planes: Any
) -> None:
    """Write what each discard leaves and costs beyond the best, by `steady`, and its risk of feeding."""
    hand = state.hands[state.turn].cards
    least, cheapest = least_after(variant, state), NEVER
    rest = unmatched
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        cheapest = min(cheapest, discard_cost(variant, state, face, unmatched, reading, STEADY))
    rest = hand
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        set_cell(planes, LEFT, face, (deadwood_left_by(variant, state, face) - least) / 10)
        set_cell(planes, FEEDS, face, feeding_chance(variant, reading, face) / 64)
        if unmatched >> face & 1:
            cost = discard_cost(variant, state, face, unmatched, reading, STEADY)
            set_cell(planes, COST, face, min(4.0, (cost - cheapest) / 200))


def fill_draw_savings(
    variant: Variant, state: State, unmatched: int, reading: PublicKnowledge, planes: Any
) -> None:
    """Write for each unseen card its saving if drawn next, times the number of its copies that are out.

    Of eleven cards the one that leaves least is discarded first.
    """
    hand = state.hands[state.turn]
    if size_of(hand) > variant.hand_dealer:
        hand = without(hand, single(least_deadwood_discard(variant, state)))
        unmatched &= hand.cards
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    least, spare, rest = (
        deadwood(variant, hand),
        highest_points(variant, unmatched),
        helping_faces(variant, hand),
    )
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        copies = copies_out(variant, reading.seen, face)
        if copies > 0:
            left = least_deadwood(join_hands(hand, single(face)), runs, same_suit)
            if left < least + face_points(variant, face):
                set_cell(planes, SAVES, face, copies * (least - left + min(left, spare)) / 10)


def fill_state(variant: Variant, state: State, own: int, other: int, numbers: Any) -> None:
    """Write the phase, the counts, the game's parameters and the scores to the first of `numbers`."""
    numbers[min(state.phase, PHASES - 1)] = 1.0
    place = PHASES
    target = max(variant.game_target, 1)
    for value in (
        flag_number(state.dealer == state.turn),
        state.stock / 32,
        state.turns / 20,
        state.idle / 10,
        greatest_limit(variant, state) / 10,
        variant.gin_bonus / 25,
        variant.undercut_bonus / 25,
        max(variant.big_gin_bonus, 0) / 25,
        variant.box_bonus / 25,
        spade_multiplier(variant, state.upcard) / 2,
        own / target,
        other / target,
    ):
        numbers[place] = value
        place += 1


def fill_rules(variant: Variant, state: State, own: int, other: int, numbers: Any) -> None:
    """Write the other rules of the game, both seats' distance to the target, and whether the hand is late."""
    place = RULES
    for value in (
        variant.decks - 1.0,
        flag_number(variant.ace_run == ACE_HIGH_LOW),
        flag_number(variant.ace_run == ACE_CORNER),
        flag_number(variant.ace_points > 1),
        variant.undercut_complete_bonus / 25,
        flag_number(variant.wall_action == WALL_COMPARE),
        flag_number(variant.knock_max_unmatched != NONE),
        flag_number(variant.layoff_on_gin == 1),
        flag_number(variant.gin_void_if_defender_zero == 1),
        flag_number(variant.columns > 1),
        points_to_go(variant, own),
        points_to_go(variant, other),
        min(LATE, state.stock - variant.wall_stock) / LATE,
    ):
        numbers[place] = value
        place += 1


def points_to_go(variant: Variant, score: int) -> float:
    """Return the distance to the target in hundreds of points, a large one where several games run."""
    return FAR / 100 if variant.columns > 1 else min(FAR, variant.game_target - score) / 100


def fill_options(
    variant: Variant, state: State, taken: State, options: Choices, memory: Memory, reading: PublicKnowledge,
    numbers: Any,
) -> None:  # fmt: skip
    """Write the worth of the hand now, with the top card taken, and closed, to the last of `numbers`."""
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    place = OPTIONS
    closing = least_closing(variant, state, options)
    left, outs, worth = 0, 0, 0
    if closing != NO_FACE:
        left = closing_deadwood(variant, state, closing)
        hand = without(state.hands[state.turn], single(closing))
        outs = gin_outs(variant, hand, reading.seen)
        worth = advantage_of_playing_on(variant, state, memory, left, outs, STEADY)
    for value in (
        least_deadwood(state.hands[state.turn], runs, same_suit) / 20,
        flag_number(options.take),
        least_after(variant, taken) / 20 if options.take else 0.0,
        flag_number(options.draw),
        flag_number(options.leave),
        flag_number(closing != NO_FACE),
        left / 10,
        outs / 6,
        max(-2.0, min(2.0, worth / 10000)),
        size_of(memory.known) / 4,
    ):
        numbers[place] = value
        place += 1


def flag_number(flag: bool) -> float:
    """Return 1 for true, 0 for false."""
    return 1.0 if flag else 0.0


def least_after(variant: Variant, state: State) -> int:
    """Return the least deadwood that any discard leaves to the seat to move."""
    return deadwood_left_by(variant, state, least_deadwood_discard(variant, state))


def least_deadwood_discard(variant: Variant, state: State) -> int:
    """Return the face whose discard leaves the seat to move least, the first of several."""
    found, best, rest = NO_FACE, NO_LIMIT, state.hands[state.turn].cards
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        left = deadwood_left_by(variant, state, face)
        if left < best:
            found, best = face, left
    return found
