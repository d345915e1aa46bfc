"""Views of the rooms: the list, the page of a room, its door, its people and its tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from markupsafe import Markup

from ginrummy.coach.charts import season_graph
from ginrummy.game.shuffle import random_cut
from ginrummy.locale import language
from ginrummy.locale.errors import VariantError
from ginrummy.locale.numbers import parse_number
from ginrummy.players import player_title
from ginrummy.players.registry import level_titles
from ginrummy.rules.forms import SEAT_BOARDS, SHEET_SIDES, SMALLEST_SIDE
from ginrummy.text.ledger.evening_text import unfinished_lines
from ginrummy.text.ledger.season import season_csv, season_json, season_sections
from ginrummy.text.ledger.stakes_text import parse_stakes, stakes_text
from ginrummy.variants import is_one_line_rules, load_variant, rules_on_one_line
from ginrummy.variants.form_files import FORM_NAMES, load_form
from ginrummy.web.board.house_rules import LONGEST_RULES, find_rules
from ginrummy.web.board.join_page import OptionText, differences, invitation_context, qr_code
from ginrummy.web.board.ledger_files import FILES, download, json_text, ledger_file
from ginrummy.web.http.error_pages import as_sentence, show_refusals
from ginrummy.web.http.limits import (
    CREATE,
    MOVE,
    TooFast,
    client_key,
    count_request,
    limit_posts,
    too_fast_response,
)
from ginrummy.web.lobby.friends import people_here
from ginrummy.web.lobby.views import rename_visitor
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.people.models import Person
from ginrummy.web.people.preferences import preferences_with_defaults
from ginrummy.web.rooms import evenings, membership, places
from ginrummy.web.rooms.evenings import MOST_BOTS
from ginrummy.web.rooms.ledgers import (
    evening_text,
    ledger_fault,
    ledger_of,
    read_ledger_of,
    room_season,
    running_points,
    shown_sheet,
)
from ginrummy.web.rooms.membership import RoomRefused
from ginrummy.web.rooms.models import (
    FREE,
    LONGEST_STAKES,
    LONGEST_TITLE,
    Evening,
    EveningPlayer,
    EveningTable,
    Member,
    Role,
    Room,
)
from ginrummy.web.tables.clocks import PACES, parse_time_control, time_control_text
from ginrummy.web.tables.commitments import new_offer, parse_offer_token
from ginrummy.web.tables.models import Status, Table

MOST_SHOWN: Final = 12
"""Tables of an evening in the list."""
MOST_PAST: Final = 10
"""Earlier evenings on the page of a room. Another page lists all."""


def context(request: HttpRequest) -> dict[str, Callable[..., object]]:
    """Return the functions that find the room of a table, its next board and the sheet of its evening.

    They query the database only if they are called.
    """
    return {
        "room_of": evenings.room_of,
        "next_board": partial(_next_board, request),
        "evening_of": partial(_evening_of, request),
    }


def _next_board(request: HttpRequest, room: Room) -> dict[str, Any]:
    """Return what the visitor plays next in `room`: an `opponent`, tables of `waiting` or of `own_tables`.

    A player who has left the room, or was sent away, plays nothing next.
    """
    member = membership.member_of(room, visitor(request))
    if member is None or member.role == Role.REMOVED:
        return {"opponent": None, "waiting": [], "own_tables": [], "waits": False}
    return room_context(room, member)


def _evening_of(request: HttpRequest, table: Table) -> dict[str, Any] | None:
    """Return the running sheet of the evening to which `table` belongs, if the visitor is in its room."""
    places = EveningTable.objects.filter(table=table).exclude(evening__form=FREE)
    place = places.select_related("evening__room").first()
    ledger = None if place is None else ledger_of(place.evening)
    if place is None or ledger is None or not membership.is_member(place.evening.room, visitor(request)):
        return None
    return {
        "room": place.evening.room,
        "parts": shown_sheet(place.evening),
        "points": running_points(ledger.evening, place),
        "has_sides": ledger.evening.form.sheet == SHEET_SIDES,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("create", CREATE)
@show_refusals
def rooms_page(request: HttpRequest) -> HttpResponse:
    """Render the visitor's rooms and the form for a new one, or create it."""
    complaint, status = "", 200
    if request.method == "POST":
        complaint = rename_visitor(request)
        try:
            if not complaint:
                return redirect("room", _create(request).key)
        except RoomRefused as error:
            complaint = error.what
        except VariantError as error:
            complaint = as_sentence(str(error))
        status = 400
    person = visitor(request)
    sent = request.POST
    game, form = sent.get("game") or preferences_with_defaults(request).game, sent.get("form", FREE)
    shown: dict[str, Any] = _settings(game, "", form, sent.get("stakes", "")) | {
        "rooms": membership.rooms_of(person),
        "title": request.POST.get("title", "")[:LONGEST_TITLE],
        "rules": request.POST.get("rules", "")[:LONGEST_RULES],
        "name": request.POST.get("name", "" if person is None else person.name),
        "has_account": _has_account(person),
        "complaint": complaint,
    }
    return render(request, "rooms/rooms.html", shown, status=status)


