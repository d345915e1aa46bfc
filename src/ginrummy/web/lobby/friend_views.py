"""Page of friends and followed players, and the forms that add and remove them."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from ginrummy.game.shuffle import random_cut
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import parse_number
from ginrummy.web.http.error_pages import as_sentence
from ginrummy.web.http.limits import SETTINGS, limit_posts
from ginrummy.web.lobby import friends
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.people.models import LONGEST_NAME, Person
from ginrummy.web.people.preferences import (
    change_preferences,
    preferences_with_defaults,
    request_preferences,
    store_preferences,
)
from ginrummy.web.people.views import next_url
from ginrummy.web.tables.commitments import new_offer
from ginrummy.web.tables.models import Table


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("settings", SETTINGS)
def friends_page(request: HttpRequest) -> HttpResponse:
    """Render the visitor's friends and followed players, or change them."""
    if request.method != "POST":
        return _page(request)
    try:
        _change(request, visitor_or_guest(request))
    except GinRummyError as error:
        return _page(request, as_sentence(error.what))
    response = HttpResponseRedirect(next_url(request, "friends"))
    if "here" in request.POST:
        changed = change_preferences(request_preferences(request), {"here": request.POST["here"]})
        store_preferences(changed, response, request)
    return response


def _change(request: HttpRequest, person: Person) -> None:
    """Do what the form says with the player that it names. Raise `NoFriend`."""
    action = request.POST.get("do", "")
    if action == "add" and "name" in request.POST:
        return friends.add_friend(person, friends.find_new_friend(request.POST["name"]))
    number = parse_number(request.POST.get("player", ""))
    other = None if number is None else Person.objects.filter(pk=number, is_gone=False).first()
    if other is None:
        return None
    match action:
        case "add":
            friends.add_friend(person, other)
        case "remove":
            friends.remove_friend(person, other)
        case "follow" | "leave":
            friends.follow(person, other, is_wanted=action == "follow")
    return None


def _page(request: HttpRequest, complaint: str = "") -> HttpResponse:
    person = visitor(request)
    context: dict[str, Any] = {
        "has_account": person is not None and person.user_id is not None,
        "complaint": complaint,
        "name": request.POST.get("name", "")[:LONGEST_NAME],
        "friends": [] if person is None else friends.list_friends(person),
        "asked": [] if person is None else list(friends.people_asked(person)),
        "followed": [] if person is None else list(friends.followed_players(person)),
        "game": preferences_with_defaults(request).game,
        "offer": new_offer(),
        "cut": random_cut(),
    }
    context["live"] = friends.watchable_tables(context["followed"]) if context["followed"] else []
    return render(request, "lobby/friends.html", context, status=400 if complaint else 200)


def context(request: HttpRequest) -> dict[str, Any]:
    """Return functions for templates, which query the database only if they are called."""
    return {
        "friend_requests": cache(partial(_requests, request)),
        "ties_to": partial(_ties, request),
        "meetings_with": partial(_meetings, request),
        "friend_to_add": partial(_friend_to_add, request),
    }


def _account(request: HttpRequest) -> Person | None:
    """Return the visitor if that is the owner of an account."""
    person = visitor(request) if request.session.get("person") else None
    return person if person is not None and person.user_id is not None else None


def _requests(request: HttpRequest) -> list[Person]:
    person = _account(request)
    return [] if person is None else list(friends.friend_requests(person)[:5])


def _ties(request: HttpRequest, other: Person) -> set[str]:
    person = _account(request)
    return set() if person is None else friends.relations_between(person, other)


def _meetings(request: HttpRequest, other: Person) -> list[friends.Meetings]:
    person = visitor(request)
    return [] if person is None else friends.matches_by_family(person, other)


def _friend_to_add(request: HttpRequest, table: Table) -> Person | None:
    """Return the opponent at a finished match whom the visitor may ask to be a friend."""
    person = _account(request)
    others = [seat.person for seat in table.taken if seat.person is not None and seat.person != person]
    if person is None or len(others) != 1 or others[0].user_id is None or others[0].is_gone:
        return None
    return None if "friend" in friends.relations_between(person, others[0]) else others[0]
