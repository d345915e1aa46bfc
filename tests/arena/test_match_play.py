"""Legs: paired deals, and the handling of a failing player."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ginrummy.game.cards import Hand, hand_of, parse_faces
from ginrummy.game.game import Game
from ginrummy.lab.arena import run_plan
from ginrummy.lab.arena.match_play import Failure, Roster, check_player, play_leg
from ginrummy.lab.arena.results import FORFEIT, UNFINISHED, PlayedPiece, forfeit_score
from ginrummy.lab.arena.run_piece import play_piece_by_views
from ginrummy.lab.arena.run_plan import Unit, WorkPiece
from ginrummy.players.player import player_name
from ginrummy.players.programs.isolated import IsolatedPlayer
from ginrummy.rules.melds import points_of
from ginrummy.rules.scoring import GIN, KIND_NAMES
from ginrummy.variants import load_variant
from tests.arena import legs_seen
from tests.arena.bots import DIARY
from tests.arena.plans import BOTS, ERRATIC, WILD, plan_of
from tests.arena.processes import running_below, soon


def legs_of(*players: str, pairs: int = 6, **given: Any) -> PlayedPiece:
    return play_piece_by_views(plan_of(*players, pairs=pairs, **given), WorkPiece(0, 0, pairs))


def test_seats_are_exchanged_and_the_deal_is_not() -> None:
    seen = legs_seen.deals_of(plan_of(ERRATIC, WILD), pair=3)
    assert seen[0].deck == seen[1].deck == run_plan.deck(run_plan.seed_key("7"), 3, 1)
    assert seen[0].dealer == seen[1].dealer == run_plan.first_dealer(run_plan.seed_key("7"), 3)
    assert [player_name(player) for player in seen[0].seats] == ["Erratic", "Wild"]
    assert [player_name(player) for player in seen[1].seats] == ["Wild", "Erratic"]


def test_a_player_without_chance_gives_itself_nothing() -> None:
    legs = legs_of("simple", "simple", pairs=10).legs
    for first, second in zip(legs[::2], legs[1::2], strict=True):
        assert (first.won, first.points, first.kind) == (-second.won, -second.points, second.kind)
    assert any(leg.won for leg in legs)


def test_points_and_wins_go_together() -> None:
    for leg in legs_of("simple", "random").legs:
        assert (leg.points > 0) - (leg.points < 0) == leg.won
        assert leg.kind in KIND_NAMES
        assert leg.hands == 1


def test_games_are_played_to_their_end() -> None:
    for leg in legs_of("simple", ERRATIC, pairs=2, unit=Unit.GAMES).legs:
        assert leg.kind == "game"
        assert abs(leg.won) == 1
        assert leg.hands > 1


def test_a_game_that_nobody_wins_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.lab.arena.match_play.LONGEST_MATCH", 4)
    played = legs_of(f"{BOTS}:Drawing", f"{BOTS}:Drawing", pairs=1, unit=Unit.GAMES)
    assert [(leg.won, leg.points, leg.kind, leg.hands) for leg in played.legs] == [(0, 0, UNFINISHED, 4)] * 2


def test_failing_loses_the_hand_as_gin_against_all_cards() -> None:
    own, other = parse_faces("AS2S3S4S5S6S7S8S9STS"), parse_faces("AHKH2H3H4H5H6H7H8H9H")
    rest = [face for face in range(52) if face not in own + other]
    deck = [card for pair in zip(other, own, strict=True) for card in pair] + rest
    game = Game.deal(plan_of("simple", "simple").variant.row, dealer=0, deck=deck)
    score = forfeit_score(game, 1)
    assert points_of(game.variant, hand_of(other)) == 1 + 10 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9
    assert (score.kind, score.winner, score.difference, score.bonus) == (GIN, 0, 55, 25)
    assert forfeit_score(game, 0).points == 55 + 25
    assert game.state.hands[0] == Hand(sum(1 << face for face in own), 0)


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Raising", "RuntimeError: no idea what to do"),
        ("Cheating", "AS"),
        ("Mute", "it answers None, which is not a move"),
    ],
)
def test_a_failing_player_loses_hands_and_never_the_run(bot: str, why: str) -> None:
    played = legs_of(f"{BOTS}:{bot}", "simple", pairs=6)
    lost = [leg for leg in played.legs if leg.kind == FORFEIT]
    assert len(lost) == len(played.faults) > 0
    assert all(leg.won == -1 and leg.points < -25 for leg in lost)
    assert all(fault.player == 0 and why in fault.why and "\n" not in fault.why for fault in played.faults)


def test_a_failing_player_is_asked_again_in_the_next_hand_of_a_game() -> None:
    played = legs_of("simple", f"{BOTS}:Raising", pairs=2, unit=Unit.GAMES)
    assert {fault.player for fault in played.faults} == {1}
    assert sum(leg.hands for leg in played.legs) > len(played.faults) > 0


@pytest.fixture
def diary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the diary of `Kept`."""
    monkeypatch.setenv(DIARY, str(tmp_path / "diary"))
    return tmp_path / "diary"


@pytest.fixture
def roster() -> Iterator[Roster]:
    """Return the players of a process that may start only these."""
    roster = Roster(move_time=10)
    yield roster
    roster.close()


def failures_of(roster: Roster, name: str, *, seed: int) -> tuple[Failure, ...]:
    """Return the failures of the player `name` in a leg against `simple`."""
    seats = (roster.seat_player(name, 0, seed=seed), roster.seat_player("simple", 1, seed=seed))
    return play_leg(plan_of("simple", "simple"), seed, seats).failures


def test_a_player_that_can_begin_anew_is_made_once_and_hears_the_end(roster: Roster, diary: Path) -> None:
    for seed in (1, 2, 3):
        assert not failures_of(roster, f"{BOTS}:Kept", seed=seed)
    assert roster.seat_player(f"{BOTS}:Kept", 0, seed=4) is not roster.seat_player(f"{BOTS}:Kept", 1, seed=4)
    assert soon(lambda: len(diary.read_text().splitlines()) == 6)  # the last message has no answer
    assert diary.read_text().splitlines() == [
        "made", "over True", "begins 2", "over True", "begins 3", "over True",
    ]  # fmt: skip


def test_a_player_that_cannot_begin_anew_is_made_anew(roster: Roster) -> None:
    for seed in (1, 2):
        assert not failures_of(roster, f"{BOTS}:Counting", seed=seed)


def test_processes_that_wait_too_long_for_their_turn_are_let_go(
    roster: Roster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ginrummy.lab.arena.match_play.MOST_PROCESSES", 2)
    before = len(running_below(os.getpid(), "supervisor.py"))
    for name in ("Erratic", "Wild", "Slow", "Erratic"):
        assert not failures_of(roster, f"{BOTS}:{name}", seed=1)
        assert len(running_below(os.getpid(), "supervisor.py")) - before <= 2


def test_a_class_in_a_file_of_a_folder_is_no_program(roster: Roster) -> None:
    player = roster.seat_player("tests/players/own.py:Lowest", 0, seed=1)
    assert isinstance(player, IsolatedPlayer)
    player.start(load_variant("eaai").row)
    assert player.name == "Lowest"
    check_player("tests/players/own.py:Lowest", load_variant("eaai").row, move_time=1)


def test_players_that_are_kept_play_every_time_the_same() -> None:
    assert legs_of(f"{BOTS}:Kept", "simple", pairs=4) == legs_of(f"{BOTS}:Kept", "simple", pairs=4)
