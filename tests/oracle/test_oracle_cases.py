"""Every golden case, answered by the oracle."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import match, melds, showdown, turns
from tests.oracle.cards import Params, full_deck, hand_of, total
from tests.oracle.closings import Table, closings

GOLDEN = Path(__file__).parent.parent / "golden"
PRESETS = json.loads((GOLDEN / "presets.json").read_text(encoding="utf-8"))
CASES = json.loads((GOLDEN / "cases.json").read_text(encoding="utf-8"))["cases"]

Given = dict[str, Any]
Answer = dict[str, Any]


def meld(given: Given, params: Params) -> Answer:
    return {"valid": melds.is_meld(hand_of(given["cards"]), params)}


def deadwood(given: Given, params: Params) -> Answer:
    hand = hand_of(given["hand"])
    unmatched = {arrangement.unmatched for arrangement in melds.best_arrangements(hand, params)}
    answer: Answer = {"total": total(hand, params), "deadwood": melds.least_deadwood(hand, params)}
    if len(unmatched) == 1:
        answer["unmatched"] = list(unmatched.pop())
    return answer


def closing(given: Given, params: Params) -> Answer:
    table = Table(given.get("upcard"), given.get("discard_top"), given.get("taken_from_discard"))
    return asdict(closings(hand_of(given["hand"]), params, table))


def showing(given: Given, params: Params) -> Answer:
    spread = melds.Arrangement(
        tuple(hand_of(cards) for cards in given["knocker_melds"]),
        hand_of(given["knocker_unmatched"]),
    )
    assert all(melds.is_meld(cards, params) for cards in spread.melds)
    score, defence = showdown.settle(
        spread,
        hand_of(given["defender_hand"]),
        params,
        big_gin=given.get("big_gin", False),
        upcard=given.get("upcard"),
    )
    left = {best.unmatched for best in melds.best_arrangements(defence.kept, params)}
    return asdict(score) | {
        "knocker_deadwood": total(spread.unmatched, params),
        "defender_deadwood": defence.deadwood,
        "laid_off": defence.laid_off,
        "defender_unmatched": left.pop() if len(left) == 1 else None,
    }


def scoring(given: Given, params: Params) -> Answer:
    return asdict(
        showdown.score(
            given["knocker_deadwood"],
            given["defender_deadwood"],
            params,
            gin=given.get("gin", False),
            big_gin=given.get("big_gin", False),
            upcard=given.get("upcard"),
        )
    )


def wall(given: Given, params: Params) -> Answer:
    first, second = (hand_of(hand) for hand in given["hands"])
    return asdict(showdown.wall((first, second), params, given.get("upcard")))


def start(params: Params) -> turns.State:
    return turns.deal(full_deck(params), 0, params)


def dealing(given: Given, params: Params) -> Answer:
    state = start(params)
    return {
        "nondealer": len(state.hands[1]),
        "dealer": len(state.hands[0]),
        "stock": len(state.stock),
        "discard": len(state.pile),
    }


def turn(given: Given, params: Params) -> Answer:
    state = start(params)
    for _ in range(("first", "second", "third").index(given["stage"])):
        state = turns.play(state, ("pass",))
    names = {"take": "take_upcard", "pass": "pass", "draw": "draw_stock", "discard": "discard"}
    actions = {names[action[0]] for action in turns.legal(state) if action[0] in names}
    if state.phase == "first_discard" and turns.may_close(state):
        actions.add("close")
    actor = "dealer" if state.actor == state.dealer else "nondealer"
    return {"actor": actor, "actions": actions}


def dealer(given: Given, params: Params) -> Answer:
    return {"next_dealer": match.next_dealer(given["dealer"], given["winner"], params)}


def draws(given: Given, params: Params) -> Answer:
    return {"draws": turns.max_stock_draws(start(params))}


def ledger(given: Given) -> list[match.Won]:
    return [match.Won(*line) for line in given["hands"]]


def game(given: Given, params: Params) -> Answer:
    return asdict(match.game(ledger(given), params))


def hollywood(given: Given, params: Params) -> Answer:
    return asdict(match.hollywood(ledger(given), params))


def manche(given: Given, params: Params) -> Answer:
    answer = asdict(match.partie(ledger(given), params))
    answer["manches"] = [entry | {"total": entry["final"]} for entry in answer["manches"]]
    return answer


ORACLE: dict[str, Callable[[Given, Params], Answer]] = {
    "meld": meld,
    "deadwood": deadwood,
    "closings": closing,
    "showdown": showing,
    "score": scoring,
    "wall": wall,
    "deal": dealing,
    "turn": turn,
    "next_dealer": dealer,
    "max_stock_draws": draws,
    "game": game,
    "hollywood": hollywood,
    "manche": manche,
}


def same(answer: Any, expected: Any) -> bool:
    """Return whether an answer has everything expected; it may have more."""
    if isinstance(expected, dict):
        if isinstance(answer, dict) and all(name in answer for name in expected):
            return all(same(answer[name], value) for name, value in expected.items())
        return False
    if isinstance(answer, set):
        return answer == set(expected)
    if isinstance(expected, list):
        return len(answer) == len(expected) and all(map(same, answer, expected))
    return bool(answer == expected)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    params = PRESETS[case["variant"]]["params"] | case.get("params", {})
    answer = ORACLE[case["given"]["type"]](case["given"], params)
    expected = case["expected"]
    assert set(expected) <= set(answer), "the oracle has no such answer"
    assert same(answer, expected), {name: answer[name] for name in expected}
    if "closings" in expected:
        assert set(answer["closings"]) == set(expected["closings"])
