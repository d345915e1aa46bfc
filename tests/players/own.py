"""Third-party players, good and bad, named as `tests.players.own:Lowest`."""

from __future__ import annotations

from typing import Any

from ginrummy.game.cards import Hand
from ginrummy.game.moves import DRAW, Move, MoveKind, discard
from ginrummy.game.view import View


class Lowest:
    """Discards its lowest card."""

    def decide(self, view: View) -> Move:
        return min(view.legal_moves(), key=lambda move: move.face % 13)


class Seeded:
    """Takes a seed by name."""

    def __init__(self, *, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        return view.legal_moves()[0]


class Open(Seeded):
    """Takes all keyword arguments."""

    def __init__(self, **options: Any) -> None:
        super().__init__(seed=options["seed"])


class Undecided:
    """Makes no decision."""


class Needy:
    """Requires an argument that nothing passes."""

    def __init__(self, library: str) -> None:
        self.library = library

    def decide(self, view: View) -> Move:
        return DRAW


class Failing:
    """Raises an error."""

    def decide(self, view: View) -> Move:
        raise KeyError("no\nidea")


class Silent:
    """Returns an empty text."""

    def decide(self, view: View) -> None:
        return None


class Talker:
    """Returns a long text without a move."""

    def decide(self, view: View) -> Any:
        return "I would rather " * 20


class Thrower:
    """Always discards the same card."""

    def decide(self, view: View) -> Move:
        return discard(40)


class Named(Thrower):
    """Has a name."""

    name = "Aunt Emma"


class Stranger:
    """Discards a card of no pack."""

    def decide(self, view: View) -> Move:
        return discard(99)


class Painter:
    """Draws its own pictures of melds."""

    def decide(self, view: View) -> Any:
        return Move(MoveKind.SPREAD, melds=("7", "8", "9"))  # type: ignore[arg-type]


class Giant:
    """Shows more cards than exist."""

    def decide(self, view: View) -> Move:
        return Move(MoveKind.SPREAD, melds=(Hand(1 << 60, 0), Hand(0, 0), Hand(0, 0)))


NOT_A_CLASS = 7
