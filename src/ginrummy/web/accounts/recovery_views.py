"""Views for a forgotten password: reset with the recovery code, or by a link in an e-mail."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ginrummy.locale import _
from ginrummy.web.accounts import passwords
from ginrummy.web.accounts.guest_merge import merge_guest, must_finish_match, unfinished_match_message
from ginrummy.web.accounts.mail import (
    MailQueueFull,
    is_reset_link_valid,
    mail_failure_message,
    parse_confirmation_link,
    send_reset_link,
    set_confirmed_address,
)
from ginrummy.web.accounts.passwords import (
    authenticate_account,
    change_password,
    mark_browser_known,
    password_weaknesses,
)
from ginrummy.web.accounts.recovery_codes import (
    has_recent_code,
    recovery_code_owner,
    redirect_to_new_code,
    repeated_form_response,
    use_recovery_code,
)
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import TooFast
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import AccountGone, Person
from ginrummy.web.people.names import clean_name, find_account_by_name
from ginrummy.web.people.views import requested_next_url


@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password with the recovery code, or request an e-mail."""
    if request.method != "POST":
        return _page(request, [])
    by_mail = request.POST.get("do") == "letter" and settings.HAS_MAIL
    try:
        return _letter(request) if by_mail else _by_code(request)
    except TooFast as error:
        return _page(request, [passwords.too_many_attempts_message(error)], status=error.status)
    except AccountGone as error:
        return _page(request, [error.what], status=error.status)


def _by_code(request: HttpRequest) -> HttpResponse:
    """Set a new password where the code is right, regardless of earlier wrong ones.

    Raise `TooFast`, or `AccountGone`.
    """
    code, wanted = request.POST.get("code", ""), request.POST.get("new_password", "")
    owner, name = recovery_code_owner(code), request.POST.get("name", "")
    if owner is None or owner != find_account_by_name(name):
        network = passwords.count_network_attempt(request)
        if has_recent_code(find_account_by_name(name)):
            passwords.revert_attempt_count((network,))  # counted as a password instead
        return repeated_form_response(request, name, wanted) or _page(request, [_wrong_code()], status=403)
    if must_finish_match(visitor(request)):
        return _page(request, [unfinished_match_message()], status=409)
    user = owner.user or User()
    weaknesses = password_weaknesses(wanted, user)
    if weaknesses:
        return _page(request, weaknesses, status=400)
    with transaction.atomic():
        merge_guest(visitor(request), owner)
        if not use_recovery_code(owner, code):
            transaction.set_rollback(True)
            return repeated_form_response(request, name, wanted) or _page(
                request, [_wrong_code()], status=403
            )
        return _renew_password(request, owner, user, wanted)


def _wrong_code() -> str:
    return _("There is no account of that name with that code.")


def _renew_password(request: HttpRequest, owner: Person, user: User, password: str) -> HttpResponse:
    """Redirect to the page with the next code, after setting the new password of `owner`."""
    change_password(request, owner, user, password)
    return mark_browser_known(request, redirect_to_new_code(request, owner), owner)


def _letter(request: HttpRequest) -> HttpResponse:
    """Send a link where the account has an address and is below its limit. Raise `TooFast`.

    Neither the answer nor its time reveals whether there is an address.
    """
    name = request.POST.get("name", "")
    owner = find_account_by_name(name)
    user = None if owner is None else owner.user
    try:
        if passwords.count_reset_link(request, owner, name):
            send_reset_link(request, user or User())
    except MailQueueFull:
        return _page(request, [mail_failure_message()], status=503)
    return _page(request, [], note=_("If that account has an address, an e-mail is on its way to it."))


def _page(request: HttpRequest, errors: list[str], *, status: int = 200, note: str = "") -> HttpResponse:
    name = clean_name(request.POST.get("name", ""))
    context = {"errors": errors, "note": note, "name": name, "has_mail": settings.HAS_MAIL}
    context["next"] = requested_next_url(request)
    return render(request, "accounts/recover.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, number: int, told: str) -> HttpResponse:
    """Set a new password through the link of an e-mail."""
    user = User.objects.filter(pk=number).first()
    owner = None if user is None else Person.objects.filter(user=user).first()
    if owner is None or user is None or not is_reset_link_valid(user, told):
        again = None if user is None else _link_again(request, user)
        return again or error_page(request, _("This link is too old, or it was used."), status=403)
    context: dict[str, object] = {"name": user.username, "errors": []}
    if request.method != "POST":
        return render(request, "accounts/new_password.html", context)
    wanted = request.POST.get("new_password", "")
    held = [unfinished_match_message()] if must_finish_match(visitor(request)) else []
    context["errors"] = held or password_weaknesses(wanted, user)
    if context["errors"]:
        return render(request, "accounts/new_password.html", context, status=409 if held else 400)
    try:
        merge_guest(visitor(request), owner)
    except AccountGone as error:
        return error_page(request, error.what, status=error.status)
    return _renew_password(request, owner, user, wanted)


def _link_again(request: HttpRequest, user: User) -> HttpResponse | None:
    """Return the outcome of a link's form that was sent before, or `None` if it was not."""
    try:
        return repeated_form_response(request, user.username, request.POST.get("new_password", ""))
    except TooFast:
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_mail(request: HttpRequest, told: str) -> HttpResponse:
    """Confirm an address, after its owner has also signed in to the account."""
    found = parse_confirmation_link(told)
    if found is None:
        return error_page(request, _("This link is too old, or it was used."), status=403)
    user, address = found
    person = visitor(request)
    context: dict[str, object] = {"name": user.username, "address": address, "error": ""}
    context["asks"] = person is None or person.user != user
    if request.method != "POST":
        return render(request, "accounts/confirm_mail.html", context)
    status = 403
    try:
        if (
            not context["asks"]
            or authenticate_account(request, user.username, request.POST.get("password", "")) is not None
        ):
            set_confirmed_address(user, address)
            return redirect("account")
        context["error"] = _("That is not your password.")
    except TooFast as error:
        status, context["error"] = error.status, passwords.too_many_attempts_message(error)
    return render(request, "accounts/confirm_mail.html", context, status=status)
