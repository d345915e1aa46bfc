"""A player who leaves is shown as away within three seconds: by one process or two, and by a closed tab."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoAssertNumQueries

from ginrummy.web.tables import creation, presence, spectators, sse
from ginrummy.web.tables.models import Presence, Seat
from ginrummy.web.tables.pubsub import Hub
from tests.web.browser import Visits, look_over
from tests.web.play import person, proposal, table_of_two
from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.server import Server

SECONDS = 3.0
BURDEN = 4.0
"""Factor for a busy machine."""


@pytest.fixture(scope="module")
def pair(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two processes that share a database and a key."""
    home: Path = tmp_path_factory.mktemp("pair")
    database = postgres.migrated("leaving")
    first, second = (Server(home, database=database, has_bots=False).start() for _process in range(2))
    found = first, second
    yield found
    send_away()
    for one in found:
        one.kill()


def is_away(reader: Player) -> bool:
    """Return whether the opponent's strip shows "away"."""
    return 'class="absent"' in reader.look_again().text


def await_presence(reader: Player, *, away: bool) -> float:
    """Return the seconds until the page of `reader` shows the other player as away, or back."""
    begun = time.monotonic()
    while is_away(reader) != away:
        assert time.monotonic() - begun < SECONDS + BURDEN
        time.sleep(0.05)
    return time.monotonic() - begun


def seated(first: Server, second: Server) -> tuple[Player, Player]:
    """Return two players at one table, each on another server, who have both loaded it."""
    host, guest = Player(first.address), Player(second.address)
    guest.join(host.lay())
    for player in (host, guest):
        assert player.look().status_code == 200
    return host, guest


def twin(player: Player, server: Server) -> Player:
    """Return another browser window of the same player, by `server`."""
    found = Player(server.address)
    found.path, found.client.cookies = player.path, player.client.cookies
    return found


def leave_and_come_back(first: Server, second: Server) -> None:
    host, guest = seated(first, second)
    for _time in range(2):
        with host.hearing() as numbers:
            next(numbers)
            await_presence(guest, away=False)
        assert await_presence(guest, away=True) < SECONDS + BURDEN / 2
    with host.hearing() as numbers:
        next(numbers)
        await_presence(guest, away=False)


@pytest.mark.long
def test_who_leaves_is_away_at_once_and_back_at_once_on_one_process(server: Server) -> None:
    leave_and_come_back(server, server)


@pytest.mark.long
def test_who_leaves_one_process_is_away_on_the_other(pair: tuple[Server, Server]) -> None:
    leave_and_come_back(*pair)


@pytest.mark.long
def test_who_still_reads_with_another_process_has_not_left(pair: tuple[Server, Server]) -> None:
    host, guest = seated(*pair)
    other = twin(host, pair[1])
    with other.hearing() as elsewhere:
        next(elsewhere)
        with host.hearing() as numbers:
            next(numbers)
        latest = time.monotonic() + SECONDS + 1
        while time.monotonic() < latest:
            assert not is_away(guest)
            time.sleep(0.1)
    await_presence(guest, away=True)


@pytest.mark.long
def test_a_page_that_is_loaded_again_was_never_away(server: Server) -> None:
    host, guest = seated(server, server)
    for _load in range(3):
        with host.hearing() as numbers:
            next(numbers)
        with host.hearing() as numbers:
            next(numbers)
            assert not is_away(guest)
            time.sleep(1.2)
            assert not is_away(guest)


