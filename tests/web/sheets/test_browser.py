"""An evening on two phones: a few taps for a hand, both at once, one without a network for a while."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from ginrummy.text.ledger.evening_ledger import read_evening
from ginrummy.variants.form_files import FORM_NAMES
from tests.web.browser import PHONE, Visits, look_over
from tests.web.server import Server

SMALL = ViewportSize(width=360, height=640)
PEOPLE_OF = """form: {form}
players: Anna, Борис, Clara, Denis
stakes: 100 cents a point
Anna Борис gin 80
"""
FITS = """() => ({
  sideways: Math.max(
    ...[...document.querySelectorAll("html, .scroll")].map((e) => e.scrollWidth - e.clientWidth),
  ),
  bottom: document.querySelector(".write").getBoundingClientRect().bottom,
})"""
"""Horizontal overflow in pixels, and the lower edge of the last button."""

BROKEN = r"""() => [...document.querySelectorAll(".grid :is(th, td)")].flatMap((cell) => {
  const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const range = document.createRange(), found = [];
  for (let text = walk.nextNode(); text; text = walk.nextNode())
    for (const { 0: word, index } of text.data.matchAll(/\p{L}+-?/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) found.push(word);
    }
  return found;
})"""
"""Words of the sheet that are broken over two lines."""
WRAPPED_SCORES = """() => [...document.querySelectorAll(".score")]
  .filter((one) => getComputedStyle(one).whiteSpace !== "nowrap").map((one) => one.textContent)"""
"""Scores that a narrow line may break."""
LONG_NAMES = """form: partnership
variant: standard
players: Ada, Bob, Cleopatra Featherstonehaugh-W., Novice bot
stakes: 5 cents a point
Cleopatra Featherstonehaugh-W. gin 80
Novice bot gin 40
Ada knock 3 25
"""


def enter(page: Page, who: str, how: str, points: str) -> None:
    """Enter a hand by taps."""
    page.locator(".who .tap", has_text=who).click()
    page.locator(".how .tap", has_text=how).first.click()
    for digit in points:
        page.locator(f".keys [data-key='{digit}']").click()
    page.locator(".write").click()


def begin(page: Page) -> None:
    """Start an evening of three people."""
    page.locator("input[name=form][value=winner_stays]").check()
    page.locator("#people").fill("Anna\nBoris\nClara")
    page.locator("#game").select_option("classic")
    page.locator("form.begin button.primary").first.click()
    page.locator(".evening").wait_for()


def link_to_enter(owner: Page) -> str:
    """Let others enter hands and return their link."""
    owner.locator("details.sharing > summary").click()
    owner.locator("button[name=open]").click()
    owner.locator("details.sharing > summary").click()
    return owner.locator("input.link").nth(1).input_value()


@pytest.mark.long
def test_three_play_on_two_phones_of_which_one_loses_the_network(visits: Visits, server: Server) -> None:
    owner = visits.open(f"{server.address}/evenings/", size=SMALL, strict=True)
    begin(owner)
    expect(owner.locator(".coming")).to_contain_text("Now playing: Anna – Boris")
    friend = visits.open(link_to_enter(owner), size=SMALL, service_workers="block")
    enter(friend, "Anna", "gin", "40")
    expect(owner.locator(".paper")).to_contain_text("Anna: gin 0–40")
    expect(owner.locator(".who input").nth(1)).to_be_disabled()
    look_over(owner)

    friend.context.set_offline(True)
    enter(friend, "Clara", "points", "20")
    expect(friend.locator(".waiting li")).to_contain_text("Not sent yet")
    enter(friend, "Boris", "points", "16")
    expect(friend.locator(".waiting li")).to_have_count(2)
    friend.context.set_offline(False)
    expect(friend.locator(".waiting li")).to_have_count(0)
    for page in (owner, friend):
        expect(page.locator(".paper .match tbody tr").nth(2)).to_contain_text("Boris")

    friend.context.set_offline(True)
    enter(owner, "Boris", "points", "30")
    expect(owner.locator(".paper .match tbody tr").nth(3)).to_contain_text("Boris")
    enter(friend, "Anna", "gin", "9")
    expect(friend.locator(".waiting li")).to_contain_text("Not sent yet")
    friend.context.set_offline(False)
    expect(friend.locator(".waiting li")).to_contain_text("Somebody else has changed the evening meanwhile")
    friend.reload()
    expect(friend.locator(".waiting li")).to_contain_text("The last hands now")
    friend.locator(".waiting button", has_text="Leave it out").click()
    expect(friend.locator(".waiting li")).to_have_count(0)
    expect(friend.locator(".paper .match tbody tr").nth(3)).to_contain_text("Boris")
    owner.locator("button[value=undo]").click()
    expect(friend.locator(".paper .match tbody tr")).to_have_count(3)


@pytest.mark.long
@pytest.mark.parametrize(
    ("button", "next_winner", "hands"), [("Leave it out", "Clara", 2), ("Enter it all the same", "Boris", 3)]
)
def test_a_hand_that_waits_behind_one_of_both_phones_is_sent(
    visits: Visits, server: Server, button: str, next_winner: str, hands: int
) -> None:
    owner = visits.open(f"{server.address}/evenings/", size=SMALL, service_workers="block")
    begin(owner)
    friend = visits.open(link_to_enter(owner), size=SMALL, service_workers="block")
    friend.context.set_offline(True)
    enter(friend, "Anna", "gin", "9")
    enter(friend, next_winner, "points", "20")
    expect(friend.locator(".waiting li")).to_have_count(2)
    enter(owner, "Anna", "gin", "9")
    expect(owner.locator(".paper")).to_contain_text("Anna: gin 0–9")
    friend.context.set_offline(False)
    expect(friend.locator(".waiting li").first).to_contain_text("Yours was not entered")
    friend.locator(".waiting button", has_text=button).click()
    expect(friend.locator(".waiting li")).to_have_count(0)
    expect(friend.locator(".paper .match tbody tr")).to_have_count(hands)


@pytest.mark.long
def test_a_mistyped_hand_comes_back_to_its_form_before_the_next_one(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/evenings/", size=SMALL, service_workers="block")
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('no store') }")
    begin(page)
    error, waiting = page.locator("#e-hand"), page.locator(".waiting li")
    enter(page, "Anna", "knock", "11–25")
    expect(error).to_contain_text("the limit is 10")
    expect(error).to_be_in_viewport()
    expect(page.locator("#points")).to_have_value("11–25")
    expect(waiting).to_have_count(0)
    page.locator("#points").fill("1–25")
    page.locator(".write").click()
    rows = page.locator(".paper .match tbody tr")
    expect(rows).to_have_count(1)

    page.context.set_offline(True)
    enter(page, "Anna", "knock", "11–26")
    enter(page, "Boris", "points", "27")
    expect(waiting.first).to_contain_text("Not sent yet: Anna knock 11–26")
    page.context.set_offline(False)
    expect(page.locator("#points")).to_have_value("11–26")
    expect(waiting).to_have_count(1)
    page.locator("#points").fill("1–26")
    page.locator(".write").click()
    expect(waiting).to_have_count(0)
    expect(rows.nth(1)).to_contain_text("1–26")
    expect(page.locator(".paper")).to_contain_text("27")


@pytest.mark.long
def test_the_winner_of_a_match_in_play_brings_the_opponent(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/evenings/", size=SMALL, service_workers="block")
    free = "form: free\nplayers: Anna, Boris, Clara, Denis\nAnna Boris gin 31\n"
    page.locator("#text").evaluate("(field, text) => (field.value = text)", free)
    page.locator("#text").evaluate("(field) => field.form.requestSubmit()")
    against = page.locator(".against input:checked")
    page.locator(".who .tap", has_text="Anna").click()
    expect(against).to_have_value("1")
    page.locator(".who .tap", has_text="Boris").click()
    expect(against).to_have_value("0")
    page.locator(".who .tap", has_text="Clara").click()
    expect(against).to_have_count(0)
    page.locator(".against .tap", has_text="Denis").click()
    page.locator(".who .tap", has_text="Anna").click()
    expect(against).to_have_value("3")
    page.locator(".against .tap", has_text="Boris").click()
    enter(page, "Anna", "gin", "9")
    expect(page.locator(".paper .match tbody tr").nth(1)).to_contain_text("0–9")


def test_a_winner_chosen_while_the_script_loads_brings_the_opponent(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/evenings/", size=SMALL, service_workers="block")
    held: list[Route] = []
    page.locator("#text").evaluate(
        "(field) => (field.value = 'form: free\\nplayers: Anna, Boris, Clara\\nAnna Boris gin 31\\n')"
    )
    page.route("**/sheets/sheet*.js", lambda route: held.append(route))
    page.locator("#text").evaluate("(field) => field.form.requestSubmit()")
    page.locator(".who .tap", has_text="Anna").click()
    assert page.locator(".against input:checked").count() == 0
    for route in held:
        route.continue_()
    expect(page.locator(".against input:checked")).to_have_value("1")


@pytest.mark.long
def test_two_tabs_share_the_hands_that_wait(visits: Visits, server: Server) -> None:
    first = visits.open(f"{server.address}/evenings/", size=SMALL, service_workers="block")
    begin(first)
    second = first.context.new_page()
    second.goto(first.url)
    first.context.set_offline(True)
    enter(first, "Anna", "gin", "40")
    expect(second.locator(".waiting li")).to_have_count(1)
    enter(second, "Clara", "points", "20")
    expect(first.locator(".waiting li")).to_have_count(2)
    enter(first, "Boris", "points", "16")
    expect(second.locator(".waiting li")).to_have_count(3)
    first.context.set_offline(False)
    for page in (first, second):
        expect(page.locator(".waiting li")).to_have_count(0)
        expect(page.locator(".paper .match tbody tr")).to_have_count(3)


def test_a_hand_that_cannot_be_sent_is_tried_more_and_more_rarely(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/evenings/", size=SMALL, service_workers="block")
    page.clock.install()
    begin(page)
    tries: list[str] = []

    def refuse(route: Route) -> None:
        tries.append(route.request.method)
        route.fulfill(status=503)

    page.route("**/evenings/*/*", refuse)
    enter(page, "Anna", "gin", "40")
    expect(page.locator(".waiting li")).to_have_count(1)
    for _minute in range(60):
        page.clock.run_for(60_000)
    assert 10 <= len(tries) <= 61
    page.unroute("**/evenings/*/*")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".waiting li")).to_have_count(0)


@pytest.mark.long
def test_names_of_hollywood_stand_above_their_numbers(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/evenings/", size=SMALL, scripts=False)
    page.locator("details:has(#text) > summary").click()
    heading = "variant: hollywood_full\nplayers: Alexandrina, Boris\n"
    page.locator("#text").fill(heading + "Alexandrina gin 31\nBoris gin 31\n" * 3)
    page.locator("form:has(#text) button").click()
    names = page.locator(".columns thead tr + tr th")
    assert names.all_inner_texts()[2:4] == ["Alexandr…", "Boris"]
    for place, row in ((2, 0), (3, 1)):
        number = page.locator(".columns tbody tr").nth(row).locator("td").nth(place)
        ends = [
            one.evaluate("one => { const r = document.createRange(); r.selectNodeContents(one); "
                         "return r.getBoundingClientRect().right }")
            for one in (names.nth(place), number)
        ]  # fmt: skip
        assert abs(ends[0] - ends[1]) < 8


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "fr", "ru"])
def test_a_long_name_is_whole_on_a_phone(visits: Visits, server: Server, code: str) -> None:
    page = visits.open(f"{server.address}/evenings/", size=PHONE, locale=code, scripts=False)
    page.locator("details:has(#text) > summary").click()
    page.locator("#text").fill(LONG_NAMES)
    page.locator("form:has(#text) button").click()
    page.locator(".grid").first.wait_for()
    assert page.evaluate(BROKEN) == []
    assert "3–25" in page.locator(".numbers .score").all_inner_texts()
    assert page.evaluate(WRAPPED_SCORES) == []
    assert page.evaluate(FITS)["sideways"] <= 0
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate(FITS)["sideways"] <= 0


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "fr", "ru"])
def test_the_buttons_of_a_hand_to_correct_are_one_row_on_a_phone(
    visits: Visits, server: Server, code: str
) -> None:
    page = visits.open(f"{server.address}/evenings/", size=PHONE, locale=code, scripts=False)
    page.locator("details:has(#text) > summary").click()
    page.locator("#text").fill(LONG_NAMES)
    page.locator("form:has(#text) button").click()
    page.locator(".tools a.button").click()
    tops = page.locator("ol.edits li:first-child button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 4
    assert len(set(tops)) == 1


@pytest.mark.long
def test_without_scripts_an_evening_is_begun_entered_and_corrected(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/evenings/", size=SMALL, scripts=False)
    begin(page)
    page.locator(".who .tap", has_text="Anna").click()
    page.locator(".how .tap", has_text="gin").first.click()
    page.locator("#points").fill("40")
    page.locator(".write").click()
    page.locator(".paper", has_text="Anna: gin 0–40").wait_for()
    page.locator(".tools a.button").click()
    page.locator("input[name=line]").first.fill("Anna gin 0")
    page.locator("button[value=correct]").first.click()
    page.locator("button[value=undo]").click()
    assert page.locator("input[name=line]").first.input_value() == "Anna gin 40"


def evening_of(hands: int, variant: str) -> str:
    """Return the text of an evening of two sides of two."""
    lines = ["form: partnership", f"variant: {variant}", "players: Anna, Boris – Clara, Denis"]
    ledger = read_evening("\n".join(lines))
    for number in range(hands):
        winner, loser = ledger.evening.boards[0][:: 1 if number % 3 else -1]
        lines.append(f"{ledger.people[winner]} {ledger.people[loser]} knock 3 25")
        ledger = ledger.append_line(lines[-1])
    return "\n".join(lines)


def opened_evening(visits: Visits, server: Server, text: str) -> Page:
    """Return the page of an evening opened from its text."""
    page = visits.open(f"{server.address}/evenings/", service_workers="block")
    page.locator("summary", has_text="Open a saved file").click()
    page.locator("#text").fill(text)
    page.locator("details button.primary").click()
    page.locator(".paper .match").first.wait_for()
    return page


def test_a_dark_page_is_printed_in_dark_letters(visits: Visits, server: Server) -> None:
    page = opened_evening(visits, server, evening_of(2, "modern"))
    page.evaluate("document.documentElement.dataset.look = 'dark'")
    page.emulate_media(media="print")
    colours = page.evaluate(
        "['body', '.rules'].map(one => getComputedStyle(document.querySelector(one)).color)"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(68, 68, 68)"]


@pytest.mark.long
@pytest.mark.parametrize(("variant", "hands"), [("modern", 40), ("hollywood", 40), ("modern", 60)])
def test_a_long_evening_is_printed_on_one_page(
    visits: Visits, server: Server, variant: str, hands: int
) -> None:
    page = opened_evening(visits, server, evening_of(hands, variant))
    for size in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size))) == 1


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "fr", "ru"])
def test_each_form_fits_a_small_phone_with_its_last_button_in_sight(
    visits: Visits, server: Server, code: str
) -> None:
    for form in FORM_NAMES:  # each by a new guest, who has no similar evening
        page = visits.open(f"{server.address}/evenings/", size=SMALL, locale=code, service_workers="block")
        text = evening_of(12, "hollywood") if form == "partnership" else PEOPLE_OF.format(form=form)
        page.locator("#text").evaluate("(field, text) => (field.value = text)", text)
        page.locator("#text").evaluate("(field) => field.form.requestSubmit()")
        page.locator(".write").wait_for()
        found = page.evaluate(FITS)
        assert found["sideways"] <= 0, form
        assert found["bottom"] <= SMALL["height"], form
