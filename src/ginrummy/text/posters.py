"""Pictures as files: a PNG of the end of a hand, an animated GIF of its moves, a PNG of a score sheet.

Pillow draws them with the font Manrope (extra `web`), so that they look alike on every machine. The layout
and the shapes of the suits are those of `ginrummy.game.pictures`: the font has no suits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from io import BytesIO
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from font_manrope import font_files
from PIL import Image, ImageDraw, ImageFont

from ginrummy.game import pictures
from ginrummy.game.cards import CLUBS, RANK_COUNT, SPADES, SUIT_CODES, SUIT_SIGNS, rank_text
from ginrummy.game.game import Game
from ginrummy.game.pictures import (
    BLACK,
    BLUE,
    FELT,
    GOLD,
    HIGH,
    LINE,
    PAPER,
    RED,
    SUIT_SHAPES,
    WIDE,
    Rows,
    curve_points,
)
from ginrummy.game.view import view_of_game
from ginrummy.locale import _, language
from ginrummy.rules.types import SEATS, Seat, other_seat
from ginrummy.text.commentary import ending_commentary, event_line, games_by_half_turn
from ginrummy.text.ledger.edited_ledger import AnyLedger
from ginrummy.text.ledger.evening_text import EveningSheet, ledger_sheet
from ginrummy.text.ledger.evening_writer import distinct_names
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.score_ledger import Ledger
from ginrummy.text.ledger.text_columns import Grid, Section

FONT: Final = font_files["ManropeBold"]
"""Letters of Latin, Greek and Cyrillic."""
LONGEST, SHORTEST, LAST = 700, 150, 2_800
"""Milliseconds of a frame: at most, at least, and of the last one."""
DURATION: Final = 12_000
"""Milliseconds of all frames but the last."""
COLOURS: Final = 64
_WIDTH: Final = 0.75
"""Width of a suit between letters, by their size."""
_ROWS: Final = ((140, 24), (400, 18), (10_000, 12))
"""Size of the letters of a sheet with at most so many rows."""
_NARROWEST: Final = 22
"""Least width of a column of a sheet, by the size of its letters."""
_SLIM: Final = 1.8
"""Height of a sheet at most, by its width: a longer one has more columns."""
MOST_PIXELS: Final = 16_000_000
"""Pixels of a sheet at most: about 350 hands of eight people."""
_FINE: Final = 4
"""Times that a card is drawn larger and then made smaller, for smooth edges."""


class _Page(NamedTuple):
    """Size of a picture, the box of its cards, the bottoms of its three texts, the size of its letters."""

    size: tuple[int, int]
    table: tuple[int, int, int, int]
    lines: tuple[int, int, int]
    letters: int


_POSTER: Final = _Page(pictures.POSTER, pictures.TABLE, pictures.LINES, pictures.LETTERS)
_FRAME: Final = _Page((640, 480), (16, 44, 608, 350), (34, 424, 464), 24)


def hand_png(game: Game, names: tuple[str, str], number: int, *, viewer: Seat | None = None) -> bytes:
    """Return the end of a hand as PNG: both hands, with all cards or as `viewer` sees them, and the result.

    A hand without a result shows its `number`.
    """
    names, low = _drawable_names(names), viewer or SEATS[0]
    rows = _rows(game, viewer)[::2]
    texts = (names[other_seat(low)], names[low], _result(game, names, number))
    file = BytesIO()
    _few_colours(_draw_page(_POSTER, rows, texts, _scale(_POSTER, [rows]))).save(file, "PNG")
    return file.getvalue()


def position_png(game: Game, names: tuple[str, str], *, viewer: Seat | None = None) -> bytes:
    """Return a position as PNG, with the last move: all cards, or what `viewer` sees."""
    names, low, rows = _drawable_names(names), viewer or SEATS[0], _rows(game, viewer)
    texts = (names[other_seat(low)], names[low], _last_move(game, names, viewer))
    file = BytesIO()
    _few_colours(_draw_page(_FRAME, rows, texts, _scale(_FRAME, [rows]))).save(file, "PNG")
    return file.getvalue()


def hand_gif(game: Game, names: tuple[str, str], number: int, *, viewer: Seat | None = None) -> bytes:
    """Return the moves of a hand as an animated GIF, with all cards or as `viewer` saw them.

    The last frame has the result and stays longer. A hand of very many moves begins later.
    """
    names, low = _drawable_names(names), viewer or SEATS[0]
    positions = games_by_half_turn(game)[-DURATION // SHORTEST :]
    texts = [*(_last_move(each, names, viewer) for each in positions), _result(game, names, number)]
    rows = [_rows(each, viewer) for each in positions]
    scale = _scale(_FRAME, rows)
    frames = [
        _draw_page(_FRAME, row, (names[other_seat(low)], names[low], text), scale)
        for row, text in zip([*rows, rows[-1]], texts, strict=True)
    ]
    palette = _few_colours(frames[-1])
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    times = [min(LONGEST, DURATION // len(rows))] * len(rows) + [LAST]
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


class _SheetRow(NamedTuple):
    """A row of a sheet: each text with its place from the left, or from there to the left."""

    cells: Sequence[tuple[float, str, bool]]
    colour: str = BLACK
    is_title: bool = False


def sheet_png(ledger: AnyLedger) -> bytes:
    """Return the sheet of a match or of an evening as PNG: who stands how, who pays, and every hand.

    People whose names have letters that the font lacks are numbered. Raise `LedgerError` for a sheet of more
    than `MOST_PIXELS`.
    """
    title, sheet = _drawable_people(ledger)
    heading = Section(title, [" · ".join(map(str, sheet.rules.blocks))])
    sections = [heading, sheet.standings, sheet.payments, *sheet.matches, sheet.coming]
    blocks = [block for section in sections for block in section.blocks]
    size = next(letters for most, letters in _ROWS if sheet.row_count <= most)
    grids = [_grid_rows(block, size) for block in blocks if isinstance(block, Grid)]
    wide = max([_NARROWEST * size, *(_row_width(row, size) for grid in grids for row in grid)])
    rows = [row for section in sections for row in _section_rows(section, size, wide)]
    file = BytesIO()
    _few_colours(_draw_sheet(rows, size, wide)).save(file, "PNG", optimize=True)
    return file.getvalue()


def _drawable_people(ledger: AnyLedger) -> tuple[str, EveningSheet]:
    """Return the title and the sheet of `ledger`, in letters that the font has."""
    if isinstance(ledger, Ledger):
        names = _drawable_names(ledger.players)
        return ", ".join(names), ledger_sheet(replace(ledger, players=names))
    drawn = dict(zip(ledger.everybody, _number_names(ledger.everybody), strict=True))
    parts = [
        replace(part, evening=replace(part.evening, people=tuple(drawn.get(one, one) for one in part.people)))
        for part in ledger.parts
    ]
    title = ", ".join(drawn.values()) if ledger.earlier else parts[-1].title
    return title, ledger_sheet(replace(parts[-1], earlier=tuple(parts[:-1])))


def _section_rows(section: Section, size: float, wide: float) -> Iterator[_SheetRow]:
    """Yield the rows of a section, after an empty one, its lines folded to the width `wide`."""
    if not section.blocks:
        return
    yield _SheetRow(())
    if section.title:
        yield from (
            _SheetRow([(0, line, False)], FELT, is_title=True)
            for line in _fold_line(section.title, size, wide)
        )
    for block in section.blocks:
        if isinstance(block, Grid):
            yield from _grid_rows(block, size)
        else:
            yield from (_SheetRow([(0, line, False)]) for line in _fold_line(block, size, wide))


def _grid_rows(grid: Grid, size: float) -> list[_SheetRow]:
    """Return the rows of `grid`; each of its last ones has its label above its numbers."""
    start = len(grid.rows) - grid.ends
    cells = [*grid.rows[:start], *([head, "", *numbers] for head, _label, *numbers in grid.rows[start:])]
    widths = [max(_length(_drawable(cell), size) for cell in column) for column in zip(*cells, strict=True)]
    places, left = [], 0.0
    for place, width in enumerate(widths):
        places.append(left + width if place in grid.right else left)
        left += width + (size * 0.7 if width else 0)
    found = []
    for number, row in enumerate(cells):
        if number >= start and grid.rows[number][1]:
            found.append(_SheetRow([(0, _drawable(grid.rows[number][1]), False)]))
        texts = [
            (places[place], _drawable(cell), place in grid.right) for place, cell in enumerate(row) if cell
        ]
        found.append(_SheetRow(texts, FELT if number < grid.heads else BLACK))
    return found


def _row_width(row: _SheetRow, size: float) -> float:
    return max(
        (place if is_right else place + _length(text, size) for place, text, is_right in row.cells), default=0
    )


def _fold_line(line: str, size: float, wide: float) -> list[str]:
    """Return `line` in lines of the width `wide`; a longer word has a line of its own."""
    lines = [""]
    for word in _drawable(line).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _length(longer, size) > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _draw_sheet(rows: list[_SheetRow], size: float, wide: float) -> Image.Image:
    """Return `rows` in as many columns as the form of the picture needs."""
    pitch, edge = 1.45 * size, 1.2 * size
    wide = max(wide, *(_row_width(row, size) for row in rows))
    count = next(n for n in range(1, len(rows) + 1) if len(rows) * pitch / n <= _SLIM * n * (wide + edge))
    high = -(-len(rows) // count) + 1
    columns: list[list[_SheetRow]] = [[]]
    for row in rows:
        if len(columns[-1]) >= high or (row.is_title and len(columns[-1]) == high - 1):
            columns.append([])
        if row.cells or columns[-1]:
            columns[-1].append(row)
    most = max(map(len, columns))
    full = round(len(columns) * (wide + edge) + edge), round(most * pitch + 2 * edge)
    if full[0] * full[1] > MOST_PIXELS:
        raise LedgerError(_("the sheet is too large for a picture; print it instead"))
    image = Image.new("RGB", full, PAPER)
    draw = ImageDraw.Draw(image)
    for number, column in enumerate(columns):
        for place, row in enumerate(column, start=1):
            for left, text, is_right in row.cells:
                start = left - (_length(text, size) if is_right else 0)
                bottom = edge + place * pitch - 0.4 * size
                _draw_text(draw, (edge + number * (wide + edge) + start, bottom), text, size, row.colour)
    return image


def _drawable(text: str) -> str:
    """Return `text` with a question mark for each sign that the font lacks."""
    return "".join(sign if sign in SUIT_SIGNS or _has_sign(sign) else "?" for sign in normalize("NFC", text))


@lru_cache(1024)
def _has_sign(sign: str) -> bool:
    font = _font(20)
    return sign.isspace() or bytes(font.getmask(sign)) != bytes(font.getmask("\uffff"))


def _is_drawable(name: str) -> bool:
    """Return whether the font has all signs of `name`, and no letter has a tower of three marks."""
    signs = normalize("NFC", name)
    towers = (all(map(combining, three)) for three in zip(signs, signs[1:], signs[2:], strict=False))
    return all(map(_has_sign, signs)) and not any(towers)


def _drawable_names(names: tuple[str, str]) -> tuple[str, str]:
    """Return `names`, or numbers for names in letters that the font lacks."""
    first, second = _number_names(names)
    return first, second


def _number_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return `names`, with free numbers for those in letters that the font lacks."""
    drawn = [name for name in names if _is_drawable(name)]
    others = [
        _("Player {number}").format(number=number)
        for number, name in enumerate(names, start=1)
        if name not in drawn
    ]
    numbers = iter(distinct_names(others, drawn))
    return tuple(name if name in drawn else next(numbers) for name in names)


