"""Whole random matches of every preset: sheet, dealers, totals and winner as in the oracle."""

from __future__ import annotations

import pytest

from ginrummy.game.match import Match
from ginrummy.rules import scoring
from ginrummy.text.ledger.score_ledger import read_ledger
from ginrummy.text.ledger.sheet_json import ledger_json
from ginrummy.variants import preset_names
from tests.oracle import match as oracle_match
from tests.oracle.match import Pair, Won
from tests.oracle.words import params_of
from tests.playing import HOUSES, whole

GAMES = [*preset_names(), *HOUSES]


def hands_of(match: Match) -> list[Won]:
    """Return the hands of a finished match as lines of a ledger."""
    scores = [game.score for game in match.games]
    return [
        Won(score.winner, score.points, score.extra_coups, scoring.boxes_won(match.variant, score))
        if score.winner != scoring.NOBODY
        else Won(None, 0, 0, 0)
        for score in scores
        if score is not None
    ]


def due_of(match: Match) -> tuple[int | None, Pair, int]:
    """Return winner, totals and number of counted hands, by the oracle."""
    hands, params = hands_of(match), params_of(match.variant)
    if match.variant.session_target > 0:
        partie = oracle_match.partie(hands, params)
        return partie.partie_winner, partie.partie, sum(manche.hands_used for manche in partie.manches)
    if match.variant.columns > 1:
        columns = oracle_match.hollywood(hands, params)
        return columns.winner, columns.grand_total, columns.hands_used
    game = oracle_match.game(hands, params)
    return game.winner, game.final, game.hands_used


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_match_has_the_sheet_of_the_oracle(name: str) -> None:
    match = whole(name)
    winner, totals, used = due_of(match)
    assert match.is_over
    assert (match.winner, scoring.totals(match.variant, match.current_sheet)) == (winner, totals)
    assert used == len(match.games)


@pytest.mark.parametrize("name", GAMES)
def test_the_dealers_of_a_whole_match_are_those_of_the_oracle(name: str) -> None:
    match = whole(name)
    due: list[int] = [match.games[0].dealer]
    for hand in hands_of(match)[:-1]:
        due.append(oracle_match.next_dealer(due[-1], hand.winner, params_of(match.variant)))
    assert [game.dealer for game in match.games] == due


@pytest.mark.parametrize("name", preset_names())
def test_the_score_pad_makes_the_same_sheet_of_its_points(name: str) -> None:
    match = whole(name)
    winner, totals, _used = due_of(match)
    pad = ledger_json(read_ledger("\n".join([f"variant: {name}", *map(line_of, hands_of(match))])))
    assert pad["winner"] == winner
    assert tuple(pad["final"]) == totals


def line_of(hand: Won) -> str:
    """Return a hand as a line of the pad, which takes doubled points as they are."""
    if hand.winner is None:
        return "void"
    return f"{hand.winner} {hand.points}" + (f" x{hand.extra_coups}" if hand.extra_coups else "")
