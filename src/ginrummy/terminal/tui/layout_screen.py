"""Screen to choose a layout: the best first, then others, or one by hand."""

from __future__ import annotations

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList

from ginrummy.game.game import Phase
from ginrummy.game.layouts import choices
from ginrummy.game.moves import Move
from ginrummy.locale import _, pgettext
from ginrummy.locale.numbers import number_in
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.tui.card_colours import chips
from ginrummy.terminal.tui.key_bar import Cap, KeyBar
from ginrummy.terminal.tui.manual_layout_screen import ByHandScreen
from ginrummy.terminal.tui.once_screens import OnceModal
from ginrummy.terminal.tui.prose import Prose
from ginrummy.text.showdown_text import closing_title, layout_text, spread_lines

_UNDO_KEYS = ("u", "г", "escape")
_HAND_KEYS = ("c", "с")


class LayoutScreen(OnceModal[Move | None]):
    """Choice of the layout of a closed hand. The result is the move, or `None` to undo the closing."""

    def __init__(self, table: LocalTable) -> None:
        super().__init__()
        self.table = table
        self.view = table.view
        self.layouts = choices(self.view)

    def compose(self) -> ComposeResult:
        """Return the cards already on the table, the layouts and the keys."""
        lying = spread_lines(self.view) if self.view.phase is Phase.LAY_OFF else ()
        with Vertical(classes="paper"):
            yield Prose(closing_title(self.view, name=self.table.name), classes="heading", markup=False)
            if lying:
                yield Prose(Content("\n").join(map(chips, lying)), id="lying")
            yield Prose(_("How do you lay your hand out? The first is the best."), markup=False)
            yield OptionList(
                *(chips(f"{number}. {layout_text(layout)}") for number, layout in enumerate(self.layouts, 1))
            )
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the keys. Enter takes the best layout."""
        caps = [
            Cap("↑↓ 1-9", pgettext("key", "choose"), "down"),
            Cap("enter", pgettext("key", "lay out"), "accept"),
            Cap("c", pgettext("key", "by hand"), "by_hand"),
        ]
        if self.table.may_undo:
            caps.append(Cap("u", pgettext("key", "undo"), "undo"))
        self.query_one(KeyBar).show([caps])
        options = self.query_one(OptionList)
        options.highlighted = 0
        options.focus()

    def on_key(self, event: events.Key) -> None:
        """Run the action of the key."""
        character = (event.character or "").lower()
        if number := number_in(character, most=len(self.layouts)):
            self.dismiss(self.layouts[number - 1].move)
        elif character in _HAND_KEYS:
            self.action_do("by_hand")
        elif event.key in _UNDO_KEYS or character in _UNDO_KEYS:
            self.action_do("undo")
        else:
            return
        event.stop()

    def action_do(self, action: str) -> None:
        """Run the action of a key or a click."""
        options = self.query_one(OptionList)
        if action == "accept":
            options.action_select()
        elif action == "down":
            options.action_cursor_down()
        elif action == "by_hand":
            self.arrange_by_hand()
        elif self.table.may_undo:
            self.dismiss(None)

    @on(OptionList.OptionSelected)
    def accept(self, event: OptionList.OptionSelected) -> None:
        """Return the chosen layout."""
        self.dismiss(self.layouts[event.option_index].move)

    @work
    async def arrange_by_hand(self) -> None:
        """Open the screen for a layout by hand."""
        move = await self.app.push_screen_wait(ByHandScreen(self.table, self.layouts[0].move))
        if move is not None:
            self.dismiss(move)
