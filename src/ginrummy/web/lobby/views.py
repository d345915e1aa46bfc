"""Views of the ways to a table: quick play, the form with all options, invitations, open tables."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ginrummy.game.shuffle import random_cut
from ginrummy.locale import _, language
from ginrummy.locale.errors import VariantError
from ginrummy.locale.numbers import parse_number
from ginrummy.players import level_titles, missing_level_titles, player_description
from ginrummy.text.rulebook.advice import preset_about
from ginrummy.variants import Variant, load_variant, preset_names
from ginrummy.web.board.join_page import USUAL_VARIANT, invitation_context
from ginrummy.web.bots import review_requests
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import CREATE, MOVE, limit_posts
from ginrummy.web.lobby import player_invitations
from ginrummy.web.lobby.open_tables import Filters, filter_choices, open_table_entries, parse_filters
from ginrummy.web.lobby.player_invitations import PlayerNotFound, find_invited_player, former_opponents
from ginrummy.web.lobby.rules_form import field_and_title, form_chapters, form_errors, parse_rules_form
from ginrummy.web.lobby.table_creation import ANYBODY, BESIDE, FRIEND, check_opponent_kind, create_table
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.people.models import LONGEST_NAME, Person
from ginrummy.web.people.names import rename
from ginrummy.web.people.preferences import preferences_with_defaults
from ginrummy.web.tables import service
from ginrummy.web.tables.clocks import PACES, parse_time_control, time_control_text
from ginrummy.web.tables.commitments import OfferedDeal, new_offer, parse_offer_token
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import HOUSE, Status, Table
from ginrummy.web.tables.rated_eligibility import NotRated

INVITE = "invite"
SECOND = "second"
RATED = "rated"
RATED_PACE = "600+20"
"""Default clock of the form for a rated match."""
USUAL_LEVEL = "steady"
LEVELS: Final = {"new": "novice", "fair": "regular", "strong": "steady"}
"""Level of the bot for each answer to how well the visitor plays."""
_LISTED = 50


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("create", CREATE)
@show_refusals
def new_table(request: HttpRequest) -> HttpResponse:
    """Render the form for a new table, or create the table."""
    if request.method != "POST":
        return _form(request, request.GET.get("variant", preferences_with_defaults(request).game), {})
    name = request.POST.get("variant", USUAL_VARIANT)
    if name not in preset_names():
        return _form(request, name, {})
    base = load_variant(name)
    try:
        row = parse_rules_form(request.POST.dict(), base.row)
    except VariantError as error:
        errors = form_errors(request.POST.dict(), base.row) or {error.where: error.what}
        return _form(request, name, errors, status=400)
    try:
        offer = parse_offer_token(request.POST.get("offer", ""))
        against = request.POST.get("against", USUAL_LEVEL)
        title = base.name if row == base.row else HOUSE
        proposal = _proposal(request, row, title, offer.secret, against=against)
        table = create_visitor_table(request, proposal, offer, against=against)
    except PlayerNotFound as error:
        return _form(request, name, {error.where or INVITE: error.what}, status=400)
    except NotRated as error:
        return _form(request, name, {RATED: error.what}, status=400)
    return redirect("table", table.key)


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("create", CREATE)
def friend_table(request: HttpRequest) -> HttpResponse:
    """Render the form for a table of two friends, or create the table, whose page has the link."""
    name, complaint = request.POST.get("variant", request.GET.get("variant", "")), ""
    if request.method == "POST" and name in preset_names():
        complaint = rename_visitor(request)
        if not complaint:
            return _friend_table(request, name)
    person = visitor(request)
    context: dict[str, Any] = {
        "game": name or preferences_with_defaults(request).game,
        "name": request.POST.get("name", "" if person is None else person.name),
        "complaint": complaint,
        "has_account": has_account(request),
        "offer": new_offer(),
        "cut": random_cut(),
    }
    return render(request, "lobby/friend.html", context, status=400 if request.method == "POST" else 200)


@show_refusals
def _friend_table(request: HttpRequest, name: str) -> HttpResponse:
    offer = parse_offer_token(request.POST.get("offer", ""))
    invited = find_invited_player(visitor(request), request.POST.get(INVITE, ""))
    proposal = Proposal(load_variant(name).row, name, offer.secret, language=language(), invited=invited)
    return redirect("table", create_visitor_table(request, proposal, offer, against=FRIEND).key)


def rename_visitor(request: HttpRequest) -> str:
    """Give the visitor the name in the form, if any, and return the reason where that is refused."""
    name = request.POST.get("name", "")
    return rename(visitor_or_guest(request), name) if name.strip() else ""


def _proposal(request: HttpRequest, row: Variant, title: str, secret: str, *, against: str) -> Proposal:
    """Return the table described by the form. Raise `PlayerNotFound`."""
    return Proposal(
        row,
        title,
        secret,
        is_listed=against == ANYBODY,
        pace="" if against == BESIDE else request.POST.get("pace", ""),
        is_rated=_is_rated(request),
        beside=_companion(request) if against == BESIDE else None,
        language=language(),
        invited=find_invited_player(visitor(request), request.POST.get(INVITE, ""))
        if against == FRIEND
        else None,
    )


def _companion(request: HttpRequest) -> Person:
    """Create the second player on the same device, named as in the form. Raise `PlayerNotFound`."""
    person = Person()
    name = request.POST.get(SECOND, "")
    complaint = rename(person, name) if name.strip() else ""
    if complaint:
        raise PlayerNotFound(complaint, where=SECOND)
    person.save()
    return person


def _form(request: HttpRequest, name: str, errors: dict[str, str], *, status: int = 200) -> HttpResponse:
    if name not in preset_names():  # Never read a file for a browser.
        name, errors = USUAL_VARIANT, errors | {"variant": _("there is no such variant")}
        status = 400
    context: dict[str, Any] = {
        "variant": load_variant(name),
        "about": preset_about(name),
        "chapters": form_chapters(load_variant(name).row, errors, request.POST.dict()),
        "errors": [
            (*field_and_title(where), what)
            for where, what in errors.items()
            if where not in (INVITE, SECOND, RATED)
        ],
        "levels": [(level, title, player_description(level)) for level, title in level_titles().items()],
        "missing_levels": ", ".join(missing_level_titles()),
        "against": _preselected_opponent(request),
        "paces": [(text, time_control_text(parse_time_control(text))) for text in PACES],
        "pace": request.POST.get("pace", request.GET.get("pace", RATED_PACE if _is_rated(request) else "")),
        "is_rated": _is_rated(request),
        "rated_error": errors.get(RATED, ""),
        "has_account": has_account(request),
        "invite": _invite(request),
        "invite_error": errors.get(INVITE, ""),
        "second": request.POST.get(SECOND, "")[:LONGEST_NAME],
        "second_error": errors.get(SECOND, ""),
        "known": former_opponents(visitor(request)),
        "offer": new_offer(),
        "cut": random_cut(),
    }
    return render(request, "lobby/new.html", context, status=status)


def _preselected_opponent(request: HttpRequest) -> str:
    """Return the preselected opponent: the requested one, else the bot that suits the visitor."""
    against = request.POST.get("against", request.GET.get("against", ""))
    suitable = LEVELS[preferences_with_defaults(request).skill]
    return against if against in (FRIEND, ANYBODY, BESIDE, *level_titles()) else suitable


def _is_rated(request: HttpRequest) -> bool:
    """Return whether "rated" is checked: as submitted, or by default for accounts at a table for anybody."""
    if request.method == "POST":
        return request.POST.get(RATED) == "on"
    return request.GET.get("against") == ANYBODY and has_account(request)


def has_account(request: HttpRequest) -> bool:
    """Return whether the visitor has an account."""
    person = visitor(request)
    return person is not None and person.user_id is not None


def _invite(request: HttpRequest) -> str:
    """Return the name for the invitation field. A link contains a player's number."""
    number = parse_number(request.GET.get(INVITE, ""))
    if number is not None:
        found = Person.objects.filter(pk=number, is_gone=False).first()
        return "" if found is None else str(found)
    return request.POST.get(INVITE, "")[:LONGEST_NAME]


