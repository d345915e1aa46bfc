"""The style of the opponent, inferred from earlier hands of the match."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from ginrummy.game.cards import faces_of
from ginrummy.game.match import Match
from ginrummy.game.moves import CLOSINGS, NO_HAND, MoveKind
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import EarlierHand, View, earlier_hand, view_of
from ginrummy.kernel.actions import DRAW
from ginrummy.players import load_player
from ginrummy.players.belief import IMPOSSIBLE, PATIENT, PROMPT, final_hand, is_possible, likelihood
from ginrummy.players.belief_network import NOTHING_SEEN
from ginrummy.players.evaluation import ALL_STYLES, sample_worlds, walk_from
from ginrummy.players.opponent_history import possible_past
from ginrummy.players.opponent_style import (
    MOST,
    closing_card,
    patience_in,
    patience_log_odds,
    possible_past_of_hand,
)
from ginrummy.players.search import SearchPlayer
from ginrummy.rules.cards import contains_cards, size_of
from ginrummy.rules.types import Seat
from ginrummy.variants import Variant
from tests.at_random import some_move
from tests.players.tables import EAAI, VARIANTS, decisions, row_of, rows_of_observed


def at_random(variant: Variant, seed: int, *, hands: int) -> View:
    """Return the view of seat 0 after some random hands."""
    match, chance = Match.start(variant, seeds_from_number(seed)), random.Random(seed)
    while match.number < hands and not match.is_over:
        match = match.next_hand() if match.game.is_over else match.play(some_move(match.game, chance))
    return view_of(match, 0)


@cache
def against(other: str, seed: int, *, hands: int) -> View:
    """Return the view of `steady` after some hands by the `eaai` rules against `other`."""
    players = (load_player("steady"), load_player(other, seed=3))
    match = Match.start(EAAI, seeds_from_number(seed))
    while match.number < hands and not match.is_over:
        move = players[match.game.turn].decide
        match = match.next_hand() if match.game.is_over else match.play(move(view_of(match, match.game.turn)))
    return view_of(match, 0)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_past_of_an_earlier_hand_is_one_that_may_have_been(name: str) -> None:
    row, seen = row_of(name), 0
    hands = (hand for seed in range(10) for hand in at_random(row, seed, hands=4).earlier)
    for hand in hands:
        if hand.shown is None:
            continue
        past = possible_past_of_hand(row, hand, Seat(0))
        observed = rows_of_observed(past.observed)
        draws = sum(seen.action == DRAW for seen in past.observed)
        assert len(past.cards) == past.dealt + draws
        assert is_possible(row, observed, past.cards, past.dealt)
        closed = any(event.kind in CLOSINGS and event.seat == 1 for event in hand.events)
        held = final_hand(observed, past.cards, past.dealt)
        assert contains_cards(held, hand.shown)
        assert size_of(held) - size_of(hand.shown) in ((0, 1) if closed else (0,))
        for style in (PROMPT, PATIENT):
            found = likelihood(
                row,
                observed,
                past.cards,
                past.dealt,
                style,
                IMPOSSIBLE,
                [0] * 52,
                NOTHING_SEEN.odds,
                1.0,
                0.0,
            )
            assert IMPOSSIBLE < found <= 0
        seen += 1
        if seen == 6:
            break
    assert seen > 3


def test_the_card_closed_with_is_the_one_shown_or_one_that_nobody_saw() -> None:
    kinds = set()
    for face_down in (0, 1):
        row = EAAI._replace(closing_discard_face_down=face_down)
        for seed in range(12):
            match, chance = Match.start(row, seeds_from_number(seed)), random.Random(seed)
            while not match.game.is_over:
                match = match.play(some_move(match.game, chance))
            closings = [played for played in match.game.plays if played.move.kind in CLOSINGS]
            if not closings or closings[0].seat != 1 or closings[0].move.kind is MoveKind.BIG_GIN:
                continue
            hand = earlier_hand(match.game, Seat(0))
            found = closing_card(row, hand)
            if face_down == 0:
                assert found == closings[0].face
            seen = {*faces_of(hand.hand), *faces_of(hand.shown or NO_HAND), hand.upcard}
            assert found not in seen | {event.face for event in hand.events if event.kind is MoveKind.DISCARD}
            kinds.add(face_down)
    assert kinds == {0, 1}


@pytest.mark.long
@pytest.mark.parametrize(("other", "sign"), [("simple", -1), ("baseline", -1), ("steady", 1), ("network", 1)])
def test_a_few_hands_tell_the_style(other: str, sign: int) -> None:
    shown = [against(other, seed, hands=3) for seed in range(1, 6)]
    assert sum(sign * patience_log_odds(view) > 1 for view in shown) >= 4
    assert sum(sign * patience_log_odds(view) < -1 for view in shown) <= 1


def test_before_the_first_hand_ends_and_after_a_void_nothing_is_known() -> None:
    assert patience_log_odds(against("simple", 1, hands=0)) == 0
    view = against("simple", 1, hands=1)
    (hand,) = view.earlier
    assert patience_in(EAAI, hand, view.seat) < 0
    assert patience_in(EAAI, replace(hand, shown=None), view.seat) == 0


def test_however_many_hands_say_so_it_stays_a_guess() -> None:
    for other, sign in (("simple", -1), ("steady", 1)):
        (hand,) = against(other, 1, hands=1).earlier
        view = against(other, 1, hands=1)
        assert patience_log_odds(replace(view, earlier=(hand,) * 40)) == sign * MOST


def patient_share(view: View, *, earlier: tuple[EarlierHand, ...]) -> float:
    """Return in how many of 100 sampled worlds the opponent is patient."""
    view = replace(view, earlier=earlier)
    trail = walk_from(possible_past(view, random.Random(1)), ALL_STYLES, leaning=patience_log_odds(view))
    worlds = sample_worlds(EAAI, trail, 100, view.state.stock, np.uint64(5))
    return float(worlds.styles.mean())


def test_the_search_draws_its_worlds_from_what_earlier_hands_show() -> None:
    now = against("steady", 2, hands=1)
    fresh = patient_share(now, earlier=())
    prompt = patient_share(now, earlier=against("simple", 1, hands=3).earlier)
    patient = patient_share(now, earlier=against("steady", 1, hands=3).earlier)
    assert prompt < 0.2 < fresh < 0.8 < patient


@pytest.mark.long
def test_what_was_seen_before_changes_what_is_done() -> None:
    """Style alone: the hand on the table and the score are the same."""
    player, steady, changed = SearchPlayer(seed=4, worlds=100), load_player("steady"), 0
    after_simple, after_steady = (against(other, 1, hands=3).earlier for other in ("simple", "steady"))
    for _match, view, _move in decisions(EAAI, (steady, steady), seed=3, hands=4):
        if view.seat == 0 and not view.state.closing:
            one, two = (replace(view, earlier=earlier) for earlier in (after_simple, after_steady))
            changed += player.decide(one) != player.decide(two)
    assert changed
