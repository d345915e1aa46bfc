"""Text report of an arena run."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ginrummy.lab.arena.confidence_intervals import Interval, mean_interval
from ginrummy.lab.arena.report import translate_fault
from ginrummy.lab.arena.results import FORFEIT, GAME, UNFINISHED
from ginrummy.lab.arena.run import Run
from ginrummy.lab.arena.run_plan import Unit
from ginrummy.lab.arena.sequential_test import SequentialTest, SprtState
from ginrummy.lab.arena.standings import PairingResult, Standing, result_table, thinking_times
from ginrummy.locale import N_, _, language, ngettext, pgettext
from ginrummy.locale.errors import join_series
from ginrummy.locale.numbers import number_text, percent_text, signed_text
from ginrummy.text.ledger.text_columns import column_lines

REASONS: Final = 3
KINDS: Final = {
    "knock": N_("knock"),
    "undercut": N_("undercut"),
    "gin": N_("gin"),
    "big_gin": N_("big gin"),
    "gin_void": N_("gin, but void"),
    "tie": N_("tie"),
    "void": N_("void"),
    "wall_compare": N_("end of the stock"),
    FORFEIT: N_("lost by rule"),
    GAME: N_("game"),
    UNFINISHED: N_("never finished"),
}


def report_lines(run: Run, confidence: float) -> list[str]:
    """Return the whole report of a run so far, line by line."""
    plan, found = run.plan, result_table(run.plan, run.tallies, confidence)
    lines = [report_title(run), ""]
    if len(plan.players) > 2:
        lines += [*standing_lines(found.standings, plan.unit), ""]
    lines += pairing_lines(found.pairings, plan.unit)
    if len(found.pairings) == 1:
        lines += ["", *ending_count_lines(found.pairings[0])]
    if run.watch is not None:
        lines += ["", sequential_test_text(run.watch, plan.unit)]
    lines += [
        *luck_adjustment_lines(found.pairings),
        *forfeit_lines(run),
        *decision_time_lines(run),
        "",
        interval_explanation(confidence),
    ]
    return lines


def report_title(run: Run) -> str:
    """Return the title: variant, unit and number of deals."""
    plan = run.plan
    pairs = max(tally.pairs for tally in run.tallies)
    dealt = ngettext("{number} deal, played twice", "{number} deals, each played twice", pairs)
    parts = [plan.variant.title(language()), dealt.format(number=number_text(pairs, 0))]
    return ", ".join([*parts, _("seed {seed}").format(seed=plan.seed)])


def standing_lines(standings: tuple[Standing, ...], unit: Unit) -> list[str]:
    """Return the standings, best player first."""
    heads = ["", pgettext("arena", "Player"), _points_head(unit), pgettext("arena", "Won"), _("Elo")]
    body = [
        [
            str(place),
            each.player,
            signed_interval_text(each.points),
            share_text(each.share),
            elo_text(each.rating),
        ]
        for place, each in enumerate(standings, start=1)
    ]
    return column_lines([heads, *body], right=(0,))


def pairing_lines(pairings: tuple[PairingResult, ...], unit: Unit) -> list[str]:
    """Return the pairings, each from its first player's side."""
    heads = [
        pgettext("arena", "Players"),
        _points_head(unit),
        pgettext("arena", "Won"),
        pgettext("arena", "Hands"),
    ]
    body = [
        [f"{each.first} – {each.second}", signed_interval_text(each.points), share_text(each.share),
         number_text(each.hands, 0)]
        for each in pairings
    ]  # fmt: skip
    return column_lines([heads, *body], right=(3,))


def _points_head(unit: Unit) -> str:
    return _("Points a hand") if unit is Unit.HANDS else _("Points a game")


def ending_count_lines(pairing: PairingResult) -> list[str]:
    """Return how hands or games ended, and who won them."""
    heads = [_("Ended by"), pairing.first, pairing.second, pgettext("arena", "nobody")]
    body = [
        [_(KINDS[kind]), *(number_text(count, 0) for count in counts)]
        for kind, counts in sorted(pairing.kinds.items(), key=lambda item: -sum(item[1]))
    ]
    return column_lines([heads, *body], right=(1, 2, 3))


def sequential_test_text(test: SequentialTest, unit: Unit) -> str:
    """Return the state of the sequential test."""
    asked = test.hypotheses
    scale = _("points a hand") if unit is Unit.HANDS else _("Elo")
    texts = {
        SprtState.OPEN: ngettext(
            "Not decided between {h0} and {h1} {scale} after {pairs} deal ({ratio} of ±{bound}).",
            "Not decided between {h0} and {h1} {scale} after {pairs} deals ({ratio} of ±{bound}).",
            test.pairs,
        ),
        SprtState.H0: ngettext(
            "Decided for {h0} against {h1} {scale} after {pairs} deal ({ratio} of ±{bound}).",
            "Decided for {h0} against {h1} {scale} after {pairs} deals ({ratio} of ±{bound}).",
            test.pairs,
        ),
        SprtState.H1: ngettext(
            "Decided for {h1} against {h0} {scale} after {pairs} deal ({ratio} of ±{bound}).",
            "Decided for {h1} against {h0} {scale} after {pairs} deals ({ratio} of ±{bound}).",
            test.pairs,
        ),
    }
    return texts[test.verdict].format(
        h0=signed_text(asked.lower),
        h1=signed_text(asked.upper),
        scale=scale,
        pairs=number_text(test.pairs, 0),
        ratio=signed_text(test.ratio),
        bound=number_text(asked.bound, 2),
    )


