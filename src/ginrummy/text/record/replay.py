"""Replay of a hand from a record, token by token, through the law."""

from __future__ import annotations

from dataclasses import replace

from ginrummy.game.cards import Hand, face_text, faces_of
from ginrummy.game.game import Game, Played, left_over
from ginrummy.game.moves import Move, MoveKind
from ginrummy.locale import _, language
from ginrummy.locale.errors import RecordError
from ginrummy.rules.types import Face
from ginrummy.text.record.notation import half_turns, is_half, parse_shown


class HandReplay:
    """A replay in progress.

    The plays are collected and joined at the end, so that the longest hand is read in linear time.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._plays: list[Played] = []
        self._is_half = False

    def whole(self) -> Game:
        """Return the hand replayed so far."""
        return replace(self._game, plays=tuple(self._plays))

    def turn(self, token: str) -> None:
        """Play the turn in `token`. Raises `RecordError` or `IllegalMove`."""
        if self._is_half:
            raise RecordError(_("the turn before this one lacks its discard"), clause="4.5")
        for move, face in half_turns(token):
            moved = self._play(move)
            if moved != face:
                raise _other_card(move, due=moved, found=face)
        self._is_half = is_half(token)

    def show(self, text: str) -> None:
        """Play the spread or the lay-offs of the line `text`. Raises `RecordError` or `IllegalMove`."""
        move, rest = parse_shown(text)
        hand = self._game.state.hands[self._game.turn]
        self._play(move)
        left = left_over(left_over(hand, move.laid), move.melds)
        if left != rest:
            message = _("in brackets stands what is left over: {due}")
            raise RecordError(message.format(due=_cards(left)), clause="2.6")

    def _play(self, move: Move) -> Face:
        """Play `move` and return the face that it moved, `NO_FACE` for none."""
        self._game = replace(self._game, plays=()).play(move)
        self._plays += self._game.plays
        return self._plays[-1].face


def _other_card(move: Move, *, due: Face, found: Face) -> RecordError:
    cards = {"due": face_text(due, language()), "found": face_text(found, language())}
    if move.kind is MoveKind.DRAW:
        return RecordError(_("the stock gives {due} here, not {found}").format(**cards), clause="3.6")
    return RecordError(_("on the pile lies {due} here, not {found}").format(**cards), clause="4.4")


def _cards(hand: Hand) -> str:
    return " ".join(face_text(face, language()) for face in faces_of(hand)) or "–"
