"""Undo against a bot: only the own last move that revealed nothing; the log keeps both."""

from __future__ import annotations

import pytest

from ginrummy.game.game import Phase
from ginrummy.game.moves import MoveKind
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.people.models import Person
from ginrummy.web.tables import service
from ginrummy.web.tables.errors import OutOfTurn, Stale
from ginrummy.web.tables.table_state import UNDO, TableState, current_state, states
from tests.web.match_moments import ADA, OTHER, Moment, Play, first_play
from tests.web.play import bots_answer, person
from tests.web.scene_tables import table_at

pytestmark = pytest.mark.django_db


def said(kind: MoveKind, *, over: bool = False) -> Moment:
    """Return the moment just after Ada's move of `kind`, which ended the hand or not."""

    def is_now(state: TableState) -> bool:
        plays = () if state.match is None or state.is_over else state.match.game.plays
        if not plays or plays[-1].seat != ADA or plays[-1].move.kind is not kind:
            return False
        return state.is_between_hands is over

    return is_now


def play_to(kind: MoveKind, *, over: bool = False, variant: str = "standard", seed: int = 0) -> Play:
    return first_play(variant, said(kind, over=over), hands=4, seed=seed)


@pytest.mark.parametrize(
    ("kind", "variant"),
    [
        (MoveKind.PASS, "modern"),
        (MoveKind.TAKE, "standard"),
        (MoveKind.DISCARD, "standard"),
        (MoveKind.KNOCK, "standard"),
        (MoveKind.SPREAD, "standard"),
    ],
)
def test_a_move_that_showed_nothing_goes_back_and_the_log_keeps_both(kind: MoveKind, variant: str) -> None:
    ada, play = person(), play_to(kind, variant=variant)
    table = table_at(ada, None, variant, play)
    table = service.submit_event_text(table.key, ada, table.number, UNDO)
    state = current_state(table)
    assert state.match is not None
    assert play.state.match is not None
    assert state.match.game.moves == play.state.match.game.moves[:-1]
    assert state.awaited == {ADA}
    assert table.bot_due is None
    assert table.events.count() == play.state.number + 1
    states.clear()
    assert current_state(table) == state


def test_a_layout_goes_back_though_the_bot_is_ready_until_the_next_hand() -> None:
    ada = person()
    table = bots_answer(table_at(ada, None, "standard", play_to(MoveKind.LAY_OFF, over=True)))
    assert current_state(table).ready == {OTHER}
    table = service.submit_event_text(table.key, ada, table.number, UNDO)
    state = current_state(table)
    assert state.match is not None
    assert (state.match.game.phase, state.ready) == (Phase.LAY_OFF, frozenset())
    again = str(state.match.game.automatic_layout())
    table = bots_answer(service.submit_event_text(table.key, ada, table.number, again))
    service.submit_event_text(table.key, ada, table.number, "next")
    table.refresh_from_db()
    refused(table.key, ada, OutOfTurn)


def refused(key: str, ada: Person, kind: type[GinRummyError]) -> None:
    """Assert that `ada` is refused an undo, and nothing has changed."""
    table = service.find_table(key)
    before = table.number
    with pytest.raises(kind):
        service.submit_event_text(key, ada, before, UNDO)
    table.refresh_from_db()
    assert table.number == before


@pytest.mark.parametrize(
    ("kind", "over", "variant", "seed"),
    [(MoveKind.DRAW, False, "standard", 0), (MoveKind.DISCARD, True, "high_low_ace", 98)],
)
def test_what_showed_a_card_stands(kind: MoveKind, over: bool, variant: str, seed: int) -> None:
    """The draw revealed a card of the stock, the last discard before a comparison the other hand."""
    ada = person()
    table = table_at(ada, None, variant, play_to(kind, over=over, variant=variant, seed=seed))
    refused(table.key, ada, OutOfTurn)


def test_what_the_bot_has_answered_stands() -> None:
    ada = person()
    table = bots_answer(table_at(ada, None, "standard", play_to(MoveKind.DISCARD)))
    refused(table.key, ada, OutOfTurn)


def test_between_people_nothing_goes_back() -> None:
    ada, bob = person(), person()
    table = table_at(ada, bob, "standard", play_to(MoveKind.DISCARD))
    refused(table.key, ada, Stale)


def test_no_time_is_won_by_going_back() -> None:
    ada = person()
    table = table_at(ada, None, "standard", play_to(MoveKind.TAKE), pace="600+20")
    state = current_state(table)
    assert state.match is not None
    card = next(move for move in state.match.game.legal_moves() if move.kind is MoveKind.DISCARD)
    before = table.first_left
    table = service.submit_event_text(table.key, ada, table.number, str(card))
    table = service.submit_event_text(table.key, ada, table.number, UNDO)
    assert table.first_left <= before
