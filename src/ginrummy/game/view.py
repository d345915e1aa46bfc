"""View of one seat: everything that it may know of a hand. Players receive nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from ginrummy.game.cards import Hand, card_sign, face_code, faces_of
from ginrummy.game.game import Game, Phase, Played
from ginrummy.game.legality import find_illegality
from ginrummy.game.match import Match
from ginrummy.game.moves import CLOSING_DISCARDS, NO_HAND, Move, MoveKind, validate_move
from ginrummy.game.notebook import picture_method
from ginrummy.locale import _, ngettext
from ginrummy.locale.argument_checks import as_instance, as_seat, as_whole_number
from ginrummy.rules import melds, scoring, spreads, turns
from ginrummy.rules.cards import FACE_COUNT, NO_FACE, is_card, without
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.scoring import HandScore, Sheet
from ginrummy.rules.showdown import Defence
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import (
    Memory,
    State,
    hand_size,
    no_memory,
    remember_closing,
    remember_discard,
    remember_refusal,
    remember_take,
)
from ginrummy.rules.types import Face, Points, Seat, other_seat
from ginrummy.variants import INSPECT_ALL, NONE, Variant, variant_text

HIDDEN = Face(NO_FACE)
MOST_EARLIER = 20
"""Number of earlier hands in a view: enough to know a player by, and bounded in a long match."""
_KEPT = 256
_looked_back: dict[tuple[int, int], tuple[tuple[Game, ...], tuple[EarlierHand, ...]]] = {}
CLOSING_NAMES = {turns.CLOSED_KNOCK: "knock", turns.CLOSED_GIN: "gin", turns.CLOSED_BIG_GIN: "big_gin"}


@dataclass(frozen=True, slots=True)
class Event:
    """A move as the viewer saw it: the seat, the move, and its card if it was seen, else `HIDDEN`.

    For `TAKE` it is the card taken. For a stock draw it is the card drawn, only for the viewer's own seat. A
    closing discard is face down for the other seat.
    """

    seat: Seat
    kind: MoveKind
    face: Face = HIDDEN


@dataclass(frozen=True, slots=True)
class EarlierHand:
    """An ended hand of the match, as the viewer saw it.

    `hand` is the viewer's hand at the end, `shown` the other seat's cards, `None` after a void.
    """

    dealer: Seat
    upcard: Face | None
    events: tuple[Event, ...]
    hand: Hand
    shown: Hand | None
    score: HandScore


class OnTable:
    """Public information of a hand, derived from the `state` of a view."""

    __slots__ = ()
    variant: Variant
    phase: Phase
    state: State
    pile: tuple[Face, ...]

    def _on_a_line(self, **seen: object) -> str:
        seen |= {"pile": "".join(map(face_code, self.pile)), "stock": self.stock}
        facts = "".join(f", {name}={value!r}" for name, value in seen.items() if value is not None)
        return f'{type(self).__name__}("{variant_text(self.variant)}", phase={self.phase.value}{facts})'

    def __str__(self) -> str:
        """Return the cards on the table, in the current language."""
        text = ngettext("{count} card in the stock, on the pile: {top}",
                        "{count} cards in the stock, on the pile: {top}", self.stock)  # fmt: skip
        return text.format(count=self.stock, top="–" if self.top is None else card_sign(self.top))

    @property
    def dealer(self) -> Seat:
        """The seat that dealt."""
        return Seat(self.state.dealer)

    @property
    def stock(self) -> int:
        """The number of cards in the stock."""
        return self.state.stock

    @property
    def upcard(self) -> Face | None:
        """The card that was turned up at the deal, or `None`."""
        return face_or_none(self.state.upcard)

    @property
    def top(self) -> Face | None:
        """The card on top of the pile, or `None`."""
        return face_or_none(self.state.pile.top)

    @property
    def closing(self) -> str | None:
        """The kind of closing: `knock`, `gin` or `big_gin`."""
        return CLOSING_NAMES.get(self.state.closing)


@dataclass(frozen=True)  # no slots: the legal moves are cached
class View(OnTable):
    """A hand seen from `seat`.

    `state` is the law's own state with all hidden cards blanked out: the other hand is the viewer's knowledge
    of it, `opponent_known`, and a face-down closing discard is `HIDDEN`. `pile` has the visible faces, the
    top last. `shown` is the other hand once it lies on the table. `events` is the whole play as this seat saw
    it. `sheet` is the match's score sheet before this hand, `earlier` the last twenty hands on it, as this
    seat saw them.
    """

    variant: Variant
    seat: Seat
    turn: Seat
    phase: Phase
    state: State
    pile: tuple[Face, ...]
    pile_size: int
    events: tuple[Event, ...]
    spread: Spread | None
    defence: Defence | None
    shown: Hand | None
    score: HandScore | None
    sheet: Sheet
    number: int
    earlier: tuple[EarlierHand, ...] = ()

    def __repr__(self) -> str:
        """Return the view on one line."""
        return self._on_a_line(
            seat=self.seat, turn=self.turn, hand=self.hand, opponent_known=self.opponent_known,
            shown=self.shown, score=self.score,
        )  # fmt: skip

    def __str__(self) -> str:
        """Return the seat's hand and the table, in the current language."""
        cards = " ".join(map(card_sign, faces_of(self.hand)))
        left = _("Deadwood") + f" {self.deadwood()}"
        return " · ".join((cards, left, super().__str__()))

    _repr_svg_ = picture_method("game.pictures:view_picture")

    @property
    def hand(self) -> Hand:
        """The viewer's own cards."""
        return self.state.hands[self.seat]

    @property
    def is_my_turn(self) -> bool:
        """Whether it is the viewer's turn to decide."""
        return self.turn == self.seat and self.phase is not Phase.OVER

    @property
    def taken(self) -> Face | None:
        """The card taken from the pile in this turn and not yet discarded."""
        return face_or_none(self.state.taken)

    @property
    def opponent_known(self) -> Hand:
        """The cards that the other seat is certain to hold (RULES 4.9).

        Those taken from the pile that have not left the hand since; all once the hand lies on the table.
        """
        return self.state.hands[1 - self.seat]

    @property
    def opponent_possible(self) -> Hand:
        """The known cards before a face-down closing discard, which may be one of them (RULES 4.9)."""
        return NO_HAND if self.shown is not None else self._seen.possible

    @property
    def opponent_size(self) -> int:
        """The number of cards in the other hand."""
        held = hand_size(self.variant, self.dealer, 1 - self.seat)
        for event in self.events:
            if event.seat != self.seat:
                held += _GAINS.get(event.kind, 0)
        return held

    @property
    def memory(self) -> Memory:
        """The sets of cards that the other seat was seen to take, leave and discard."""
        return self._seen.memory

    @property
    def _seen(self) -> SeatKnowledge:
        return seat_knowledge(self.variant, self.events, self.state.upcard, other_seat(self.seat))

    @property
    def opponent_taken(self) -> tuple[Face, ...]:
        """The cards that the other seat took from the pile, in order."""
        return self._faces(MoveKind.TAKE)

    @property
    def opponent_discards(self) -> tuple[Face, ...]:
        """The cards that the other seat discarded, in order."""
        return self._faces(MoveKind.DISCARD)

    @property
    def opponent_refused(self) -> tuple[Face, ...]:
        """The cards that the other seat left on the pile, by passing or drawing from the stock, in order.

        After both have passed the upcard the stock is the only choice, and no further card counts as left.
        """
        found, both_passed = [], False
        for event, top in events_with_pile_top(self.events, self.state.upcard):
            leaves = event.seat != self.seat and event.kind in _REFUSALS
            if leaves and is_card(top) and not (both_passed and event.kind is MoveKind.DRAW):
                found.append(top)
            both_passed = event.kind is MoveKind.PASS
        return tuple(found)

    def _faces(self, kind: MoveKind) -> tuple[Face, ...]:
        return tuple(event.face for event in self.events if event.seat != self.seat and event.kind is kind)

    @property
    def knock_limit(self) -> Points | None:
        """The limit for the seat to move, 0 for gin only, `None` without knocking.

        Also `None` when each closing discard sets its own, see `knock_limits`, and none is visible.
        """
        limit = turns.limit_of_all_discards(self.variant, self.state)
        return None if limit == NONE else Points(limit)

    @property
    def knock_limits(self) -> dict[str, Points]:
        """The limit of each closing discard, by the card's text; empty outside that decision."""
        if (
            not turns.has_limit_per_discard(self.variant)
            or not self.is_my_turn
            or self.phase is not Phase.DISCARD
        ):
            return {}
        limits = {face: turns.knock_limit(self.variant, self.state, face) for face in faces_of(self.hand)}
        return {face_code(face): Points(limit) for face, limit in limits.items()}

    def shown_hand(self, seat: int) -> Hand | None:
        """Return the hand of `seat` once the hand is over and both lie face up."""
        as_seat(seat, "shown_hand")
        if self.shown is None or self.score is None:
            return None
        return self.hand if seat == self.seat else self.shown

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the viewer's legal moves, as `Game.legal_moves` does; none out of turn."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        return self._own_game().legal_moves() if self.is_my_turn else ()

    def automatic_layout(self) -> Move:
        """Return the best spread or the best defence; for the seat to move at the showdown."""
        return self._own_game().automatic_layout()

    def refusal(self, move: Move) -> Exception | None:
        """Return why the viewer may not play `move` now, or `None` if it may."""
        return find_illegality(
            self.variant,
            self.state,
            self.spread,
            validate_move(move, "refusal"),
            is_over=self.phase is Phase.OVER,
        )

    @property
    def leaves(self) -> dict[str, Points]:
        """The least deadwood after each discard, by the card's text; empty outside that decision.

        The text of a discard is its key: `view.leaves.get(str(move))`.
        """
        if not self.is_my_turn or self.phase is not Phase.DISCARD:
            return {}
        left = [0] * FACE_COUNT
        runs = melds.run_table_of(self.variant)
        fill_deadwoods(self.hand, runs, self.variant.set_same_suit_duplicates, left)
        return {face_code(face): Points(left[face]) for face in faces_of(self.hand)}

    def deadwood(self) -> Points:
        """Return the least deadwood of the viewer's own cards."""
        return Points(melds.deadwood(self.variant, self.hand))

    def best_spread(self) -> Spread:
        """Return the best layout of the viewer's own cards as they are."""
        return spreads.spread_without_bound(self.variant, self.hand, self.state.pile.cards)

    def _own_game(self) -> Game:
        return Game(self.variant, self.dealer, (), self.state, (), self.spread, self.defence, self.score)


