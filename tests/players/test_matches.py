"""Whole matches of every variant: legal to the end, and every decision repeatable from its view."""

from __future__ import annotations

import pickle
import random

import pytest

from ginrummy.game.cards import Hand
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View, view_of
from ginrummy.players import decision_random, load_player
from ginrummy.rules.cards import NO_FACE, single, size_of
from ginrummy.rules.turns import remember_discard, remember_take
from tests.players.tables import EAAI, VARIANTS, decisions, memory, played, row_of
from tests.some_of import some_of

PAIRS = (("steady", "simple"), ("random", "steady"), ("simple", "random"), ("steady", "steady"))


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_whole_matches_are_played_to_their_end(name: str) -> None:
    row = row_of(name)
    for seed, (first, second) in enumerate(PAIRS[:2], start=1):
        match = played(
            row, (load_player(first, seed=seed), load_player(second, seed=seed)), seed=seed, hands=300
        )
        assert match.is_over
        assert match.winner in (0, 1)


@pytest.mark.parametrize("name", some_of(VARIANTS, "standard", "two_pack", "eleven_card", "oklahoma_full"))
def test_a_decision_is_a_function_of_view_and_seed(name: str) -> None:
    row = row_of(name)
    for seed, (first, second) in enumerate(PAIRS, start=1):
        specs = ((first, 3 * seed), (second, 3 * seed + 1))
        players = (load_player(first, seed=specs[0][1]), load_player(second, seed=specs[1][1]))
        kept = [
            (pickle.dumps(view), specs[view.seat], move)
            for _match, view, move in decisions(row, players, seed=seed, hands=2)
        ]
        random.Random(seed).shuffle(kept)
        for seen, (spec, own), move in kept[:40]:
            assert load_player(spec, seed=own).decide(pickle.loads(seen)) == move


def test_random_depends_on_its_seed_and_on_nothing_else() -> None:
    simple = load_player("simple")
    chosen = [
        tuple(load_player("random", seed=seed).decide(view) for seed in range(6))
        for _match, view, _move in decisions(EAAI, (simple, simple), seed=2, hands=3)
        if len(view.legal_moves()) > 1
    ]
    assert sum(len(set(moves)) > 1 for moves in chosen) > len(chosen) * 0.9


def test_random_plays_every_legal_move_about_equally_often() -> None:
    simple = load_player("simple")
    for _match, view, _move in decisions(EAAI, (simple, simple), seed=2, hands=1):
        legal = view.legal_moves()
        if len(legal) > 9:
            break
    counts = dict.fromkeys(legal, 0)
    for seed in range(1100):
        counts[load_player("random", seed=seed).decide(view)] += 1
    expected = 1100 / len(legal)
    assert all(0.6 * expected < count < 1.5 * expected for count in counts.values())


def test_the_chance_of_a_decision_is_its_own() -> None:
    simple = load_player("simple")
    views = [view for _match, view, _move in decisions(EAAI, (simple, simple), seed=3, hands=3)]
    drawn = {decision_random(view, seed).random() for view in views for seed in (1, 2)}
    assert len(drawn) == 2 * len(views)
    assert decision_random(views[5], 1).random() == decision_random(views[5], 1).random()


def plainly_remembered(view: View) -> tuple[Hand, int, int, int]:
    """Return the view's own memory of the other seat."""
    bits = [
        sum({1 << face for face in faces})
        for faces in (view.opponent_taken, view.opponent_refused, view.opponent_discards)
    ]
    return view.opponent_known, bits[0], bits[1], bits[2]


@pytest.mark.parametrize("name", ["eaai", "standard", "eleven_card", "two_pack", "last"])
def test_memory_is_what_the_view_says(name: str) -> None:
    row = row_of(name)
    players = (load_player("steady"), load_player("random", seed=7))
    taken = 0
    for match, _view, _move in decisions(row, players, seed=6, hands=6):
        for seat in (0, 1):
            view = view_of(match, seat)
            if view.score is None and not view.state.closing:
                seen = view.memory
                assert (seen.known, seen.taken, seen.refused, seen.discarded) == plainly_remembered(view)
                taken += seen.taken > 0
    assert taken


def test_what_is_taken_and_thrown_is_known_no_longer() -> None:
    seen = remember_take(remember_take(memory(), 7), 8)
    assert size_of(seen.known) == 2
    seen = remember_discard(remember_discard(seen, 7, NO_FACE), 30, NO_FACE)
    assert seen.known == single(8)
    assert seen.discarded == 1 << 7 | 1 << 30


def test_the_showdown_is_the_best_there_is() -> None:
    kinds = set()
    for match, view, move in decisions(EAAI, (load_player("steady"), load_player("simple")), seed=9):
        assert isinstance(match, Match)
        if move.kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
            assert move == view.automatic_layout() == match.game.automatic_layout()
            kinds.add(move.kind)
    assert kinds == {MoveKind.SPREAD, MoveKind.LAY_OFF}
