"""QR code of a URL, drawn as SVG in the page."""

from __future__ import annotations

from markupsafe import Markup

_BORDER = 3
"""Quiet zone in modules. Readers need four, and the margin of the page adds the last one."""


def qr_code(address: str) -> Markup:
    """Return the QR code of `address` as an SVG with its own colours, dark on light."""
    import segno  # the table without a server has no URL and lacks this package

    code = segno.make_qr(address, error="m")
    drawn = code.svg_inline(border=_BORDER, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    return Markup(drawn)
