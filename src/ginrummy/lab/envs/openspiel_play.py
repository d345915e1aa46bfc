"""Immutable values behind an OpenSpiel state: the rules and the pack of a game, and the play so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

from ginrummy.game.cards import FACE_COUNT, Hand, face_code, faces_of
from ginrummy.kernel import actions
from ginrummy.kernel.actions import ACTION_COUNT, after_action, update_memories
from ginrummy.kernel.move_numbers import PLAIN_MOVES
from ginrummy.rules.cards import NO_FACE, join_hands, single
from ginrummy.rules.scoring import NOBODY
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, Choices, Memory, State, cards_dealt, choices, deal_deck, no_memory
from ginrummy.rules.variant import Variant


class PlayedAction(NamedTuple):
    """An action of a seat, whether the other one did not see its card, and the card drawn."""

    seat: int
    action: int
    is_hidden: bool
    drawn: int = NO_FACE


class _Immutable:
    """A value that its copies share: OpenSpiel copies a state for each branch of a search."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the value itself."""
        return self


@dataclass(frozen=True, slots=True)
class GameRules(_Immutable):
    """The rules, the dealer, and the pack: how many cards there are of each face.

    `deals` counts the deals of a short pack that continue with each face, by the faces before. Without it a
    deal takes the cards as they come.
    """

    variant: Variant
    dealer: int
    copies: tuple[int, ...]
    deals: Mapping[tuple[int, ...], tuple[int, ...]] | None = None

    def is_dealt_to(self, seat: int, place: int) -> bool:
        """Return whether the card at `place` of the deal goes to `seat`."""
        first = 0 if seat != self.dealer else 1
        return (place % 2 if place < 2 * self.variant.hand_dealer else 0) == first


class _Fields(NamedTuple):
    rules: GameRules
    faces: tuple[int, ...] = ()
    law: State | None = None
    memories: tuple[Memory, Memory] = (no_memory(), no_memory())
    transcripts: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    played: tuple[PlayedAction, ...] = ()
    draws: bool = False
    points: tuple[float, float] | None = None


class Play(_Immutable, _Fields):
    """The play so far: the faces that chance gave, and, once all are dealt, the state of the law.

    `transcripts` has what each seat knows, word by word. `draws` says that a card of the stock is due.
    """

    @property
    def is_chance(self) -> bool:
        """Whether chance is to give a face."""
        return self.law is None or self.draws

    @cached_property
    def options(self) -> Choices:
        """The legal options of the seat to move."""
        assert self.law is not None
        return choices(self.rules.variant, self.law)

    @property
    def copies_left(self) -> tuple[int, ...]:
        """Number of chances of each face: the cards left, in a short pack the deals."""
        if self.rules.deals is not None and self.law is None:
            return self.rules.deals[self.faces]
        return tuple(count - self.faces.count(face) for face, count in enumerate(self.rules.copies))

    def may_come(self, face: int) -> bool:
        """Return whether chance may give `face` now."""
        if not 0 <= face < FACE_COUNT:
            return False
        if self.rules.deals is not None:
            return self.copies_left[face] > 0
        return self.faces.count(face) < self.rules.copies[face]

    def hand(self, seat: int) -> Hand:
        """Return the cards of `seat`, those dealt so far while cards are dealt."""
        if self.law is not None:
            return self.law.hands[seat]
        held = Hand(0, 0)
        for place, face in enumerate(self.faces[: cards_dealt(self.rules.variant)]):
            if self.rules.is_dealt_to(seat, place):
                held = join_hands(held, single(face))
        return held

    def hides_from(self, player: int) -> bool:
        """Return whether the next card goes to the other seat, unseen by `player`."""
        if self.points is not None or not self.is_chance:
            return False
        if self.law is not None:
            return self.law.turn != player
        dealt = len(self.faces)
        return dealt < cards_dealt(self.rules.variant) and not self.rules.is_dealt_to(player, dealt)

    def after(self, action: int) -> Play:
        """Return the play after `action`, of chance or of the seat to move; it is legal."""
        if self.law is None:
            return self._deal_face(action)
        if self.draws:
            return self._replace(draws=False, faces=(*self.faces, action))._draw_face(self.law, action)
        play = self._act(self.law, action)
        return play._replace(draws=True) if action == actions.DRAW else play._follow_action(self.law, action)

    def _deal_face(self, face: int) -> Play:
        variant, faces = self.rules.variant, (*self.faces, face)
        if len(faces) < cards_dealt(variant) + variant.upcard:
            return self._replace(faces=faces)
        law = deal_deck(variant, faces, self.rules.dealer)
        law = law._replace(stock=sum(self.rules.copies) - len(faces))
        upcard = face_code(face) if variant.upcard else "-"
        first, second = ((card_codes(law.hands[seat]), upcard) for seat in range(2))
        return self._replace(faces=faces, law=law, transcripts=(first, second))

    def _act(self, law: State, action: int) -> Play:
        is_closing = actions.CLOSE <= action < actions.DRAW
        is_hidden = is_closing and bool(self.rules.variant.closing_discard_face_down)
        first, second = (
            (*self.transcripts[viewer], "close" if is_hidden and viewer != law.turn else action_text(action))
            for viewer in range(2)
        )
        return self._replace(
            played=(*self.played, PlayedAction(law.turn, action, is_hidden)),
            transcripts=(first, second),
            memories=update_memories(self.rules.variant, self.memories, law, action),
        )

    def _draw_face(self, law: State, face: int) -> Play:
        first, second = (
            (*self.transcripts[seat], face_code(face)) if seat == law.turn else self.transcripts[seat]
            for seat in range(2)
        )
        played = (*self.played[:-1], self.played[-1]._replace(drawn=face))
        return self._replace(transcripts=(first, second), played=played)._follow_action(
            law, actions.DRAW, face
        )

    def _follow_action(self, law: State, action: int, face: int = NO_FACE) -> Play:
        law = after_action(self.rules.variant, law, action, face)
        if law.phase < CLOSED:
            return self._replace(law=law)
        score = automatic_score(self.rules.variant, law)
        if score.winner == NOBODY:
            return self._replace(law=law, points=(0.0, 0.0))
        won = float(score.points)
        return self._replace(law=law, points=(won, -won) if score.winner == 0 else (-won, won))


def card_codes(hand: Hand) -> str:
    """Return the cards of `hand` in notation, without spaces, `-` for none."""
    return "".join(face_code(face) for face in faces_of(hand)) or "-"


def action_text(action: int) -> str:
    """Return an action in the notation of moves; `close:` is a knock, or gin when nothing is left.

    Any other number is returned as text: OpenSpiel requests its text before it refuses it.
    """
    if not 0 <= action < ACTION_COUNT:
        return str(action)
    if action in PLAIN_MOVES:
        return str(PLAIN_MOVES[action])
    return face_code(action) if action < actions.CLOSE else f"close:{face_code(action - actions.CLOSE)}"