def create_visitor_table(
    request: HttpRequest, proposal: Proposal, offer: OfferedDeal, *, against: str
) -> Table:
    """Create a table for the visitor. The other seat is for a bot, a friend with the link, or anybody."""
    check_opponent_kind(against)
    cut, seal = request.POST.get("cut", ""), request.POST.get("seal", "")
    return create_table(proposal, visitor_or_guest(request), offer, against=against, cut=cut, seal=seal)


@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """Render the open tables, and the visitor's own with unfinished ones first."""
    person = visitor(request)
    own = Table.objects.filter(seats__person=person) if person is not None else Table.objects.none()
    own = own.prefetch_related("seats__person")
    context: dict[str, Any] = openings_context(request) | {
        "choices": filter_choices(),
        "own_tables": own.annotate(is_past=Q(status=Status.OVER)).order_by("is_past", "-moved")[:_LISTED],
        "person": person,
        "reviews_at_once": review_requests.server_makes_reviews(),
    }
    return render(request, "lobby/tables.html", context)


@require_safe
def openings_part(request: HttpRequest) -> HttpResponse:
    """Render the list of open tables alone, for live updates."""
    return render(request, "lobby/openings.html", openings_context(request))


@require_safe
def notices_part(request: HttpRequest) -> HttpResponse:
    """Render the invitations alone, for live updates, or with status 401 that the player is signed out."""
    if visitor(request) is None:
        context = {"own_address": request.GET.get("at", "")}
        return render(request, "lobby/signed_out.html", context, status=401)
    return render(request, "lobby/notices.html")


def openings_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the list of open tables."""
    filters = parse_filters(request.GET.dict())
    found = open_table_entries(filters, visitor(request))
    return {"filters": asdict(filters), "is_filtered": filters != Filters(), "openings": found}


@require_POST
@limit_posts("create", CREATE)
@show_refusals
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take the free seat of a table, under the name entered on the page, if any."""
    table = service.find_table(key)
    complaint = rename_visitor(request)
    if complaint and table.status == Status.WAITING:
        context = invitation_context(request, table, complaint=complaint)
        return render(request, "board/join.html", context, status=400)
    service.join(key, visitor_or_guest(request), cut=request.POST.get("cut", ""))
    return redirect("table", key)


@require_POST
@limit_posts("move", MOVE)
@show_refusals
def reveal(request: HttpRequest, key: str) -> HttpResponse:
    """Reveal the cut sealed when the table was created. The cards are then dealt."""
    told = request.POST
    service.reveal(key, visitor(request), nonce=told.get("nonce", ""), cut=told.get("cut", ""))
    return redirect("table", key)


@require_POST
@limit_posts("move", MOVE)
@show_refusals
def decline(request: HttpRequest, key: str) -> HttpResponse:
    """Decline an invitation."""
    player_invitations.decline(key, visitor(request))
    return redirect("tables")


@require_POST
@limit_posts("move", MOVE)
@show_refusals
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a table that no other player has joined."""
    player_invitations.withdraw(key, visitor(request))
    return redirect("tables")
