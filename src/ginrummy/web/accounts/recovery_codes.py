"""One-time recovery codes: each account gets one at sign-up, and it sets a new password once.

The code is shown until its owner confirms that it is written down, for half an hour at most, and only in the
browser in which it was made. A signed cookie there stores it, so that a reload shows it again. The server
stores only its hash.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Final

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ginrummy.web.accounts.models import RecoveryCode
from ginrummy.web.accounts.passwords import authenticate_account, mark_browser_known, sign_in_to_account
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import Person
from ginrummy.web.people.names import find_account_by_name
from ginrummy.web.people.views import next_url, requested_next_url, url_with_next

_SIGNS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without characters that look alike in handwriting."""
_COOKIE: Final = "ginrummy_code"
_SHOWN_SECONDS: Final = 30 * 60
SENT_AGAIN: Final = timedelta(minutes=2)
"""Age of a code or a password up to which the form that made it may be sent again."""
_GROUPS, _IN_GROUP = 5, 4
"""98 bits: too many to guess, so a plain hash suffices."""


def new_recovery_code(person: Person) -> str:
    """Return a new code of `person`. The previous one becomes invalid."""
    groups = ("".join(secrets.choice(_SIGNS) for _sign in range(_IN_GROUP)) for _group in range(_GROUPS))
    text = "-".join(groups)
    told = {"digest": _digest(text), "created": now()}
    RecoveryCode.objects.update_or_create(person=person, defaults=told)
    return text


def recovery_code_owner(text: str) -> Person | None:
    """Return the owner of the code `text`. Codes cannot be guessed, so a right one is not counted."""
    found = RecoveryCode.objects.select_related("person__user").filter(digest=_digest(text)).first()
    return None if found is None else found.person


def use_recovery_code(person: Person, text: str) -> bool:
    """Use up the code `text` of `person`. Return whether it was valid."""
    return RecoveryCode.objects.filter(person=person, digest=_digest(text)).delete()[0] == 1


def redirect_to_new_code(request: HttpRequest, person: Person) -> HttpResponse:
    """Redirect to the page that shows a new code of `person` in this browser."""
    response = redirect(url_with_next("code", requested_next_url(request)))
    response.set_signed_cookie(
        _COOKIE, new_recovery_code(person), max_age=_SHOWN_SECONDS, path=reverse("code"), httponly=True,
        samesite="Lax", secure=request.is_secure(),
    )  # fmt: skip
    return response


def has_recent_code(person: Person | None) -> bool:
    """Return whether the code of `person` was made a moment ago."""
    return RecoveryCode.objects.filter(recent_condition("created", SENT_AGAIN), person=person).exists()


def repeated_form_response(request: HttpRequest, name: str, password: str) -> HttpResponse | None:
    """Return the outcome of a form that a browser sends again, or `None` for any other form.

    After a double click the browser shows only the second answer. The account `name` must have a new code and
    this `password`. A browser that is signed in shows the same code; one whose cookie is still on its way is
    signed in and shows another. Raise `TooFast` over the limit.
    """
    if request.method != "POST" or not has_recent_code(find_account_by_name(name)):
        return None
    found, before = authenticate_account(request, name, password), visitor(request)
    if found is None:
        return None
    owner, user = found
    if before == owner:
        return redirect(url_with_next("code", requested_next_url(request)))
    if before is not None:
        return None
    sign_in_to_account(request, user, owner)
    return mark_browser_known(request, redirect_to_new_code(request, owner), owner)


@require_http_methods(["GET", "HEAD", "POST"])
def recovery_code_page(request: HttpRequest) -> HttpResponse:
    """Show the code to its owner until a POST confirms that it is written down."""
    if request.method == "POST":
        back = redirect(next_url(request, "tables"))
        back.delete_cookie(_COOKIE, path=reverse("code"), samesite="Lax")
        return back
    try:
        code = request.get_signed_cookie(_COOKIE, max_age=_SHOWN_SECONDS) or ""
    except (KeyError, BadSignature):
        code = ""
    if not RecoveryCode.objects.filter(digest=_digest(code), person=visitor(request)).exists():
        return redirect("account")
    response = render(request, "accounts/code.html", {"code": code, "next": requested_next_url(request)})
    response.headers["Cache-Control"] = "no-store"
    return response


def _digest(text: str) -> str:
    plain = "".join(sign for sign in text.upper() if sign.isalnum())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
