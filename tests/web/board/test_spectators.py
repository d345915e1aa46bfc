"""Spectators: allowed by both players, counted, and never sent a card that is not public."""

from __future__ import annotations

import random
from itertools import product

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, ViewportSize

from ginrummy.game.cards import face_code
from ginrummy.game.game import Game, Phase
from ginrummy.game.public_view import public_view_of
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, presence, service, spectators
from ginrummy.web.tables.models import Seat, Spectator, SpectatorPermission, Status, Table
from ginrummy.web.tables.table_state import current_state
from tests.at_random import bold_move
from tests.test_public_view import model
from tests.web.board.test_secrets import NOISE
from tests.web.browser import DESK, Visits, look_over
from tests.web.cards_in_text import mentioned
from tests.web.clicks import mover_of, take_a_turn
from tests.web.play import bots_answer, client_of, match_of, person, proposal, rated_table, step, table_of_two
from tests.web.server import Server

PHONE = ViewportSize(width=390, height=664)
SMALL = ViewportSize(width=320, height=568)


def let(table: Table, *wishes: tuple[Person, str]) -> None:
    """Let people set their permission of spectators."""
    for who, wish in wishes:
        answer = client_of(who).post(f"/tables/{table.key}/watching", {"watching": wish})
        assert answer.status_code == 302


def status(table: Table, path: str = "") -> int:
    """Return the status of a stranger's request."""
    return Client().get(f"/tables/{table.key}{path}").status_code


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "two"), list(product(("", "public", "later"), repeat=2)))
def test_a_match_is_watched_once_both_agree_and_as_far_as_the_stricter_one_does(one: str, two: str) -> None:
    table, first, second = table_of_two(seed=3)
    let(table, (first, one), (second, two))
    may_watch, may_see_hands = bool(one and two), one == two == "later"
    assert status(table) == status(table, "/board") == (200 if may_watch else 403)
    assert status(table, "/hands") == (409 if may_see_hands else 403), "no hand is over yet"
    assert spectators.spectator_permission(service.find_table(table.key)) == min(
        one, two, key=["", "public", "later"].index
    )


@pytest.mark.django_db
def test_consent_is_taken_back_at_once_and_nobody_else_gives_it() -> None:
    table, first, second = table_of_two(seed=3)
    stranger = person()
    assert (
        client_of(stranger).post(f"/tables/{table.key}/watching", {"watching": "public"}).status_code == 403
    )
    assert client_of(first).post(f"/tables/{table.key}/watching", {"watching": "all"}).status_code == 409
    let(table, (first, "public"), (second, "later"))
    assert status(table) == 200
    let(table, (second, ""))
    assert status(table) == 403
    assert Client().get(f"/tables/{table.key}/board", headers={"hx-request": "true"}).status_code == 403


@pytest.mark.django_db
def test_a_bot_agrees_to_be_watched() -> None:
    owner = person()
    table = bots_answer(creation.create(proposal(), owner, cut="1", bot="steady", bot_cut="2"))
    assert status(table) == 403
    let(table, (owner, "public"))
    assert status(table) == 200


def sent(client: Client, path: str) -> str:
    """Return all bytes of a response without random parts."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return NOISE.sub("", str(answer.headers) + answer.content.decode())


def strangers_bytes(client: Client, table: Table) -> str:
    paths = ("", "/board")
    return "\n".join(sent(client, f"/tables/{table.key}{path}") for path in paths).replace(table.key, "")


def watch_whole_match(variant: str, seed: int, *, most: int, every: int = 1) -> tuple[int, set[str]]:
    """Play at most so many events of a match, and check some responses to a stranger.

    Return the number of checks, and the opened hands.
    """
    table, *people = rated_table(variant, seed=seed)
    for one in people:
        spectators.store_spectator_permission(table.key, one, "later")
    client, chance, looked = Client(), random.Random(seed), 0
    opened: dict[int, str] = {}
    for event in range(most):
        if table.status != Status.PLAYING:
            break
        if event % every == 0:
            look(client, table, opened)
            looked += 1
        table = step(table, (people[0], people[1]), chance)
    return looked, set(opened.values())


def look(client: Client, table: Table, opened: dict[int, str]) -> None:
    """Check a stranger's responses: only public cards, and the same of `opened` hands as before."""
    match = match_of(table)
    text = strangers_bytes(client, table)
    assert table.secret not in text
    told = mentioned(text) - model(match.game)
    assert sorted(map(face_code, told)) == [], (match.variant, table.number)
    if match.finished:
        hands = sent(client, f"/tables/{table.key}/hands?step=1&hand=1")
        assert opened.setdefault(match.number, hands) == hands, "it says nothing of the hand on the table"
        unseen = client.get(f"/tables/{table.key}/hands?hand={match.number + 1}")
        assert unseen.status_code in (404, 429), "refused, and at last for the refusals before"


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        ("standard", 1),
        ("hollywood_oklahoma", 2),
        ("eleven_card", 3),
        ("russian", 4),
        ("two_pack", 5),
        ("straight", 6),
        ("round_the_corner", 7),
        ("spades_double", 8),
    ],
)
def test_no_byte_to_a_spectator_names_a_card_that_is_not_public(variant: str, seed: int) -> None:
    looked, _opened = watch_whole_match(variant, seed, most=90)
    assert looked > 40


