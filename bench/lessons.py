"""Figures of the lessons, measured between two `steady`: writes bench/lessons.md.

    python -m bench.lessons [--hands 4000]

Each figure has a name and a row; tests/lessons reads them from the page.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.intervals import of_mean, plain_text
from bench.report import processor
from ginrummy.game.cards import faces_of
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import CLOSINGS, MoveKind, non_empty_melds
from ginrummy.game.view import view_of
from ginrummy.players import load_player
from ginrummy.rules.cards import Hand, contains_cards, join_hands, no_cards, rank_of, single, suit_of
from ginrummy.rules.melds import deadwood, points_of
from ginrummy.rules.scoring import GIN, KNOCK, NOBODY, UNDERCUT
from ginrummy.rules.spreads import spread_without_bound
from ginrummy.rules.types import Seat

PAGE: Final = Path(__file__).parent / "lessons.md"
PRESET: Final = "standard"
FIRST_SEED: Final = 7_000_000
TURNS: Final = (3, 6, 9, 12)
NEAR: Final = 2


def main() -> None:
    """Play the hands and write the page."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--hands", type=int, default=4000)
    hands = options.parse_args().hands
    found: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(hands):
        for name, value in hand_samples(play_hand(FIRST_SEED + number)):
            found[name].append(value)
    PAGE.write_text("\n".join(page(found, hands)) + "\n", encoding="utf-8")


def play_hand(seed: int) -> Game:
    """Return one hand between two `steady`."""
    match = Match.start(PRESET, seed)
    players = (load_player("steady", seed=seed), load_player("steady", seed=seed + 1))
    while not match.game.is_over:
        match = match.play(players[match.game.turn].decide(view_of(match, match.game.turn)))
    return match.game


def hand_samples(game: Game) -> Iterator[tuple[str, float]]:
    """Yield the samples of a hand, each with its name and value."""
    positions = list(game.positions())
    yield from how_it_ended(game)
    yield from own_deadwoods(game, positions)
    yield from discard_fates(game)
    yield from what_twos_became(game, positions)
    yield from what_waiting_brought(game, positions)


def turns_of(game: Game) -> tuple[int, int]:
    """Return the number of turns of each seat."""
    ends = [play.seat for play in game.plays if play.move.kind in (MoveKind.DISCARD, *CLOSINGS)]
    return ends.count(Seat(0)), ends.count(Seat(1))


def how_it_ended(game: Game) -> Iterator[tuple[str, float]]:
    """Yield the end of the hand, and the success of a knock by its deadwood and its turn."""
    score = game.score
    assert score is not None
    yield "turns", max(turns_of(game))
    yield "void", 100.0 * (score.winner == NOBODY)
    yield "gin", 100.0 * (score.kind == GIN)
    if score.kind not in (KNOCK, UNDERCUT) or game.spread is None or game.defence is None:
        return
    left, turn, is_cut = (
        points_of(game.variant, game.spread.unmatched),
        max(turns_of(game)),
        score.kind == UNDERCUT,
    )
    yield f"undercut_{'low' if left <= 3 else 'middle' if left <= 6 else 'high'}", 100.0 * is_cut
    yield f"undercut_{'early' if turn <= 5 else 'late' if turn >= 10 else 'midway'}", 100.0 * is_cut
    laid = sum(points_of(game.variant, cards) for cards in game.defence.laid)
    yield "laid_off", 100.0 * (laid > 0)
    yield "laid_points", float(laid)


def own_deadwoods(game: Game, positions: list[Game]) -> Iterator[tuple[str, float]]:
    """Yield the least deadwood after certain numbers of own turns."""
    turns = [0, 0]
    for position, play in zip(positions[1:], game.plays, strict=True):
        if play.move.kind is MoveKind.DISCARD:
            turns[play.seat] += 1
            if turns[play.seat] in TURNS:
                hand = position.state.hands[play.seat]
                yield f"deadwood_{turns[play.seat]}", float(deadwood(game.variant, hand))


def discard_fates(game: Game) -> Iterator[tuple[str, float]]:
    """Yield whether a discard was taken, by its rank and by the rank of earlier discards."""
    thrown: tuple[list[int], list[int]] = ([], [])
    for play, answer in zip(game.plays, game.plays[1:], strict=False):
        if play.move.kind is not MoveKind.DISCARD:
            continue
        face, is_taken = play.face, 100.0 * (answer.move.kind is MoveKind.TAKE)
        rank = rank_of(face) + 1
        yield (
            f"taken_{height_of(rank)}",
            is_taken,
        )
        others = thrown[1 - play.seat]
        near = any(rank_of(other) == rank_of(face) for other in others)
        yield "taken_same_rank" if near else "taken_new_rank", is_taken
        thrown[play.seat].append(face)


def height_of(rank: int) -> str:
    """Return the name of the range of `rank`, with the ace as 1."""
    if rank <= 3:
        return "low"
    return "king" if rank >= 12 else "middle" if 5 <= rank <= 9 else "rest"


