"""The score pad: its law is the law, and it needs no network."""

from __future__ import annotations

import random
from typing import Any
from unicodedata import normalize
from urllib.parse import urljoin

import pytest
from django.test import Client
from playwright.sync_api import Page, ViewportSize

from ginrummy.game import hand_entry
from ginrummy.game.score_sheet import SheetRow, Sum, build_score_sheet
from ginrummy.rules import scoring
from ginrummy.rules.scoring import BIG_GIN, GIN, KNOCK, UNKNOWN, VOID, WALL_COMPARE
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.score_ledger import read_ledger
from ginrummy.text.record.headers import variant_file_text
from ginrummy.variants import Variant, load_variant, preset_names, variant_from_values
from ginrummy.web.pad.views import law_context
from ginrummy.web.tables import creation
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import HOUSE
from tests.web.browser import DESK, Visits, look_over
from tests.web.match_moments import secret_of
from tests.web.play import person
from tests.web.server import Server
from tests.web.sights import write_hands

HANDS = 60
LEDGERS = 12
Entry = dict[str, Any]


@pytest.fixture
def page(visits: Visits, server: Server) -> Page:
    """The pad in a new browser."""
    found = visits.open(f"{server.address}/pad")
    found.wait_for_selector("#pad:not([hidden])")
    return found


def random_entry(chance: random.Random, row: Variant) -> Entry:
    """Return any possible content of the form, valid or not."""
    how = chance.choice([KNOCK] * 5 + [GIN, GIN, BIG_GIN, WALL_COMPARE, VOID, hand_entry.POINTS])
    own = chance.choice([0, 1, 5, 9, 10, 11, chance.randrange(130)])
    other = chance.choice([0, own, chance.randrange(130), chance.randrange(40)])
    if how == hand_entry.POINTS:
        other = chance.choice([0, 0, 1, 2])
    seat = int(chance.random() < 0.5)
    return {"how": how, "seat": seat, "own": own, "other": other, "spade": chance.random() < 0.25}


def fault_of(row: Variant, hand: Entry) -> int:
    """Return the fault of a form's content."""
    upcard = hand_entry.SPADE if hand["spade"] else UNKNOWN
    return hand_entry.entry_fault(row, hand["how"], hand["own"], hand["other"], upcard)


def python_sheet(row: Variant, hands: list[Entry], dealer: int) -> Any:
    """Return the expected sheet of the browser."""
    sheet, scores = build_score_sheet(row, ()), list[Any]()
    for hand in hands:
        fault = fault_of(row, hand)
        if fault or sheet.is_over:
            scores.append(fault)
            continue
        upcard = hand_entry.SPADE if hand["spade"] else UNKNOWN
        score = hand_entry.score_of(row, hand["how"], hand["seat"], hand["own"], hand["other"], upcard)
        sheet = build_score_sheet(row, (*(line.score for line in sheet.rows), score))
        dealer = scoring.next_dealer(row, dealer, score.winner)
        scores.append(line_of(sheet.rows[-1]))
    sums = [[one.kind, one.number, plain_items(one)] for one in sheet.sums if one.kind != "rubber"]
    return [scores, sheet.is_over, list(sheet.totals), sheet.winner, dealer, sums]


def line_of(row: SheetRow) -> dict[str, Any]:
    """Return a line of the sheet in the pad's notation."""
    names = ("kind", "winner", "points", "extra_coups")
    return {
        "score": {name: getattr(row.score, name) for name in names},
        "boxes": row.boxes,
        "marks": list(row.marks),
        "endsManche": row.sheet.manche_ended != 0,
    }


def plain_items(one: Sum) -> list[Any]:
    """Return the lines of a sum, without the result of a manche: the pad shows the partie instead."""
    return [[item.name, list(item.amounts)] for item in one.items if item.name != "carried"]


