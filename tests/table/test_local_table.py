"""A person and a player at one table: turns, undo, and failures."""

from __future__ import annotations

import pytest

from ginrummy.game.game import Phase
from ginrummy.game.moves import PASS, TAKE, MoveKind
from ginrummy.game.shuffle import commitment, seeds_from_number
from ginrummy.locale import using_language
from ginrummy.players import PlayerError, player_title
from ginrummy.terminal.local_table import OTHER, PERSON, LocalTable, new_deal
from tests.table.seats import first, sittings, table_of


def last_kind(table: LocalTable) -> MoveKind | None:
    """Return the person's last move, `None` if the other seat moved last."""
    plays = table.game.plays
    return plays[-1].move.kind if plays and plays[-1].seat == PERSON else None


@pytest.mark.parametrize("kind", [MoveKind.TAKE, MoveKind.KNOCK, MoveKind.PASS, MoveKind.DISCARD])
def test_a_move_that_showed_nothing_may_go_back(kind: MoveKind) -> None:
    played = 0
    for seed in range(1, 4):
        before = None
        for table in sittings(table_of("eaai", seed=seed), seed=seed, hands=12):
            if last_kind(table) is kind and not table.game.is_over:
                assert table.may_undo
                assert table.undo() == before
                played += 1
            before = table
    assert played, f"nobody played {kind}"


def test_a_card_that_was_seen_is_not_put_back() -> None:
    table = first(lambda table: last_kind(table) is MoveKind.DRAW)
    assert not table.may_undo
    assert table.undo_refusal() == "A card was seen: that cannot be undone."


def test_what_the_other_seat_has_answered_stands() -> None:
    table = first(lambda table: bool(table.game.plays) and table.game.plays[-1].seat == OTHER)
    assert not table.may_undo
    assert table.undo_refusal() == "Simple has answered: that cannot be undone."


def test_there_is_nothing_to_undo_before_the_first_move() -> None:
    table = table_of()
    assert not table.may_undo
    assert table.undo_refusal() == "There is nothing to undo."


def test_a_layout_of_ones_own_may_go_back_until_the_next_hand() -> None:
    over = first(
        lambda table: last_kind(table) is MoveKind.LAY_OFF and table.game.is_over and not table.match.is_over,
    )
    assert over.may_undo
    before = over.undo()
    assert before.game.phase is Phase.LAY_OFF
    assert before.match.sheet == over.match.sheet
    assert not over.next_hand().may_undo


def test_a_closing_goes_back_before_the_other_hand_lies_open_not_after() -> None:
    spread = first(lambda table: last_kind(table) is MoveKind.SPREAD)
    assert spread.may_undo
    answered = spread.play(spread.opponent_move())
    assert answered.game.is_over
    assert not answered.may_undo


def test_the_end_of_the_match_stands() -> None:
    """The secret of the deals is then public."""
    for seed in range(1, 30):
        *_before, over = sittings(table_of("shy", seed=seed), seed=seed)
        assert over.match.is_over
        assert not over.may_undo
        if last_kind(over) is MoveKind.LAY_OFF:
            assert over.undo_refusal() == "The match is over: nothing can be undone."
            return
    raise AssertionError("no match ended with a lay-off of the person")


def test_a_compared_hand_stands() -> None:
    """The last discard revealed the other hand."""
    over = first(lambda table: table.game.is_over and last_kind(table) is MoveKind.DISCARD, "wall")
    assert over.view.shown is not None
    assert not over.may_undo


def test_an_undo_leaves_the_deal_as_it_was() -> None:
    table = first(lambda table: PASS in table.view.legal_moves(), "eaai")
    assert table.play(TAKE).undo() == table
    assert table.play(PASS).undo() == table


@pytest.mark.parametrize(
    ("against", "complaint"),
    [
        ("tests.table.seats:Breaker", "Breaker: it broke down: RuntimeError: no idea in phase"),
        ("tests.table.seats:Cheat", "Cheat: it may not play AS: "),
    ],
)
def test_a_player_that_fails_is_named(against: str, complaint: str) -> None:
    table = first_waiting(table_of(against=against))
    with pytest.raises(PlayerError, match="^" + complaint):
        table.opponent_move()


def first_waiting(table: LocalTable) -> LocalTable:
    """Return the first table with the other seat to move."""
    while not table.is_opponent_turn:
        table = table.play(table.view.legal_moves()[0])
    return table


@pytest.mark.parametrize(
    ("against", "name"),
    [
        ("steady", "Strong bot"),
        ("champion@100ms", "Champion bot"),
        ("simple", "Simple"),
        ("my.module:BoldPlayer", "BoldPlayer"),
    ],
)
def test_what_a_player_is_called(against: str, name: str) -> None:
    assert player_title(against) == name


@pytest.mark.parametrize(
    ("code", "names"), [("fr", ("Robot habitué", "Robot fort")), ("ru", ("Бот-завсегдатай", "Сильный бот"))]
)
def test_a_bot_is_called_as_players_say(code: str, names: tuple[str, str]) -> None:
    with using_language(code):
        assert (player_title("regular"), player_title("steady")) == names


def test_a_deal_is_fixed_by_its_number_and_open_to_a_cut_without() -> None:
    assert new_deal(7).seeds("ignored") == seeds_from_number(7)
    deal = new_deal()
    assert deal.fingerprint == commitment(deal.secret)
    assert deal.seeds("mine").cuts == ("mine", deal.other_cut)
    assert deal.other_cut
    assert new_deal().secret != deal.secret