_GAINS = {
    MoveKind.TAKE: 1,
    MoveKind.DRAW: 1,
    MoveKind.DISCARD: -1,
    MoveKind.KNOCK: -1,
    MoveKind.GIN: -1,
}


_REFUSALS = (MoveKind.PASS, MoveKind.DRAW)


def view_of(match: Match, seat: int) -> View:
    """Return the current hand of `match` as `seat` sees it."""
    as_instance(match, Match, "view_of")
    seat = as_seat(seat, "view_of")
    earlier = earlier_hands(match.finished, seat)
    return view_of_game(match.game, seat, sheet=match.sheet, number=match.number, earlier=earlier)


def earlier_hands(finished: tuple[Game, ...], seat: Seat) -> tuple[EarlierHand, ...]:
    """Return the last `MOST_EARLIER` of `finished` as `seat` saw them.

    All positions of a hand share one tuple, so results derived from it can be cached.
    """
    games, found = _looked_back.get((id(finished), seat), ((), ()))
    if games is not finished:
        found = tuple(earlier_hand(game, seat) for game in finished[-MOST_EARLIER:])
        if len(_looked_back) >= _KEPT:
            _looked_back.clear()
        _looked_back[id(finished), seat] = (finished, found)
    return found


@lru_cache(maxsize=256)  # the next hand uses them again
def earlier_hand(game: Game, seat: Seat) -> EarlierHand:
    """Return `game`, which has ended, as `seat` saw it."""
    score = as_instance(game.score, HandScore, "earlier_hand")
    return EarlierHand(
        dealer=game.dealer,
        upcard=face_or_none(game.state.upcard),
        events=seen_events(game, seat),
        hand=game.state.hands[seat],
        shown=visible_hand(game, other_seat(seat)),
        score=score,
    )


