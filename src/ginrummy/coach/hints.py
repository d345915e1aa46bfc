"""Hints: the move of a strong player and its reason, from the viewer's knowledge alone."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from ginrummy.coach import Judgement
from ginrummy.coach.explanations import preference_reason as why_better
from ginrummy.game.cards import Spelling, card_sign
from ginrummy.game.layouts import reasonable_layouts
from ginrummy.game.moves import CLOSING_DISCARDS, Move, MoveKind, ordered_faces, parse_move
from ginrummy.game.view import View
from ginrummy.locale import _, ngettext
from ginrummy.locale.numbers import percent_text
from ginrummy.players import load_player
from ginrummy.players.player import is_showdown, run_to_end
from ginrummy.players.registry import can_search
from ginrummy.rules import melds, turns
from ginrummy.rules.cards import contains_cards, is_card, join_hands, single, without
from ginrummy.rules.spreads import spread_without_bound
from ginrummy.rules.types import Face
from ginrummy.text.sentences import cards_text, limit_text, melds_text, move_name

MILLISECONDS: Final = 300.0
MOST_WORLDS: Final = 2000


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, its reason in a sentence, and the loss with the next best move, where known."""

    move: Move
    reason: str
    second: str = ""


def hint(view: View, spelling: Spelling = card_sign) -> Hint:
    """Return the move of the strongest available player, in the viewer's place, within 300 ms.

    That is the coach. Where it cannot run, a player without search answers.
    """
    return run_to_end(hint_steps(view, spelling))


def hint_steps(view: View, spelling: Spelling = card_sign) -> Generator[None, None, Hint]:
    """Compute the coach's hint step by step. At the showdown, and without a coach, return the quick hint."""
    if is_showdown(view) or not can_search():
        return quick_hint(view, spelling)
    judgement = yield from hint_judgement_steps(view)
    if len(judgement.actions) == 1:
        move = judgement.best.move
        return Hint(move, move_reason(view, move, spelling))
    return best_two_hint(view, judgement, spelling)


def best_two_hint(view: View, judgement: Judgement, spelling: Spelling) -> Hint:
    """Return the best two actions of `judgement` as a hint."""
    best, second = judgement.actions[:2]
    name = move_name(second.move, spelling, top=view.top)
    less, nothing = percent_text(second.behind, 1), percent_text(0, 1)
    as_good = _("Next best: {move}, which is as good.")
    text = as_good if less == nothing else _("Next best: {move} ({less} less chance to win the match).")
    told = text.format(move=name, less=less)
    return Hint(best.move, f"{why_better(view, judgement, best, second, spelling)}.", told)


def quick_hint(view: View, spelling: Spelling = card_sign) -> Hint:
    """Return the move of the strongest player without search, in the viewer's place."""
    move = load_player(quick_adviser_name()).decide(view)
    return Hint(move, move_reason(view, move, spelling))


def move_opinion(view: View, move: Move, spelling: Spelling = card_sign) -> str:
    """Return an opinion on `move`: why it is worse, its cost, the safety of the card.

    Raise `IllegalMove` for an illegal move.
    """
    refusal = view.refusal(move)
    if refusal is not None:
        raise refusal
    if is_showdown(view):
        return advice_text(quick_hint(view, spelling), spelling)
    return run_to_end(opinion_steps(view, move, spelling))[1]


def opinion_steps(
    view: View, move: Move, spelling: Spelling = card_sign
) -> Generator[None, None, tuple[Move, str]]:
    """Compute the best move and the coach's opinion on `move` step by step, or quick ones without a coach."""
    if not can_search():
        quick = quick_hint(view, spelling)
        return quick.move, advice_text(quick, spelling)
    judgement = yield from hint_judgement_steps(view, move)
    told = [comparison_text(view, judgement, move, spelling)]
    if move.kind is MoveKind.DISCARD:
        text = _("The other hand would meld the {card} in {share} of cases.")
        share = percent_text(judgement.other.wants[move.face], 0)
        told.append(text.format(card=spelling(move.face), share=share))
    return judgement.best.move, " ".join(told)


def hint_judgement_steps(view: View, *also: Move) -> Generator[None, None, Judgement]:
    """Evaluate the legal actions and the moves `also` step by step, within the time of a hint."""
    from ginrummy.players.judging import judge_in_steps

    return judge_in_steps(view, worlds=MOST_WORLDS, seed=0, also=also, milliseconds=MILLISECONDS)


