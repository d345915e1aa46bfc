"""The person behind a request, for pages and streams.

The signed cookie names a person and a session. The session must be open in the database, and the owner of an
account must have signed in with the current password. So a copied cookie is invalid after its session ends,
and after a change of password.
"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Final

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from ginrummy.web.frameworks.compiled_query import CompiledQuery
from ginrummy.web.http.limits import KNOWN_AS
from ginrummy.web.http.middleware import SESSION_PERSON, Middleware
from ginrummy.web.http.now import is_recent, now, recent_condition
from ginrummy.web.people.models import BrowserSession, Person

sessions_ended: Final = Signal()
"""Sessions were ended and that is committed. Argument: `sessions`, a collection of primary keys."""

session_replaced: Final = Signal()
"""A browser has signed in again. Arguments: `before` and `after`, its two sessions."""

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("YaBrowser/", "Yandex"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""The first match counts, because most browsers also name others."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_name(user_agent: str) -> str:
    """Return browser and system of a `User-Agent` header, or nothing for an unknown one.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = (
        next((name for sign, name in names if sign in user_agent), "") for names in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, found))


SESSION_BROWSER: Final = "browser"
"""Key of the session's id in the signed cookie."""
_FOUND: Final = "_ginrummy_session"
_SEEN_NOTED_EVERY: Final = timedelta(hours=1)  # saves a write per request
_FIRST_FORMS: Final = "ginrummy.first_forms"
_SENT_AT_ONCE: Final = timedelta(minutes=1)
_SESSION: Final = CompiledQuery(
    lambda key: BrowserSession.objects.select_related("person__user").filter(key=key), str
)


def find_session(cookie: SessionBase, agent: str = "") -> BrowserSession | None:
    """Return the open session that a signed `cookie` names, with its person, or `None` for a new visitor.

    A cookie from before sessions existed gets one, the same for each of its copies.
    """
    name = cookie.get(SESSION_PERSON)
    if name is None:
        return None
    key = cookie.get(SESSION_BROWSER) or _key_of_old(cookie)
    found = _SESSION.first(key)
    if found is None and SESSION_BROWSER not in cookie:
        found = _session_for_old(key, name, cookie, agent)
    if found is None or found.ended is not None or found.person.key != name:
        return None
    if found.person.is_gone or not _is_signed_in(found.person.user, cookie):
        return None
    if not is_recent(found.seen, _SEEN_NOTED_EVERY):
        BrowserSession.objects.filter(pk=found.pk).update(seen=now())
    return found


def _key_of_old(cookie: SessionBase) -> str:
    return hashlib.sha256((cookie.session_key or "").encode()).hexdigest()


def _session_for_old(key: str, name: str, cookie: SessionBase, agent: str) -> BrowserSession | None:
    """Return a session for a cookie without one, if the cookie is still valid."""
    person = Person.objects.select_related("user").filter(key=name, is_gone=False).first()
    if person is None or not _is_signed_in(person.user, cookie):
        return None
    return BrowserSession.objects.get_or_create(
        key=key, defaults={"person": person, "agent": browser_name(agent)}
    )[0]


def _is_signed_in(user: User | None, cookie: SessionBase) -> bool:
    """Return whether `cookie` was signed in with the current password of `user`. A guest has none."""
    if user is None:
        return True
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(cookie.get(HASH_SESSION_KEY, ""), one) for one in hashes)


def browser_session(request: HttpRequest) -> BrowserSession | None:
    """Return the open session of the request's browser. It queries the database once per request."""
    if not hasattr(request, "session"):  # The request was refused before the session middleware.
        return None
    if not hasattr(request, _FOUND):
        found = find_session(request.session, request.headers.get("User-Agent", ""))
        if found is not None and SESSION_BROWSER not in request.session:
            request.session[SESSION_BROWSER] = found.key
        setattr(request, _FOUND, found)
    kept: BrowserSession | None = getattr(request, _FOUND)
    return kept


def visitor(request: HttpRequest) -> Person | None:
    """Return the person of the request, or `None` for a new visitor."""
    session = browser_session(request)
    return None if session is None else session.person


