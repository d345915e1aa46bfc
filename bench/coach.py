"""Reliability of the coach: calibration, accuracy by level, planted errors. Writes bench/coach.md.

    python -m bench.coach [--scale 1.0] [--only SECTION ...]

Each measured match is saved as a line under build/coach, and the same command resumes there.
No player was tuned on the seeds of these positions.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench.intervals import of_mean, plain_text
from bench.report import processor
from ginrummy.coach.decisions import Moment, is_decision, match_moments
from ginrummy.coach.match_review import Decision, mean_accuracy
from ginrummy.coach.reviewing import FULL, QUICK, judge_moments, review_match
from ginrummy.game.cards import faces_of
from ginrummy.game.match import Match
from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.view import view_of
from ginrummy.players import Player, load_player
from ginrummy.players.judging import BRISK, THOROUGH, judge_in_steps
from ginrummy.players.match_equity import stakes_of
from ginrummy.players.opponent_history import unseen_faces
from ginrummy.players.player import run_to_end
from ginrummy.players.registry import LEVELS
from ginrummy.rules.cards import single, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.types import SEATS

FOLDER = Path(__file__).parent
PAGE = FOLDER / "coach.md"
KEPT = FOLDER.parent / "build" / "coach"
FAMILIES = {
    "one column to a target": ("standard", "oklahoma", "straight", "modern"),
    "columns, partie": ("hollywood", "russian_tournament"),
    "ace high or round the corner": ("high_low_ace", "round_the_corner"),
    "two packs": ("two_pack",),
}
WORLDS = 50
POSITIONS_A_MATCH = 40
POSITIONS_A_FAMILY = 20_800
"""A little above 20,000, because a short match has fewer than 40 decisions."""
BINS = 10
FIRST_SEED = 50_000
Row = dict[str, Any]


def main() -> None:
    """Measure the chosen sections, and write the page from all saved rows."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--scale", type=float, default=1.0)
    options.add_argument("--only", nargs="*", choices=SECTIONS, default=list(SECTIONS))
    chosen = options.parse_args()
    for name in chosen.only:
        SECTIONS[name][0](chosen.scale)
    old = PAGE.read_text(encoding="utf-8").split("\n## ")
    lines = [*heading(chosen.scale)]
    for name, (_measure, section) in SECTIONS.items():
        rows = saved_rows(name)
        lines += ["", *(section(rows) if rows else old_section(next(section([])), old))]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def old_section(title: str, old: list[str]) -> list[str]:
    """Return the section with `title` from `old`, a page split at its titles."""
    return [f"## {part.rstrip()}" for part in old if f"## {part}".startswith(f"{title}\n")]


def heading(scale: float) -> Iterator[str]:
    """Yield the heading: title, command and machine."""
    yield "# Reliability of the coach"
    yield ""
    yield (
        f"Made by `python -m bench.coach --scale {scale}`, which resumes where it stopped. "
        "[docs/coach.md](../docs/coach.md) explains the terms. Intervals are 95 %, over matches."
    )
    yield ""
    system = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {system}. Other work ran on it."


