"""Players as a user writes them, good and bad, named as `tests.players.own:Lowest`."""

from __future__ import annotations

from typing import Any

from ginrummy.game.cards import Hand
from ginrummy.game.moves import DRAW, Move, MoveKind, discard
from ginrummy.game.view import View


class Lowest:
    """Throws its lowest card."""

    def decide(self, view: View) -> Move:
        return min(view.legal_moves(), key=lambda move: move.face % 13)


class Seeded:
    """Takes a seed by name."""

    def __init__(self, *, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        return view.legal_moves()[0]


class Open(Seeded):
    """Takes whatever it is given by name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(seed=options["seed"])


class Undecided:
    """Does not decide anything."""


class Needy:
    """Cannot be made without what nobody gives it."""

    def __init__(self, library: str) -> None:
        self.library = library

    def decide(self, view: View) -> Move:
        return DRAW


class Failing:
    """Breaks down."""

    def decide(self, view: View) -> Move:
        raise KeyError("no\nidea")


class Silent:
    """Says nothing."""

    def decide(self, view: View) -> None:
        return None


class Talker:
    """Answers at length, but no move."""

    def decide(self, view: View) -> Any:
        return "I would rather " * 20


class Thrower:
    """Always throws the same card."""

    def decide(self, view: View) -> Move:
        return discard(40)


class Named(Thrower):
    """Has a name."""

    name = "Aunt Emma"


class Stranger:
    """Throws a card of no pack."""

    def decide(self, view: View) -> Move:
        return discard(99)


class Painter:
    """Draws its melds itself."""

    def decide(self, view: View) -> Any:
        return Move(MoveKind.SPREAD, melds=("7", "8", "9"))  # type: ignore[arg-type]


class Giant:
    """Shows more cards than there are."""

    def decide(self, view: View) -> Move:
        return Move(MoveKind.SPREAD, melds=(Hand(1 << 60, 0), Hand(0, 0), Hand(0, 0)))


NOT_A_CLASS = 7
