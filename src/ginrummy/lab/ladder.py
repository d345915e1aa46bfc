"""The ladder: frozen players of measured strength, by which any player is placed (docs/benchmark.md).

A ladder has a name. Its rules, its deals, its players and their strengths never change: what a player came to
on `v2` compares with what another one came to years later.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from ginrummy.lab.arena.confidence_intervals import CONFIDENCE, Interval, Moments, mean_interval
from ginrummy.lab.arena.match_play import play_leg
from ginrummy.lab.arena.run import Run, play_run
from ginrummy.lab.arena.run_piece import seated_players
from ginrummy.lab.arena.run_plan import MOST_LEGS, MOST_WORKERS, MOVE_TIME, MOVE_TIMES, ArenaError, RunPlan
from ginrummy.lab.arena.standings import PairingResult, PairingTally, pairing_result
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_number, as_path, as_text, as_whole_number
from ginrummy.locale.errors import safe_repr
from ginrummy.variants import NamedVariant, load_variant, variant_values

__all__ = ["LATEST", "Ladder", "Placement", "Rung", "load_ladder", "place"]

LATEST: Final = "v2"
FOLDER: Final = Path(__file__).with_name("ladders")
ANCHOR: Final = "simple"
"""The rung of strength 0."""
HANDS: Final = 100
FINGERPRINT_DEALS: Final = range(2)

Report = Callable[[int, int], object]


class Rung(NamedTuple):
    """A frozen player, its strength in points a hand above the anchor, and the fingerprint of its play."""

    player: str
    strength: Interval
    fingerprint: str


class Ladder(NamedTuple):
    """Rungs, the weakest first, with the variant and the seed of the deals that each player gets."""

    name: str
    variant: str
    seed: str
    rungs: tuple[Rung, ...]


class Placement(NamedTuple):
    """Place of a player on a ladder: its strength, and its results against the rungs, weakest first."""

    ladder: str
    player: str
    strength: Interval
    results: tuple[PairingResult, ...]


def load_ladder(name: str = LATEST) -> Ladder:
    """Return the ladder `name`. Raise `ArenaError` for an unknown one, and where its rules have changed."""
    path = FOLDER / f"{as_text(name, 'load_ladder')}.json"
    known = sorted(each.stem for each in FOLDER.glob("*.json"))
    if name not in known:
        text = _("there is no ladder {name}; there are: {known}")
        raise ArenaError(text.format(name=safe_repr(name), known=", ".join(known)))
    found = json.loads(path.read_text(encoding="utf-8"))
    rules = ladder_rules(load_variant(found["variant"]))
    if {option: rules.get(option) for option in found["rules"]} != found["rules"]:  # a new one is off
        raise ArenaError(_("the rules of this ladder have changed"), where=name)
    rungs = tuple(
        Rung(each["player"], Interval(*each["strength"]), each["fingerprint"]) for each in found["rungs"]
    )
    return Ladder(name, found["variant"], found["seed"], rungs)


def ladder_rules(variant: NamedVariant) -> dict[str, Any]:
    """Return the values of `variant`, as the file of a ladder has them."""
    values: dict[str, Any] = json.loads(json.dumps(dict(sorted(variant_values(variant.row).items()))))
    return values


def place(
    player: str,
    *,
    ladder: str | Ladder = LATEST,
    hands: int = HANDS,
    against: Sequence[str] = (),
    workers: int | None = None,
    move_time: float = MOVE_TIME,
    folder: str | Path | None = None,
    confidence: float = CONFIDENCE,
    report: Report = lambda _done, _all: None,
) -> Placement:
    """Return the place of `player` after `hands` hands against each rung, or those in `against`.

    Each deal is played twice with seats exchanged, and the luck of the draw is taken out of the points. The
    deals are the same for all players and all rungs. With a `folder` the hands are saved there and resumed.
    `report` is called with the number of hands played and of all. Raises `ArenaError` for a wrong argument.
    """
    known = ladder if isinstance(ladder, Ladder) else load_ladder(ladder)
    rungs = chosen_rungs(known, against)
    pairs = (as_whole_number(hands, "place", least=2, most=MOST_LEGS) + 1) // 2
    move_time = as_number(move_time, "place", least=MOVE_TIMES[0], most=MOVE_TIMES[1])
    cores = None if workers is None else as_whole_number(workers, "place", least=1, most=MOST_WORKERS)
    home = None if folder is None else as_path(folder, "folder")
    tallies: list[PairingTally] = []
    for number, rung in enumerate(rungs):
        run = Run(rung_plan(known, as_text(player, "place"), rung, pairs, move_time))
        tell = partial(report_run, report, number, len(rungs))
        play_run(run, workers=cores, folder=None if home is None else home / rung.player, listener=tell)
        tallies += run.tallies
    results = (
        pairing_result(player, rung.player, tally, confidence)
        for rung, tally in zip(rungs, tallies, strict=True)
    )
    return Placement(known.name, player, strength_from_points(rungs, tallies, confidence), tuple(results))


def report_run(report: Report, number: int, rungs: int, run: Run) -> None:
    """Call `report` for the run against the rung `number`."""
    report(2 * (number * run.plan.pairs + run.pairs), 2 * rungs * run.plan.pairs)


def chosen_rungs(ladder: Ladder, against: Sequence[str]) -> tuple[Rung, ...]:
    """Return the rungs named `against`, or all. Raise `ArenaError` for a name that is no rung."""
    names = [rung.player for rung in ladder.rungs]
    for name in against:
        if name not in names:
            text = _("{name} is no rung; there are: {known}")
            raise ArenaError(text.format(name=safe_repr(name), known=", ".join(names)))
    return tuple(rung for rung in ladder.rungs if not against or rung.player in against)


def rung_plan(ladder: Ladder, player: str, rung: Rung, pairs: int, move_time: float) -> RunPlan:
    """Return the plan of a player against a rung."""
    return RunPlan(
        (player, rung.player), load_variant(ladder.variant), seed=ladder.seed, pairs=pairs,
        move_time=move_time, reduce=True,
    )  # fmt: skip


def strength_from_points(
    rungs: Sequence[Rung], tallies: Sequence[PairingTally], confidence: float = CONFIDENCE
) -> Interval:
    """Return the strength of a player from its points against rungs of known strengths.

    It is the mean over the rungs of the points a hand against one plus the strength of that one. The interval
    is Student's over deals; the strengths of the rungs count as exact.
    """
    base = sum(rung.strength.value for rung in rungs) / len(rungs)
    deals = zip(*(tally.counted_results.points for tally in tallies), strict=True)
    moments = Moments.from_values(2 * base + sum(deal) / len(rungs) for deal in deals)
    return mean_interval(moments, confidence).scale(0.5)


def play_fingerprint(player: str, ladder: Ladder) -> str:
    """Return the hash of the moves of `player` in the first deals of the ladder, against the anchor."""
    plan = RunPlan((player, ANCHOR), load_variant(ladder.variant), seed=ladder.seed)
    moves = [
        str(move)
        for deal in FINGERPRINT_DEALS
        for game in play_leg(plan, deal, seated_players(plan, 0, deal, 0)).match.games
        for move in game.moves
    ]
    return hashlib.sha256(" ".join(moves).encode()).hexdigest()[:16]