def _create(request: HttpRequest) -> Room:
    sent = request.POST
    title, form = sent.get("title", ""), sent.get("form", FREE)
    game = _chosen_game(sent) or ""
    membership.checked_settings(title, game, "", form)  # before a guest is created for nothing
    return membership.create_room(visitor_or_guest(request), title, game, form=form)


def _chosen_game(sent: QueryDict, current: str = "") -> str | None:
    """Return the game in a form: the rules typed there, unless they are the `current` ones of the room."""
    rules = sent.get("rules", "").strip()
    typed = rules_on_one_line(find_rules(rules).row) if rules else ""
    is_unchanged = is_one_line_rules(typed) and typed == current
    return sent.get("game") if not typed or is_unchanged else typed


def _settings(game: str, pace: str, form: str, stakes: str) -> dict[str, Any]:
    return {
        "game": game,
        "rules": load_variant(game).text if is_one_line_rules(game) else "",
        "form": form,
        "forms": [(name, load_form(name).title(language())) for name in FORM_NAMES],
        "stakes": stakes,
        "longest_stakes": LONGEST_STAKES,
        "pace": pace,
        "paces": [(text, time_control_text(parse_time_control(text))) for text in PACES],
        "longest_title": LONGEST_TITLE,
    }


def _has_account(person: Person | None) -> bool:
    return person is not None and person.user_id is not None


@require_safe
@show_refusals
def room_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render a room: for its people, or its door for a stranger."""
    room = membership.find_room(key)
    person = visitor(request)
    member = membership.member_of(room, person)
    if member is None or member.role == Role.REMOVED:
        return _door(request, room, member)
    link = request.build_absolute_uri(request.path)
    past = evenings.room_evenings(room).filter(is_over=True)[: MOST_PAST + 1]
    shown = room_context(room, member) | _settings(room.game, room.pace, room.form, room.stakes)
    shown |= {
        "link": link,
        "qr": qr_code(link),
        "cut": random_cut(),
        "offer": new_offer(),
        "removed": list(room.members.filter(role=Role.REMOVED).select_related("person")),
        "real_cards": {
            "rules" if shown["rules"] else "game": shown["rules"] or room.game,
            "people": "\n".join(str(one) for one, *_ in shown["people"]),
        },
        "stakes_in_words": stakes_text(parse_stakes(room.stakes)) if room.stakes else "",
        "past": past[:MOST_PAST],
        "has_more": len(past) > MOST_PAST,
    }
    return render(request, "rooms/room.html", shown)


def _with_sides(people: list[tuple[Member, bool]]) -> list[tuple[Member, str]]:
    """Return each of `people` with a side in turn, and those who are away without one."""
    here = [one for one, is_here in people if is_here]
    return [(one, "12"[here.index(one) % 2] if is_here else "") for one, is_here in people]


def _door(request: HttpRequest, room: Room, member: Member | None, complaint: str = "") -> HttpResponse:
    person = visitor(request)
    shown = {
        **_game_context(room),
        "is_removed": member is not None,
        "owner": room.members.filter(role=Role.OWNER).select_related("person").first(),
        "name": request.POST.get("name", "" if person is None else person.name),
        "has_account": _has_account(person),
        "complaint": complaint,
    }
    return render(request, "rooms/door.html", shown, status=400 if complaint else 200)


@require_safe
@show_refusals
def room_part(request: HttpRequest, key: str) -> HttpResponse:
    """Render the changing part of a room."""
    room, member = membership.find_own_room(key, visitor(request))
    shown = room_context(room, member) | {"cut": random_cut(), "offer": new_offer()}
    return render(request, "rooms/part.html", shown)


@require_safe
@show_refusals
def evenings_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render the list of all evenings of a room for its people."""
    room, _member = membership.find_own_room(key, visitor(request))
    return render(request, "rooms/evenings.html", {"room": room, "past": evenings.room_evenings(room)})


