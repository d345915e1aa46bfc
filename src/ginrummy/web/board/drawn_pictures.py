"""Pictures drawn on request: one at a time in a process, each counted, the latest cached."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from django.http import HttpRequest

from ginrummy.web.http.limits import PICTURE, TooFast, client_key, count_request

_CACHED: Final = 32
_PATIENCE: Final = 5.0
"""Seconds that a request waits for the pictures before it."""
_drawing: Final = threading.Lock()
_drawn: Final[OrderedDict[str, bytes]] = OrderedDict()


def etag_of(*parts: object) -> str:
    """Return the ETag of a picture of `parts`."""
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


def drawn_picture(request: HttpRequest, etag: str, draw: Callable[[], bytes]) -> bytes:
    """Return the cached picture of `etag`, or what `draw` returns. Raise `TooFast` over the limit."""
    found = _drawn.get(etag)
    if found is not None:
        return found
    if not _drawing.acquire(timeout=_PATIENCE):
        raise TooFast(_PATIENCE)
    try:
        if etag not in _drawn:
            count_request("picture", client_key(request, PICTURE), PICTURE)
            _drawn[etag] = draw()
            while len(_drawn) > _CACHED:
                _drawn.popitem(last=False)
        return _drawn[etag]
    finally:
        _drawing.release()
