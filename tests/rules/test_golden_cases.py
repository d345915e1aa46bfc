"""Every golden case, answered by the law: RULES 2 to 11 in numbers."""

from collections.abc import Callable
from typing import Any

import pytest

from ginrummy.game.cards import Hand, face_code, faces_of, hand_of, parse_face, parse_faces
from ginrummy.game.moves import NO_HAND, as_melds
from ginrummy.rules import melds, scoring, showdown, turns
from ginrummy.rules.cards import NO_FACE, join_hands
from ginrummy.rules.melds import is_meld, points_of
from ginrummy.rules.scoring import KIND_NAMES, NOBODY, UNKNOWN, HandScore
from ginrummy.rules.spreads import Spread, best_spread, is_legal_spread
from ginrummy.variants import Variant
from tests.rules.ledgers import GOLDEN_CASES, case_row, entries, manches, seat_of, sheets
from tests.rules.stacked import legal, played, stacked

Facts = dict[str, Any]
Answer = dict[str, Any]
KNOCKER, DEFENDER = 1, 0
AMPLE = 100
"""A limit above every golden spread: other tests check whether a hand may close."""


def held(cards: list[str]) -> Hand:
    """Return cards of a case as a hand."""
    return hand_of(parse_faces(" ".join(cards), packs=2))


def codes(hand: Hand) -> list[str]:
    """Return a hand in the notation of a case."""
    return sorted(face_code(face) for face in faces_of(hand))


def face(facts: Facts, field: str) -> int:
    """Return the card `field` of `facts`, if any."""
    return parse_face(facts[field]) if facts.get(field) else NO_FACE


def seat(winner: int) -> int | None:
    """Return a winning seat in the notation of a case."""
    return None if winner == NOBODY else winner


def table(facts: Facts, hands: tuple[Hand, Hand], phase: int, closing: int = turns.NO_CLOSING) -> turns.State:
    """Return the state with seat 1 to move in the middle of a hand."""
    top, taken, upcard = face(facts, "discard_top"), face(facts, "taken_from_discard"), face(facts, "upcard")
    return turns.State(
        phase, 1, 0, hands, 30, turns.Pile(NO_HAND, top, NO_FACE), upcard, taken, 5, 0, closing, NO_FACE
    )


def meld(variant: Variant, facts: Facts) -> Answer:
    return {"valid": is_meld(variant, held(facts["cards"]))}


def deadwood(variant: Variant, facts: Facts) -> Answer:
    hand = held(facts["hand"])
    return {
        "total": points_of(variant, hand),
        "deadwood": melds.deadwood(variant, hand),
        "unmatched": codes(best_spread(variant, hand, NO_HAND).unmatched),
    }


def closings(variant: Variant, facts: Facts) -> Answer:
    state = table(facts, (NO_HAND, held(facts["hand"])), turns.DISCARD)
    choices, limit = turns.choices(variant, state), turns.knock_limit(variant, state, NO_FACE)
    found = {}
    for closing in faces_of(Hand(choices.closings, 0)):
        left = turns.closing_deadwood(variant, state, closing)
        found[face_code(closing)] = ["knock" if left else "gin", left]
    return {"limit": None if limit < 0 else limit, "closings": found, "big_gin": choices.big_gin}


def settlement(variant: Variant, facts: Facts) -> Answer:
    melds, unmatched = (
        as_melds([held(cards) for cards in facts["knocker_melds"]]),
        held(facts["knocker_unmatched"]),
    )
    spread, defender = Spread(melds, unmatched), held(facts["defender_hand"])
    hand = unmatched
    for part in melds:
        hand = join_hands(hand, part)
    assert is_legal_spread(variant._replace(knock_max_unmatched=-1), hand, spread, AMPLE)
    closing = turns.CLOSED_KNOCK if unmatched.cards else turns.CLOSED_GIN
    closing = turns.CLOSED_BIG_GIN if facts.get("big_gin") else closing
    defence = showdown.best_defence(variant, defender, spread, closing)
    assert showdown.is_legal_defence(variant, defender, spread, defence, closing)
    state = table(facts, (defender, hand), turns.CLOSED, closing)
    return scored(showdown.score_showdown(variant, state, spread, defence)) | {
        "knocker_deadwood": points_of(variant, unmatched),
        "defender_deadwood": points_of(variant, defence.own.unmatched),
        "defender_unmatched": codes(defence.own.unmatched),
        "laid_off": codes(showdown.laid_off_cards(defence)),
    }


def scored(score: HandScore) -> Answer:
    """Return a score in the notation of a case, with seat 1 as the knocker."""
    seats = {KNOCKER: "knocker", DEFENDER: "defender", NOBODY: None}
    return score._asdict() | {"kind": KIND_NAMES[score.kind], "winner": seats[score.winner]}


