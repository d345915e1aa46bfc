"""Programs for the tests of the engine protocol."""

from __future__ import annotations

import sys
from pathlib import Path

PREAMBLE = """\
import json, os, subprocess, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def legal(told):
    return told["view"]["legal"]
turn = 0
for line in sys.stdin:
    told = json.loads(line)
    kind = told["type"]
    turn += kind == "decide"
"""
GREETING = """\
    if kind == "hello":
        say(type="hello", protocol=1, name="a bot")
"""
ANSWER = """\
    if kind == "decide":
        say(move=legal(told)[0])
"""
LOG = """\
    with open(sys.argv[1], "a") as log:
        log.write(line)
"""


def written(folder: Path, text: str, *, name: str = "bot.py", executable: bool = True) -> str:
    """Return the path of a new program with this text, as a player's name."""
    file = folder / name
    file.write_text(f"#!{sys.executable}\n{text}")
    file.chmod(0o755 if executable else 0o644)
    return str(file)


def bot(folder: Path, *parts: str) -> str:
    """Return a bot that executes `parts` for each line that it reads."""
    return written(folder, PREAMBLE + "".join(parts))


def indented(text: str) -> str:
    """Return `text` as a part of a bot that acts from its third decision on."""
    lines = "".join(f"        {line}\n" for line in text.splitlines())
    return f'    if kind == "decide" and turn > 2:\n{lines}        continue\n'
