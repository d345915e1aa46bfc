"""A player of somebody else's Python in a process of its own, where all it can do is lose.

The arena seats classes so: what calls `exit()`, never answers, or leaves processes behind loses its hand, and
the run goes on. `isolated_host.py` is the other end: it makes the player and asks it.
"""

from __future__ import annotations

import json
import pickle
import sys
from base64 import b64encode
from typing import Any, Final, NoReturn

from ginrummy.errors import GinRummyError
from ginrummy.locale import language
from ginrummy.moves import Move, parse_move
from ginrummy.players.external_engine import MOVE_TIME, START_TIME, EngineFault
from ginrummy.players.player import PlayerError
from ginrummy.players.program_process import Program, ProgramError
from ginrummy.variants import Variant
from ginrummy.view import View

COMPILE_TIME: Final = 600.0
_HOST: Final = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
_HOST_MAIN: Final = "from ginrummy.players.isolated_host import main; main(sys.argv[2])"


class IsolatedPlayer:
    """The class `spec`, `module:Class` or `file.py:Class`, played by a process of its own.

    `move_time` is the seconds that it has for a move. Compiling our own code does not count.
    """

    def __init__(self, spec: str, *, seed: int = 0, move_time: float = MOVE_TIME) -> None:
        self.spec = self.name = spec
        self._seed = seed
        self._move_time = move_time
        self._program: Program | None = None
        self._is_new, self._listens = True, False

    def begin(self, seed: int) -> None:
        """Forget what was played: the player is made anew, or told to begin anew, with `seed`."""
        self._seed, self._is_new = seed, True

    def start(self, variant: Variant) -> None:
        """Load the class and make the player; raises `PlayerError` where that fails, whatever the variant."""
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
        """Return the player's answer, legal or not; raises `PlayerError` where there is none."""
        self.start(view.variant)
        try:
            return parse_move(str(self._ask(("decide", view), self._move_time).get("move")))
        except ProgramError as error:
            self._lose(str(error))
        except PlayerError:
            raise
        except GinRummyError as error:  # a host that is not ours any more
            self._lose(str(error))

    def over(self, view: View) -> None:
        """Tell the player, where it wants to hear of it, that the hand of `view` has ended so."""
        if self._program is not None and self._listens:
            self._program.say(_line(("over", view)))

    def close(self) -> None:
        """Let the process go; `decide` would start it again."""
        if self._program is not None:
            self._program.kill()
        self._program, self._is_new = None, True

    def _ask(self, question: tuple[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to `question`; raises `PlayerError` where the player has none to give."""
        assert self._program is not None
        answer = self._program.ask(_line(question), seconds)
        while "compiling" in answer:
            answer = self._program.heard_object(COMPILE_TIME if answer["compiling"] else seconds)
        if "fault" in answer:
            raise PlayerError(str(answer["fault"]), where=self.name)
        return answer

    def _lose(self, why: str) -> NoReturn:
        """Put an end to the process and raise `EngineFault` that says why."""
        self.close()
        raise EngineFault(why, where=self.spec)


def _line(message: tuple[str, Any]) -> str:
    return b64encode(pickle.dumps(message)).decode()
