"""RLCard's rule agent as a program that plays by our protocol (docs/engine-protocol.md).

    ginrummy arena simple ".venv-bench/bin/python bench/rlcard_bot.py"

It runs in the environment of the peers without our package. RLCard has no offer of the upcard, so the agent
treats it like every draw: it tosses a coin.
"""

from __future__ import annotations

import json
import sys
from collections import OrderedDict
from typing import Any

import numpy as np
from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent

RANKS, SUITS = "A23456789TJQK", "SHDC"
DRAW, TAKE, GIN, DISCARD, KNOCK = 2, 3, 5, 6, 58


def card_number(card: str) -> int:
    """Return RLCard's number of a card."""
    return 13 * SUITS.index(card[1]) + RANKS.index(card[0])


def number_of(move: str) -> int:
    """Return RLCard's number of a move."""
    word, _colon, card = move.partition(":")
    if word in ("draw", "pass"):
        return DRAW
    if word == "take":
        return TAKE
    if word in ("gin", "biggin"):
        return GIN
    return KNOCK + card_number(card) if word == "knock" else DISCARD + card_number(word)


def choose_move(view: dict[str, Any]) -> str:
    """Return the agent's move; at the showdown the only one."""
    legal = view["legal"]
    if view["phase"] in ("spread", "lay_off"):
        return str(legal[0])
    moves = {number_of(move): move for move in legal}
    held = np.zeros(52, dtype=int)
    held[[card_number(card) for card in view["hand"]]] = 1
    state = {"legal_actions": OrderedDict.fromkeys(moves), "obs": [held]}
    return str(moves[int(GinRummyNoviceRuleAgent.step(state))])


def main() -> None:
    """Answer line by line."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "hello", "protocol": 1, "name": "RLCard rules"}), flush=True)
        elif message["type"] == "match":
            np.random.seed(message["seed"] % 2**32)
        elif message["type"] == "decide":
            print(json.dumps({"move": choose_move(message["view"])}), flush=True)
        elif message["type"] == "quit":
            break


if __name__ == "__main__":
    main()
