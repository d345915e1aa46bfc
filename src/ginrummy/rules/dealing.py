"""The deal: hands, upcard and stock from a shuffled deck, and later draws from the stock (RULES 3.2, 3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from ginrummy.rules.card_encoding import FACE_COUNT, NO_FACE
from ginrummy.rules.hand import Hand, joined, no_cards, single
from ginrummy.rules.turns import DISCARD, DRAW, NO_CLOSING, OFFER, Pile, State
from ginrummy.rules.variant import FIRST_DISCARD, FIRST_OFFER, Variant


def deal_deck(variant: Variant, deck: Sequence[int], dealer: int) -> State:
    """Return the state after `deck`, card numbers, is dealt one card at a time, non-dealer first."""
    own, other = no_cards(), no_cards()
    for place in range(variant.hand_dealer):
        other = joined(other, single(deck[2 * place] % FACE_COUNT))
        own = joined(own, single(deck[2 * place + 1] % FACE_COUNT))
    dealt = cards_dealt(variant)
    for place in range(2 * variant.hand_dealer, dealt):
        other = joined(other, single(deck[place] % FACE_COUNT))
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
    else:
        phase = OFFER if variant.first_turn == FIRST_OFFER else DRAW
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
