"""Two clients on a network that loses, duplicates and reorders: one history, as in a model."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ginrummy.game.match import Match
from ginrummy.game.shuffle import new_secret
from ginrummy.game.view import view_of
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules.types import SEATS, Seat
from ginrummy.variants import load_variant
from ginrummy.web.board.board import Board, build_board
from ginrummy.web.http.exceptions import error_status
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import Event, Table
from ginrummy.web.tables.table_state import (
    NEXT,
    RESIGN,
    TableState,
    apply_events,
    current_state,
    initial_state,
    states,
)
from tests.web.play import person

CLOSING = ("knock", "gin", "biggin", "spread", "lay")
BRIEF = load_variant("standard").row._replace(knock_value=100, game_target=60)
NONSENSE = ("draw", "pass", "take", "7H", "knock:KS", "spread:", NEXT, "cut:again", "", "7", "undo", "claim")


class Message(NamedTuple):
    """A client's message about its page: the seat, the last event, the text."""

    seat: Seat
    number: int
    text: str


class Wire(RuleBasedStateMachine):
    """The service behind an unreliable network; `history` is the expected log by a model."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way: list[Message] = []
        self.pages: dict[int, TableState] = {}

    @initialize(seed=some.integers(0, 10**6))
    def sit_down(self, seed: int) -> None:
        """Open a table for two and deal."""
        states.clear()
        self.people = (person(), person())
        secret = new_secret(random.Random(seed).randbytes)
        table = creation.create(Proposal(BRIEF, "house", secret), self.people[0], cut="one")
        self.key = service.join(table.key, self.people[1], cut="two").key
        self.history: list[tuple[Seat, str]] = list(self.table.events.values_list("seat", "text"))
        self.look(0)
        self.look(1)

    @property
    def table(self) -> Table:
        return service.find_table(self.key)

    def model(self) -> TableState:
        """Return the state by replaying the history."""
        return apply_events(initial_state(self.table), self.history)

    @rule(seat=some.sampled_from(SEATS))
    def look(self, seat: Seat) -> None:
        """A client loads its page and then answers that one."""
        self.pages[seat] = current_state(self.table)

    @rule(seat=some.sampled_from(SEATS), place=some.integers(0, 30))
    def say(self, seat: Seat, place: int) -> None:
        """A client sends a move of its page, however old."""
        page = self.pages[seat]
        if seat in page.awaited:
            offered = offers(page, seat)
            self.under_way.append(Message(seat, page.number, offered[place % len(offered)]))

    @rule(seat=some.sampled_from(SEATS), away=some.integers(-4, 1), text=some.sampled_from(NONSENSE))
    def forge(self, seat: Seat, away: int, text: str) -> None:
        """A client sends a move that its page does not offer, for an event of its choice."""
        self.under_way.append(Message(seat, max(0, self.pages[seat].number + away), text))

    @precondition(lambda self: len(self.history) > 30)
    @rule(seat=some.sampled_from(SEATS))
    def give_up(self, seat: Seat) -> None:
        """A client resigns."""
        self.under_way.append(Message(seat, self.pages[seat].number, RESIGN))

    @precondition(lambda self: self.under_way)
    @rule(place=some.integers(0, 30))
    def lose(self, place: int) -> None:
        """A message is lost."""
        self.under_way.pop(place % len(self.under_way))

    @precondition(lambda self: self.under_way)
    @rule(place=some.integers(0, 30))
    def double(self, place: int) -> None:
        """A message is sent again: its response was lost, or the player pressed twice."""
        self.under_way.append(self.under_way[place % len(self.under_way)])

    @precondition(lambda self: self.under_way)
    @rule(place=some.integers(0, 30), is_answered=some.booleans())
    def deliver(self, place: int, is_answered: bool) -> None:
        """Any message in flight arrives; its sender gets the response, or not."""
        message = self.under_way.pop(place % len(self.under_way))
        expected = self.expected(message)
        status = self.sent(message)
        assert (status == 200) == (expected is not None), (message, status)
        assert status in (200, 409, 422)
        if expected:
            self.history.append((message.seat, message.text))
        if is_answered:
            self.look(message.seat)

    @rule(turns=some.integers(1, 8), place=some.integers(0, 3))
    def play_on(self, turns: int, place: int) -> None:
        """The network works for a while, and messages in flight come later."""
        for _turn in range(turns):
            state = current_state(self.table)
            if state.is_over:
                return
            seat = min(state.awaited)
            offered = offers(state, seat)
            text = offered[place % len(offered)]
            assert self.sent(Message(seat, state.number, text)) == 200
            self.history.append((seat, text))
        self.look(place % 2)

    @rule()
    def forget(self) -> None:
        """The server restarts."""
        states.clear()

    def sent(self, message: Message) -> int:
        """Return the status of the service's response to a message."""
        try:
            service.submit_event_text(self.key, self.people[message.seat], message.number, message.text)
        except GinRummyError as error:
            return error_status(error).status
        return 200

    def expected(self, message: Message) -> bool | None:
        """Return whether a message must be written: `False` for a duplicate, `None` for a refusal."""
        since = self.history[message.number :]
        own = [text for seat, text in since if seat == message.seat]
        if since and own[:1] == [message.text] and not message.text.startswith("cut:"):
            return False
        is_late = message.number != len(self.history)
        still_holds = message.text == RESIGN or (
            message.text == NEXT and bool(since) and all(text == NEXT for _seat, text in since)
        )
        if (is_late and not still_holds) or message.text.startswith(("cut:", "undo", "claim")):
            return None
        try:
            self.model().after(message.seat, message.text)
        except GinRummyError:
            return None
        return True

    @invariant()
    def there_is_one_history_and_no_move_is_lost(self) -> None:
        """The log equals the model's history, event for event."""
        if hasattr(self, "key"):
            rows = Event.objects.filter(table__key=self.key).values_list("number", "seat", "text")
            assert list(rows) == [(place, *said) for place, said in enumerate(self.history)]
            assert self.table.number == len(self.history)

    @invariant()
    def every_page_is_that_of_a_straight_replay(self) -> None:
        """Both seats see the state of the history."""
        if hasattr(self, "key"):
            kept, again = current_state(self.table), self.model()
            assert kept == again
            assert boards(self.table, kept) == boards(self.table, again)

    def teardown(self) -> None:
        """With a working network the match continues: every answered move is the next event."""
        if not hasattr(self, "key"):
            return
        self.play_on(4, 0)
        self.there_is_one_history_and_no_move_is_lost()
        Table.objects.all().delete()
        Person.objects.all().delete()


def offers(state: TableState, seat: Seat) -> list[str]:
    """Return the moves on the page of `seat`, those that end the hand first."""
    if state.is_between_hands:
        return [NEXT]
    assert state.match is not None
    moves = [str(move) for move in view_of(state.match, seat).legal_moves()]
    return sorted(moves, key=lambda text: not text.startswith(CLOSING))


def boards(table: Table, state: TableState) -> Iterable[Board]:
    """Return the boards of both seats."""
    match: Match | None = state.match
    assert match is not None
    return [build_board(table, state, match, seat, "melds") for seat in SEATS]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_lost_doubled_and_reordered_messages_leave_one_history() -> None:
    checks: list[Any] = list(HealthCheck)
    run_state_machine_as_test(
        Wire, settings=settings(max_examples=14, stateful_step_count=50, suppress_health_check=checks)
    )