@pytest.mark.long
@pytest.mark.django_db
def test_over_a_whole_match_the_hands_before_are_opened_one_by_one() -> None:
    looked, opened = watch_whole_match("standard", 11, most=600, every=4)
    assert looked > 60
    assert len(opened) >= 2


def closed_face_down(seed: int) -> Table:
    """Return a public table at which a hand was just closed, or has ended without a closing."""
    table, *people = table_of_two(seed=seed)
    let(table, (people[0], "public"), (people[1], "public"))
    chance, game = random.Random(seed), match_of(table).game
    while not game.is_over and game.phase is not Phase.SPREAD:
        move = bold_move(game, chance, throws=False)
        table = service.submit_event_text(table.key, people[game.turn], table.number, str(move))
        game = match_of(table).game
    return table


@pytest.mark.long
@pytest.mark.django_db
def test_a_card_that_may_lie_face_down_is_said_to_be_possible() -> None:
    """RULES 4.9: certain and possible cards are shown separately."""
    pages: dict[tuple[bool, bool], str] = {}
    for table in map(closed_face_down, range(12)):
        view = public_view_of(match_of(table))
        if view.phase is Phase.SPREAD:
            told = any(hand.cards for hand in view.known), any(hand.cards for hand in view.possible)
            pages[told] = strangers_bytes(Client(), table)
    assert len(pages) > 1
    for (is_certain, is_possible), page in pages.items():
        assert ("Holds:" in page) == is_certain
        assert ("Perhaps:" in page) == is_possible


@pytest.mark.django_db
def test_the_model_would_notice_a_page_that_says_too_much() -> None:
    table, first, second = table_of_two(seed=5)
    match = match_of(table)
    game: Game = match.game
    text = client_of((first, second)[game.turn]).get(f"/tables/{table.key}").content.decode()
    assert mentioned(text) - model(game), "the page of a player names cards that are not public"


@pytest.mark.django_db
def test_records_programs_and_streams_say_nothing_more_to_a_spectator() -> None:
    table, first, second = table_of_two(seed=5)
    let(table, (first, "later"), (second, "later"))
    stranger = client_of(person())
    for path in (f"/games/{table.key}", f"/games/{table.key}/record"):
        assert stranger.get(path).status_code == 409
    assert stranger.get(f"/api/tables/{table.key}").status_code == 401
    assert (
        stranger.post(f"/tables/{table.key}/say", {"number": str(table.number), "move": "draw"}).status_code
        == 403
    )
    assert stranger.post(f"/tables/{table.key}/phrase", {"phrase": "hello"}).status_code == 403


@pytest.mark.django_db
def test_spectators_are_counted_by_browser_as_long_as_they_read() -> None:
    table, first, second = table_of_two(seed=5)
    assert spectators.register_spectator([table.key], "one", []) == []
    let(table, (first, "public"), (second, "public"))
    table = service.find_table(table.key)
    notes = spectators.register_spectator([table.key], "one", [])
    assert spectators.register_spectator([table.key], "one", []) == notes
    other = spectators.register_spectator([table.key], "two", [])
    assert spectators.register_spectator([table.key], "player", [table.pk]) == []
    assert spectators.count_spectators(table) == 2
    page = client_of(first).get(f"/tables/{table.key}").content.decode()
    assert "2 watch" in page
    spectators.remove_spectators(notes)
    assert spectators.count_spectators(table) == 1
    Spectator.objects.filter(pk__in=other).update(seen=table.created - 3 * presence.AWAY_AFTER)
    assert spectators.count_spectators(table) == 0
    spectators.renew_spectators(other)
    assert spectators.count_spectators(table) == 1
    let(table, (first, ""))
    assert spectators.count_spectators(service.find_table(table.key)) == 0


@pytest.mark.django_db
def test_a_match_that_is_over_is_for_everybody() -> None:
    table, first, second = table_of_two(seed=5)
    let(table, (first, "public"), (second, "public"))
    table = service.submit_event_text(table.key, first, table.number, "resign")
    assert current_state(table).is_over
    assert Client().get(f"/tables/{table.key}")["Location"] == f"/games/{table.key}"
    assert Client().get(f"/tables/{table.key}/board")["HX-Redirect"] == f"/games/{table.key}"
    assert Client().get(f"/tables/{table.key}/hands")["Location"] == f"/games/{table.key}"


