"""Limits on open streams: for each person, and for each address, which a household may share."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ginrummy.locale import _
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.ip_networks import is_own, network_of

PER_PERSON: Final = 20
PER_ADDRESS: Final = 200


class TooManyStreams(WebError, status=429, kind="too_fast"):
    """The limit of open streams is reached."""

    def __init__(self) -> None:
        super().__init__(_("You have too many tables open at once: close some."))


_open: Counter[str] = Counter()
_lock = threading.Lock()


@contextmanager
def counted_stream(person: str, address: str) -> Iterator[bool]:
    """Count one stream of `person` (empty for none) at `address`. Yield whether it may be opened."""
    network = network_of(address)
    places = {f"person {person}": PER_PERSON} if person else {}
    if not is_own(network):
        places[f"address {network}"] = PER_ADDRESS
    with _lock:
        is_free = all(_open[place] < most for place, most in places.items())
        if is_free:
            _open.update(places.keys())
    try:
        yield is_free
    finally:
        if is_free:
            with _lock:
                _open.subtract(places.keys())
                for place in places:
                    if not _open[place]:
                        del _open[place]
