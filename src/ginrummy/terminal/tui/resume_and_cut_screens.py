"""Screens before the first hand: the unfinished match, the fingerprint of the deals, the cut."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from ginrummy.game import shuffle
from ginrummy.game.shuffle import random_cut
from ginrummy.locale import _, pgettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import player_title
from ginrummy.terminal.command_parser import JCUKEN
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.saved_matches import SavedMatch
from ginrummy.terminal.session_setup import Session
from ginrummy.terminal.table_text import commitment_lines, first_dealer_lines, match_title
from ginrummy.terminal.tui.card_widgets import CardFace, card_colour_content
from ginrummy.terminal.tui.once_screens import OnceScreen
from ginrummy.terminal.tui.widgets import Cap, KeyBar, Prose
from ginrummy.text.sentences import refusal_sentence
from ginrummy.variants import CUT_LOW


class ResumeScreen(OnceScreen[SavedMatch | str]):
    """Choice of an unfinished match. The result is that match, "new" or "quit"."""

    def __init__(self, unfinished: Sequence[SavedMatch], session: Session) -> None:
        super().__init__()
        self.unfinished = list(unfinished)
        self.session = session
        self.deleting = False

    def compose(self) -> ComposeResult:
        """Return the question, the matches and the keys."""
        with Vertical(classes="paper"):
            yield Prose("♠ ♥ ginrummy ♦ ♣", classes="heading")
            yield Prose(_("Unfinished matches:"), id="question")
            yield OptionList(*(self.option(saved) for saved in self.unfinished))
            yield KeyBar()

    def option(self, saved: SavedMatch) -> Option:
        """Return a match as an entry of the list."""
        return Option(Content(match_title(saved.table)))

    def on_mount(self) -> None:
        """Show the keys. The last match played is selected."""
        self.matches.highlighted = 0
        self.matches.focus()
        self.show_keys()

    @property
    def matches(self) -> OptionList:
        """The list."""
        return self.query_one(OptionList)

    def show_keys(self) -> None:
        """Show the keys that are active now."""
        caps = [
            Cap("enter", pgettext("key", "go on with it"), "resume"),
            Cap("n", pgettext("key", "start a new one, and keep it"), "new"),
            Cap("d", pgettext("key", "delete it"), "delete"),
            Cap("q", pgettext("key", "quit"), "quit"),
        ]
        if self.deleting:
            caps = [
                Cap("y", pgettext("key", "yes, delete it"), "yes"),
                Cap("esc", pgettext("key", "keep it"), "keep"),
            ]
        self.query_one(KeyBar).show([[cap] for cap in caps])

    def on_key(self, event: events.Key) -> None:
        """Run the action of the key."""
        keys = {"enter": "resume", "n": "new", "d": "delete", "q": "quit"}
        if self.deleting:
            keys = {"y": "yes", "o": "yes", "д": "yes", "n": "keep", "escape": "keep", "enter": "keep"}
        keys = {JCUKEN.get(key, key): action for key, action in keys.items()} | keys
        action = keys.get(event.key) or keys.get((event.character or "").lower())
        if action is not None:
            event.stop()
            event.prevent_default()
            self.action_do(action)

    @on(OptionList.OptionSelected)
    def resume_match(self) -> None:
        """Resume the match that was clicked or confirmed with Enter."""
        self.action_do("keep" if self.deleting else "resume")

    def action_do(self, action: str) -> None:
        """Run the action of a key or a click."""
        if action in ("delete", "keep"):
            self.deleting = action == "delete"
            self.show_keys()
        elif action == "yes":
            self.delete()
        elif action == "resume":
            self.dismiss(self.unfinished[self.place])
        else:
            self.dismiss(action)

    @property
    def place(self) -> int:
        """The index of the selected match."""
        return self.matches.highlighted or 0

    def delete(self) -> None:
        """Delete the selected match. After the last one, begin a new match."""
        self.deleting = False
        place = self.place
        self.session.store.delete(self.unfinished.pop(place).table)
        if not self.unfinished:
            self.dismiss("new")
            return
        self.matches.remove_option_at_index(place)
        self.matches.highlighted = min(place, len(self.unfinished) - 1)
        self.show_keys()


class StartScreen(OnceScreen[LocalTable | None]):
    """Fingerprint, one's own cut, and the dealer. The result is the table, or `None` to quit."""

    AUTO_FOCUS = "Input"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.deal = session.deal()
        self.table: LocalTable | None = None

    def compose(self) -> ComposeResult:
        """Return the page with the input for one's cut."""
        lines = commitment_lines(self.session.variant, self.deal, name=player_title(self.session.against))
        with Vertical(classes="paper"):
            yield Prose("♠ ♥ ginrummy ♦ ♣", classes="heading")
            yield Prose("\n".join(lines), id="commitment", markup=False)
            if not self.deal.fixed:
                yield Prose(_("Your cut, any text; with it nobody could have arranged the cards:"))
                yield Input(random_cut(), id="cut")
            with Center(), Horizontal(id="cut-cards"):
                yield CardFace(id="own-cut")
                yield CardFace(id="other-cut")
            yield Prose(id="dealer")
            yield Prose(id="refusal")
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the keys."""
        self.query_one("#cut-cards").display = False
        self.show_keys(pgettext("key", "deal") if self.deal.fixed else pgettext("key", "cut"))

    def show_keys(self, onward: str) -> None:
        """Show the label of Enter."""
        self.query_one(KeyBar).show(
            [[Cap("enter", onward, "next"), Cap("esc", pgettext("key", "quit"), "quit")]]
        )

    def on_key(self, event: events.Key) -> None:
        """Continue at Enter unless a line is being typed. Quit at Escape."""
        if event.key == "escape":
            self.dismiss(None)
        elif event.key == "enter" and not isinstance(self.focused, Input):
            self.action_do("next")
        else:
            return
        event.stop()

    def action_do(self, action: str) -> None:
        """Run the action of a key or a click."""
        if action == "quit":
            self.dismiss(None)
        elif self.table is not None:
            self.dismiss(self.table)
        else:
            self.cut_and_deal()

    @on(Input.Submitted, "#cut")
    def submit_cut(self) -> None:
        """Cut with the typed text."""
        self.action_do("next")

    def cut_and_deal(self) -> None:
        """Deal with one's cut, and show the dealer."""
        text = "" if self.deal.fixed else self.query_one("#cut", Input).value
        try:
            self.table = self.session.start_match(self.deal, text)
        except GinRummyError as error:
            self.query_one("#refusal", Prose).update(card_colour_content(refusal_sentence(error)))
            return
        self.show_cut(self.table)

    def show_cut(self, table: LocalTable) -> None:
        """Show the cards of the cut, or the lot."""
        match = table.match
        assert match.seeds is not None
        if match.variant.first_dealer == CUT_LOW:
            own, other = shuffle.cut_faces(match.seeds)[-1]
            self.query_one("#own-cut", CardFace).face = own
            self.query_one("#other-cut", CardFace).face = other
            self.query_one("#cut-cards").display = True
        lines = first_dealer_lines(match, name=table.opponent_name)
        self.query_one("#dealer", Prose).update(Content("\n").join(map(card_colour_content, lines)))
        self.query_one("#refusal", Prose).update("")
        if not self.deal.fixed:
            self.query_one("#cut", Input).disabled = True
        self.set_focus(None)
        self.show_keys(pgettext("key", "deal the cards"))
        self.call_after_refresh(self.query_one(".paper").scroll_end, animate=False)
