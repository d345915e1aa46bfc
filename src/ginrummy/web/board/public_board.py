"""Page for spectators, built only from the public view."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ginrummy.game.cards import faces_of
from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.public_view import PublicView, fully_visible_games, public_view_of
from ginrummy.game.score_sheet import ScoreSheet
from ginrummy.locale import _, ngettext
from ginrummy.rules.types import SEATS, Face, Seat
from ginrummy.text.commentary import public_event_line
from ginrummy.web.board.board import column_points, seat_avatar, seat_names
from ginrummy.web.board.cards import ShownCard, inactive_cards
from ginrummy.web.board.hand_end import HandEnd, ShownHand, public_hand_end, showdown_hand
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import TableState


@dataclass(frozen=True, slots=True)
class PublicSide:
    """Public part of one hand: `size` cards, some of them certain or possible, and `shown` once laid out."""

    name: str
    figure: str
    deals: bool
    plays: bool
    size: int
    known: tuple[Face, ...]
    possible: tuple[Face, ...]
    shown: ShownHand | None
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """Contents of the spectators' page. `number` is the current event of the table."""

    key: str
    number: int
    title: str
    view: PublicView
    sides: tuple[PublicSide, PublicSide]
    prompt: str
    pile: tuple[ShownCard, ...]
    log: tuple[str, ...]
    scene: HandEnd | None
    sheet: ScoreSheet

    @property
    def names(self) -> tuple[str, str]:
        """Names of the players."""
        return self.sides[0].name, self.sides[1].name

    @property
    def is_shown(self) -> bool:
        """Whether a hand is laid out on the table."""
        return any(side.shown is not None for side in self.sides)

    @property
    def stock(self) -> str:
        """Number of cards in the stock, in words."""
        count = self.view.stock
        return ngettext("{count} card in the stock", "{count} cards in the stock", count).format(count=count)


def build_public_board(table: Table, state: TableState, match: Match) -> PublicBoard:
    """Return the public board for the state of `table`."""
    view, names = public_view_of(match), seat_names(table)
    sheet = match.score_sheet
    first, second = SEATS
    return PublicBoard(
        key=table.key,
        number=state.number,
        title=table.title,
        view=view,
        sides=(_side(table, view, first, sheet), _side(table, view, second, sheet)),
        prompt=_prompt(state, view, names),
        pile=inactive_cards(view.pile),
        log=tuple(public_event_line(view, step, names) for step in range(len(view.events))),
        scene=public_hand_end(view, names),
        sheet=sheet,
    )


def _side(table: Table, view: PublicView, seat: Seat, sheet: ScoreSheet) -> PublicSide:
    is_played = view.phase is not Phase.OVER
    return PublicSide(
        name=seat_names(table)[seat],
        figure=seat_avatar(table, seat),
        deals=view.dealer == seat,
        plays=is_played and view.turn == seat,
        size=view.sizes[seat],
        known=tuple(faces_of(view.known[seat])),
        possible=tuple(faces_of(view.possible[seat])),
        shown=showdown_hand(view, seat),
        points=column_points(sheet)[seat],
    )


def _prompt(state: TableState, view: PublicView, names: tuple[str, str]) -> str:
    """Return a sentence on the current phase."""
    if view.phase is not Phase.OVER:
        return _("It is {name}’s turn.").format(name=names[view.turn])
    awaited = [names[seat] for seat in sorted(state.awaited)]
    if len(awaited) == 1:
        return _("Waiting for {name} to be ready for the next hand.").format(name=awaited[0])
    return _("The hand is over.")


def fully_visible_part(match: Match) -> Match | None:
    """Return the part of `match` that may be shown with all cards, `None` if there is none."""
    hands = fully_visible_games(match)
    return replace(match, seeds=None, finished=hands[:-1], game=hands[-1]) if hands else None
