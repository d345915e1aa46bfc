"""A puzzle: a position in which one action is best, what each action is worth there, and what it is about."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ginrummy import shuffle
from ginrummy.card_seat_types import Seat
from ginrummy.game import Game
from ginrummy.moves import Move
from ginrummy.rules.scoring import Sheet, enter_hand, new_sheet
from ginrummy.variants import Variant, load_variant
from ginrummy.view import View, view_of_game

SEED: Final = "puzzle {hand}"
"""The word that the deal of a puzzle comes from, as `--seed` takes it."""
SECOND: Final = 1_000_000
"""What the number of the second puzzle of a hand has more than the hand's own, which the first one has.

Hands that puzzles come from have numbers below it, those of the lessons far above.
"""


class HandWon(NamedTuple):
    """A hand that was won before: by which seat, with how many points, extra boxes and boxes."""

    seat: Seat
    points: int
    extra_boxes: int
    boxes: int


class Option(NamedTuple):
    """What one action is worth: chances in shares of 1, `points` those of the hand.

    `behind` is how far the chance to win the match is behind the best action's, `error` the standard error of
    that; `won`, `gin` and `undercut` are how often the hand is then won, won by gin and lost by an undercut;
    `wanted` how often the other hand would meld the card that is thrown.
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
    """A position, as the deal, the score and the moves that lead to it, and its actions, the best first.

    `number` names the puzzle and gives its hand; `point` is what a point of the hand is worth at this score.
    `found_by` names those of our weaker players that find the solution.
    """

    number: int
    preset: str
    dealer: Seat
    before: tuple[HandWon, ...]
    moves: tuple[Move, ...]
    options: tuple[Option, ...]
    point: float
    found_by: tuple[str, ...]
    themes: tuple[str, ...]

    def __str__(self) -> str:
        """Return the puzzle on a line of JSON; `puzzle_of` reads it back."""
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
        """The rules that it is played by."""
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
        """The hand as far as it was played."""
        game = dealt(self.variant, self.number, self.dealer)
        for move in self.moves:
            game = game.play(move)
        return game

    @property
    def view(self) -> View:
        """What the seat that is to move knows."""
        game = self.game
        return view_of_game(game, game.turn, sheet=self.sheet, number=len(self.before))

    @property
    def size(self) -> float:
        """How far the second best action is behind, in points at this score."""
        return self.options[1].behind / self.point


def dealt(variant: Variant, number: int, dealer: Seat) -> Game:
    """Return the hand of puzzle `number` before its first move."""
    hand = number - SECOND if SECOND <= number < 2 * SECOND else number
    seeds = shuffle.seeds_from_number(SEED.format(hand=hand))
    return Game.deal(variant, dealer=dealer, deck=shuffle.deck(seeds, 0, variant.decks))


def puzzle_of(line: str) -> Puzzle:
    """Return the puzzle that `str` wrote."""
    told: dict[str, Any] = json.loads(line)
    return Puzzle(
        number=told["number"],
        preset=told["preset"],
        dealer=Seat(told["dealer"]),
        before=tuple(HandWon(*won) for won in told["before"]),
        moves=tuple(map(Move, told["moves"].split())),
        options=tuple(_option_of(*option) for option in told["options"]),
        point=told["point"] / 1e6,
        found_by=tuple(told["found_by"]),
        themes=tuple(told["themes"]),
    )


def _thousandths(option: Option) -> tuple[int, ...]:
    """Return the figures of an option as whole numbers: chances in thousandths, points in tenths."""
    chances = (option.won, option.gin, option.undercut, option.wanted)
    return (
        round(option.win * 1000),
        round(option.points * 10),
        round(option.behind * 1e4),
        round(option.error * 1e4),
        *(round(chance * 100) for chance in chances),
    )


def _option_of(move: str, win: int, points: int, behind: int, error: int, *chances: int) -> Option:
    won, gin, undercut, wanted = (chance / 100 for chance in chances)
    return Option(Move(move), win / 1000, points / 10, behind / 1e4, error / 1e4, won, gin, undercut, wanted)
