"""A forgotten password: a new one with the recovery code, or by a link in a letter."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ginrummy.locale import _
from ginrummy.web.accounts import password_attempts
from ginrummy.web.accounts.known_browsers import know
from ginrummy.web.accounts.letters import confirm, confirmed_by, is_link_good, not_sent, send_link
from ginrummy.web.accounts.outbox import PostIsFull
from ginrummy.web.accounts.passwords import change_password, weaknesses_of
from ginrummy.web.accounts.recovery_codes import is_used_up, showing_new_code
from ginrummy.web.http.error_pages import failure
from ginrummy.web.http.rate_limits import TooFast
from ginrummy.web.people.models import LONGEST_NAME, Person
from ginrummy.web.people.names import account_named


@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password with the recovery code, or ask for a letter."""
    if request.method != "POST":
        return _page(request, [])
    try:
        password_attempts.count_network(request)
    except TooFast as error:
        return _page(request, [password_attempts.told()], status=error.status)
    owner = account_named(request.POST.get("name", ""))
    if request.POST.get("do") == "letter" and settings.HAS_MAIL:
        return _letter(request, owner)
    return _by_code(request, owner)


def _by_code(request: HttpRequest, owner: Person | None) -> HttpResponse:
    wanted = request.POST.get("new_password", "")
    user = None if owner is None else owner.user
    weaknesses = weaknesses_of(wanted, user or User(username=request.POST.get("name", "")))
    if weaknesses:
        return _page(request, weaknesses, status=400)
    with transaction.atomic():
        if owner is None or user is None or not is_used_up(owner, request.POST.get("code", "")):
            return _page(request, [_("There is no account of that name with that code.")], status=403)
        return _renewed(request, owner, user, wanted)


def _renewed(request: HttpRequest, owner: Person, user: User, password: str) -> HttpResponse:
    """Return the way to the page with the next code, once `owner` has the new password."""
    change_password(request, owner, user, password)
    return know(request, showing_new_code(request, owner), owner)


def _letter(request: HttpRequest, owner: Person | None) -> HttpResponse:
    """Send a letter where there is an address and it had few; the answer does not tell whether there is."""
    user = None if owner is None else owner.user
    if owner is not None and user is not None and user.email:
        try:
            password_attempts.count_letter(owner)
            send_link(request, user)
        except TooFast:
            pass
        except PostIsFull:
            return _page(request, [not_sent()], status=503)
    return _page(request, [], note=_("If that account has an address, an e-mail is on its way to it."))


def _page(request: HttpRequest, errors: list[str], *, status: int = 200, note: str = "") -> HttpResponse:
    name = request.POST.get("name", "")[:LONGEST_NAME]
    context = {"errors": errors, "note": note, "name": name, "has_mail": settings.HAS_MAIL}
    return render(request, "accounts/recover.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, number: int, told: str) -> HttpResponse:
    """Set a new password by the link of a letter."""
    user = User.objects.filter(pk=number).first()
    owner = None if user is None else Person.objects.filter(user=user).first()
    if owner is None or user is None or not is_link_good(user, told):
        return failure(request, _("This link is too old, or it was used."), status=403)
    wanted = request.POST.get("new_password", "")
    errors = weaknesses_of(wanted, user) if request.method == "POST" else []
    if request.method != "POST" or errors:
        context = {"name": user.username, "errors": errors}
        return render(request, "accounts/new_password.html", context, status=400 if errors else 200)
    return _renewed(request, owner, user, wanted)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_mail(request: HttpRequest, told: str) -> HttpResponse:
    """Let letters go to an address, once its owner says so."""
    found = confirmed_by(told)
    if found is None:
        return failure(request, _("This link is too old, or it was used."), status=403)
    user, address = found
    if request.method != "POST":
        return render(request, "accounts/confirm_mail.html", {"name": user.username, "address": address})
    confirm(user, address)
    return redirect("account")
