"""Records of a leg.

A record can be replayed by the law, which knows no forfeits. So a match with a forfeited hand is split into
several records: each ends, unfinished, with that hand, and the next begins after it with a blank sheet.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.lab.arena.match_play import Failure, Outcome
from ginrummy.lab.arena.run_plan import Plan
from ginrummy.text.ledger import sheet_of
from ginrummy.text.record import write_record


def leg_records(plan: Plan, outcome: Outcome, players: tuple[str, str], site: str) -> tuple[str, ...]:
    """Return the records of a leg between `players`, of seats 0 and 1: one without forfeits."""
    failures = {failure.number: failure for failure in outcome.failures}
    texts: list[str] = []
    for games, number in stretches(outcome):
        failure = failures.get(number)
        match = match_of(games, is_cut=failure is not None) if failures else outcome.match
        text = write_record(match, variant=plan.variant, players=players, site=site)
        texts.append(text + (lost_line(failure, players) if failure else ""))
    return tuple(texts)


def stretches(outcome: Outcome) -> list[tuple[tuple[Game, ...], int]]:
    """Return the hands of a leg, split after each forfeit, with the number of the last hand of each part."""
    games = outcome.match.games
    ends = {failure.number + 1 for failure in outcome.failures} | {len(games)}
    return [(games[start:end], end - 1) for start, end in pairwise([0, *sorted(ends)])]


def match_of(games: tuple[Game, ...], *, is_cut: bool) -> Match:
    """Return `games` as a match of their own; with `is_cut` the last has no score by the law."""
    *earlier, last = games
    sheet = sheet_of(last.variant, (game.score for game in earlier)).sheet
    return Match(last.variant, None, tuple(earlier), replace(last, score=None) if is_cut else last, sheet)


def lost_line(failure: Failure, players: tuple[str, str]) -> str:
    """Return the comment with the player and the reason of the forfeit in the last hand of a record."""
    return f"; {players[failure.seat]} loses this hand by rule: {failure.why}\n"
