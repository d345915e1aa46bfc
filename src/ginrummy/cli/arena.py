"""`ginrummy arena`: matches between players, with confidence intervals."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import click

from ginrummy.cli.arena_output import report_lines, show_progress
from ginrummy.cli.options import (
    Amount,
    debug_option,
    json_option,
    reject_conflicting_options,
    require_companion_option,
    variant_option,
)
from ginrummy.lab.arena.confidence_intervals import CONFIDENCE, CONFIDENCES
from ginrummy.lab.arena.report import run_report
from ginrummy.lab.arena.run import Run, play_run
from ginrummy.lab.arena.run_plan import (
    MOST_LEGS,
    MOST_WORKERS,
    MOVE_TIME,
    MOVE_TIMES,
    ArenaError,
    RunPlan,
    Unit,
)
from ginrummy.lab.arena.sequential_test import ERROR, Hypotheses
from ginrummy.locale import _
from ginrummy.terminal.output import print_json, print_lines
from ginrummy.variants import NamedVariant

HANDS: Final = 1000


def command() -> click.Command:
    """Return the command `arena` in the current language."""
    return click.Command(
        "arena",
        callback=arena,
        help=_(
            "Let PLAYERS play each other, every deal twice with seats exchanged, and say how much better one "
            "is and how sure that is. A player is a name (random, simple, ...), a program such as ./my-bot, "
            "or Python such as my_module:MyPlayer."
        ),
        params=[
            click.Argument(["players"], nargs=-1, required=True, metavar=_("PLAYERS") + "..."),
            variant_option(),
            *length_and_seed_options(),
            *_test_options(),
            *worker_options(),
            *_output_options(),
            debug_option(),
            json_option(),
        ],
    )


def length_and_seed_options() -> list[click.Parameter]:
    """Return the options for the number of hands or games, and for their seed."""
    number = click.IntRange(1, MOST_LEGS)
    return [
        click.Option(
            ["--hands"], type=number, help=_("Play this many single hands, for each two players (1000).")
        ),
        click.Option(["--games"], type=number, help=_("Play this many whole games instead.")),
        seed_option(),
    ]


def seed_option() -> click.Option:
    """Return `--seed`, a text."""
    return click.Option(["--seed"], default="0", show_default=True, help=_("What the deals are drawn from."))


def _test_options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--sprt"],
            metavar="H0,H1",
            help=_(
                "Stop as soon as it is decided between an edge of H0 and one of H1: in points a hand, "
                "or in Elo for games."
            ),
        ),
        click.Option(
            ["--error"],
            type=Amount(0, 0.5, min_open=True, max_open=True),
            default=ERROR,
            show_default=True,
            help=_("How often the test of --sprt may err, either way."),
        ),
        click.Option(
            ["--confidence"],
            type=Amount(*CONFIDENCES),
            default=CONFIDENCE,
            show_default=True,
            help=_("How often the intervals should hold the truth."),
        ),
    ]


def worker_options() -> list[click.Parameter]:
    """Return the options for the cores, and for the time of a player's move."""
    return [
        click.Option(
            ["--workers"], type=click.IntRange(1, MOST_WORKERS), help=_("How many cores to use (all).")
        ),
        click.Option(
            ["--move-time"],
            type=Amount(*MOVE_TIMES),
            default=MOVE_TIME,
            show_default=True,
            help=_("How many seconds a program, or a class of yours, has for a move."),
        ),
    ]


def _output_options() -> list[click.Parameter]:
    return [
        click.Option(
            ["--out"],
            type=click.Path(file_okay=False, path_type=Path),
            help=_("Keep the results in this folder; the same command resumes there."),
        ),
        click.Option(["--records"], is_flag=True, help=_("Keep the record of every hand there too.")),
        click.Option(
            ["--reduce"],
            is_flag=True,
            help=_("Take the luck of the draw out of points and wins: fewer hands for the same certainty."),
        ),
        click.Option(["--times"], is_flag=True, help=_("Say how long the players think.")),
        click.Option(
            ["--cluster"],
            is_flag=False,
            flag_value="local",
            metavar=_("[ADDRESS]"),
            help=_("Play on a Ray cluster: the one at ADDRESS, or one started on this machine."),
        ),
    ]


def arena(
    *,
    players: tuple[str, ...],
    variant: NamedVariant,
    hands: int | None,
    games: int | None,
    seed: str,
    sprt: str | None,
    error: float,
    confidence: float,
    as_json: bool,
    out: Path | None,
    records: bool,
    times: bool,
    reduce: bool,
    move_time: float,
    **where: Any,
) -> None:
    """Play `players` against each other and print the table."""
    reject_conflicting_options(("hands", "games"))
    require_companion_option("records", "out")
    require_companion_option("error", "sprt")
    unit, pairs = _length(hands, games)
    plan = RunPlan(players, variant, unit, seed, pairs, move_time, records, times, reduce)
    hypotheses = None if sprt is None else read_hypotheses(sprt, unit, error)
    going = Run(plan, hypotheses)
    try:
        with show_progress(going) as listener:
            play_run(going, folder=out, listener=listener, **where)
    except KeyboardInterrupt:
        print(interruption_text(out), file=sys.stderr)
        _print(going, confidence, as_json=as_json)
        raise click.Abort from None
    _print(going, confidence, as_json=as_json)


def _length(hands: int | None, games: int | None) -> tuple[Unit, int]:
    """Return the unit that is played twice with each deal, and the number of deals."""
    if games is not None:
        return Unit.GAMES, (games + 1) // 2
    return Unit.HANDS, ((hands or HANDS) + 1) // 2


def read_hypotheses(text: str, unit: Unit, error: float) -> Hypotheses:
    """Parse hypotheses such as `0,1`. Raise `ArenaError` for any other text."""
    try:
        lower, upper = map(float, text.split(","))
    except ValueError:
        raise ArenaError(_("two numbers belong here, such as 0,1"), where="--sprt") from None
    return Hypotheses(unit, lower, upper, error)


def interruption_text(out: Path | None) -> str:
    """Return the message for a run that the user interrupts."""
    if out is None:
        return _("Interrupted. This is what was played:")
    return _("Interrupted. The same command resumes here. This is what was played:")


def _print(going: Run, confidence: float, *, as_json: bool) -> None:
    if as_json:
        print_json(run_report(going, confidence=confidence))
    else:
        print_lines(report_lines(going, confidence))
