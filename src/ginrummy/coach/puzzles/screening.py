"""Cheap search for positions that may become puzzles, in hands played between the levels."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from ginrummy.coach.puzzles.puzzle import EarlierWin, deal_puzzle
from ginrummy.coach.puzzles.themes import can_close
from ginrummy.coach.puzzles.weaker_players import same_layout, simple_lay_off
from ginrummy.game.game import Game, Phase
from ginrummy.game.layouts import reasonable_layouts as layouts
from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.view import View, view_of_game
from ginrummy.kernel.move_numbers import move_of
from ginrummy.players import load_player
from ginrummy.players.candidate_actions import sensible_actions
from ginrummy.players.hand_facts import unmatched_faces
from ginrummy.players.match_equity import steady_results
from ginrummy.players.network import POINTS, gains_of
from ginrummy.players.player import is_showdown
from ginrummy.players.simple_strategy import simple_action
from ginrummy.rules.scoring import Sheet, enter_hand, is_match_over, new_sheet
from ginrummy.rules.turns import choices
from ginrummy.rules.types import Seat
from ginrummy.variants import Variant, load_variant

PLAYED: Final = {
    "standard": 8, "oklahoma": 4, "hollywood": 3, "straight": 3, "russian": 3, "two_pack": 3,
    "round_the_corner": 3, "classic": 2, "modern": 2, "high_low_ace": 2, "spades_double": 2,
    "eaai": 1, "eleven_card": 1, "hollywood_full": 1, "hollywood_oklahoma": 1, "oklahoma_extra": 1,
    "oklahoma_full": 1, "round_the_corner_hoyle": 1, "russian_tournament": 1, "two_pack_gin_only": 1,
}  # fmt: skip
"""The presets and their shares of the hands, by popularity."""
AT_TABLE: Final = ("casual", "regular", "skilled", "steady", "steady", "simple", "network")
FAST: Final = ("simple", "steady")
"""The players of the hands from number `CLOSED_HANDS` on, of which only the closing is used."""
CLOSED_HANDS: Final = 500_000
BLANK_SHEETS: Final = 0.4
"""Share of hands that begin a match. The others start at a random score."""
WORTH_A_LOOK: Final = 3.0
WORTH_A_LOOK_CLOSING: Final = 1.7
"""Least lead of the best action in the estimate of the network, in points, if the hand may be closed.

