"""A puzzle: a position with one best action, the evaluation of each action, and the themes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final, NamedTuple

from ginrummy.coach.glicko import Result, Strength, update_strength
from ginrummy.game import shuffle
from ginrummy.game.cards import SUIT_COUNT
from ginrummy.game.game import Game
from ginrummy.game.moves import Move
from ginrummy.game.view import View, view_of_game
from ginrummy.rules.cards import in_suit, lane_of
from ginrummy.rules.scoring import Sheet, enter_hand, new_sheet
from ginrummy.rules.types import Seat
from ginrummy.variants import Variant, load_variant

ORDERS: Final = tuple(permutations(range(SUIT_COUNT)))


def similarity_key(view: View) -> str:
    """Return a key that similar puzzles share: phase, own cards, top of the pile, whatever the suits.

    It ignores score, rules and earlier play: a person who has solved one of them knows the other.
    """
    top = view.top
    layers = (view.hand.cards, view.hand.twins, 0 if top is None else 1 << top)
    least = min(tuple(_rename_suits(layer, order) for layer in layers) for order in ORDERS)
    return f"{view.phase.value} " + " ".join(f"{layer:x}" for layer in least)


def _rename_suits(cards: int, order: tuple[int, ...]) -> int:
    """Return `cards` with suits renamed to their indices in `order`."""
    found = 0
    for suit in range(SUIT_COUNT):
        found |= in_suit(lane_of(cards, suit), order[suit])
    return found


SEED: Final = "puzzle {hand}"
"""Seed of a puzzle's deal, in the form that `--seed` accepts."""
SECOND: Final = 1_000_000
"""Offset of the number of a hand's second puzzle. The first puzzle has the number of the hand.

Hands of puzzles have numbers below it, those of the lessons far above.
"""


class EarlierWin(NamedTuple):
    """An earlier hand of the match: its winner, points, extra boxes and boxes."""

    seat: Seat
    points: int
    extra_boxes: int
    boxes: int


