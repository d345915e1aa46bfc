"""The levels for people: a beginner's mistakes, legal ones, in the share that each level has."""

from __future__ import annotations

import pickle

import pytest

from ginrummy.cards import faces_of
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.moves import DRAW, NO_MELDS, TAKE, MoveKind
from ginrummy.players import chance, level_titles, load_player, player_names
from ginrummy.players.levels import LevelPlayer
from ginrummy.players.novice import LEFT_TO_KNOCK, novice_move
from ginrummy.rules.turns import closing_deadwood
from ginrummy.view import view_of
from tests.players.tables import EAAI, VARIANTS, decisions, played, row_of
from tests.players.test_strength import edge


def novice(*, seed: int = 1) -> LevelPlayer:
    """Return a player that is a beginner all the time."""
    return LevelPlayer(name="novice", mistakes=1.0, seed=seed)


def test_every_level_is_a_player_with_a_title_in_each_language() -> None:
    assert set(level_titles()) <= set(player_names())
    titles = []
    for language in LANGUAGES:
        with using_language(language):
            titles.append(tuple(level_titles().values()))
    assert len(set(titles)) == len(LANGUAGES)
    assert all(len(set(each)) == len(each) for each in titles)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_beginner_plays_every_variant_and_again_from_its_views_alone(name: str) -> None:
    pair = (novice(), load_player("casual", seed=4))
    for _match, view, move in decisions(row_of(name), pair, seed=3, hands=4):
        again = novice() if view.seat == 0 else load_player("casual", seed=4)
        assert again.decide(pickle.loads(pickle.dumps(view))) == move


def test_a_beginner_misses_lay_offs_and_knocks_late() -> None:
    missed = waited = 0
    for match, view, move in decisions(EAAI, (novice(), load_player("simple")), seed=5, hands=60):
        if view.seat == 1:
            continue
        if move.kind is MoveKind.LAY_OFF:
            assert move.laid == NO_MELDS
            missed += match.game.automatic().laid != NO_MELDS
        elif move.kind is MoveKind.KNOCK:
            assert closing_deadwood(EAAI, view.state, move.face) <= LEFT_TO_KNOCK
        elif move.kind is MoveKind.DISCARD:
            waited += any(other.kind is MoveKind.KNOCK for other in view.legal_moves())
    assert missed > 0
    assert waited > 0


def test_a_beginner_takes_what_may_become_something() -> None:
    taken = left = 0
    for _match, view, move in decisions(EAAI, (novice(), load_player("simple")), seed=6, hands=10):
        if view.seat == 0 and {TAKE, DRAW} <= set(view.legal_moves()):
            top = view.state.pile.top
            goes = any(
                face % 13 == top % 13 or (face // 13 == top // 13 and abs(face - top) == 1)
                for face in faces_of(view.hand)
            )
            assert move == (TAKE if goes else DRAW)
            taken, left = taken + goes, left + (not goes)
    assert taken
    assert left


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_the_share_of_mistakes(share: float) -> None:
    steady = load_player("steady")
    level = LevelPlayer(name="some", mistakes=share, seed=9)
    slips = total = 0
    for match, view, _move in decisions(EAAI, (steady, steady), seed=7, hands=25):
        shown = view_of(match, view.seat)
        chosen = level.decide(shown)
        draw = chance(shown, 9)
        slips += draw.random() < share
        total += 1
        assert chosen in (steady.decide(shown), novice_move(shown, draw))
    assert slips / total == pytest.approx(share, abs=0.06)


def test_a_whole_match_of_beginners_ends() -> None:
    assert played(EAAI, (novice(seed=1), novice(seed=2)), seed=2).is_over


def test_each_level_up_is_stronger() -> None:
    for weaker, stronger in (("beginner", "casual"), ("casual", "skilled"), ("regular", "steady")):
        assert edge(stronger, weaker, deals=200) > 0
