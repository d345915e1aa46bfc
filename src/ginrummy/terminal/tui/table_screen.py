"""Table screen: the other hand at the top, the piles in the middle, one's own cards below."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from textual import events, on, work
from textual.app import ComposeResult, RenderResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input

from ginrummy.game.cards import card_sign, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.layouts import Arrangement, HeldHand, arrange_hand, last_drawn_card, move_card
from ginrummy.game.moves import BIG_GIN, DRAW, PASS, TAKE, Move, discard, gin, knock
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import PlayerError
from ginrummy.rules import melds
from ginrummy.rules.cards import single, without
from ginrummy.rules.types import Face, Points
from ginrummy.terminal import table_text
from ginrummy.terminal.command_parser import CommandWord, best_closing_card, parse_command, parse_move
from ginrummy.terminal.hint_command import hint_text
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.session_setup import Session
from ginrummy.terminal.tui.card_widgets import BACK, NO_PLACE, CardFace, CardRow, card_colour_content
from ginrummy.terminal.tui.hand_end_screen import HandEndScreen
from ginrummy.terminal.tui.key_bindings import SERVICE_OF, digit_index, key_action, table_key_caps
from ginrummy.terminal.tui.layouts import LayoutScreen
from ginrummy.terminal.tui.once_screens import OnceScreen
from ginrummy.terminal.tui.text_screens import (
    TextScreen,
    help_screen,
    pile_screen,
    rules_screen,
    sheet_screen,
)
from ginrummy.terminal.tui.widgets import KeyBar, Notice, Prose
from ginrummy.text.sentences import ARRANGEMENTS, prompt_text, refusal_sentence


class EventLog(Widget):
    """The events of a hand, the latest at the bottom."""

    lines: reactive[tuple[str, ...]] = reactive(())

    def show(self, lines: Sequence[str]) -> None:
        """Show the end of `lines`."""
        self.lines = tuple(lines)

    def render(self) -> RenderResult:
        """Return the latest lines that fit."""
        room = max(1, self.content_size.height)
        return Content("\n").join([card_colour_content(line) for line in self.lines[-room:]])


def opponent_hand(view: View) -> HeldHand:
    """Return the visible part of the other hand: the known cards, or all of it once it lies open."""
    if view.shown is not None:
        return HeldHand((faces_of(view.shown),), 0)
    known = faces_of(view.opponent_known)
    return HeldHand(((*known, *[BACK] * (view.opponent_size - len(known))),), 0)


def hand_text(view: View, arrangement: Arrangement, selected: Face | None) -> str:
    """Return the line above the hand: its order and its deadwood."""
    way = _("Your hand, {way}").format(way=_(ARRANGEMENTS[arrangement]))
    return f"{way} · {deadwood_text(view, selected)}"


def deadwood_text(view: View, selected: Face | None) -> str:
    """Return the deadwood of the hand, or that after the selected discard."""
    if view.phase is not Phase.DISCARD or not view.is_my_turn:
        return _("deadwood {points}").format(points=view.deadwood())
    if selected is not None:
        text = _("deadwood {points} without {card}")
        return text.format(points=deadwood_without(view, selected), card=card_sign(selected))
    least = min(view.leaves.values())
    return _("deadwood {points} after the best discard").format(points=least)


def deadwood_without(view: View, face: Face) -> Points:
    """Return the least deadwood of the hand without `face`."""
    return Points(melds.deadwood(view.variant, without(view.hand, single(face))))


def turn_text(table: LocalTable, view: View) -> str:
    """Return the action needed now, and by whom."""
    if view.phase is Phase.OVER:
        return ""
    if not view.is_my_turn:
        return _("{name} is thinking…").format(name=table.opponent_name)
    if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
        return _("The hand is closed: lay it out.")
    return prompt_text(view)


Outcome = Session | PlayerError | None


class TableScreen(OnceScreen[Outcome]):
    """Screen of the match. Its result is the next session, an error message, or `None`."""

    AUTO_FOCUS = ""

    def __init__(self, table: LocalTable, session: Session) -> None:
        super().__init__()
        self.table = table
        self.session = session
        self.settings = session.settings()

    def compose(self) -> ComposeResult:
        """Return the widgets of the table from top to bottom."""
        with Horizontal(id="title"):
            yield Prose(id="game")
            yield Prose(id="score")
        with Vertical(id="other"):
            yield Prose(id="other-line")
            yield CardRow(id="other-hand")
            yield Prose(id="other-news")
        with Horizontal(id="middle"):
            with Horizontal(id="piles"):
                yield CardFace(BACK, id="stock")
                yield CardFace(id="pile")
                yield Prose(id="facts")
            yield EventLog(id="chronicle")
        with Vertical(id="own"):
            yield Prose(id="hand-line")
            yield CardRow(id="hand")
        yield Notice(id="notice")
        yield Prose(id="prompt")
        yield Input(id="entry")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin or resume the match."""
        self.set_table(self.table)

    @property
    def hand(self) -> CardRow:
        """The widget of one's own cards."""
        return self.query_one("#hand", CardRow)

    @property
    def held(self) -> HeldHand:
        """One's own cards in their current order."""
        view, way = self.table.view, self.settings.arrangement
        return arrange_hand(
            view.variant, view.hand, way, out_of_play=view.state.pile.cards, order=self.table.order
        )

    @property
    def selected(self) -> Face | None:
        """The selected card, `None` for none."""
        place = self.hand.selected
        return self.held.faces[place] if place != NO_PLACE else None

    def set_table(self, table: LocalTable) -> None:
        """Show and save `table`, and continue from there."""
        self.table = table
        complaints = self.session.store.save(table)
        self.hand.selected = NO_PLACE
        self.show_table()
        self.say(" ".join(complaints))
        self.advance()

    def say(self, text: str) -> None:
        """Show `text` above the prompt until the next key, or on a page of its own where it does not fit."""
        kept = max(self.query_one(part).outer_size.height for part in ("#pile", "#facts"))
        if not self.query_one(Notice).show(text, middle=self.query_one("#middle"), kept=kept):
            self.app.push_screen(TextScreen(_("In full"), card_colour_content(text)))

    def show_table(self) -> None:
        """Update the whole screen."""
        table, view = self.table, self.table.view
        texts = {
            "#game": table_text.hand_title(table),
            "#score": table_text.score_text(table),
            "#other-line": table_text.opponent_hand_text(table, view),
            "#other-news": " · ".join(table_text.opponent_card_texts(view)),
            "#facts": "\n".join(table_text.table_facts(view)),
            "#prompt": turn_text(table, view),
        }
        for selector, text in texts.items():
            self.query_one(selector, Prose).update(card_colour_content(text))
        self.query_one("#other-hand", CardRow).show(opponent_hand(view))
        self.query_one("#pile", CardFace).face = Face(view.state.pile.top)
        self.query_one(EventLog).show(table_text.history_lines(table, view))
        self.query_one(KeyBar).show(table_key_caps(table, view))
        self.show_hand(view)

    def show_hand(self, view: View) -> None:
        """Update one's own cards."""
        self.hand.show(self.held, fresh=last_drawn_card(view))
        line = hand_text(view, self.settings.arrangement, self.selected)
        self.query_one("#hand-line", Prose).update(card_colour_content(line))

    @work(exclusive=True, group="play")
    async def advance(self) -> None:
        """Play until the person has to decide."""
        view = self.table.view
        if self.table.is_opponent_turn:
            await self.answer()
        elif view.phase in (Phase.SPREAD, Phase.LAY_OFF):
            move = await self.app.push_screen_wait(LayoutScreen(self.table))
            self.set_table(self.table.undo() if move is None else self.table.play(move))
        elif view.phase is Phase.OVER:
            await self.end_hand()

    async def answer(self) -> None:
        """Make the other seat's move, no faster than a person can follow."""
        await asyncio.sleep(self.session.pace)
        try:
            move = await asyncio.to_thread(self.table.opponent_move)
        except PlayerError as error:
            self.dismiss(error)
            return
        self.set_table(self.table.play(move))

    async def end_hand(self) -> None:
        """Show the end of the hand, and continue as the person chooses."""
        choice = await self.app.push_screen_wait(HandEndScreen(self.table, self.session))
        if choice == "undo":
            self.set_table(self.table.undo())
        elif choice == "again":
            self.dismiss(self.session.rematch(self.table))
        elif choice == "next":
            self.set_table(self.table.next_hand())
        else:
            self.dismiss(None)

    async def on_key(self, event: events.Key) -> None:
        """Run the action of the key, unless it was pressed before the present page opened."""
        if not self.is_active:
            return
        entry = self.query_one("#entry", Input)
        if entry.display:
            event.stop()
            if event.key == "escape":
                self.close_entry()
            elif event.key == "enter":
                await entry.action_submit()
            elif event.is_printable and event.character:
                # Typed before the input had the focus, so it is not a key of the table.
                entry.insert_text_at_cursor(event.character)
            return
        place = digit_index(event.character)
        action = key_action(event.key, event.character)
        if place is not None:
            self.say("")
            self.select(place)
        elif action is not None:
            self.action_do(action)
        else:
            return
        event.stop()

    def action_do(self, action: str) -> None:
        """Run the action of a key or a click."""
        self.say("")
        self.action_handlers()[action]()

    def action_handlers(self) -> dict[str, Callable[[], object]]:
        """Return the handlers by the name of the action."""
        return {
            "draw": lambda: self.try_move(DRAW),
            "take": lambda: self.try_move(TAKE),
            "pass": lambda: self.try_move(PASS),
            "big_gin": lambda: self.try_move(BIG_GIN),
            "discard": lambda: self.try_card_move(discard),
            "knock": lambda: self.close(knock),
            "gin": lambda: self.close(gin),
            "previous": lambda: self.step(-1),
            "next": lambda: self.step(1),
            "move_left": lambda: self.shift(-1),
            "move_right": lambda: self.shift(1),
            "let_go": lambda: self.select(NO_PLACE),
            "undo": self.undo,
            "hint": self.show_hint,
            "arrange": self.sort_hand_next,
            "type": self.open_entry,
            "pile": lambda: self.app.push_screen(pile_screen(self.table)),
            "score": lambda: self.app.push_screen(sheet_screen(self.table, self.size.width)),
            "rules": lambda: self.app.push_screen(rules_screen(self.table)),
            "help": lambda: self.app.push_screen(help_screen(self.size.width)),
            "quit": lambda: self.dismiss(None),
        }

    def try_move(self, move: Move) -> None:
        """Make `move`, or show why it is illegal."""
        view = self.table.view
        if not view.is_my_turn:
            self.say(_("It is {name}’s turn.").format(name=self.table.opponent_name))
            return
        refusal = view.refusal(move)
        if refusal is None:
            self.set_table(self.table.play(move))
        else:
            self.say(refusal_sentence(refusal))

    def try_card_move(self, make: Callable[[int], Move]) -> None:
        """Make a move with the selected card."""
        if self.selected is not None:
            self.try_move(make(self.selected))
        elif self.table.view.phase is Phase.DISCARD:
            self.say(_("First choose a card: with its number, the arrows or the mouse."))
        else:
            self.try_move(make(self.held.faces[0]))

    def close(self, make: Callable[[int], Move]) -> None:
        """Knock or go gin with the selected card, or with the best one where none is selected."""
        view = self.table.view
        self.try_move(make(best_closing_card(view) if self.selected is None else self.selected))

    def select(self, place: int) -> None:
        """Select the card at `place`, or deselect it. `NO_PLACE` deselects any."""
        if place < len(self.held.faces):
            self.hand.selected = NO_PLACE if place == self.hand.selected else place
            self.show_hand(self.table.view)

    def step(self, by: int) -> None:
        """Select the next card to the left or right, starting from the one just drawn."""
        faces, place = self.held.faces, self.hand.selected
        fresh = last_drawn_card(self.table.view)
        if place == NO_PLACE:
            start = faces.index(fresh) if fresh in faces else (0 if by > 0 else len(faces) - 1)
            self.hand.selected = start
        else:
            self.hand.selected = (place + by) % len(faces)
        self.show_hand(self.table.view)

    def shift(self, by: int) -> None:
        """Move the selected card to the left or right."""
        place = self.hand.selected
        if place == NO_PLACE:
            self.say(_("First choose a card: with its number, the arrows or the mouse."))
        else:
            self.move_card(place, place + by)

    def move_card(self, place: int, to: int) -> None:
        """Move the card at `place` to place `to`. The hand stays in the player's own order from then on."""
        faces = move_card(self.held.faces, place, to)
        self.sort_hand(Arrangement.OWN)
        self.table = replace(self.table, order=faces)
        self.session.store.save(self.table)
        self.hand.selected = max(0, min(to, len(faces) - 1))
        self.show_hand(self.table.view)

    def sort_hand(self, arrangement: Arrangement) -> None:
        """Sort the hand by `arrangement`, in this and later hands."""
        self.settings = replace(self.settings, arrangement=arrangement)
        self.session.save_settings(self.settings)

    def sort_hand_next(self) -> None:
        """Sort the hand by the next order in the cycle."""
        faces, chosen = self.held.faces, self.selected
        way = self.settings.arrangement.next_order
        if way is Arrangement.OWN and not self.table.order:
            self.table = replace(self.table, order=faces)
        self.sort_hand(way)
        self.hand.selected = self.held.faces.index(chosen) if chosen is not None else NO_PLACE
        self.show_hand(self.table.view)

    def undo(self) -> None:
        """Undo one's last move, or show why that is impossible."""
        if self.table.may_undo:
            self.set_table(self.table.undo())
        else:
            self.say(self.table.undo_refusal())

    def show_hint(self) -> None:
        """Show the move of a strong player."""
        self.request_hint("")

    def request_hint(self, move_text: str) -> None:
        """Show the hint, or the opinion on the move `move_text`, once it is computed."""
        view = self.table.view
        if not view.is_my_turn:
            self.say(_("It is {name}’s turn.").format(name=self.table.opponent_name))
            return
        self.compute_hint(view, move_text)

    @work(exclusive=True, group="hint")
    async def compute_hint(self, view: View, move_text: str) -> None:
        """Compute and show the answer, unless the table has changed meanwhile."""
        try:
            told = await asyncio.to_thread(hint_text, view, move_text)
        except GinRummyError as error:
            told = refusal_sentence(error)
        if self.table.view == view:
            self.say(told)

    def open_entry(self) -> None:
        """Open the input line for moves and commands."""
        entry = self.query_one("#entry", Input)
        entry.value = ""
        entry.placeholder = _("a card or a word, such as “{card}”").format(card=_("discard 7H"))
        entry.display = True
        entry.focus()

    def close_entry(self) -> None:
        """Close the line again."""
        self.query_one("#entry", Input).display = False
        self.set_focus(None)

    @on(Input.Submitted, "#entry")
    def run_entry(self, event: Input.Submitted) -> None:
        """Run the typed command."""
        self.close_entry()
        command = parse_command(event.value)
        if not event.value.strip():
            return
        if command is not None and command.word is CommandWord.HINT:
            self.request_hint(command.rest)
            return
        if command is not None and command.word in SERVICE_OF:
            self.action_do(SERVICE_OF[command.word])
            return
        try:
            self.try_move(parse_move(self.table.view, event.value))
        except GinRummyError as error:
            self.say(refusal_sentence(error))

    @on(CardFace.Chosen)
    def choose_card(self, event: CardFace.Chosen) -> None:
        """Draw, take or discard by a click on a pile. Select a card of the hand by a click on it."""
        card = event.card
        self.say("")
        if card.id == "stock":
            self.try_move(DRAW)
        elif card.id == "pile":
            self.action_do("discard" if self.table.view.phase is Phase.DISCARD else "take")
        elif card in self.hand.cards:
            self.select(card.place)

    @on(CardFace.Dragged)
    def drop_card(self, event: CardFace.Dragged) -> None:
        """Move a card within the hand, or draw, take or discard it."""
        own = self.hand.cards
        self.say("")
        if event.card in own and event.target in own:
            self.move_card(event.card.place, event.target.place)
        elif event.card in own and event.target.id == "pile":
            self.try_move(discard(self.held.faces[event.card.place]))
        elif event.target in own and event.card.id in ("stock", "pile"):
            self.try_move(DRAW if event.card.id == "stock" else TAKE)
