"""Judgement: the worth of each action of a seat, and the probable hand of the other seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ginrummy.game.cards import FACE_COUNT, face_code
from ginrummy.game.moves import Move
from ginrummy.locale.argument_checks import as_instance
from ginrummy.rules.types import Seat


@dataclass(frozen=True, slots=True)
class Endings:
    """Outcomes after an action, as shares of the worlds tried. The remainder ends void or tied.

    `won` counts all hands that the seat wins, `gin` those of them with its gin, `undercut` those with its
    undercut. `lost`, `lost_gin` and `lost_undercut` are the same for the other seat.
    """

    won: float
    gin: float
    undercut: float
    lost: float
    lost_gin: float
    lost_undercut: float


@dataclass(frozen=True, slots=True)
class ActionWorth:
    """Worth of one action for the seat to move.

    `win` is the chance to win the match. `points` is the mean of the hand's points, less the other seat's.
    `behind` is the distance of `win` from the best action's, with its standard error between seeds. All
    actions are tried in the same worlds, so this difference is more precise than `win`. `error` is the
    standard error of `win` within the worlds of one seed.
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
    """Probable hand of the other seat.

    `held` has for each of the 52 faces the chance that it is held, `twice` that two of it are held, `wants`
    that it would meld there. `deadwood` is the mean of the least deadwood. `knock` and `gin` are the chances
    that the next card of the stock lets the other seat end the hand, or go gin.
    """

    held: tuple[float, ...]
    twice: tuple[float, ...]
    wants: tuple[float, ...]
    deadwood: float
    knock: float
    gin: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """The actions of one decision, best first, and the belief that they were compared in.

    `worlds` hands of the other seat were sampled with `seed`. `point` is the worth of a point of the hand at
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
        """The action with the highest worth."""
        return self.actions[0]

    def of(self, move: Move) -> ActionWorth:
        """Return the worth of `move`. Raises `KeyError` for one that was not judged."""
        for action in self.actions:
            if action.move == move:
                return action
        raise KeyError(str(move))


def judgement_json(judgement: Judgement) -> dict[str, Any]:
    """Return a judgement as JSON data: chances from 0 to 1, cards in the notation of records."""
    as_instance(judgement, Judgement, "judgement_json")
    return {
        "seat": judgement.seat,
        "worlds": judgement.worlds,
        "seed": judgement.seed,
        "point": judgement.point,
        "actions": [action_json(action) for action in judgement.actions],
        "other": other_json(judgement.other),
    }


def action_json(action: ActionWorth) -> dict[str, Any]:
    """Return the worth of an action as JSON data."""
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
    """Return the other seat's probable hand as JSON data, with cards by name."""
    return {
        "held": _by_card(other.held),
        "twice": _by_card(other.twice),
        "wants": _by_card(other.wants),
        "deadwood": other.deadwood,
        "knock": other.knock,
        "gin": other.gin,
    }


def _by_card(chances: tuple[float, ...]) -> dict[str, float]:
    """Return the non-zero chances, keyed by the card's text."""
    return {face_code(face): chances[face] for face in range(FACE_COUNT) if chances[face] > 0}