class ActionEvaluation(NamedTuple):
    """Evaluation of one action: chances from 0 to 1, `points` of the hand.

    `behind` is the difference in winning chance to the best action, and `error` is its standard error. `won`,
    `gin` and `undercut` are the shares of hands won, won by gin and lost by an undercut. `wanted` is the
    chance that the other hand would meld the discard.
    """

    move: Move
    win: float
    points: float
    behind: float
    error: float
    won: float
    gin: float
    undercut: float
    wanted: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, as the deal, the score and the moves before it, with its actions, the best first.

    `number` identifies the puzzle and its hand. `point` is the value of a point of the hand at this score.
    `found_by` lists the weaker players that find the solution.
    """

    number: int
    preset: str
    dealer: Seat
    before: tuple[EarlierWin, ...]
    moves: tuple[Move, ...]
    options: tuple[ActionEvaluation, ...]
    point: float
    found_by: tuple[str, ...]
    themes: tuple[str, ...]

    def __str__(self) -> str:
        """Return the puzzle as one line of JSON. `parse_puzzle` parses it."""
        told = {
            "number": self.number,
            "preset": self.preset,
            "dealer": self.dealer,
            "before": self.before,
            "moves": " ".join(map(str, self.moves)),
            "options": [[str(option.move), *_thousandths(option)] for option in self.options],
            "point": round(self.point * 1e6),
            "found_by": self.found_by,
            "themes": self.themes,
        }
        return json.dumps(told, separators=(",", ":"))

    @property
    def variant(self) -> Variant:
        """The rules of the puzzle."""
        return load_variant(self.preset).row

    @property
    def solution(self) -> Move:
        """The best action."""
        return self.options[0].move

    @property
    def sheet(self) -> Sheet:
        """The score sheet before the hand."""
        sheet, variant = new_sheet(), self.variant
        for won in self.before:
            sheet = enter_hand(variant, sheet, *won)
        return sheet

    @property
    def game(self) -> Game:
        """The hand up to the position."""
        game = deal_puzzle(self.variant, self.number, self.dealer)
        for move in self.moves:
            game = game.play(move)
        return game

    @property
    def view(self) -> View:
        """The view of the seat to move."""
        game = self.game
        return view_of_game(game, game.turn, sheet=self.sheet, number=len(self.before))

    @property
    def lead_in_points(self) -> float:
        """The lead over the second best action, in points at this score."""
        return self.options[1].behind / self.point


def deal_puzzle(variant: Variant, number: int, dealer: Seat) -> Game:
    """Return the hand of puzzle `number` before its first move."""
    hand = number - SECOND if SECOND <= number < 2 * SECOND else number
    seeds = shuffle.seeds_from_number(SEED.format(hand=hand))
    return Game.deal(variant, dealer=dealer, deck=shuffle.shuffled_deck(seeds, 0, variant.decks))


def parse_puzzle(line: str) -> Puzzle:
    """Parse the output of `str`."""
    told: dict[str, Any] = json.loads(line)
    return Puzzle(
        number=told["number"],
        preset=told["preset"],
        dealer=Seat(told["dealer"]),
        before=tuple(EarlierWin(*won) for won in told["before"]),
        moves=tuple(map(Move, told["moves"].split())),
        options=tuple(_option_of(*option) for option in told["options"]),
        point=told["point"] / 1e6,
        found_by=tuple(told["found_by"]),
        themes=tuple(told["themes"]),
    )


def _thousandths(option: ActionEvaluation) -> tuple[int, ...]:
    """Return the figures of an option as integers: chances in thousandths, points in tenths."""
    chances = (option.won, option.gin, option.undercut, option.wanted)
    return (
        round(option.win * 1000),
        round(option.points * 10),
        round(option.behind * 1e4),
        round(option.error * 1e4),
        *(round(chance * 100) for chance in chances),
    )


def _option_of(move: str, win: int, points: int, behind: int, error: int, *chances: int) -> ActionEvaluation:
    won, gin, undercut, wanted = (chance / 100 for chance in chances)
    return ActionEvaluation(
        Move(move), win / 1000, points / 10, behind / 1e4, error / 1e4, won, gin, undercut, wanted
    )


class FirstStrength(NamedTuple):
    """A rating and its deviation: the true value is within two deviations in about 95 % of cases."""

    value: float
    deviation: float


SOLVER: Final = FirstStrength(1500.0, 250.0)
"""A new person: the deviation is large, since each of many answers tells much."""
PUZZLE_DEVIATION: Final = 150.0
"""Deviation of a first rating of a puzzle, smaller because it follows from the players that find it."""
USUAL_VOLATILITY: Final = 0.06
"""Glickman's default. A single match of gin tells less than an answer does."""

WEAKER: Final = {"beginner": 40, "baseline": 80, "simple": 120, "steady": 200, "network": 280}
"""The players that puzzles are tested on, weakest first, with the points that each miss adds to the rating.

The levels between beginner and strong choose at random between these players and would add no information.
"""
EASIEST: Final = 1200
LAYOUT: Final = 1500
NEAREST: Final = 20
"""The next puzzle is drawn from so many whose ratings are nearest to the solver's."""
LAYOUTS: Final = frozenset(("spread", "lay_off"))


def initial_rating(found_by: Iterable[str], themes: Iterable[str]) -> int:
    """Return the rating of a puzzle before the first answer, from the players that miss it."""
    if LAYOUTS & set(themes):
        return LAYOUT
    return EASIEST + sum(more for name, more in WEAKER.items() if name not in found_by)


def nearest_puzzles(numbers: Iterable[int], ratings: Mapping[int, float], value: float) -> list[int]:
    """Return the puzzles from which the next one is drawn for a solver rated `value`."""
    return sorted(numbers, key=lambda number: abs(ratings[number] - value))[:NEAREST]


def new_solver() -> Strength:
    """Return the strength of a new person."""
    return Strength(SOLVER.value, SOLVER.deviation, USUAL_VOLATILITY)


def new_puzzle(puzzle: Puzzle) -> Strength:
    """Return the strength of a puzzle without answers."""
    return Strength(initial_rating(puzzle.found_by, puzzle.themes), PUZZLE_DEVIATION, USUAL_VOLATILITY)


def update_ratings(solver: Strength, puzzle: Strength, *, is_solved: bool) -> tuple[Strength, Strength]:
    """Return the strengths of both after an answer."""
    score = float(is_solved)
    return update_strength(solver, [Result(puzzle, score)]), update_strength(
        puzzle, [Result(solver, 1 - score)]
    )
