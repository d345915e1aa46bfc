"""Effects of a match's end: a tally for each seat and new ratings, in the same transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from ginrummy.coach import glicko
from ginrummy.coach.glicko import Result, Strength
from ginrummy.coach.match_statistics import count_hands
from ginrummy.game.game import Game
from ginrummy.rules import types
from ginrummy.web.http.now import now
from ginrummy.web.ratings.families import variant_family
from ginrummy.web.ratings.models import Change, Pool, Rating, Tally
from ginrummy.web.tables.models import Seat, Table
from ginrummy.web.tables.rated_eligibility import have_both_moved
from ginrummy.web.tables.table_state import VOID, TableState, current_state

_COMPLETED_AT_ONCE: Final = 200


def store_match_results(*, table: Table, state: TableState, **_told: Any) -> None:
    """Write the effects of the end of `table`, whose row is locked.

    A prepared hand and a hand of an evening have none. The log of a table ends once, and a seat has at most
    one tally and one change, so nothing counts twice.
    """
    seats = table.taken
    if state.match is None or state.has_prepared_deal or table.is_one_hand or len(seats) < len(types.SEATS):
        return
    results = [_result(state, place) for place in types.SEATS]
    Tally.objects.bulk_create(
        seat_tally(seat, state.match.games, result) for seat, result in zip(seats, results, strict=True)
    )
    if is_rated(table, state) and not any(map(_is_guest, seats)):
        _rate(
            table,
            seats,
            results,
            changed=[place for place in types.SEATS if is_counted_for(state, place)],
        )


def is_rated(table: Table, state: TableState) -> bool:
    """Return whether the match is rated. It is not if a bot stood in for a player, or without a loser."""
    return table.is_rated and not state.was_helped and state.ending != VOID


def is_counted_for(state: TableState, seat: types.Seat) -> bool:
    """Return whether the finished match counts for the seat `seat`.

    The loser has lost, however short the match was, so leaving after a look at the cards does not pay. If it
    was resigned before both had moved, the winner gains nothing, so resigning against oneself does not pay
    either.
    """
    assert state.match is not None
    return not state.ending or state.resigned == seat or have_both_moved(state.match)


def _is_guest(seat: Seat) -> bool:
    return seat.person is not None and seat.person.user_id is None


def _result(state: TableState, place: types.Seat) -> float:
    return 0.5 if state.winner is None else float(state.winner == place)


def seat_tally(seat: Seat, games: Iterable[Game], result: float) -> Tally:
    """Return the tally of `seat` after the hands `games`, unsaved."""
    return Tally(seat=seat, score=result, **count_hands(games, seat.number)._asdict())


def fill_in_knock_deadwood() -> int:
    """Compute the deadwood of knocks in old tallies, from before it was stored. Return their number."""
    found = Tally.objects.filter(knock_deadwood=None).select_related("seat__table")[:_COMPLETED_AT_ONCE]
    tallies = list(found)
    for one in tallies:
        match = current_state(one.seat.table).match
        games = () if match is None else match.games
        one.knock_deadwood = count_hands(games, one.seat.number).knock_deadwood
    Tally.objects.bulk_update(tallies, ["knock_deadwood"])
    return len(tallies)


def _rate(
    table: Table, seats: Sequence[Seat], results: Sequence[float], *, changed: Sequence[types.Seat]
) -> None:
    pool = Pool.PEOPLE if all(seat.person_id is not None for seat in seats) else Pool.BOTS
    ratings = _lock_ratings(seats, pool, variant_family(table.variant_name))
    before = [rating.strength for rating in ratings]
    for place in changed:
        after = glicko.update_strength(
            before[place], [Result(before[types.other_seat(place)], results[place])]
        )
        _keep(seats[place], ratings[place], before[place], after)


def _keep(seat: Seat, rating: Rating, before: Strength, after: Strength) -> None:
    Change.objects.create(
        seat=seat, rating=rating, before=before.value, after=after.value, deviation=after.deviation
    )
    rating.value, rating.deviation, rating.volatility = after.value, after.deviation, after.volatility
    rating.matches += 1
    rating.at = now()
    rating.save()


def _lock_ratings(seats: Sequence[Seat], pool: Pool, family: str) -> list[Rating]:
    """Return the ratings of both seats, creating missing ones.

    Lock them in a fixed order to prevent deadlocks.
    """
    found = {}
    for seat in sorted(seats, key=lambda one: (one.person_id or 0, one.bot)):
        bot = "" if seat.person_id is not None else seat.bot
        rating, _made = Rating.objects.get_or_create(person=seat.person, bot=bot, pool=pool, family=family)
        found[seat.number] = rating.pk
    rows = Rating.objects.select_for_update().filter(pk__in=found.values()).order_by("pk")
    locked = {row.pk: row for row in rows}
    return [locked[found[seat.number]] for seat in seats]
