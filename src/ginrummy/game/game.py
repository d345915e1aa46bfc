"""One hand of gin rummy as an immutable value: the object interface of the law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from ginrummy.game.cards import FACE_COUNT, Hand, faces_of
from ginrummy.game.legality import find_illegality
from ginrummy.game.moves import (
    BIG_GIN,
    DRAW,
    PASS,
    TAKE,
    Move,
    MoveKind,
    closing_move,
    defence_from_move,
    discard,
    remove_melds,
    validate_move,
    with_melds_first,
)
from ginrummy.game.notebook import picture_method
from ginrummy.game.shuffle import deck_text, parse_deck
from ginrummy.locale import _
from ginrummy.locale.argument_checks import (
    as_face,
    as_instance,
    as_seat,
    as_text,
    as_tuple,
    as_whole_number,
)
from ginrummy.locale.errors import CardError, GinRummyError
from ginrummy.rules import showdown, turns
from ginrummy.rules import turns as dealing
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.showdown import Defence, automatic_defence, automatic_spread, score_unclosed
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import State
from ginrummy.rules.types import Card, Face, Points, Seat, other_seat
from ginrummy.variants import NONE, Variant, parse_variant_text, variant_text


class Phase(Enum):
    """The decision of the seat to move."""

    OFFER = "offer"
    DRAW = "draw"
    DISCARD = "discard"
    LAST_DISCARD = "last_discard"
    SPREAD = "spread"
    LAY_OFF = "lay_off"
    OVER = "over"

    __repr__ = Enum.__str__  # valid code


_PHASES = {
    turns.OFFER: Phase.OFFER,
    turns.OFFER_DEALER: Phase.OFFER,
    turns.STOCK_ONLY: Phase.DRAW,
    turns.DRAW: Phase.DRAW,
    turns.DISCARD: Phase.DISCARD,
    turns.MUST_CLOSE: Phase.DISCARD,
    turns.LAST_DISCARD: Phase.LAST_DISCARD,
}


class Played(NamedTuple):
    """A move that was played: the seat, and the moved card, `NO_FACE` (-1) for none."""

    seat: Seat
    move: Move
    face: Face


@dataclass(frozen=True, slots=True)
class Game:
    """A hand, from the deal to its score: `play(move)` returns the next value.

    `deck` holds card numbers in the order of dealing. `state` is the law's own. `spread`, `defence` and
    `score` are set once they are known.
    """

    variant: Variant
    dealer: Seat
    deck: tuple[Card, ...]
    state: State
    plays: tuple[Played, ...] = ()
    spread: Spread | None = None
    defence: Defence | None = None
    score: HandScore | None = None

    def __repr__(self) -> str:
        """Return the game as code: its text, or its parts where no text describes it."""
        if _has_text(self):
            return f'Game.from_text("{self}")'
        parts = (getattr(self, name) for name in self.__dataclass_fields__)
        return f"Game({', '.join(map(repr, parts))})"

    def __str__(self) -> str:
        """Return the game on a line: the variant, the dealer, the deck, and after a bar the moves played."""
        head = f"{variant_text(self.variant)} {self.dealer} {deck_text(self.deck)}"
        return " ".join([head, "|", *map(str, self.moves)])

    _repr_svg_ = picture_method("game.pictures:game_picture")

    @classmethod
    def from_text(cls, text: str) -> Game:
        """Return the game that `str` wrote, replayed. Raises a `GinRummyError` for anything else."""
        head, _bar, moves = as_text(text, "Game.from_text").partition("|")
        variant, dealer, *deck = [*head.split(), "", ""]
        row = parse_variant_text(variant)
        if dealer not in ("0", "1"):
            raise CardError(_("the dealer is seat 0 or seat 1"), where=dealer, clause="3.1")
        game = cls.deal(row, dealer=int(dealer), deck=parse_deck(" ".join(deck), packs=row.decks))
        for move in moves.split():
            game = game.play(Move(move))
        return game

    @classmethod
    def deal(cls, variant: Variant, *, dealer: int, deck: Sequence[int]) -> Game:
        """Return the game after dealing `deck` one card at a time, non-dealer first (RULES 3.2).

        Raises `CardError` unless `deck` is a permutation of the variant's packs.
        """
        variant, first = as_instance(variant, Variant, "Game.deal"), as_seat(dealer, "Game.deal")
        cards = tuple(Card(as_whole_number(card, "Game.deal")) for card in as_tuple(deck, "Game.deal"))
        if sorted(cards) != list(range(FACE_COUNT * variant.decks)):
            raise CardError(_("the deck is not every card of the packs once"), clause="1.1")
        return cls(variant, first, cards, dealing.deal_deck(variant, cards, first))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far."""
        return tuple(played.move for played in self.plays)

    def positions(self) -> Iterator[Game]:
        """Yield the game as it was dealt, and after each of its moves."""
        game = Game.deal(self.variant, dealer=self.dealer, deck=self.deck)
        yield game
        for move in self.moves:
            game = game.play(move)
            yield game

    @property
    def turn(self) -> Seat:
        """The seat to move; after a closing the knocker, then the defender."""
        defending = self.spread is not None and self.score is None
        turn = Seat(self.state.turn)
        return other_seat(turn) if defending else turn

    @property
    def phase(self) -> Phase:
        """The decision of the seat to move."""
        if self.score is not None:
            return Phase.OVER
        if self.state.phase == turns.CLOSED:
            return Phase.SPREAD if self.spread is None else Phase.LAY_OFF
        return _PHASES[self.state.phase]

    @property
    def is_over(self) -> bool:
        """Whether the hand has its score."""
        return self.score is not None

    @property
    def knock_limit(self) -> Points | None:
        """The limit for the seat to move, 0 for gin only, `None` without knocking (RULES 5.2-5.4, 5.8).

        Also `None` when each closing discard sets its own limit and there is none yet.
        """
        limit = turns.limit_of_all_discards(self.variant, self.state)
        return None if limit == NONE else Points(limit)

    @property
    def stock(self) -> tuple[Face, ...]:
        """The faces of the stock, the next to be drawn first."""
        undrawn = self.deck[len(self.deck) - self.state.stock :]
        return tuple(Face(card % FACE_COUNT) for card in undrawn)

    @property
    def pile(self) -> tuple[Face, ...]:
        """The faces of the discard pile, the top last; a closing discard is not among them."""
        upcard = self.state.upcard
        cards = [Face(upcard)] if upcard != NO_FACE else []
        for move in self.moves:
            if move.kind is MoveKind.TAKE:
                cards.pop()
            elif move.kind is MoveKind.DISCARD:
                cards.append(move.face)
        return tuple(cards)

    def verify(self, move: Move) -> None:
        """Raise `IllegalMove` with the reason and the clause if the law refuses `move`."""
        refusal = find_illegality(
            self.variant, self.state, self.spread, validate_move(move, "play"), is_over=self.is_over
        )
        if refusal is not None:
            raise refusal

    def play(self, move: Move | str) -> Game:
        """Return the game after `move`, or its text. Raises `IllegalMove` if the law refuses it.

        Raises `CardError` for a text that is not a move.
        """
        said = Move(move) if isinstance(move, str) else move
        self.verify(said)
        move = with_melds_first(said)
        plays = (*self.plays, Played(self.turn, move, self._moved_face(move)))
        if move.kind is MoveKind.SPREAD:
            hand = self.state.hands[self.state.turn]
            return replace(self, plays=plays, spread=Spread(move.melds, remove_melds(hand, move.melds)))
        if move.kind is MoveKind.LAY_OFF:
            return replace(self, plays=plays)._settle(move)
        state = self._next_state(move)
        is_over = state.phase in (turns.OVER, turns.COMPARED)
        score = score_unclosed(self.variant, state) if is_over else None
        return Game(self.variant, self.dealer, self.deck, state, plays, score=score)

    def _moved_face(self, move: Move) -> Face:
        if move.kind is MoveKind.DRAW:
            return Face(dealing.next_face(self.deck, self.state))
        return Face(self.state.pile.top) if move.kind is MoveKind.TAKE else move.face

    def _next_state(self, move: Move) -> State:
        state = self.state
        if move.kind is MoveKind.PASS:
            return turns.leave_top(self.variant, state)
        if move.kind is MoveKind.TAKE:
            return turns.take_top(state)
        if move.kind is MoveKind.DRAW:
            return turns.draw_stock(state, dealing.next_face(self.deck, state))
        if move.kind is MoveKind.DISCARD:
            return turns.discard_card(self.variant, state, move.face)
        if move.kind is MoveKind.BIG_GIN:
            return turns.declare_big_gin(state)
        return turns.close_hand(self.variant, state, move.face)

    def _settle(self, move: Move) -> Game:
        assert self.spread is not None
        defence = defence_from_move(self.state.hands[1 - self.state.turn], move)
        score = showdown.score_showdown(self.variant, self.state, self.spread, defence)
        return replace(self, defence=defence, score=score)

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves, with discards and closings ordered by face.

        At the showdown, with its many arrangements, only the automatic one. Any move that `verify` accepts
        may be played instead.
        """
        if self.is_over:
            return ()
        if self.state.phase == turns.CLOSED:
            return (self.automatic_layout(),)
        choices = turns.choices(self.variant, self.state)
        plain = (
            (choices.leave, PASS),
            (choices.draw, DRAW),
            (choices.take, TAKE),
            (choices.big_gin, BIG_GIN),
        )
        found = [move for allowed, move in plain if allowed]
        found += [discard(face) for face in faces_of(Hand(choices.discards, 0))]
        found += [self.closing(face) for face in faces_of(Hand(choices.closings, 0))]
        return tuple(found)

    def closing(self, face: Face) -> Move:
        """Return the closing with `face`: gin when nothing is left, else a knock (RULES 5.6)."""
        return closing_move(self.variant, self.state.hands[self.state.turn], as_face(face, "closing"))

    def automatic_layout(self) -> Move:
        """Return the best spread, or the best lay-offs and own melds, of a closed hand (RULES 6.2, 6.6)."""
        if self.spread is None:
            return Move(MoveKind.SPREAD, melds=automatic_spread(self.variant, self.state).melds)
        best = automatic_defence(self.variant, self.state, self.spread)
        return Move(MoveKind.LAY_OFF, melds=best.own.melds, laid=best.laid)


def _has_text(game: Game) -> bool:
    """Return whether a text describes all of `game`: it was dealt and played, not built from parts."""
    try:
        return Game.from_text(str(game)) == game
    except GinRummyError:
        return False
