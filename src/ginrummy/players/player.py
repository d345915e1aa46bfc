"""Player protocol: any object that answers a `View` with a `Move`."""

from __future__ import annotations

import random
from collections.abc import Generator
from enum import Enum
from typing import Protocol, TypeVar, runtime_checkable

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_instance
from ginrummy.locale.errors import GinRummyError, on_one_line, safe_repr
from ginrummy.rules import turns

Found = TypeVar("Found")


class PauseReason(Enum):
    """Reason of a pause: a piece is done, or other threads (`kernel.background_calls`) are computing one.

    A caller that resumes before they finish makes this thread compute that piece again.
    """

    DONE = "done"
    AWAITED = "awaited"


@runtime_checkable
class ThinksByPieces(Protocol):
    """A player whose thinking can be interrupted."""

    def decide_in_pieces(self, view: View) -> Generator[PauseReason, None, Move]:
        """Yield after each piece of work. Return the move."""


def run_to_end(work: Generator[object, None, Found]) -> Found:
    """Run `work` to its end and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Found = done.value
            return found


_LONGEST_ERROR = 300


class PlayerError(GinRummyError):
    """A player that cannot be loaded, or that broke the protocol."""


@runtime_checkable
class Player(Protocol):
    """A player: a function of the view and of the seed that it was created with."""

    def decide(self, view: View) -> Move:
        """Return the move to play now, on this seat's turn."""


def legal_answer(player: Player, view: View) -> Move:
    """Return the move of `player`, which is to move. Raises `PlayerError` for anything but a legal one."""
    return check_move(player, view, request_move(player, as_instance(view, View, "legal_answer")))


def check_move(player: Player, view: View, move: Move) -> Move:
    """Return `move`, the answer of `player` to `view`. Raises `PlayerError` when it is illegal."""
    try:
        refusal = view.refusal(move)
    except Exception as error:  # for example a card that is not in the pack
        raise PlayerError(not_a_move_text(move), where=player_name(player)) from error
    if refusal is not None:
        what = _("it may not play {refusal}").format(refusal=refusal)
        raise PlayerError(what, where=player_name(player))
    return move


def request_move(player: Player, view: View) -> Move:
    """Return the answer of `player`, legal or not. Raises `PlayerError` when it is not a move.

    `exit()` in a player raises it too: a player must not end the process. Ctrl-C comes from a person and is
    passed on.
    """
    try:
        move: object = player.decide(view)
    except (PlayerError, KeyboardInterrupt):  # from a program, or from a nested player
        raise
    except BaseException as error:
        raise PlayerError(failure_text(error), where=player_name(player)) from error
    if not isinstance(move, Move):
        raise PlayerError(not_a_move_text(move), where=player_name(player))
    return move


def failure_text(error: BaseException) -> str:
    """Return the text for a player's `error`."""
    if isinstance(error, SystemExit):
        return _("it called exit({status})").format(
            status="" if error.code is None else safe_repr(error.code)
        )
    return _("it broke down: {error}").format(error=error_line(error))


def not_a_move_text(answer: object) -> str:
    """Return the error for an `answer` that is not a move."""
    return _("it answers {answer}, which is not a move").format(answer=safe_repr(answer))


def player_name(player: Player) -> str:
    """Return the `name` of `player`, or the name of its class."""
    name = getattr(player, "name", None)
    return name if isinstance(name, str) and name else type(player).__name__


def error_line(error: BaseException) -> str:
    """Return the kind and the message of `error` on one line."""
    kind = type(error).__name__
    try:
        words = str(error)
    except BaseException:  # `str` of a player's own exception may raise
        words = ""
    return on_one_line(f"{kind}: {words}", _LONGEST_ERROR).rstrip(":")


def decision_random(view: View, seed: int) -> random.Random:
    """Return the generator for this decision, reproducible from the view and the seed."""
    as_instance(view, View, "decision_random")
    return random.Random(f"{seed} {view.number} {len(view.events)}")


def is_showdown(view: View) -> bool:
    """Return whether the viewer has to lay out a closed hand or lay off on one."""
    return view.state.phase == turns.CLOSED
