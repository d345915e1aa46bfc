"""Routes of friends: list, ask or accept, remove."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Status

from ginrummy.locale import N_, _
from ginrummy.text.json import Json
from ginrummy.web.api import schemas
from ginrummy.web.api.auth import count_api_request, response_schemas, token_person
from ginrummy.web.api.errors import NothingThere
from ginrummy.web.http.limits import SETTINGS
from ginrummy.web.lobby import friends
from ginrummy.web.people.models import Person

router = Router()


@router.get("/friends", response=response_schemas(schemas.Friends), summary=N_("Your friends, and who asks."))
def own_friends(request: HttpRequest) -> Json:
    """Return the friends of the caller, and those who ask to be friends."""
    person = token_person(request)
    return {
        "friends": [
            {
                "number": friend.person.pk,
                "name": str(friend.person),
                "here": friend.is_here,
                "matches": friend.meetings.matches,
                "won": friend.meetings.won,
            }
            for friend in friends.list_friends(person)
        ],
        "asking": [
            {"number": one.pk, "name": str(one)} for one in friends.friend_requests(person)[: friends.MOST]
        ],
    }


@router.post(
    "/friends",
    response=response_schemas(schemas.Friends, status=201),
    summary=N_("Ask a player to be friends, or accept."),
)
def ask_friend(request: HttpRequest, wanted: schemas.NewFriend) -> Status[Json]:
    """Ask an account by name, or accept its request. Raise `NoFriend`."""
    count_api_request(request, "settings", SETTINGS)
    person = token_person(request)
    friends.add_friend(person, friends.find_new_friend(wanted.name))
    return Status(201, own_friends(request))


@router.delete(
    "/friends/{int:number}",
    response=response_schemas(None, 404, status=204),
    summary=N_("Remove a friend, or decline."),
)
def remove_friend(request: HttpRequest, number: int) -> Status[None]:
    """End a friendship or a request. Raise `NothingThere` for an unknown player."""
    other = Person.objects.filter(pk=number, is_gone=False).first()
    if other is None:
        raise NothingThere(_("there is no such player"), where="number")
    friends.remove_friend(token_person(request), other)
    return Status(204, None)
