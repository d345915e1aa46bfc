"""Screens for the layout of a closed hand: the best ones first, or one by hand."""

from __future__ import annotations

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList

from ginrummy.game.cards import Hand, faces_of, hand_of
from ginrummy.game.game import Phase
from ginrummy.game.layouts import HeldHand, reasonable_layouts
from ginrummy.game.moves import Move, MoveKind, as_melds, non_empty_melds, ordered_faces
from ginrummy.locale import _, pgettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import parse_number
from ginrummy.rules import melds
from ginrummy.rules.cards import size_of, without
from ginrummy.rules.types import Face
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.tui.card_widgets import CardFace, CardRow, card_chip_content, card_colour_content
from ginrummy.terminal.tui.key_bindings import UNSHIFTED_DIGITS
from ginrummy.terminal.tui.once_screens import OnceModal
from ginrummy.terminal.tui.widgets import Cap, KeyBar, Prose
from ginrummy.text.sentences import (
    cards_text,
    closing_title,
    layout_text,
    refusal_sentence,
    spread_lines,
    unmatched_text,
)

OWN_MELDS = 3
_ACCEPT = "accept"


class Heap(Prose):
    """A group of cards: a meld on the table, an own meld, or the unmatched cards. A click puts cards in."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class ByHandScreen(OnceModal[Move | None]):
    """Distribution of the cards over heaps. The result is the move, or `None` to return to the choice.

    Heap 0 holds the unmatched cards. The next heaps are the melds on the table that may be extended, then
    come three own melds.
    """

    def __init__(self, table: LocalTable, start: Move) -> None:
        super().__init__()
        self.table = table
        self.view = table.view
        spread = self.view.spread
        self.lying = (
            {} if spread is None else {n: meld for n, meld in enumerate(spread.melds, 1) if meld.cards}
        )
        self.first_own = 1 if spread is None else len(spread.melds) + 1
        self.faces, self.heaps = self.heaps_from_move(start)
        self.marked: set[int] = set()

    def heaps_from_move(self, start: Move) -> tuple[tuple[Face, ...], list[int]]:
        """Return the cards from left to right and the heap of each, from the move `start`."""
        parts = [(number, meld) for number, meld in enumerate(start.laid, 1) if meld.cards]
        parts += list(enumerate(non_empty_melds(start.melds), self.first_own))
        rest = self.view.hand
        faces: list[Face] = []
        heaps: list[int] = []
        for number, part in parts:
            rest = without(rest, part)
            faces += ordered_faces(part)
            heaps += [number] * size_of(part)
        left = faces_of(rest)
        return (*faces, *left), [*heaps, *[0] * len(left)]

    def compose(self) -> ComposeResult:
        """Return the heaps, the hand and the keys."""
        with Vertical(classes="paper"):
            yield Prose(
                closing_title(self.view, name=self.table.opponent_name), classes="heading", markup=False
            )
            for number in (*self.numbers, 0):
                yield Heap(number)
            yield CardRow(id="loose")
            yield Prose(id="verdict")
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the initial heaps."""
        caps = [
            Cap("←→", pgettext("key", "choose"), "next"),
            Cap("space", pgettext("key", "mark"), "mark"),
            Cap(f"0-{self.numbers[-1]}", pgettext("key", "put there"), "mark"),
            Cap("enter", pgettext("key", "lay out"), _ACCEPT),
            Cap("esc", pgettext("key", "back"), "back"),
        ]
        self.query_one(KeyBar).show([caps])
        self.row.selected = 0
        self.show_heaps()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the heaps, without that of the unmatched cards."""
        return (*self.lying, *range(self.first_own, self.first_own + OWN_MELDS))

    @property
    def row(self) -> CardRow:
        """The cards of the hand."""
        return self.query_one("#loose", CardRow)

    def move(self) -> Move:
        """Return the move of these heaps. Raise `GinRummyError` for three equal cards in one heap."""
        own = as_melds([heap for number in self.numbers if number >= self.first_own
                        if (heap := self.heap(number)).cards])  # fmt: skip
        if self.view.phase is Phase.SPREAD:
            return Move(MoveKind.SPREAD, melds=own)
        return Move(MoveKind.LAY_OFF, melds=own, laid=as_melds([self.heap(number) for number in (1, 2, 3)]))

    def heap(self, number: int) -> Hand:
        """Return the cards in a heap."""
        return hand_of(face for face, heap in zip(self.faces, self.heaps, strict=True) if heap == number)

    def show_heaps(self) -> None:
        """Update the screen, and show whether the layout is legal."""
        for heap in self.query(Heap):
            heap.update(self.heap_content(heap.number))
        self.row.show(
            HeldHand((self.faces,), 0),
            keys=[str(heap) if heap else "·" for heap in self.heaps],
        )
        for place, card in enumerate(self.row.cards):
            card.set_class(place in self.marked, "-fresh")
        refusal = self.view.refusal(self.move())
        text = _("This will do.") if refusal is None else refusal_sentence(refusal)
        self.query_one("#verdict", Prose).update(card_colour_content(text))

    def heap_content(self, number: int) -> Content:
        """Return the text of a heap."""
        cards = self.heap(number)
        if number == 0:
            return card_chip_content(f"0  {unmatched_text(cards, melds.points_of(self.view.variant, cards))}")
        if number in self.lying:
            shown = cards_text(ordered_faces(self.lying[number]))
            added = f" + {cards_text(ordered_faces(cards))}" if cards.cards else ""
            text = _("on the table: {cards}").format(cards=shown + added)
        else:
            text = _("your meld: {cards}").format(cards=cards_text(ordered_faces(cards)) or "–")
        return card_chip_content(f"{number}  {text}")

    def on_key(self, event: events.Key) -> None:
        """Run the action of the key."""
        number = self.heap_number(event.character)
        actions = {"left": "previous", "right": "next", "space": "mark", "enter": _ACCEPT, "escape": "back"}
        if number is not None:
            self.put_in_heap(number)
        elif event.key in actions:
            self.action_do(actions[event.key])
        else:
            return
        event.stop()

    def heap_number(self, character: str | None) -> int | None:
        """Return the heap of a digit key, `None` for none. French digits need no shift."""
        digit = (character or "x").translate(str.maketrans(UNSHIFTED_DIGITS[:10], "1234567890"))
        return int(digit) if digit in map(str, (0, *self.numbers)) else None

    def action_do(self, action: str) -> None:
        """Run the action of a key or a click."""
        if action == "back":
            self.dismiss(None)
        elif action == _ACCEPT:
            self.accept()
        elif action == "mark":
            self.marked ^= {self.row.selected}
        elif action in ("next", "previous"):
            step = 1 if action == "next" else -1
            self.row.selected = (self.row.selected + step) % len(self.faces)
        if self.is_attached:
            self.show_heaps()

    def put_in_heap(self, number: int) -> None:
        """Put the marked cards, or the selected one, into heap `number`."""
        for place in self.marked or {self.row.selected}:
            self.heaps[place] = number
        self.marked.clear()
        self.show_heaps()

    def accept(self) -> None:
        """Return the layout if it is legal."""
        try:
            move = self.move()
        except GinRummyError:
            return
        if self.view.refusal(move) is None:
            self.dismiss(move)

    @on(CardFace.Chosen)
    def mark_card(self, event: CardFace.Chosen) -> None:
        """Mark a card that was clicked, or unmark it."""
        self.row.selected = event.card.place
        self.action_do("mark")

    def on_click(self, event: events.Click) -> None:
        """Put the marked cards into the heap that was clicked."""
        if isinstance(event.widget, Heap):
            self.put_in_heap(event.widget.number)


_UNDO_KEYS = ("u", "г", "escape")
_HAND_KEYS = ("c", "с")


class LayoutScreen(OnceModal[Move | None]):
    """Choice of the layout of a closed hand. The result is the move, or `None` to undo the closing."""

    def __init__(self, table: LocalTable) -> None:
        super().__init__()
        self.table = table
        self.view = table.view
        self.layouts = reasonable_layouts(self.view)

    def compose(self) -> ComposeResult:
        """Return the cards already on the table, the layouts and the keys."""
        lying = spread_lines(self.view) if self.view.phase is Phase.LAY_OFF else ()
        with Vertical(classes="paper"):
            yield Prose(
                closing_title(self.view, name=self.table.opponent_name), classes="heading", markup=False
            )
            if lying:
                yield Prose(Content("\n").join(map(card_chip_content, lying)), id="lying")
            yield Prose(_("How do you lay your hand out? The first is the best."), markup=False)
            yield OptionList(
                *(
                    card_chip_content(f"{number}. {layout_text(layout)}")
                    for number, layout in enumerate(self.layouts, 1)
                )
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
        if number := parse_number(character, most=len(self.layouts)):
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
