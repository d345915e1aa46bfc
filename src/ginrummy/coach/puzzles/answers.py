"""Verdict on an answer to a puzzle, with the coach's reason."""

from __future__ import annotations

from typing import Final

from ginrummy.coach.decisions import SHOWDOWN, deadwood_after
from ginrummy.coach.explanations import preference_reason
from ginrummy.coach.puzzles.puzzle import ActionEvaluation, Puzzle
from ginrummy.game.cards import FACE_COUNT, Spelling, card_sign
from ginrummy.game.moves import CLOSINGS, Move, MoveKind, with_melds_first
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.locale.numbers import number_text, percent_text, signed_text
from ginrummy.players.judgement import ActionWorth, Endings, Judgement, OtherHand
from ginrummy.text.sentences import move_name

SHOWN: Final = 6
WORLDS: Final = 1600
"""Number of worlds in which the actions of a puzzle were compared."""


def is_right_answer(puzzle: Puzzle, view: View, move: Move) -> bool:
    """Return whether `move` is the solution, or a closing with equal deadwood."""
    best = puzzle.solution
    if best.kind in CLOSINGS and move.kind is best.kind:
        return move == best or deadwood_after(view, move) == deadwood_after(view, best)
    return have_same_effect(move, best)


def have_same_effect(first: Move, second: Move) -> bool:
    """Return whether two moves have the same effect, whatever the order of the melds in a layout."""
    if first.kind is second.kind and first.kind in SHOWDOWN:
        return first.laid == second.laid and set(first.melds) == set(second.melds)
    return with_melds_first(first) == with_melds_first(second)


def move_option(puzzle: Puzzle, move: Move) -> ActionEvaluation | None:
    """Return the evaluation of `move`, or `None` for a move that was not evaluated."""
    return next((option for option in puzzle.options if have_same_effect(option.move, move)), None)


def answer_reason(puzzle: Puzzle, view: View, move: Move, spelling: Spelling = card_sign) -> str:
    """Return why the solution is better than `move`, or than the second best action if `move` is it."""
    judgement = puzzle_judgement(puzzle, view)
    wrong = None if is_right_answer(puzzle, view, move) else move_option(puzzle, move)
    place = puzzle.options.index(wrong) if wrong is not None else 1
    return preference_reason(view, judgement, judgement.best, judgement.actions[place], spelling)


def puzzle_judgement(puzzle: Puzzle, view: View) -> Judgement:
    """Return the coach's evaluation, as far as the puzzle stores it."""
    wants = [0.0] * FACE_COUNT
    for option in puzzle.options:
        if option.move.kind is MoveKind.DISCARD:
            wants[option.move.face] = option.wanted
    none = (0.0,) * FACE_COUNT
    other = OtherHand(none, none, tuple(wants), 0.0, 0.0, 0.0)
    actions = tuple(map(_worth, puzzle.options))
    return Judgement(view.seat, actions, other, puzzle.point, WORLDS, 0)


def _worth(option: ActionEvaluation) -> ActionWorth:
    ends = Endings(option.won, option.gin, 0.0, 1 - option.won, 0.0, option.undercut)
    return ActionWorth(
        option.move, option.win, option.error, option.points, option.behind, option.error, WORLDS, ends
    )


def answer_verdict(puzzle: Puzzle, view: View, move: Move, spelling: Spelling = card_sign) -> str:
    """Return whether `move` is right, the best action where it is not, and the reason."""
    because = answer_reason(puzzle, view, move, spelling)
    if is_right_answer(puzzle, view, move):
        return _("Right: {why}.").format(why=because)
    best = move_name(puzzle.solution, spelling, top=view.top)
    return _("Not the best. Better: {move} ({why}).").format(move=best, why=because)


def action_value_rows(puzzle: Puzzle, chosen: Move, spelling: Spelling = card_sign) -> list[tuple[str, ...]]:
    """Return the best actions and the chosen one: name, chance to win the match, its error, points, mark."""
    shown = [
        *puzzle.options[:SHOWN],
        *(each for each in puzzle.options[SHOWN:] if have_same_effect(each.move, chosen)),
    ]
    return [
        (
            move_name(option.move, spelling),
            percent_text(option.win, 1),
            "" if option is puzzle.options[0] else "±" + number_text(100 * option.error, 1),
            signed_text(option.points, 1),
            _("your answer") if have_same_effect(option.move, chosen) else "",
        )
        for option in shown
    ]
