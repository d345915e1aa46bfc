"""Mine puzzles: play hands between the levels, and keep positions whose one best action few of them find.

python -m ginrummy.coach.puzzles.mine OUT [--count 2000]
python -m ginrummy.coach.puzzles.mine OUT --pack

The first command appends one line per puzzle to OUT until it holds `count`. It resumes when called again:
OUT.seen holds the number of the next hand. The second command converts OUT to the file of this package.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final

from ginrummy.coach.puzzles.clear_solution import (
    GLANCE,
    LOOK,
    PROOF,
    candidate_moves,
    evaluate_view,
    is_clear,
    may_be_clear,
    puzzle_options,
)
from ginrummy.coach.puzzles.collection import KEPT, pack_puzzles
from ginrummy.coach.puzzles.puzzle import SECOND, Puzzle, parse_puzzle, similarity_key
from ginrummy.coach.puzzles.screening import (
    CLOSED_HANDS,
    LAYOUT_PROMISE,
    CandidatePosition,
    PuzzleStart,
    is_about_closing,
    layout_promise,
    mover_view,
    play_hand,
    promising_positions,
    puzzle_start,
)
from ginrummy.coach.puzzles.showdown_positions import closed_hands
from ginrummy.coach.puzzles.themes import themes_of
from ginrummy.coach.puzzles.weaker_players import is_easy, solution_finders
from ginrummy.game.game import Game
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.players.player import is_showdown
from ginrummy.text.atomic_files import write_atomically

COUNT: Final = 2000
TRIED: Final = 4
"""Number of positions of each kind to try in a hand. At most one of them becomes a puzzle."""
CLOSINGS_EVERY: Final = 2
"""Search for closing decisions in one of so many hands only: they would outnumber all others."""
CLOSED_A_HAND: Final = 12
"""Closed hands to try for each hand. About one puzzle in four is then about a layout."""
HANDS: Final = (SECOND - CLOSED_HANDS) // CLOSED_A_HAND
"""The numbers of hands to search. Closed hands of later ones would get the numbers of second puzzles."""


def main() -> None:
    """Run the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("out", type=Path)
    options.add_argument("--count", type=int, default=COUNT)
    options.add_argument("--pack", action="store_true", help=f"write what OUT holds to {KEPT}")
    asked = options.parse_args()
    if asked.pack:
        lines = asked.out.read_text(encoding="utf-8").splitlines()
        write_atomically(Path(__file__).parent / KEPT, pack_puzzles(map(parse_puzzle, lines[: asked.count])))
    else:
        mine(asked.out, asked.count)


def mine(out: Path, count: int) -> None:
    """Append puzzles to `out` until it holds `count`."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    known = {similarity_key(parse_puzzle(line).view) for line in lines}
    counter = out.with_name(out.name + ".seen")
    hand = int(counter.read_text()) if counter.exists() else 0
    while len(known) < count:
        for puzzle in all_hand_puzzles(hand):
            if similarity_key(puzzle.view) not in known:
                known.add(similarity_key(puzzle.view))
                with out.open("a", encoding="utf-8") as file:
                    file.write(f"{puzzle}\n")
        hand += 1
        write_atomically(counter, str(hand), durable=False)


def all_hand_puzzles(hand: int) -> list[Puzzle]:
    """Return the puzzles of `hand` and of its closed hands.

    Raise `ValueError` unless `hand` is in `HANDS`.
    """
    if not 0 <= hand < HANDS:
        raise ValueError(f"the hands to look through are 0 to {HANDS - 1}, not {hand}")
    first = CLOSED_HANDS + CLOSED_A_HAND * hand
    layouts = [showdown_puzzles(number) for number in range(first, first + CLOSED_A_HAND)]
    return list(chain(play_puzzles(hand), *layouts))


def showdown_puzzles(hand: int) -> list[Puzzle]:
    """Return the puzzles about the spread and the lay-offs of closed hand `hand`."""
    start = puzzle_start(hand)
    found = []
    for game in closed_hands(start):
        view = mover_view(start, game)
        if layout_promise(view):
            found.append(
                make_puzzle(start, game, CandidatePosition(LAYOUT_PROMISE, len(game.moves), view, None))
            )
    return number_puzzles(found)


def play_puzzles(hand: int) -> list[Puzzle]:
    """Return the puzzles of a hand, mostly none: at most one about closing and one other."""
    start = puzzle_start(hand)
    game = play_hand(start)
    found = promising_positions(start, game)
    closing, others = (
        [each for each in found if is_about_closing(each.view) is wanted] for wanted in (True, False)
    )
    kinds = (others, closing) if hand % CLOSINGS_EVERY == 0 else (others,)
    return number_puzzles([first_qualifying_puzzle(start, game, kind[:TRIED]) for kind in kinds])


def number_puzzles(found: list[Puzzle | None]) -> list[Puzzle]:
    """Return the puzzles of one hand, at most two, with a different number for the second."""
    puzzles = [puzzle for puzzle in found if puzzle is not None]
    return [*puzzles[:1], *(replace(each, number=each.number + SECOND) for each in puzzles[1:])]


def first_qualifying_puzzle(start: PuzzleStart, game: Game, tried: list[CandidatePosition]) -> Puzzle | None:
    """Return the puzzle of the first position that qualifies."""
    return next(filter(None, (make_puzzle(start, game, found) for found in tried)), None)


def make_puzzle(start: PuzzleStart, game: Game, found: CandidatePosition) -> Puzzle | None:
    """Return the puzzle of a position whose one best action stays clear at more worlds and few find it."""
    view = found.view
    guess = solution_to_prove(view, found.guess)
    if guess is None or is_easy(solution_finders(view, guess)):
        return None
    look = evaluate_view(view, LOOK, also=candidate_moves(view) if is_showdown(view) else ())
    finders = solution_finders(view, look.best.move)
    if not may_be_clear(look, LOOK) or is_easy(finders):
        return None
    proof = evaluate_view(view, PROOF, also=candidate_moves(view))
    if proof.best.move != look.best.move or not is_clear(proof):
        return None
    options = puzzle_options(proof)
    moves: tuple[Move, ...] = game.moves[: found.moves]
    themes = themes_of(view, options)
    return Puzzle(
        start.number, start.preset, start.dealer, start.before, moves, options, proof.point, finders, themes
    )


def solution_to_prove(view: View, guess: Move | None) -> Move | None:
    """Return the action to prove: the network's, else the best of a quick evaluation, if it may be clear."""
    if guess is not None:
        return guess
    glance = evaluate_view(view, GLANCE, also=candidate_moves(view) if is_showdown(view) else ())
    return glance.best.move if may_be_clear(glance, GLANCE) else None


if __name__ == "__main__":
    main()