def _result(game: Game, names: tuple[str, str], number: int) -> str:
    if game.score is None:
        return _("Hand {number}").format(number=number)
    return ending_commentary(game.score, names)


def _few_colours(image: Image.Image) -> Image.Image:
    return image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _rows(game: Game, viewer: Seat | None) -> Rows:
    if viewer is None:
        return pictures.game_rows(game)
    return pictures.view_rows(view_of_game(game, viewer))


def _last_move(game: Game, names: tuple[str, str], viewer: Seat | None) -> str:
    if not game.plays:
        return _("{name} deals.").format(name=names[game.dealer])
    return event_line(game, names, viewer)


def _scale(page: _Page, tables: Sequence[Rows]) -> float:
    """Return the scale of cards at which all `tables` have room."""
    wide, high = page.table[2:]
    sizes = [pictures.place_cards(rows)[1:] for rows in tables]
    return min(wide / max(size[0] for size in sizes), high / max(size[1] for size in sizes))


def _draw_page(page: _Page, rows: Rows, texts: tuple[str, str, str], scale: float) -> Image.Image:
    """Return a picture of `rows` of cards with a text above and two below."""
    image = Image.new("RGB", page.size, FELT)
    placed, wide, high = pictures.place_cards(rows, is_centred=True)
    left = page.table[0] + (page.table[2] - wide * scale) / 2
    top = page.table[1] + (page.table[3] - high * scale) / 2
    for x, y, card in placed:
        drawn = _draw_back(card, scale) if isinstance(card, str) else _draw_face(card, language(), scale)
        image.paste(drawn, (round(left + x * scale), round(top + y * scale)), drawn)
    draw = ImageDraw.Draw(image)
    for text, bottom, colour in zip(texts, page.lines, (PAPER, PAPER, GOLD), strict=True):
        size = min(page.letters, page.table[2] * page.letters / _length(text, page.letters))
        _draw_text(draw, ((page.size[0] - _length(text, size)) / 2, bottom), text, size, colour)
    return image