def saved_rows(name: str) -> list[Row]:
    """Return the saved rows of a section."""
    file = KEPT / f"{name}.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def save_row(name: str, row: Row) -> None:
    """Save a row of a section."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{name}.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")


def unsaved_keys(name: str, keys: list[list[Any]]) -> Iterator[list[Any]]:
    """Yield those of `keys` without a saved row."""
    done = {tuple(row["key"]) for row in saved_rows(name)}
    yield from (key for key in keys if tuple(key) not in done)


def play_match(variant: str, seed: int, players: tuple[Player, Player], *, hands: int = 1000) -> Match:
    """Return a match of at most `hands` hands."""
    match = Match.start(variant, seed)
    while not match.is_over:
        if match.game.is_over:
            if match.number + 1 >= hands:
                break
            match = match.next_hand()
        else:
            match = match.play(players[match.game.turn].decide(view_of(match, match.game.turn)))
    return match


def some_players(seed: int) -> tuple[Player, Player]:
    """Return two players for a match: those of a level, or different ones."""
    chance = random.Random(seed)
    names = ("regular", "skilled", "steady", "steady", "network", "simple")
    first, second = (load_player(chance.choice(names), seed=seed + seat) for seat in range(2))
    return first, second


def measure_calibration(scale: float) -> None:
    """Judge positions of whole matches, and store forecasts with results."""
    matches = round(POSITIONS_A_FAMILY * scale / POSITIONS_A_MATCH)
    keys = [
        [names[n % len(names)], FIRST_SEED + n // len(names)]
        for names in FAMILIES.values()
        for n in range(max(1, matches))
    ]
    for name, seed in unsaved_keys("calibration", keys):
        match = play_match(name, seed, some_players(seed))
        moments = [each for each in match_moments(match) if is_decision(each)]
        chosen = random.Random(seed).sample(moments, min(POSITIONS_A_MATCH, len(moments)))
        save_row(
            "calibration", {"key": [name, seed], "positions": [forecast(each, match) for each in chosen]}
        )


def forecast(moment: Moment, match: Match) -> list[float]:
    """Return the forecast, that of the score alone, the result, and the belief's loss, baseline and cards."""
    view = moment.view
    judgement = run_to_end(judge_in_steps(view, worlds=WORLDS, seed=1, also=(moment.move,), sampling=BRISK))
    win, base = judgement.of(moment.move).win, stakes_of(view.variant, view.sheet, view.seat).now
    result = 0.5 if match.winner is None else float(match.winner == moment.seat)
    held = set(faces_of(moment.game.state.hands[1 - moment.seat]))
    losses, bases = [0.0], [0.0]
    if view.shown is None:
        unseen = set(unseen_faces(view))
        share = sum(face in held for face in unseen) / max(1, len(unseen))
        for face in unseen:
            losses.append(loss(judgement.other.held[face], face in held))
            bases.append(loss(share, face in held))
    return [win, base, result, sum(losses), sum(bases), float(len(losses) - 1)]


def loss(chance: float, is_so: object) -> float:
    """Return the log loss of `chance` for an event that is so or not."""
    chance = min(max(chance, 1e-3), 1 - 1e-3)
    return -math.log(chance if is_so else 1 - chance)


def calibration_section(rows: list[Row]) -> Iterator[str]:
    """Yield Brier scores, the belief's loss and the reliability, family by family."""
    yield "## Calibration"
    yield ""
    yield (
        f"Whole matches between players of many strengths, at most {POSITIONS_A_MATCH} decisions of each, "
        f"judged in {WORLDS} worlds. Brier score: 0 is best, 0.25 is no information. The belief has the log "
        "loss of a possible card, compared with a uniform one over unseen cards. The coach models both "
        "players as `steady`, so a stronger player wins more often than forecast."
    )
    yield ""
    yield "| family | matches | positions | Brier: coach | score alone | belief: loss a card | uniform |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    found = by_family(rows)
    for family, positions in found.items():
        matches = sum(row["key"][0] in FAMILIES.get(family, (row["key"][0],)) for row in rows)
        yield f"| {family} | {matches} | {len(positions)} | {scores(positions)} |"
    yield ""
    yield (
        "Mean forecast → share won, of the positions with a forecast in each bin; in brackets their number:"
    )
    yield ""
    yield f"| forecast | {' | '.join(found)} |"
    yield f"|---|{'--:|' * len(found)}"
    for tenth in range(BINS):
        cells = [reliability(positions)[tenth] for positions in found.values()]
        entries = (f"{each.forecast:.1%} → {each.won:.1%} ({each.size})" if each else "–" for each in cells)
        yield f"| {tenth * 10} to {tenth * 10 + 10} % | {' | '.join(entries)} |"
    yield ""
    yield "![Forecast on the x axis, share won on the y axis, by family](coach_reliability.png)"
    draw_reliability(found)


def by_family(rows: list[Row]) -> dict[str, list[list[float]]]:
    """Return the positions of each family, and of all."""
    found = {
        family: [each for row in rows if row["key"][0] in names for each in row["positions"]]
        for family, names in FAMILIES.items()
    }
    return {family: each for family, each in found.items() if each} | {
        "all": [each for row in rows for each in row["positions"]]
    }


class Bin(NamedTuple):
    """The positions with forecasts in one range: their number, mean forecast and result."""

    size: int
    forecast: float
    won: float