COMPUTE = """async ({ address, name, ledgers }) => {
  const { computeSheet } = await import(address.ledger);
  const { PRESETS } = await import(address.law);
  return ledgers.map(([hands, first]) => {
    const { lines, sums, isOver, totals, winner, dealer } = computeSheet(PRESETS[name].row, hands, first);
    const told = lines.map((line) => (line.score ? line : line.fault));
    const plain = (items) => items.filter(([name]) => name !== "partie");
    const added = sums.map(({ kind, number, items }) => [kind, number, plain(items)]);
    return [told, isOver, totals, winner, dealer, added];
  });
}"""
AS_TEXT = """async ({ address, name, ledgers, players }) => {
  const { asText } = await import(address.ledger);
  return ledgers.map(([hands, dealer]) => asText({ variant: name, players, dealer, hands }));
}"""
MODULES = """() => Object.fromEntries(performance.getEntriesByType("resource").flatMap(({ name }) => {
  const found = name.match(/\\/(ledger|law)\\.[^/]*js$/);
  return found ? [[found[1], name]] : [];
}))"""


COUNT_CALLS = """
const load = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (source) => {
  const { instance } = await load.call(WebAssembly, source);
  const exports = Object.entries(instance.exports).map(([name, found]) => {
    const call = (...passed) => { window.calls = (window.calls ?? 0) + 1; return found(...passed); };
    return [name, typeof found === "function" ? call : found];
  });
  return { instance: { exports: Object.fromEntries(exports) } };
};"""


def calls(page: Page) -> int:
    """Return the number of calls of the law by the page."""
    return int(page.evaluate("window.calls"))


@pytest.mark.long
def test_the_sheets_of_the_browser_are_those_of_the_law(page: Page) -> None:
    chance = random.Random(4)
    address = page.evaluate(MODULES)
    ended = 0
    for name in preset_names():
        row = load_variant(name).row
        ledgers = [
            ([random_entry(chance, row) for _hand in range(HANDS)], chance.randrange(2))
            for _one in range(LEDGERS)
        ]
        found = page.evaluate(COMPUTE, {"address": address, "name": name, "ledgers": ledgers})
        expected = [python_sheet(row, hands, dealer) for hands, dealer in ledgers]
        assert found == expected, name
        ended += sum(winner >= 0 for _scores, _over, _totals, winner, _dealer, _sums in expected)
    assert ended > len(preset_names())


def test_the_text_of_a_sheet_is_a_ledger(page: Page) -> None:
    chance = random.Random(5)
    for name in preset_names():
        row = load_variant(name).row
        tried = [random_entry(chance, row) for _hand in range(HANDS)]
        hands = [hand for hand in tried if not fault_of(row, hand)]
        names = chance.choice([("Anna", "Борис"), ("Anna Maria", "Jean-Paul O’Neill"), ("Zoe\u0301", "zoë")])
        sent = {"address": page.evaluate(MODULES), "name": name, "ledgers": [(hands, 1)], "players": names}
        ledger = read_ledger(page.evaluate(AS_TEXT, sent)[0])
        assert ledger.players == tuple(normalize("NFC", one) for one in names)
        scores, is_over, sums, winner, _dealer, _sums = python_sheet(row, hands, 1)
        sheet = ledger.score_sheet
        assert [line_of(line) for line in sheet.rows] == scores[: len(sheet.rows)], name
        assert [sheet.is_over, list(sheet.totals), ledger.winner, ledger.dealer] == [is_over, sums, winner, 1]


