"""Whole matches from their hands: RULES 3.1, 3.4, 3.5, 9, 10, 11."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.oracle.cards import RANKS, Card, Params

Pair = tuple[int, int]


class Won(NamedTuple):
    """One line of a ledger: a hand's winner (None for a void hand), its points, its strokes and boxes."""

    winner: int | None
    points: int
    extra_coups: int = 0
    boxes: int = 1


def first_dealer(cut: tuple[Card, Card]) -> int | None:
    """Return who deals after a cut, None if both must cut again (RULES 3.1)."""
    low, high = (RANKS.index(card[0]) for card in cut)
    return None if low == high else int(high < low)


def next_dealer(dealer: int, winner: int | None, params: Params) -> int:
    """Return who deals the hand after one that `dealer` dealt (RULES 3.4, 3.5)."""
    if winner is None:
        return dealer if params["dealer_after_void"] == "same" else 1 - dealer
    return {"winner": winner, "loser": 1 - winner, "alternate": 1 - dealer}[params["next_dealer"]]


def _sum(hands: Sequence[Won], player: int) -> int:
    return sum(hand.points for hand in hands if hand.winner == player)


def _boxes(hands: Sequence[Won], player: int) -> int:
    return sum(hand.boxes for hand in hands if hand.winner == player)


def _coups(hands: Sequence[Won], player: int) -> int:
    return sum(hand.extra_coups for hand in hands if hand.winner == player)


@dataclass(frozen=True, slots=True)
class Game:
    """A match, or one manche of it, up to its last hand."""

    hand_points: Pair
    boxes: Pair
    extra_coups: Pair
    winner: int | None
    final: Pair
    hands_used: int


def game(hands: Sequence[Won], params: Params) -> Game:
    """Return the sheet of a game to the target, without hands after its end (RULES 9)."""
    played: list[Won] = []
    winner = None
    for hand in hands:
        if winner is None:
            played.append(hand)
            winner = _reached(played, params)
    points = (_sum(played, 0), _sum(played, 1))
    boxes = (_boxes(played, 0), _boxes(played, 1))
    coups = (_coups(played, 0), _coups(played, 1))
    final = points if winner is None else final_totals(played, winner, params)
    return Game(points, boxes, coups, winner, final, len(played))


def _reached(hands: Sequence[Won], params: Params) -> int | None:
    for player in (0, 1):
        if _sum(hands, player) >= int(params["game_target"]):
            return player
    return None


def final_totals(hands: Sequence[Won], winner: int, params: Params) -> Pair:
    """Return both totals when `winner` has won a game or a column (RULES 9.2-9.5, 11.2)."""
    totals = [_sum(hands, 0), _sum(hands, 1)]
    shutout = params["shutout"]
    if totals[1 - winner] == 0 and shutout["type"] == "double_hand_points":
        totals[winner] *= 2
    elif totals[1 - winner] == 0 and shutout["type"] == "bonus":
        totals[winner] += int(shutout["value"])
    totals[winner] += int(params["game_bonus"])
    for player in (0, 1):
        if player == winner or params["boxes_to"] == "both":
            totals[player] += int(params["box_bonus"]) * _boxes(hands, player)
        if params["extra_coups"] is not None:
            totals[player] += int(params["extra_coups"]["value"]) * _coups(hands, player)
    return totals[0], totals[1]


@dataclass(slots=True)
class Column:
    """One column of Hollywood, and its hands."""

    hands: list[Won] = field(default_factory=list)
    closed_by: int | None = None

    def has(self, player: int) -> bool:
        """Return whether `player` has an entry in it."""
        return any(hand.winner == player for hand in self.hands)


@dataclass(frozen=True, slots=True)
class Hollywood:
    """The sheet of a Hollywood match."""

    columns: tuple[Pair, ...]
    entries: tuple[tuple[int, ...], ...]
    closed_by: tuple[int | None, ...]
    games_won: Pair
    blitzes: Pair
    rubber: int | None
    grand_total: Pair
    winner: int | None
    hands_used: int


def hollywood(hands: Sequence[Won], params: Params) -> Hollywood:
    """Return the sheet of a match in columns (RULES 10)."""
    columns = [Column() for _ in range(int(params["columns"]))]
    entries: list[tuple[int, ...]] = []
    for hand in hands:
        if any(column.closed_by is None for column in columns):
            entries.append(_enter(hand, columns, params))
    return _hollywood_sheet(columns, entries, params)


def _enter(hand: Won, columns: list[Column], params: Params) -> tuple[int, ...]:
    if hand.winner is None:
        return ()
    places: list[int] = []
    for number, column in enumerate(columns, start=1):
        if column.closed_by is not None:
            continue
        known = column.has(hand.winner)
        column.hands.append(hand)
        column.closed_by = _reached(column.hands, params)
        places.append(number)
        if not known:
            break
    return tuple(places)


def _hollywood_sheet(columns: list[Column], entries: list[tuple[int, ...]], params: Params) -> Hollywood:
    totals, blitzes, won = [0, 0], [0, 0], [0, 0]
    for column in columns:
        points = (_sum(column.hands, 0), _sum(column.hands, 1))
        winner = column.closed_by
        if winner is not None:
            won[winner] += 1
            blitzes[winner] += int(points[1 - winner] == 0)
            points = final_totals(column.hands, winner, params)
        totals = [totals[0] + points[0], totals[1] + points[1]]
    rubber = next((player for player in (0, 1) if won[player] >= 2), None)
    for player in (0, 1):
        totals[player] += int(params["column_blitz_bonus"]) * blitzes[player]
        totals[player] += int(params["rubber_bonus"]) * int(rubber == player)
    grand = (totals[0], totals[1])
    over = all(column.closed_by is not None for column in columns)
    return Hollywood(
        tuple((_sum(column.hands, 0), _sum(column.hands, 1)) for column in columns),
        tuple(entries),
        tuple(column.closed_by for column in columns),
        (won[0], won[1]),
        (blitzes[0], blitzes[1]),
        rubber,
        grand,
        int((grand[1], won[1]) > (grand[0], won[0])) if over else None,
        len(entries),
    )


@dataclass(frozen=True, slots=True)
class Partie:
    """The finished manches, and the accounts of the partie."""

    manches: tuple[Game, ...]
    partie: Pair
    partie_winner: int | None


def partie(hands: Sequence[Won], params: Params) -> Partie:
    """Return manches and partie of a ledger (RULES 11)."""
    manches: list[Game] = []
    accounts, winner, left = (0, 0), None, list(hands)
    while left and winner is None:
        manche = game(left, params)
        if manche.winner is None:
            break
        manches.append(manche)
        left = left[manche.hands_used :]
        credit = carried(manche.final, params)
        accounts = (accounts[0] + credit[0], accounts[1] + credit[1])
        winner = _partie_winner(accounts, params)
    return Partie(tuple(manches), accounts, winner)


def carried(final: Pair, params: Params) -> Pair:
    """Return what a manche adds to the accounts (RULES 11.3)."""
    if params["session_mode"] == "accumulate_both":
        return final
    return max(0, final[0] - final[1]), max(0, final[1] - final[0])


def _partie_winner(accounts: Pair, params: Params) -> int | None:
    target = params["session_target"]
    if target is None or max(accounts) < int(target) or accounts[0] == accounts[1]:
        return None
    return int(accounts[1] > accounts[0])
