"""A person's path in a real Chromium: one press to the first card, play, a reload, a server restart."""

from __future__ import annotations

import pytest

from tests.web.browser import Visits
from tests.web.clicks import CHOICES, await_turn, mover_of, number_of, open_table, take_a_turn
from tests.web.server import Server


@pytest.mark.long
def test_one_press_leads_from_the_first_page_to_the_first_card(visits: Visits, server: Server) -> None:
    page = visits.open(server.address)
    page.locator(".hero button.primary").click()
    page.wait_for_selector("#board .hand .card")
    assert page.locator("#board .hand .card").count() >= 10


@pytest.mark.long
def test_a_hand_is_played_against_a_bot_and_a_restarted_server_stands_where_it_stood(
    visits: Visits, server: Server
) -> None:
    page = open_table(visits, server)
    for _turn in range(4):
        await_turn(page)
        take_a_turn(page)
    await_turn(page)
    before = number_of(page)
    cards = page.locator("#board .hand .card").evaluate_all("all => all.map(card => card.dataset.card)")
    server.kill()
    server.start()
    page.reload()
    assert number_of(page) == before
    assert (
        page.locator("#board .hand .card").evaluate_all("all => all.map(card => card.dataset.card)") == cards
    )
    for _turn in range(120):
        await_turn(page)
        if page.locator("#board .result").count():
            break
        take_a_turn(page)
    assert page.locator("#board .result").count() == 1


@pytest.mark.long
def test_two_people_play_by_link_and_each_hears_of_the_other(visits: Visits, server: Server) -> None:
    first, second = visits.open(server.address), visits.open(server.address, locale="ru")
    first.goto(f"{server.address}/tables/new?against=friend")
    first.locator("form.new button.primary").click()
    link = first.locator("input.link").input_value()
    second.goto(link)
    assert second.locator(".options dt").count() > 40
    second.locator("form button.primary").first.click()
    second.wait_for_selector("#board .hand .card")
    first.wait_for_selector("#board .hand .card")
    for _turn in range(6):
        mover = mover_of(first, second)
        other = second if mover is first else first
        take_a_turn(mover)
        other.wait_for_function(
            "number => document.querySelector('#board').dataset.number === number", arg=str(number_of(mover))
        )


@pytest.mark.long
def test_with_scripts_off_the_table_is_plain_forms(visits: Visits, server: Server) -> None:
    page = visits.open(server.address, scripts=False)
    page.locator(".hero button.primary").click()
    for _turn in range(6):
        await_turn(page)
        before = page.locator("input[name=number]").first.get_attribute("value")
        for choice in CHOICES:
            if page.locator(f"#board {choice}").count():
                page.locator(f"#board {choice}").first.click()
                break
        else:
            page.locator("#board .hand button.card").last.click()
        page.wait_for_load_state()
        assert page.locator("input[name=number]").first.get_attribute("value") != before


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_page_speaks_the_language_of_the_browser(visits: Visits, server: Server, language: str) -> None:
    page = visits.open(server.address, locale=language)
    assert page.locator("html").get_attribute("lang") == language


def test_the_play_shows_its_end_once_its_drawer_is_open(visits: Visits, server: Server) -> None:
    page = open_table(visits, server)
    page.locator("#board .log ol").evaluate(
        "list => list.append(...Array.from({length: 60}, () => document.createElement('li')))"
    )
    page.locator(".menu-drawer > summary").click()
    page.wait_for_function("""() => {
      const roll = document.querySelector("#board .log div");
      return roll.scrollTop > 0 && roll.scrollTop + roll.clientHeight >= roll.scrollHeight - 1;
    }""")
