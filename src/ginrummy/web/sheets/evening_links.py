"""Links that hold a whole evening in their fragment, which browsers send to no server."""

from __future__ import annotations

import zlib
from base64 import b64decode, urlsafe_b64encode
from typing import Final

from ginrummy.locale import _
from ginrummy.web.sheets.service import LONGEST_TEXT, SheetRefused

FRAGMENT: Final = "evening="
"""Start of the fragment. `site/browser/shell.js` and `received.js` know it too."""
LONGEST_LINK: Final = 1_500
"""Characters of a link whose QR code a phone still reads from the screen of another."""


def evening_link(address: str, text: str) -> str:
    """Return `address` with the evening `text` in its fragment, nothing if that is too long for a QR code."""
    link = f"{address}#{FRAGMENT}{pack_text(text)}"
    return link if len(link) <= LONGEST_LINK else ""


def pack_text(text: str) -> str:
    """Return the evening `text` as `read_packed` reads it."""
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def read_packed(packed: str) -> str:
    """Return the text that `pack_text` has packed. Raise `SheetRefused`."""
    try:
        unpacker = zlib.decompressobj()
        padding = "=" * (-len(packed) % 4)
        raw = unpacker.decompress(b64decode(packed + padding, b"-_", validate=True), LONGEST_TEXT)
        if unpacker.eof and not unpacker.unused_data:
            return raw.decode()
    except (ValueError, zlib.error):
        pass
    raise SheetRefused(_("this link holds no whole evening: it is cut off or changed; scan the code again"))