@require_safe
@show_refusals
def evening_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Render the sheet of an evening of a room for its people."""
    room, _member = membership.find_own_room(key, visitor(request))
    evening = evenings.find_evening(room, number)
    shown = {
        "room": room,
        "evening": evening,
        "differences": _house_rules(evening.game),
        "files": FILES,
        "parts": shown_sheet(evening),
        "fault": ledger_fault(evening),
    }
    return render(request, "rooms/evening.html", shown)


@require_safe
@show_refusals
def evening_file(request: HttpRequest, key: str, number: int, name: str) -> HttpResponseBase:
    """Return an evening of a room as a file."""
    room, _member = membership.find_own_room(key, visitor(request))
    evening = evenings.find_evening(room, number)
    ledger = read_ledger_of(evening)
    return ledger_file(request, name, ledger, evening_text(evening), str(evening))


@require_safe
@show_refusals
def season_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render the season of a room for its people: all its evenings added up."""
    room, _member = membership.find_own_room(key, visitor(request))
    season, faults = room_season(room)
    standings, payments = season_sections(season)
    shown = {
        "room": room,
        "season": season,
        "faults": faults,
        "standings": standings,
        "payments": payments,
        "graph": Markup(season_graph(season)),
    }
    return render(request, "rooms/season.html", shown)


