"""Invariants of every match: whole random matches of every preset."""

from __future__ import annotations

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.game import shuffle
from ginrummy.game.match import Match
from ginrummy.game.moves import DRAW, parse_move
from ginrummy.game.shuffle import DealError, seeds_from_number
from ginrummy.locale.errors import CardError, IllegalMove
from ginrummy.rules import scoring
from ginrummy.variants import Variant, load_variant, preset_names
from tests.at_random import rows, seeds, some_move
from tests.oracle import match as oracle_match
from tests.oracle.match import Won
from tests.oracle.words import params_of

MOST_HANDS = 200


def some_match(row: Variant, seed: int, *, hands: int = MOST_HANDS) -> Match:
    """Return a match up to its end, or after so many hands."""
    chance = random.Random(seed)
    match = Match.start(row, seeds_from_number(seed))
    while True:
        while not match.game.is_over:
            match = match.play(some_move(match.game, chance))
        if match.is_over or len(match.games) == hands:
            return match
        match = match.next_hand()


def ledger(match: Match) -> list[Won]:
    """Return the finished hands as lines for the oracle."""
    scores = [game.score for game in match.games if game.score is not None]
    return [
        Won(
            None if score.winner == scoring.NOBODY else score.winner,
            score.points,
            score.extra_coups,
            scoring.boxes_won(match.variant, score),
        )
        for score in scores
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", preset_names())
def test_a_random_match_ends_or_can_go_on(name: str) -> None:
    match = some_match(load_variant(name).row, 1)
    assert match.number + 1 == len(match.games) == match.current_sheet.hands
    assert all(game.is_over for game in match.games)
    assert match.is_over is (match.winner in (0, 1))
    if not match.is_over:
        assert len(match.games) == MOST_HANDS
        assert match.next_hand().game.legal_moves()
        return
    for end in (Match.next_hand, partial(Match.play, move=DRAW)):
        with pytest.raises(IllegalMove):
            end(match)


@pytest.mark.parametrize("name", preset_names())
def test_points_are_conserved(name: str) -> None:
    match = some_match(load_variant(name).row, 2)
    won = [sum(hand.points for hand in ledger(match) if hand.winner == seat) for seat in (0, 1)]
    columns = match.current_sheet.columns
    if match.variant.session_target < 0:
        first_open = match.variant.columns == 1 or columns[0].closed_by < 0
        assert list(columns[0].points) == won or not first_open
    assert all(column.points[seat] <= won[seat] for column in columns for seat in (0, 1))


@pytest.mark.long
@settings(max_examples=25)
@given(rows, seeds)
def test_the_sheet_is_that_of_the_hands(row: Variant, seed: int) -> None:
    match = some_match(row, seed, hands=6)
    sheet, params, hands = match.current_sheet, params_of(row), ledger(match)
    if row.session_target > 0:
        assert sheet.partie == oracle_match.partie(hands, params).partie
    elif row.columns == 3:
        assert scoring.totals(row, sheet) == oracle_match.hollywood(hands, params).grand_total
    else:
        assert scoring.totals(row, sheet) == oracle_match.game(hands, params).final


@settings(max_examples=25)
@given(rows, seeds)
def test_every_hand_is_dealt_from_the_seeds_by_the_right_dealer(row: Variant, seed: int) -> None:
    match = some_match(row, seed, hands=4)
    for number, game in enumerate(match.games):
        assert game.deck == shuffle.shuffled_deck(seeds_from_number(seed), number, row.decks)
    for before, after in zip(match.games, match.games[1:], strict=False):
        assert before.score is not None
        winner = None if before.score.winner == scoring.NOBODY else before.score.winner
        assert after.dealer == oracle_match.next_dealer(before.dealer, winner, params_of(row))


@settings(max_examples=25)
@given(rows, seeds)
def test_replay_equals_play(row: Variant, seed: int) -> None:
    match = some_match(row, seed, hands=3)
    again = Match.start(row, seeds_from_number(seed))
    for number, game in enumerate(match.games):
        again = again.next_hand() if number else again
        for move in game.moves:
            again = again.play(parse_move(str(move)))
    assert again == match


def test_a_move_may_be_played_by_its_text() -> None:
    match = Match.start("standard", 7)
    for move in match.game.legal_moves():
        assert match.play(str(move)) == match.play(move)
        assert match.game.play(str(move)) == match.game.play(move)
    with pytest.raises(IllegalMove, match=r"RULES 4\.4"):
        match.play("gin:7H")
    with pytest.raises(CardError, match=r"RULES 1\.5"):
        match.play("rubbish")


def test_the_next_hand_waits_for_the_end_of_this_one() -> None:
    match = Match.start(load_variant("modern").row, seeds_from_number(1))
    with pytest.raises(IllegalMove) as caught:
        match.next_hand()
    assert caught.value.clause == "3.4"


@given(st.sampled_from([0, 1]))
def test_the_first_dealer_may_be_given(dealer: int) -> None:
    row = load_variant("classic").row
    assert Match.start(row, seeds_from_number(1), dealer=dealer).game.dealer == dealer


def test_a_match_without_seeds_is_dealt_from_given_decks() -> None:
    row, deck = load_variant("modern").row, shuffle.shuffled_deck(seeds_from_number(5), 0, 1)
    match = Match.from_deck(row, deck, dealer=1)
    assert (match.game.deck, match.game.dealer, match.seeds) == (deck, 1, None)
    chance = random.Random(1)
    while not match.game.is_over:
        match = match.play(some_move(match.game, chance))
    assert match.next_hand(deck).game.deck == deck
    for wrong, error in ((None, DealError), (deck[1:], CardError)):
        with pytest.raises(error):
            match.next_hand(wrong)
