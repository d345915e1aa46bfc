"""Screen at the end of a hand or match: both hands, the score in words, the sheet."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from ginrummy.locale import _, pgettext
from ginrummy.terminal.command_parser import JCUKEN
from ginrummy.terminal.local_table import LocalTable, table_sheet_lines
from ginrummy.terminal.session_setup import Session
from ginrummy.terminal.tui.card_widgets import card_chip_content, card_colour_content
from ginrummy.terminal.tui.once_screens import OnceModal
from ginrummy.terminal.tui.text_screens import MARGINS
from ginrummy.terminal.tui.widgets import Cap, KeyBar, Prose
from ginrummy.text.sentences import (
    hand_result_text,
    hands_lines,
    match_end_lines,
    match_winner_text,
    score_lines,
)

_ROOMY = 34  # lines, the breakpoint `-tall` of the application


class HandEndScreen(OnceModal[str]):
    """Result of the hand. The screen's result is "next", "again" (a rematch), "undo" or "quit"."""

    def __init__(self, table: LocalTable, session: Session) -> None:
        super().__init__()
        self.table = table
        self.session = session
        self.on_sheet = False

    def compose(self) -> ComposeResult:
        """Return the page and its keys."""
        with Vertical(classes="paper"):
            yield Prose(classes="heading", markup=False)
            with VerticalScroll(classes="text"):
                yield Prose(id="hands")
                yield Prose(id="sheet", markup=False)
                yield Prose(id="match")
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the hands, and also the sheet if there is room."""
        self.show_page()
        self.query_one(VerticalScroll).focus()

    @property
    def shows_hands_and_sheet(self) -> bool:
        """Whether the hands and the sheet fit together."""
        return self.app.size.height >= _ROOMY

    @property
    def is_last_page(self) -> bool:
        """Whether the sheet is on the screen."""
        return self.on_sheet or self.shows_hands_and_sheet

    def show_page(self) -> None:
        """Update the page."""
        table, view = self.table, self.table.view
        assert view.score is not None
        end = hand_result_text(view.score, seat=view.seat, name=table.opponent_name)
        if self.is_last_page and table.match.is_over:
            end = match_winner_text(table.match, seat=view.seat, name=table.opponent_name)
        hands = self.query_one("#hands", Prose)
        hands.update(self.hands_content())
        hands.display = not self.on_sheet or self.shows_hands_and_sheet
        sheet = self.query_one("#sheet", Prose)
        sheet.update("\n".join(table_sheet_lines(table, self.size.width - MARGINS)))
        sheet.display = self.is_last_page
        match = self.query_one("#match", Prose)
        match.update(Content("\n".join(self.match_end_lines())))
        match.display = self.is_last_page and table.match.is_over
        self.query_one(".heading", Prose).update(_("Hand {number} · {end}").format(
            number=table.match.number + 1, end=end))  # fmt: skip
        self.query_one(KeyBar).show([self.caps()])
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def match_end_lines(self) -> list[str]:
        """Return the texts at the end of a match: the totals, the secret, the file of the record."""
        lines = list(
            match_end_lines(self.table.match, seat=self.table.view.seat, name=self.table.opponent_name)[1:]
        )
        if record := self.session.store.record_path(self.table.match):
            lines.append(_("Record: {file}").format(file=record))
        return ["", *lines]

    def hands_content(self) -> Content:
        """Return both hands as laid out, and the calculation of the score."""
        view, name = self.table.view, self.table.opponent_name
        blocks = []
        for title, *lines in hands_lines(view, name=name):
            blocks.append(
                Content("\n").join([Content.assemble((title, "bold")), *map(card_chip_content, lines)])
            )
        blocks.append(Content("\n").join(map(card_colour_content, score_lines(view, name=name))))
        return Content("\n\n").join(blocks)

    def caps(self) -> list[Cap]:
        """Return the keys of the page."""
        over = self.table.match.is_over
        after_sheet = pgettext("key", "rematch") if over else pgettext("key", "next hand")
        caps = [Cap("enter", after_sheet if self.is_last_page else pgettext("key", "score sheet"), "next")]
        if self.table.may_undo:
            caps.append(Cap("u", pgettext("key", "undo"), "undo"))
        return [*caps, Cap("q", pgettext("key", "quit"), "quit")]

    def on_key(self, event: events.Key) -> None:
        """Run the action of the key."""
        actions = {"enter": "next", "space": "next", "u": "undo", "q": "quit"}
        actions |= {JCUKEN[letter]: actions[letter] for letter in "uq"}
        action = actions.get((event.character or "").lower()) or actions.get(event.key)
        if action is not None:
            event.stop()
            self.action_do(action)

    def action_do(self, action: str) -> None:
        """Run the action of a key or a click."""
        if action == "next":
            self.turn_page()
        elif action == "quit":
            self.dismiss("quit")
        elif self.table.may_undo:
            self.dismiss("undo")

    def turn_page(self) -> None:
        """Show the sheet, or leave the sheet for the next hand or a rematch."""
        if not self.is_last_page:
            self.on_sheet = True
            self.show_page()
        else:
            self.dismiss("again" if self.table.match.is_over else "next")
