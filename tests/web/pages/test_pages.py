"""The pages: responses, languages, headers, refusals."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.variants import GROUPS, load_variant, match_length_text, preset_names
from ginrummy.web.accounts.passwords import PER_NETWORK
from ginrummy.web.http.limits import MOVE, Counter, Limit
from ginrummy.web.people.models import Person
from ginrummy.web.tables.models import HOUSE, Seat, Status, Table
from tests.web.forms import at_once, field, offer
from tests.web.play import bots_answer

pytestmark = pytest.mark.django_db

READ = [
    "/",
    "/tables/",
    "/tables/new",
    "/rules/",
    "/history",
    "/settings",
    "/sign-in",
    "/sign-up",
    "/deals",
    "/pad",
    "/worker.js",
    "/settings/alerts",
    "/no-network",
    "/host",
    "/healthz",
    "/metrics",
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", READ)
def test_every_page_is_there_in_every_language(path: str, language: str) -> None:
    response = Client().get(path, headers={"accept-language": language})
    assert response.status_code == 200
    assert response["Content-Language"] == language


@pytest.mark.parametrize("name", preset_names())
def test_every_variant_has_its_rules_and_its_form(name: str) -> None:
    client = Client()
    rules = unescape(client.get(f"/rules/{name}").content.decode())
    assert load_variant(name).title("en") in rules
    assert client.get("/tables/new", {"variant": name}).status_code == 200
    friend = client.get(link_to(rules, "/tables/friend")).content.decode()
    assert f'<option value="{name}" selected>' in friend


@pytest.mark.parametrize("name", ["straight", "two_pack_gin_only"])
def test_the_rules_of_a_game_lead_to_the_game_its_puzzles_and_lessons(name: str) -> None:
    client = Client()
    rules = unescape(client.get(f"/rules/{name}").content.decode())
    puzzles = client.get(link_to(rules, "/puzzles")).content.decode()
    assert f'<option value="{name}" selected>' in puzzles
    next_puzzle = client.get(link_to(puzzles, "/puzzles/next"), follow=True).content.decode()
    assert load_variant(name).title("en") in next_puzzle
    assert client.get(link_to(rules, "/lessons/")).status_code == 200
    assert '<h2 id="tips">' in rules
    assert 'href="#tips"' in rules
    form = re.search(r'<form method="post" action="/play".*?</form>', rules, re.DOTALL)
    assert form is not None
    asked = {name: field(form[0], name) for name in ("offer", "cut", "game")} | {"new": "on"}
    client.post("/play", asked)
    assert Table.objects.get().variant_name == name


def link_to(page: str, path: str) -> str:
    """Return the address of the first link to `path` in a page, with its query."""
    found = re.search(rf'href="({path}(?:\?[^"]*)?)"', page)
    assert found is not None, path
    return found[1]


def test_a_chosen_language_outweighs_the_browser() -> None:
    client = Client()
    client.post("/settings", {"language": "ru", "next": "/rules/"}, headers={"accept-language": "fr"})
    assert client.get("/", headers={"accept-language": "fr"})["Content-Language"] == "ru"


def test_a_preference_that_is_no_choice_is_left_as_it_was() -> None:
    client = Client()
    client.post("/settings", {"suits": "two", "look": "purple"})
    page = client.get("/").content.decode()
    assert 'data-suits="two"' in page
    assert 'data-look="system"' in page
    client.cookies["ginrummy_preferences"] = "suits=<script>&language=xx"
    assert 'data-suits="four"' in client.get("/").content.decode()


def test_settings_send_nobody_to_another_site() -> None:
    assert Client().post("/settings", {"next": "https://example.com/"})["Location"] == "/settings"


def test_answers_carry_the_policy_and_cookies_are_kept_from_scripts() -> None:
    client = Client()
    table = at_once(client)
    response = client.get(f"/tables/{table.key}")
    policy = response["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy
    page = response.content.decode()
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", page)
    assert response["X-Frame-Options"] == "DENY"
    assert response["Cache-Control"] == "private, no-store"
    for cookie in client.cookies.values():
        assert cookie["httponly"], cookie.key
        assert cookie["samesite"] == "Lax"


def test_one_press_makes_a_guest_and_a_table() -> None:
    client = Client()
    table = at_once(client)
    assert Person.objects.count() == 1
    assert table.status == Status.PLAYING
    assert client.get(f"/tables/{table.key}").status_code == 200


def test_reading_makes_no_guest() -> None:
    client = Client()
    for path in READ:
        client.get(path)
    assert Person.objects.count() == 0
    assert "ginrummy_session" not in client.cookies


def test_the_fingerprint_on_the_page_is_that_of_the_deal() -> None:
    client = Client()
    page = client.get("/").content.decode()
    shown = re.search(r'<code class="hash">([0-9a-f]{64})</code>', page)
    assert shown is not None
    response = client.post("/play", {"offer": field(page, "offer"), "cut": "123"})
    table = Table.objects.get(key=response["Location"].rpartition("/")[2])
    assert table.commitment == shown[1]
    assert table.secret not in page


def test_an_offer_of_somebody_else_is_refused_and_one_deal_is_dealt_once() -> None:
    client = Client()
    assert client.post("/play", {"offer": "forged", "cut": "1"}).status_code == 409
    mine = offer(client)
    assert client.post("/play", {"offer": mine, "cut": "1"}).status_code == 302
    assert client.post("/play", {"offer": mine, "cut": "2", "new": "on"}).status_code == 409
    assert Table.objects.count() == 1


@pytest.mark.parametrize("cut", ["a\nb", "x" * 256])
def test_a_cut_that_is_no_cut_is_told(cut: str) -> None:
    client = Client()
    assert client.post("/play", {"offer": offer(client), "cut": cut}).status_code == 422
    assert Table.objects.count() == 0


def test_forms_from_elsewhere_are_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/play", {"offer": "x"})
    assert response.status_code == 403
    assert "form" in response.content.decode()


def test_refused_moves_have_their_status_and_change_nothing() -> None:
    client = Client()
    table = bots_answer(at_once(client))
    say = f"/tables/{table.key}/say"
    for number, move, status in [
        (str(table.number), "spread:", 422),
        (str(table.number), "nonsense", 422),
        ("", "draw", 409),
        ("-1", "draw", 409),
        ("999999999", "draw", 409),
        ("0", "draw", 409),
        (str(table.number), "", 422),
    ]:
        assert client.post(say, {"number": number, "move": move}).status_code == status, (number, move)
    assert client.get(say).status_code == 405
    assert "Only a button leads here" in client.get("/play").content.decode()
    assert client.get("/play").headers["Allow"] == "POST"
    assert client.post("/tables/nowhere/say", {"number": "0", "move": "draw"}).status_code == 404
    before = table.number
    table.refresh_from_db()
    assert table.number == before


def test_a_live_page_is_told_beside_the_board() -> None:
    client = Client()
    table = at_once(client)
    said = {"number": "0", "move": "draw"}
    response = client.post(f"/tables/{table.key}/say", said, headers={"hx-request": "true"})
    assert (response.status_code, response["HX-Retarget"]) == (409, "#notice")


def test_house_rules_are_played_as_they_were_answered() -> None:
    client = Client()
    sent = {"offer": offer(client), "cut": "1", "variant": "standard", "against": "friend",
            "knock_limit.type": "fixed", "knock_limit.value": "7", "knock_limit.ace": "",
            "extra_coups.value": "", "gin_bonus": "30", "upcard": "true"}  # fmt: skip
    response = client.post("/tables/new", sent)
    assert response.status_code == 302, response.content.decode()
    table = Table.objects.get()
    assert table.variant_name == HOUSE
    assert table.variant == load_variant("standard").row._replace(knock_value=7, gin_bonus=30)


@pytest.mark.parametrize("name", preset_names())
def test_a_form_sent_as_it_came_is_the_preset(name: str) -> None:
    client = Client()
    page = client.get("/tables/new", {"variant": name}).content.decode()
    sent = {"offer": field(page, "offer"), "cut": "1", "variant": name, "against": "friend"}
    for asked in re.finditer(r'<input id="q-[^"]*" name="([^"]+)"[^>]* value="([^"]*)"', page):
        sent[asked[1]] = asked[2]
    for asked in re.finditer(r'<select id="q-[^"]*" name="([^"]+)".*?</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', asked[0])
        sent[asked[1]] = chosen[1] if chosen else ""
    assert len(sent) > 40
    assert client.post("/tables/new", sent).status_code == 302
    table = Table.objects.get()
    assert (table.variant_name, table.variant) == (name, load_variant(name).row)


@pytest.mark.parametrize(
    ("answers", "name"),
    [
        ({"gin_bonus": "many"}, "gin_bonus"),
        ({"gin_bonus": "5000"}, "gin_bonus"),
        ({"wall_action": "explode"}, "wall_action"),
        ({"upcard": "maybe"}, "upcard"),
        ({"spade_doubles_boxes": "true", "spade_double": "false"}, "spade_doubles_boxes"),
        ({"rubber_bonus": "100"}, "rubber_bonus"),
        ({"knock_limit.type": "fixed", "knock_limit.value": "101"}, "knock_limit.value"),
    ],
)
def test_rules_that_cannot_be_played_are_explained_at_the_field(answers: dict[str, str], name: str) -> None:
    client = Client()
    sent = {"offer": offer(client), "cut": "1", "variant": "standard", "against": "friend"} | answers
    response = client.post("/tables/new", sent)
    assert response.status_code == 400
    assert f'id="e-{name}"' in response.content.decode()
    assert Table.objects.count() == 0


def test_a_preset_is_no_path_of_the_server() -> None:
    client = Client()
    sent = {"offer": offer(client), "cut": "1", "variant": "/etc/passwd.toml", "against": "friend"}
    assert client.post("/tables/new", sent).status_code == 400
    assert client.get("/rules/nothing").status_code == 404


def test_whoever_is_invited_sees_every_option_before_joining() -> None:
    host, guest = Client(), Client()
    sent = {"offer": offer(host), "cut": "1", "variant": "oklahoma", "against": "friend"}
    path = host.post("/tables/new", sent)["Location"]
    page = guest.get(path).content.decode()
    assert page.count("<dt>") > 40
    assert Table.objects.get().commitment in page
    assert guest.post(f"{path}/join", {"cut": "2"}).status_code == 302
    assert Client().post(f"{path}/join", {"cut": "3"}).status_code == 409
    assert Table.objects.get().status == Status.PLAYING


def test_open_tables_are_listed_until_somebody_joins() -> None:
    host = Client()
    sent = {"offer": offer(host), "cut": "1", "variant": "standard", "against": "anybody"}
    path = host.post("/tables/new", sent)["Location"]
    assert path in Client().get("/tables/").content.decode()
    Client().post(f"{path}/join", {"cut": "2"})
    assert path not in Client().get("/tables/").content.decode()


def test_a_rematch_is_one_table_and_the_deal_changes_hands() -> None:
    client = Client()
    table = at_once(client)
    assert (
        client.post(f"/tables/{table.key}/rematch", {"offer": offer(client), "cut": "1"}).status_code == 409
    )
    client.post(f"/tables/{table.key}/say", {"number": "2", "move": "resign"})
    first = client.post(f"/tables/{table.key}/rematch", {"offer": offer(client), "cut": "1"})
    again = client.post(f"/tables/{table.key}/rematch", {"offer": offer(client), "cut": "1"})
    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"]
    assert Client().post(f"/tables/{table.key}/rematch", {"offer": offer(client)}).status_code == 403


def test_an_account_keeps_the_games_of_the_guest() -> None:
    client = Client()
    table = at_once(client)
    account = {"name": "Ada", "password": "a long good one"}
    assert client.post("/sign-up", account | {"password": "short"}).status_code == 400
    assert client.post("/sign-up", account).status_code == 302
    elsewhere = Client()
    other = at_once(elsewhere)
    assert elsewhere.post("/sign-in", account | {"password": "wrong"}).status_code == 403
    assert elsewhere.post("/sign-in", account).status_code == 302
    owner = Person.objects.get(user__username="Ada")
    assert set(Seat.objects.filter(person=owner).values_list("table", flat=True)) == {table.pk, other.pk}
    assert elsewhere.get(f"/tables/{table.key}").status_code == 200
    assert Client().post("/sign-up", account | {"password": "another good one"}).status_code == 400
    elsewhere.post("/sign-out")
    assert elsewhere.get(f"/tables/{table.key}").status_code == 403


def test_too_many_sign_ins_have_to_wait() -> None:
    client = Client()
    answers = [
        client.post("/sign-in", {"name": "x", "password": "y"}) for _try in range(PER_NETWORK.times + 1)
    ]
    assert [answer.status_code for answer in answers] == [403] * PER_NETWORK.times + [429]
    assert int(answers[-1]["Retry-After"]) > 0


def test_a_limit_counts_in_a_window_and_for_each_asker() -> None:
    now = [0.0]
    counter, limit = Counter(lambda: now[0]), Limit(2, 10)
    assert [counter.count("x", "a", limit) for _one in range(3)] == [0, 0, 10]
    assert counter.count("x", "b", limit) == 0
    now[0] = 10.0
    assert counter.count("x", "a", limit) == 0
    assert MOVE.times > 1


def test_names_are_shown_as_text() -> None:
    client = Client()
    client.post("/settings", {"name": "<b>Bob</b>\u202e\n"})
    assert Person.objects.get().name == "<b>Bob</b>"
    assert "<b>Bob</b>" not in client.get("/settings").content.decode()


def test_the_migrations_are_those_of_the_models() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_the_server_is_ready_to_be_deployed(tmp_path: Path) -> None:
    told = {
        "GINRUMMY_HOME": str(tmp_path),
        "GINRUMMY_HTTPS": "1",
        "GINRUMMY_DOMAINS": "gin.example.org",
        "DJANGO_SETTINGS_MODULE": "ginrummy.web.config.settings",
    }
    command = [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "WARNING"]
    checked = subprocess.run(command, env=os.environ | told, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    key = tmp_path / "secret_key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text("ascii").strip()) > 64


@pytest.mark.parametrize("path", ["/", "/tables/new", "/tables/", "/puzzles", "/pad", "/rules/"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_are_in_one_order_on_every_page(path: str, language: str) -> None:
    page = unescape(Client(headers={"accept-language": language}).get(path).content.decode())
    listed = [
        name
        for name in re.findall(r'(?:<option value="|<dt><a href="/rules/)(\w+)"', page)
        if name in preset_names()
    ]
    assert listed == list(preset_names())
    with using_language(language):
        titles = [group.title() for group in GROUPS]
        lengths = [match_length_text(name) for name in preset_names()]
    assert re.findall(r'(?:<optgroup label="|<h3>)([^<"]+)', page)[-len(titles) :] == titles
    if path == "/rules/":
        assert all(page.count(length) >= lengths.count(length) for length in lengths)


def test_a_browser_installs_the_table_as_an_app() -> None:
    client = Client()
    page = client.get("/").content.decode()
    address = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert address is not None
    answer = client.get(address[1])
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    sizes = []
    for icon in told["icons"][1:]:
        drawn = client.get(icon["src"])
        assert drawn["Content-Type"] == "image/png"
        width, height = struct.unpack(">II", drawn.content[16:24])
        sizes.append((f"{width}x{height}", icon["sizes"]))
    assert sizes == [("180x180", "180x180"), ("192x192", "192x192"), ("512x512", "512x512")]
    assert client.get("/icon-999.png").status_code == 404