def view_of_game(
    game: Game,
    seat: int,
    *,
    sheet: Sheet | None = None,
    number: int = 0,
    earlier: tuple[EarlierHand, ...] = (),
) -> View:
    """Return `game` as `seat` sees it.

    `sheet` is the match's before this hand, blank by default, and `earlier` are its hands before this one.
    """
    as_instance(game, Game, "view_of_game")
    seat = as_seat(seat, "view_of_game")
    events = seen_events(game, seat)
    across = other_seat(seat)
    shown = visible_hand(game, across)
    other = known_hand(game.variant, events, game.state.upcard, across, shown)
    pile = game.pile
    visible = pile if game.variant.discard_inspect == INSPECT_ALL else pile[-1:]
    return View(
        variant=game.variant,
        seat=seat,
        turn=game.turn,
        phase=game.phase,
        state=hide_secrets(game.variant, game.state, seat, other),
        pile=visible,
        pile_size=len(pile),
        events=events,
        spread=game.spread,
        defence=game.defence,
        shown=shown,
        score=game.score,
        sheet=scoring.new_sheet() if sheet is None else as_instance(sheet, Sheet, "view_of_game"),
        number=as_whole_number(number, "view_of_game", least=0),
        earlier=earlier,
    )


def face_or_none(face: int) -> Face | None:
    """Return `face`, or `None` for no card."""
    return Face(face) if is_card(face) else None


