"""View of cards on a real table, for the coach."""

from __future__ import annotations

from collections.abc import Sequence

from ginrummy.game.cards import FACE_COUNT, Hand, hand_of
from ginrummy.game.game import Phase
from ginrummy.game.moves import NO_HAND
from ginrummy.game.view import View
from ginrummy.rules import turns
from ginrummy.rules.cards import NO_FACE, size_of
from ginrummy.rules.scoring import new_sheet
from ginrummy.rules.turns import Pile, State
from ginrummy.rules.types import SEATS, Face
from ginrummy.variants import Variant

OWN, OTHER = SEATS


def view_from_cards(
    variant: Variant, held: Hand, pile: Sequence[Face], *, upcard: Face, taken: Face, turns_done: int
) -> View:
    """Return the view of a person who holds `held` and has seen `pile`, its top last.

    A hand with one extra card is to discard. Otherwise the choice is the top of the pile or the stock. The
    score is that of the start of a match, and it is unknown who discarded what.
    """
    is_full = size_of(held) > variant.hand_dealer
    phase = turns.DISCARD if is_full else turns.DRAW
    top = pile[-1] if pile else NO_FACE
    beneath = pile[-2] if len(pile) > 1 else NO_FACE
    stock = FACE_COUNT * variant.decks - size_of(held) - len(pile) - variant.hand_dealer
    state = State(
        phase=phase,
        turn=OWN,
        dealer=OTHER,
        hands=(held, NO_HAND),
        stock=max(variant.wall_stock + 1, stock),
        pile=Pile(hand_of(pile), top, beneath),
        upcard=upcard,
        taken=taken,
        turns=turns_done,
        idle=0,
        closing=turns.NO_CLOSING,
        closed=NO_FACE,
    )
    return View(
        variant=variant,
        seat=OWN,
        turn=OWN,
        phase=Phase.DISCARD if is_full else Phase.DRAW,
        state=state,
        pile=tuple(pile),
        pile_size=len(pile),
        events=(),
        spread=None,
        defence=None,
        shown=None,
        score=None,
        sheet=new_sheet(),
        number=0,
    )
