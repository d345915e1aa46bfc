"""Account page: password, recovery code, e-mail address, deletion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ginrummy.locale import _
from ginrummy.web.accounts import passwords
from ginrummy.web.accounts.account_deletion import delete_account
from ginrummy.web.accounts.mail import (
    MailQueueFull,
    check_address,
    mail_failure_message,
    send_confirmation,
    set_confirmed_address,
)
from ginrummy.web.accounts.models import RecoveryCode
from ginrummy.web.accounts.passwords import (
    authenticate_account,
    change_password,
    is_password_correct,
    mark_browser_known,
    password_weaknesses,
    sign_in_to_account,
)
from ginrummy.web.accounts.recovery_codes import SENT_AGAIN, redirect_to_new_code
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import TooFast
from ginrummy.web.people.current_visitor import owner_of_recent_session, sign_out_browser, visitor
from ginrummy.web.people.models import Person
from ginrummy.web.people.views import open_sessions, url_with_next


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Change the password, the code or the address, or delete the account. Each needs the password."""
    person = visitor(request)
    if person is None or person.user is None:
        return _repeated_change(request) or redirect(url_with_next("sign_in", request.path))
    if request.method != "POST":
        return account_page(request, person, {})
    does = request.POST.get("do", "")
    if does not in _DOES:
        return error_page(request, _("This request cannot be read."), status=400)
    try:
        places = passwords.count_signed_in_attempt(request)
    except TooFast as error:
        return account_page(
            request, person, {does: [passwords.too_many_attempts_message(error)]}, status=error.status
        )
    if is_password_correct(person.user, request.POST.get("password", "")):
        passwords.revert_attempt_count(places)
        return _DOES[does](request, person, person.user)
    repeated = _repeated_change(request)
    if repeated is not None:
        passwords.revert_attempt_count(places)
    return repeated or _wrong_password(request, person, does)


def _wrong_password(request: HttpRequest, person: Person, does: str) -> HttpResponse:
    return account_page(request, person, {does: [_("That is not your password.")]}, status=403)


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
    weaknesses = password_weaknesses(wanted, user)
    if weaknesses:
        return account_page(request, person, {"change": weaknesses}, status=400)
    with transaction.atomic():
        unchanged = User.objects.select_for_update().filter(pk=user.pk, password=user.password)
        if unchanged.first() is not None:
            change_password(request, person, user, wanted)
            return _account_after_change(request, person)
    return _repeated_change(request) or _wrong_password(request, person, "change")


def _account_after_change(request: HttpRequest, person: Person) -> HttpResponse:
    response = redirect("account")
    response["Location"] += "?changed=1"
    return mark_browser_known(request, response, person)


def _repeated_change(request: HttpRequest) -> HttpResponse | None:
    """Return the outcome of a change of password that a browser sends again, or `None` for any other form.

    After a double click the browser shows only the second answer, and the first change has ended the session
    of its cookie. The account must have the new password. This browser is signed in to it once more.
    """
    owner = owner_of_recent_session(request, SENT_AGAIN) if request.POST.get("do") == "change" else None
    if owner is None or owner.user is None:
        return None
    try:
        opened = authenticate_account(request, owner.user.username, request.POST.get("new_password", ""))
    except TooFast:
        return None
    if opened is None:
        return None
    sign_in_to_account(request, opened[1], owner)
    return _account_after_change(request, owner)


def _renew_code(request: HttpRequest, person: Person, _user: User) -> HttpResponse:
    return redirect_to_new_code(request, person)


def _change_mail(request: HttpRequest, person: Person, user: User) -> HttpResponse:
    """Send a confirmation to a new address. An empty one removes the address at once."""
    wanted = request.POST.get("mail", "").strip()
    if not settings.HAS_MAIL:
        return error_page(request, _("This request cannot be read."), status=400)
    if not wanted:
        set_confirmed_address(user, "")
        return redirect("account")
    try:
        check_address(wanted)
        if passwords.admit_confirmation_request(request, person, wanted):
            send_confirmation(request, user, wanted)
    except ValidationError as error:
        return account_page(request, person, {"mail": list(error.messages)}, status=400)
    except TooFast as error:
        return account_page(
            request, person, {"mail": [passwords.too_many_attempts_message(error)]}, status=error.status
        )
    except MailQueueFull:
        return account_page(request, person, {"mail": [mail_failure_message()]}, status=503)
    return account_page(request, person, {}, note=_("An e-mail is on its way: follow the link in it."))


def _delete(request: HttpRequest, person: Person, _user: User) -> HttpResponse:
    delete_account(person)
    sign_out_browser(request)
    return render(request, "accounts/deleted.html")


_DOES: Final[dict[str, Callable[[HttpRequest, Person, User], HttpResponse]]] = {
    "change": _change,
    "code": _renew_code,
    "mail": _change_mail,
    "delete": _delete,
}
