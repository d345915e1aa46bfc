"""The arena's Python API, and its description in docs/arena.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ginrummy.lab.arena import ArenaError, Interval, PairingResult, duel, tournament
from ginrummy.locale.errors import GinRummyError
from ginrummy.text.record import read_records
from tests.arena.plans import ERRATIC
from tests.cli.running import ginrummy

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


def test_a_duel_is_what_the_command_plays(tmp_path: Path) -> None:
    line = duel("simple", ERRATIC, hands=12, seed=7, workers=1, folder=str(tmp_path), records=True)
    told = ginrummy(
        "arena", "simple", ERRATIC, "--hands", "12", "--seed", "7", "--workers", "1", "--json"
    ).json
    assert isinstance(line, PairingResult)
    assert isinstance(line.points, Interval)
    assert line.points._asdict() == told["pairings"][0]["points"]
    assert [line.won, line.lost, line.hands] == [
        told["pairings"][0][name] for name in ("won", "lost", "hands")
    ]
    assert len(list(read_records(tmp_path / "records"))) == 12


def test_a_tournament_ranks_everybody() -> None:
    table = tournament(["simple", "random", "simple"], games=2, workers=1, variant="oklahoma")
    assert [standing.player for standing in table.standings] == ["simple", "simple (2)", "random"]
    assert len(table.pairings) == 3


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ArenaError, match="two players or more"):
        tournament(["simple"])
    refused: list[tuple[dict[str, Any], str]] = [
        ({"hands": 10, "games": 2}, "either hands or games"),
        ({"hands": 0}, "0 is too small"),
        ({"confidence": 1}, "1.0 is too big: the most is 0.999999"),
        ({"confidence": 1e-12}, "1e-12 is too small: the least is 0.5"),
        ({"confidence": "a"}, "no number"),
        ({"confidence": float("nan")}, "nan is no number"),
        ({"move_time": float("nan")}, "nan is no number"),
        ({"move_time": -1}, "-1.0 is too small"),
        ({"move_time": float("inf")}, "inf is too big"),
        ({"hands": 10**30}, "is too big"),
        ({"seed": None}, "None is no whole number"),
        ({"seed": 1.5}, "1.5 is no whole number"),
        ({"workers": -2}, "-2 is too small"),
        ({"workers": 10**6}, "1000000 is too big"),
        ({"reduce": "no"}, "reduce: bool is wanted, not 'no'"),
        ({"reduce": None}, "reduce: bool is wanted, not None"),
        ({"records": "no", "folder": "kept"}, "records: bool is wanted, not 'no'"),
        ({"records": 2, "folder": "kept"}, "records: bool is wanted, not 2"),
        ({"records": True}, "records: this is of use with folder only"),
        ({"folder": 7}, "folder: a path is wanted, not 7"),
        ({"folder": b"kept"}, "folder: a path is wanted, not b'kept'"),
        ({"variant": "nothing"}, "there is no variant"),
        ({"variant": 7}, "a path is wanted, not 7"),
    ]
    for options, why in refused:
        with pytest.raises(GinRummyError, match=re.escape(why)):
            duel("simple", "random", **options)


def test_the_block_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(block, "docs/arena.md", "exec"), {})
    assert "'simple', " in capsys.readouterr().out
