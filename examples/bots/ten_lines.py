#!/usr/bin/env python3
"""A whole player, for `ginrummy arena ./ten_lines.py simple`: closes when it may, else sheds most."""

import json
import sys

for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "ten lines"}), flush=True)
    elif told["type"] == "decide":
        legal, leaves = told["view"]["legal"], told["view"]["leaves"]
        closings = [move for move in legal if move.startswith(("biggin", "gin", "knock"))]
        move = closings[0] if closings else min(legal, key=lambda move: leaves.get(move, 0))
        print(json.dumps({"move": move}), flush=True)
