"""Page of one seat, built only from that seat's view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import Event, View, view_of
from ginrummy.locale import _, language, ngettext
from ginrummy.rules.types import SEATS, Seat, other_seat
from ginrummy.text import game_text
from ginrummy.text.ledger import ScoreSheet
from ginrummy.web.board.action_buttons import Action, Bar, bar_of, hand_text
from ginrummy.web.board.cards import ShownCard, held_cards, shown_cards
from ginrummy.web.board.early_end_text import early_end_for_seat
from ginrummy.web.board.hand_end import HandEnd, ShownHand, hand_end_of, shown_hand
from ginrummy.web.board.layout_choices import LAYOUTS, Way, ways_json, ways_of
from ginrummy.web.board.no_knock import no_knock_text
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import TableState

GUEST_FIGURES = 4
BOT_FIGURES = ("beginner", "novice", "casual", "regular", "skilled", "steady", "champion", "even")


@dataclass(frozen=True, slots=True)
class Board:
    """Contents of one seat's page. `number` is the event that a move answers."""

    key: str
    number: int
    title: str
    view: View
    names: tuple[str, str]
    prompt: str
    is_my_turn: bool
    is_over: bool
    is_between_hands: bool
    is_ready: bool
    hand: tuple[ShownCard, ...]
    bar: Bar
    ways: tuple[Way, ...]
    pile: tuple[ShownCard, ...]
    log: tuple[str, ...]
    shown: ShownHand | None
    own_shown: ShownHand | None
    scene: HandEnd | None
    result: tuple[str, ...]
    points: tuple[tuple[int, ...], tuple[int, ...]]
    figure: str
    sheet: ScoreSheet

    @property
    def seat(self) -> Seat:
        """Seat of the viewer."""
        return self.view.seat

    @property
    def is_as_dealt(self) -> bool:
        """Whether the seat still holds the cards that it was dealt."""
        return all(event.seat != self.seat or event.kind is MoveKind.PASS for event in self.view.events)

    @property
    def last(self) -> str:
        """Last action of this hand: `own draw`, `other discard`."""
        if not self.view.events:
            return ""
        event = self.view.events[-1]
        return f"{'own' if event.seat == self.seat else 'other'} {event.kind.value}"

    @property
    def opponent(self) -> str:
        """Name of the other player."""
        return self.names[1 - self.seat]

    def action(self, kind: str) -> Action | None:
        """Return the button of `kind` if the bar has one."""
        found = (self.bar.first, self.bar.second)
        return next((action for action in found if action is not None and action.kind == kind), None)

    @property
    def hand_text(self) -> str:
        """State of the hand, after the best discard if one is due."""
        return hand_text(self.view)

    @property
    def is_showdown(self) -> bool:
        """Whether hands are laid out, or are being laid out."""
        return bool(self.shown or self.own_shown or self.ways)

    @property
    def ways_json(self) -> str:
        """Layouts of the hand, for the script that moves the cards."""
        return ways_json(self.ways)

    @property
    def has_discard(self) -> bool:
        """Whether the player has to choose a discard."""
        return any(card.move for card in self.hand)

    @property
    def limit(self) -> str:
        """Knock limit in force, and the card that sets it."""
        return game_text.limit_text(self.view)

    @property
    def no_knock(self) -> str:
        """Reason why the hand cannot be closed yet, when a discard is due."""
        return no_knock_text(self.view)

    @property
    def has_limit(self) -> bool:
        """Whether a knock is still possible in this hand."""
        return self.view.phase not in (*LAYOUTS, Phase.OVER)

    @property
    def stock(self) -> str:
        """Number of cards in the stock, in words."""
        count = self.view.state.stock
        return ngettext("{count} card in the stock", "{count} cards in the stock", count).format(count=count)

    @property
    def governor(self) -> str:
        """Card that sets the knock limit or doubles the hand."""
        return game_text.governor_text(self.view)


def names_of(table: Table) -> tuple[str, str]:
    """Return the names of the players in seats 0 and 1."""
    found = [_("nobody yet"), _("nobody yet")]
    for seat in table.taken:
        found[seat.number] = str(seat)
    return found[0], found[1]


def board_of(table: Table, state: TableState, match: Match, seat: Seat, arrangement: str) -> Board:
    """Return the board of `seat` for the state of `table`."""
    view = view_of(match, seat)
    names, other = names_of(table), other_seat(seat)
    return Board(
        key=table.key,
        number=state.number,
        title=table.title,
        view=view,
        names=names,
        prompt=prompt_of(state, view, names),
        is_my_turn=seat in state.awaited,
        is_over=state.is_over,
        is_between_hands=state.is_between_hands,
        is_ready=seat in state.ready,
        hand=held_cards(view, arrangement),
        bar=Bar() if (is_watching := state.is_over or seat in state.stand_ins) else bar_of(view),
        ways=() if is_watching else ways_of(view),
        pile=shown_cards(view.pile),
        log=log_of(view, names[other]),
        shown=shown_hand(view, other),
        own_shown=shown_hand(view, seat),
        scene=hand_end_of(view, names[other]),
        result=game_text.score_lines(view, name=names[other]),
        sheet=(sheet := match.score_sheet),
        points=points_now(sheet),
        figure=figure_of(table, other),
    )


def figure_of(table: Table, number: Seat) -> str:
    """Return the drawn figure of seat `number`: that of a bot's level, or one of the guests."""
    seat = next((one for one in table.taken if one.number == number), None)
    if seat is None or seat.person_id is not None:
        return f"guest{(0 if seat is None else seat.person_id or 0) % GUEST_FIGURES}"
    level = seat.bot.partition("@")[0]
    return level if level in BOT_FIGURES else "guest0"


def points_now(sheet: ScoreSheet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the running totals of both seats, one for each column of the sheet."""
    columns = sheet.sheet.columns[: sheet.columns]
    first, second = (tuple(column.points[seat] for column in columns) for seat in SEATS)
    return first, second


def prompt_of(state: TableState, view: View, names: tuple[str, str]) -> str:
    """Return a sentence on what to do now."""
    other = names[1 - view.seat]
    if state.is_over:
        return over_text(state, view.seat, other)
    if view.phase is Phase.OVER:
        waiting = _("Waiting for {name} to be ready for the next hand.").format(name=other)
        return waiting if view.seat in state.ready else _("The hand is over.")
    if not view.is_my_turn:
        return _("{name} is to play.").format(name=other)
    if view.phase is Phase.SPREAD:
        return _("Your turn: lay out your hand. The best way is proposed.")
    if view.phase is Phase.LAY_OFF:
        return _("Your turn: lay off and lay out your hand. The best way is proposed.")
    return _("Your turn. {prompt}").format(prompt=game_text.prompt_text(view))


def over_text(state: TableState, seat: Seat, other: str) -> str:
    """Return how the match ended for `seat`."""
    if state.ending:
        return early_end_for_seat(state, seat, other)
    if state.winner is None:
        return _("The match is over: nobody has won.")
    if state.winner == seat:
        return _("You have won the match!")
    return _("{name} has won the match.").format(name=other)


def log_of(view: View, name: str) -> tuple[str, ...]:
    """Return the history of the hand as the viewer saw it, with card names spelled out for screen readers."""
    spoken = language()
    return tuple(_line(event, view.seat, name, spoken) for event in view.events)


@lru_cache(maxsize=20_000)
def _line(event: Event, seat: Seat, name: str, _language: str) -> str:
    """Return a line of the history, cached because every page of a hand repeats the earlier lines."""
    return game_text.event_text(event, seat=seat, name=name, spelling=game_text.card_words)
