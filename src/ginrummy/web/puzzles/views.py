"""Views of puzzles: the overview, a puzzle on the felt, and the verdict on an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from ginrummy.coach.puzzles import Puzzle, PuzzleFilter, all_puzzles
from ginrummy.coach.puzzles.answers import action_value_rows, answer_verdict
from ginrummy.coach.puzzles.collection import LEVELS, level_of
from ginrummy.coach.puzzles.themes import THEMES
from ginrummy.game.cards import face_code
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.players.player import is_showdown
from ginrummy.rules.cards import is_card
from ginrummy.variants import preset_names
from ginrummy.web.board.views import next_arrangement
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import MOVE, limit_posts
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.people.preferences import preferences_with_defaults, request_preferences
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
    """Render the overview: the visitor's rating and streak, the choice of game and difficulty, the themes."""
    wanted = replace(puzzle_filter(request), theme="")
    context = {"solver": puzzle_solver(visitor(request)), "count": len(all_puzzles()), "wanted": wanted}
    context |= {"filters": filter_query(request, theme=""), "themes": _themes(request, wanted)}
    context |= {"levels": _levels(wanted)}
    return render(request, "puzzles/puzzles.html", context)


def _levels(wanted: PuzzleFilter) -> list[tuple[str, str]]:
    """Return name and title of each difficulty that puzzles of the game have."""
    shelf = all_puzzles()
    there = {level_of(shelf.ratings[number]) for number in shelf.matching(replace(wanted, level=""))}
    return [(name, _(title)) for name, (title, _limit) in LEVELS.items() if name in there]


def _themes(request: HttpRequest, wanted: PuzzleFilter) -> list[tuple[str, str, int]]:
    """Return query string, title and number of puzzles of each theme among the `wanted` ones."""
    shelf = all_puzzles()
    found = [
        (filter_query(request, theme=name), _(title), len(shelf.matching(replace(wanted, theme=name))))
        for name, (title, _is_so) in THEMES.items()
    ]
    return [theme for theme in found if theme[2]]


@require_safe
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect to an untried puzzle with the filters in the query string."""
    wanted = puzzle_filter(request)
    number = next_puzzle_number(visitor(request), wanted)
    if number is None:
        title = _(THEMES[wanted.theme][0]) if wanted.theme else ""
        return render(request, "puzzles/none_left.html", {"title": title})
    return redirect(puzzle_url(number, filter_query(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("move", MOVE)
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """Render a puzzle, or the verdict on its answer. A POST submits the answer."""
    found = all_puzzles().get(number)
    if found is None:
        raise Http404
    filters, view = filter_query(request), found.view
    if request.method == "POST":
        move = parse_legal_move(view, request.POST.get("move", ""))
        if move is None:
            return error_page(request, _("That cannot be played here."), status=400)
        store_puzzle_answer(visitor_or_guest(request), found, view, move)
        return redirect(puzzle_url(number, filters))
    attempt = find_attempt(visitor(request), number)
    context = felt_context(request, found, view, filters, is_answered=attempt is not None)
    if attempt is not None:
        context |= answer_context(request, found, view, attempt)
    return render(request, "puzzles/puzzle.html", context)


def felt_context(
    request: HttpRequest, puzzle: Puzzle, view: View, filters: str, *, is_answered: bool
) -> dict[str, Any]:
    """Return the context of a puzzle's felt."""
    arrangement = request_preferences(request).arrangement
    board = build_puzzle_board(puzzle, view, arrangement, is_answered=is_answered)
    return FELT | {
        "puzzle": puzzle,
        "board": board,
        "filters": filters,
        "rating": rating_text(puzzle),
        "is_layout": is_showdown(view),
        "next_arrangement": next_arrangement(arrangement),
        "own_address": puzzle_url(puzzle.number, filters),
        "attempt": None,
        "best_cards": (),
        "own_cards": (),
    }


def answer_context(request: HttpRequest, puzzle: Puzzle, view: View, attempt: Attempt) -> dict[str, Any]:
    """Return the context of the verdict on an answer."""
    move, game = Move(attempt.move), _filters(request).get("game", puzzle.preset)
    return {
        "attempt": attempt,
        "verdict": answer_verdict(puzzle, view, move),
        "worths": action_value_rows(puzzle, move),
        "best_cards": discarded_cards(puzzle.solution),
        "own_cards": discarded_cards(move),
        "solver": puzzle_solver(visitor(request)),
        "themes": [
            (filter_query(request, game=game, theme=name), _(THEMES[name][0])) for name in puzzle.themes
        ],
    }


def discarded_cards(move: Move) -> tuple[str, ...]:
    """Return the card that a move discards or closes with, in machine notation."""
    return (face_code(move.face),) if is_card(move.face) else ()


def puzzle_filter(request: HttpRequest) -> PuzzleFilter:
    """Return the filters in a query string. Without a game, it is that of the visitor."""
    return PuzzleFilter(**{"game": preferences_with_defaults(request).game} | _filters(request))


def filter_query(request: HttpRequest, **changes: str) -> str:
    """Return the query string with the filters of the request and these changes, empty for none."""
    filters = {
        name: value for name, value in (_filters(request) | changes).items() if value or name == "game"
    }
    return f"?{urlencode(filters)}" if filters else ""


def _filters(request: HttpRequest) -> dict[str, str]:
    """Return the filters in a query string without unknown values."""
    known = {"game": preset_names(), "theme": THEMES, "level": LEVELS}
    return {name: request.GET[name] for name in known if request.GET.get(name) in ("", *known[name])}


def puzzle_url(number: int, filters: str) -> str:
    """Return the URL of a puzzle. `filters` are those of the next ones, as a query string."""
    return reverse("puzzle", args=(number,)) + filters
