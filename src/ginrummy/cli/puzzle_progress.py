"""Progress in terminal puzzles, stored in a small file: rating, streak, puzzles tried."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from platformdirs import user_data_path

from ginrummy.coach.glicko import Strength
from ginrummy.coach.puzzles import Puzzle, all_puzzles
from ginrummy.coach.puzzles.rating import nearest
from ginrummy.coach.puzzles.rating_updates import exchanged, new_puzzle, new_solver
from ginrummy.text.record import save_record


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """A person's rating at puzzles. `puzzles` has the strengths of the puzzles tried here."""

    own: Strength = field(default_factory=new_solver)
    solved: int = 0
    streak: int = 0
    longest: int = 0
    puzzles: dict[int, Strength] = field(default_factory=dict)

    def after(self, puzzle: Puzzle, *, is_solved: bool) -> PuzzleProgress:
        """Return the progress after an answer. A puzzle that was tried before changes nothing."""
        if puzzle.number in self.puzzles:
            return self
        own, other = exchanged(self.own, new_puzzle(puzzle), is_solved=is_solved)
        streak = self.streak + 1 if is_solved else 0
        return replace(
            self,
            own=own,
            solved=self.solved + is_solved,
            streak=streak,
            longest=max(self.longest, streak),
            puzzles=self.puzzles | {puzzle.number: other},
        )

    def next_number(self, theme: str, draw: random.Random) -> int | None:
        """Return an untried puzzle of `theme` (any for none), or `None` where none is left."""
        shelf = all_puzzles()
        left = [number for number in shelf.about(theme) if number not in self.puzzles]
        return draw.choice(nearest(left, shelf.ratings, self.own.value)) if left else None


def progress_file() -> Path:
    """Return the path of the progress file."""
    return user_data_path("ginrummy", appauthor=False) / "puzzles.json"


def load_progress(path: Path) -> PuzzleProgress:
    """Return the progress stored at `path`, or a new one where the file is missing or unreadable."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        puzzles = {int(number): Strength(**each) for number, each in kept.pop("puzzles").items()}
        return PuzzleProgress(own=Strength(**kept.pop("own")), puzzles=puzzles, **kept)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return PuzzleProgress()


def save_progress(path: Path, progress: PuzzleProgress) -> None:
    """Write `progress` to `path`. Raise `RecordError` or `OSError` on failure."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_record(path, json.dumps(asdict(progress)) + "\n")