def owner_of_recent_session(request: HttpRequest, age: timedelta) -> Person | None:
    """Return the account owner of the request's cookie, if its session began or ended less than `age` ago."""
    sessions = BrowserSession.objects.select_related("person__user").filter(
        recent_condition("created", age) | recent_condition("ended", age),
        key=request.session.get(SESSION_BROWSER),
    )
    session = sessions.filter(person__key=request.session.get(SESSION_PERSON)).first()
    if session is None or session.person.user is None or session.person.is_gone:
        return None
    return session.person


def cached_visitor(request: HttpRequest) -> Person | None:
    """Return the person of the request if already looked up."""
    session: BrowserSession | None = getattr(request, _FOUND, None)
    return None if session is None else session.person


def visitor_or_guest(request: HttpRequest) -> Person:
    """Return the person of the request, creating a guest for a new visitor."""
    person = visitor(request)
    if person is None:
        session = _session_for_guest(request)
        request.session.flush()
        _enter(request, session)
        person = session.person
    return person


def _session_for_guest(request: HttpRequest) -> BrowserSession:
    """Return a session of a new guest, one for all forms sent before the first answer."""
    started = {"person": Person.objects.create, "agent": _agent_of(request)}
    key = _key_of_first_forms(request)
    if key is not None:
        sessions = BrowserSession.objects.select_related("person")
        session, is_new = sessions.get_or_create(key=key, defaults=started)
        if is_new or _is_new_guest(session):
            return session
    return BrowserSession.objects.create(person=Person.objects.create(), agent=_agent_of(request))


def _key_of_first_forms(request: HttpRequest) -> str | None:
    """Return the key for a session of a browser without one, or `None` if its forms have no CSRF cookie.

    The key cannot be computed from the cookie without the server's secret key. It contains address and name
    of the browser because programs may all send the same cookie.
    """
    token = request.META.get("CSRF_COOKIE")
    if not token:
        return None
    browser = (token, request.META.get("REMOTE_ADDR", ""), request.headers.get("User-Agent", ""))
    return salted_hmac(_FIRST_FORMS, json.dumps(browser), algorithm="sha256").hexdigest()


def _is_new_guest(session: BrowserSession) -> bool:
    """Return whether `session` is a guest's, open, and was created a moment ago.

    The CSRF cookie outlives a session: after it another person may use the device.
    """
    is_guest = session.person.user_id is None and not session.person.is_gone
    return is_guest and session.ended is None and is_recent(session.created, _SENT_AT_ONCE)


def sign_in_browser(request: HttpRequest, person: Person) -> None:
    """Sign the browser in as `person` in a new session, and end the earlier one.

    Its streams end with the next sweep: at once, the browser would reconnect before it has its new cookie.
    """
    before, after = (
        browser_session(request),
        BrowserSession.objects.create(person=person, agent=_agent_of(request)),
    )
    if before is not None:
        before.end()
        session_replaced.send(BrowserSession, before=before, after=after)
    _enter(request, after)


def _enter(request: HttpRequest, session: BrowserSession) -> None:
    request.session[SESSION_PERSON] = session.person.key
    request.session[SESSION_BROWSER] = session.key
    setattr(request, _FOUND, session)


def _agent_of(request: HttpRequest) -> str:
    return browser_name(request.headers.get("User-Agent", ""))


def end_other_sessions(request: HttpRequest, person: Person) -> None:
    """End every session of `person` except this browser's."""
    others = person.sessions.all()
    own = browser_session(request)
    if own is not None:
        others = others.exclude(pk=own.pk)
    end_sessions(others)


def end_sessions(sessions: QuerySet[BrowserSession]) -> None:
    """End those of `sessions` that are open, and their streams once the transaction is committed."""
    still_open = sessions.filter(ended=None)
    ended = list(still_open.values_list("pk", flat=True))
    still_open.update(ended=now())
    transaction.on_commit(lambda: sessions_ended.send(BrowserSession, sessions=ended))


def sign_out_browser(request: HttpRequest) -> None:
    """End the session of this browser, and delete its cookie."""
    session = browser_session(request)
    if session is not None:
        end_sessions(BrowserSession.objects.filter(pk=session.pk))
    request.session.flush()
    setattr(request, _FOUND, None)


class VisitorMiddleware(Middleware):
    """Middleware that lets lower layers look up the person of a request, for rate limits."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. The person is looked up only on demand."""
        setattr(request, KNOWN_AS, lambda: _key_of(visitor(request)))
        return self._get_response(request)


def _key_of(person: Person | None) -> str:
    return "" if person is None else person.key
