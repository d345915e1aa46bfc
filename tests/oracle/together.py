"""Evenings of more people than two, from RULES 14 alone: slow, one list of hands, counted again each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from tests.oracle import match as two
from tests.oracle.cards import Params
from tests.oracle.match import Won

Words = dict[str, Any]


class Hand(NamedTuple):
    """A hand of two people: its winner, if any, and its score."""

    people: frozenset[int]
    winner: int | None
    points: int
    extra_coups: int
    boxes: int


@dataclass(slots=True)
class Match:
    """One match: its two sides (or all people without sides), and its hands in deals."""

    sides: tuple[tuple[int, ...], ...]
    deals: list[list[Hand]] = field(default_factory=list)
    winner: int | None = None
    gains: dict[int, int] = field(default_factory=dict)
    totals: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners, none before the end."""
        if self.winner is None:
            return ()
        return self.sides[self.winner] if self.sides[1:] else (self.winner,)


@dataclass(slots=True)
class Table:
    """An evening under way, by the words of a form's file and of a variant's."""

    form: Words
    params: Params
    count: int
    matches: list[Match] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    played_deals: int = 0
    dealer: int | None = None
    """The person who deals first, if known; with boards of two sides any person of the side."""

    def __post_init__(self) -> None:
        """Line everybody up, in order."""
        self.line = list(range(self.count))
        self.params = dict(self.params)
        stated = self.form.get(f"target_{self.count // 2}")
        if self.form["seating"] == "boards" and stated is not None:
            self.params["game_target"] = max(stated, int(self.params["game_target"]))

    @property
    def over(self) -> list[Match]:
        """The finished matches."""
        return [match for match in self.matches if match.winner is not None]

    @property
    def current(self) -> list[Match]:
        """The unfinished matches."""
        return [match for match in self.matches if match.winner is None]

    def allowed(self) -> set[frozenset[int]]:
        """Return every pair that may play the next hand."""
        seating = self.form["seating"]
        everybody = {frozenset(pair) for pair in combinations(range(self.count), 2)}
        if seating == "free":
            return everybody
        if seating == "everybody":
            return {pair for pair in everybody if self._may_meet(pair)}
        if seating == "boards":
            return self._boards()
        if seating == "captain":
            return {frozenset(self._box_and_captain())}
        return {frozenset(self.line[:2])}

    def dealers(self) -> set[int]:
        """Return the dealers of the boards that may be played now, as far as known (RULES 14.3)."""
        if self.dealer is None:
            return set()
        if self.form["seating"] != "boards":
            return {self.dealer}
        half = self.count // 2
        people = {person for board in self._boards() for person in board}
        return {person for person in people if person // half == self.dealer // half}

    def _may_meet(self, pair: frozenset[int]) -> bool:
        if any(set().union(*match.sides) == pair for match in self.current):
            return True
        met = sum(set().union(*match.sides) == pair for match in self.matches)
        busy = {person for match in self.current for side in match.sides for person in side}
        return met < self.form["meetings"] and not pair & busy

    def _boards(self) -> set[frozenset[int]]:
        half = self.count // 2
        first, second = list(range(half)), list(range(half, self.count))
        moves = {"deal": self.played_deals, "match": len(self.over), "fixed": 0}[self.form["opponents"]]
        for _move in range(moves):
            second = [second[-1], *second[:-1]]
        due = {frozenset(pair) for pair in zip(first, second, strict=True)}
        under_way = self.current[0].deals[-1] if self.current and self.current[0].deals else []
        entered = {hand.people for hand in under_way} if len(under_way) < half else set()
        return due - entered

    def _order(self) -> list[int]:
        """Return the box of the chouette and the others in order."""
        box = len(self.over) % self.count
        return [(box + step) % self.count for step in range(self.count)]

    def _box_and_captain(self) -> tuple[int, int]:
        box, *line = self._order()
        for deal in self.current[0].deals if self.current else []:
            if deal[0].winner == box:
                line = [*line[1:], line[0]]
        return box, line[0]

    def enter(self, hand: Hand) -> None:
        """Enter a hand of two people who may play it."""
        assert hand.people in self.allowed()
        match = self._match_of(hand)
        size = self.count // 2 if self.form["seating"] == "boards" else 1
        if match.deals and len(match.deals[-1]) < size:
            match.deals[-1].append(hand)
        else:
            match.deals.append([hand])
        if len(match.deals[-1]) == size:
            self.played_deals += 1
            self._count(match)
            if self.form["seating"] == "boards" and self.dealer is not None:
                self._pass_deal_of_sides(match)
        self._move_on(hand, match)
        if self.form["seating"] in ("captain", "loser_out", "longest_out"):
            self._pass_deal(hand)

    def _pass_deal_of_sides(self, match: Match) -> None:
        """Let a side deal by 3.4 and 3.5 after a deal; the side with more points has won it (RULES 14.5)."""
        assert self.dealer is not None
        half = self.count // 2
        winner = side_lines(match.deals[-1], match.sides, self.form)[0].won.winner
        self.dealer = half * two.next_dealer(self.dealer // half, winner, self.params)

    def _pass_deal(self, hand: Hand) -> None:
        """Let the one who comes in deal, of two the box, else by 3.4 and 3.5 (RULES 14.3)."""
        box_first = self._box_and_captain() if self.form["seating"] == "captain" else self.line[:2]
        comers = [person for person in box_first if person not in hand.people]
        if comers:
            self.dealer = comers[0]
        elif self.dealer is not None:
            pair = (self.dealer, *(hand.people - {self.dealer}))
            winner = None if hand.winner is None else pair.index(hand.winner)
            self.dealer = pair[two.next_dealer(0, winner, self.params)]

    def _match_of(self, hand: Hand) -> Match:
        for match in self.current:
            if self.form["sheet"] != "matches" or set().union(*match.sides) == hand.people:
                return match
        self.matches.append(Match(self._sides(hand)))
        return self.matches[-1]

    def _sides(self, hand: Hand) -> tuple[tuple[int, ...], ...]:
        if self.form["sheet"] == "each":
            return (tuple(range(self.count)),)
        if self.form["seating"] == "boards":
            half = self.count // 2
            return tuple(range(half)), tuple(range(half, self.count))
        if self.form["seating"] == "captain":
            box, *others = self._order()
            return (box,), tuple(others)
        first, second = sorted(hand.people)
        return (first,), (second,)

    def _move_on(self, hand: Hand, match: Match) -> None:
        if self.form["seating"] not in ("loser_out", "longest_out"):
            return
        winner = hand.winner
        if self.form["turn"] == "match":
            winner = None if match.winner is None else match.sides[match.winner][0]
        if winner is None:
            return
        leaves = self.line[0]
        if self.form["seating"] == "loser_out":
            leaves = next(person for person in self.line[:2] if person != winner)
        stays = next(person for person in self.line[:2] if person != leaves)
        self.line = [stays, *self.line[2:], leaves]

    def _count(self, match: Match) -> None:
        if self.form["sheet"] == "each":
            self._count_each(match)
            return
        ledger = [line for deal in match.deals for line in side_lines(deal, match.sides, self.form)]
        match.winner, match.totals = outcome(without_second_entries(ledger, self.params), self.params)
        if match.winner is not None:
            for own in (0, 1):
                more = match.totals[own] - match.totals[1 - own]
                others = len(match.sides[1 - own])
                for person in match.sides[own]:
                    match.gains[person] = more * (others if len(match.sides[own]) == 1 else 1)

    def _count_each(self, match: Match) -> None:
        hands = [deal[0] for deal in match.deals]
        points = [sum(hand.points for hand in hands if hand.winner == one) for one in range(self.count)]
        reached = [one for one in range(self.count) if points[one] >= int(self.params["game_target"])]
        match.totals = tuple(points)
        if not reached:
            return
        (winner,) = reached
        match.winner, match.gains = winner, dict.fromkeys(range(self.count), 0)
        own, shut = {}, {}
        for other in set(range(self.count)) - {winner}:
            pair = [
                Won((winner, other).index(hand.winner), *hand[2:])
                for hand in hands
                if hand.winner in (winner, other)
            ]
            shut[other], own[other] = two.final_totals(pair, 0, self.params)
        for one, other in combinations(range(self.count), 2):
            left = shut[other] if one == winner else own[one]
            right = shut[one] if other == winner else own[other]
            match.gains[one] += left - right
            match.gains[other] += right - left


class Line(NamedTuple):
    """A line on a sheet: a hand of the sides; the second of a deal by the sum is marked."""

    won: Won
    is_second: bool


def side_lines(deal: Sequence[Hand], sides: tuple[tuple[int, ...], ...], form: Words) -> list[Line]:
    """Return the lines of the sides for a deal (RULES 14.5, 14.6)."""
    if form["seating"] != "boards":
        (hand,) = deal
        winner = next((side for side in (0, 1) if hand.winner in sides[side]), None)
        return [Line(Won(winner, *hand[2:]), False)]
    of_side = [[hand for hand in deal if hand.winner in side] for side in sides]
    sums = [sum(hand.points for hand in hands) for hands in of_side]
    wins = []
    for side in (0, 1):
        if of_side[side]:
            sweep = form["sweep_boxes"] if len(of_side[side]) == len(deal) else 0
            boxes = max(hand.boxes for hand in of_side[side]) + sweep
            coups = sum(hand.extra_coups for hand in of_side[side])
            wins.append(Won(side, sums[side], coups, boxes))
    void = [Line(Won(None, 0, 0, 0), False)]
    if form["side_score"] == "difference":
        if sums[0] == sums[1]:
            return void
        ahead = max((0, 1), key=lambda side: sums[side])
        return [
            Line(win._replace(points=abs(sums[0] - sums[1])), False) for win in wins if win.winner == ahead
        ]
    wins.sort(key=lambda win: -win.points)
    return [Line(win, place > 0) for place, win in enumerate(wins)] or void


def without_second_entries(lines: Sequence[Line], params: Params) -> list[Won]:
    """Return the hands of a sheet, without a second entry after one that ends a manche (RULES 14.5)."""
    found: list[Won] = []
    for line in lines:
        if line.is_second and ends_manche(found, params):
            continue
        found.append(line.won)
    return found


def ends_manche(hands: Sequence[Won], params: Params) -> bool:
    """Return whether the last of `hands` ended a manche of a partie."""
    if params["session_target"] is None:
        return False
    before = len(two.partie(hands[:-1], params).manches)
    return len(two.partie(hands, params).manches) > before


def outcome(hands: Sequence[Won], params: Params) -> tuple[int | None, tuple[int, int]]:
    """Return the winner of a finished match of two, and both totals."""
    if params["columns"] == 3:
        sheet = two.hollywood(hands, params)
        return sheet.winner, sheet.grand_total
    if params["session_target"] is not None:
        partie = two.partie(hands, params)
        return partie.partie_winner, partie.partie
    game = two.game(hands, params)
    return game.winner, game.final
