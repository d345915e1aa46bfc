"""Pictures of cards as SVG, for notebooks: a hand, and a table with both hands, the stock and the pile."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from ginrummy.game.cards import CLUBS, RANK_COUNT, SPADES, SUIT_CODES, Hand, faces_of, rank_text
from ginrummy.game.game import Game
from ginrummy.game.layouts import group_by_melds
from ginrummy.game.match import Match
from ginrummy.game.view import View
from ginrummy.locale import language
from ginrummy.rules.types import SEATS, Face
from ginrummy.variants import Variant

SUIT_SHAPES: Final = {
    "S": "M0-50C8-30 42-14 42 14C42 34 14 40 5 22C6 36 11 45 18 50H-18C-11 45-6 36-5 22"
    "C-14 40-42 34-42 14C-42-14-8-30 0-50Z",
    "H": "M0 48C-8 30-46 8-46-20C-46-50-10-54 0-26C10-54 46-50 46-20C46 8 8 30 0 48Z",
    "D": "M0-50C10-30 22-14 38 0C22 14 10 30 0 50C-10 30-22 14-38 0C-22-14-10-30 0-50Z",
    "C": "M0-50C7.8-49.9 14.9-45.5 18.4-38.6C22-31.7 21.4-23.4 17-17C27.1-19.5 37.4-14.2 41.4-4.7"
    "C45.4 4.9 41.8 15.9 33 21.3C24.2 26.7 12.7 24.9 6 17C7 33 12 44 19 50H-19C-12 44-7 33-6 17"
    "C-12.7 24.9-24.2 26.7-33 21.3C-41.8 15.9-45.4 4.9-41.4-4.7C-37.4-14.2-27.1-19.5-17-17"
    "C-21.4-23.4-22-31.7-18.4-38.6C-14.9-45.5-7.8-49.9 0-50Z",
}
"""The suits as paths of lines and cubic curves, each within 100 by 100 about its middle."""
BLACK, RED, BLUE, PAPER, LINE = "#1b1b1b", "#c62828", "#33566e", "#fffefb", "#8a8a8a"
FELT, GOLD = "#14532d", "#ffe9ae"
WIDE, HIGH, STEP, GAP, EDGE = 44, 62, 30, 18, 4
"""Pixels: a card, from one card to the next in a group, between groups and rows, around everything."""
Point = tuple[float, float]
Rows = Sequence[Sequence[Sequence[Face | str]]]
"""Cards, group by group in rows: each a face, or a back with a text on it."""
POSTER: Final = (1200, 630)
"""Width and height of the poster of a hand: the size that messengers show beneath a link."""
TABLE: Final = (60, 88, 1080, 396)
"""Left, top, width and height of the cards on a poster."""
LETTERS: Final = 44
"""Pixels: the size of the texts on a poster."""
LINES: Final = (66, 544, 610)
"""The bottoms of the texts on a poster: the names of seat 1 and of seat 0, the result."""


class PlacedCard(NamedTuple):
    """Card of a picture with its top left corner."""

    left: float
    top: int
    card: Face | str


def face_picture(face: Face) -> str:
    """Return a card, its top left corner at the origin: rank and suit, as large as they may be."""
    suit = face // RANK_COUNT
    colour = BLACK if suit in (SPADES, CLUBS) else RED
    return (
        f'<rect width="{WIDE}" height="{HIGH}" rx="5" fill="{PAPER}" stroke="{LINE}"/>'
        f'<text x="5" y="21" font-family="sans-serif" font-size="19" font-weight="bold" fill="{colour}" '
        f'letter-spacing="-2">{escape(rank_text(face % RANK_COUNT, language()))}</text>'
        f'<path transform="translate(14 45) scale(.2)" d="{SUIT_SHAPES[SUIT_CODES[suit]]}" fill="{colour}"/>'
    )


def back_picture(text: str = "") -> str:
    """Return a card face down, with a `text` on it."""
    return (
        f'<rect width="{WIDE}" height="{HIGH}" rx="5" fill="{BLUE}" stroke="{LINE}"/>'
        f'<text x="{WIDE / 2:g}" y="{HIGH / 2 + 7:g}" font-family="sans-serif" font-size="18" fill="{PAPER}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


def _card_picture(card: Face | str) -> str:
    return back_picture(card) if isinstance(card, str) else face_picture(card)


def hand_picture(hand: Hand) -> str:
    """Return the cards of a hand as SVG."""
    return rows_picture([[faces_of(hand)]])


def match_picture(match: Match) -> str:
    """Return the hand on the table with all cards face up."""
    return game_picture(match.game, title=str(match))


def view_picture(view: View) -> str:
    """Return a view as SVG: the other hand as far as it is known, stock and pile, the own hand by melds."""
    return rows_picture(view_rows(view), title=str(view))


def view_rows(view: View) -> Rows:
    """Return the cards of a view: the other hand as far as it is known, stock and pile, the own hand."""
    shown = view.shown_hand(1 - view.seat)
    known = faces_of(view.opponent_known if shown is None else shown)
    hidden = 0 if shown is not None else view.opponent_size - len(known)
    own = hand_groups(view.variant, view.hand, view.state.pile.cards)
    return [[known, [""] * hidden], pile_groups(view.stock, view.top), own]


def game_picture(game: Game, *, title: str = "") -> str:
    """Return a hand as SVG, with all cards face up: seat 1, stock and pile, seat 0."""
    return rows_picture(game_rows(game), title=title or str(game))


def game_rows(game: Game) -> Rows:
    """Return all cards of a hand: seat 1, stock and pile, seat 0."""
    own, other = (hand_groups(game.variant, game.state.hands[seat], game.state.pile.cards) for seat in SEATS)
    return [other, pile_groups(len(game.stock), game.pile[-1] if game.pile else None), own]


def hand_poster(game: Game, names: tuple[str, str], result: str) -> str:
    """Return a hand on felt as SVG, with the names of both seats and the `result` below."""
    left, top, wide, high = TABLE
    size = f'x="{left}" y="{top}" width="{wide}" height="{high}"'
    cards = rows_picture(game_rows(game)[::2], size=size, is_centred=True)
    texts = (
        f'<text x="{POSTER[0] / 2:g}" y="{y}" text-anchor="middle" font-family="sans-serif" '
        f'font-size="{min(LETTERS, 2000 // len(text))}" font-weight="bold" fill="{colour}">'
        f"{escape(text)}</text>"
        for text, y, colour in zip((names[1], names[0], result), LINES, (PAPER, PAPER, GOLD), strict=True)
    )
    size = f'width="{POSTER[0]}" height="{POSTER[1]}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {POSTER[0]} {POSTER[1]}" role="img">'
        f"<title>{escape(f'{names[0]} – {names[1]}. {result}')}</title>"
        f'<rect {size} fill="{FELT}"/>{cards}{"".join(texts)}</svg>'
    )


def hand_groups(variant: Variant, hand: Hand, gone: Hand) -> Sequence[Sequence[Face]]:
    """Return the cards of a hand, its best melds first."""
    return group_by_melds(variant, hand, gone).groups


def pile_groups(stock: int, top: Face | None) -> Sequence[Sequence[Face | str]]:
    """Return the stock with the number of its cards, and the top of the pile."""
    return [[str(stock)], [] if top is None else [top]]


def place_cards(rows: Rows, *, is_centred: bool = False) -> tuple[list[PlacedCard], int, int]:
    """Return rows of cards with their places, one row below the other, and the width and height of all."""
    wide = max(_row_width(row) for row in rows)
    placed = []
    for place, row in enumerate(rows):
        left = EDGE + ((wide - _row_width(row)) / 2 if is_centred else 0)
        for group in filter(None, row):
            placed += [
                PlacedCard(left + step * STEP, EDGE + place * (HIGH + GAP), card)
                for step, card in enumerate(group)
            ]
            left += _row_width([group]) + GAP
    return placed, wide + 2 * EDGE, 2 * EDGE + len(rows) * (HIGH + GAP) - GAP


def _row_width(row: Sequence[Sequence[Face | str]]) -> int:
    groups = [len(group) for group in row if group]
    return sum(WIDE + (size - 1) * STEP for size in groups) + GAP * max(0, len(groups) - 1)


def rows_picture(rows: Rows, *, title: str = "", size: str = "", is_centred: bool = False) -> str:
    """Return rows of cards as SVG. `size` has other attributes of its size."""
    placed, wide, high = place_cards(rows, is_centred=is_centred)
    cards = "".join(
        f'<g transform="translate({left:g} {top})">{_card_picture(card)}</g>' for left, top, card in placed
    )
    size = size or f'width="{wide}" height="{high}"'
    size += f' viewBox="0 0 {wide} {high}"'
    name = f"<title>{escape(title)}</title>" if title else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{name}{cards}</svg>'


def curve_points(start: Point, first: Point, second: Point, end: Point, *, steps: int = 16) -> list[Point]:
    """Return `steps` + 1 points on a cubic Bézier curve, from `start` to `end`."""
    points, found = (start, first, second, end), []
    for step in range(steps + 1):
        part = step / steps
        weights = ((1 - part) ** 3, 3 * (1 - part) ** 2 * part, 3 * (1 - part) * part**2, part**3)
        x, y = (sum(w * point[axis] for w, point in zip(weights, points, strict=True)) for axis in (0, 1))
        found.append((x, y))
    return found
