"""Style of the other seat, inferred from the earlier hands of the match in which its cards were shown."""

from __future__ import annotations

import math
import random
from collections import Counter
from functools import lru_cache
from typing import Final

from ginrummy.game.cards import FACE_COUNT, faces_of
from ginrummy.game.moves import CLOSINGS, NO_HAND, MoveKind
from ginrummy.game.view import HIDDEN, EarlierHand, View
from ginrummy.kernel import actions
from ginrummy.kernel.integer_types import uint64
from ginrummy.players.evaluation import ALL_STYLES, sample_worlds, walk_from
from ginrummy.players.opponent_history import PossiblePast, discards_not_from_pile, opponent_actions_in
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.turns import first_state, hand_size
from ginrummy.rules.types import Seat
from ginrummy.variants import Variant

SAMPLES: Final = 100
TRUST: Final = 0.5
"""Weight of an earlier hand: no player follows either style exactly."""
MOST: Final = 3.0
"""Upper bound on the log-odds, however many hands agree: twenty to one, because styles change."""


def patience_log_odds(view: View) -> float:
    """Return the log-odds that the other seat is patient, as `steady` is, and not prompt, as `simple` is.

    They come from the earlier hands of the match alone, and are 0 before the first.
    """
    shown = math.fsum(patience_in(view.variant, hand, view.seat) for hand in view.earlier)
    return max(-MOST, min(MOST, TRUST * shown))


@lru_cache(maxsize=256)  # requested again at each decision
def patience_in(variant: Variant, hand: EarlierHand, seat: Seat) -> float:
    """Return the log-odds from one hand, as `seat` saw it, or 0 when the other cards were not shown.

    The other seat's cards are known. A walk samples the orders in which they may have come.
    """
    if hand.shown is None:
        return 0.0
    past, key = possible_past_of_hand(variant, hand, seat), uint64(len(hand.events))
    worlds = sample_worlds(variant, walk_from(past, ALL_STYLES), SAMPLES, 0, key)
    patient = sum(worlds.styles.tolist())
    return math.log((patient + 0.5) / (SAMPLES - patient + 0.5))


def possible_past_of_hand(variant: Variant, hand: EarlierHand, seat: Seat) -> PossiblePast:
    """Return one possible order in which the other seat got its cards in a finished hand.

    The cards that it discarded come first. If it closed face down, the closing card is random.
    """
    upcard = NO_FACE if hand.upcard is None else hand.upcard
    start = first_state(variant, hand.dealer, (NO_HAND, NO_HAND), upcard)
    observed, memories = opponent_actions_in(hand.events, variant, start, seat)
    kept, taken = discards_not_from_pile(variant, observed), faces_of(memories[seat].known)
    held = Counter(faces_of(hand.shown or NO_HAND)) - Counter(taken)
    dealt = hand_size(variant, hand.dealer, 1 - seat)
    draws = sum(seen.action == actions.DRAW for seen in observed)
    cards = [*kept, *held.elements()]
    if len(cards) < dealt + draws:
        cards.append(closing_card(variant, hand))
    return PossiblePast(observed, cards, dealt, [], memories)


def closing_card(variant: Variant, hand: EarlierHand) -> int:
    """Return the card that the other seat closed with, a random one if it lay face down."""
    face = max((event.face for event in hand.events if event.kind in CLOSINGS), default=HIDDEN)
    if face != HIDDEN:
        return face
    seen = Counter[int]([*faces_of(hand.hand), *faces_of(hand.shown or NO_HAND)])
    seen.update(event.face for event in hand.events if event.kind is MoveKind.DISCARD)
    left = [face for face in range(FACE_COUNT) if seen[face] < variant.decks and face != hand.upcard]
    return random.Random(len(hand.events)).choice(left)
