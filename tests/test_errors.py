"""Errors are values: copies, also in another process, have the same text."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import pytest

from ginrummy import DealError, GinRummyError, Match, RecordError, read_record
from ginrummy.game.legality import illegal_move
from ginrummy.lab.arena import ArenaError
from ginrummy.locale.errors import CardError, IllegalMove
from ginrummy.players import PlayerError
from ginrummy.players.online import Lost, Refused
from ginrummy.text.ledger.hand_line_parser import LedgerError


@pytest.mark.parametrize(
    "kind", [GinRummyError, CardError, DealError, RecordError, PlayerError, ArenaError, Lost]
)
def test_an_error_is_copied_and_sent(kind: type[GinRummyError]) -> None:
    error = kind("it is so", where="there", clause="1.1")
    for same in (copy(error), deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(same) is kind
        assert str(same) == str(error) == "there: it is so (RULES 1.1)"
        assert (same.what, same.where, same.clause) == ("it is so", "there", "1.1")


def test_an_error_with_more_to_say_keeps_it() -> None:
    refused = pickle.loads(pickle.dumps(Refused(429, {"told": "slower", "kind": "limit"}, wait=2.0)))
    assert (str(refused), refused.status, refused.kind, refused.wait) == ("slower", 429, "limit", 2.0)
    move = pickle.loads(pickle.dumps(illegal_move("no_fit", "6.4", where="lay:7S>1", cards=(6,), number=1)))
    assert isinstance(move, IllegalMove)
    assert (move.reason, move.values) == ("no_fit", {"cards": (6,), "number": 1})
    assert pickle.loads(pickle.dumps(LedgerError("so"))).what == "so"


def test_errors_raised_by_the_law_are_sent() -> None:
    for wrong in (lambda: Match.start("standard", 7).play("2C"), lambda: read_record("x")):
        with pytest.raises(GinRummyError) as caught:
            wrong()
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
