"""The process in which a player of somebody else's Python is asked: the other end of `isolated.py`.

Questions come as pickles of ours, a line each, answers go as JSON, so that nothing which the player made is
ever unpickled on the other side. Both go by descriptors of their own: what the player prints goes to standard
error, and there is nothing for it to read.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from base64 import b64decode
from collections.abc import Callable
from typing import IO, Any

from ginrummy.errors import on_one_line
from ginrummy.kernel import compile_progress
from ginrummy.locale import set_language
from ginrummy.players.external_engine import LONGEST_NAME
from ginrummy.players.loading import load_player
from ginrummy.players.own_traceback import report
from ginrummy.players.player import Player, PlayerError, answered, failure, no_move, player_name
from ginrummy.view import View

Answer = dict[str, Any]


class Host:
    """The player `spec`, and what it is told."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._player: Player | None = None

    def seed(self, seed: int) -> Answer:
        """Make the player with `seed`, or let the one that there is begin anew."""
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
        move = answered(self._player, view)
        try:
            return {"move": str(move)}
        except Exception:  # such as a card of no pack
            return {"fault": no_move(move)}

    def over(self, view: View) -> None:
        """Tell the player how a hand has ended, if it wants to hear of it."""
        over = getattr(self._player, "over", None)
        if callable(over):
            over(view)

    def language(self, code: str) -> Answer:
        """Speak `code` from here on."""
        set_language(code)
        return {}


def main(spec: str) -> None:
    """Answer questions until there are no more."""
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
        if os.getpid() != own:  # the player went on as two: this is the one that nobody asked
            os._exit(0)
        if word != "over":
            say(answer or {})
    os._exit(0)


def _answer(ask: Callable[[Any], Answer | None], about: Any) -> Answer | None:
    """Return what comes of asking, whatever the player does instead of answering."""
    try:
        return ask(about)
    except PlayerError as error:
        report(error.__cause__)
        return {"fault": error.what}
    except BaseException as error:
        report(error)
        return {"fault": failure(error)}


def _own_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Return the streams to be asked and to answer by, and leave harmless ones in their places."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 -- stays open for the player
    return questions, answers
