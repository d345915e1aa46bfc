"""Page of one seat, built only from that seat's view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.game.score_sheet import ScoreSheet
from ginrummy.game.view import Event, View, view_of
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.rules.showdown import may_lay_off
from ginrummy.rules.types import SEATS, Seat, other_seat
from ginrummy.text import sentences
from ginrummy.web.board.action_buttons import (
    LAYOUTS,
    ActionButton,
    ButtonBar,
    LayoutChoice,
    button_bar,
    hand_text,
    layout_choices,
    layout_choices_json,
    no_closing_text,
)
from ginrummy.web.board.cards import ShownCard, held_cards, inactive_cards, upcard_place
from ginrummy.web.board.hand_end import HandEnd, ShownHand, early_end_for_seat, seat_hand_end, showdown_hand
from ginrummy.web.http.now import now
from ginrummy.web.tables import presence
from ginrummy.web.tables.clocks import (
    DAY_SECONDS,
    MINUTE_SECONDS,
    SECOND,
    Clocks,
    TimeControl,
    parse_time_control,
    time_control_text,
)
from ginrummy.web.tables.event_log import table_clocks
from ginrummy.web.tables.models import Presence, Table
from ginrummy.web.tables.table_state import BACK, CLAIM, STAND_IN, TableState

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
    bar: ButtonBar
    ways: tuple[LayoutChoice, ...]
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
    def holds_original_cards(self) -> bool:
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

    def action(self, kind: str) -> ActionButton | None:
        """Return the button of `kind` if the bar has one."""
        found = (self.bar.first, self.bar.second)
        return next((action for action in found if action is not None and action.kind == kind), None)

    def upcard_place(self, arrangement: str) -> int:
        """Return where the top of the pile, if it is taken, will lie in a hand sorted by `arrangement`."""
        return upcard_place(self.view, arrangement)

    @property
    def hand_text(self) -> str:
        """State of the hand, after the best discard if one is due."""
        return hand_text(self.view)

    @property
    def is_showdown(self) -> bool:
        """Whether hands are laid out, or are being laid out."""
        return bool(self.shown or self.own_shown or self.ways)

    @property
    def layouts_json(self) -> str:
        """Layouts of the hand, for the script that moves the cards."""
        return layout_choices_json(self.ways)

    @property
    def must_discard(self) -> bool:
        """Whether the player has to choose a discard."""
        return any(card.move for card in self.hand)

    @property
    def limit(self) -> str:
        """Knock limit in force, and the card that sets it."""
        return sentences.limit_text(self.view)

    @property
    def no_knock(self) -> str:
        """Reason why the hand cannot be closed yet, when a discard is due."""
        return no_closing_text(self.view)

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
    def limit_card(self) -> str:
        """Card that sets the knock limit or doubles the hand."""
        return sentences.limit_card_text(self.view)


def seat_names(table: Table) -> tuple[str, str]:
    """Return the names of the players in seats 0 and 1."""
    found = [_("nobody yet"), _("nobody yet")]
    for seat in table.taken:
        found[seat.number] = str(seat)
    return found[0], found[1]


def names_for_seat(table: Table, seat: Seat | None) -> tuple[str, str]:
    """Return the names as `seat` reads them: "You" for itself, unless two people share the device."""
    return names_addressed_to(None if table.shared_by_id else seat, seat_names(table))


def names_addressed_to(seat: Seat | None, names: tuple[str, str]) -> tuple[str, str]:
    """Return `names` with "You" in place of that of `seat`."""
    if seat is None:
        return names
    return (_("You"), names[1]) if seat == SEATS[0] else (names[0], _("You"))


def build_board(table: Table, state: TableState, match: Match, seat: Seat, arrangement: str) -> Board:
    """Return the board of `seat` for the state of `table`."""
    view = view_of(match, seat)
    names, other = seat_names(table), other_seat(seat)
    return Board(
        key=table.key,
        number=state.number,
        title=table.title,
        view=view,
        names=names,
        prompt=board_prompt(state, view, names),
        is_my_turn=seat in state.awaited,
        is_over=state.is_over,
        is_between_hands=state.is_between_hands,
        is_ready=seat in state.ready,
        hand=held_cards(view, arrangement),
        bar=ButtonBar() if (is_watching := state.is_over or seat in state.stand_ins) else button_bar(view),
        ways=() if is_watching else layout_choices(view),
        pile=inactive_cards(view.pile),
        log=spoken_history(view, names[other]),
        shown=showdown_hand(view, other),
        own_shown=showdown_hand(view, seat),
        scene=seat_hand_end(view, names[other]),
        result=sentences.score_lines(view, name=names[other]),
        sheet=(sheet := match.score_sheet),
        points=column_points(sheet),
        figure=seat_avatar(table, other),
    )


def seat_avatar(table: Table, number: Seat) -> str:
    """Return the drawn figure of seat `number`: that of a bot's level, or the person's."""
    seat = next((one for one in table.taken if one.number == number), None)
    if seat is None:
        return "guest0"
    if seat.person is not None:
        return seat.person.figure
    level = seat.bot.partition("@")[0]
    return level if level in BOT_FIGURES else "guest0"


def column_points(sheet: ScoreSheet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the running totals of both seats, one for each column of the sheet."""
    columns = sheet.sheet.columns[: sheet.columns]
    first, second = (tuple(column.points[seat] for column in columns) for seat in SEATS)
    return first, second


