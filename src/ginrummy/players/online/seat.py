"""A player's seat at a table of a server: converts the server's tables to views, and sends the moves."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final, Self

from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import Player, legal_answer
from ginrummy.players.online.client import Client, Refused
from ginrummy.players.online.table_validation import printable_name, table_of_seat
from ginrummy.text.json import parse_variant_json, parse_view_json
from ginrummy.text.sentences import score_lines
from ginrummy.variants import Variant

Json = dict[str, Any]
_MOVED_ON: Final = ("stale", "out_of_turn")
_NOTHING: Final = -1
"""Initial value: no event and no hand seen yet."""


class OnlineSeat:
    """One match of `player` at a table of `server`. Its news is in the current language.

    Raise `WireError` for data that is not a table, or not from a seat.
    """

    def __init__(self, server: Client, player: Player, table: Json) -> None:
        self._server = server
        self._player = player
        self._key: str = table_of_seat(table)["key"]
        self._sealed: Json | None = table.get("sealed")
        self._variant: Variant = parse_variant_json(table["variant"])
        self.number = _NOTHING
        """The number of the last table that the player has answered."""
        self._looks_again = False
        self._told_hands = _NOTHING
        self._is_told = False

    def __enter__(self) -> Self:
        """Return the table."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close a player that is a program."""
        close = getattr(self._player, "close", None)
        if callable(close):
            close()

    def make_due_moves(self, table: Json) -> Iterator[str]:
        """Make all moves that are due at `table`, and yield the news."""
        while table_of_seat(table)["number"] > self.number or self._looks_again:
            self.number, self._looks_again = table["number"], False
            yield from self._news(table)
            if table["status"] == "cutting" and table["seat"] in table["awaited"]:
                table = self._reveal_cut()
                continue
            if not table["moves"]:
                return
            table = self._submit_move(table, self._choice(table))

    def _reveal_cut(self) -> Json:
        """Return the table after the sealed cut is revealed."""
        if self._sealed is None:
            what = _("the cut that was sealed for this table is not known here")
            raise GinRummyError(what, where=self._key)
        return self._server.ask(f"/tables/{self._key}/reveal", self._sealed)

    def retry_moves(self) -> None:
        """Act on the table again even without new events: the last move may not have arrived."""
        self._looks_again = True

    def _choice(self, table: Json) -> str:
        """Return the action to send: the player's move, or one that continues the match (`next`, `back`)."""
        if table["moves"] != table["view"]["legal"]:
            return str(table["moves"][0])
        return str(legal_answer(self._player, self._view(table)))

    def _view(self, table: Json) -> View:
        return parse_view_json(self._variant, table["view"])

    def _submit_move(self, table: Json, move: str) -> Json:
        """Return the table after `move`, or `table` if it has changed meanwhile: the stream has the rest."""
        try:
            return self._server.ask(f"/tables/{self._key}/moves", {"number": table["number"], "move": move})
        except Refused as error:
            if error.kind in _MOVED_ON:
                return table
            raise

    def _news(self, table: Json) -> Iterator[str]:
        """Yield the result of a hand, and of a match of several, once."""
        if table["view"] is None:
            return
        view, other = self._view(table), printable_name(table["seats"][1 - table["seat"]])
        if view.score is not None and self._told_hands < view.number:
            self._told_hands = view.number
            over = getattr(self._player, "over", None)
            if callable(over):
                over(view)
            yield _("Hand {number}: {text}").format(
                number=view.number + 1, text=" ".join(score_lines(view, name=other))
            )
        if table["status"] == "over" and not self._is_told:
            self._is_told = True
            if not table.get("one_hand"):  # an evening's sheet has the result
                yield _result(table, other)


def _result(table: Json, other: str) -> str:
    seat = table["seat"]
    totals = table["sheet"]["totals"]
    texts = {
        seat: _("The match is won against {name}, {own} to {theirs}."),
        1 - seat: _("The match is lost against {name}, {own} to {theirs}."),
        None: _("The match against {name} has no winner, {own} to {theirs}."),
    }
    return texts[table["winner"]].format(name=other, own=totals[seat], theirs=totals[1 - seat])