def _draw_text(
    draw: ImageDraw.ImageDraw, start: tuple[float, float], text: str, size: float, colour: str
) -> None:
    """Draw a `text` with suits from `start`, the left end of its line."""
    left, bottom = start
    for part in _parts(text):
        if part in SUIT_SIGNS:
            middle = left + _WIDTH * size / 2, bottom - 0.36 * size
            _draw_suit(draw, SUIT_SIGNS.index(part), middle, 0.85 * size, colour)
        else:
            draw.text((left, bottom), part, fill=colour, font=_font(size), anchor="ls")
        left += _length(part, size)


def _parts(text: str) -> list[str]:
    """Return `text` in parts, each a suit or without any."""
    return [part for part in re.split(f"([{SUIT_SIGNS}])", text) if part]


def _length(text: str, size: float) -> float:
    """Return the width of `text` in pixels."""
    font = _font(size)
    return sum(_WIDTH * size if part in SUIT_SIGNS else font.getlength(part) for part in _parts(text))


def _draw_suit(
    draw: ImageDraw.ImageDraw, suit: int, middle: tuple[float, float], size: float, colour: str
) -> None:
    """Draw a suit of `size` pixels, with smooth edges."""
    fine = Image.new("L", (round(size * _FINE),) * 2)
    points = [((x / 100 + 0.5) * size * _FINE, (y / 100 + 0.5) * size * _FINE) for x, y in _outline(suit)]
    ImageDraw.Draw(fine).polygon(points, fill=255)
    mask = fine.resize((round(size),) * 2, Image.Resampling.BOX)
    draw.bitmap((round(middle[0] - size / 2), round(middle[1] - size / 2)), mask, fill=colour)


