"""State of a table: the fold of its event log, a value without database access.

| event text | meaning |
|---|---|
| `seal:HEX` | the seal of the seat's cut, which stays hidden until the other seat has cut (RULES 3.6) |
| `cut:TEXT` | the seat's cut, in the open; once both cuts are known the first hand is dealt |
| `reveal:NONCE TEXT` | the cut that the seat had sealed |
| `deck:CARDS` | a prepared hand, dealt from the deck in this order |
| `laid:CARDS` | the same for a hand of an exercise, which repeats another match up to a decision |
| a move's text | a move (`ginrummy.game.moves`) |
| `next` | the seat is ready for the next hand; after both it is dealt |
| `resign` | the seat resigns the match |
| `time` | the seat's time is out: it loses the match |
| `void` | both seats' times are out at once: neither seat wins |
| `claim` | the seat claims the match, because the other player is gone |
| `bot` | the seat, the other player being gone, lets a bot stand in for that player |
| `undo` | the seat takes back its last move, which revealed nothing hidden to it |
| `back` | the seat is back and takes over from its stand-in bot |
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ginrummy.game import shuffle
from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import Move, parse_move
from ginrummy.game.shuffle import Seeds, parse_deck, validate_seal, verify_seal
from ginrummy.game.view import may_undo_move, undo_last_move
from ginrummy.locale import _
from ginrummy.locale.errors import IllegalMove
from ginrummy.rules.types import SEATS, Card, Seat, other_seat, seat_or_none
from ginrummy.variants import Variant
from ginrummy.web.frameworks.compiled_query import CompiledQuery
from ginrummy.web.tables.errors import OutOfTurn
from ginrummy.web.tables.models import Event, Table

SEAL = "seal:"
CUT = "cut:"
REVEAL = "reveal:"
OPENINGS = (SEAL, CUT, REVEAL)
"""Prefixes of events before the deal."""
DECK = "deck:"
LAID = "laid:"
NEXT = "next"
RESIGN = "resign"
TIME = "time"
VOID = "void"
CLAIM = "claim"
STAND_IN = "bot"
BACK = "back"
UNDO = "undo"
SAID = (NEXT, RESIGN, CLAIM, STAND_IN, BACK, UNDO)
"""Texts of players other than cuts and moves."""
_ENDINGS = (RESIGN, TIME, VOID, CLAIM)
_CARD = re.compile(r"[0-9A-Z]{2}'?")


@dataclass(frozen=True, slots=True)
class Terms:
    """Constants of a table: variant, secret, first dealer if it is not drawn, whether one hand ends it."""

    variant: Variant
    secret: str
    first_dealer: Seat | None = None
    is_one_hand: bool = False


@dataclass(frozen=True, slots=True)
class TableState:
    """State of a table after `number` events. `match` is set once both cuts are known.

    A seat with a sealed cut has an entry in `seals`, and one in `nonces` after it has revealed the cut.

    `resigned` is the seat that lost by other means than the score, and `ending` is how: `resign`, `time` or
    `claim`. It is `void` if both ran out of time and neither lost. Bots play for the `stand_ins`.
    `was_helped` never resets. An exercise continues from a decision of another match.
    """

    terms: Terms
    number: int = 0
    cuts: tuple[str | None, str | None] = (None, None)
    seals: tuple[str, str] = ("", "")
    nonces: tuple[str, str] = ("", "")
    match: Match | None = None
    ready: frozenset[Seat] = frozenset()
    resigned: Seat | None = None
    ending: str = ""
    stand_ins: frozenset[Seat] = frozenset()
    was_helped: bool = False
    is_exercise: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the match is won or was ended early, or the one hand of the table has ended."""
        if self.match is None:
            return bool(self.ending)
        is_last = self.terms.is_one_hand and self.match.game.is_over
        return bool(self.ending) or is_last or self.match.is_over

    @property
    def winner(self) -> Seat | None:
        """Seat that has won, `None` without a winner."""
        if self.ending == VOID:
            return None
        if self.resigned is not None:
            return other_seat(self.resigned)
        if self.match is not None and self.terms.is_one_hand:
            score = self.match.game.score
            return None if score is None else seat_or_none(score.winner)
        return None if self.match is None else self.match.winner

    @property
    def has_prepared_deal(self) -> bool:
        """Whether the deal was prepared instead of shuffled. Such a hand counts for no statistics."""
        return self.match is not None and self.match.seeds is None

    @property
    def is_between_hands(self) -> bool:
        """Whether a hand has ended and the next is not dealt yet."""
        return not self.is_over and self.match is not None and self.match.game.phase is Phase.OVER

    @property
    def awaited(self) -> frozenset[Seat]:
        """Seats that have to act."""
        if self.is_over:
            return frozenset()
        if self.match is None:
            due = frozenset(seat for seat in SEATS if self.cuts[seat] is None)
            return frozenset(seat for seat in due if not self.seals[seat]) or due
        if self.is_between_hands:
            return frozenset(SEATS) - self.ready
        return frozenset((self.match.game.turn,))

    @property
    def awaits_reveal(self) -> bool:
        """Whether one cut is known and the other is sealed but not revealed yet."""
        return self.match is None and any(self.seals) and self.cuts != (None, None)

    def after(self, seat: Seat, text: str) -> TableState:
        """Return the state after the event `text` of `seat`.

        Raise if the rules or the turn order refuse it.
        """
        if self.is_over:
            raise IllegalMove(_("the match is over"), clause="9.1")
        return replace(self._apply_text(seat, text), number=self.number + 1)

    def _apply_text(self, seat: Seat, text: str) -> TableState:
        if text.startswith(OPENINGS):
            return self._apply_opening(seat, text)
        if text.startswith(DECK) and self.match is None:
            return self._prepare(text.removeprefix(DECK))
        if text.startswith(LAID):
            return self._lay_cards(text.removeprefix(LAID))
        if self.match is None:
            raise OutOfTurn(_("the cards are not dealt yet: both seats must cut first"), clause="3.6")
        if text in _ENDINGS:
            return self._end_match(seat, text)
        if text == NEXT:
            return self._next(seat, self.match)
        if text == UNDO:
            return self._undone(seat, self.match)
        if text in (STAND_IN, BACK):
            return self._apply_help(seat, text)
        return self._play(seat, self.match, parse_move(text))

    def _apply_opening(self, seat: Seat, text: str) -> TableState:
        """Return the state after an event before the deal."""
        if text.startswith(REVEAL):
            return self._reveal_cut(seat, *text.removeprefix(REVEAL).partition(" ")[::2])
        if self.cuts[seat] is not None or self.seals[seat]:
            raise OutOfTurn(_("this seat has cut already"), clause="3.6")
        if text.startswith(CUT):
            return self._cut(seat, text.removeprefix(CUT))
        return self._seal_cut(seat, text.removeprefix(SEAL))

    def _seal_cut(self, seat: Seat, seal: str) -> TableState:
        """Return the state after `seat`, the first to cut, has sealed its cut. The other seat cuts openly."""
        validate_seal(seal)
        if self.number:
            raise OutOfTurn(_("the other seat has cut already: cut openly"), clause="3.6")
        return replace(self, seals=(seal, "") if seat == 0 else ("", seal))

    def _reveal_cut(self, seat: Seat, nonce: str, text: str) -> TableState:
        if not self.awaits_reveal or seat not in self.awaited:
            raise OutOfTurn(_("a sealed cut is shown once, after the other seat has cut"), clause="3.6")
        verify_seal(text, nonce, self.seals[seat])
        return replace(self, nonces=(nonce, "") if seat == 0 else ("", nonce))._cut(seat, text)

    def _cut(self, seat: Seat, text: str) -> TableState:
        first, second = (text if place == seat else self.cuts[place] for place in SEATS)
        seeds = Seeds(self.terms.secret, (first or "", second or ""))
        if first is None or second is None:
            return replace(self, cuts=(first, second))
        match = Match.start(self.terms.variant, seeds, dealer=self.terms.first_dealer)
        return replace(self, cuts=(first, second), match=match)

    def _prepare(self, cards: str) -> TableState:
        variant = self.terms.variant
        deck = parse_deck(cards, packs=variant.decks)
        return replace(self, match=Match.from_deck(variant, deck, dealer=self.terms.first_dealer or 0))

    def _lay_cards(self, cards: str) -> TableState:
        """Return the state with a hand dealt from the cards of another match."""
        if self.match is None:
            first = self._prepare(" ".join(_CARD.findall(cards)))
            return replace(first, is_exercise=True)
        if not (self.is_exercise and self.is_between_hands):
            raise IllegalMove(_("the hand is not over"), clause="3.4")
        deck = parse_deck(" ".join(_CARD.findall(cards)), packs=self.terms.variant.decks)
        return replace(self, match=self.match.next_hand(deck))

    def _next(self, seat: Seat, match: Match) -> TableState:
        if not self.is_between_hands:
            raise IllegalMove(_("the hand is not over"), clause="3.4")
        if seat in self.ready:
            raise OutOfTurn(_("waiting for the other player"))
        ready = self.ready | {seat}
        if len(ready) < len(SEATS):
            return replace(self, ready=ready)
        return replace(self, ready=frozenset(), match=match.next_hand(self._next_deck(match)))

    def _next_deck(self, match: Match) -> Sequence[Card] | None:
        """Return the deck after a prepared hand: the same, or a shuffled one in an exercise; else `None`."""
        if not self.has_prepared_deal:
            return None
        if not self.is_exercise:
            return match.game.deck
        return shuffle.shuffled_deck(
            Seeds(self.terms.secret, ("", "")), match.number + 1, match.variant.decks
        )

    def _end_match(self, seat: Seat, text: str) -> TableState:
        if text == VOID:
            return replace(self, ending=text)
        return replace(self, ending=text, resigned=other_seat(seat) if text == CLAIM else seat)

    def _apply_help(self, seat: Seat, text: str) -> TableState:
        place = seat if text == BACK else other_seat(seat)
        if (place in self.stand_ins) != (text == BACK):
            raise OutOfTurn(_("nothing has changed: look again"))
        return replace(self, stand_ins=self.stand_ins ^ {place}, was_helped=True)

    def may_undo(self, seat: Seat) -> bool:
        """Return whether `seat` may take back its last move: only if it revealed nothing hidden."""
        if self.is_over or self.match is None or (self.is_between_hands and seat in self.ready):
            return False
        return may_undo_move(self.match, seat)

    def _undone(self, seat: Seat, match: Match) -> TableState:
        if not self.may_undo(seat):
            raise OutOfTurn(_("that cannot be taken back"))
        return replace(self, match=undo_last_move(match), ready=frozenset())

    def _play(self, seat: Seat, match: Match, move: Move) -> TableState:
        if match.game.phase is not Phase.OVER and match.game.turn != seat:
            raise OutOfTurn(_("it is not your turn"), where=str(move), clause="4")
        return replace(self, match=match.play(move))


