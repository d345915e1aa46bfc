"""A guest with a link: the name form, differences from the usual game, a QR code."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, ViewportSize

from ginrummy.web.board.join_page import qr_code
from ginrummy.web.people.models import LONGEST_NAME, Person
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Table
from tests.web.browser import DESK, PHONE, Visits, look_over
from tests.web.forms import signed_up
from tests.web.play import client_of, person, proposal
from tests.web.server import Server


def waiting(variant: str = "standard") -> Table:
    return creation.create(proposal(variant), person("Ada"), cut="1")


@pytest.mark.django_db
def test_a_guest_says_a_name_at_the_door_and_is_known_by_it_from_then_on() -> None:
    table, guest = waiting(), Client()
    assert 'name="name"' in guest.get(f"/tables/{table.key}").content.decode()
    answer = guest.post(f"/tables/{table.key}/join", {"cut": "2", "name": "  Bob   B. "})
    assert answer.status_code == 302
    assert [str(seat) for seat in service.find_table(table.key).seats.all()] == ["Ada", "Bob B."]
    page = guest.get(f"/tables/{waiting().key}").content.decode()
    assert re.search(r'name="name"[^>]*value="Bob B\."', page)


@pytest.mark.django_db
def test_a_host_without_a_name_is_asked_for_it_on_the_page_of_the_link() -> None:
    host = Person.objects.create(name="")
    table, client = creation.create(proposal("standard"), host, cut="1"), client_of(host)
    address = f"/tables/{table.key}"
    assert 'id="door-name"' in client.get(address).content.decode()
    answer = client.post("/settings", {"name": "Ida", "next": address})
    assert answer.headers["Location"] == address
    assert 'id="door-name"' not in client.get(address).content.decode()
    assert "Ida invites you" in Client().get(address, headers={"accept-language": "en"}).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["x" * (LONGEST_NAME + 1), "Guest 1", "Simple", "Adа", "Zoe"])
def test_a_name_that_nobody_may_have_keeps_the_door_shut_and_says_why(name: str) -> None:
    signed_up("Zoe")
    table, guest = waiting(), Client()
    answer = guest.post(f"/tables/{table.key}/join", {"cut": "2", "name": name})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert 'id="e-name"' in page
    assert f'value="{name}"' in unescape(page)
    assert service.find_table(table.key).seats.count() == 1
    assert guest.post(f"/tables/{table.key}/join", {"cut": "2", "name": ""}).status_code == 302


@pytest.mark.django_db
def test_whoever_has_an_account_or_left_the_name_out_is_not_renamed() -> None:
    client, owner = signed_up("Carla")
    table = waiting()
    assert 'id="door-name"' not in client.get(f"/tables/{table.key}").content.decode()
    known = person("Dora")
    client_of(known).post(f"/tables/{table.key}/join", {"cut": "2", "name": " "})
    known.refresh_from_db()
    assert (known.name, owner.name) == ("Dora", "Carla")


@pytest.mark.django_db
@pytest.mark.parametrize(("variant", "differs"), [("standard", False), ("hollywood_oklahoma", True)])
def test_the_guest_sees_what_differs_and_the_rest_folded(variant: str, differs: bool) -> None:
    page = Client().get(f"/tables/{waiting(variant).key}").content.decode()
    folded = page[page.index('<details class="all-rules">') :]
    shown = page[: page.index('<details class="all-rules">')]
    assert folded.count("<dt>") > 40
    assert "<dt>" not in shown
    assert ('class="differences"' in shown) == differs


@pytest.mark.django_db
def test_the_code_leads_to_the_table_at_the_name_that_the_server_is_called_by() -> None:
    table = waiting()
    host = client_of(table.seats.get().person)  # type: ignore[arg-type]  # it was just laid by somebody
    page = host.get(f"/tables/{table.key}", headers={"host": "localhost"}).content.decode()
    assert str(qr_code(f"http://localhost/tables/{table.key}")) in page
    assert "style=" not in page[page.index("<svg") : page.index("</svg>")]


def lay(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/tables/new?against=friend&variant=hollywood_oklahoma")
    page.locator("form.new button.primary").click()
    page.wait_for_selector(".invitation .qr")


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, ViewportSize(width=320, height=568), DESK])
def test_the_link_is_copied_shared_and_drawn_and_nothing_is_cut_off(
    visits: Visits, server: Server, size: ViewportSize
) -> None:
    host = visits.open(
        f"{server.address}/rules/", size=size, permissions=["clipboard-read", "clipboard-write"]
    )
    host.add_init_script("navigator.share = told => { globalThis.shared = told; return Promise.resolve(); }")
    lay(host, server)
    look_over(host)
    link = host.locator("input.link").input_value()
    host.locator("[data-copy]").click()
    host.locator("[data-copy]", has_text="Copied").wait_for()
    assert host.evaluate("navigator.clipboard.readText()") == link
    host.locator("[data-share]").click()
    assert host.evaluate("shared.url") == link
    guest = visits.open(link, size=size, locale="fr")
    look_over(guest)
    guest.fill("#door-name", "Guest 7")
    guest.locator("form button.primary").first.click()
    guest.locator("#e-name").wait_for()
    look_over(guest)
    guest.fill("#door-name", "Zoé")
    guest.locator("form button.primary").first.click()
    guest.wait_for_selector("#board .hand .card")
    host.locator(".strip h2", has_text="Zoé").wait_for()


def test_without_scripts_the_link_is_there_and_no_button_that_does_nothing(
    visits: Visits, server: Server
) -> None:
    host = visits.open(f"{server.address}/rules/", scripts=False)
    lay(host, server)
    assert host.locator("input.link").input_value().startswith(server.address)
    assert host.locator("[data-copy]:visible, [data-share]:visible").count() == 0


def test_the_waiting_page_stands_where_the_server_refuses_and_looks_anew_where_the_table_is_gone(
    visits: Visits, server: Server
) -> None:
    host = visits.open(
        f"{server.address}/rules/", service_workers="block"
    )  # routes do not see requests of a service worker
    lay(host, server)
    loads: list[str] = []
    refusals = {1: 429, 2: 410}  # by the number of pages loaded

    def answer(route: Route) -> None:
        if route.request.resource_type == "document":
            loads.append(route.request.url)
            route.continue_()
        elif refusal := refusals.get(len(loads)):
            route.fulfill(status=refusal, body="not this time")
        else:
            route.continue_()

    host.route(host.url, answer)
    with host.expect_response(lambda told: told.status == 429):
        host.reload()
    host.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert len(loads) == 1
    address = host.url
    with host.expect_response(
        lambda told: (told.url, told.request.resource_type, told.status) == (address, "fetch", 200)
    ):
        host.reload()
    assert len(loads) == 3
