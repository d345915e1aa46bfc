"""The explanation of a decision is true, speaks for the better action, and names its cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ginrummy.coach import ActionWorth, Endings, Judgement, OtherHand
from ginrummy.coach.decisions import (
    Moment,
    count_meld_outs,
    hand_after,
    is_unmeldable,
    match_moments,
    meld_of_card,
    possible_meld_cards,
)
from ginrummy.coach.explanations import preference_reason
from ginrummy.coach.match_review import THRESHOLDS, Decision
from ginrummy.coach.review_phrases import better_text, cost_text, decision_text
from ginrummy.game.cards import FACE_COUNT, Hand, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.moves import Move, MoveKind, parse_move
from ginrummy.game.view import View
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules import melds
from ginrummy.rules.cards import copies_of, join_hands, single
from ginrummy.rules.types import Seat
from ginrummy.text.sentences import move_name
from tests.playing import whole

NAMES = ("Anna", "Boris")
EVEN = Endings(won=0.5, gin=0.0, undercut=0.0, lost=0.5, lost_gin=0.0, lost_undercut=0.0)
NONE = (0.0,) * FACE_COUNT


def worth(move: Move, *, win: float = 0.5, behind: float = 0.0, ends: Endings = EVEN) -> ActionWorth:
    return ActionWorth(move, win - behind, 0.01, -behind, behind, 0.0, 100, ends)


def judgement(*actions: ActionWorth, wants: tuple[float, ...] = NONE) -> Judgement:
    return Judgement(Seat(0), actions, OtherHand(NONE, NONE, wants, 0, 0, 0), 0.005, 100, 0)


def moments(name: str, phase: Phase) -> Iterator[Moment]:
    return (each for each in match_moments(whole(name, hands=3)) if each.game.phase is phase)


def played(moment: Moment, best: Move, *, behind: float = 0.0, ends: Endings = EVEN) -> Decision:
    """Return a decision for `moment.move` with `best` better by `behind`."""
    found = judgement(worth(best, ends=ends), worth(moment.move, behind=behind))
    return Decision(moment, found, Hand(0, 0))


@pytest.mark.parametrize("kinds", [("discard:AS", "discard:2S"), ("knock:AS", "discard:2S")])
def test_two_equal_shares_are_said_once(kinds: tuple[str, str]) -> None:
    view = next(moments("standard", Phase.DISCARD)).view
    better, worse = (worth(parse_move(kind)) for kind in kinds)
    better = replace(better, win=0.5891, endings=replace(EVEN, won=0.5001))
    worse = replace(worse, win=0.5889)
    assert (
        preference_reason(view, judgement(better, worse), better, worse)
        == "both win the match in 58.9% of cases"
    )


def unseen(view: View, face: int) -> int:
    """Return how many cards of `face` may be in the stock or the other hand, by counting what lies open."""
    known = join_hands(view.hand, view.state.pile.cards)
    return view.variant.decks - copies_of(known, face)


@pytest.mark.parametrize("name", ["standard", "two_pack"])
def test_cards_that_help_are_those_that_can_still_be_drawn(name: str) -> None:
    for moment in [*moments(name, Phase.DISCARD)][:20]:
        view, told = moment.view, 0
        hand = hand_after(view, moment.move)
        least = melds.deadwood(view.variant, hand)
        for face in range(FACE_COUNT):
            drawn = melds.deadwood(view.variant, join_hands(hand, single(face)))
            if copies_of(hand, face) < 2 and drawn < least + melds.face_points(view.variant, face):
                told += unseen(view, face) - copies_of(view.opponent_known, face)
        assert count_meld_outs(view, hand) == told


@pytest.mark.parametrize("name", ["standard", "two_pack", "round_the_corner"])
def test_a_card_is_called_dead_only_where_nothing_is_left_that_goes_with_it(name: str) -> None:
    verdicts = set()
    for moment in [*moments(name, Phase.DISCARD)][-25:]:
        view = moment.view
        hidden = Hand(0, 0)
        for face in range(FACE_COUNT):
            for _copy in range(unseen(view, face)):
                hidden = join_hands(hidden, single(face))
        for face in set(faces_of(view.hand)):
            near = [one for one in set(faces_of(hidden)) if one % 13 == face % 13 or one // 13 == face // 13]
            twins = [single(one) for one in near if copies_of(hidden, one) == 2]
            cards = [*map(single, near), *twins]
            some = any(
                melds.deadwood(view.variant, join_hands(join_hands(one, two), single(face))) == 0
                for place, one in enumerate(cards)
                for two in cards[place + 1 :]
            )
            verdicts.add(some)
            assert is_unmeldable(view, face) is not some
    assert verdicts == ({True} if name == "two_pack" else {True, False})


def drawing() -> Moment:
    return next(each for each in moments("standard", Phase.DRAW) if each.move.kind is MoveKind.DRAW)


@pytest.mark.parametrize("name", ["standard", "two_pack"])
def test_a_card_worth_taking_without_a_meld_goes_with_loose_cards(name: str) -> None:
    found = 0
    for moment in [*moments(name, Phase.DRAW)][:25]:
        view, top = moment.view, moment.top
        assert top is not None
        for one in possible_meld_cards(view, top):
            apart = abs(one - top)
            assert one % 13 == top % 13 or (one // 13 == top // 13 and min(apart, 13 - apart) <= 2)
            assert copies_of(view.hand, one) > 0
            found += 1
        take = Move(MoveKind.TAKE)
        told = preference_reason(view, judgement(), worth(take), worth(moment.move, behind=0.1))
        if moment.move.kind is MoveKind.DRAW:
            makes = meld_of_card(view, hand_after(view, take), top) is not None
            assert ("goes with" in told) == (not makes and bool(possible_meld_cards(view, top)))
    assert found > 5


def test_a_smaller_share_of_hands_won_speaks_for_nothing() -> None:
    moment, fewer = drawing(), replace(EVEN, won=0.2)
    take = Move(MoveKind.TAKE)
    told = preference_reason(
        moment.view, judgement(), worth(take, ends=fewer), worth(moment.move, behind=0.1)
    )
    assert "20%" not in told
    more = replace(EVEN, won=0.7)
    told = preference_reason(moment.view, judgement(), worth(take, ends=more), worth(moment.move, behind=0.1))
    assert "70% of cases, not 50%" in told


def test_neither_a_knock_nor_waiting_is_praised_for_what_it_does_worse() -> None:
    moment = next(each for each in moments("standard", Phase.DISCARD) if each.move.kind is MoveKind.DISCARD)
    wait, knock = moment.move, Move(MoveKind.KNOCK, moment.move.face)
    risky = replace(EVEN, won=0.9, lost_undercut=0.1)
    for better, worse in (
        (worth(knock), worth(wait, behind=0.1, ends=risky)),
        (worth(wait), worth(knock, behind=0.1, ends=risky)),
    ):
        assert preference_reason(moment.view, judgement(), better, worse).startswith(
            "the match is then won in 50.0%"
        )
    gin = replace(EVEN, gin=0.3)
    told = preference_reason(
        moment.view, judgement(), worth(wait, ends=gin), worth(knock, behind=0.1, ends=risky)
    )
    assert "undercut in 10%" in told
    assert "by gin in 30%" in told


@pytest.mark.parametrize(("verdict", "least"), THRESHOLDS)
def test_the_points_told_are_those_that_name_the_error(verdict: str, least: float) -> None:
    moment = drawing()
    found = played(moment, Move(MoveKind.TAKE), behind=least * 0.005 + 1e-9)
    assert found.verdict == verdict
    assert cost_text(found) == f"−{least * 0.5:.1f}% of the chance to win, −{least:.1f} points"
    assert found.is_error


def test_the_card_that_is_taken_or_left_is_named() -> None:
    found = played(drawing(), Move(MoveKind.TAKE), behind=0.03)
    top = move_name(found.best.move, top=found.moment.top)
    assert top.startswith("take the ")
    assert f"Better: {top} (" in better_text(found)
    assert "draw from the stock" in decision_text(found, NAMES)


@pytest.mark.parametrize("code", LANGUAGES)
def test_layouts_without_melds_or_lay_offs_are_said_in_words(code: str) -> None:
    texts = ("spread:", "spread:4S5S6S", "lay:", "lay:7S>1", "lay:/4S5S6S", "lay:7S>1/TCJCQC")
    with using_language(code):
        names = [move_name(parse_move(text)) for text in texts]
    assert not any("–" in name or name.endswith((" ", ",")) for name in names)
    assert len(set(names)) == len(texts) - 1
    if code == "en":
        assert names[2:5] == ["lay out nothing", "lay off 7♠", "lay out 4♠ 5♠ 6♠, laying off nothing"]
