"""A player that runs an external program and exchanges lines of JSON with it.

The protocol is docs/engine-protocol.md. A program that times out, exits, or answers with an illegal move
raises `EngineFault`. The next request restarts it.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, Final, NoReturn

import ginrummy
from ginrummy.game.moves import Move, parse_move
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, on_one_line
from ginrummy.players.player import PlayerError
from ginrummy.players.programs.program_process import Program, ProgramError
from ginrummy.text.json import variant_json, view_json
from ginrummy.variants import Variant, preset_of

PROTOCOL: Final = 1
START_TIME: Final = 30.0
MOVE_TIME: Final = 10.0
LONGEST_NAME: Final = 100
LONGEST_MOVE: Final = 200


class EngineFault(PlayerError):
    """A program failed: a timeout, an exit, or an answer that is not a legal move."""


def command_of(spec: str) -> tuple[str, ...] | None:
    """Return the command in `spec`, or `None` unless its first word is a path or an existing file.

    >>> command_of("./my-bot --depth 3"), command_of("simple")
    (('./my-bot', '--depth', '3'), None)
    """
    try:
        words = tuple(shlex.split(spec))
    except ValueError:
        return None
    if not words or not ("/" in words[0] or "\\" in words[0] or Path(words[0]).is_file()):
        return None
    return words


def runnable_command(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return `command` as the system runs it. Raises `EngineFault` when the program does not exist.

    A Python file without execute permission is run by the current interpreter.
    """
    file = Path(command[0])
    if not file.is_file():
        raise EngineFault(_("there is no such program"), where=command[0])
    program = shutil.which(str(file.absolute()))
    if program is not None:
        return (program, *command[1:])
    if file.suffix == ".py":
        return (sys.executable, str(file.absolute()), *command[1:])
    raise EngineFault(_("this file may not be executed (chmod +x)"), where=command[0])


class EnginePlayer:
    """Plays through the program `spec`: `decide` requests its move for a view.

    `move_time` is the time limit for a move in seconds. `begin` gives it a new seed between matches.
    """

    def __init__(self, spec: str, *, seed: int = 0, move_time: float = MOVE_TIME) -> None:
        self.spec = spec
        self.name = spec
        self._seed = seed
        self._move_time = move_time
        self._program: Program | None = None
        self._variants: frozenset[str] | None = None
        self._judges = False
        self._match: Variant | None = None
        self._hand: tuple[int, int, int] | None = None
        self._events = 0

    def begin(self, seed: int) -> None:
        """Forget the played hands: the next view belongs to a new match, with chance from `seed`."""
        self._seed = seed
        self._match = self._hand = None

    def start(self, variant: Variant) -> None:
        """Start the program unless it runs. Raises `EngineFault` when it does not play `variant`."""
        try:
            if self._program is None:
                self._greet()
        except ProgramError as error:
            self._lose(str(error))
        if self._variants is not None and preset_of(variant) not in self._variants:
            self._lose(_("it does not play this variant"))

    def decide(self, view: View) -> Move:
        """Return the program's move. Raises `EngineFault` when it gives no legal one."""
        self.start(view.variant)
        try:
            self._introduce(view)
            answer = self._ask({"type": "decide", "view": view_json(view)}, self._move_time)
        except ProgramError as error:
            self._lose(str(error))
        return self._legal(answer, view)

    def judge(self, view: View, *, worlds: int, also: tuple[Move, ...] = ()) -> dict[str, Any]:
        """Return the program's worth of each action. Raises `EngineFault` when it does not judge.

        The request names the sensible actions and those of `also`, and allows `worlds` worlds.
        """
        self.start(view.variant)
        if not self._judges:
            self._lose(_("it does not judge: its greeting does not say so"))
        question = {"type": "judge", "view": view_json(view), "worlds": worlds, "also": [*map(str, also)]}
        try:
            self._introduce(view)
            return self._ask(question, self._move_time)
        except ProgramError as error:
            self._lose(str(error))

    def over(self, view: View) -> None:
        """Send the end of the hand in `view` to the program, if it runs and knows the hand."""
        if self._program is not None and self._hand is not None:
            self._say({"type": "over", "view": view_json(view)})

    def close(self) -> None:
        """Stop the program. `decide` would start it again."""
        if self._program is not None:
            self._say({"type": "quit"})
            self._program.close()
        self._program = self._match = self._hand = None

    def _greet(self) -> None:
        self._program = Program(runnable_command(command_of(self.spec) or (self.spec,)))
        hello = {"type": "hello", "protocol": PROTOCOL, "ginrummy": ginrummy.__version__}
        answer = self._ask(hello | {"move_time": self._move_time}, START_TIME)
        if answer.get("type") != "hello" or answer.get("protocol") != PROTOCOL:
            raise ProgramError(
                _("it does not answer the greeting of protocol {number}").format(number=PROTOCOL)
            )
        variants = answer.get("variants")
        self.name = on_one_line(str(answer.get("name") or ""), LONGEST_NAME) or self.spec
        self._variants = frozenset(map(str, variants)) if isinstance(variants, list) else None
        self._judges = answer.get("judges") is True

    def _introduce(self, view: View) -> None:
        """Send the match and the hand of `view` to the program if they are new to it."""
        hand = (view.number, view.seat, view.dealer)
        if self._hand != hand or len(view.events) < self._events:
            is_first = self._match is None or (self._hand is not None and view.number <= self._hand[0])
            if is_first or self._match != view.variant:
                self._say(
                    {
                        "type": "match",
                        "seat": view.seat,
                        "seed": self._seed,
                        "variant": variant_json(view.variant),
                    }
                )
            self._say({"type": "hand", "number": view.number, "dealer": view.dealer})
        self._match, self._hand, self._events = view.variant, hand, len(view.events)

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the program's answer to `question`. Raises `ProgramError` on a timeout or invalid JSON."""
        assert self._program is not None
        return self._program.request(json.dumps(question, ensure_ascii=False), seconds)

    def _say(self, message: dict[str, Any]) -> None:
        assert self._program is not None
        self._program.send_line(json.dumps(message, ensure_ascii=False))

    def _legal(self, answer: dict[str, Any], view: View) -> Move:
        text = answer.get("move")
        try:
            move = parse_move(on_one_line(text if isinstance(text, str) else str(answer), LONGEST_MOVE))
        except GinRummyError as error:
            self._lose(str(error))
        refusal = view.refusal(move)
        if refusal is not None:
            self._lose(str(refusal))
        return move

    def _lose(self, why: str) -> NoReturn:
        """Stop the program and raise `EngineFault` with the reason `why`."""
        if self._program is not None:
            self._program.kill()
        self._program = self._match = self._hand = None
        raise EngineFault(why, where=self.spec)
