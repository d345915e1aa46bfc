"""Manifest and icons by which browsers install the table: a white card with a black spade on green felt."""

from __future__ import annotations

import math
import struct
import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final

from ginrummy.web import design

Point = tuple[float, float]
Shape = list[Point]
Colour = tuple[int, int, int]

ICON_SIZES: Final = (180, 192, 512)
"""Sizes in pixels: 180 for iOS, the others for the manifest."""
_SIDE: Final = 32.0
_FINE: Final = 4
_FELT: Final = (0x14, 0x53, 0x2D)
_CARD: Final = (0xFF, 0xFF, 0xFF)
_INK: Final = (0x11, 0x18, 0x27)


def icon_svg() -> str:
    """Return the drawing that the pages also use."""
    return (Path(design.__file__).parent / "static" / "design" / "icon.svg").read_text(encoding="utf-8")


def web_manifest(*, home: str, drawing: str, icons: dict[int, str]) -> dict[str, Any]:
    """Return the manifest of the table at `home`, with addresses of the drawing and of icons by size."""
    png = [
        {"src": address, "sizes": f"{size}x{size}", "type": "image/png"} for size, address in icons.items()
    ]
    return {
        "name": "Gin Rummy",
        "short_name": "Gin",
        "id": home,
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#14532d",
        "theme_color": "#14532d",
        "icons": [{"src": drawing, "sizes": "any", "type": "image/svg+xml"}, *png],
    }


@cache
def icon_png(size: int) -> bytes:
    """Return the same drawing with `size` by `size` pixels, full-bleed: systems round the corners."""
    layers = [(_CARD, _card()), (_INK, _spade()), (_INK, _foot())]
    rows = [[_FELT] * size for _row in range(size)]
    for colour, shape in layers:
        _paint(rows, [(x * size / _SIDE, y * size / _SIDE) for x, y in shape], colour)
    return _png(rows)


def _card() -> Shape:
    return _rounded(8, 4, 24, 28, 3)


def _spade() -> Shape:
    """Return the blade: two curves per side, the right side the mirror image of the left."""
    left = [
        *_curve((16, 10), (13, 14), (11, 15), (11, 18)),
        *_curve((11, 18), (11, 20.4), (13.8, 21.6), (15.4, 19.9)),
    ]
    return left + [(32 - x, y) for x, y in reversed(left)]


def _foot() -> Shape:
    return [(15.4, 19.5), (16.6, 19.5), (17.4, 23), (14.6, 23)]


def _curve(start: Point, first: Point, second: Point, end: Point, steps: int = 16) -> Shape:
    """Return points on a cubic Bézier curve."""
    found = []
    for step in range(steps + 1):
        t = step / steps
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points = (start, first, second, end)
        found.append((
            sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
            sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
        ))  # fmt: skip
    return found


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Shape:
    """Return a rectangle with round corners."""
    corners = ((right - radius, top + radius, -90), (right - radius, bottom - radius, 0),
               (left + radius, bottom - radius, 90), (left + radius, top + radius, 180))  # fmt: skip
    return [
        (x + radius * math.cos(math.radians(begin + turn)), y + radius * math.sin(math.radians(begin + turn)))
        for x, y, begin in corners
        for turn in range(0, 91, 10)
    ]


def _paint(rows: list[list[Colour]], shape: Shape, colour: Colour) -> None:
    """Paint `shape` over the image, with antialiasing at its edge."""
    for number, row in enumerate(rows):
        cover = [0.0] * len(row)
        for part in range(_FINE):
            _cross(cover, shape, number + (part + 0.5) / _FINE)
        for place, share in enumerate(cover):
            if share:
                row[place] = _mixed(row[place], colour, min(share, 1.0))


def _cross(cover: list[float], shape: Shape, height: float) -> None:
    """Add to `cover` the share of each pixel that is inside `shape` at `height`."""
    edges = zip(shape, shape[1:] + shape[:1], strict=True)
    crossed = sorted(
        x0 + (height - y0) / (y1 - y0) * (x1 - x0)
        for (x0, y0), (x1, y1) in edges
        if (y0 <= height) != (y1 <= height)
    )
    for begin, end in zip(crossed[::2], crossed[1::2], strict=True):
        for place in range(int(begin), min(int(end) + 1, len(cover))):
            cover[place] += (min(end, place + 1) - max(begin, place)) / _FINE


def _mixed(below: Colour, above: Colour, share: float) -> Colour:
    red, green, blue = (round(old + (new - old) * share) for old, new in zip(below, above, strict=True))
    return red, green, blue


def _png(rows: list[list[Colour]]) -> bytes:
    """Return the pixels as a PNG file: no filter, one stream."""
    lines = b"".join(b"\0" + bytes(value for dot in row for value in dot) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
