"""Rules of undo: one's own last move, where it revealed nothing hidden."""

from __future__ import annotations

from dataclasses import replace

from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import shown_hand
from ginrummy.rules.types import Seat, other_seat


def before_last(match: Match) -> Match:
    """Return `match` before the last move of the hand on the table."""
    *_earlier, game, _now = match.game.positions()
    return replace(match, game=game)


def may_go_back(match: Match, seat: Seat) -> bool:
    """Return whether `seat` may undo the last move: it is its own and revealed nothing hidden.

    A draw reveals a card of the stock, and an answer of the other seat reveals something of its hand. A move
    that ended the hand may be undone only if the other hand was already open. A move that ended the match may
    not, because the secret of the deals is shown then.
    """
    plays = match.game.plays
    if not plays or match.is_over or plays[-1].seat != seat or plays[-1].move.kind is MoveKind.DRAW:
        return False
    other = other_seat(seat)
    shown = shown_hand(match.game, other)
    return shown is None or shown == shown_hand(before_last(match).game, other)