def closed(variant: Variant, facts: Facts) -> Answer:
    kind = scoring.BIG_GIN if facts.get("big_gin") else scoring.GIN if facts.get("gin") else scoring.KNOCK
    mine, theirs = facts["knocker_deadwood"], facts["defender_deadwood"]
    unmatched = facts.get("defender_unmatched", UNKNOWN)
    return scored(
        scoring.score_closing(variant, kind, KNOCKER, mine, theirs, unmatched, face(facts, "upcard"))
    )


def wall(variant: Variant, facts: Facts) -> Answer:
    first, second = (melds.deadwood(variant, held(hand)) for hand in facts["hands"])
    score = scoring.score_wall(variant, first, second, face(facts, "upcard"))
    return {
        "kind": KIND_NAMES[score.kind],
        "winner": seat(score.winner),
        "deadwood": [first, second],
        "points": score.points,
    }


def deal(variant: Variant, facts: Facts) -> Answer:
    game = stacked(variant)
    dealer, nondealer = (len(faces_of(hand)) for hand in game.state.hands)
    return {"nondealer": nondealer, "dealer": dealer, "stock": len(game.stock), "discard": len(game.pile)}


def turn(variant: Variant, facts: Facts) -> Answer:
    game = stacked(variant, nondealer="4S 5S 6S 9H 9D 9C KS KH KD KC 2C", upcard="JD")
    game = played(game, "pass " * ("first", "second", "third").index(facts["stage"]))
    words = {"pass": "pass", "take": "take_upcard", "draw": "draw_stock", "knock": "close", "gin": "close"}
    actions = {words.get(move.partition(":")[0], "discard") for move in legal(game)}
    return {"actor": "dealer" if game.turn == game.dealer else "nondealer", "actions": sorted(actions)}


def next_dealer(variant: Variant, facts: Facts) -> Answer:
    winner = seat_of(facts["winner"])
    return {"next_dealer": scoring.next_dealer(variant, facts["dealer"], winner)}


def max_stock_draws(variant: Variant, facts: Facts) -> Answer:
    return {"draws": len(stacked(variant).stock) - variant.wall_stock}


def game(variant: Variant, facts: Facts) -> Answer:
    sheet = sheets(variant, facts["hands"])[-1]
    column = sheet.columns[0]
    return {
        "hand_points": list(column.points),
        "winner": seat(scoring.match_winner(variant, sheet)),
        "boxes": list(column.boxes),
        "final": list(scoring.totals(variant, sheet)),
    }


def hollywood(variant: Variant, facts: Facts) -> Answer:
    sheet = sheets(variant, facts["hands"])[-1]
    return {
        "columns": [list(column.points) for column in sheet.columns],
        "entries": entries(variant, facts["hands"]),
        "closed_by": [seat(column.closed_by) for column in sheet.columns],
        "blitzes": [scoring.blitzes(sheet, player) for player in (0, 1)],
        "games_won": [scoring.games_won(sheet, player) for player in (0, 1)],
        "rubber": seat(scoring.rubber_winner(sheet)),
        "hands_used": sheet.hands,
        "grand_total": list(scoring.totals(variant, sheet)),
        "winner": seat(scoring.match_winner(variant, sheet)),
    }


def manche(variant: Variant, facts: Facts) -> Answer:
    sheet = sheets(variant, facts["hands"])[-1]
    return {
        "manches": manches(variant, facts["hands"]),
        "partie": list(scoring.totals(variant, sheet)),
        "partie_winner": seat(scoring.match_winner(variant, sheet)),
    }


LAW: dict[str, Callable[[Variant, Facts], Answer]] = {
    "meld": meld,
    "deadwood": deadwood,
    "closings": closings,
    "showdown": settlement,
    "score": closed,
    "wall": wall,
    "deal": deal,
    "turn": turn,
    "next_dealer": next_dealer,
    "max_stock_draws": max_stock_draws,
    "game": game,
    "hollywood": hollywood,
    "manche": manche,
}


def in_any_order(value: Any) -> Any:
    """Return `value` with lists of words sorted, because the order of cards and actions is free."""
    return (
        sorted(value) if isinstance(value, list) and all(isinstance(word, str) for word in value) else value
    )


@pytest.mark.parametrize("case", GOLDEN_CASES, ids=lambda case: str(case["id"]))
def test_golden_case(case: dict[str, Any]) -> None:
    answer = LAW[case["given"]["type"]](case_row(case), case["given"])
    expected = {field: in_any_order(value) for field, value in case["expected"].items()}
    assert {field: answer[field] for field in expected} == expected
