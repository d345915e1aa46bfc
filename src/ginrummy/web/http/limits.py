"""Limits on requests: by network, by person, by kind."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, wraps
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from math import ceil
from typing import Concatenate, Final, NamedTuple, ParamSpec

from django.http import HttpRequest, HttpResponse

from ginrummy.locale import _, ngettext
from ginrummy.locale.errors import GinRummyError, on_one_line
from ginrummy.locale.numbers import parse_number
from ginrummy.web.http.exceptions import WebError

_LONGEST_SHOWN = 60


def number_from_environment(name: str, default: int, *, most: int) -> int:
    """Return the number from 1 to `most` in the environment variable `name`, or else `default`.

    Raise `GinRummyError` for any other value.
    """
    text = os.environ.get(name, "").strip()
    number = parse_number(text, most=most) if text else default
    if not number:
        told = _("“{text}” is no number from 1 to {most}").format(
            text=on_one_line(text, _LONGEST_SHOWN), most=most
        )
        raise GinRummyError(told, where=name)
    return number


PROXIES: Final = "FORWARDED_ALLOW_IPS"
"""Environment variable of uvicorn: the proxies whose `X-Forwarded-For` it trusts, by default this machine."""
_OF_A_HOUSEHOLD: Final = 64  # prefix length that providers give to one customer


@lru_cache(maxsize=4096)
def client_network(address: str) -> str:
    """Return the network for counting: the address itself, or the /64 of an IPv6 address.

    >>> client_network("2001:db8::1") == client_network("2001:db8::2")
    True
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> _OF_A_HOUSEHOLD << _OF_A_HOUSEHOLD)}/{_OF_A_HOUSEHOLD}"


def is_own_machine(address: str) -> bool:
    """Return whether `address` is this machine's: a proxy, the host, a health check."""
    return address in ("", "127.0.0.1", client_network("::1"))


@lru_cache(maxsize=4096)
def is_in_networks(address: str, networks: str) -> bool:
    """Return whether `address` is in `networks`: addresses and networks separated by commas, `*` for all."""
    if networks.strip() == "*":
        return True
    with suppress(ValueError):
        found = ip_address(address)
        return any(_is_in(found, one.strip()) for one in networks.split(","))
    return False


def _is_in(address: IPv4Address | IPv6Address, network: str) -> bool:
    with suppress(ValueError):
        return address in ip_network(network)
    return False


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
MOST_KEPT: Final = 20_000
KNOWN_AS: Final = "known_as"
"""Attribute of a request with a function that returns the key of its person."""


class Limit(NamedTuple):
    """At most `times` in `seconds`, for each address, or for each person known by a signed cookie."""

    times: int
    seconds: float
    is_personal: bool = False


SIGN_UP: Final = Limit(10, 600)
PHRASE: Final = Limit(6, 20)
CREATE: Final = Limit(30, 60)
MOVE: Final = Limit(60, 10, is_personal=True)
SETTINGS: Final = Limit(30, 60, is_personal=True)
REVIEW: Final = Limit(12, 3600, is_personal=True)
"""Reviews of matches, which take some seconds of CPU each."""
DOWNLOAD: Final = Limit(12, 3600, is_personal=True)
"""Downloads of own data, which read all matches again."""
PICTURE: Final = Limit(12, 60)
"""Pictures and animations of hands, which take up to 1.5 s of CPU each."""
STRANGER: Final = Limit(30, 60)
"""Personal requests by new visitors: otherwise one address could create any number of people."""
REFUSED: Final = Limit(40, 10)
"""Errors at one path, before a client that repeats them has to wait."""
PROGRAM: Final = Limit(120, 10, is_personal=True)
"""All changes by a program."""


