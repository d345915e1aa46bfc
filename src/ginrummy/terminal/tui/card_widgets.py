"""Card widgets: a face, a back, an empty place, and a row of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from textual import events
from textual.app import ComposeResult, RenderResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import Static

from ginrummy.game.cards import SUIT_SIGNS, face_text
from ginrummy.game.layouts import HeldHand
from ginrummy.game.moves import NO_FACE
from ginrummy.locale import language
from ginrummy.rules.cards import suit_of
from ginrummy.rules.types import Face

SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_CARD: Final = re.compile(rf"(?:10|[A-ZА-Я2-9])[{SUIT_SIGNS}]")
_NEIGHBOURS: Final = re.compile(rf"(?<=[{SUIT_SIGNS}]) (?=(?:10|[A-ZА-Я2-9])[{SUIT_SIGNS}])")

FELT: Final = Theme(
    name="felt",
    primary="#d9a441",
    secondary="#7fb295",
    accent="#f2c14e",
    foreground="#f3efe0",
    background="#0f3b2c",
    surface="#14493a",
    panel="#0b2e23",
    warning="#f2c14e",
    error="#ff8f87",
    success="#9be29b",
    dark=True,
    variables={
        "ivory": "#fbf7ea",
        "edge": "#b9b29a",
        "back": "#7b2d3b",
        "back-edge": "#e3c9a8",
        "spades": "#15171c",
        "hearts": "#c4161c",
        "diamonds": "#1a55c4",
        "clubs": "#0f7a2f",
        "felt-spades": "#ffffff",
        "felt-hearts": "#ff9a94",
        "felt-diamonds": "#9cc3ff",
        "felt-clubs": "#a4e8a0",
        "quiet": "#9dbbae",
    },
)


def card_colour_content(text: str) -> Content:
    """Return `text` with its cards in the colours of their suits, for the felt background."""
    return _card_content(text, "$felt-{suit}", pad="")


def card_chip_content(text: str) -> Content:
    """Return `text` with each card as a small ivory chip, without gaps between neighbours."""
    return _card_content(_NEIGHBOURS.sub("", text), "${suit} on $ivory", pad=" ")


def _card_content(text: str, style: str, *, pad: str) -> Content:
    pieces: list[Content | tuple[str, str]] = []
    end = 0
    for found in _CARD.finditer(text):
        pieces.append(Content(text[end : found.start()]))
        suit = SUITS[SUIT_SIGNS.index(found[0][-1])]
        pieces.append((f"{pad}{found[0]}{pad}", style.format(suit=suit)))
        end = found.end()
    return Content.assemble(*pieces, Content(text[end:]))


BACK = Face(-2)
EMPTY = NO_FACE
NO_PLACE = -1
LARGEST_HAND = 11
DIGITS = "1234567890-"
FRENCH_DIGITS = "1234567890)"
_HATCH = "░"


class CardFace(Widget):
    """One card: a face (0 to 51), `BACK`, or `EMPTY` for an empty place."""

    face: reactive[Face] = reactive(EMPTY)

    class Chosen(Message):
        """A card was clicked."""

        def __init__(self, card: CardFace) -> None:
            super().__init__()
            self.card = card

        @property
        def control(self) -> CardFace:
            return self.card

    class Dragged(Message):
        """A card was dragged onto another place of the screen."""

        def __init__(self, card: CardFace, target: CardFace) -> None:
            super().__init__()
            self.card = card
            self.target = target

    def __init__(self, face: Face = EMPTY, *, id: str | None = None, place: int = NO_PLACE) -> None:
        super().__init__(id=id)
        self.set_reactive(CardFace.face, face)
        self.place = place
        self._dress()

    def watch_face(self) -> None:
        """Show the colour of the new face."""
        self._dress()

    def _dress(self) -> None:
        self.set_class(self.face == BACK, "-back")
        self.set_class(self.face == EMPTY, "-empty")
        is_open = self.face not in (BACK, EMPTY)
        for number, suit in enumerate(SUITS):
            self.set_class(is_open and suit_of(self.face) == number, f"-{suit}")

    def render(self) -> RenderResult:
        """Return the text of the card that fits into its size."""
        width, height = self.content_size
        return Content("\n".join(card_lines(self.face, width, height)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Start a click or a drag."""
        self.capture_mouse()
        event.stop()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Send `Chosen` for a click, `Dragged` for a drag."""
        self.release_mouse()
        event.stop()
        target = self._card_at(event.screen_x, event.screen_y)
        if target is self:
            self.post_message(self.Chosen(self))
        elif target is not None:
            self.post_message(self.Dragged(self, target))

    def _card_at(self, x: float, y: float) -> CardFace | None:
        if not self.screen.region.contains(int(x), int(y)):
            return None
        widget, _region = self.screen.get_widget_at(int(x), int(y))
        return widget if isinstance(widget, CardFace) else None


def card_lines(face: Face, width: int, height: int) -> Iterator[str]:
    """Yield the lines inside a card: the index at both corners, the suit between them."""
    if face == BACK:
        yield from [_HATCH * width] * height
    elif face == EMPTY:
        yield from [" " * width] * height
    elif height == 1:
        yield face_text(face, language()).ljust(width)
    else:
        index, sign = face_text(face, language()), SUIT_SIGNS[suit_of(face)]
        middle = [" " * width] * (height - 2)
        if middle:
            middle[(height - 3) // 2] = sign.center(width)
        yield from (index.ljust(width), *middle, (index if middle else sign).rjust(width))


class Slot(Vertical):
    """The place of a card in a row, with its key below."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.card = CardFace(place=place)
        self.key = Static(classes="key", markup=False)

    def compose(self) -> ComposeResult:
        """Return the card and its key."""
        yield self.card
        yield self.key


def digit_keys() -> str:
    """Return the keys of the eleven places, on the keyboard of the current language."""
    return FRENCH_DIGITS if language() == "fr" else DIGITS


class CardRow(Horizontal):
    """Up to eleven cards in a row, with a gap between groups."""

    selected: reactive[int] = reactive(NO_PLACE)

    def compose(self) -> ComposeResult:
        """Return the places for the cards."""
        for place in range(LARGEST_HAND):
            yield Slot(place)

    @property
    def slots(self) -> list[Slot]:
        """The places, the empty ones at the end."""
        return list(self.query(Slot))

    @property
    def cards(self) -> list[CardFace]:
        """The cards of all places."""
        return [slot.card for slot in self.slots]

    def show(self, held: HeldHand, *, fresh: Face = EMPTY, keys: Sequence[str] = "") -> None:
        """Show a hand with the key of each card below it. The card `fresh` is the one just drawn."""
        faces = held.faces
        starts = {sum(map(len, held.groups[:count])) for count in range(1, len(held.groups))}
        melded = sum(map(len, held.groups[: held.melds]))
        newest = faces.index(fresh) if fresh in faces else NO_PLACE
        keys = keys or digit_keys()
        for place, slot in enumerate(self.slots):
            slot.display = place < len(faces)
            slot.set_class(place in starts, "-apart")
            slot.card.set_class(place < melded, "-melded")
            slot.card.set_class(place == newest, "-fresh")
            if place < len(faces):
                slot.card.face = faces[place]
                slot.key.update(keys[place])
        self.selected = min(self.selected, len(faces) - 1)

    def watch_selected(self) -> None:
        """Raise the selected card."""
        for place, slot in enumerate(self.slots):
            slot.set_class(place == self.selected, "-selected")
