"""Themes of a puzzle, each defined by a condition on the rules, the known cards and the solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ginrummy.coach.decisions import count_meld_outs, deadwood_after, hand_after
from ginrummy.coach.puzzles.puzzle import ActionEvaluation
from ginrummy.game.cards import RANK_COUNT
from ginrummy.game.game import Phase
from ginrummy.game.moves import CLOSINGS, Move, MoveKind
from ginrummy.game.view import View
from ginrummy.locale import N_
from ginrummy.players.hand_facts import feeding_chance, infer_other_hand, unmatched_faces
from ginrummy.rules.cards import bit_count, in_every_suit, join_hands, lane_of, rank_of, single, suit_of
from ginrummy.rules.scoring import spade_multiplier
from ginrummy.rules.types import Face
from ginrummy.variants import ACE_LOW

Options = tuple[ActionEvaluation, ...]
LAST_CARDS: Final = 6
"""Number of drawable cards at the end of the stock: three turns of each seat."""
FEWER_POINTS: Final = 1.0
ACE: Final = 1
KING_AND_QUEEN: Final = 1 << RANK_COUNT - 1 | 1 << RANK_COUNT - 2
AROUND_ACE: Final = 0b111 | KING_AND_QUEEN


def themes_of(view: View, options: Options) -> tuple[str, ...]:
    """Return the themes of the puzzle whose solution is the first of `options`, in the order of `THEMES`."""
    return tuple(name for name, (_title, is_so) in THEMES.items() if is_so(view, options))


def asks_to_draw(view: View, options: Options) -> bool:
    """Return whether the top of the pile may be taken or left."""
    kinds = {move.kind for move in view.legal_moves()}
    return MoveKind.TAKE in kinds and bool(kinds & {MoveKind.DRAW, MoveKind.PASS})


def asks_to_discard(view: View, options: Options) -> bool:
    """Return whether a card is to be discarded, and the hand cannot be closed."""
    return view.phase is Phase.DISCARD and not can_close(view)


def asks_to_knock(view: View, options: Options) -> bool:
    """Return whether the hand may be closed."""
    return view.phase is Phase.DISCARD and can_close(view)


def can_close(view: View) -> bool:
    """Return whether a closing is allowed."""
    return any(move.kind in CLOSINGS for move in view.legal_moves())


def is_spread(view: View, options: Options) -> bool:
    """Return whether a closed hand is to be spread with regard to lay-offs."""
    return view.phase is Phase.SPREAD


def is_lay_off(view: View, options: Options) -> bool:
    """Return whether cards are to be laid off."""
    return view.phase is Phase.LAY_OFF


def is_upcard(view: View, options: Options) -> bool:
    """Return whether the choice is about the first upcard (RULES 4.1)."""
    return view.phase is Phase.OFFER


def is_safe_discard(view: View, options: Options) -> bool:
    """Return whether the solution is at most half as likely to feed as the discard of least deadwood."""
    cheapest = least_deadwood_discard(view, options)
    if cheapest is None or cheapest == options[0].move:
        return False
    reading = infer_other_hand(view.variant, view.state, view.memory)
    fed, feeds = (feeding_chance(view.variant, reading, move.face) for move in (cheapest, options[0].move))
    return 2 * feeds <= fed


def breaks_pair(view: View, options: Options) -> bool:
    """Return whether the solution discards one of two unmatched cards of a rank."""
    best = options[0].move
    if best.kind is not MoveKind.DISCARD:
        return False
    loose = unmatched_faces(view.variant, view.hand, view.deadwood())
    same = loose & in_every_suit(1 << rank_of(best.face))
    return bool(loose >> best.face & 1) and bit_count(same) == 2


def breaks_meld(view: View, options: Options) -> bool:
    """Return whether the solution discards a card that every best layout has in a meld."""
    best = options[0].move
    if best.kind is not MoveKind.DISCARD:
        return False
    return not unmatched_faces(view.variant, view.hand, view.deadwood()) >> best.face & 1


def keeps_outs(view: View, options: Options) -> bool:
    """Return whether the solution leaves more outs than the discard of least deadwood."""
    cheapest = least_deadwood_discard(view, options)
    if cheapest is None or cheapest == options[0].move:
        return False
    kept, lost = (count_meld_outs(view, hand_after(view, move)) for move in (options[0].move, cheapest))
    return kept > lost


def least_deadwood_discard(view: View, options: Options) -> Move | None:
    """Return the discard of least deadwood, the highest of several, or `None` if none is discarded."""
    if options[0].move.kind is not MoveKind.DISCARD:
        return None
    discards = [option.move for option in options if option.move.kind is MoveKind.DISCARD]
    return min(discards, key=lambda move: (deadwood_after(view, move), -rank_of(move.face)))


def is_end_of_stock(view: View, options: Options) -> bool:
    """Return whether few cards can still be drawn (RULES 8)."""
    return (
        view.phase not in (Phase.SPREAD, Phase.LAY_OFF) and view.stock - view.variant.wall_stock <= LAST_CARDS
    )


def is_about_score(view: View, options: Options) -> bool:
    """Return whether another action wins more points of the hand, but less chance of the match."""
    best = options[0].points
    return any(option.points - best >= FEWER_POINTS for option in options[1:])


def only_gin_closes(view: View, options: Options) -> bool:
    """Return whether only gin can close the hand."""
    return view.phase is Phase.DISCARD and view.knock_limit == 0


def is_doubled_hand(view: View, options: Options) -> bool:
    """Return whether a spade as upcard doubles the hand (RULES 9.5)."""
    return view.upcard is not None and spade_multiplier(view.variant, view.upcard) > 1


def is_about_twins(view: View, options: Options) -> bool:
    """Return whether a card in question is or would be held twice."""
    if view.variant.decks == 1:
        return False
    return any(
        view.hand.cards >> face & 1 and is_duplicate_card(view, face)
        for face in cards_in_question(view, options)
    )


def is_duplicate_card(view: View, face: Face) -> bool:
    """Return whether `face` is held twice, or held and on the pile."""
    return bool(view.hand.twins >> face & 1) or (asks_to_draw(view, ()) and face == view.top)


def is_about_high_ace(view: View, options: Options) -> bool:
    """Return whether a card in question shares its suit with ace and king or queen, where they make a run."""
    if view.variant.ace_run == ACE_LOW:
        return False
    top = view.top
    cards = view.hand if top is None or not asks_to_draw(view, ()) else join_hands(view.hand, single(top))
    for face in cards_in_question(view, options):
        lane = lane_of(cards.cards, suit_of(face))
        if lane & ACE and lane & KING_AND_QUEEN and AROUND_ACE >> rank_of(face) & 1:
            return True
    return False


def cards_in_question(view: View, options: Options) -> tuple[Face, ...]:
    """Return the discards of the two best actions, or the card that may be taken."""
    if view.top is not None and asks_to_draw(view, options):
        return (view.top,)
    return tuple(option.move.face for option in options[:2] if option.move.kind is MoveKind.DISCARD)


Theme = tuple[str, Callable[[View, Options], bool]]
THEMES: Final[dict[str, Theme]] = {
    "draw": (N_("take or leave"), asks_to_draw),
    "discard": (N_("which card to discard"), asks_to_discard),
    "knock": (N_("knock or wait"), asks_to_knock),
    "spread": (N_("spread against lay-offs"), is_spread),
    "lay_off": (N_("lay-offs"), is_lay_off),
    "upcard": (N_("the first upcard"), is_upcard),
    "safe": (N_("a safe discard"), is_safe_discard),
    "pair": (N_("break a pair"), breaks_pair),
    "meld": (N_("break a meld"), breaks_meld),
    "outs": (N_("keep what helps"), keeps_outs),
    "last_cards": (N_("the end of the stock"), is_end_of_stock),
    "score": (N_("the score of the match"), is_about_score),
    "gin_only": (N_("gin or nothing"), only_gin_closes),
    "double": (N_("a hand that counts double"), is_doubled_hand),
    "twins": (N_("twins"), is_about_twins),
    "high_ace": (N_("the ace beside the king"), is_about_high_ace),
}
"""The name and the condition of each theme."""