def reliability(positions: list[list[float]]) -> list[Bin | None]:
    """Return the positions in bins by forecast, `None` for an empty one."""
    found: list[Bin | None] = []
    for tenth in range(BINS):
        part = [each for each in positions if min(int(each[0] * BINS), BINS - 1) == tenth]
        mean, won = (sum(each[place] for each in part) / max(1, len(part)) for place in (0, 2))
        found.append(Bin(len(part), mean, won) if part else None)
    return found


def draw_reliability(found: dict[str, list[list[float]]]) -> None:
    """Draw the reliability diagram: a line for each family, and the diagonal."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 5), dpi=100)
    axes.plot((0, 100), (0, 100), color="grey", linewidth=1, linestyle=":")
    for family, positions in found.items():
        bins = [each for each in reliability(positions) if each]
        across, up = [100 * each.forecast for each in bins], [100 * each.won for each in bins]
        axes.plot(across, up, marker="o", markersize=3, linewidth=2.5 if family == "all" else 1, label=family)
    axes.set_xlabel("forecast, %")
    axes.set_ylabel("won, %")
    axes.legend()
    figure.tight_layout()
    figure.savefig(FOLDER / "coach_reliability.png")
    pyplot.close(figure)


def scores(positions: list[list[float]]) -> str:
    """Return the Brier scores of coach and score alone, and the losses of the belief and its baseline."""
    brier = [sum((each[place] - each[2]) ** 2 for each in positions) / len(positions) for place in (0, 1)]
    cards = sum(each[5] for each in positions)
    losses = [sum(each[place] for each in positions) / max(1.0, cards) for place in (3, 4)]
    return f"{brier[0]:.4f} | {brier[1]:.4f} | {losses[0]:.4f} | {losses[1]:.4f}"


def measure_levels(scale: float) -> None:
    """Review the decisions of each level against `steady`."""
    keys = [[level.name, FIRST_SEED + n] for n in range(max(2, round(93 * scale))) for level in LEVELS]
    for name, seed in unsaved_keys("levels", keys):
        level = load_player("champion@200" if name == "champion" else name, seed=seed)
        match = play_match("standard", seed, (level, load_player("steady")), hands=4)
        moments = [each for each in match_moments(match) if is_decision(each) and each.seat == 0]
        judgements = judge_moments(moments, QUICK, 2, 2)
        decisions = [
            Decision(moment, judgement, moment.game.state.hands[1])
            for moment, judgement in zip(moments, judgements, strict=True)
        ]
        row = {"accuracy": mean_accuracy(decisions), "decisions": len(decisions)}
        sizes = {"size": sum(each.cost_in_points for each in decisions) / len(decisions)}
        save_row("levels", {"key": [name, seed], **row, **sizes})


def levels_section(rows: list[Row]) -> Iterator[str]:
    """Yield the accuracy of each level."""
    yield "## Accuracy by level"
    yield ""
    yield (
        "Four hands of `standard` against `steady`, the same deals for all levels, judged like "
        "`review --quick`. The champion has 200 worlds a move."
    )
    yield ""
    yield "| level | decisions | accuracy | points lost a decision |"
    yield "|---|--:|--:|--:|"
    for level in LEVELS:
        own = [row for row in rows if row["key"][0] == level.name]
        if len(own) > 1:
            count = sum(row["decisions"] for row in own)
            accuracy = plain_text(of_mean(row["accuracy"] for row in own))
            size = sum(row["size"] for row in own) / len(own)
            yield f"| {level.title} | {count} | {accuracy} | {size:.2f} |"


def measure_planted(scale: float) -> None:
    """Plant one error in a hand of two champions, and review it."""
    for _name, seed in unsaved_keys("planted", [["hand", FIRST_SEED + n] for n in range(round(100 * scale))]):
        players = (load_player("champion@200", seed=seed), load_player("champion@200", seed=seed + 1))
        match = play_match("standard", seed, players, hands=1)
        spoilt = plant_error(match, random.Random(seed))
        if spoilt is None:
            save_row("planted", {"key": ["hand", seed], "planted": False})
            continue
        moment, worst = spoilt
        judgement = run_to_end(
            judge_in_steps(moment.view, worlds=400, seed=3, also=(worst,), sampling=THOROUGH)
        )
        decision = Decision(moment._replace(move=worst), judgement, moment.game.state.hands[1 - moment.seat])
        fields = {"verdict": decision.verdict, "size": decision.cost_in_points}
        save_row("planted", {"key": ["hand", seed], "planted": True, **fields})


def plant_error(match: Match, chance: random.Random) -> tuple[Moment, Move] | None:
    """Return a decision and a discard that breaks a meld and leaves 20 points more than necessary."""
    found = []
    for moment in match_moments(match):
        discards = [move for move in moment.game.legal_moves() if move.kind is MoveKind.DISCARD]
        if not discards:
            continue
        hand, row = moment.view.hand, moment.game.variant
        left = {move: deadwood(row, without(hand, single(move.face))) for move in discards}
        spoilt = [move for move in discards if left[move] >= min(left.values()) + 20]
        found += [(moment, chance.choice(spoilt))] if spoilt else []
    return chance.choice(found) if found else None


def planted_section(rows: list[Row]) -> Iterator[str]:
    """Yield the section on planted errors: how many were found, with which verdict."""
    own = [row for row in rows if row["planted"]]
    named = [row["verdict"] for row in own]
    yield "## Planted errors"
    yield ""
    yield (
        "Hands between two champions; one discard of each is replaced with one that breaks a meld and leaves "
        f"20 points more than necessary. Of {len(own)} such errors the review, in 400 worlds, finds "
        f"{sum(map(bool, named))} (blunders: {named.count('blunder')}, mistakes: {named.count('mistake')}, "
        f"inaccuracies: {named.count('inaccuracy')}); hands without a meld to break: {len(rows) - len(own)}."
    )


def measure_noise(scale: float) -> None:
    """Review matches with several seeds, and time it."""
    keys = [[depth, FIRST_SEED + n, seed] for n in range(max(1, round(4 * scale))) for seed in range(3)
            for depth in ("quick", "full")]  # fmt: skip
    for depth, number, seed in unsaved_keys("noise", keys):
        match = play_match("standard", number, some_players(number))
        began, spent = time.perf_counter(), time.process_time()
        found = review_match(
            match, depth=QUICK if depth == "quick" else FULL, seed=seed, workers=2, report=None
        )
        seconds = {"wall": time.perf_counter() - began, "cpu": time.process_time() - spent}
        accuracies = [mean_accuracy(found.decisions_of(seat)) for seat in SEATS]
        fields = {"decisions": len(found.decisions), "accuracies": accuracies, "load": os.getloadavg()[0]}
        save_row("noise", {"key": [depth, number, seed], **fields, **seconds})


def noise_section(rows: list[Row]) -> Iterator[str]:
    """Yield the deviation of accuracy over seeds, and the time of a review."""
    yield "## Deviation over seeds, and time"
    yield ""
    yield "Whole matches of `standard` to 100, each reviewed with three seeds; the load is other work."
    yield ""
    yield "| | reviews | decisions each | accuracy over seeds | processor time | wall time | load |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for depth in ("quick", "full"):
        own = [row for row in rows if row["key"][0] == depth]
        if own:
            means = {
                name: sum(row[name] for row in own) / len(own)
                for name in ("decisions", "cpu", "wall", "load")
            }
            yield (
                f"| {depth} | {len(own)} | {means['decisions']:.0f} | ± {deviation(own):.2f} | "
                f"{means['cpu']:.1f} s | {means['wall']:.1f} s | {means['load']:.1f} |"
            )


def deviation(rows: list[Row]) -> float:
    """Return the standard deviation of the accuracy of one match over seeds."""
    squares = []
    for number in {row["key"][1] for row in rows}:
        for seat in range(2):
            own = [row["accuracies"][seat] for row in rows if row["key"][1] == number]
            if len(own) > 1:
                mean = sum(own) / len(own)
                squares.append(sum((each - mean) ** 2 for each in own) / (len(own) - 1))
    return math.sqrt(sum(squares) / len(squares)) if squares else 0.0


SECTIONS: dict[str, tuple[Callable[[float], None], Callable[[list[Row]], Iterator[str]]]] = {
    "planted": (measure_planted, planted_section),
    "levels": (measure_levels, levels_section),
    "noise": (measure_noise, noise_section),
    "calibration": (measure_calibration, calibration_section),
}

if __name__ == "__main__":
    main()
