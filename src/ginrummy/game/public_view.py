"""Public view of a hand for spectators: neither hand during play; both, one hand later."""

from __future__ import annotations

from dataclasses import dataclass

from ginrummy.game.cards import Hand
from ginrummy.game.game import Game, Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import NO_HAND
from ginrummy.game.view import HIDDEN, Event, OnTable, known_hand, seat_knowledge, seen_events, visible_hand
from ginrummy.locale.argument_checks import as_instance, as_seat
from ginrummy.rules import scoring
from ginrummy.rules.cards import size_of
from ginrummy.rules.scoring import HandScore, Sheet
from ginrummy.rules.showdown import Defence
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import State
from ginrummy.rules.types import NOBODY, SEATS, Face, Seat
from ginrummy.variants import INSPECT_ALL, Variant


@dataclass(frozen=True, slots=True)
class PublicView(OnTable):
    """A hand as spectators see it: the common knowledge of both players.

    `state` is the law's own state with both hands blanked to the publicly known cards, and a face-down
    closing discard `HIDDEN`. `sizes` are the numbers of cards in the hands. `shown` are the hands that lie on
    the table, by seat. `events` is the play, with the cards that were face up.
    """

    variant: Variant
    turn: Seat
    phase: Phase
    state: State
    sizes: tuple[int, int]
    pile: tuple[Face, ...]
    pile_size: int
    events: tuple[Event, ...]
    spread: Spread | None
    defence: Defence | None
    shown: tuple[Hand | None, Hand | None]
    score: HandScore | None
    sheet: Sheet
    number: int

    def __repr__(self) -> str:
        """Return the view on one line."""
        return self._on_a_line(
            turn=self.turn, sizes=self.sizes, known=self.known, shown=self.shown, score=self.score
        )

    @property
    def known(self) -> tuple[Hand, Hand]:
        """The cards that each seat is certain to hold, as in `View.opponent_known` (RULES 4.9)."""
        return self.state.hands

    @property
    def possible(self) -> tuple[Hand, Hand]:
        """The cards of each seat that may be its closing discard, as in `View.opponent_possible`."""
        first, second = SEATS
        return self._possible(first), self._possible(second)

    def _possible(self, seat: Seat) -> Hand:
        if self.shown[seat] is not None:
            return NO_HAND
        return seat_knowledge(self.variant, self.events, self.state.upcard, seat).possible

    def shown_hand(self, seat: int) -> Hand | None:
        """Return the hand of `seat` once the hand is over and it lies face up."""
        seat = as_seat(seat, "shown_hand")
        return self.shown[seat] if self.score is not None else None


def public_view_of(match: Match) -> PublicView:
    """Return the current hand of `match` as spectators see it."""
    as_instance(match, Match, "public_view_of")
    return public_view_of_game(match.game, sheet=match.sheet, number=match.number)


def public_view_of_game(game: Game, *, sheet: Sheet | None = None, number: int = 0) -> PublicView:
    """Return `game` as spectators see it; `sheet` is the match's before this hand, blank by default."""
    events = seen_events(game, NOBODY)
    pile = game.pile
    first, second = SEATS
    shown = (visible_hand(game, first), visible_hand(game, second))
    return PublicView(
        variant=game.variant,
        turn=game.turn,
        phase=game.phase,
        state=_blank_state(game, events, shown),
        sizes=(size_of(game.state.hands[0]), size_of(game.state.hands[1])),
        pile=pile if game.variant.discard_inspect == INSPECT_ALL else pile[-1:],
        pile_size=len(pile),
        events=events,
        spread=game.spread,
        defence=game.defence,
        shown=shown,
        score=game.score,
        sheet=scoring.new_sheet() if sheet is None else sheet,
        number=number,
    )


def fully_visible_games(match: Match) -> tuple[Game, ...]:
    """Return the hands that may be shown in full: those before the current one, all after the match."""
    return match.games if match.is_over else match.finished


def _blank_state(game: Game, events: tuple[Event, ...], shown: tuple[Hand | None, Hand | None]) -> State:
    upcard = game.state.upcard
    first, second = (known_hand(game.variant, events, upcard, seat, shown[seat]) for seat in SEATS)
    closed = HIDDEN if game.variant.closing_discard_face_down else game.state.closed
    return game.state._replace(hands=(first, second), closed=closed)
