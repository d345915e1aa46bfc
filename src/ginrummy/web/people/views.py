"""Signing up, in and out; the settings of a browser."""

from __future__ import annotations

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from ginrummy.locale import _
from ginrummy.web.config.limits import SIGN_IN, limited
from ginrummy.web.people.models import LONGEST_NAME, Person
from ginrummy.web.people.preferences import CHOICES, changed, keep, preferences_of
from ginrummy.web.people.visitors import bring_along, remember, visitor, welcome


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show how this browser likes the table, or change it."""
    if request.method != "POST":
        context = {"choices": CHOICES, "chosen": preferences_of(request), "person": visitor(request)}
        return render(request, "settings.html", context)
    preferences = changed(preferences_of(request), request.POST.dict())
    name = request.POST.get("name")
    if name is not None and (name.strip() or visitor(request) is not None):
        _rename(welcome(request), name)
    response = redirect(_way_back(request))
    keep(preferences, response, secure=request.is_secure())
    return response


def _rename(person: Person, name: str) -> None:
    person.name = " ".join("".join(sign for sign in name if sign.isprintable()).split())[:LONGEST_NAME]
    person.save(update_fields=["name"])


def _way_back(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if safe else "settings"


@require_http_methods(["GET", "HEAD", "POST"])
@limited("sign-in", SIGN_IN)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in to an account; the guest's games come along."""
    if request.method != "POST":
        return render(request, "sign_in.html", {"error": "", "name": ""})
    name = request.POST.get("name", "")
    user = authenticate(request, username=name, password=request.POST.get("password", ""))
    if user is None or not isinstance(user, User):
        error = _("There is no account of that name with that password.")
        return render(request, "sign_in.html", {"error": error, "name": name}, status=403)
    guest = visitor(request)
    owner, _made = Person.objects.get_or_create(user=user, defaults={"name": user.username})
    bring_along(guest, owner)
    login(request, user)
    remember(request, owner)
    return redirect("tables")


@require_http_methods(["GET", "HEAD", "POST"])
@limited("sign-in", SIGN_IN)
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account of the guest who asks, or of somebody new."""
    if request.method != "POST":
        return render(request, "sign_up.html", {"errors": (), "name": ""})
    name, password = request.POST.get("name", "").strip(), request.POST.get("password", "")
    errors = _complaints(name, password)
    if not errors:
        try:
            _make_account(request, name, password)
        except IntegrityError:
            errors = [_("That name is taken.")]
    if errors:
        return render(request, "sign_up.html", {"errors": errors, "name": name}, status=400)
    return redirect("tables")


def _complaints(name: str, password: str) -> list[str]:
    complaints = []
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        complaints.append(_("A name has 1 to {most} letters.").format(most=LONGEST_NAME))
    try:
        validate_password(password, User(username=name))
    except ValidationError as error:
        complaints += error.messages
    return complaints


def _make_account(request: HttpRequest, name: str, password: str) -> None:
    with transaction.atomic():
        user = User.objects.create_user(name, password=password)
        person = visitor(request)
        if person is None or person.user_id is not None:
            person = Person.objects.create()
        person.user, person.name = user, name
        person.save()
    login(request, user)
    remember(request, person)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Forget who this browser belongs to."""
    logout(request)
    return redirect("home")
