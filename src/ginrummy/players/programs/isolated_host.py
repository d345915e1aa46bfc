"""Subprocess that hosts a third-party player: the other end of `isolated.py`.

Requests arrive as pickles written by our code, one per line. Answers are JSON, so the parent never unpickles
an object of the player. Both use file descriptors of their own: the player's prints go to standard error, and
its standard input is empty.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from base64 import b64decode
from collections.abc import Callable
from typing import IO, Any

from ginrummy.game.view import View
from ginrummy.kernel import compile_progress
from ginrummy.locale import set_language
from ginrummy.locale.errors import on_one_line
from ginrummy.players.loading import load_player
from ginrummy.players.player import (
    Player,
    PlayerError,
    failure_text,
    not_a_move_text,
    player_name,
    request_move,
)
from ginrummy.players.programs.external_engine import LONGEST_NAME
from ginrummy.players.programs.own_traceback import report

Answer = dict[str, Any]


class Host:
    """The player `spec` and the handlers of its requests."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._player: Player | None = None

    def seed(self, seed: int) -> Answer:
        """Create the player with `seed`, or reset the existing one."""
        begin = getattr(self._player, "begin", None)
        if callable(begin):
            begin(seed)
        else:
            self._player = load_player(self._spec, seed=seed)
        assert self._player is not None
        listens = callable(getattr(self._player, "over", None))
        return {"name": on_one_line(player_name(self._player), LONGEST_NAME), "listens": listens}

    def decide(self, view: View) -> Answer:
        """Return the move of the player as text."""
        assert self._player is not None
        move = request_move(self._player, view)
        try:
            return {"move": str(move)}
        except Exception:  # for example a card that is not in the pack
            return {"fault": not_a_move_text(move)}

    def over(self, view: View) -> None:
        """Report the end of a hand to the player, if it has an `over` method."""
        over = getattr(self._player, "over", None)
        if callable(over):
            over(view)

    def language(self, code: str) -> Answer:
        """Set the language of messages to `code`."""
        set_language(code)
        return {}


def main(spec: str) -> None:
    """Answer requests until the input ends."""
    questions, answers = _own_streams()
    own = os.getpid()

    def say(answer: Answer) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()

    compile_progress.listeners.append(lambda is_compiling: say({"compiling": is_compiling}))
    host = Host(spec)
    for line in questions:
        word, about = pickle.loads(b64decode(line))
        answer = _answer(getattr(host, word), about)
        if os.getpid() != own:  # a fork of the player: it must not answer
            os._exit(0)
        if word != "over":
            say(answer or {})
    os._exit(0)


def _answer(ask: Callable[[Any], Answer | None], about: Any) -> Answer | None:
    """Return the result of the request, whatever the player does instead of answering."""
    try:
        return ask(about)
    except PlayerError as error:
        report(error.__cause__)
        return {"fault": error.what}
    except BaseException as error:
        report(error)
        return {"fault": failure_text(error)}


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Return the streams for requests and answers, and replace them by harmless ones."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 -- stays open for the player
    return questions, answers