@cache
def _outline(suit: int) -> tuple[tuple[float, float], ...]:
    """Return the points of a suit's outline, eight for each curve."""
    points: list[tuple[float, float]] = []
    for sign, numbers in re.findall("([MCH])([^A-Z]*)", SUIT_SHAPES[SUIT_CODES[suit]]):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if sign == "H":
            points.append((values[0], points[-1][1]))
            continue
        pairs = list(zip(values[::2], values[1::2], strict=True))
        if sign == "M":
            points.extend(pairs)
            continue
        for first, second, end in zip(*[iter(pairs)] * 3, strict=True):
            points.extend(curve_points(points[-1], first, second, end, steps=8)[1:])
    return tuple(points)


@lru_cache(128)
def _draw_face(face: int, code: str, scale: float) -> Image.Image:
    """Return a card face up: rank and suit, as large as they may be."""
    image, draw = _blank_card(PAPER, scale)
    suit, left, fine = face // RANK_COUNT, 5.0, scale * _FINE
    colour = BLACK if suit in (SPADES, CLUBS) else RED
    for sign in rank_text(face % RANK_COUNT, code):
        draw.text((left * fine, 21 * fine), sign, fill=colour, font=_font(19 * fine), anchor="ls")
        left += _font(19 * fine).getlength(sign) / fine - 2
    _draw_suit(draw, suit, (14 * fine, 45 * fine), 20 * fine, colour)
    return image.resize((round(WIDE * scale), round(HIGH * scale)), Image.Resampling.BOX)


@lru_cache(128)
def _draw_back(text: str, scale: float) -> Image.Image:
    """Return a card face down, with a `text` on it."""
    image, draw = _blank_card(BLUE, scale)
    fine = scale * _FINE
    draw.text((WIDE / 2 * fine, HIGH / 2 * fine), text, fill=PAPER, font=_font(18 * fine), anchor="mm")
    return image.resize((round(WIDE * scale), round(HIGH * scale)), Image.Resampling.BOX)


def _blank_card(colour: str, scale: float) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return a card without signs, `_FINE` times as large."""
    fine = scale * _FINE
    size = round(WIDE * scale) * _FINE, round(HIGH * scale) * _FINE
    image = Image.new("RGBA", size, LINE + "00")
    draw = ImageDraw.Draw(image)
    outside = (0, 0, size[0] - 1, size[1] - 1)
    draw.rounded_rectangle(outside, 5 * fine, fill=colour, outline=LINE, width=round(fine))
    return image, draw


def _font(size: float) -> ImageFont.FreeTypeFont:
    """Return the font at `size` pixels, rounded down to halves: a name that is too long has any size."""
    return _font_at(int(2 * size))


@lru_cache(64)
def _font_at(halves: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, halves / 2)
