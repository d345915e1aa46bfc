"""Views for sign-up, sign-in and sign-out."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ginrummy.locale import _
from ginrummy.web.accounts import passwords
from ginrummy.web.accounts.guest_merge import merge_guest, must_finish_match, unfinished_match_message
from ginrummy.web.accounts.passwords import (
    authenticate_account,
    mark_browser_known,
    normalise_password,
    password_weaknesses,
    sign_in_to_account,
)
from ginrummy.web.accounts.recovery_codes import redirect_to_new_code, repeated_form_response
from ginrummy.web.http.limits import SETTINGS, SIGN_UP, TooFast, limit_posts
from ginrummy.web.people.current_visitor import end_other_sessions, sign_out_browser, visitor
from ginrummy.web.people.models import LONGEST_NAME, AccountGone, Person
from ginrummy.web.people.names import clean_name, name_problem
from ginrummy.web.people.views import next_url, requested_next_url


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in and redirect to the previous page. The guest's games are merged into the account."""
    if request.method != "POST":
        context = {"error": "", "name": "", "next": requested_next_url(request)}
        return render(request, "accounts/sign_in.html", context)
    try:
        found = authenticate_account(request, request.POST.get("name", ""), request.POST.get("password", ""))
    except TooFast as error:
        response = _not_signed_in(request, passwords.too_many_attempts_message(error), error.status)
        response.headers["Retry-After"] = error.retry_after
        return response
    if found is None:
        return _not_signed_in(request, _("There is no account of that name with that password."), 403)
    if must_finish_match(visitor(request)):
        return _not_signed_in(request, unfinished_match_message(), 409)
    owner, user = found
    try:
        merge_guest(visitor(request), owner)
    except AccountGone as error:
        return _not_signed_in(request, error.what, error.status)
    sign_in_to_account(request, user, owner)
    return mark_browser_known(request, redirect(next_url(request, "tables")), owner)


def _not_signed_in(request: HttpRequest, error: str, status: int) -> HttpResponse:
    context = {"error": error, "name": clean_name(request.POST.get("name", ""))}
    context["next"] = requested_next_url(request)
    return render(request, "accounts/sign_in.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("sign-up", SIGN_UP)
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account for this guest, or for a new person."""
    if request.method != "POST":
        person = visitor(request)
        name = person.name if person is not None and person.user_id is None else ""
        return _sign_up_page(request, name)
    name, password = clean_name(request.POST.get("name", "")), request.POST.get("password", "")
    errors = _complaints(name, password)
    if not errors:
        try:
            return _make_account(request, name, password)
        except IntegrityError:
            errors = [_("That name is taken.")]
    try:
        return repeated_form_response(request, name, password) or _sign_up_page(request, name, errors)
    except TooFast:
        return _sign_up_page(request, name, errors)


def _sign_up_page(request: HttpRequest, name: str, errors: Sequence[str] = ()) -> HttpResponse:
    context = {"errors": errors, "name": name, "next": requested_next_url(request)}
    return render(request, "accounts/sign_up.html", context, status=400 if errors else 200)


def _complaints(name: str, password: str) -> list[str]:
    about_name = name_problem(name, None)
    if not name:
        about_name = _("A name has 1 to {most} letters.").format(most=LONGEST_NAME)
    return ([about_name] if about_name else []) + password_weaknesses(password, User(username=name))


def _make_account(request: HttpRequest, name: str, password: str) -> HttpResponse:
    """Sign in to a new account and redirect to the page with its recovery code.

    The account and the code are saved at once, for `repeated_form_response`. Raise `IntegrityError`.
    """
    with transaction.atomic():
        user = User.objects.create_user(name, password=normalise_password(password))
        person = visitor(request)
        if person is None or person.user_id is not None:
            person = Person.objects.create()
        person.user, person.name = user, name
        person.save()
        person.tokens.all().delete()
        sign_in_to_account(request, user, person)
        end_other_sessions(request, person)
        return mark_browser_known(request, redirect_to_new_code(request, person), person)


@require_POST
@limit_posts("settings", SETTINGS)
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session of this browser. Its cookie, copied or not, becomes invalid."""
    sign_out_browser(request)
    return redirect("home")