@pytest.mark.parametrize("name", preset_names())
def test_the_form_says_what_the_lines_of_a_ledger_say(name: str) -> None:
    row, chance = load_variant(name).row, random.Random(name)
    fine = 0
    for _try in range(250):
        hand = random_entry(chance, row)
        how, seat, own, other = hand["how"], hand["seat"], hand["own"], hand["other"]
        spade = " S" if hand["spade"] else ""
        line = {
            VOID: "void", WALL_COMPARE: f"wall {own} {other}{spade}",
            hand_entry.POINTS: f"{seat} {own} {other}{spade}",
            GIN: f"{seat} gin {other}{spade}", BIG_GIN: f"{seat} biggin {other}{spade}",
            KNOCK: f"{seat} knock {own} {other}{spade}",
        }[how]  # fmt: skip
        if how in (VOID, GIN, BIG_GIN):
            own = 0
        fault = fault_of(row, hand | {"own": own})
        if fault == hand_entry.FINE:
            fine += 1
            upcard = hand_entry.SPADE if spade else UNKNOWN
            score = hand_entry.score_of(row, how, seat, own, other, upcard)
            assert read_ledger(line, variant=name).entries[0].line.score == score, line
        elif how != VOID:
            with pytest.raises(LedgerError) as refusal:
                read_ledger(line, variant=name)
            assert refusal.value.clause == hand_entry.FAULTS[fault][1], line
    assert 50 < fine < 240


def written(page: Page, how: int, *, seat: int = 0, own: int | None = None, other: int | None = None) -> None:
    """Enter a hand in the form."""
    page.locator(f"[name=how][value='{how}']").check()
    if page.locator("fieldset.who").is_visible():
        page.locator(f"[name=seat][value='{seat}']").check()
    for field, value in (("own", own), ("other", other)):
        if value is not None:
            page.locator(f"[name={field}]").fill(str(value))
    page.locator(".write").click()


def totals(page: Page) -> str:
    return str(page.locator(".totals b").inner_text())


def test_hands_are_written_corrected_and_struck_and_stay_without_a_network(page: Page) -> None:
    page.locator("[name=variant]").select_option("standard")
    page.locator("[name=first]").fill("Anna")
    page.locator("[name=second]").fill("Boris")
    page.locator("[name=dealer]").select_option("0")
    written(page, KNOCK, seat=0, own=3, other=25)
    written(page, GIN, seat=1, other=31)
    bonus = load_variant("standard").row.gin_bonus
    assert totals(page) == f"Anna: 22 · Boris: {31 + bonus}"
    page.get_by_role("button", name="Correct hand 1").click()
    page.locator("[name=other]").fill("13")
    page.locator(".write").click()
    assert totals(page) == f"Anna: 10 · Boris: {31 + bonus}"
    written(page, KNOCK, seat=0, own=60, other=70)
    assert page.locator(".hand .error").inner_text() == "the limit for a knock is 10 (RULES 5.2)"
    page.locator("[name=other]").fill("")
    page.locator(".write").click()
    assert page.locator(".lines tbody tr").count() == 2
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("navigator.serviceWorker.controller && caches.match(location.pathname)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#pad:not([hidden])")
    assert totals(page) == f"Anna: 10 · Boris: {31 + bonus}"
    page.get_by_role("button", name="Strike out hand 2").click()
    assert totals(page) == "Anna: 10 · Boris: 0"
    written(page, VOID)
    assert page.locator(".lines tbody tr").count() == 2
    page.goto(f"{urljoin(page.url, '/')}rules/")
    page.get_by_role("link", name="Score pad").click()
    page.wait_for_selector("#pad:not([hidden])")
    page.context.set_offline(False)


def test_the_law_is_called_for_a_hand_and_not_for_a_choice_of_the_form(page: Page) -> None:
    page.add_init_script(COUNT_CALLS)
    page.reload()
    page.wait_for_selector("#pad:not([hidden])")
    before = calls(page)
    for how in (GIN, VOID, KNOCK):
        page.locator(f"[name=how][value='{how}']").check()
    assert calls(page) == before
    written(page, KNOCK, seat=0, own=60, other=70)
    assert page.locator(".hand .error").inner_text() == "the limit for a knock is 10 (RULES 5.2)"
    assert calls(page) == before + 1


def test_the_rules_of_the_page_are_computed_once() -> None:
    assert law_context()["presets"] is law_context()["presets"]