def luck_adjustment_lines(pairings: tuple[PairingResult, ...]) -> list[str]:
    """Return the effect of luck adjustment for each pairing, if it was requested."""
    texts = [luck_adjustment_text(pairing) for pairing in pairings if pairing.plain_points is not None]
    return ["", *texts] if texts else []


def luck_adjustment_text(pairing: PairingResult) -> str:
    """Return the result before luck adjustment, and how many unadjusted hands each adjusted hand is worth."""
    assert pairing.plain_points is not None
    text = _("{players}: the luck of the draw is taken out; as played it was {points}.")
    if pairing.variance_reduction_factor is not None:
        text = _(
            "{players}: the luck of the draw is taken out; as played it was {points}. "
            "That is as sure as {number} times as many deals without it."
        )
    if pairing.variance_reduction_factor is not None and pairing.variance_reduction_factor < 1:
        text = _(
            "{players}: the luck of the draw is taken out; as played it was {points}. "
            "That is less sure here: without it {percent} of the deals would be as sure."
        )
    players, points = f"{pairing.first} – {pairing.second}", signed_interval_text(pairing.plain_points)
    worth = pairing.variance_reduction_factor or 1
    return text.format(
        players=players, points=points, number=number_text(worth, 2), percent=percent_text(worth, 0)
    )


def forfeit_lines(run: Run) -> list[str]:
    """Return how many hands each player forfeited, and the commonest reasons."""
    lines: list[str] = []
    for (first, second), tally in zip(run.plan.pairings, run.tallies, strict=True):
        for side, player in enumerate((first, second)):
            reasons = Counter(fault.why for fault in tally.faults if fault.player == side)
            if reasons:
                lines.append(forfeit_text(run.plan.names[player], reasons))
    return ["", *lines] if lines else []


def forfeit_text(player: str, reasons: Counter[str]) -> str:
    """Return how many hands one player forfeited, and the commonest reasons."""
    number = reasons.total()
    text = ngettext("{player} lost {number} hand by rule: {reasons}",
                    "{player} lost {number} hands by rule: {reasons}", number)  # fmt: skip
    commonest = join_series(translate_fault(why) for why, _times in reasons.most_common(REASONS))
    return text.format(player=player, number=number, reasons=commonest)


def decision_time_lines(run: Run) -> list[str]:
    """Return the time of each player per decision, if it was requested."""
    heads = [
        pgettext("arena", "Player"),
        _("Decisions"),
        _("Mean time (ms)"),
        _("95 of 100 within (ms)"),
    ]
    body = [
        [name, number_text(time.decisions, 0), number_text(time.mean, 2), number_text(time.late, 2)]
        for name, time in thinking_times(run.plan, run.tallies).items()
    ]
    return ["", *column_lines([heads, *body], right=(1, 2, 3))] if body else []


def interval_explanation(confidence: float) -> str:
    """Return the explanation of the intervals."""
    text = _("The intervals hold the truth {percent} of the time; they count deals, not hands.")
    return text.format(percent=percent_text(confidence, 0))


def signed_interval_text(interval: Interval) -> str:
    """Return an estimate with its sign and the half-width of its interval."""
    if not math.isfinite(interval.half_width):
        return signed_text(interval.value)
    return f"{signed_text(interval.value)} ± {number_text(interval.half_width, 2)}"


def elo_text(interval: Interval) -> str:
    """Return a rating and the half-width of its interval, in whole numbers."""
    return f"{signed_text(interval.value, 0)} ± {number_text(interval.half_width, 0)}"


def share_text(interval: Interval) -> str:
    """Return a share and its interval in percent."""
    value, low, high = (number_text(100 * bound, 1) for bound in interval)
    return f"{percent_text(interval.value, 1)} ({low} – {high})" if value else ""


@contextmanager
def show_progress(run: Run) -> Iterator[Callable[[Run], None]]:
    """Yield a callback to call after each piece of work. It draws nothing where output is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _run: None
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=2 * run.plan.pairs * len(run.tallies), start=False)

        def listen(run: Run) -> None:
            if not progress.tasks[task].started:
                progress.update(task, completed=2 * run.pairs)
                progress.start_task(task)
            progress.update(task, completed=2 * run.pairs, description=_so_far(run))

        yield listen


def _so_far(run: Run) -> str:
    """Return the first player's edge so far, for two players only."""
    if len(run.tallies) > 1 or run.pairs < 2:
        return ""
    points = mean_interval(run.tallies[0].moments).scale(0.5)
    return f"{signed_text(points.value)} ± {points.half_width:.2f}"
