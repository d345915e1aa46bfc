"""People of a room: who enters, leaves, helps, or is sent away."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from ginrummy.game.evening import start_evening
from ginrummy.locale import _, ngettext
from ginrummy.text.ledger.stakes_text import parse_stakes
from ginrummy.variants import is_one_line_rules, preset_names, rules_on_one_line
from ginrummy.variants.form_files import FORM_NAMES, load_form
from ginrummy.web.board.house_rules import find_rules
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.people.models import Person, lock_people
from ginrummy.web.people.names import clean_name
from ginrummy.web.rooms.ledgers import end_current_evening, remove_waiting_tables
from ginrummy.web.rooms.models import (
    FREE,
    LONGEST_STAKES,
    LONGEST_TITLE,
    Evening,
    EveningPlayer,
    Member,
    Role,
    Room,
)
from ginrummy.web.tables import pubsub
from ginrummy.web.tables.clocks import parse_time_control

MOST_ROOMS: Final = 20
"""Rooms that one person may own."""
MOST_MEMBERS: Final = 60


class NoRoom(WebError, status=404, kind="no_room"):
    """The room does not exist."""


class NotInRoom(WebError, status=403, kind="not_in_room"):
    """The person is not in the room, or may not do this in it."""


class RoomRefused(WebError, status=409, kind="room_refused"):
    """The room cannot be changed like this."""


def find_room(key: str) -> Room:
    """Return the room `key`. Raise `NoRoom`."""
    found = Room.objects.filter(key=key).first()
    if found is None:
        raise NoRoom(_("there is no such room"))
    return found


def rooms_of(person: Person | None) -> list[Room]:
    """Return the rooms of `person`, by title."""
    if person is None:
        return []
    found = Room.objects.filter(members__person=person).exclude(members__in=_removed_memberships(person))
    return list(found.order_by("title", "pk"))


def _removed_memberships(person: Person) -> list[int]:
    removed = Member.objects.filter(person=person, role=Role.REMOVED)
    return list(removed.values_list("pk", flat=True))


def member_of(room: Room, person: Person | None) -> Member | None:
    """Return the membership of `person`, `None` for a stranger. It may be one that was removed."""
    return None if person is None else Member.objects.filter(room=room, person=person).first()


def is_member(room: Room, person: Person | None) -> bool:
    """Return whether `person` is in `room` and was not sent away."""
    member = member_of(room, person)
    return member is not None and member.role != Role.REMOVED


def find_own_room(key: str, person: Person | None) -> tuple[Room, Member]:
    """Return the room of `key` and the membership of `person`. Raise `NoRoom` or `NotInRoom`."""
    room = find_room(key)
    return room, require_member(room, person)


def require_member(room: Room, person: Person | None, *, manages: bool = False) -> Member:
    """Return the membership of `person`. Raise `NotInRoom`."""
    member = member_of(room, person)
    if member is None or member.role == Role.REMOVED:
        raise NotInRoom(_("you are not in this room"))
    if manages and not member.may_manage:
        raise NotInRoom(_("only the room's owner and helpers may do that"))
    return member


def checked_settings(title: str, game: str, pace: str, form: str = FREE, stakes: str = "") -> dict[str, str]:
    """Return the columns of a room with these settings.

    `game` is the name of a preset or house rules on one line. Raise `RoomRefused`, and `GinRummyError` for
    rules, a pace, stakes and a game that the form excludes.
    """
    title = clean_name(title)
    if not title or len(title) > LONGEST_TITLE:
        what = _("A name has 1 to {most} letters.").format(most=LONGEST_TITLE)
        raise RoomRefused(what, where="title")
    if game not in preset_names() and not is_one_line_rules(game):
        raise RoomRefused(_("there is no such variant"), where="game")
    if form not in FORM_NAMES:
        raise RoomRefused(_("there is no such form"), where="form")
    row, variant = load_form(form).row, find_rules(game).row
    start_evening(row, variant, [str(number) for number in range(row.people_least)])
    stakes = " ".join(stakes.split())[:LONGEST_STAKES]
    if stakes:
        parse_stakes(stakes)
    return {
        "title": title,
        "game": rules_on_one_line(variant),
        "pace": str(parse_time_control(pace)),
        "form": form,
        "stakes": stakes,
    }


def create_room(
    person: Person,
    title: str,
    game: str,
    pace: str = "",
    *,
    is_closed: bool = False,
    form: str = FREE,
    stakes: str = "",
) -> Room:
    """Create a room that `person` owns. Raise the errors of `checked_settings`."""
    columns = checked_settings(title, game, pace, form, stakes)
    with transaction.atomic():
        lock_people(person)
        if Member.objects.filter(person=person, role=Role.OWNER).count() >= MOST_ROOMS:
            what = ngettext(
                "You have {count} room already: leave it first.",
                "You have {count} rooms already: leave one first.",
                MOST_ROOMS,
            )
            raise RoomRefused(what.format(count=MOST_ROOMS))
        room = Room.objects.create(**columns, is_closed=is_closed)
        Member.objects.create(room=room, person=person, role=Role.OWNER)
    return room


def change_room(
    key: str,
    person: Person | None,
    *,
    title: str | None = None,
    game: str | None = None,
    pace: str | None = None,
    is_closed: bool | None = None,
    form: str | None = None,
    stakes: str | None = None,
) -> Room:
    """Change the settings of a room that are given, and return it.

    Raise `NotInRoom` and the errors of `checked_settings`.

    Another game, form or stake ends the evening: the sheet of an evening has one of each.
    """
    with transaction.atomic():
        room = locked_room(key)
        require_member(room, person, manages=True)
        columns = checked_settings(
            room.title if title is None else title,
            room.game if game is None else game,
            room.pace if pace is None else pace,
            room.form if form is None else form,
            room.stakes if stakes is None else stakes,
        )
        is_closed = room.is_closed if is_closed is None else is_closed
        Room.objects.filter(pk=room.pk).update(**columns, is_closed=is_closed)
        if any(columns[field] != getattr(room, field) for field in ("game", "form", "stakes")):
            end_current_evening(room)
        announce_room(room)
    return room


def enter(key: str, person: Person) -> Room:
    """Let `person` enter a room and return it. Entering twice has no further effect.

    Raise `NoRoom`, `NotInRoom` behind a closed door or after being sent away, `RoomRefused` if it is full.
    """
    with transaction.atomic():
        lock_people(person)
        room = locked_room(key)
        member = member_of(room, person)
        if member is not None and member.role != Role.REMOVED:
            return room
        if member is not None:
            raise NotInRoom(_("you were removed from this room"))
        if room.is_closed:
            raise NotInRoom(_("the door of this room is closed: ask its people to open it"))
        _refuse_full(room)
        Member.objects.create(room=room, person=person)
        announce_room(room)
    return room


def leave(key: str, person: Person | None) -> None:
    """Let `person` leave. The eldest helper, else the eldest member, then owns the room.

    A room without people is deleted; its matches stay. Raise `NoRoom`, `NotInRoom`.
    """
    with transaction.atomic():
        room = locked_room(key)
        member = require_member(room, person)
        remove_waiting_tables(room, member.person)
        member.delete()
        if member.role == Role.OWNER:
            _hand_over(room)
        announce_room(room)
        if not people_of(room).exists():
            room.delete()


def people_of(room: Room) -> QuerySet[Member]:
    """Return the members of `room` without those who were sent away, the eldest first."""
    return room.members.exclude(role=Role.REMOVED)


def _hand_over(room: Room) -> None:
    """Let the eldest helper of `room`, else the eldest member, own it."""
    heir = people_of(room).filter(role=Role.HELPER).first() or people_of(room).first()
    if heir is not None:
        room.members.filter(pk=heir.pk).update(role=Role.OWNER)


def _refuse_full(room: Room) -> None:
    if people_of(room).count() >= MOST_MEMBERS:
        raise RoomRefused(_("the room is full"))


def move_memberships(guest: Person, owner: Person) -> None:
    """Move the memberships of `guest` to the account `owner`, with the higher role where both are in a room.

    Somebody who was sent away stays away. In an evening by a form where both play, the place of the guest
    becomes empty, since a person cannot play alone.
    """
    both = Evening.objects.filter(is_over=False, players__person=owner).exclude(form=FREE)
    EveningPlayer.objects.filter(person=guest, evening__in=both).update(person=None)
    EveningPlayer.objects.filter(person=guest).update(person=owner)
    kept = {one.room_id: one for one in owner.memberships.all()}
    for member in guest.memberships.all():
        same = kept.get(member.room_id)
        if same is None:
            Member.objects.filter(pk=member.pk).update(person=owner)
            continue
        member.delete()
        roles = {same.role, member.role}
        if Role.REMOVED not in roles and member.may_manage and same.role != Role.OWNER:
            Member.objects.filter(pk=same.pk).update(role=member.role)
        elif Role.REMOVED in roles and same.role not in (Role.REMOVED, Role.OWNER):
            Member.objects.filter(pk=same.pk).update(role=Role.REMOVED)
        if member.role == Role.OWNER and same.role == Role.REMOVED:
            _hand_over(member.room)


def set_role(key: str, person: Person | None, number: int, role: str) -> Room:
    """Give the member with the primary key `number` another role, by `person`. Return the room.

    The owner appoints helpers and may hand the room over; helpers may only send members away and let them in
    again. Raise `NotInRoom`, `RoomRefused`.
    """
    with transaction.atomic():
        room = locked_room(key)
        own = require_member(room, person, manages=True)
        other = room.members.filter(pk=number).first()
        if other is None or role not in Role.values or other.pk == own.pk:
            raise RoomRefused(_("there is nobody like that in the room"))
        is_small = role in (Role.MEMBER, Role.REMOVED) and other.role in (Role.MEMBER, Role.REMOVED)
        if own.role != Role.OWNER and not is_small:
            raise NotInRoom(_("only the room's owner may do that"))
        if role == Role.OWNER:
            room.members.filter(pk=own.pk).update(role=Role.HELPER)
        if other.role == Role.REMOVED:
            _refuse_full(room)
        room.members.filter(pk=other.pk).update(role=role)
        if role == Role.REMOVED:
            remove_waiting_tables(room, other.person)
        announce_room(room)
    return room


def announce_room(room: Room) -> None:
    """Wake the open pages of `room`."""
    Room.objects.filter(pk=room.pk).update(number=F("number") + 1)
    room.number += 1
    pubsub.announce(room.key, room.number)


def locked_room(key: str) -> Room:
    """Return the room `key`, locked until the transaction ends. Raise `NoRoom`."""
    found = Room.objects.select_for_update().filter(key=key).first()
    if found is None:
        raise NoRoom(_("there is no such room"))
    return found
