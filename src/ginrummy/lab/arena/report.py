"""Report of a run: as JSON, and the reasons for forfeits in the current language."""

from __future__ import annotations

import math
import re
from typing import Any, Final

import ginrummy
from ginrummy.game.legality import message_pattern, parse_refusal, refusal_message
from ginrummy.lab.arena.confidence_intervals import Interval
from ginrummy.lab.arena.run import Run
from ginrummy.lab.arena.sequential_test import SequentialTest
from ginrummy.lab.arena.standings import PairingResult, Standing, result_table, thinking_times
from ginrummy.locale import N_, _
from ginrummy.locale.errors import IllegalMove

_REFUSAL: Final = re.compile(r"(?P<where>\S+): (?P<what>.+?)(?: \(RULES (?P<clause>[\d.]+)\))?")


def translate_refusal(refusal: str) -> str:
    """Return `refusal`, the English text of an `IllegalMove`, in the current language.

    >>> translate_refusal("2C: 2♣ is not in the hand (RULES 4.5)")
    '2C: 2♣ is not in the hand (RULES 4.5)'
    """
    found = _REFUSAL.fullmatch(refusal)
    if found is None:
        return refusal
    reason = parse_refusal(found["what"])
    what = found["what"] if reason is None else refusal_message(*reason)
    return str(IllegalMove(what, where=found["where"], clause=found["clause"] or ""))


REASONS: Final = (
    N_("it called exit({status})"),
    N_("it broke down: {error}"),
    N_("it answers {answer}, which is not a move"),
    N_("it may not play {refusal}"),
    N_("it cannot be started: {error}"),
    N_("it spoke without being asked: {line}"),
    N_("no answer in {seconds}\u00a0s"),
    N_("it does not end its line"),
    N_("it answered no JSON object: {line}"),
    N_("it closed its input"),
    N_("it closed its output"),
    N_("it ended with status {status}"),
    N_("it does not play this variant"),
)


def translate_fault(why: str) -> str:
    """Return the English reason `why` from the results in the current language."""
    for reason in REASONS:
        found = message_pattern(reason).fullmatch(why)
        if found is not None:
            values = found.groupdict()
            if "refusal" in values:
                values["refusal"] = translate_refusal(values["refusal"])
            return _(reason).format(**values)
    return why


Json = dict[str, Any]


def run_report(run: Run, *, confidence: float) -> Json:
    """Return the current report of a run; `points` are per hand, or a game's totals.

    `milliseconds` holds the decision times of players that were timed.
    """
    plan = run.plan
    table = result_table(plan, run.tallies, confidence)
    return {
        "ginrummy": ginrummy.__version__,
        "players": list(plan.names),
        "variant": plan.variant.name,
        "unit": plan.unit.value,
        "seed": plan.seed,
        "confidence": confidence,
        "finished": run.is_over,
        "pairings": [pairing_json(pairing) for pairing in table.pairings],
        "standings": [_standing(standing) for standing in table.standings],
        "test": None if run.watch is None else _test(run.watch),
        "milliseconds": {name: time._asdict() for name, time in thinking_times(plan, run.tallies).items()},
    }


def pairing_json(pairing: PairingResult) -> Json:
    return {
        "first": pairing.first,
        "second": pairing.second,
        "pairs": pairing.pairs,
        "hands": pairing.hands,
        "won": pairing.won,
        "lost": pairing.lost,
        "drawn": pairing.drawn,
        "points": interval_json(pairing.points),
        "share": interval_json(pairing.share),
        "kinds": {kind: list(counts) for kind, counts in pairing.kinds.items()},
        "faults": list(pairing.faults),
        **_plain(pairing),
    }


def _plain(pairing: PairingResult) -> Json:
    """Return the results before variance reduction, and the equivalent number of hands for each one."""
    if pairing.plain_points is None or pairing.plain_share is None:
        return {}
    plain = {"points": interval_json(pairing.plain_points), "share": interval_json(pairing.plain_share)}
    return {"plain": plain, "worth": pairing.variance_reduction_factor}


def _standing(standing: Standing) -> Json:
    return {
        "player": standing.player,
        "points": interval_json(standing.points),
        "share": interval_json(standing.share),
        "rating": interval_json(standing.rating),
        "faults": standing.faults,
    }


def _test(watch: SequentialTest) -> Json:
    asked = watch.hypotheses
    return {
        "h0": asked.lower,
        "h1": asked.upper,
        "error": asked.error,
        "ratio": watch.ratio,
        "bound": asked.bound,
        "pairs": watch.pairs,
        "verdict": watch.verdict.value,
    }


def interval_json(interval: Interval) -> Json:
    """Return the bounds of `interval` by name. One that is infinite is null: JSON has no infinity."""
    return {name: value if math.isfinite(value) else None for name, value in interval._asdict().items()}