APART = """() => {
  const [bubble, watchers] = [".strip .bubble", ".hanging .watchers"].map(
    (one) => document.querySelector(one).getBoundingClientRect());
  return watchers.top >= bubble.bottom || watchers.left >= bubble.right;
}"""
"""Returns whether the other player's setting leaves the number of spectators open."""


def allow_watching(page: Page, wish: str) -> None:
    """Change the permission of spectators in the menu: the page stays, and confirms it."""
    if page.locator(".menu-drawer").get_attribute("open") is None:
        page.locator(".menu-drawer > summary").click()
    details = page.locator("details.spectators")
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    page.evaluate("window.stays = true")
    page.locator(f"button[name=watching][value='{wish}']").click()
    page.locator("#notice", has_text="Your choice for spectators is saved.").wait_for()  # it stays for 10 s
    page.locator(f"button[name=watching][value='{wish}'][aria-current]").wait_for()
    assert page.evaluate("window.stays")
    page.locator(".menu-drawer > summary").click()


@pytest.mark.long
@pytest.mark.parametrize(("size", "locale"), [(SMALL, "ru"), (PHONE, "fr"), (DESK, "en")])
def test_a_friend_watches_by_the_same_link_and_both_players_see_that(
    visits: Visits, server: Server, size: ViewportSize, locale: str
) -> None:
    host, guest = visits.open(f"{server.address}/tables/new?against=friend", size=size), None
    host.locator("form.new button.primary").click()
    link = host.locator("input.link").input_value()
    guest = visits.open(link, size=size)
    guest.locator("form button.primary").first.click()
    guest.wait_for_selector("#board .hand .card")
    host.wait_for_selector("#board .hand .card")
    watcher = visits.open(link, size=size, locale=locale)
    assert watcher.locator("#board").count() == 0
    allow_watching(host, "public")
    guest.locator(".hanging", has_text="would let others watch").wait_for()
    look_over(guest)
    allow_watching(guest, "later")
    watcher.goto(link)
    host.locator(".watchers", has_text="1").wait_for()
    guest.locator(".watchers", has_text="1").wait_for()
    look_over(watcher)
    guest.locator(".talk summary").click()
    guest.locator("button[name=phrase][value=bye]").click()
    guest.locator(".bubble.own", has_text="Goodbye").wait_for()
    host.locator(".strip .bubble", has_text="Goodbye").wait_for()
    assert host.evaluate(APART)
    assert host.locator(".bubble.own").count() == 0
    for _turn in range(2):
        mover = mover_of(host, guest)
        before = int(watcher.locator("#board").get_attribute("data-number") or 0)
        take_a_turn(mover)
        watcher.wait_for_function(
            "at => Number(document.querySelector('#board').dataset.number) > at", arg=before
        )
    assert watcher.locator("#board button.card").count() == 0
    allow_watching(host, "")
    watcher.locator("#notice:not(:empty)").wait_for()
    asked: list[str] = []
    watcher.on("request", lambda request: asked.append(request.url))
    take_a_turn(mover_of(host, guest))
    watcher.wait_for_timeout(1000)
    assert asked == [], "whoever may not look is told so once"
    watcher.close()
    guest.locator(".watchers").wait_for(state="detached")


def test_what_is_kept_is_said_however_late_the_answer_comes(visits: Visits, server: Server) -> None:
    """The stream may report the event first: the submitted form stays until it is answered."""
    page = visits.open(f"{server.address}/tables/new?against=steady", size=DESK)
    page.locator("form.new button.primary").click()
    page.wait_for_selector("#board .hand .card")
    late: list[Route] = []
    page.route("**/watching", lambda route: late.append(route))
    with page.expect_request("**/watching"):
        page.locator(".menu-drawer > summary").click()
        page.locator("details.spectators summary").click()
        page.locator("button[name=watching][value='public']").click()
    while not late:
        page.wait_for_timeout(50)
    with page.expect_response("**/board"):
        answer = late[0].fetch()
        page.evaluate("htmx.trigger('#board', 'moved')")
    late[0].fulfill(response=answer)
    page.locator("#notice", has_text="Your choice for spectators is saved.").wait_for()
    page.locator("button[name=watching][value='public'][aria-current]").wait_for()


def test_every_wish_of_a_seat_is_one_that_is_kept() -> None:
    field = Seat._meta.get_field("watching")
    assert {value for value, _label in field.flatchoices} == set(SpectatorPermission.values)
