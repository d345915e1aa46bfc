"""Exercise that continues a finished match from one of its decisions, without effect on statistics."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ginrummy.game.match import Match
from ginrummy.game.shuffle import deck_text, new_secret
from ginrummy.players.registry import SEARCHING
from ginrummy.rules.types import Seat
from ginrummy.text.commentary import games_by_half_turn
from ginrummy.web.board.replay import ReplayMoment, parse_replay_moment
from ginrummy.web.board.replay_views import finished_table_and_match
from ginrummy.web.bots import lane_readiness
from ginrummy.web.bots.match_limits import refuse_too_many
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.people.current_visitor import visitor_or_guest
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.event_log import STAND_IN_LEVEL
from ginrummy.web.tables.models import EXERCISE, Lane, Table
from ginrummy.web.tables.table_state import LAID


@require_POST
@limit_posts("create", CREATE)
@show_refusals
def start_exercise(request: HttpRequest, key: str) -> HttpResponse:
    """Create a table that continues a finished match from a moment, for the seat to move."""
    table, match = finished_table_and_match(key)
    moment = parse_replay_moment(request.POST.dict(), match)
    exercise = create_exercise(table, match, moment, visitor_or_guest(request))
    return redirect("table", exercise.key)


def create_exercise(table: Table, match: Match, moment: ReplayMoment, person: Person) -> Table:
    """Return the table of the exercise, against the bot of the match or the stand-in bot for a person.

    Raise `Http404` if the hand is over at `moment`, so that there is no decision.
    """
    game = games_by_half_turn(match.games[moment.hand - 1])[moment.step]
    if game.is_over:
        raise Http404
    bot = exercise_bot(table, game.turn)
    proposal = Proposal(
        match.variant,
        EXERCISE,
        new_secret(),
        first_dealer=match.games[0].dealer,
        log=tuple(exercise_events(match, moment)),
        seat=game.turn,
    )
    with transaction.atomic():
        refuse_too_many(person, bot)
        exercise = creation.create(proposal, person, bot=bot)
    if bot in SEARCHING:
        lane_readiness.announce_turn(Lane.SEARCH)
    return exercise


def exercise_bot(table: Table, seat: Seat) -> str:
    """Return the level against `seat` in an exercise: the bot of the match, or a substitute for a person."""
    return next((one.bot for one in table.taken if one.number != seat and one.bot), STAND_IN_LEVEL)


def exercise_events(match: Match, moment: ReplayMoment) -> Iterator[tuple[Seat, str]]:
    """Yield the events that repeat `match` up to `moment`: all decks, and all moves with their seats."""
    for number, game in enumerate(match.games[: moment.hand], start=1):
        yield game.dealer, LAID + deck_text(game.deck).replace(" ", "")
        plays = game.plays[: moment.step] if number == moment.hand else game.plays
        yield from ((play.seat, str(play.move)) for play in plays)