@pytest.mark.django_db
def test_leaving_costs_a_row_and_only_where_somebody_waits(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    table, _first, _second = table_of_two()
    with_bot = creation.create(proposal(), person(), cut="1", bot="steady", bot_cut="2")
    seats = [seat.pk for one in (table, with_bot) for seat in one.seats.all()]
    with django_assert_num_queries(1):
        found = presence.present_seats(seats)
    assert {seat.table_id for seat in found} == {table.pk}
    with django_assert_num_queries(1):
        presence.mark_away(found[:1])
    assert [seat.presence for seat in table.seats.order_by("pk")] == [Presence.AWAY, Presence.HERE]
    presence.override_absence(found[1].pk)
    presence.mark_away(found[1:])
    assert table.seats.get(pk=found[1].pk).presence == Presence.HERE, "it was heard of since"


def test_who_comes_back_while_being_marked_as_away_is_marked_as_present(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    back: list[set[int]] = []

    async def call(work: Callable[..., object], *given: object) -> object:
        return work(*given)

    def come_back(_seats: object) -> None:
        hub.subscribe("table").seats = frozenset({1})

    monkeypatch.setattr(sse, "hub", hub := Hub())
    monkeypatch.setattr(sse, "RELOAD_SECONDS", 0)
    monkeypatch.setattr(presence, "present_seats", lambda _seats: [Seat(pk=1), Seat(pk=2)])
    monkeypatch.setattr(presence, "mark_away", come_back)
    monkeypatch.setattr(presence, "mark_present", back.append)
    monkeypatch.setattr(spectators, "remove_spectators", lambda _watched: None)
    monkeypatch.setattr(sse, "_in_thread", call)

    async def leave() -> None:
        sse.schedule_departure_check({1, 2}, ())
        await asyncio.gather(*sse._going)

    asyncio.run(leave())
    assert back == [{1}]


def test_the_focus_returns_to_the_conversation_after_a_phrase(visits: Visits, server: Server) -> None:
    host, guest = Player(server.address), visits.open(server.address)
    guest.goto(server.address + host.lay())
    guest.locator("form button.primary").first.click()
    guest.wait_for_selector("#board .hand .card")
    guest.locator(".talk summary").focus()
    for key in ("Enter", "Tab", "Enter"):
        guest.keyboard.press(key)
    guest.locator(".bubble.own").wait_for()
    guest.wait_for_function("() => document.activeElement.matches('.talk > details:not([open]) > summary')")


ON_TOP = """(bubble) => {
  const { x, y, width, height } = bubble.getBoundingClientRect();
  Object.assign(bubble.style, { pointerEvents: "auto", animation: "none" });
  return bubble.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_the_own_phrase_lies_under_an_open_menu(visits: Visits, server: Server) -> None:
    host, guest = Player(server.address), visits.open(server.address)
    guest.goto(server.address + host.lay())
    guest.locator("form button.primary").first.click()
    guest.wait_for_selector("#board .hand .card")
    guest.locator(".talk summary").click()
    guest.locator("button[name=phrase]").first.click()
    guest.wait_for_selector(".talk > details:not([open])")
    assert guest.locator(".bubble.own").evaluate(ON_TOP)
    guest.locator(".menu-drawer > summary").click()
    assert not guest.locator(".bubble.own").evaluate(ON_TOP)


@pytest.mark.long
def test_a_closed_tab_is_seen_on_the_strip_and_said_aloud(visits: Visits, server: Server) -> None:
    host, guest = visits.open(server.address), visits.open(server.address, locale="fr")
    host.goto(f"{server.address}/tables/new?against=friend")
    host.locator("form.new button.primary").click()
    link = host.locator("input.link").input_value()
    guest.goto(link)
    guest.locator("form button.primary").first.click()
    guest.wait_for_selector("#board .hand .card")
    host.wait_for_selector("#board .hand .card")
    second = host.context.new_page()
    second.goto(link)
    second.wait_for_selector("#board .hand .card")
    second.close()
    guest.wait_for_timeout(2500)
    assert guest.locator(".strip .absent").count() == 0, "one tab of two is no absence"
    host.goto(f"{server.address}/rules/")
    guest.locator(".strip .absent", has_text="absent").wait_for()
    guest.locator("#heard", has_text="n’est pas là").wait_for(state="attached")
    look_over(guest)
    host.go_back()
    guest.locator(".strip .absent").wait_for(state="detached")
    guest.locator("#heard", has_text="est à la table").wait_for(state="attached")