`WORTH_A_LOOK` is for other positions: of 70 below it none turned out to be clear.
"""
WITH_TWIN: Final = 2.0
"""Promise of a question about twins, where the weaker players differ."""

LAYOUT_PROMISE: Final = 5.0
"""Promise of a closed hand with a choice. They are rare, so they come first."""
NEAR: Final = 3


class PuzzleStart(NamedTuple):
    """Start of the hand of a puzzle: preset, dealer, earlier hands of the match, players."""

    number: int
    preset: str
    dealer: Seat
    before: tuple[EarlierWin, ...]
    sheet: Sheet
    players: tuple[str, str]

    @property
    def variant(self) -> Variant:
        """The rules."""
        return load_variant(self.preset).row


def puzzle_start(number: int) -> PuzzleStart:
    """Return the start of hand `number`, which the number alone determines."""
    draw = random.Random(f"puzzle {number}")
    preset = draw.choices(list(PLAYED), list(PLAYED.values()))[0]
    variant = load_variant(preset).row
    before = () if draw.random() < BLANK_SHEETS else random_earlier_hands(variant, draw)
    sheet = new_sheet()
    for won in before:
        sheet = enter_hand(variant, sheet, *won)
    table = FAST if number >= CLOSED_HANDS else AT_TABLE
    players = (draw.choice(table), draw.choice(table))
    return PuzzleStart(number, preset, Seat(draw.randrange(2)), before, sheet, players)


def random_earlier_hands(variant: Variant, draw: random.Random) -> tuple[EarlierWin, ...]:
    """Return random earlier hands of the match: either seat wins, with scores of steady players."""
    rows, sheet = steady_results(variant), new_sheet()
    found: list[EarlierWin] = []
    while not is_match_over(sheet):
        row = rows[draw.randrange(len(rows))]
        won = EarlierWin(Seat(draw.randrange(2)), row.points, row.coups, row.boxes)
        sheet = enter_hand(variant, sheet, *won)
        found.append(won)
    return tuple(found[: draw.randrange(len(found))])


def play_hand(start: PuzzleStart) -> Game:
    """Return the hand played to its end."""
    game = deal_puzzle(start.variant, start.number, start.dealer)
    players = [load_player(name, seed=start.number) for name in start.players]
    while not game.is_over:
        game = game.play(players[game.turn].decide(mover_view(start, game)))
    return game


def mover_view(start: PuzzleStart, game: Game) -> View:
    """Return the view of the seat to move."""
    return view_of_game(game, game.turn, sheet=start.sheet, number=len(start.before))


class CandidatePosition(NamedTuple):
    """A candidate position: its promise, the number of moves before it, and its view.

    `guess` is the network's best action, `None` where it does not know the variant or all cards are known.
    """

    promise: float
    moves: int
    view: View
    guess: Move | None


def promising_positions(start: PuzzleStart, game: Game) -> list[CandidatePosition]:
    """Return the candidate positions of a hand, the most promising first."""
    found = []
    for moves, position in enumerate(game.positions()):
        if position.phase is Phase.OVER:
            break
        view = mover_view(start, position)
        promise, guess = (layout_promise(view), None) if is_showdown(view) else position_promise(view)
        if promise > 0:
            found.append(CandidatePosition(promise, moves, view, guess))
    return sorted(found, key=lambda each: -each.promise)


def position_promise(view: View) -> tuple[float, Move | None]:
    """Return the promise of a position in points, 0 for none, and the network's action to try.

    A position whose action `simple`, `steady` and the network all find has no promise. Where the network does
    not know the variant, the other two must differ.
    """
    variant, state = view.variant, view.state
    options = choices(variant, state)
    candidates = sensible_actions(view)
    if len(candidates) == 1:
        return 0.0, None
    steady, simple = candidates[0], simple_action(variant, state, options, view.memory, 0)
    if simple != steady and has_twin_choice(view):
        return WITH_TWIN, None
    gains = [POINTS * gain for gain in gains_of(view, candidates)]
    order = sorted(range(len(gains)), key=gains.__getitem__, reverse=True)
    best = candidates[order[0]]
    if best in (simple, steady) and simple == steady:
        return 0.0, None
    behind = gains[order[0]] - gains[order[1]]
    worth = WORTH_A_LOOK_CLOSING if is_about_closing(view) else WORTH_A_LOOK
    return (behind, move_of(view, best)) if behind >= worth else (0.0, None)


def is_about_closing(view: View) -> bool:
    """Return whether the hand may be closed. Decisions to knock are so common that they are counted apart."""
    return view.phase is Phase.DISCARD and can_close(view)


def has_twin_choice(view: View) -> bool:
    """Return whether an unmatched card is held twice, or the twin of a held card may be taken."""
    if any(move.kind is MoveKind.TAKE for move in view.legal_moves()):
        return bool(view.hand.cards >> view.state.pile.top & 1)
    return bool(view.hand.twins & unmatched_faces(view.variant, view.hand, view.deadwood()))


def layout_promise(view: View) -> float:
    """Return the promise of a closed hand: whether another layout is almost as good as the best."""
    best, *others = layouts(view)
    if view.phase is Phase.LAY_OFF:
        return LAYOUT_PROMISE if others and not same_layout(simple_lay_off(view), best.move) else 0.0
    return LAYOUT_PROMISE if any(each.deadwood - best.deadwood <= NEAR for each in others) else 0.0
