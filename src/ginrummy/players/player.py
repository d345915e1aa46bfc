"""Who plays: anything that answers a `View` with a `Move`."""

from __future__ import annotations

import random
from typing import Protocol, runtime_checkable

from ginrummy.argument_checks import given
from ginrummy.errors import GinRummyError, on_one_line, shown_value
from ginrummy.locale import _
from ginrummy.moves import Move
from ginrummy.rules import turns
from ginrummy.view import View

_LONGEST_ERROR = 300


class PlayerError(GinRummyError):
    """A player that cannot be had, or that did what a player may not do."""


@runtime_checkable
class Player(Protocol):
    """A player, of ours or of yours: a function of the view and of the seed that it was made with."""

    def decide(self, view: View) -> Move:
        """Return the move to play now; it is this seat's turn."""


def asked(player: Player, view: View) -> Move:
    """Return the move of `player`, which is to move; raises `PlayerError` for anything but a legal one."""
    return checked(player, view, answered(player, given(view, View, "asked")))


def checked(player: Player, view: View, move: Move) -> Move:
    """Return `move`, the answer of `player` where `view` is; raises `PlayerError` for what is not legal."""
    try:
        refusal = view.refusal(move)
    except Exception as error:  # such as a card of no pack
        raise PlayerError(no_move(move), where=player_name(player)) from error
    if refusal is not None:
        what = _("it may not play {refusal}").format(refusal=refusal)
        raise PlayerError(what, where=player_name(player))
    return move


def answered(player: Player, view: View) -> Move:
    """Return the answer of `player`, legal or not; raises `PlayerError` for what is no move.

    So it does for `exit()`, which is not the player's to call. Ctrl-C is a person's and goes through.
    """
    try:
        move: object = player.decide(view)
    except (PlayerError, KeyboardInterrupt):  # a program's, or that of a player within a player
        raise
    except BaseException as error:
        raise PlayerError(failure(error), where=player_name(player)) from error
    if not isinstance(move, Move):
        raise PlayerError(no_move(move), where=player_name(player))
    return move


def failure(error: BaseException) -> str:
    """Return what a player did that `error` came of."""
    if isinstance(error, SystemExit):
        return _("it called exit({status})").format(
            status="" if error.code is None else shown_value(error.code)
        )
    return _("it broke down: {error}").format(error=one_line(error))


def no_move(answer: object) -> str:
    """Return that `answer` is no move."""
    return _("it answers {answer}, which is not a move").format(answer=shown_value(answer))


def player_name(player: Player) -> str:
    """Return what `player` is called: its `name`, else its class."""
    name = getattr(player, "name", None)
    return name if isinstance(name, str) and name else type(player).__name__


def one_line(error: BaseException) -> str:
    """Return the kind and the message of `error` on one line."""
    kind = type(error).__name__
    try:
        words = str(error)
    except BaseException:  # its own doing, whatever it is
        words = ""
    return on_one_line(f"{kind}: {words}", _LONGEST_ERROR).rstrip(":")


def chance(view: View, seed: int) -> random.Random:
    """Return the generator for this one decision: anybody can make it again from the view and the seed."""
    given(view, View, "chance")
    return random.Random(f"{seed} {view.number} {len(view.events)}")


def is_showdown(view: View) -> bool:
    """Return whether the viewer has to lay out a closed hand, or to lay off on one."""
    return view.state.phase == turns.CLOSED
