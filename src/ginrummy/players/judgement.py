"""A judgement: what each action of a seat is worth, from what the seat knows, and what the other may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ginrummy.argument_checks import given
from ginrummy.card_seat_types import Seat
from ginrummy.cards import FACE_COUNT, face_code
from ginrummy.moves import Move

SEED_TO_SEED: Final = 1.8
"""How much more the difference of two actions varies from seed to seed than the worlds of one seed scatter.

Hands drawn one after the other are alike. Measured on 59 positions, each judged twice in 800 worlds.
"""


@dataclass(frozen=True, slots=True)
class Endings:
    """How hands end after an action, as shares of the worlds tried; what is missing to one ends void or tied.

    `won` counts all hands that the seat wins, `gin` those of them that it goes gin in and `undercut` those in
    which it undercuts; `lost`, `lost_gin` and `lost_undercut` are the same for the other seat.
    """

    won: float
    gin: float
    undercut: float
    lost: float
    lost_gin: float
    lost_undercut: float


@dataclass(frozen=True, slots=True)
class ActionWorth:
    """What one action is worth to the seat that is to move.

    `win` is the chance to win the match and `points` what the hand brings on the average, less what the other
    seat gets. `behind` is how far `win` is behind the best action's, with its standard error from seed to
    seed: all actions are tried in the same worlds, so that it is known better than `win` is. `error` is the
    standard error of `win` as far as the worlds of one seed tell.
    """

    move: Move
    win: float
    error: float
    points: float
    behind: float
    behind_error: float
    worlds: int
    endings: Endings


@dataclass(frozen=True, slots=True)
class OtherHand:
    """What the other seat is believed to hold.

    `held` has the chance for each of the 52 faces that the hand holds it, `twice` that it holds two of them,
    `wants` that the face would meld there. `deadwood` is the mean of its least deadwood, `knock` and `gin`
    the chances that the next card of the stock lets it end the hand, or go gin.
    """

    held: tuple[float, ...]
    twice: tuple[float, ...]
    wants: tuple[float, ...]
    deadwood: float
    knock: float
    gin: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """The actions of one decision, the best first, and the belief that they were compared in.

    `worlds` hands of the other seat were drawn, by `seed`; `point` is what a point of the hand is worth at
    this score, in chance to win the match.
    """

    seat: Seat
    actions: tuple[ActionWorth, ...]
    other: OtherHand
    point: float
    worlds: int
    seed: int

    @property
    def best(self) -> ActionWorth:
        """The action that is worth most."""
        return self.actions[0]

    def of(self, move: Move) -> ActionWorth:
        """Return what `move` is worth; raises `KeyError` for one that was not judged."""
        for action in self.actions:
            if action.move == move:
                return action
        raise KeyError(str(move))


def judgement_json(judgement: Judgement) -> dict[str, Any]:
    """Return a judgement for programs: chances from 0 to 1, cards in the notation of records."""
    given(judgement, Judgement, "judgement_json")
    return {
        "seat": judgement.seat,
        "worlds": judgement.worlds,
        "seed": judgement.seed,
        "point": judgement.point,
        "actions": [action_json(action) for action in judgement.actions],
        "other": other_json(judgement.other),
    }


def action_json(action: ActionWorth) -> dict[str, Any]:
    """Return the worth of an action for programs."""
    ends = action.endings
    return {
        "move": str(action.move),
        "win": action.win,
        "error": action.error,
        "points": action.points,
        "behind": action.behind,
        "behind_error": action.behind_error,
        "worlds": action.worlds,
        "endings": {name: getattr(ends, name) for name in type(ends).__dataclass_fields__},
    }


def other_json(other: OtherHand) -> dict[str, Any]:
    """Return what the other seat is believed to hold, for programs: the cards that it may hold by name."""
    return {
        "held": _by_card(other.held),
        "twice": _by_card(other.twice),
        "wants": _by_card(other.wants),
        "deadwood": other.deadwood,
        "knock": other.knock,
        "gin": other.gin,
    }


def _by_card(chances: tuple[float, ...]) -> dict[str, float]:
    """Return the chances that are more than nothing, by the card's text."""
    return {face_code(face): chances[face] for face in range(FACE_COUNT) if chances[face] > 0}