def test_a_number_stays_with_its_player_whoever_is_said_to_have_closed(page: Page) -> None:
    page.locator("[name=variant]").select_option("standard")
    page.locator("[name=first]").fill("Anna")
    page.locator("[name=second]").fill("Boris")
    page.locator("[name=dealer]").select_option("0")
    page.locator(f"[name=how][value='{KNOCK}']").check()
    page.get_by_label("Deadwood of Anna").fill("28")
    page.get_by_label("Deadwood of Boris").fill("3")
    page.locator(".write").click()
    assert page.locator(".hand .error").inner_text() == "the limit for a knock is 10 (RULES 5.2)"
    page.locator("[name=seat][value='1']").check()
    assert page.locator(".hand .error").inner_text() == ""
    assert page.get_by_label("Deadwood of Anna").input_value() == "28"
    assert page.get_by_label("Deadwood of Boris").input_value() == "3"
    page.locator(".write").click()
    assert totals(page) == "Anna: 0 · Boris: 25"


def test_another_variant_is_another_sheet_of_the_same_hands(page: Page) -> None:
    for seat in (0, 0, 1):
        written(page, KNOCK, seat=seat, own=2, other=40)
    page.locator("[name=variant]").select_option("hollywood")
    assert page.locator(".lines thead tr").count() == 2
    assert page.locator(".lines tbody tr").nth(1).locator("td:not(:empty)").count() == 2
    assert not page.locator(".legend").is_visible()
    page.locator("[name=variant]").select_option("hollywood_full")
    bonus = load_variant("hollywood_full").row.box_bonus
    assert page.locator(".legend").inner_text().strip() == f"a hand won: +{bonus} at the end of the match"
    assert page.locator(".legend .box").count() == 1
    page.locator("[name=variant]").select_option("straight")
    assert page.locator(".lines .wrong").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_house_rules_are_kept_score_by_and_stay_without_a_network(page: Page, server: Server) -> None:
    page.locator("details.house summary").click()
    page.locator("[name=rules]").fill('base = "standard"\ngin_bonus = 7000000000')
    page.locator(".house button").click()
    page.locator(".house .error:not(:empty)").wait_for()
    assert "gin_bonus" in page.locator(".house .error").inner_text()
    page.locator("[name=rules]").fill('base = "standard"\ngin_bonus = 33\nname = "Friday"')
    page.locator(".house button").click()
    page.locator("[name=variant] option", has_text="Friday").wait_for(state="attached")
    assert page.locator("[name=variant] option:checked").inner_text() == "Friday"
    written(page, GIN, seat=0, other=10)
    assert totals(page) == "Player 1: 43 · Player 2: 0"
    heading, *_hands = (page.locator(".text > pre").text_content() or "").splitlines()
    assert load_variant(heading.removeprefix("variant: ")).row.gin_bonus == 33
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("navigator.serviceWorker.controller && caches.match(location.pathname)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#pad:not([hidden])")
    assert totals(page) == "Player 1: 43 · Player 2: 0"
    page.locator("[name=variant]").select_option("standard")
    assert totals(page) == "Player 1: 35 · Player 2: 0"
    page.context.set_offline(False)


def test_a_sheet_with_house_rules_goes_to_another_phone_as_an_evening(page: Page) -> None:
    page.locator("[name=first]").fill("Anna")
    page.locator("details.house summary").click()
    page.locator("[name=rules]").fill('base = "modern"\ngin_bonus = 33')
    page.locator(".house button").click()
    page.locator("[name=variant] option", has_text="House rules").wait_for(state="attached")
    written(page, GIN, seat=1, other=10)
    page.locator(".share button").click()
    page.wait_for_url(lambda url: not url.endswith("/pad"))
    sheet = page.locator("main").inner_text()
    assert "Anna, Player 2" in sheet
    assert "43" in sheet


def test_house_rules_that_an_earlier_version_stored_become_one_line(page: Page) -> None:
    row = load_variant("modern").row._replace(gin_bonus=33)
    house = {"title": "Friday", "row": row._asdict(), "file": variant_file_text({"en": "Friday"}, row)}
    stored = {"variant": "house", "house": house, "players": ["", ""], "dealer": scoring.NOBODY, "hands": []}
    page.evaluate("(stored) => localStorage.setItem('ginrummy.pad', JSON.stringify(stored))", stored)
    page.reload()
    page.wait_for_selector("#pad:not([hidden])")
    heading, *_hands = (page.locator(".text > pre").text_content() or "").splitlines()
    assert load_variant(heading.removeprefix("variant: ")).row == row