def advice_steps(view: View, move_text: str) -> Generator[None, None, tuple[Move, str]]:
    """Compute the best move step by step, with the coach's hint or its opinion on the move `move_text`."""
    if move_text:
        return (yield from opinion_steps(view, parse_move(move_text)))
    found = yield from hint_steps(view)
    return found.move, advice_text(found)


def comparison_text(view: View, judgement: Judgement, move: Move, spelling: Spelling) -> str:
    """Return the comparison of `move` with the best action, or with the second best where it is the best."""
    asked, best = judgement.of(move), judgement.best
    if asked is best and len(judgement.actions) > 1:
        second = judgement.actions[1]
        text = _("It is the best: {why}.")
        return text.format(why=why_better(view, judgement, best, second, spelling))
    if asked is best:
        return _("There is nothing else to do.")
    text = _("It costs {cost} of your chance to win the match. Better: {move} ({why}).")
    return text.format(
        cost=percent_text(asked.behind, 1),
        move=move_name(best.move, spelling, top=view.top),
        why=why_better(view, judgement, best, asked, spelling),
    )


def quick_adviser_name() -> str:
    """Return the name of the strongest player without search that can run here."""
    return "network" if can_search() else "steady"


def advice_text(advice: Hint, spelling: Spelling = card_sign) -> str:
    """Return a hint in words."""
    names = {
        MoveKind.PASS: _("Pass: {reason}"),
        MoveKind.TAKE: _("Take it: {reason}"),
        MoveKind.DRAW: _("Draw from the stock: {reason}"),
        MoveKind.DISCARD: _("Discard the {card}: {reason}"),
        MoveKind.KNOCK: _("Knock with the {card}: {reason}"),
        MoveKind.GIN: _("Go gin with the {card}: {reason}"),
        MoveKind.BIG_GIN: _("Declare big gin: {reason}"),
        MoveKind.SPREAD: _("Lay out {cards}: {reason}"),
        MoveKind.LAY_OFF: _("Take the first layout: {reason}"),
    }
    card = spelling(advice.move.face) if is_card(advice.move.face) else ""
    cards = melds_text(advice.move.melds, spelling=spelling)
    told = names[advice.move.kind].format(card=card, cards=cards, reason=advice.reason)
    return f"{told} {advice.second}".rstrip()


def move_reason(view: View, move: Move, spelling: Spelling = card_sign) -> str:
    """Return the reason for `move`."""
    if move.kind in (MoveKind.TAKE, MoveKind.DRAW, MoveKind.PASS):
        return draw_reason(view, move, spelling)
    if move.kind is MoveKind.DISCARD:
        return discard_reason(view, move.face)
    if move.kind in CLOSING_DISCARDS:
        left = turns.closing_deadwood(view.variant, view.state, move.face)
        return deadwood_left_text(left) if left == 0 else f"{deadwood_left_text(left)} {limit_text(view)}."
    if move.kind is MoveKind.BIG_GIN:
        return _("every card is in a meld.")
    return deadwood_left_text(reasonable_layouts(view)[0].deadwood)


def draw_reason(view: View, move: Move, spelling: Spelling) -> str:
    """Return why the top of the pile is worth taking or not."""
    top = view.top
    if top is None or view.state.phase == turns.STOCK_ONLY:
        return _("there is nothing else to do.")
    hand = join_hands(view.hand, single(top))
    melded = [
        meld
        for meld in spread_without_bound(view.variant, hand, view.state.pile.cards).melds
        if contains_cards(meld, single(top))
    ]
    if move.kind is MoveKind.TAKE:
        if melded:
            cards = cards_text(ordered_faces(melded[0]), spelling)
            return _("it makes {cards}.").format(cards=cards)
        return _("it lowers your deadwood.")
    if melded:
        return _("the {card} would make a meld, but there is better to hope for.").format(card=spelling(top))
    return _("the {card} makes no meld.").format(card=spelling(top))


def discard_reason(view: View, face: Face) -> str:
    """Return the deadwood after the discard of `face`."""
    rest = without(view.hand, single(face))
    return deadwood_left_text(melds.deadwood(view.variant, rest))


def deadwood_left_text(points: int) -> str:
    """Return the deadwood in words."""
    text = ngettext("{points} point is left.", "{points} points are left.", points)
    return text.format(points=points)