def canonical_event(text: str) -> str:
    """Return an event's text in the form of the log. Raise the errors of `parse_move` for an invalid move."""
    if text in SAID or text.startswith(OPENINGS):
        return text
    return str(parse_move(text))


def apply_events(start: TableState, events: Iterable[tuple[Seat, str]]) -> TableState:
    """Return `start` after all `events`, pairs of seat and text."""
    for seat, text in events:
        start = start.after(seat, text)
    return start


MOST_KEPT = 2000
"""Limit of cached states."""
_EVENTS = CompiledQuery(
    lambda table, first, end: Event.objects.filter(table_id=table, number__gte=first, number__lt=end),
    int,
    int,
    int,
)


class StateCache:
    """LRU cache of table states by key. The log is authoritative."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, TableState] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> TableState | None:
        """Return the cached state of `key`, if any."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, state: TableState) -> None:
        """Store `state` and evict the least recently used one."""
        with self._lock:
            self._kept[key] = state
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._kept.clear()


states = StateCache(MOST_KEPT)


def initial_state(table: Table) -> TableState:
    """Return the state of `table` before its first event."""
    return TableState(Terms(table.variant, table.secret, table.first_dealer, table.is_one_hand))


def current_state(table: Table) -> TableState:
    """Return the state of `table` after the `table.number` events of its row."""
    kept = states.get(table.key)
    if kept is None or kept.number > table.number or kept.terms.secret != table.secret:
        kept = initial_state(table)
    if kept.number == table.number:
        return kept
    rows = _EVENTS.rows(table.pk, kept.number, table.number)
    state = apply_events(kept, ((event.seat, event.text) for event in rows))
    states.put(table.key, state)
    return state
