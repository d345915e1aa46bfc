"""The form of house rules: differences first, options without effect hidden."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import ViewportSize

from ginrummy.locale.errors import VariantError
from ginrummy.variants import NONE, OPTIONS, Variant, load_variant, preset_names, variant_values
from ginrummy.web import lobby
from ginrummy.web.board.join_page import field_value, option_texts
from ginrummy.web.lobby.rules_form import condition, form_chapters, parse_rules_form
from tests.web.browser import DESK, Visits, look_over
from tests.web.server import Server

STYLE = Path(lobby.__file__).parent / "static" / "lobby" / "rules_form.css"
CONDITIONS = {condition(*need) for option in OPTIONS for need in option.needs.items()}


def sent_by(name: str, **changes: str) -> dict[str, str]:
    """Return the data of a preset's form with these changes; `__` is a dot."""
    values = variant_values(load_variant(name).row)
    form = {option.name: field_value(option, values) for option in OPTIONS if option.is_variable}
    return form | {field.replace("__", "."): value for field, value in changes.items()}


def read(name: str, **changes: str) -> Variant:
    return parse_rules_form(sent_by(name, **changes), load_variant(name).row)


@pytest.mark.parametrize("name", preset_names())
def test_what_differs_from_the_usual_game_stands_first_and_the_rest_by_chapter(name: str) -> None:
    row = load_variant(name).row
    first, *chapters = form_chapters(row, {}, {})
    unusual = {option.title for option in option_texts(row) if option.is_unusual}
    assert {
        one.option.title() for one in first.questions if one.option.matters(variant_values(row))
    } == unusual
    shown = [one.name for group in (first, *chapters) for one in group.questions]
    assert sorted(shown) == sorted(option.name for option in OPTIONS if option.is_variable)
    assert read(name) == row


@pytest.mark.django_db
def test_every_condition_is_met_by_an_answer_and_hides_what_needs_it() -> None:
    page = Client().get("/tables/new").content.decode()
    met = {one for some in re.findall(r'data-meets="([^"]+)"', page) for one in some.split()}
    needed = {one for some in re.findall(r'data-needs="([^"]+)"', page) for one in some.split()}
    hidden = re.findall(r'data-meets~="([^"]+)".*data-needs~="\1"', STYLE.read_text(encoding="utf-8"))
    assert met == needed == set(hidden) == CONDITIONS


def test_nothing_is_listed_that_cannot_matter() -> None:
    listed = {option.title for option in option_texts(load_variant("standard").row)}
    assert not listed & {"limit by an ace", "rubber", "blitz", "shutout bonus", "twins in sets"}
    assert {"fixed limit", "gin bonus"} <= listed


@pytest.mark.parametrize(
    ("name", "changes", "field", "value"),
    [
        ("hollywood", {"columns": "1"}, "rubber_bonus", 0),
        ("hollywood", {"columns": "1"}, "column_blitz_bonus", 0),
        ("oklahoma_extra", {"columns": "3"}, "session_target", NONE),
        ("oklahoma_extra", {"extra_coups__value": ""}, "extra_undercut", NONE),
        ("round_the_corner_hoyle", {"layoff_on_gin": "false"}, "gin_void_if_defender_zero", 0),
        ("oklahoma", {"knock_limit__type": "fixed", "knock_limit__value": "7"}, "knock_ace", NONE),
    ],
)
def test_what_matters_no_longer_is_as_in_the_plain_game(
    name: str, changes: dict[str, str], field: str, value: int
) -> None:
    assert getattr(load_variant(name).row, field) != value
    assert getattr(read(name, **changes), field) == value


def test_what_was_typed_and_cannot_be_is_refused_though_it_is_hidden() -> None:
    with pytest.raises(VariantError, match="three columns") as refused:
        read("standard", rubber_bonus="100")
    assert refused.value.where == "rubber_bonus"


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_the_start_stays_in_sight_and_nothing_idle_is_shown(
    visits: Visits, server: Server, scripts: bool
) -> None:
    size = ViewportSize(width=360, height=640)
    page = visits.open(f"{server.address}/tables/new?variant=standard", size=size, scripts=scripts)
    start = page.locator("form.new button.primary")
    assert start.evaluate("one => one.getBoundingClientRect().bottom") <= size["height"]
    page.locator("form.new > details > summary", has_text="House rules").click()
    assert page.evaluate("document.documentElement.scrollHeight") < 5 * size["height"]
    assert page.locator(".question:has([name='gin_bonus'])").is_hidden()
    page.locator("details.chapter > summary", has_text="Closing").click()
    ace, value = (page.locator(f"[name='knock_limit.{part}']") for part in ("ace", "value"))
    assert (ace.is_visible(), value.is_visible()) == (False, True)
    page.locator("[name='knock_limit.type']").select_option("upcard")
    assert (ace.is_visible(), value.is_visible()) == (True, False)
    assert start.evaluate("one => one.getBoundingClientRect().bottom") <= size["height"]
    if scripts:
        look_over(page)


def test_the_words_beside_a_box_use_the_width_of_the_form(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/tables/new", size=DESK, locale="fr")
    label, field = (
        page.locator(one).bounding_box() for one in ("label:has(#rated)", "div:has(> label > #rated)")
    )
    assert label is not None
    assert field is not None
    assert label["width"] > field["width"] / 2