@pytest.mark.django_db
def test_the_rules_of_a_table_are_found_by_its_address() -> None:
    client, values = Client(), {"gin_bonus": 44}
    house = Proposal(variant_from_values(values, base=load_variant("modern").row), HOUSE, secret_of(1))
    key = creation.create(house, person(), cut="1").key
    for text in (key, f"http://testserver/tables/{key}", f"https://gin.example/games/{key}?hand=2"):
        told = client.post("/pad/rules", {"rules": text}).json()
        assert told["row"]["gin_bonus"] == 44
        assert load_variant(told["rules"]).row._asdict() == told["row"]
    assert client.post("/pad/rules", {"rules": "round_the_corner"}).json()["preset"] == "round_the_corner"
    for wrong, status in [("", 422), ("[" * 7000, 422), ("x" * 9000, 422), ("A" * 16, 404), ("= 1", 422)]:
        response = client.post("/pad/rules", {"rules": wrong})
        assert (response.status_code, "told" in response.json()) == (status, True), wrong[:20]
    assert client.get("/pad/rules").status_code == 405


@pytest.mark.long
def test_a_match_ends_and_a_correction_opens_it_again(page: Page) -> None:
    page.locator("[name=variant]").select_option("oklahoma_extra")
    row = load_variant("oklahoma_extra").row
    hands = 0
    while page.locator(".write").is_enabled():
        written(page, GIN, other=90)
        hands += 1
    assert page.locator(".state").inner_text() == "Player 1 has won the partie."
    assert page.locator(".lines tr.manche").count() == page.locator(".sums table").count() > 1
    assert page.locator(".sums tr").last.inner_text().split() == ["Partie", totals(page).split()[2], "0"]
    assert int(totals(page).split()[2]) >= row.session_target
    page.get_by_role("button", name=f"Strike out hand {hands}").click()
    assert page.locator(".write").is_enabled()


@pytest.mark.parametrize("path", ["/pad", "/deals"])
def test_nobody_is_shut_out(page: Page, server: Server, path: str) -> None:
    page.goto(server.address + path)
    if path == "/pad":
        written(page, KNOCK, own=2, other=20)
    look_over(page)


def test_what_the_end_adds_is_named(page: Page) -> None:
    page.locator("[name=variant]").select_option("modern")
    while page.locator(".write").is_enabled():
        written(page, GIN, other=30)
    titles = page.locator(".sums tr th[scope=row]").all_inner_texts()
    assert titles == ["points of the hands", "shutout", "game bonus", "boxes", "total"]


def test_points_stand_right_below_the_names(page: Page) -> None:
    page.set_viewport_size(DESK)
    write_hands(page)
    edges = page.locator(".lines thead th, .lines tbody tr:last-child td").evaluate_all(
        "all => all.slice(1).map(one => {const text = document.createRange(); text.selectNodeContents(one);"
        " return Math.round(text.getBoundingClientRect().right);})"
    )
    assert edges[1] in edges[2:]


def test_three_columns_and_what_can_be_done_to_a_hand_fit_a_phone(page: Page) -> None:
    page.set_viewport_size(ViewportSize(width=390, height=664))
    page.locator("[name=first]").fill("Anna-Maria")
    page.locator("[name=second]").fill("Boris")
    page.locator("[name=variant]").select_option("hollywood")
    for _hand in range(4):
        written(page, KNOCK, seat=0, own=3, other=25)
    assert page.locator(".sheet .scroll").evaluate("one => one.scrollWidth <= one.clientWidth")
    edges = page.locator(".lines button").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert len(edges) == 8
    assert max(edges) < 390
    page.get_by_role("button", name="Strike out hand 4").click()
    assert page.locator(".lines tbody tr").count() == 3