def board_prompt(state: TableState, view: View, names: tuple[str, str]) -> str:
    """Return a sentence on what to do now."""
    other = names[1 - view.seat]
    if state.is_over:
        return match_end_text(state, view.seat, other)
    if view.phase is Phase.OVER:
        waiting = _("Waiting for {name} to be ready for the next hand.").format(name=other)
        return waiting if view.seat in state.ready else _("The hand is over.")
    if not view.is_my_turn:
        lays_off = view.phase is Phase.LAY_OFF and may_lay_off(view.variant, view.state.closing)
        waiting = _("{name} may now lay off cards on your melds.") if lays_off else _("It is {name}’s turn.")
        return waiting.format(name=other)
    if view.phase is Phase.SPREAD:
        return _("Your turn: lay out your hand. The best way is proposed.")
    if view.phase is Phase.LAY_OFF:
        return _("Your turn: lay off and lay out your hand. The best way is proposed.")
    return _("Your turn. {prompt}").format(prompt=sentences.prompt_text(view))


def match_end_text(state: TableState, seat: Seat, other: str) -> str:
    """Return how the match ended for `seat`."""
    if state.terms.is_one_hand:
        return _("The hand is over.")
    if state.ending:
        return early_end_for_seat(state, seat, other)
    if state.winner is None:
        return _("The match is over: nobody has won.")
    if state.winner == seat:
        return _("You have won the match!")
    return _("{name} has won the match.").format(name=other)


def spoken_history(view: View, name: str) -> tuple[str, ...]:
    """Return the history of the hand as the viewer saw it, with card names spelled out for screen readers."""
    spoken = language()
    return tuple(_line(event, view.seat, name, spoken) for event in view.events)


@lru_cache(maxsize=20_000)
def _line(event: Event, seat: Seat, name: str, _language: str) -> str:
    """Return a line of the history, cached because every page of a hand repeats the earlier lines."""
    return sentences.event_text(event, seat=seat, name=name, spelling=sentences.card_name)


_HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class SeatTime:
    """Time of one seat: in words, in milliseconds, whether it runs, and the free milliseconds left."""

    text: str
    left: int
    runs: bool
    free: int


@dataclass(frozen=True, slots=True)
class Timing:
    """Clocks and absence on the page of one seat: both times (own first), the message, buttons (value and
    label).

    `absent` is the short note on the other player: away, or empty.
    """

    times: tuple[SeatTime, SeatTime] | None
    told: str
    choices: tuple[tuple[str, str], ...]
    absent: str = ""


