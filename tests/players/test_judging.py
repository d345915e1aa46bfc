"""Judgements: the same for a seed, independent of hidden cards, and right in obvious cases."""

from __future__ import annotations

import random
from functools import cache

import pytest

from ginrummy import coach, players
from ginrummy.coach.decisions import Moment, match_moments
from ginrummy.game.cards import FACE_COUNT, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.view import view_of_game
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import Judgement, judge, judgement_json
from tests.playing import VARIANTS, whole
from tests.redealing import redealt

FEW = 50


@cache
def moments(name: str = "standard", hands: int = 3) -> tuple[Moment, ...]:
    """Return the decisions of a match with many melds and knocks."""
    return tuple(match_moments(whole(name, hands=hands)))


def judged(moment: Moment, worlds: int = FEW, seed: int = 3) -> Judgement:
    """Return a quick judgement that includes the move played at `moment`."""
    return judge(moment.view, worlds=worlds, seed=seed, also=[moment.move])


def test_a_judgement_is_the_same_for_a_seed_and_another_for_another() -> None:
    some = moments()[4:12]
    assert [judged(each) for each in some] == [judged(each) for each in some]
    assert [judged(each) for each in some] != [judged(each, seed=4) for each in some]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_decision_of_every_game_is_judged(name: str) -> None:
    of_kinds = {moment.move.kind: moment for moment in moments(name)}
    for moment in of_kinds.values():
        found = judged(moment)
        played = found.of(moment.move)
        assert played.behind >= 0 == found.best.behind
        assert [each.behind for each in found.actions] == sorted(each.behind for each in found.actions)
        for action in found.actions:
            ends = action.endings
            assert 0 <= action.win <= 1
            assert ends.won + ends.lost <= 1 + 1e-9
            assert ends.gin + ends.undercut <= ends.won + 1e-9
            assert ends.lost_gin + ends.lost_undercut <= ends.lost + 1e-9
            assert moment.view.refusal(action.move) is None
        assert judgement_json(found)["actions"][0]["move"] == str(found.best.move)


@pytest.mark.parametrize("name", ["standard", "two_pack", "hollywood"])
def test_it_knows_no_more_than_the_seat(name: str) -> None:
    for place, moment in enumerate(moments(name)[3:30:9]):
        other = redealt(moment.game, moment.seat, random.Random(place))
        view = view_of_game(other, moment.seat, sheet=moment.sheet, number=moment.hand - 1)
        assert judge(view, worlds=FEW) == judge(moment.view, worlds=FEW)


@pytest.mark.parametrize("name", ["standard", "two_pack"])
def test_the_belief_is_of_whole_hands_and_of_cards_that_may_be_there(name: str) -> None:
    for moment in moments(name)[5:40:5]:
        view = moment.view
        if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
            continue
        other = judged(moment).other
        assert sum(other.held) + sum(other.twice) == pytest.approx(view.opponent_size)
        assert all(other.held[face] == 1 for face in faces_of(view.opponent_known))
        gone = [face for face in range(FACE_COUNT) if view.hand.cards >> face & 1]
        if view.variant.decks == 1:
            assert not any(other.held[face] for face in (*gone, *view.pile))
        assert other.gin <= other.knock <= 1


def test_gin_is_never_left_and_a_card_of_a_meld_is_dear() -> None:
    for moment in moments(hands=12):
        gins = [move for move in moment.view.legal_moves() if move.kind is MoveKind.GIN]
        if gins and moment.view.phase is Phase.DISCARD:
            kept = judge(moment.view, worlds=FEW, also=[Move(MoveKind.DISCARD, gins[0].face)])
            assert kept.best.move.kind in (MoveKind.GIN, MoveKind.BIG_GIN)
            assert kept.actions[-1].behind > 0.02
            return
    pytest.fail("no gin in twelve hands")


def test_a_defence_is_judged_by_what_it_scores() -> None:
    moment = next(each for each in moments() if each.view.phase is Phase.LAY_OFF)
    bare = Move("lay:")
    found = judge(moment.view, also=[bare])
    score = moment.game.play(bare).score
    assert score is not None
    assert abs(found.of(bare).points) == score.points
    assert found.best.error == 0


def test_time_that_is_up_begins_no_more_worlds() -> None:
    assert judge(moments()[4].view, worlds=10_000, milliseconds=0.0).worlds == 50


def test_there_is_nothing_to_judge_out_of_turn() -> None:
    moment = moments()[4]
    with pytest.raises(GinRummyError, match="turn"):
        judge(view_of_game(moment.game, 1 - moment.seat))


def test_the_coach_has_the_same_function_under_the_same_name() -> None:
    assert coach.judge is judge
    assert {"judge", "judgement_json", "ActionWorth", "OtherHand"} <= set(players.__all__) & set(
        coach.__all__
    )
