"""The service: one history, whatever happens to the messages."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from ginrummy.game.cards import face_code
from ginrummy.game.game import Phase
from ginrummy.game.view import view_of
from ginrummy.locale.errors import CardError, GinRummyError, IllegalMove
from ginrummy.players import legal_answer, load_player
from ginrummy.rules.types import SEATS, Seat
from ginrummy.variants import load_variant
from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.http.exceptions import error_status
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.errors import NoTable, NotYours, OutOfTurn, SeatTaken, Stale
from ginrummy.web.tables.models import Event, Lane, Status, Table
from ginrummy.web.tables.table_state import (
    CUT,
    NEXT,
    RESIGN,
    UNDO,
    apply_events,
    current_state,
    initial_state,
    states,
)
from tests.web.play import anything, bots_answer, match_of, person, proposal, step, table_of_two
from tests.web.races import race

pytestmark = pytest.mark.django_db


def log_of(table: Table) -> list[tuple[int, Seat, str]]:
    return list(Event.objects.filter(table=table).values_list("number", "seat", "text"))


def straight(table: Table) -> object:
    """Return the state of the table by replaying its log."""
    events = Event.objects.filter(table=table).values_list("seat", "text")
    return apply_events(initial_state(table), events)


def mover(table: Table, people: tuple[Person, Person]) -> tuple[Person, Person, str]:
    """Return the seat to move, the other one, and a legal move."""
    state = current_state(table)
    seat = min(state.awaited)
    return people[seat], people[1 - seat], anything(state, random.Random(1))


def test_a_table_waits_until_both_have_cut() -> None:
    first = person()
    table = creation.create(proposal(), first, cut="17")
    assert (table.status, table.number) == (Status.WAITING, 1)
    assert current_state(table).match is None
    table = service.join(table.key, person(), cut="5")
    assert (table.status, table.number) == (Status.PLAYING, 3)
    assert [text.partition(":")[0] for _number, _seat, text in log_of(table)] == ["seal", "cut", "reveal"]
    assert log_of(table)[2][2].endswith(" 17")


def test_a_bot_cuts_before_the_person_who_knows_its_cut() -> None:
    table = creation.create(proposal(), person(), cut="17", bot="simple", bot_cut="99")
    assert [text for _number, _seat, text in log_of(table)][:2] == ["cut:99", "cut:17"]


def test_a_secret_deals_one_match_only() -> None:
    offered = proposal(seed=3)
    creation.create(offered, person(), cut="")
    with pytest.raises(SeatTaken, match="used before"):
        creation.create(offered, person(), cut="")


@pytest.mark.parametrize("bot", ["", "simple"])
def test_a_proposal_that_is_sent_again_is_the_same_table(bot: str) -> None:
    offered, someone = proposal(seed=4), person()

    def create(asked: creation.Proposal, who: Person, against: str) -> int:
        return creation.create(asked, who, cut="", bot=against, bot_cut="9").pk

    first = create(offered, someone, bot)
    assert create(offered, someone, bot) == first
    for other in ({"pace": "600+20"}, {"first_dealer": 1}, {"variant": load_variant("straight").row}):
        with pytest.raises(SeatTaken, match="used before"):
            create(replace(offered, **other), someone, bot)
    with pytest.raises(SeatTaken, match="used before"):
        create(offered, person(), bot)
    with pytest.raises(SeatTaken, match="used before"):
        create(offered, someone, "" if bot else "simple")
    with pytest.raises(SeatTaken, match="used before"):
        creation.create(offered, someone, cut="another", bot=bot, bot_cut="9")


def test_joining_again_is_harmless_and_a_third_is_told() -> None:
    table, _first, second = table_of_two()
    assert service.join(table.key, second, cut="other").number == 3
    with pytest.raises(SeatTaken):
        service.join(table.key, person(), cut="")
    with pytest.raises(NoTable):
        service.join("nowhere", person(), cut="")


def test_a_move_said_twice_is_one_event() -> None:
    table, first, second = table_of_two()
    speaker, _other, move = mover(table, (first, second))
    service.submit_event_text(table.key, speaker, 3, move)
    before = log_of(table)
    assert service.submit_event_text(table.key, speaker, 3, move).number == 4
    assert log_of(table) == before


def test_between_people_and_without_a_card_taken_nothing_goes_back() -> None:
    table, first, second = table_of_two()
    speaker, _other, _move = mover(table, (first, second))
    with pytest.raises(OutOfTurn):
        current_state(table).after(SEATS[0], UNDO)
    table = service.submit_event_text(table.key, speaker, 3, "take")
    before = log_of(table)
    with pytest.raises(Stale):
        service.submit_event_text(table.key, speaker, 4, UNDO)
    assert log_of(table) == before
    seat = SEATS[speaker != first]
    back = current_state(table).after(seat, UNDO)
    start = apply_events(initial_state(table), [(seat, text) for _number, seat, text in before[:3]])
    assert back.match == start.match
    assert back.number == 5


def test_another_move_for_the_same_position_is_stale() -> None:
    table, first, second = table_of_two()
    speaker, _other, move = mover(table, (first, second))
    service.submit_event_text(table.key, speaker, 3, move)
    with pytest.raises(Stale):
        service.submit_event_text(table.key, speaker, 3, "biggin" if move != "biggin" else "draw")
    with pytest.raises(Stale):
        service.submit_event_text(table.key, speaker, 99, move)
    assert len(log_of(table)) == 4


def test_out_of_turn_illegal_and_forged_moves_change_nothing() -> None:
    table, first, second = table_of_two()
    speaker, other, _move = mover(table, (first, second))
    state = current_state(table)
    assert state.match is not None
    hidden = face_code(state.match.game.stock[-1])
    refusals: list[tuple[Person | None, str, type[GinRummyError], int]] = [
        (other, "draw", OutOfTurn, 409),
        (speaker, "spread:", IllegalMove, 422),
        (speaker, hidden, IllegalMove, 422),
        (speaker, "99X", CardError, 422),
        (speaker, "knock:", CardError, 422),
        (speaker, "cut:again", Stale, 409),
        (speaker, "seal:" + "0" * 64, Stale, 409),
        (speaker, "reveal:again", Stale, 409),
        (speaker, NEXT, IllegalMove, 422),
        (person(), "draw", NotYours, 403),
        (None, "draw", NotYours, 403),
    ]
    before = log_of(table)
    for speaking, text, kind, status in refusals:
        with pytest.raises(kind) as refused:
            service.submit_event_text(table.key, speaking, 3, text)
        assert error_status(refused.value).status == status, text
    assert log_of(table) == before
    assert current_state(Table.objects.get(pk=table.pk)) == state


def test_both_may_say_next_from_the_same_position() -> None:
    table, first, second = table_of_two(seed=5)
    people, chance = (first, second), random.Random(5)
    while not current_state(table).is_between_hands:
        table = step(table, people, chance)
    number = table.number
    service.submit_event_text(table.key, first, number, NEXT)
    table = service.submit_event_text(table.key, second, number, NEXT)
    state = current_state(table)
    assert state.match is not None
    assert (state.match.number, state.ready) == (1, frozenset())
    assert service.submit_event_text(table.key, first, number, NEXT).number == table.number


def test_giving_up_ends_the_match_from_anywhere() -> None:
    table, first, second = table_of_two()
    table = service.submit_event_text(table.key, second, 0, RESIGN)
    assert (table.status, table.winner) == (Status.OVER, 0)
    with pytest.raises(IllegalMove, match="over"):
        service.submit_event_text(table.key, first, table.number, "draw")


def test_a_whole_match_is_what_its_log_says() -> None:
    table, first, second = table_of_two("hollywood", seed=11)
    player = load_player("steady")
    while table.status != Status.OVER:
        seat = min(current_state(table).awaited)
        view = view_of(match_of(table), seat)
        said = NEXT if current_state(table).is_between_hands else str(legal_answer(player, view))
        table = service.submit_event_text(table.key, (first, second)[seat], table.number, said)
    assert match_of(table).number > 3
    assert current_state(table) == straight(table)
    states.clear()
    assert current_state(Table.objects.get(pk=table.pk)) == straight(table)


def test_a_bot_says_all_it_has_to() -> None:
    me = person()
    table = creation.create(proposal(seed=2), me, cut="1", bot="simple", bot_cut="2")
    chance = random.Random(2)
    while table.status != Status.OVER:
        table = bots_answer(table)
        state = current_state(table)
        if not state.is_over:
            assert 0 in state.awaited
            table = service.submit_event_text(table.key, me, table.number, anything(state, chance))
    assert table.bot_due is None
    assert current_state(table) == straight(table)


def test_a_worker_takes_the_turn_that_has_waited_longest() -> None:
    table = creation.create(proposal(seed=4), person(), cut="1", bot="simple", bot_cut="2")
    if table.bot_due is None:
        state = current_state(table)
        table = service.submit_event_text(
            table.key, table.seats.get(number=0).person, 2, anything(state, random.Random(1))
        )
    while table.bot_due is None:
        move = anything(current_state(table), random.Random(1))
        table = service.submit_event_text(table.key, table.seats.get(number=0).person, table.number, move)
    assert not turns[Lane.QUICK].run_next("tests")
    Table.objects.filter(pk=table.pk).update(bot_due=table.created)
    assert turns[Lane.QUICK].run_next("tests")
    assert Table.objects.get(pk=table.pk).number == table.number + 1


@pytest.mark.django_db(transaction=True)
def test_of_two_moves_that_race_one_is_written() -> None:
    table, first, second = table_of_two(seed=9)
    speaker, _other, _move = mover(table, (first, second))
    state = current_state(table)
    assert state.match is not None
    texts = [str(move) for move in state.match.game.legal_moves()][:2]

    def say(text: str) -> str:
        try:
            service.submit_event_text(table.key, speaker, table.number, text)
        except Stale:
            return "stale"
        return "written"

    assert sorted(race(*(partial(say, text) for text in texts))) == ["stale", "written"]
    assert len(log_of(table)) == 4


def test_the_cut_is_in_the_log_as_it_was_typed() -> None:
    table = service.join(creation.create(proposal(), person(), cut="1").key, person(), cut="  cœur ♥ ")
    assert log_of(table)[1] == (1, 1, f"{CUT}  cœur ♥ ")


def test_phases_of_a_hand_follow_one_another() -> None:
    table, first, second = table_of_two(seed=21)
    chance, seen = random.Random(21), set()
    while not current_state(table).is_between_hands and table.status != Status.OVER:
        match = current_state(table).match
        assert match is not None
        seen.add(match.game.phase)
        table = step(table, (first, second), chance)
    assert {Phase.DRAW, Phase.DISCARD} <= seen
