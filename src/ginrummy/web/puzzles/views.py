"""Views of puzzles: the overview, a puzzle on the felt, and the verdict on an answer."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from ginrummy.coach.puzzles import Puzzle, all_puzzles
from ginrummy.coach.puzzles.answers import action_value_rows, answer_verdict
from ginrummy.coach.puzzles.themes import THEMES
from ginrummy.game.cards import face_code
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.players.player import is_showdown
from ginrummy.rules.cards import is_card
from ginrummy.web.board.views import next_arrangement
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import MOVE, limit_posts
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.people.preferences import request_preferences
from ginrummy.web.puzzles.models import Attempt
from ginrummy.web.puzzles.puzzle_board import build_puzzle_board, parse_legal_move
from ginrummy.web.puzzles.solvers import (
    find_attempt,
    next_puzzle_number,
    puzzle_solver,
    rating_text,
    store_puzzle_answer,
)

FELT: Final = {"advised": "", "step": None, "may_hint": False}
"""Context of a table's bar that a puzzle lacks."""


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Render the overview: the visitor's rating, streak and the themes."""
    person = visitor(request)
    shelf = all_puzzles()
    themes = [
        (name, _(title), len(shelf.numbers_with_theme(name))) for name, (title, _is_so) in THEMES.items()
    ]
    context: dict[str, Any] = {"solver": puzzle_solver(person), "count": len(shelf)}
    context |= {"themes": [theme for theme in themes if theme[2]]}
    return render(request, "puzzles/puzzles.html", context)


@require_safe
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect to an untried puzzle of the theme in the query string."""
    theme = parse_theme(request)
    number = next_puzzle_number(visitor(request), theme)
    if number is None:
        return render(request, "puzzles/none_left.html", {"title": _(THEMES[theme][0]) if theme else ""})
    return redirect(puzzle_url(number, theme))


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("move", MOVE)
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """Render a puzzle, or the verdict on its answer. A POST submits the answer."""
    found = all_puzzles().get(number)
    if found is None:
        raise Http404
    theme, view = parse_theme(request), found.view
    if request.method == "POST":
        move = parse_legal_move(view, request.POST.get("move", ""))
        if move is None:
            return error_page(request, _("That cannot be played here."), status=400)
        store_puzzle_answer(visitor_or_guest(request), found, view, move)
        return redirect(puzzle_url(number, theme))
    attempt = find_attempt(visitor(request), number)
    context = felt_context(request, found, view, theme, is_answered=attempt is not None)
    if attempt is not None:
        context |= answer_context(request, found, view, attempt)
    return render(request, "puzzles/puzzle.html", context)


def felt_context(
    request: HttpRequest, puzzle: Puzzle, view: View, theme: str, *, is_answered: bool
) -> dict[str, Any]:
    """Return the context of a puzzle's felt."""
    arrangement = request_preferences(request).arrangement
    board = build_puzzle_board(puzzle, view, arrangement, is_answered=is_answered)
    return FELT | {
        "puzzle": puzzle,
        "board": board,
        "theme": theme,
        "rating": rating_text(puzzle),
        "is_layout": is_showdown(view),
        "next_arrangement": next_arrangement(arrangement),
        "own_address": puzzle_url(puzzle.number, theme),
        "attempt": None,
        "best_cards": (),
        "own_cards": (),
    }


def answer_context(request: HttpRequest, puzzle: Puzzle, view: View, attempt: Attempt) -> dict[str, Any]:
    """Return the context of the verdict on an answer."""
    move = Move(attempt.move)
    return {
        "attempt": attempt,
        "verdict": answer_verdict(puzzle, view, move),
        "worths": action_value_rows(puzzle, move),
        "best_cards": discarded_cards(puzzle.solution),
        "own_cards": discarded_cards(move),
        "solver": puzzle_solver(visitor(request)),
        "themes": [(name, _(THEMES[name][0])) for name in puzzle.themes],
    }


def discarded_cards(move: Move) -> tuple[str, ...]:
    """Return the card that a move discards or closes with, in machine notation."""
    return (face_code(move.face),) if is_card(move.face) else ()


def parse_theme(request: HttpRequest) -> str:
    """Return the theme in a query string, empty for an unknown one."""
    theme = request.GET.get("theme", "")
    return theme if theme in THEMES else ""


def puzzle_url(number: int, theme: str) -> str:
    """Return the URL of a puzzle. `theme` is that of the next ones."""
    return reverse("puzzle", args=(number,)) + (f"?{urlencode({'theme': theme})}" if theme else "")