def seen_events(game: Game, seat: Seat) -> tuple[Event, ...]:
    """Return the moves of `game` as `seat` saw them, or for `NOBODY` as spectators did."""
    return _events_seen(game.plays, game.variant, seat)


def last_event(game: Game, seat: Seat) -> Event:
    """Return the last move of `game` as `seat` saw it."""
    return _events_seen(game.plays[-1:], game.variant, seat)[0]


def _events_seen(plays: tuple[Played, ...], variant: Variant, seat: Seat) -> tuple[Event, ...]:
    face_down = {MoveKind.DRAW}
    if variant.closing_discard_face_down:
        face_down |= {*CLOSING_DISCARDS}
    return tuple(
        Event(mover, move.kind, HIDDEN if mover != seat and move.kind in face_down else face)
        for mover, move, face in plays
    )


def events_with_pile_top(events: Iterable[Event], upcard: int) -> Iterator[tuple[Event, Face]]:
    """Yield each of `events` with the top of the pile before it, `NO_FACE` for none."""
    pile = [Face(upcard)]
    for event in events:
        yield event, pile[-1] if pile else HIDDEN
        if event.kind is MoveKind.TAKE:
            pile.pop()
        elif event.kind is MoveKind.DISCARD:
            pile.append(event.face)


class SeatKnowledge(NamedTuple):
    """Knowledge of a hand: its memory, and the known cards that may be its closing discard."""

    memory: Memory
    possible: Hand


def seat_knowledge(variant: Variant, events: Iterable[Event], upcard: int, seat: Seat) -> SeatKnowledge:
    """Return the knowledge of the hand of `seat` from `events` (RULES 4.9)."""
    memory, possible, stayed = no_memory(), NO_HAND, NO_FACE
    for event, top in events_with_pile_top(events, upcard):
        if event.seat != seat:
            continue
        if event.kind is MoveKind.TAKE:
            memory = remember_take(memory, event.face)
        elif event.kind is MoveKind.DISCARD:
            memory = remember_discard(memory, event.face, stayed)
        elif event.kind in _REFUSALS:
            memory = remember_refusal(memory, top)
        elif event.kind in CLOSING_DISCARDS:
            before, memory = memory.known, remember_closing(memory, event.face, stayed)
            possible = NO_HAND if is_card(event.face) else without(before, memory.known)
        stayed = turns.held_back(variant, event.face) if event.kind is MoveKind.TAKE else NO_FACE
    return SeatKnowledge(memory, possible)


def known_hand(
    variant: Variant, events: Iterable[Event], upcard: int, seat: Seat, shown: Hand | None
) -> Hand:
    """Return the cards that `seat` certainly holds: all that are `shown`, else those known from `events`."""
    return seat_knowledge(variant, events, upcard, seat).memory.known if shown is None else shown


def visible_hand(game: Game, seat: Seat) -> Hand | None:
    """Return the hand of `seat` once it lies on the table: after its spread, or at a score."""
    hand = game.state.hands[seat]
    if game.score is not None:
        return None if game.score.kind == scoring.VOID else hand
    return hand if game.spread is not None and seat == game.state.turn else None


def hide_secrets(variant: Variant, state: State, seat: Seat, other: Hand) -> State:
    """Return `state` without what `seat` cannot know: the other hand, a face-down closing discard."""
    own = state.hands[seat]
    is_seen = state.turn == seat or variant.closing_discard_face_down == 0
    closed = state.closed if is_seen else HIDDEN
    return state._replace(hands=(own, other) if seat == 0 else (other, own), closed=closed)


def undo_last_move(match: Match) -> Match:
    """Return `match` before the last move of the hand on the table."""
    *_earlier, game, _now = match.game.positions()
    return replace(match, game=game)


def may_undo_move(match: Match, seat: Seat) -> bool:
    """Return whether `seat` may undo the last move: it is its own and revealed nothing hidden.

    A draw reveals a card of the stock, and an answer of the other seat reveals something of its hand. A move
    that ended the hand may be undone only if the other hand was already open. A move that ended the match may
    not, because the secret of the deals is shown then.
    """
    plays = match.game.plays
    if not plays or match.is_over or plays[-1].seat != seat or plays[-1].move.kind is MoveKind.DRAW:
        return False
    other = other_seat(seat)
    shown = visible_hand(match.game, other)
    return shown is None or shown == visible_hand(undo_last_move(match).game, other)
