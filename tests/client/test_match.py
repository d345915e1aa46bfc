"""`ginrummy bot` at a server that loses, repeats and delays messages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ginrummy.cli import bot
from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import parse_move
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import view_of
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import load_player
from ginrummy.players.online.client import Client, Lost, Refused
from ginrummy.players.online.match import follow_to_end
from ginrummy.players.online.seat import OnlineSeat
from ginrummy.text.json import sheet_json, variant_json, view_json
from ginrummy.variants import load_variant
from tests.at_random import some_move

SEATS = ({"name": "Ada"}, {"name": "Ben"})


class BadServer(Client):
    """A server of one match with a random player at seat 1 and an unreliable network."""

    def __init__(self, seed: int) -> None:
        super().__init__("http://nowhere", "")
        self.chance = random.Random(seed)
        row = load_variant("standard").row._replace(game_target=20)
        self.match = Match.start(row, seeds_from_number(seed))
        self.number = 2
        self.failures = 0
        self.is_one_hand = False
        self._others_move()

    def table(self) -> dict[str, Any]:
        """Return the table as sent to seat 0."""
        view = view_of(self.match, 0)
        over = self.match.game.phase is Phase.OVER
        moves = [] if self.match.is_over else ["next"] if over else [str(move) for move in view.legal_moves()]
        return {
            "key": "KEY",
            "number": self.number,
            "awaited": [],
            "seat": 0,
            "seats": SEATS,
            "status": "over" if self.match.is_over or self._is_one_hand_over() else "playing",
            "one_hand": self.is_one_hand,
            "winner": self.match.winner,
            "variant": variant_json(self.match.variant),
            "view": view_json(view),
            "sheet": sheet_json(self.match.variant, self.match.current_sheet),
            "moves": moves,
        }

    def follow(self, key: str) -> Iterator[dict[str, Any]]:
        """Yield the table, and then nothing, or raise an error."""
        yield self.table()
        self._fail_sometimes()
        yield self.table()

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Play the requested move. Sometimes the request or the response is lost."""
        assert body is not None
        self._fail_sometimes()
        if body["number"] != self.number:
            raise Refused(409, {"kind": "stale"})
        if body["move"] == "next":
            self.match = self.match.next_hand()
        else:
            self._play(body["move"])
        self.number += 1
        self._others_move()
        self._fail_sometimes()
        return self.table()

    def _play(self, move: str) -> None:
        try:
            self.match = self.match.play(parse_move(move))
        except GinRummyError as error:
            raise Refused(422, {"kind": "illegal_move", "told": error.what, "where": error.where}) from error

    def _others_move(self) -> None:
        while self.match.game.phase is not Phase.OVER and self.match.game.turn == 1:
            self.match = self.match.play(some_move(self.match.game, self.chance))
            self.number += 1

    def _is_one_hand_over(self) -> bool:
        return self.is_one_hand and self.match.game.phase is Phase.OVER

    def _fail_sometimes(self) -> None:
        lot = self.chance.random()
        if lot < 0.2:
            self.failures += 1
            raise Lost("the network is away") if lot < 0.15 else Refused(429, {"kind": "too_fast"}, 0.5)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_goes_to_its_end_whatever_is_lost(
    seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    server = BadServer(seed)
    with OnlineSeat(server, load_player("simple"), server.table()) as far:
        told = list(follow_to_end(server, far, "KEY", on_loss=bot._say_loss))
    assert server.match.is_over
    assert server.failures > 0
    assert len(waited) >= server.failures
    hands = [line for line in told if line.startswith("Hand ")]
    assert [line.split(":")[0] for line in hands] == [f"Hand {n + 1}" for n in range(len(server.match.games))]
    won = "won" if server.match.winner == 0 else "lost"
    assert told[-1].startswith(f"The match is {won} against Ben")
    assert len(told) == len(hands) + 1
    assert "trying again" in capsys.readouterr().err


def test_one_hand_of_an_evening_is_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    server = BadServer(2)
    server.is_one_hand = True
    with OnlineSeat(server, load_player("simple"), server.table()) as far:
        told = list(follow_to_end(server, far, "KEY", on_loss=bot._say_loss))
    assert [line.split(":")[0] for line in told] == ["Hand 1"]


def test_what_is_refused_for_good_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    server = BadServer(1)

    def refuse(_path: str, _body: dict[str, Any] | None = None) -> dict[str, Any]:
        raise Refused(401, {"kind": "wrong_token", "told": "taken back"})

    monkeypatch.setattr(server, "ask", refuse)
    with (
        OnlineSeat(server, load_player("simple"), server.table()) as far,
        pytest.raises(Refused, match="taken back"),
    ):
        list(follow_to_end(server, far, "KEY", on_loss=bot._say_loss))


def other_than(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield invalid variations of a table."""
    for name in ("key", "number", "status", "seat", "winner", "seats", "moves", "variant", "view"):
        for wrong in ("", -1, 3.5, [1], {"name": 1}):
            if type(wrong) is not type(table[name]) or name in ("key", "seat", "winner", "view"):
                yield table | {name: wrong}
        yield {key: value for key, value in table.items() if key != name}
    yield table | {"seat": None}
    yield table | {"seats": [None, {"name": "Ben"}]}
    yield table | {"seats": table["seats"][:1]}
    yield table | {"sheet": None}
    yield table | {"sheet": {"totals": [1]}}
    yield table | {"view": table["view"] | {"hand": "XX"}, "number": 1000}
    yield table | {"key": "../../me"}
    yield {}
