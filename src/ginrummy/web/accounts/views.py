"""Accounts: making one, signing in and out, changing the password, deleting it all."""

from __future__ import annotations

from django.contrib.auth import authenticate, login
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ginrummy.locale import _
from ginrummy.web.accounts.account_deletion import leave
from ginrummy.web.accounts.guest_merge import bring_along, is_held
from ginrummy.web.http.failures import failure
from ginrummy.web.http.limits import SETTINGS, SIGN_IN, SIGN_IN_NAME, SIGN_UP, counter, limited
from ginrummy.web.people.models import LONGEST_NAME, Person
from ginrummy.web.people.names import account_named, clean_name, complaint_about
from ginrummy.web.people.sessions import open_sessions
from ginrummy.web.people.visitors import end_others, forget, remember, visitor


@require_http_methods(["GET", "HEAD", "POST"])
@limited("sign-in", SIGN_IN)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in to an account; the guest's games come along."""
    if request.method != "POST":
        return render(request, "accounts/sign_in.html", {"error": "", "name": ""})
    name = clean_name(request.POST.get("name", ""))
    owner = account_named(request.POST.get("name", ""))
    if counter.wait("sign-in-name", name.casefold(), SIGN_IN_NAME) > 0:
        return _not_signed_in(request, _("Too many tries for this name: try again later."), 429)
    username = owner.user.username if owner is not None and owner.user is not None else name
    user = authenticate(request, username=username, password=request.POST.get("password", ""))
    if owner is None or not isinstance(user, User):
        return _not_signed_in(request, _("There is no account of that name with that password."), 403)
    if is_held(visitor(request)):
        told = _("You are playing with somebody as a guest: finish that match or give it up, then sign in.")
        return _not_signed_in(request, told, 409)
    bring_along(visitor(request), owner)
    _enter(request, user, owner)
    return redirect("tables")


def _enter(request: HttpRequest, user: User, person: Person) -> None:
    """Let the browser that asks in to an account; its session as a guest is over."""
    login(request, user)
    remember(request, person)


def _not_signed_in(request: HttpRequest, error: str, status: int) -> HttpResponse:
    context = {"error": error, "name": request.POST.get("name", "")[:LONGEST_NAME]}
    return render(request, "accounts/sign_in.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("sign-up", SIGN_UP)
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account of the guest who asks, or of somebody new."""
    if request.method != "POST":
        person = visitor(request)
        name = person.name if person is not None and person.user_id is None else ""
        return render(request, "accounts/sign_up.html", {"errors": (), "name": name})
    name, password = clean_name(request.POST.get("name", "")), request.POST.get("password", "")
    errors = _complaints(name, password)
    if not errors:
        try:
            _make_account(request, name, password)
        except IntegrityError:
            errors = [_("That name is taken.")]
    if errors:
        context = {"errors": errors, "name": name[:LONGEST_NAME]}
        return render(request, "accounts/sign_up.html", context, status=400)
    return redirect("tables")


def _complaints(name: str, password: str) -> list[str]:
    about_name = complaint_about(name, None)
    if not name:
        about_name = _("A name has 1 to {most} letters.").format(most=LONGEST_NAME)
    return ([about_name] if about_name else []) + _weaknesses(password, User(username=name))


def _weaknesses(password: str, user: User) -> list[str]:
    try:
        validate_password(password, user)
    except ValidationError as error:
        return list(error.messages)
    return []


def _make_account(request: HttpRequest, name: str, password: str) -> None:
    with transaction.atomic():
        user = User.objects.create_user(name, password=password)
        person = visitor(request)
        if person is None or person.user_id is not None:
            person = Person.objects.create()
        person.user, person.name = user, name
        person.save()
        person.tokens.all().delete()
    _enter(request, user, person)
    end_others(request, person)


@require_POST
@limited("settings", SETTINGS)
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session of this browser: its cookie, copied or not, opens nothing any more."""
    forget(request)
    return redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@limited("sign-in", SIGN_IN)
def account(request: HttpRequest) -> HttpResponse:
    """Change the password, or delete the account; either asks for the password once more."""
    person = visitor(request)
    if person is None or person.user is None:
        return redirect("sign_in")
    if request.method != "POST":
        return _account_page(request, person, {})
    does = request.POST.get("do", "")
    if does not in ("change", "delete"):
        return failure(request, _("This request cannot be read."), status=400)
    if not person.user.check_password(request.POST.get("password", "")):
        return _account_page(request, person, {does: [_("That is not your password.")]}, status=403)
    return _delete(request, person) if does == "delete" else _change(request, person, person.user)


def _account_page(
    request: HttpRequest, person: Person, errors: dict[str, list[str]], *, status: int = 200
) -> HttpResponse:
    context = {"person": person, "errors": errors, "is_changed": request.GET.get("changed") == "1"}
    context |= open_sessions(request)
    return render(request, "accounts/account.html", context, status=status)


def _change(request: HttpRequest, person: Person, user: User) -> HttpResponse:
    wanted = request.POST.get("new_password", "")
    weaknesses = _weaknesses(wanted, user)
    if weaknesses:
        return _account_page(request, person, {"change": weaknesses}, status=400)
    user.set_password(wanted)
    user.save(update_fields=["password"])
    _enter(request, user, person)
    end_others(request, person)
    person.tokens.all().delete()
    response = redirect("account")
    response["Location"] += "?changed=1"
    return response


def _delete(request: HttpRequest, person: Person) -> HttpResponse:
    leave(person)
    forget(request)
    return redirect("home")
