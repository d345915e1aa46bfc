"""What a page shows to one seat, made of that seat's view and of nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ginrummy.cards import face_code, faces_of
from ginrummy.game import Phase
from ginrummy.locale import _, language, ngettext
from ginrummy.match import Match
from ginrummy.moves import NO_MELDS, Move, MoveKind, held, in_order
from ginrummy.rules.hand import joined
from ginrummy.table import game_text
from ginrummy.table.showdown_layouts import Layout, choices
from ginrummy.view import Event, View, view_of
from ginrummy.web.board.cards import CardGroup, ShownCard, hand_groups, meld_group, shown_cards
from ginrummy.web.board.outcome import outcome_for_seat
from ginrummy.web.board.score_sheet import ScoreSheet, score_sheet
from ginrummy.web.bots.levels import level_name
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import TableState

_LAYOUTS = (Phase.SPREAD, Phase.LAY_OFF)
_CLOSING_KINDS = (MoveKind.KNOCK, MoveKind.GIN, MoveKind.BIG_GIN)


@dataclass(frozen=True, slots=True)
class Action:
    """A button: what it says to the service, on its face and aloud, and of what kind it is."""

    text: str
    label: str
    spoken: str
    kind: str
    is_best: bool = False
    face: str = ""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A hand on the table: its melds, what was laid on them, what is left over and its points."""

    melds: tuple[CardGroup, ...]
    left: tuple[ShownCard, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the page of one seat. `number` is the event that a move answers."""

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
    groups: tuple[CardGroup, ...]
    actions: tuple[Action, ...]
    pile: tuple[ShownCard, ...]
    log: tuple[str, ...]
    shown: LaidOut | None
    own_shown: LaidOut | None
    result: tuple[str, ...]
    sheet: ScoreSheet

    @property
    def seat(self) -> int:
        """The seat that looks."""
        return self.view.seat

    @property
    def is_as_dealt(self) -> bool:
        """Whether the seat holds the cards that it was dealt."""
        return all(event.seat != self.seat or event.kind is MoveKind.PASS for event in self.view.events)

    @property
    def opponent(self) -> str:
        """What the other player is called."""
        return self.names[1 - self.seat]

    def action(self, kind: str) -> Action | None:
        """Return the button of a kind that there is once at most."""
        return next((action for action in self.actions if action.kind == kind), None)

    @property
    def limit(self) -> str:
        """The knock limit in force, and the card that sets it."""
        return game_text.limit_text(self.view)

    @property
    def has_limit(self) -> bool:
        """Whether somebody may still knock in this hand."""
        return self.view.phase not in (*_LAYOUTS, Phase.OVER)

    @property
    def stock(self) -> str:
        """How many cards the stock has, in words."""
        count = self.view.state.stock
        return ngettext("{count} card in the stock", "{count} cards in the stock", count).format(count=count)

    @property
    def governor(self) -> str:
        """Which card sets the limit or doubles the hand."""
        return game_text.governor_text(self.view)


def names_of(table: Table) -> tuple[str, str]:
    """Return what the players of seats 0 and 1 are called."""
    found = [_("nobody yet"), _("nobody yet")]
    for seat in table.seats.all():
        found[seat.number] = level_name(seat.bot) if seat.person is None else str(seat.person)
    return found[0], found[1]


def board_of(table: Table, state: TableState, match: Match, seat: int, arrangement: str) -> Board:
    """Return what `seat` is shown where `table` stands."""
    view = view_of(match, seat)
    names = names_of(table)
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
        groups=hand_groups(view, arrangement),
        actions=() if state.is_over or seat in state.stand_ins else actions_of(view),
        pile=shown_cards(view.pile),
        log=log_of(view, names[1 - seat]),
        shown=laid_out(view, 1 - seat),
        own_shown=laid_out(view, seat),
        result=game_text.score_lines(view, name=names[1 - seat]),
        sheet=score_sheet(view.variant, match.games),
    )


def prompt_of(state: TableState, view: View, names: tuple[str, str]) -> str:
    """Return what is to be done now, in a sentence."""
    other = names[1 - view.seat]
    if state.is_over:
        return over_text(state, view.seat, other)
    if view.phase is Phase.OVER:
        waiting = _("Waiting for {name} to be ready for the next hand.").format(name=other)
        return waiting if view.seat in state.ready else _("The hand is over.")
    if not view.is_my_turn:
        return _("{name} is to play.").format(name=other)
    if view.phase is Phase.SPREAD:
        return _("Your turn: lay out your hand. The best way stands first.")
    if view.phase is Phase.LAY_OFF:
        return _("Your turn: lay off and lay out your hand. The best way stands first.")
    return _("Your turn. {prompt}").format(prompt=game_text.prompt_text(view))


def over_text(state: TableState, seat: int, other: str) -> str:
    """Return how the match ended for `seat`."""
    if state.ending:
        return outcome_for_seat(state, seat, other)
    if state.winner is None:
        return _("The match is over: nobody has won.")
    if state.winner == seat:
        return _("You have won the match!")
    return _("{name} has won the match.").format(name=other)


def actions_of(view: View) -> tuple[Action, ...]:
    """Return the buttons beside the cards: all moves but plain discards, the layouts of a closed hand."""
    if not view.is_my_turn:
        return ()
    if view.phase in _LAYOUTS:
        return tuple(_layout_action(view, place, layout) for place, layout in enumerate(choices(view)))
    return tuple(_action(view, move) for move in view.legal_moves() if move.kind is not MoveKind.DISCARD)


def _action(view: View, move: Move) -> Action:
    kind = "closing" if move.kind in _CLOSING_KINDS else move.kind.value
    label, spoken = (_label(view, move, spelling) for spelling in (game_text.card_sign, game_text.card_words))
    best = move.kind in (MoveKind.GIN, MoveKind.BIG_GIN)
    return Action(str(move), label, spoken, kind, best, face_code(move.face) if move.face >= 0 else "")


def _label(view: View, move: Move, spelling: game_text.Spelling) -> str:
    card = spelling(move.face) if move.face >= 0 else ""
    top = spelling(view.state.pile.top) if view.state.pile.top >= 0 else ""
    return {
        MoveKind.PASS: _("Pass"),
        MoveKind.TAKE: _("Take the {card}").format(card=top),
        MoveKind.DRAW: _("Draw from the stock"),
        MoveKind.KNOCK: _("Knock, putting the {card} face down").format(card=card),
        MoveKind.GIN: _("Gin, putting the {card} face down").format(card=card),
        MoveKind.BIG_GIN: _("Big gin"),
    }[move.kind]


def _layout_action(view: View, place: int, layout: Layout) -> Action:
    label, spoken = (
        layout_text(layout, spelling) for spelling in (game_text.card_sign, game_text.card_words)
    )
    return Action(str(layout.move), label, spoken, "layout", is_best=place == 0)


def layout_text(layout: Layout, spelling: game_text.Spelling) -> str:
    """Return a layout in words: lay-offs, melds, and how much is left."""
    left = game_text.points_text(layout.deadwood)
    parts = game_text.melds_text(layout.move.melds, layout.left, spelling) or _("no meld")
    laid = [face for cards in layout.move.laid for face in faces_of(cards)]
    if laid:
        text = _("Lay off {laid}; {cards} ({points} left)")
        return text.format(laid=game_text.cards_text(laid, spelling), cards=parts, points=left)
    return _("Lay out {cards} ({points} left)").format(cards=parts, points=left)


def log_of(view: View, name: str) -> tuple[str, ...]:
    """Return the play of the hand as the viewer saw it, cards spelled out for reading aloud."""
    spoken = language()
    return tuple(_line(event, view.seat, name, spoken) for event in view.events)


@lru_cache(maxsize=20_000)
def _line(event: Event, seat: int, name: str, _language: str) -> str:
    """Return a line of the log; every page of a hand says the lines before again."""
    return game_text.event_text(event, seat=seat, name=name, spelling=game_text.card_words)


def laid_out(view: View, seat: int) -> LaidOut | None:
    """Return the hand of `seat` once it lies on the table, lay-offs shown with the melds they went on."""
    if view.spread is None:
        return _compared(view, seat)
    if seat == view.state.turn:
        laid = NO_MELDS if view.defence is None else view.defence.laid
        groups = [
            meld_group(in_order(joined(meld, added)), faces_of(added))
            for meld, added in zip(view.spread.melds, laid, strict=True)
            if meld.cards
        ]
        return LaidOut(tuple(groups), shown_cards(faces_of(view.spread.unmatched)))
    if view.defence is None:
        return None
    own = view.defence.own
    return LaidOut(
        tuple(meld_group(in_order(meld)) for meld in held(own.melds)), shown_cards(faces_of(own.unmatched))
    )


def _compared(view: View, seat: int) -> LaidOut | None:
    """Return a hand compared at the end of the stock, or one that lies open after the hand."""
    if view.shown is None or view.score is None:
        return None
    return LaidOut((), shown_cards(faces_of(view.hand if seat == view.seat else view.shown)))