class Counter:
    """Times of the last requests of each client. The oldest of each purpose are dropped first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: defaultdict[str, OrderedDict[str, deque[float]]] = defaultdict(OrderedDict)
        self._lock = threading.Lock()

    def count(self, purpose: str, client: str, limit: Limit) -> float:
        """Count one request and return 0, or return the seconds to wait."""
        with self._lock:
            seconds = self._seconds(purpose, client, limit)
            if seconds == 0:
                self._note(purpose, client, limit)
            return seconds

    def seconds_left(self, purpose: str, client: str, limit: Limit) -> float:
        """Return the seconds to wait, without counting."""
        with self._lock:
            return self._seconds(purpose, client, limit)

    def _seconds(self, purpose: str, asker: str, limit: Limit) -> float:
        times = self._times[purpose].get(asker)
        if times is None or len(times) < limit.times:
            return 0.0
        return max(0.0, limit.seconds - (self._clock() - times[0]))

    def _note(self, purpose: str, asker: str, limit: Limit) -> None:
        askers = self._times[purpose]
        askers.setdefault(asker, deque(maxlen=limit.times)).append(self._clock())
        askers.move_to_end(asker)
        while len(askers) > MOST_KEPT:
            askers.popitem(last=False)

    def clear(self) -> None:
        """Forget all clients."""
        with self._lock:
            self._times.clear()


counter = Counter()


_A_MOMENT: Final = 10
_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE


def wait_text(seconds: float) -> str:
    """Return in how much time to try again, in words."""
    if seconds <= _A_MOMENT:
        return _("Try again in a moment.")
    if seconds <= _MINUTE:
        count = ceil(seconds)
        return ngettext("Try again in {count} second.", "Try again in {count} seconds.", count).format(
            count=count
        )
    if seconds <= _HOUR:
        count = ceil(seconds / _MINUTE)
        return ngettext("Try again in {count} minute.", "Try again in {count} minutes.", count).format(
            count=count
        )
    count = ceil(seconds / _HOUR)
    return ngettext("Try again in {count} hour.", "Try again in {count} hours.", count).format(count=count)


class TooFast(WebError, status=429, kind="too_fast"):
    """Raised for one request too many. `seconds` is the time to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(" ".join((_("That is a little fast."), wait_text(seconds))))
        self.seconds = seconds

    @property
    def retry_after(self) -> str:
        """Value of the header `Retry-After`."""
        return str(int(self.seconds) + 1)


def count_request(purpose: str, client: str, limit: Limit) -> None:
    """Count one request of `client`. Raise `TooFast` over the limit."""
    seconds = counter.count(purpose, client, limit)
    if seconds > 0:
        raise TooFast(seconds)


def limit_posts(purpose: str, limit: Limit) -> Callable[[View[P]], View[P]]:
    """Decorate a view to limit its POSTs for each client, with status 429 over the limit."""

    def around(view: View[P]) -> View[P]:
        @wraps(view)
        def limit_view(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                if request.method == "POST":
                    _count(request, purpose, limit)
            except TooFast as error:
                return too_fast_response(error)
            return view(request, *args, **kwargs)

        return limit_view

    return around


def _count(request: HttpRequest, purpose: str, limit: Limit) -> None:
    """Count a request. Raise `TooFast` over the limit."""
    asker = client_key(request, limit)
    if limit.is_personal and asker == client_key(request, STRANGER):
        count_request("stranger", asker, STRANGER)
    count_request(purpose, asker, limit)


def too_fast_response(error: TooFast) -> HttpResponse:
    """Return the response over a limit."""
    headers = {"Retry-After": error.retry_after}
    text = "text/plain; charset=utf-8"
    return HttpResponse(error.what, status=error.status, content_type=text, headers=headers)


def client_key(request: HttpRequest, limit: Limit) -> str:
    """Return the key for counting: a known person where `limit` is personal, else the address."""
    known_as: Callable[[], str] = getattr(request, KNOWN_AS, str)
    person = known_as() if limit.is_personal else ""
    return person or client_network(request.META.get("REMOTE_ADDR", ""))
