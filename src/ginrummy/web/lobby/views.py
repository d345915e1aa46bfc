"""Ways to a table: at once, by a form with every option, by an invitation, from the list of open ones."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ginrummy.deal import DealError
from ginrummy.errors import GinRummyError, VariantError
from ginrummy.locale import _, language
from ginrummy.variants import load_variant, preset_names
from ginrummy.web.config.limits import CREATE, limited
from ginrummy.web.lobby.house import chapters, read_answers, title_at
from ginrummy.web.pages.failures import refused
from ginrummy.web.people.visitors import visitor, welcome
from ginrummy.web.tables import service
from ginrummy.web.tables.bots import LEVELS, USUAL_LEVEL, level_name
from ginrummy.web.tables.clocks import PACES, pace_of, pace_text
from ginrummy.web.tables.models import HOUSE, Status, Table
from ginrummy.web.tables.offers import Offer, new_offer, offer_of, random_cut
from ginrummy.web.tables.refusals import NotYours, Stale
from ginrummy.web.tables.service import Proposal

USUAL_VARIANT = "standard"
FRIEND, ANYBODY = "friend", "anybody"
_LISTED = 50


@require_POST
@limited("create", CREATE)
def play_at_once(request: HttpRequest) -> HttpResponse:
    """Sit down against a bot at the usual game: one press from the first page to the first card."""
    try:
        offer = offer_of(request.POST.get("offer", ""))
        proposal = Proposal(load_variant(USUAL_VARIANT).row, USUAL_VARIANT, offer.secret)
        table = _sit_down(request, proposal, offer, against=USUAL_LEVEL)
    except GinRummyError as error:
        return refused(request, error)
    return redirect("table", table.key)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("create", CREATE)
def new_table(request: HttpRequest) -> HttpResponse:
    """Show the form for a new table, or lay the table that it asks for."""
    if request.method != "POST":
        return _form(request, request.GET.get("variant", USUAL_VARIANT), {})
    name = request.POST.get("variant", USUAL_VARIANT)
    try:
        base = load_variant(_preset(name))
        row = read_answers(request.POST.dict(), base.row)
    except VariantError as error:
        return _form(request, name, {error.where: error.what}, status=400)
    try:
        offer = offer_of(request.POST.get("offer", ""))
        against = request.POST.get("against", USUAL_LEVEL)
        title = base.name if row == base.row else HOUSE
        proposal = Proposal(
            row, title, offer.secret, is_listed=against == ANYBODY, pace=request.POST.get("pace", "")
        )
        table = _sit_down(request, proposal, offer, against=against)
    except GinRummyError as error:
        return refused(request, error)
    return redirect("table", table.key)


def _preset(name: str) -> str:
    """Return `name`; raises `VariantError` unless it is a preset: no file is read for a browser."""
    if name not in preset_names():
        raise VariantError(_("there is no such variant"), where="variant", clause="13.4")
    return name


def _form(request: HttpRequest, name: str, errors: dict[str, str], *, status: int = 200) -> HttpResponse:
    if name not in preset_names():
        name, errors = USUAL_VARIANT, errors | {"variant": _("there is no such variant")}
        status = 400
    context: dict[str, Any] = {
        "variant": load_variant(name),
        "presets": presets(),
        "chapters": chapters(load_variant(name).row, errors, request.POST.dict()),
        "errors": {title_at(where): what for where, what in errors.items()},
        "levels": [(level, level_name(level)) for level in LEVELS],
        "against": request.POST.get("against", request.GET.get("against", USUAL_LEVEL)),
        "paces": [(text, pace_text(pace_of(text))) for text in PACES],
        "pace": request.POST.get("pace", request.GET.get("pace", "")),
        "offer": new_offer(),
        "cut": random_cut(),
    }
    return render(request, "new.html", context, status=status)


def presets() -> list[tuple[str, str, str]]:
    """Return the presets: name, title and a sentence about each, in the language spoken."""
    named = (load_variant(name) for name in preset_names())
    return [(one.name, one.title(language()), one.about.get(language(), "")) for one in named]


def _sit_down(request: HttpRequest, proposal: Proposal, offer: Offer, *, against: str) -> Table:
    """Return the new table; the other seat is for a bot, a friend with the link, or anybody."""
    cut = request.POST.get("cut", "")
    if against in (FRIEND, ANYBODY):
        return service.create(proposal, welcome(request), cut=cut)
    if against not in LEVELS:
        raise GinRummyError(_("there is no such player"))
    return service.create(proposal, welcome(request), cut=cut, bot=against, bot_cut=offer.bot_cut)


@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """List the tables that wait for anybody, and those of whoever asks."""
    person = visitor(request)
    waiting = Table.objects.filter(status=Status.WAITING, is_listed=True).order_by("-created")
    own = Table.objects.filter(seats__person=person) if person is not None else Table.objects.none()
    context = {
        "open_tables": waiting.prefetch_related("seats__person")[:_LISTED],
        "own_tables": own.order_by("-moved").prefetch_related("seats__person")[:_LISTED],
    }
    return render(request, "tables.html", context)


@require_POST
@limited("create", CREATE)
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take the free seat of a table."""
    try:
        service.join(key, welcome(request), cut=request.POST.get("cut", ""))
    except (GinRummyError, DealError) as error:
        return refused(request, error)
    return redirect("table", key)


@require_POST
@limited("create", CREATE)
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Lay the table for a rematch: the same game, the other seat deals first; asked twice it is one table."""
    try:
        before = service.find(key)
        person = visitor(request)
        seat = service.seat_of(before, person)
        if seat is None or person is None:
            raise NotYours(_("you have no seat at this table"))
        if before.status != Status.OVER:
            raise Stale(_("the match is not over"))
        later = Table.objects.filter(rematch_of=before).first()
        if later is None:
            offer = offer_of(request.POST.get("offer", ""))
            later = _rematch(request, before, seat, offer)
    except GinRummyError as error:
        return refused(request, error)
    return redirect("table", later.key)


def _rematch(request: HttpRequest, before: Table, seat: int, offer: Offer) -> Table:
    """Return the table of the rematch; whoever asks has seat 0 there, wherever it sat before."""
    other = before.seats.get(number=1 - seat)
    dealt = service.first_dealer(before)
    deals_again = dealt == seat
    proposal = Proposal(
        before.variant,
        before.variant_name,
        offer.secret,
        first_dealer=1 if deals_again else 0,
        rematch_of=before,
        pace=before.pace,
    )
    return _sit_down(request, proposal, offer, against=other.bot or FRIEND)