def what_twos_became(game: Game, positions: list[Game]) -> Iterator[tuple[str, float]]:
    """Yield whether two loose cards after the first discard end in one meld, by their kind."""
    for seat in range(2):
        begun = next(
            (
                position
                for position, play in zip(positions[1:], game.plays, strict=True)
                if play.seat == seat and play.move.kind is MoveKind.DISCARD
            ),
            None,
        )
        if begun is None:
            continue
        first, last = begun.state.hands[seat], positions[-1].state.hands[seat]
        loose = spread_without_bound(game.variant, first, no_cards()).unmatched
        melds = non_empty_melds(spread_without_bound(game.variant, last, no_cards()).melds)
        for kind, pair in twos_in(loose):
            yield f"two_{kind}", 100.0 * any(contains_cards(meld, pair) for meld in melds)


def twos_in(loose: Hand) -> Iterator[tuple[str, Hand]]:
    """Yield pairs of loose cards: of one rank, or of a run that is open at both ends or one, or has a gap."""
    faces = list(faces_of(loose))
    for place, one in enumerate(faces):
        for other in faces[place + 1 :]:
            pair = join_hands(single(one), single(other))
            low, high = sorted((rank_of(one), rank_of(other)))
            if low == high:
                yield "pair", pair
            elif suit_of(one) == suit_of(other) and high - low == 1:
                yield ("end" if low == 0 or high == 12 else "open"), pair
            elif suit_of(one) == suit_of(other) and high - low == NEAR:
                yield "gap", pair


def what_waiting_brought(game: Game, positions: list[Game]) -> Iterator[tuple[str, float]]:
    """Yield the points of the first player who could knock, after knocking at once or waiting."""
    score = game.score
    assert score is not None
    for position, play in zip(positions, game.plays, strict=False):
        kinds = (
            {move.kind for move in position.legal_moves()} if play.move.kind is MoveKind.DISCARD else set()
        )
        knocks = play.move.kind is MoveKind.KNOCK
        if knocks or MoveKind.KNOCK in kinds:
            points = score.points * (1 if score.winner == play.seat else -1 if score.winner != NOBODY else 0)
            how = "knocked" if knocks else "waited"
            yield f"{how}_points", float(points)
            yield f"{how}_won", 100.0 * (score.winner == play.seat)
            if not knocks:
                yield "waited_gin", 100.0 * (score.kind == GIN and score.winner == play.seat)
            return


FIGURES: Final = {
    "turns": "turns of a hand, of the seat with more of them",
    "void": "void hands, with the stock used up, of a hundred",
    "gin": "hands that end with gin, of a hundred",
    "deadwood_3": "deadwood after three own turns",
    "deadwood_6": "after six",
    "deadwood_9": "after nine",
    "deadwood_12": "after twelve",
    "undercut_low": "knocks with 3 points or fewer that are undercut, of a hundred",
    "undercut_middle": "knocks with 4 to 6",
    "undercut_high": "knocks with 7 to 10",
    "undercut_early": "knocks in the first five turns that are undercut, of a hundred",
    "undercut_midway": "knocks in turns six to nine",
    "undercut_late": "knocks from the tenth turn on",
    "laid_off": "knocks with a lay-off, of a hundred",
    "laid_points": "points laid off on a knock",
    "taken_king": "discarded queens and kings that are taken, of a hundred",
    "taken_middle": "fives to nines",
    "taken_low": "aces, twos and threes",
    "taken_same_rank": "discards of a rank that the other discarded before, taken, of a hundred",
    "taken_new_rank": "discards of another rank",
    "two_pair": "loose pairs after the first discard that end in one meld, of a hundred",
    "two_open": "two cards of a run, open at both ends",
    "two_end": "two cards of a run with the ace or the king",
    "two_gap": "two cards of a run with a gap between",
    "knocked_points": "points for the first player who could knock, and did",
    "knocked_won": "of a hundred such hands won",
    "waited_points": "points for the first player who could knock, and waited",
    "waited_won": "of a hundred such hands won",
    "waited_gin": "of a hundred such hands won with gin",
}


def page(found: dict[str, list[float]], hands: int) -> Iterator[str]:
    """Yield the page."""
    yield "# Figures of the lessons"
    yield ""
    yield (
        f"Made by `python -m bench.lessons --hands {hands}`: hands of `{PRESET}` between two `steady`, each "
        "the first of its match. Intervals are 95 %. `steady` itself chooses to knock or to wait. "
        "The rows of each choice describe these hands, not the value of the other choice."
    )
    yield ""
    yield f"Machine: {processor()}."
    yield ""
    yield "| name | what | mean | of |"
    yield "|---|---|--:|--:|"
    for name, text in FIGURES.items():
        values = found[name]
        yield f"| `{name}` | {text} | {plain_text(of_mean(values))} | {len(values)} |"


if __name__ == "__main__":
    main()
