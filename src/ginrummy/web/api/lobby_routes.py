"""Routes of the lobby: variants, bots, offered deals, open tables, new tables."""

from __future__ import annotations

from typing import Literal

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema, Status

from ginrummy.game.shuffle import DealError, random_cut
from ginrummy.locale import N_, _, language
from ginrummy.locale.errors import VariantError
from ginrummy.players import level_titles, player_description
from ginrummy.rules.types import SEATS
from ginrummy.text.json import Json, variant_json
from ginrummy.variants import load_variant, preset_group, preset_names, variant_from_values
from ginrummy.web.api import schemas, table_schemas
from ginrummy.web.api.auth import count_api_request, refuse_unknown_parameters, response_schemas, token_person
from ginrummy.web.api.errors import NothingThere
from ginrummy.web.api.serializers import table_json, table_summary_json
from ginrummy.web.http.limits import CREATE
from ginrummy.web.lobby.open_tables import Filters, open_table_entries, parse_filters
from ginrummy.web.lobby.player_invitations import find_invited_player, invitations_to
from ginrummy.web.lobby.table_creation import ANYBODY, FRIEND, create_table
from ginrummy.web.people.models import Person
from ginrummy.web.tables.commitments import OfferedDeal, new_offer, parse_offer_token
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import HOUSE, Table

router = Router(exclude_unset=True)  # fields without a value, such as the card of an unseen draw, are omitted


class TableFilter(Schema):
    """Filter of the open tables."""

    game: str = Field("", description=N_("A preset, `house`, or a family: `family-usual`."), max_length=64)
    rated: Literal["", "yes", "no"] = ""
    clock: Literal["", "none", "live", "slow"] = ""
    level: Literal["", "near"] = ""
    language: Literal["", "en", "fr", "ru"] = ""


class OwnTableFilter(Schema):
    """Filter of the caller's own tables."""

    status: Literal["", "waiting", "cutting", "playing", "over"] = ""
    limit: int = Field(schemas.MOST_LISTED, ge=1, le=schemas.MOST_LISTED)


@router.get("/me", response=response_schemas(schemas.Me), summary=N_("Whose token this is."))
def me(request: HttpRequest) -> Json:
    """Return the owner of the token."""
    person = token_person(request)
    return {"number": person.pk, "name": str(person)}


@router.get(
    "/variants",
    auth=None,
    response={200: list[table_schemas.Preset]},
    summary=N_("The presets, with their rules."),
)
def variants(request: HttpRequest) -> list[Json]:
    """Return the presets."""
    return list(map(_preset_json, preset_names()))


@router.get(
    "/variants/{slug:name}",
    auth=None,
    response={200: table_schemas.Preset, 404: schemas.Refusal},
    summary=N_("One preset."),
)
def variant(request: HttpRequest, name: str) -> Json:
    """Return one preset. Raise `NothingThere` for an unknown name."""
    if name not in preset_names():
        raise NothingThere(_("there is no such variant"), where="name")
    return _preset_json(name)


def _preset_json(name: str) -> Json:
    preset = load_variant(name)
    told = {"title": preset.title(language()), "about": preset.description()}
    group = preset_group(name)
    place = {"group": group.name, "minutes": group.minutes[name]}
    return variant_json(preset.row) | told | place | {"name": name}


@router.get(
    "/bots", auth=None, response={200: list[table_schemas.Level]}, summary=N_("The bots to play against.")
)
def bots(request: HttpRequest) -> list[Json]:
    """Return the levels."""
    return [
        {"name": name, "title": title, "about": player_description(name)}
        for name, title in level_titles().items()
    ]


@router.post(
    "/offers",
    response=response_schemas(table_schemas.Offer),
    summary=N_("A deal to be: its fingerprint, before you cut."),
)
def offer(request: HttpRequest) -> Json:
    """Return a fresh deal."""
    found = new_offer()
    return {"offer": found.token, "commitment": found.commitment, "bot_cut": found.bot_cut}


@router.get(
    "/openings",
    response=response_schemas(list[table_schemas.Opening]),
    summary=N_("Tables that wait for anyone."),
)
def open_tables(request: HttpRequest, wanted: Query[TableFilter]) -> list[Json]:
    """Return the open tables, with the filters of the lobby."""
    refuse_unknown_parameters(request, wanted)
    filters: Filters = parse_filters(wanted.dict())
    return [
        {
            "key": one.key,
            "title": one.title,
            "host": one.host,
            "rating": one.rating,
            "rated": one.is_rated,
            "clock": one.pace,
            "language": one.language,
            "own": one.is_own,
        }
        for one in open_table_entries(filters, token_person(request))
    ]


@router.get(
    "/invitations",
    response=response_schemas(list[table_schemas.Summary]),
    summary=N_("Tables that you are invited to."),
)
def invitations(request: HttpRequest) -> list[Json]:
    """Return the tables to which the caller is invited."""
    return [table_summary_json(table) for table in invitations_to(token_person(request))]


@router.get(
    "/tables",
    response=response_schemas(list[table_schemas.Summary]),
    summary=N_("Your tables, the latest move first."),
)
def own_tables(request: HttpRequest, own: Query[OwnTableFilter]) -> list[Json]:
    """Return the tables of the caller."""
    refuse_unknown_parameters(request, own)
    found = Table.objects.filter(seats__person=token_person(request))
    if own.status:
        found = found.filter(status=own.status)
    return [
        table_summary_json(table)
        for table in found.order_by("-moved").prefetch_related("seats__person")[: own.limit]
    ]


@router.post(
    "/tables",
    response=response_schemas(table_schemas.Table, 403, 409, 413, status=201),
    summary=N_("Open a table: you have a seat at it and have cut."),
)
def new_table(request: HttpRequest, wanted: table_schemas.NewTable) -> Status[Json]:
    """Open a table. Raise the errors of the HTML form."""
    count_api_request(request, "create", CREATE)
    person = token_person(request)
    offered, cut = deal_and_cut(wanted)
    proposal = _proposal(wanted, person, offered.secret)
    table = create_table(proposal, person, offered, against=wanted.against, cut=cut, seal=wanted.seal)
    return Status(201, table_json(table, SEATS[0]))


def deal_and_cut(wanted: table_schemas.OwnCut) -> tuple[OfferedDeal, str]:
    """Return the deal and the cut of a program that opens a table: its own, else any. Raise `DealError`."""
    if wanted.seal and wanted.cut is not None:
        raise DealError(_("either a cut or its seal"), where="seal", clause="3.6")
    offer = parse_offer_token(wanted.offer) if wanted.offer else new_offer()
    return offer, random_cut() if wanted.cut is None else wanted.cut


def _proposal(wanted: table_schemas.NewTable, person: Person, secret: str) -> Proposal:
    """Return the table that a program requests, built like the HTML form's."""
    if wanted.variant not in preset_names():  # A program may not name a file of house rules.
        raise VariantError(_("there is no such variant"), where="variant")
    base = load_variant(wanted.variant)
    row = variant_from_values(wanted.rules, base=base.row)
    return Proposal(
        row,
        base.name if row == base.row else HOUSE,
        secret,
        is_listed=wanted.against == ANYBODY,
        pace=wanted.clock,
        is_rated=wanted.rated,
        language=language(),
        invited=find_invited_player(person, wanted.invite) if wanted.against == FRIEND else None,
    )