def seat_timing(table: Table, state: TableState, seat: Seat, other: str) -> Timing:
    """Return the clocks that `seat` sees, and the presence of the player called `other`."""
    clocks, across = table_clocks(table, state), other_seat(seat)
    times = (_time(clocks, seat), _time(clocks, across)) if clocks.pace else None
    if state.is_over:
        return Timing(times, "", ())
    if seat in state.stand_ins:
        told = _("You were away, and a bot plays on for you.")
        return Timing(times, told, ((BACK, _("Take the seat back")),))
    told, may_choose = _absence(table, state, across, other)
    choices = ((STAND_IN, _("Let a bot play on")), (CLAIM, _("Claim the win")))[: 2 - table.is_one_hand]
    absent = "" if _is_here(table, across) else pgettext("presence", "away")
    return Timing(times, told, choices if may_choose else (), absent)


def _is_here(table: Table, place: Seat) -> bool:
    seat = next(one for one in table.taken if one.number == place)
    return seat.person_id is None or seat.presence == Presence.HERE


def _time(clocks: Clocks, seat: Seat) -> SeatTime:
    moment = now()
    left = clocks.time_left(seat, moment)
    out_at = clocks.expiry_time(seat)
    free = 0
    if out_at is not None:
        free = max(0, round((out_at - moment).total_seconds() * SECOND) - left)
    return SeatTime(time_text(left), left, seat in clocks.running, free)


def _absence(table: Table, state: TableState, place: Seat, name: str) -> tuple[str, bool]:
    """Return the message on the other player, and whether this player may act alone."""
    if place in state.stand_ins:
        return _("{name} is away; a bot plays on for {name}.").format(name=name), False
    seat = next(one for one in table.taken if one.number == place)
    if presence.may_replace_absent(seat, table, state):
        told = _("{name} has been away for a while. You can wait, let a bot play on, or claim the win.")
        if table.is_one_hand:
            told = _("{name} has been away for a while. You can wait or let a bot play on.")
        return told.format(name=name), True
    return "", False


def time_text(milliseconds: int) -> str:
    """Return a time in clock format, `4:05` or `1:04:05`, or as days and hours from one day on."""
    seconds = -(-milliseconds // SECOND)
    if seconds < DAY_SECONDS:
        hours, rest = divmod(seconds, _HOUR_SECONDS)
        minutes, seconds = divmod(rest, MINUTE_SECONDS)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    days, rest = divmod(seconds, DAY_SECONDS)
    text = ngettext("{count} day", "{count} days", days).format(count=days)
    hours = rest // _HOUR_SECONDS
    rest_text = ngettext("{count} hour", "{count} hours", hours).format(count=hours)
    return f"{text} {rest_text}" if hours else text


def time_control_rules(pace_text: str, *, of_people: bool = True) -> tuple[str, ...]:
    """Return the meaning of the pace `pace_text` in sentences. The first names the pace."""
    pace = parse_time_control(pace_text)
    rules = [_("Time: {pace}.").format(pace=time_control_text(pace))]
    if pace:
        rules.append(_("A player who runs out of time loses the match."))
        rules.append(_("Between two hands the first 30 seconds cost no time."))
    if of_people:
        rules.append(_absence_rule(pace))
    return tuple(rules)


def _absence_rule(pace: TimeControl) -> str:
    if pace.is_slow:
        return _("Nobody has to stay: only the clock decides.")
    minutes = (
        int((presence.GRACE if pace else presence.GRACE_WITHOUT_CLOCK).total_seconds()) // MINUTE_SECONDS
    )
    text = ngettext(
        "After {count} minute away the other may wait, let a bot play on, or claim the win.",
        "After {count} minutes away the other may wait, let a bot play on, or claim the win.",
        minutes,
    )
    return text.format(count=minutes)
