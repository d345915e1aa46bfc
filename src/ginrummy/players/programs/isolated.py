"""Runs a third-party player in a subprocess. A crash, a hang or `exit()` forfeits the hand, not the run.

The arena uses it for classes. Processes that a player leaves behind forfeit the hand too. `isolated_host.py`
is the other end: it creates the player and requests its moves.
"""

from __future__ import annotations

import json
import pickle
import sys
from base64 import b64encode
from typing import Any, Final, NoReturn

from ginrummy.game.moves import Move, parse_move
from ginrummy.game.view import View
from ginrummy.locale import language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.player import PlayerError
from ginrummy.players.programs.external_engine import MOVE_TIME, START_TIME, EngineFault
from ginrummy.players.programs.program_process import Program, ProgramError
from ginrummy.variants import Variant

COMPILE_TIME: Final = 600.0
_HOST: Final = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
_HOST_MAIN: Final = "from ginrummy.players.programs.isolated_host import main; main(sys.argv[2])"


class IsolatedPlayer:
    """The class `spec`, `module:Class` or `file.py:Class`, run in its own subprocess.

    `move_time` is the time limit for a move in seconds. Compiling our own code does not count.
    """

    def __init__(self, spec: str, *, seed: int = 0, move_time: float = MOVE_TIME) -> None:
        self.spec = self.name = spec
        self._seed = seed
        self._move_time = move_time
        self._program: Program | None = None
        self._is_new, self._listens = True, False

    def begin(self, seed: int) -> None:
        """Forget the played hands: recreate the player, or call its `begin`, with `seed`."""
        self._seed, self._is_new = seed, True

    def start(self, variant: Variant) -> None:
        """Load the class and create the player. Raises `PlayerError` when that fails, for every variant."""
        try:
            if self._program is None:
                command = (sys.executable, "-P", "-c", _HOST + _HOST_MAIN, json.dumps(sys.path), self.spec)
                self._program = Program(command)
                self._ask(("language", language()), START_TIME)
            if self._is_new:
                made = self._ask(("seed", self._seed), START_TIME)
                self.name, self._listens = str(made.get("name")), bool(made.get("listens"))
                self._is_new = False
        except ProgramError as error:
            self._lose(str(error))

    def decide(self, view: View) -> Move:
        """Return the player's answer, legal or not. Raises `PlayerError` when it gives none."""
        self.start(view.variant)
        try:
            return parse_move(str(self._ask(("decide", view), self._move_time).get("move")))
        except ProgramError as error:
            self._lose(str(error))
        except PlayerError:
            raise
        except GinRummyError as error:  # the host process was replaced
            self._lose(str(error))

    def over(self, view: View) -> None:
        """Report the end of the hand in `view` to the player, if it has an `over` method."""
        if self._program is not None and self._listens:
            self._program.send_line(_line(("over", view)))

    def close(self) -> None:
        """Stop the process. `decide` would start it again."""
        if self._program is not None:
            self._program.kill()
        self._program, self._is_new = None, True

    def _ask(self, question: tuple[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to `question`. Raises `PlayerError` when the player gives none."""
        assert self._program is not None
        answer = self._program.request(_line(question), seconds)
        while "compiling" in answer:
            answer = self._program.read_object(COMPILE_TIME if answer["compiling"] else seconds)
        if "fault" in answer:
            raise PlayerError(str(answer["fault"]), where=self.name)
        return answer

    def _lose(self, why: str) -> NoReturn:
        """Stop the process and raise `EngineFault` with the reason `why`."""
        self.close()
        raise EngineFault(why, where=self.spec)


def _line(message: tuple[str, Any]) -> str:
    return b64encode(pickle.dumps(message)).decode()
