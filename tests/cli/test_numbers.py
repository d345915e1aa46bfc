"""Every numeric option: an invalid number is refused with the name of the option."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from ginrummy.cli.command_group import COMMANDS, root_command
from ginrummy.game.match import Match
from tests.cli.running import Ran, ginrummy
from tests.record.texts import text_of

VALUES = ("nan", "inf", "-inf", "-1", "0", "1e-12", str(10**30), "9" * 5000, "1e400", "½", "0x10", "text", "")
BOUNDLESS = {("play", "--seed"), ("puzzles", "--number")}
"""These take any integer: a seed gives its deals, and any other number has no puzzle."""
LINES = {
    "arena": ("simple", "random", "--hands", "2", "--workers", "1", "--sprt", "0,1"),
    "dataset": ("simple", "random", "--hands", "2", "--workers", "1", "--out", "OUT"),
    "exploit": ("random", "--hands", "2", "--workers", "1"),
    "ladder": ("random", "--hands", "2", "--against", "random", "--workers", "1"),
    "play": ("--new", "--against", "simple", "--plain"),
    "puzzles": (),
    "serve": ("--offline", "nowhere"),
    "bots": ("--database", "nowhere"),
    "replay": ("RECORD",),
    "think": ("RECORD", "--at", "1.2", "--worlds", "50"),
    "review": ("RECORD", "--quick"),
    "stats": ("RECORD", "--unjudged"),
    "export": ("RECORD", "--unjudged"),
}
"""A quick command line for each command with a numeric option; the tested option comes last."""


def number_options() -> Iterator[tuple[str, click.Option]]:
    """Yield each numeric option with its command."""
    group = root_command()
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        for param in command.params:
            if isinstance(param.type, click.types.IntParamType | click.types.FloatParamType):
                assert isinstance(param, click.Option)
                yield name, param


OPTIONS = list(number_options())
NAMES = [f"{name} {option.opts[0]}" for name, option in OPTIONS]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the record of the first moves of a hand."""
    match = Match.start("standard", 7)
    for _move in range(3):
        match = match.play(match.game.legal_moves()[0])
    file = tmp_path / "evening.gin"
    file.write_text(text_of(match, "standard"), encoding="utf-8")
    return file


def run(record: Path, name: str, *typed: str) -> Ran:
    """Run the line of the command `name` with `typed` at its end and no input."""
    places = {"RECORD": str(record), "OUT": str(record.with_name("out"))}
    line = [places.get(word, word) for word in LINES[name]]
    return ginrummy(name, *line, *typed)


def test_no_number_is_without_a_name() -> None:
    assert len(OPTIONS) > 15
    assert {name for name, _option in OPTIONS} == LINES.keys()


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_each_number_has_bounds(name: str, option: click.Option) -> None:
    assert isinstance(option.type, click.IntRange | click.FloatRange) or (name, option.opts[0]) in BOUNDLESS


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=NAMES)
def test_what_is_no_number_is_refused_by_the_name_of_its_option(
    name: str, option: click.Option, record: Path
) -> None:
    for value in VALUES:
        ran = run(record, name, option.opts[0], value)
        assert ran.status in (0, 2), value
        if ran.status == 2:
            assert ran.err.count("\n") == 1, value
            about = (option.opts[0], value[:60], "nowhere", "the record has")
            assert any(word in ran.err for word in about if word), (value, ran.err)
        else:
            assert math.isfinite(float(value)), value
            assert is_within(option, float(value)), value


def is_within(option: click.Option, number: float) -> bool:
    """Return whether `number` lies between the bounds of `option`."""
    bounds = option.type
    if not isinstance(bounds, click.IntRange | click.FloatRange):
        return True
    low = -math.inf if bounds.min is None else float(bounds.min)
    high = math.inf if bounds.max is None else float(bounds.max)
    return low <= number <= high


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(
    ("name", "typed", "about"),
    [
        ("think", ("--at", "{}"), "this is no turn of a hand, such as 2.17"),
        ("think", ("--at", "1.{}"), "the match has no such turn"),
        ("think", ("--at", "{}.1"), "the match has no such turn"),
        ("arena", ("--sprt", "{},1"), "--sprt: "),
        ("arena", ("--sprt", "0,{}"), "--sprt: "),
        ("play", ("--against", "even@{}"), "a strength is a number from 1 to 100, as in even@70"),
        ("play", ("--against", "search@{}"), "a budget is a number of worlds"),
        ("play", ("--against", "search@{}ms"), "a budget is a number of worlds"),
    ],
)
def test_numbers_within_a_text_are_refused_with_what_belongs_there(
    name: str, typed: tuple[str, str], about: str, value: str, record: Path
) -> None:
    option, text = typed
    ran = run(record, name, option, text.format(value))
    if name == "arena" and value in ("-1", "0", "1e-12") and ran.status == 0:
        return
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert about in ran.err or "this is no turn of a hand, such as 2.17" in ran.err
