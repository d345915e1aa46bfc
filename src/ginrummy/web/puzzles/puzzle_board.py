"""Puzzle on the felt: the view and the actions of the seat to move, without a suggestion."""

from __future__ import annotations

from dataclasses import replace

from ginrummy.coach.puzzles import Puzzle
from ginrummy.game.layouts import reasonable_layouts
from ginrummy.game.moves import NO_MELDS, Move
from ginrummy.game.score_sheet import build_score_sheet
from ginrummy.game.view import View
from ginrummy.locale import _, language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.player import is_showdown
from ginrummy.rules.types import SEATS
from ginrummy.text.sentences import card_name, move_name, prompt_text
from ginrummy.variants import load_variant
from ginrummy.web.board.action_buttons import ActionButton, ButtonBar, button_bar
from ginrummy.web.board.board import Board, spoken_history
from ginrummy.web.board.cards import held_cards, inactive_cards
from ginrummy.web.board.hand_end import ShownHand, knocker_hand

FIGURE = "guest1"


def build_puzzle_board(puzzle: Puzzle, view: View, arrangement: str, *, is_answered: bool) -> Board:
    """Return the position as a board of a table."""
    names = (_("You"), _("Bot")) if view.seat == 0 else (_("Bot"), _("You"))
    hand = held_cards(view, arrangement)
    return Board(
        key="",
        number=puzzle.number,
        title=load_variant(puzzle.preset).title(language()),
        view=view,
        names=names,
        prompt=puzzle_prompt(view),
        is_my_turn=not is_answered,
        is_over=is_answered,
        is_between_hands=False,
        is_ready=False,
        hand=tuple(replace(card, move="") for card in hand) if is_answered else hand,
        bar=ButtonBar() if is_answered else unrevealing_buttons(view),
        ways=(),
        pile=inactive_cards(view.pile),
        log=spoken_history(view, _("Bot")),
        shown=opponent_spread(view),
        own_shown=None,
        scene=None,
        result=(),
        points=puzzle_column_points(puzzle),
        figure=FIGURE,
        sheet=build_score_sheet(view.variant, ()),
    )


def puzzle_prompt(view: View) -> str:
    """Return the question in a sentence."""
    if is_showdown(view):
        return _("How do you lay out your hand?")
    return prompt_text(view)


def unrevealing_buttons(view: View) -> ButtonBar:
    """Return the buttons without a mark on the usual one, and layouts in an order that reveals nothing."""
    if is_showdown(view):
        found = sorted((layout.move for layout in reasonable_layouts(view)), key=lambda move: str(move)[::-1])
        return ButtonBar(others=tuple(map(_layout_action, found)))
    bar = button_bar(view)
    return ButtonBar(_plain(bar.closing), _plain(bar.first), _plain(bar.second), bar.others)


def _layout_action(move: Move) -> ActionButton:
    """Return the button of a layout, without the deadwood left, which the solver has to count."""
    return ActionButton(str(move), move_name(move), move_name(move, card_name), "layout")


def _plain(action: ActionButton | None) -> ActionButton | None:
    return None if action is None else replace(action, is_likely=False)


def opponent_spread(view: View) -> ShownHand | None:
    """Return the laid-out hand of the other seat, if the viewer has to lay off."""
    return knocker_hand(view, NO_MELDS) if view.spread is not None else None


def puzzle_column_points(puzzle: Puzzle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the running totals of both seats, one for each column of the sheet."""
    sheet, variant = puzzle.sheet, puzzle.variant
    first, second = (tuple(one.points[seat] for one in sheet.columns[: variant.columns]) for seat in SEATS)
    return first, second


def parse_legal_move(view: View, text: str) -> Move | None:
    """Parse the move of a form, `None` if it is illegal."""
    try:
        move = Move(text)
        return move if view.refusal(move) is None else None
    except GinRummyError:
        return None
