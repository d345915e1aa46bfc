"""The play of one hand: the seat to move, its legal options, and their effect (RULES 3 to 5, 8).

Chance is an input: the card that the stock yields is an argument of `draw_stock`. The functions that play a
move trust that `choices` allowed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ginrummy.rules.cards import (
    ACE,
    FACE_COUNT,
    NO_FACE,
    SUIT_COUNT,
    Hand,
    join_hands,
    lowest_bit,
    no_cards,
    rank_of,
    single,
    without,
)
from ginrummy.rules.discards import closing_discards
from ginrummy.rules.melds import (
    deadwood,
    deadwood_with_max_unmatched,
    face_points,
    least_deadwood,
    run_table_of,
)
from ginrummy.rules.variant import (
    FIGURE_POINTS,
    FIRST_DISCARD,
    FIRST_FREE,
    FIRST_OFFER_FREE,
    LIMIT_ACE_GIN,
    LIMIT_ACE_ONE,
    LIMIT_DISCARD,
    LIMIT_FIXED,
    LIMIT_NONE,
    NONE,
    SOURCE_BEFORE_DRAW,
    SOURCE_OWN_DISCARD,
    WALL_COMPARE,
    WALL_LAST_DISCARD,
    Variant,
)

OFFER, OFFER_DEALER, STOCK_ONLY, DRAW, DISCARD, LAST_DISCARD, MUST_CLOSE, CLOSED, OVER, COMPARED = range(10)
NO_CLOSING, CLOSED_KNOCK, CLOSED_GIN, CLOSED_BIG_GIN = range(4)


class Pile(NamedTuple):
    """The discards: all of them, the top one and the one beneath it, `NO_FACE` if missing."""

    cards: Hand
    top: int
    beneath: int


class State(NamedTuple):
    """The full state of a hand in play, except the order of the stock.

    `stock` counts the face-down cards. `taken` is the card taken from the pile in this turn. `turns` counts
    finished turns, and `idle` those in a row without a stock draw. `closing` is the kind of closing and
    `closed` the closing discard. A missing face is `NO_FACE`.
    """

    phase: int
    turn: int
    dealer: int
    hands: tuple[Hand, Hand]
    stock: int
    pile: Pile
    upcard: int
    taken: int
    turns: int
    idle: int
    closing: int
    closed: int


class Choices(NamedTuple):
    """The legal options of the seat to move: flags, and the faces to discard or close with."""

    draw: bool
    take: bool
    leave: bool
    discards: int
    closings: int
    big_gin: bool


def limit_of_card(variant: Variant, face: int) -> int:
    """Return the knock limit that a governing card sets: its points, an ace by agreement (RULES 5.3, 5.4)."""
    if face == NO_FACE:
        return 0
    if rank_of(face) != ACE:
        return face_points(variant, face)
    if variant.knock_ace == LIMIT_ACE_GIN:
        return 0
    return 1 if variant.knock_ace == LIMIT_ACE_ONE else FIGURE_POINTS


def governing_card(variant: Variant, state: State, discard: int) -> int:
    """Return the card of the pile that sets the limit for closing with `discard` (RULES 5.4)."""
    if variant.limit_source == SOURCE_OWN_DISCARD:
        return discard
    if variant.limit_source == SOURCE_BEFORE_DRAW:
        return state.taken if state.taken != NO_FACE else state.pile.top
    return state.pile.top if state.pile.top != NO_FACE else state.taken


def knock_limit(variant: Variant, state: State, discard: int) -> int:
    """Return the deadwood limit for closing with `discard`, or `NONE` without knocking."""
    if variant.knock_limit == LIMIT_NONE:
        return NONE
    if variant.knock_limit == LIMIT_FIXED:
        return variant.knock_value
    if variant.knock_limit == LIMIT_DISCARD:
        return limit_of_card(variant, governing_card(variant, state, discard))
    return limit_of_card(variant, state.upcard)


def has_limit_per_discard(variant: Variant) -> bool:
    """Return whether each closing discard sets a limit of its own (RULES 5.4)."""
    return variant.knock_limit == LIMIT_DISCARD and variant.limit_source == SOURCE_OWN_DISCARD


def limit_of_all_discards(variant: Variant, state: State) -> int:
    """Return the knock limit common to all closing discards, or `NONE` without knocking or a common limit.

    If each closing discard sets its own, one that is face up has set it.
    """
    if has_limit_per_discard(variant) and state.closed == NO_FACE:
        return NONE
    return knock_limit(variant, state, state.closed)


def greatest_limit(variant: Variant, state: State) -> int:
    """Return the greatest knock limit that any closing discard may set now, or `NONE` without knocking."""
    return best_limit(variant) if has_limit_per_discard(variant) else knock_limit(variant, state, NO_FACE)


def choices(variant: Variant, state: State) -> Choices:
    """Return the legal options of the seat to move; none once the hand is closed or over."""
    phase = state.phase
    if phase == DISCARD or phase == MUST_CLOSE:
        return discard_choices(variant, state)
    if phase == OFFER or phase == OFFER_DEALER:
        return Choices(False, True, True, 0, 0, False)
    if phase == DRAW:
        return Choices(True, state.pile.top != NO_FACE, False, 0, 0, False)
    if phase == STOCK_ONLY:
        return Choices(True, False, False, 0, 0, False)
    if phase == LAST_DISCARD:
        return Choices(False, may_take_last_discard(variant, state), True, 0, 0, False)
    return Choices(False, False, False, 0, 0, False)


def held_back(variant: Variant, taken: int) -> int:
    """Return the face of the card just taken if that card must stay, else `NO_FACE` (RULES 4.6)."""
    return taken if variant.allow_discard_taken_card == 0 else NO_FACE


def discardable_faces(hand: Hand, held_back: int) -> int:
    """Return the faces of `hand` that may be put away: of the face held back, a twin only (RULES 4.6)."""
    if held_back == NO_FACE:
        return hand.cards
    return hand.cards & ~(single(held_back).cards & ~hand.twins)


def discard_choices(variant: Variant, state: State) -> Choices:
    """Return the discards, the closings and the big gin for a hand of eleven cards (RULES 4.5, 4.6, 5)."""
    hand = state.hands[state.turn]
    allowed = discardable_faces(hand, held_back(variant, state.taken))
    closings, big_gin = 0, False
    if state.turns > 0 or variant.first_turn_knock == 1:
        runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
        least = least_deadwood(hand, runs, same_suit)
        big_gin = least == 0 and variant.big_gin_bonus != NONE and has_drawn(variant, state)
        if least <= best_limit(variant) + dearest_card_points(variant):
            closings = closings_of(variant, state, allowed)
    discards = 0 if state.phase == MUST_CLOSE else allowed
    return Choices(False, False, False, discards, closings, big_gin)


def has_drawn(variant: Variant, state: State) -> bool:
    """Return whether the seat to move drew a card this turn, unlike the eleven-card first turn (4.3)."""
    return variant.first_turn != FIRST_DISCARD or state.turns > 0


def best_limit(variant: Variant) -> int:
    """Return the greatest limit that this variant can ever set."""
    if variant.knock_limit == LIMIT_NONE:
        return 0
    return variant.knock_value if variant.knock_limit == LIMIT_FIXED else FIGURE_POINTS


def dearest_card_points(variant: Variant) -> int:
    """Return the highest points of a card."""
    return max(FIGURE_POINTS, variant.ace_points)


def most_deadwood(variant: Variant) -> int:
    """Return an upper bound on deadwood: the dearest cards, none shown in a meld (2.6, 6.6)."""
    aces = min(variant.hand_dealer, SUIT_COUNT * variant.decks)
    return variant.hand_dealer * FIGURE_POINTS + aces * (dearest_card_points(variant) - FIGURE_POINTS)


def closings_of(variant: Variant, state: State, allowed: int) -> int:
    """Return the faces of `allowed` that may be the closing discard, for a knock or for gin."""
    hand = state.hands[state.turn]
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    limit = max(0, greatest_limit(variant, state))
    closings = closing_discards(hand, allowed, runs, same_suit, limit)
    if variant.knock_max_unmatched == NONE and not has_limit_per_discard(variant):
        return closings
    kept, rest = 0, closings
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        if closing_deadwood(variant, state, face) <= max(0, knock_limit(variant, state, face)):
            kept |= 1 << face
    return kept


def closing_deadwood(variant: Variant, state: State, discard: int) -> int:
    """Return the least deadwood that may be shown after `discard`, or `NO_LIMIT` without an arrangement."""
    rest = without(state.hands[state.turn], single(discard))
    return deadwood_with_max_unmatched(variant, rest, variant.knock_max_unmatched)


def may_take_last_discard(variant: Variant, state: State) -> bool:
    """Return whether the last discard would let the seat to move close (RULES 8.4)."""
    taken = discard_choices(variant, take_discard(state, MUST_CLOSE))
    return taken.closings != 0 or taken.big_gin


def with_mover_hand(state: State, hand: Hand) -> tuple[Hand, Hand]:
    """Return the two hands, with `hand` for the seat to move."""
    return (hand, state.hands[1]) if state.turn == 0 else (state.hands[0], hand)


def open_hand_state(
    state: State,
    phase: int,
    turn: int,
    hands: tuple[Hand, Hand],
    stock: int,
    pile: Pile,
    taken: int,
    turns: int,
    idle: int,
) -> State:
    """Return the state of the open hand after `state`: `turn` is to move in `phase`."""
    return State(
        phase=phase,
        turn=turn,
        dealer=state.dealer,
        hands=hands,
        stock=stock,
        pile=pile,
        upcard=state.upcard,
        taken=taken,
        turns=turns,
        idle=idle,
        closing=NO_CLOSING,
        closed=NO_FACE,
    )


def leave_top(variant: Variant, state: State) -> State:
    """Return the state after the upcard, or the last discard, is left (RULES 4.1, 8.4)."""
    if state.phase == LAST_DISCARD:
        phase, turn = OVER, state.turn
    elif state.phase == OFFER:
        phase, turn = OFFER_DEALER, 1 - state.turn
    else:
        phase = DRAW if variant.first_turn == FIRST_OFFER_FREE else STOCK_ONLY
        turn = 1 - state.turn
    return open_hand_state(
        state, phase, turn, hands=state.hands, stock=state.stock, pile=state.pile,
        taken=NO_FACE, turns=state.turns, idle=state.idle,
    )  # fmt: skip


def draw_stock(state: State, face: int) -> State:
    """Return the state after the seat to move drew `face` from the stock (RULES 4.4)."""
    hands = with_mover_hand(state, join_hands(state.hands[state.turn], single(face)))
    return open_hand_state(
        state, DISCARD, state.turn, hands=hands, stock=state.stock - 1, pile=state.pile,
        taken=NO_FACE, turns=state.turns, idle=state.idle,
    )  # fmt: skip


def take_top(state: State) -> State:
    """Return the state after the seat to move took the top of the pile (RULES 4.4, 8.4)."""
    return take_discard(state, MUST_CLOSE if state.phase == LAST_DISCARD else DISCARD)


def take_discard(state: State, phase: int) -> State:
    """Return the state in `phase` after the seat to move took the top of the pile."""
    card = single(state.pile.top)
    hands = with_mover_hand(state, join_hands(state.hands[state.turn], card))
    pile = Pile(without(state.pile.cards, card), state.pile.beneath, NO_FACE)
    return open_hand_state(
        state, phase, state.turn, hands=hands, stock=state.stock, pile=pile,
        taken=state.pile.top, turns=state.turns, idle=state.idle,
    )  # fmt: skip


def discard_card(variant: Variant, state: State, face: int) -> State:
    """Return the state after the seat to move discarded `face`, including the end of the stock (4.8, 8.1)."""
    idle = state.idle + 1 if state.taken != NO_FACE else 0
    phase = DRAW
    if state.stock <= variant.wall_stock:
        phase = wall_phase(variant)
    elif idle >= variant.endless_turns:
        phase = OVER
    card = single(face)
    hands = with_mover_hand(state, without(state.hands[state.turn], card))
    pile = Pile(join_hands(state.pile.cards, card), face, state.pile.top)
    return open_hand_state(
        state, phase, 1 - state.turn, hands=hands, stock=state.stock, pile=pile,
        taken=NO_FACE, turns=state.turns + 1, idle=idle,
    )  # fmt: skip


def wall_phase(variant: Variant) -> int:
    """Return the phase after the discard that leaves the last cards in the stock (RULES 8)."""
    if variant.wall_action == WALL_COMPARE:
        return COMPARED
    return LAST_DISCARD if variant.wall_action == WALL_LAST_DISCARD else OVER


def close_hand(variant: Variant, state: State, face: int) -> State:
    """Return the state after the seat to move closed with `face`: gin at zero, else a knock (RULES 5.6)."""
    rest = without(state.hands[state.turn], single(face))
    return closed_state(state, rest, CLOSED_GIN if deadwood(variant, rest) == 0 else CLOSED_KNOCK, face)


def declare_big_gin(state: State) -> State:
    """Return the state after the seat to move declared big gin with all its cards (RULES 5.7)."""
    return closed_state(state, state.hands[state.turn], CLOSED_BIG_GIN, NO_FACE)


def closed_state(state: State, hand: Hand, closing: int, face: int) -> State:
    """Return the state in which the seat to move has closed and shows `hand`."""
    return State(
        phase=CLOSED,
        turn=state.turn,
        dealer=state.dealer,
        hands=with_mover_hand(state, hand),
        stock=state.stock,
        pile=state.pile,
        upcard=state.upcard,
        taken=state.taken,
        turns=state.turns,
        idle=state.idle,
        closing=closing,
        closed=face,
    )


def spread_limit(variant: Variant, state: State) -> int:
    """Return the deadwood limit for the spread of a closed hand: 0 for gin, else the knock limit."""
    if state.closing != CLOSED_KNOCK:
        return 0
    return knock_limit(variant, state, state.closed)


def deal_deck(variant: Variant, deck: Sequence[int], dealer: int) -> State:
    """Return the state after `deck`, card numbers, is dealt one card at a time, non-dealer first."""
    own, other = no_cards(), no_cards()
    for place in range(variant.hand_dealer):
        other = join_hands(other, single(deck[2 * place] % FACE_COUNT))
        own = join_hands(own, single(deck[2 * place + 1] % FACE_COUNT))
    dealt = cards_dealt(variant)
    for place in range(2 * variant.hand_dealer, dealt):
        other = join_hands(other, single(deck[place] % FACE_COUNT))
    upcard = deck[dealt] % FACE_COUNT if variant.upcard == 1 else NO_FACE
    hands = (own, other) if dealer == 0 else (other, own)
    return first_state(variant, dealer, hands, upcard)


def cards_dealt(variant: Variant) -> int:
    """Return how many cards both hands get, without the upcard."""
    return variant.hand_dealer + variant.hand_nondealer


def hand_size(variant: Variant, dealer: int, seat: int) -> int:
    """Return how many cards `seat` is dealt (RULES 3.2)."""
    return variant.hand_dealer if seat == dealer else variant.hand_nondealer


def first_state(variant: Variant, dealer: int, hands: tuple[Hand, Hand], upcard: int) -> State:
    """Return the state before the first move; `upcard` is `NO_FACE` if none is turned (RULES 4.1-4.3)."""
    if variant.first_turn == FIRST_DISCARD:
        phase = DISCARD
    elif variant.first_turn == FIRST_FREE:
        phase = DRAW
    else:
        phase = OFFER
    return State(
        phase=phase,
        turn=1 - dealer,
        dealer=dealer,
        hands=hands,
        stock=FACE_COUNT * variant.decks - cards_dealt(variant) - variant.upcard,
        pile=Pile(single(upcard) if upcard != NO_FACE else no_cards(), upcard, NO_FACE),
        upcard=upcard,
        taken=NO_FACE,
        turns=0,
        idle=0,
        closing=NO_CLOSING,
        closed=NO_FACE,
    )


def next_face(deck: Sequence[int], state: State) -> int:
    """Return the face that the stock yields next, or `NO_FACE` if it is empty."""
    return deck[len(deck) - state.stock] % FACE_COUNT if state.stock > 0 else NO_FACE


class Memory(NamedTuple):
    """The other seat as the pile shows it: the faces that it certainly holds, and those that it handled.

    `known` are the cards taken from the pile that have not left the hand since. `taken`, `refused` and
    `discarded` are all that it ever took, left on the pile (passing, or drawing from the stock) and
    discarded.
    """

    known: Hand
    taken: int
    refused: int
    discarded: int


def no_memory() -> Memory:
    """Return the memory before the first move: empty."""
    return Memory(no_cards(), 0, 0, 0)


def remember_take(memory: Memory, face: int) -> Memory:
    """Return `memory` after the other seat took `face` from the pile."""
    known = join_hands(memory.known, single(face))
    return Memory(known, memory.taken | 1 << face, memory.refused, memory.discarded)


def remember_refusal(memory: Memory, face: int) -> Memory:
    """Return `memory` after the other seat left `face` on the pile; `NO_FACE` is no card."""
    if face == NO_FACE:
        return memory
    return Memory(memory.known, memory.taken, memory.refused | 1 << face, memory.discarded)


def remember_discard(memory: Memory, face: int, held_back: int) -> Memory:
    """Return `memory` after the other seat discarded `face`; `turns.held_back` gives the card that stayed."""
    known = known_after(memory.known, face, held_back)
    return Memory(known, memory.taken, memory.refused, memory.discarded | 1 << face)


def remember_closing(memory: Memory, face: int, held_back: int) -> Memory:
    """Return `memory` after the other seat closed with `face`, `NO_FACE` for a card face down.

    A face-down card may be any known card except the one that stayed. The others are no longer certain.
    """
    known = memory.known
    if face == NO_FACE:
        known = without(known, Hand(discardable_faces(known, held_back), 0))
    else:
        known = known_after(known, face, held_back)
    return Memory(known, memory.taken, memory.refused, memory.discarded)


def known_after(known: Hand, face: int, held_back: int) -> Hand:
    """Return the known cards of a hand after it put `face` away, face up.

    A known card of the face has gone, unless it is the card held back: then its twin has gone.
    """
    return without(known, single(face)) if discardable_faces(known, held_back) >> face & 1 == 1 else known
