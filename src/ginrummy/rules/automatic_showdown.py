"""The end of a hand: what is out of play, the automatic showdown and the score (RULES 6 to 8)."""

from __future__ import annotations

from ginrummy.rules.card_encoding import NO_FACE
from ginrummy.rules.hand import Hand, joined, single
from ginrummy.rules.melds import deadwood
from ginrummy.rules.scoring import HandScore, score_void, score_wall
from ginrummy.rules.showdown import Defence, best_defence, settle
from ginrummy.rules.spreads import Spread, best_spread
from ginrummy.rules.turns import CLOSED, COMPARED, State
from ginrummy.rules.variant import Variant


def cards_gone(state: State) -> Hand:
    """Return the cards that are out of play once a hand is closed: the pile and the closing discard."""
    if state.closed == NO_FACE:
        return state.pile.cards
    return joined(state.pile.cards, single(state.closed))


def automatic_spread(variant: Variant, state: State) -> Spread:
    """Return the automatic spread of a closed hand (RULES 6.2)."""
    return best_spread(variant, state.hands[state.turn], cards_gone(state))


def automatic_defence(variant: Variant, state: State, spread: Spread) -> Defence:
    """Return the automatic lay-offs and own melds against the `spread` of a closed hand (RULES 6.6)."""
    return best_defence(variant, state.hands[1 - state.turn], spread, state.closing)


def score_unclosed(variant: Variant, state: State) -> HandScore:
    """Return the score of a hand that ended without a closing: void, or compared (RULES 4.8, 8)."""
    if state.phase != COMPARED:
        return score_void()
    first, second = deadwood(variant, state.hands[0]), deadwood(variant, state.hands[1])
    return score_wall(variant, first, second, state.upcard)


def automatic_score(variant: Variant, state: State) -> HandScore:
    """Return the score of a hand that is closed or over, with automatic spread and defence (RULES 6, 7)."""
    if state.phase != CLOSED:
        return score_unclosed(variant, state)
    spread = automatic_spread(variant, state)
    return settle(variant, state, spread, automatic_defence(variant, state, spread))