@require_safe
@show_refusals
def season_file(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Return the season of a room as a file for spreadsheets or programs."""
    room, _member = membership.find_own_room(key, visitor(request))
    season, _faults = room_season(room)
    texts = {"season.csv": lambda: season_csv(season), "season.json": lambda: json_text(season_json(season))}
    if name not in texts:
        raise Http404
    return download(name, texts[name]())


def room_context(room: Room, member: Member) -> dict[str, Any]:
    """Return what `member` sees in `room`."""
    evening = evenings.current_evening(room)
    tables = [] if evening is None else evenings.evening_tables(evening)
    people = list(membership.people_of(room).select_related("person"))
    busy = {seat.person_id for table in tables if table.status != Status.OVER for seat in table.taken}
    here = people_here(member.person, [one.person for one in people]) | {member.person_id}
    own = [table for table in tables if any(seat.person_id == member.person_id for seat in table.taken)]
    waiting = [table for table in tables if table.status == Status.WAITING and table not in own]
    own_open = [table for table in own if table.status != Status.OVER]
    waiting = [table for table in waiting if table.invited_id in (None, member.person_id)]
    opponent = None if own_open or waiting else next_opponent(evening, member)
    ledger = None if evening is None else ledger_of(evening)
    return {
        **_game_context(room),
        "member": member,
        "people": [(one, one.person_id in here, one.person_id in busy) for one in people],
        "evening": evening,
        "own_tables": own_open,
        "waiting": waiting,
        "waits": not (own_open or waiting or opponent) and is_awaited(evening, member),
        "is_free": room.form == FREE,
        "form_title": load_form(room.form).title(language()),
        "opponent": opponent,
        "begun": [table for table in tables if table.status != Status.WAITING][-MOST_SHOWN:],
        "parts": None if evening is None else shown_sheet(evening),
        "stand_ins": [
            (one.name, player_title(one.bot)) for one in (evening.roster if evening else ()) if one.stands_in
        ],
        "unfinished": [] if ledger is None else unfinished_lines(ledger),
        "fault": "" if evening is None or ledger is not None else ledger_fault(evening),
        "levels": [(name, title) for name, title in level_titles().items() if name in evenings.bot_levels()],
        "starters": _with_sides([(one, one.person_id in here) for one in people]),
        "has_sides": load_form(room.form).row.seating == SEAT_BOARDS,
    }


def _game_context(room: Room) -> dict[str, Any]:
    """Return `room` and its game. Only house rules have `differences`: a preset has its own page."""
    title = load_variant(room.game).title(language())
    return {"room": room, "game_title": title, "differences": _house_rules(room.game)}


def _house_rules(game: str) -> tuple[OptionText, ...]:
    """Return how `game` differs from its preset, nothing for a preset."""
    return differences(load_variant(game).row) if is_one_line_rules(game) else ()


def is_awaited(evening: Evening | None, member: Member) -> bool:
    """Return whether `member` plays in an evening by a form that is not complete."""
    ledger = None if evening is None or evening.form == FREE else ledger_of(evening)
    if evening is None or ledger is None or ledger.evening.is_over:
        return False
    return any(one.person_id == member.person_id for one in evening.roster)


def next_opponent(evening: Evening | None, member: Member) -> EveningPlayer | None:
    """Return against whom `member` plays the next board, `None` while there is none to play."""
    board = evenings.next_board(evening, member.person)
    return None if evening is None or board is None else evening.roster[board[1]]


@require_POST
@limit_posts("create", CREATE)
@show_refusals
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Let the visitor enter a room, under the name entered at the door, if any."""
    room = membership.find_room(key)
    if room.is_closed and membership.member_of(room, visitor(request)) is None:
        return _door(request, room, None)
    complaint = rename_visitor(request)
    if complaint:
        return _door(request, room, None, complaint)
    membership.enter(key, visitor_or_guest(request))
    return redirect("room", key)


@require_POST
@limit_posts("move", MOVE)
@show_refusals
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Let the visitor leave a room."""
    membership.leave(key, visitor(request))
    return redirect("rooms")


@require_POST
@limit_posts("move", MOVE)
@show_refusals
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Change the settings of a room, the role of a member, or end its evening, as the form says."""
    person, told = visitor(request), request.POST
    try:
        if "role" in told:
            number = parse_number(told.get("member", "")) or 0
            membership.set_role(key, person, number, told["role"])
        elif "end" in told:
            evenings.end_evening(key, person, parse_number(told["end"]))
        elif "start" in told:
            count_request("create", client_key(request, CREATE), CREATE)
            evenings.start_evening(key, person, _chosen_players(told))
        elif "place" in told:
            place = parse_number(told["place"])
            places.fill_place(key, person, -1 if place is None else place, told.get("bot", ""))
        else:
            membership.change_room(
                key,
                person,
                title=told.get("title"),
                game=_chosen_game(told, membership.find_room(key).game),
                pace=told.get("pace"),
                is_closed=told.get("closed") == "on",
                form=told.get("form"),
                stakes=told.get("stakes"),
            )
    except TooFast as error:
        return too_fast_response(error)
    return redirect("room", key)


def _chosen_players(sent: QueryDict) -> list[int | str]:
    """Return the players in the form that starts an evening: members by side, and bots for free places."""
    members = [parse_number(text) or 0 for text in sent.getlist("member")]
    sides: list[list[int | str]] = [
        [one for one in members if sent.get(f"side{one}") == side] for side in "12"
    ]
    bot, count = sent.get("bot", ""), parse_number(sent.get("bots", "")) or 0
    if not any(f"side{one}" in sent for one in members):
        playing: list[int | str] = [one for one in members if sent.get(f"plays{one}")]
        return playing + [bot] * min(count, MOST_BOTS + 1)
    size = max(SMALLEST_SIDE, *map(len, sides))
    for side in sides:
        side += [bot] * (size - len(side)) if bot else []
    return [*sides[0], *sides[1]]


@require_POST
@limit_posts("create", CREATE)
@show_refusals
def open_table(request: HttpRequest, key: str) -> HttpResponse:
    """Open a table in a room: the board of the visitor, or for anybody or the member chosen in the form."""
    told = request.POST
    room, member = membership.find_own_room(key, visitor(request))
    offer = parse_offer_token(told.get("offer", ""))
    invited = (parse_number(told["invited"]) or 0) if "invited" in told else None
    cut, seal = told.get("cut", ""), told.get("seal", "")
    if "board" in told:
        board = evenings.get_or_open_board(room, member, offer, cut=cut, seal=seal)
        if board is None:
            return redirect("room", key)
        if board.status == Status.WAITING and board.invited_id == member.person_id:
            context = invitation_context(request, board) | {"joins_now": True}
            return render(request, "board/join.html", context)
        return redirect("table", board.key)
    table = evenings.open_table(room, member, offer, cut=cut, seal=seal, invited=invited)
    return redirect("table", table.key)
