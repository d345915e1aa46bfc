"""Server of the engine protocol (docs/engine-protocol.md): moves of a player, evaluations of the coach."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ginrummy.game.moves import Move
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import WORLDS, Player, judge, judgement_json, legal_answer, load_player
from ginrummy.players.programs.external_engine import PROTOCOL
from ginrummy.text.json import UNREADABLE, parse_variant_json, parse_view_json
from ginrummy.variants import Variant

Json = dict[str, Any]


class Engine:
    """The player `name` as the engine of the protocol. It also evaluates decisions of any player."""

    def __init__(self, name: str, *, worlds: int = WORLDS) -> None:
        self._name = name
        self._worlds = worlds
        self._seed = 0
        self._variant: Variant | None = None
        self._player: Player = load_player(name)

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield a line of JSON for each line that needs an answer, until `quit` or the end of `lines`.

        Raise `GinRummyError` for a line outside the protocol.
        """
        for line in filter(str.strip, lines):
            with _of_the_protocol():
                told = json.loads(line)
                kind = told["type"]
            if kind == "quit":
                return
            answer = self._answer(kind, told)
            if answer is not None:
                yield json.dumps(answer, ensure_ascii=False)

    def _answer(self, kind: object, told: Json) -> Json | None:
        if kind == "hello":
            return {"type": "hello", "protocol": PROTOCOL, "name": self._name, "judges": True}
        if kind == "match":
            with _of_the_protocol():
                self._seed, self._variant = int(told["seed"]), parse_variant_json(told["variant"])
            self._player = load_player(self._name, seed=self._seed)
        if kind not in ("decide", "judge"):
            return None
        if self._variant is None:
            raise GinRummyError(_("a match comes before its moves"))
        with _of_the_protocol():
            view = parse_view_json(self._variant, told["view"])
            also = [Move(text) for text in told.get("also", ())]
            worlds = int(told.get("worlds", self._worlds))
        if kind == "decide":
            return {"move": str(legal_answer(self._player, view))}
        return judgement_json(judge(view, worlds=worlds, seed=self._seed, also=also))


@contextmanager
def _of_the_protocol() -> Iterator[None]:
    """Raise `GinRummyError` for text inside the block that does not follow the protocol."""
    try:
        yield
    except GinRummyError:
        raise
    except UNREADABLE as error:
        what = _("this line is not of the protocol: {error}").format(error=repr(error))
        raise GinRummyError(what) from error
