"""Results as values: legs, faults, and a piece of work with its line of JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final, NamedTuple

from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.lab.arena.luck import Luck
from ginrummy.lab.arena.run_plan import WorkPiece
from ginrummy.rules.cards import size_of
from ginrummy.rules.melds import points_of
from ginrummy.rules.scoring import GIN, HandScore, score_closing
from ginrummy.text.json import UNREADABLE


def forfeit_score(game: Game, offender: int) -> HandScore:
    """Return the score of `game` when `offender` fails during it."""
    hand = game.state.hands[offender]
    points = points_of(game.variant, hand)
    return score_closing(game.variant, GIN, 1 - offender, 0, points, size_of(hand), game.state.upcard)


def forfeit_hand(match: Match, offender: int) -> Match:
    """Return `match` with the current hand forfeited by `offender`."""
    return replace(match, game=replace(match.game, score=forfeit_score(match.game, offender)))


FORFEIT: Final = "forfeit"
GAME: Final = "game"
UNFINISHED: Final = "unfinished"


class Leg(NamedTuple):
    """One of the two plays of a deal, from the first player's side.

    `won` is 1, -1 or 0 for neither; `points` its score minus the other's; `kind` the ending of the hand,
    including `forfeit`, or `game`, or `unfinished`; `hands` the number played. `luck` is its luck of the draw
    over the other's (`draw_luck`), with variance reduction.
    """

    won: int
    points: int
    kind: str
    hands: int
    luck: Luck = ()


class Fault(NamedTuple):
    """The reason for a forfeit of hand `number` of a leg by player 0 or 1 of the pairing."""

    pair: int
    leg: int
    number: int
    player: int
    why: str


class PlayedPiece(NamedTuple):
    """A finished piece of work: its legs pair by pair, its faults, and the records of each leg if requested.

    `seconds`, if requested, are the decision times of the first and of the second player. They are not
    results: the journal omits them.
    """

    piece: WorkPiece
    legs: tuple[Leg, ...]
    faults: tuple[Fault, ...] = ()
    records: tuple[tuple[str, ...], ...] = ()
    seconds: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())


def take_pairs(played: PlayedPiece, pairs: int) -> PlayedPiece:
    """Return the first `pairs` pairs of `played`."""
    piece = played.piece
    if pairs == piece.pairs:
        return played
    return PlayedPiece(
        piece._replace(pairs=pairs),
        played.legs[: 2 * pairs],
        tuple(fault for fault in played.faults if fault.pair < piece.first + pairs),
        played.records[: 2 * pairs],
        played.seconds,
    )


def piece_line(played: PlayedPiece) -> str:
    """Return `played` as one line of JSON, without its records: the inverse of `parse_piece_line`."""
    piece, legs = played.piece, played.legs
    line: dict[str, Any] = {
        "pairing": piece.pairing,
        "first": piece.first,
        "pairs": piece.pairs,
        "won": [leg.won for leg in legs],
        "points": [leg.points for leg in legs],
        "kind": [leg.kind for leg in legs],
        "hands": [leg.hands for leg in legs],
    }
    if any(leg.luck for leg in legs):
        line["luck"] = [leg.luck for leg in legs]
    if played.faults:
        line["faults"] = [fault._asdict() for fault in played.faults]
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def parse_piece_line(line: str) -> PlayedPiece:
    """Return the piece of work in `line`. Raises `ValueError` for anything else."""
    try:
        told = json.loads(line)
        piece = WorkPiece(int(told["pairing"]), int(told["first"]), int(told["pairs"]))
        columns = (told["won"], told["points"], told["kind"], told["hands"])
        lucks = [tuple(map(float, luck)) for luck in told.get("luck", [()] * len(told["won"]))]
        legs = tuple(Leg(*leg) for leg in zip(*columns, lucks, strict=True))
        faults = tuple(Fault(**fault) for fault in told.get("faults", ()))
    except UNREADABLE as error:
        raise ValueError(str(error)) from error
    if len(legs) != 2 * piece.pairs:
        raise ValueError("two legs make a pair")
    return PlayedPiece(piece, legs, faults)
