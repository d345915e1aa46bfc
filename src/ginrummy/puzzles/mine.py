"""Mine puzzles: play hands between our levels, keep positions with one best action that few of them find.

    python -m ginrummy.puzzles.mine OUT [--count 2000]
    python -m ginrummy.puzzles.mine OUT --pack

The first appends a line a puzzle to OUT until it holds `count`, and goes on from there when it is called
again; OUT.seen holds the number of the next hand. The second makes of OUT what comes with the package.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from ginrummy.game import Game
from ginrummy.moves import Move
from ginrummy.players.player import is_showdown
from ginrummy.puzzles.collection import KEPT, packed
from ginrummy.puzzles.likeness import likeness
from ginrummy.puzzles.puzzle import Puzzle, puzzle_of
from ginrummy.puzzles.screening import Found, Start, played, promising, start_of
from ginrummy.puzzles.solving import GLANCE, LOOK, PROOF, is_clear, is_hopeful, options_of, possible, solved
from ginrummy.puzzles.themes import themes_of
from ginrummy.puzzles.weaker_players import found_by, is_easy

COUNT: Final = 2000
TRIED: Final = 4
"""How many positions of a hand are looked at; at most one of them becomes a puzzle."""


def main() -> None:
    """Do as the command line asks."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("out", type=Path)
    options.add_argument("--count", type=int, default=COUNT)
    options.add_argument("--pack", action="store_true", help=f"write what OUT holds to {KEPT}")
    asked = options.parse_args()
    if asked.pack:
        lines = asked.out.read_text(encoding="utf-8").splitlines()
        (Path(__file__).parent / KEPT).write_bytes(packed(map(puzzle_of, lines[: asked.count])))
    else:
        mine(asked.out, asked.count)


def mine(out: Path, count: int) -> None:
    """Append puzzles to `out` until it holds `count`."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    known = {likeness(puzzle_of(line).view) for line in lines}
    seen = out.with_name(out.name + ".seen")
    number = int(seen.read_text()) if seen.exists() else 0
    while len(known) < count:
        puzzle = puzzle_in(number)
        if puzzle is not None and likeness(puzzle.view) not in known:
            known.add(likeness(puzzle.view))
            with out.open("a", encoding="utf-8") as file:
                file.write(f"{puzzle}\n")
        number += 1
        seen.write_text(str(number))


def puzzle_in(number: int) -> Puzzle | None:
    """Return the puzzle that hand `number` holds, `None` for most."""
    start = start_of(number)
    game = played(start)
    for found in promising(start, game)[:TRIED]:
        puzzle = puzzle_at(start, game, found)
        if puzzle is not None:
            return puzzle
    return None


def puzzle_at(start: Start, game: Game, found: Found) -> Puzzle | None:
    """Return the puzzle of a position: one best action, clear at three looks, found by few."""
    view = found.view
    asked = possible(view) if is_showdown(view) else ()
    first = solved(view, GLANCE, also=asked)
    if not is_hopeful(first, GLANCE):
        return None
    finders = found_by(view, first.best.move)
    if is_easy(finders) or not is_hopeful(solved(view, LOOK, also=asked), LOOK):
        return None
    proof = solved(view, PROOF, also=possible(view))
    if proof.best.move != first.best.move or not is_clear(proof):
        return None
    options = options_of(proof)
    moves: tuple[Move, ...] = game.moves[: found.moves]
    themes = themes_of(view, options)
    return Puzzle(
        start.number, start.preset, start.dealer, start.before, moves, options, proof.point, finders, themes
    )


if __name__ == "__main__":
    main()
