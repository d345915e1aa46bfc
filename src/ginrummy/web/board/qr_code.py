"""An address as a square that a camera reads, drawn in the page itself."""

from __future__ import annotations

from markupsafe import Markup

_BORDER = 3
"""Modules of white around it: readers ask for four, and the page leaves one more."""


def qr_code(address: str) -> Markup:
    """Return the QR code of `address` as an SVG that carries its own colours, dark on light."""
    import segno  # a table without a server has no address to give, and goes without

    code = segno.make_qr(address, error="m")
    drawn = code.svg_inline(border=_BORDER, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    return Markup(drawn)
