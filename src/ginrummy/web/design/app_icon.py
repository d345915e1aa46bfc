"""Manifest and icons by which browsers install the table: a white card with a black spade on green felt."""

from __future__ import annotations

import math
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from ginrummy.game.pictures import Point, curve_points
from ginrummy.web import design

Shape = list[Point]

ICON_SIZES: Final = (180, 192, 512)
"""Sizes in pixels: 180 for iOS, the others for the manifest."""
_SIDE: Final = 32.0
_FINE: Final = 4
"""Times that the icon is drawn larger, for smooth edges."""
_FELT, _CARD, _INK = "#14532d", "#ffffff", "#111827"


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
    from PIL import Image, ImageDraw

    scale = size * _FINE / _SIDE
    image = Image.new("RGB", (size * _FINE, size * _FINE), _FELT)
    for colour, shape in ((_CARD, _card()), (_INK, _spade()), (_INK, _foot())):
        ImageDraw.Draw(image).polygon([(x * scale, y * scale) for x, y in shape], fill=colour)
    file = BytesIO()
    image.resize((size, size), Image.Resampling.BOX).save(file, "PNG", optimize=True)
    return file.getvalue()


def _card() -> Shape:
    return _round_rectangle(8, 4, 24, 28, 3)


def _spade() -> Shape:
    """Return the blade: two curves per side, the right side the mirror image of the left."""
    left = [
        *curve_points((16, 10), (13, 14), (11, 15), (11, 18)),
        *curve_points((11, 18), (11, 20.4), (13.8, 21.6), (15.4, 19.9)),
    ]
    return left + [(32 - x, y) for x, y in reversed(left)]


def _foot() -> Shape:
    return [(15.4, 19.5), (16.6, 19.5), (17.4, 23), (14.6, 23)]


def _round_rectangle(left: float, top: float, right: float, bottom: float, radius: float) -> Shape:
    """Return a rectangle with round corners."""
    corners = ((right - radius, top + radius, -90), (right - radius, bottom - radius, 0),
               (left + radius, bottom - radius, 90), (left + radius, top + radius, 180))  # fmt: skip
    return [
        (x + radius * math.cos(math.radians(begin + turn)), y + radius * math.sin(math.radians(begin + turn)))
        for x, y, begin in corners
        for turn in range(0, 91, 10)
    ]
