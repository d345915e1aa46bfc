"""Account page: password, recovery code, e-mail address, deletion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ginrummy.locale import _
from ginrummy.web.accounts import passwords
from ginrummy.web.accounts.account_deletion import leave
from ginrummy.web.accounts.mail import PostIsFull, check_address, confirm, not_sent, send_confirmation
from ginrummy.web.accounts.models import RecoveryCode
from ginrummy.web.accounts.passwords import change_password, is_password, know, weaknesses_of
from ginrummy.web.accounts.recovery_codes import showing_new_code
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import TooFast
from ginrummy.web.people.current_visitor import sign_out_browser, visitor
from ginrummy.web.people.models import Person
from ginrummy.web.people.session_views import open_sessions
from ginrummy.web.people.views import url_with_next


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Change the password, the code or the address, or delete the account. Each needs the password."""
    person = visitor(request)
    if person is None or person.user is None:
        return redirect(url_with_next("sign_in", request.path))
    if request.method != "POST":
        return account_page(request, person, {})
    does = request.POST.get("do", "")
    if does not in _DOES:
        return error_page(request, _("This request cannot be read."), status=400)
    try:
        places = passwords.count_inside(request)
    except TooFast as error:
        return account_page(request, person, {does: [passwords.too_many()]}, status=error.status)
    if not is_password(person.user, request.POST.get("password", "")):
        return account_page(request, person, {does: [_("That is not your password.")]}, status=403)
    passwords.forgive(places)
    return _DOES[does](request, person, person.user)


def account_page(
    request: HttpRequest,
    person: Person,
    errors: dict[str, list[str]],
    *,
    status: int = 200,
    note: str = "",
) -> HttpResponse:
    """Return the account page with the errors of each form."""
    if request.GET.get("changed") == "1":
        note = _("The password is changed. Other devices have to sign in again.")
    code = RecoveryCode.objects.filter(person=person).first()
    context = {"person": person, "errors": errors, "note": note, "code": code, "has_mail": settings.HAS_MAIL}
    return render(request, "accounts/account.html", context | open_sessions(request), status=status)


def _change(request: HttpRequest, person: Person, user: User) -> HttpResponse:
    wanted = request.POST.get("new_password", "")
    weaknesses = weaknesses_of(wanted, user)
    if weaknesses:
        return account_page(request, person, {"change": weaknesses}, status=400)
    change_password(request, person, user, wanted)
    response = redirect("account")
    response["Location"] += "?changed=1"
    return know(request, response, person)


def _renew_code(request: HttpRequest, person: Person, _user: User) -> HttpResponse:
    return showing_new_code(request, person)


def _change_mail(request: HttpRequest, person: Person, user: User) -> HttpResponse:
    """Send a confirmation to a new address. An empty one removes the address at once."""
    wanted = request.POST.get("mail", "").strip()
    if not settings.HAS_MAIL:
        return error_page(request, _("This request cannot be read."), status=400)
    if not wanted:
        confirm(user, "")
        return redirect("account")
    try:
        check_address(wanted)
        if passwords.count_confirmation(request, person, wanted):
            send_confirmation(request, user, wanted)
    except ValidationError as error:
        return account_page(request, person, {"mail": list(error.messages)}, status=400)
    except TooFast as error:
        return account_page(request, person, {"mail": [passwords.too_many()]}, status=error.status)
    except PostIsFull:
        return account_page(request, person, {"mail": [not_sent()]}, status=503)
    return account_page(request, person, {}, note=_("An e-mail is on its way: follow the link in it."))


def _delete(request: HttpRequest, person: Person, _user: User) -> HttpResponse:
    leave(person)
    sign_out_browser(request)
    return redirect("home")


_DOES: Final[dict[str, Callable[[HttpRequest, Person, User], HttpResponse]]] = {
    "change": _change,
    "code": _renew_code,
    "mail": _change_mail,
    "delete": _delete,
}
