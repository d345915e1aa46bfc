"""A sheet of an evening: links, hands, edits, two phones at once, files."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from ginrummy.locale import LANGUAGES
from ginrummy.locale.errors import GinRummyError
from ginrummy.text.ledger.evening_ledger import read_evening
from ginrummy.text.ledger.ledger_text import parse_heading
from ginrummy.variants import parse_variant
from ginrummy.variants.form_files import FORM_NAMES
from ginrummy.web.accounts.account_deletion import delete_account
from ginrummy.web.accounts.guest_merge import merge_guest
from ginrummy.web.people.models import Person
from ginrummy.web.sheets import service
from ginrummy.web.sheets.hand_form import hand_form
from ginrummy.web.sheets.models import Sheet, Version
from ginrummy.web.sheets.service import NoSheet, NotYourSheet, SheetMoved, SheetRefused
from ginrummy.web.statistics.own_data import own_data_json
from tests.hostile_text import processor_seconds
from tests.web.forms import field
from tests.web.play import account, client_of, person

pytestmark = pytest.mark.django_db
THREE = "form: winner_stays\nvariant: classic\nplayers: Anna, Boris, Clara\n"
FOUR = "form: partnership\nplayers: Anna, Boris – Clara, Denis\n"
TWO = "variant: modern\nplayers: Anna, Boris\nAnna knock 3 25\n"


def sheet_of(text: str = THREE) -> tuple[Sheet, Person]:
    """Return a sheet with an entry link, and its owner."""
    owner = person("Ada")
    sheet = service.create_sheet(owner, text)
    return service.set_entry_link(sheet.key, owner, is_open=True), owner


def entered(sheet: Sheet, line: str, *, number: int | None = None, token: str = "") -> Sheet:
    """Return the sheet after a person with the link has entered `line` on version `number`."""
    number = sheet.current if number is None else number
    return service.edit_sheet(sheet.entry_key or "", None, number, lambda one: one.append(line), token=token)


def hands(sheet: Sheet) -> list[str]:
    sheet.refresh_from_db()
    return [line for line in sheet.text.splitlines() if ":" not in line]


def page(client: Client, address: str, language: str = "en") -> str:
    return client.get(address, headers={"accept-language": language}).content.decode()


def test_a_guest_begins_an_evening_by_the_form_and_finds_it_again() -> None:
    client = Client()
    asked = {"form": "partnership", "game": "modern", "people": "Anna\nBoris\n Jean-Paul  D.\nЗоя"}
    answer = client.post("/evenings/", asked | {"stakes": "1 € a match", "dealer": ""})
    sheet = Sheet.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/evenings/{sheet.key}")
    assert sheet.text == (
        "form: partnership\nvariant: modern\nplayers: Anna, Boris – Jean-Paul D., Зоя\nstakes: 1 € a match\n"
    )
    assert f'href="/evenings/{sheet.key}"' in page(client, "/evenings/")
    assert sheet.key not in page(Client(), "/evenings/")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"people": "Anna\nBoris"}, "layers in this form"),
        ({"people": "Anna\nanna\nBoris"}, "the same name"),
        ({"people": "Anna\nBoris\nvoid"}, "cannot be a player"),
        ({"form": "thursday.toml"}, "no game and no form"),
        ({"game": "/etc/passwd"}, "no game and no form"),
        ({"game": "{ gin_bonus = -5 }"}, "RULES 13"),
        ({"game": "{ gin_bonus = 5 }\nx = 1"}, "not TOML"),
        ({"game": "{"}, "not TOML"),
        ({"game": "hollywood_full"}, "one column"),
        ({"stakes": "much"}, "is no stake"),
        ({"dealer": "Denis"}, "is no player"),
    ],
)
def test_an_impossible_evening_is_refused_with_its_reason(asked: dict[str, str], told: str) -> None:
    usual = {"form": "winner_stays", "game": "classic", "people": "Anna\nBoris\nClara"}
    answer = Client(headers={"accept-language": "en"}).post("/evenings/", usual | asked)
    assert answer.status_code in (409, 422)
    assert told.lower() in answer.content.decode().lower()
    assert not Sheet.objects.exists()


@pytest.mark.parametrize("form", FORM_NAMES)
def test_every_form_has_a_page_in_every_language(form: str) -> None:
    line = "Anna Clara gin 90" if form in ("everybody", "free", "partnership") else "Anna gin 90"
    sheet, owner = sheet_of(f"form: {form}\nplayers: Anna, Boris, Clara, Denis\n{line}\n")
    for language in LANGUAGES:
        seen = page(client_of(owner), f"/evenings/{sheet.key}", language)
        assert "Denis" in seen
        assert "{" not in seen.partition("<main")[2].partition("</main")[0].replace("{{", "")


def test_an_evening_is_begun_by_house_rules_and_names_them_in_its_file() -> None:
    client = Client(headers={"accept-language": "en"})
    asked = {"form": "king", "game": "modern", "people": "Anna\nBoris\nClara"}
    rules = 'base = "modern"\ngin_bonus = 31\nknock_limit = { type = "fixed", value = 5 }'
    client.post("/evenings/", asked | {"rules": rules})
    sheet = Sheet.objects.get()
    ledger = service.sheet_ledger(sheet)
    assert ledger.variant.row == parse_variant(rules, name="house", where="").row
    shown = page(client, f"/evenings/{sheet.key}")
    assert "House rules" in shown
    number = field(shown, "number")
    answer = client.post(
        f"/evenings/{sheet.key}/hand", {"who": "0", "how": "knock", "points": "6-25", "number": number}
    )
    assert "the limit is 5" in answer.content.decode()
    assert ">House rules</option>" in page(client, f"/evenings/{sheet.key}/lines")

    refused = client.post("/evenings/", asked | {"rules": "gin_bonus = -5"})
    assert refused.status_code == 422
    assert "gin_bonus" in refused.content.decode()


def test_a_hand_is_entered_by_winner_ending_and_number() -> None:
    sheet, owner = sheet_of()
    client = client_of(owner)
    address = f"/evenings/{sheet.key}"
    text = page(client, address)
    assert 'value="2" disabled' in text  # Clara waits
    for who, how, points, line in (
        ("0", "gin", "31", "Anna gin 31"),
        ("2", "knock", "22", "Clara 22"),
        ("1", "undercut", "9–4", "Boris undercut 9–4"),
        ("0", "void", "12", "Anna void"),
        ("0", "points", "40", "Anna 40"),
    ):
        number = field(page(client, address), "number")
        answer = client.post(f"{address}/hand", {"who": who, "how": how, "points": points, "number": number})
        assert answer.status_code == 302, answer.content.decode()
        assert hands(sheet)[-1] == line
    assert "Next to deal" in page(client, address)


def test_an_empty_evening_says_what_is_played_above_its_form() -> None:
    sheet, owner = sheet_of("form: free\nvariant: classic\nplayers: Anna, Boris, Clara\n")
    address, rules = f"/evenings/{sheet.key}", "Free play · Classic Gin Rummy"
    assert rules in page(client_of(owner), address).partition('class="latest"')[2].partition("</p>")[0]
    entered(sheet, "Anna Boris 20")
    latest = page(client_of(owner), address).partition('class="latest"')[2].partition("</p>")[0]
    assert "1. Anna Boris 20" in latest
    assert rules not in latest


@pytest.mark.parametrize(
    ("form", "lines", "pairs"),
    [
        ("free", (), {}),
        ("free", ("Anna Clara 20",), {"0": "2", "2": "0"}),
        ("free", ("Anna Clara 20", "Anna Boris 20"), {"1": "0", "2": "0"}),
        ("everybody", (), {"1": "2", "2": "1"}),
    ],
)
def test_the_form_for_a_hand_knows_whom_a_winner_plays(
    form: str, lines: tuple[str, ...], pairs: dict[str, str]
) -> None:
    text = f"form: {form}\nvariant: classic\nplayers: Anna, Boris, Clara\n"
    ledger = service.ledger_of(text + "".join(f"{line}\n" for line in lines))
    assert {one.value: one.against for one in hand_form(ledger).winners if one.against} == pairs


def test_the_heading_of_a_partnership_names_the_sides() -> None:
    sheet, owner = sheet_of(FOUR)
    assert "<h1>Anna, Boris – Clara, Denis</h1>" in page(client_of(owner), f"/evenings/{sheet.key}")


def test_the_game_of_a_sheet_is_chosen_from_the_list_of_games() -> None:
    sheet, owner = sheet_of(TWO)
    text = page(client_of(owner), f"/evenings/{sheet.key}/lines")
    assert '<option value="modern" selected>' in text
    assert '<option value="oklahoma"' in text


def test_lines_to_correct_are_in_the_language_of_the_page_and_the_file_stays() -> None:
    sheet, owner = sheet_of(FOUR + "Anna Clara gin 40\nvoid\nBoris k 3–25  # late\n")
    answer = client_of(owner).get(f"/evenings/{sheet.key}/lines", headers={"accept-language": "ru"})
    text = answer.content.decode()
    assert 'value="Anna Clara джин 40"' in text
    assert 'value="ничья"' in text
    assert 'value="Anna Clara gin 40"' not in text
    assert "Anna Clara gin 40" in service.find_sheet(sheet.key, owner).sheet.text


def test_a_sheet_of_the_pad_names_its_players() -> None:
    sheet, owner = sheet_of("variant: standard\nplayers: Anna, Борис\n0 knock 3 25\n1 gin 31\n")
    client = Client(headers={"accept-language": "ru"})
    assert "2. Борис джин 31" in client.get(f"/evenings/{sheet.key}").content.decode()
    text = (
        client_of(owner)
        .get(f"/evenings/{sheet.key}/lines", headers={"accept-language": "ru"})
        .content.decode()
    )
    assert 'value="Anna стук 3 25"' in text


def test_an_impossible_hand_is_refused_with_its_clause_at_the_form_which_keeps_the_answers() -> None:
    sheet, owner = sheet_of()
    client = client_of(owner)
    for answers, told in (
        ({"who": "2", "how": "gin", "points": "31"}, "Clara sits out of this hand"),
        ({"who": "0", "how": "knock", "points": "11-25"}, "the limit is 10"),
        ({"who": "0", "how": "points", "points": "99999"}, "the most that a hand brings"),
        ({"who": "0", "how": "points", "points": "0"}, "the least that a hand won brings"),
        ({"who": "0", "how": "gin", "points": "3-25"}, "gin leaves nothing"),
        ({"how": "gin", "points": "3"}, "say who has won"),
        ({"who": "0"}, "say how the hand ended"),
        ({"line": "variant: /etc/hostname.toml"}, "no game and no form"),
    ):
        answer = client.post(f"/evenings/{sheet.key}/hand", {"number": 0} | answers)
        assert answer.status_code in (409, 422)
        text = answer.content.decode()
        assert told.lower() in text.lower()
    assert 'value="variant: /etc/hostname.toml"' in text
    assert hands(sheet) == []


def test_a_later_part_has_its_own_people_and_names_no_file() -> None:
    sheet, owner = sheet_of(f"{THREE}Anna gin 40\nform: free\nplayers: Denis, Elena\n")
    client = client_of(owner)
    answers = {"who": "1", "against": "0", "how": "gin", "points": "9", "number": 0}
    assert client.post(f"/evenings/{sheet.key}/hand", answers).status_code == 302
    sheet.refresh_from_db()
    assert sheet.text.endswith("\nElena Denis gin 9\n")
    for line in ("form: /etc/hostname.toml", "variant: house.toml"):
        told = {"line": line, "number": sheet.current}
        assert client.post(f"/evenings/{sheet.key}/hand", told).status_code == 409
        with pytest.raises(SheetRefused):
            service.read_sheet(f"{THREE}Anna gin 40\n{line}\nAnna 5\n", "")


def test_every_line_is_corrected_inserted_moved_deleted_and_each_edit_undone_and_redone() -> None:
    sheet, owner = sheet_of(THREE + "Anna gin 40\nClara 20\n")
    client = client_of(owner)
    first = sheet.text
    texts = [first]

    def edit(**told: Any) -> None:
        sheet.refresh_from_db()
        answer = client.post(f"/evenings/{sheet.key}/lines", {"number": sheet.current} | told)
        assert answer.status_code == 302, answer.content.decode()
        sheet.refresh_from_db()
        texts.append(sheet.text)

    edit(action="correct", place=2, line="Clara 21")
    edit(action="insert", place=2, line="Clara Anna void")
    edit(action="down", place=2)
    edit(action="rename", who="Clara", line="Klara")
    edit(action="heading", field="stakes", line="5 beans a match")
    edit(action="delete", place=1)
    edit(action="text", text=f"{first}Clara 9\r\n".replace("Anna", "Ann"))
    assert sheet.text == first.replace("Anna", "Ann") + "Clara 9\n"
    for text in reversed(texts[:-1]):
        edit(action="undo")
        assert sheet.text == text
    assert client.post(f"/evenings/{sheet.key}/lines", {"action": "undo", "number": 0}).status_code == 422
    for text in texts[1:8]:
        edit(action="redo")
        assert sheet.text == text
    assert read_evening(sheet.text).people == ("Ann", "Boris", "Clara")


def test_an_edit_after_an_undo_replaces_what_was_undone() -> None:
    sheet, _owner = sheet_of()
    sheet = entered(entered(sheet, "Anna 20"), "Clara 9")
    sheet = service.undo(sheet.entry_key or "", None, sheet.current)
    sheet = entered(sheet, "Clara 10")
    with pytest.raises(GinRummyError):
        service.undo(sheet.entry_key or "", None, sheet.current, again=True)
    sheet = service.undo(sheet.entry_key or "", None, sheet.current)
    sheet = service.undo(sheet.entry_key or "", None, sheet.current, again=True)
    assert hands(sheet) == ["Anna 20", "Clara 10"]


def test_a_bad_line_is_refused_where_it_stands_and_stays_in_its_field() -> None:
    sheet, owner = sheet_of(THREE + "Anna gin 40\n")
    client = client_of(owner)
    answer = client.post(
        f"/evenings/{sheet.key}/lines", {"action": "correct", "place": 1, "line": "Anna 0", "number": 0}
    )
    text = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Anna 0"' in text
    assert text.index('value="Anna 0"') < text.index('role="alert"') < text.index("</ol>")
    assert hands(sheet) == ["Anna gin 40"]


def test_a_reader_sees_the_sheet_and_may_not_enter() -> None:
    sheet, owner = sheet_of(THREE + "Anna gin 40\n")
    text = page(Client(), f"/evenings/{sheet.key}")
    assert 'gin <span class="score">0–40</span>' in text, "a score is not broken at its dash"
    assert (sheet.entry_key or "-") not in text
    assert 'name="who"' not in text
    assert 'name="delete"' not in text
    for address, told in (("hand", {"who": 0, "how": "gin", "points": 1}), ("lines", {"action": "undo"})):
        assert Client().post(f"/evenings/{sheet.key}/{address}", told | {"number": 0}).status_code == 403
    for told in ({"open": "off"}, {"delete": "on"}):
        assert Client().post(f"/evenings/{sheet.entry_key}/change", told).status_code == 403
    assert Client().get("/evenings/nothing").status_code == 404
    assert Client().post("/evenings/nothing/hand", {"line": "Anna 5"}).status_code == 404
    assert 'class="qr"' in page(client_of(owner), f"/evenings/{sheet.key}")


def test_the_owner_ends_the_link_for_entering() -> None:
    sheet, owner = sheet_of()
    old = sheet.entry_key or ""
    assert 'name="who"' in page(Client(), f"/evenings/{old}")
    client_of(owner).post(f"/evenings/{sheet.key}/change", {"open": "off"})
    for answer in (
        Client().get(f"/evenings/{old}"),
        Client().post(f"/evenings/{old}/hand", {"line": "Anna 5"}),
        Client().post(f"/evenings/{old}/hand", {"line": "Anna 5"}, headers={"hx-request": "true"}),
    ):
        assert answer.status_code == 404
        assert "This link leads to no evening, or no longer does" in answer.content.decode()
    assert answer["Content-Type"].startswith("text/plain")
    with pytest.raises(NoSheet):
        service.edit_sheet(old, None, 0, lambda one: one.append("Anna 5"))
    client_of(owner).post(f"/evenings/{sheet.key}/change", {"open": "on"})
    sheet.refresh_from_db()
    assert sheet.entry_key not in (None, old)


def test_hands_of_two_boards_entered_at_once_are_both_kept() -> None:
    sheet, _owner = sheet_of(FOUR)
    entered(sheet, "Anna knock 3 25", number=0)
    entered(sheet, "Denis gin 31", number=0)
    assert hands(sheet) == ["Anna knock 3 25", "Denis gin 31"]


@pytest.mark.parametrize("second", ["Anna gin 31", "Boris 20", "Clara 9"])
def test_two_entries_of_one_board_at_once_are_refused_and_both_shown(second: str) -> None:
    sheet, owner = sheet_of()
    entered(sheet, "Anna gin 31", number=0)
    answer = client_of(owner).post(f"/evenings/{sheet.key}/hand", {"line": second, "number": 0})
    text = answer.content.decode()
    if second == "Clara 9":  # she sat out in the hand of the form
        assert answer.status_code == 422
    else:
        assert answer.status_code == 409
        assert "The last hands now: Anna gin 31." in text
    assert f'value="{second}"' in text
    assert hands(sheet) == ["Anna gin 31"]


def test_an_edit_of_what_somebody_else_has_changed_is_refused() -> None:
    sheet, owner = sheet_of(THREE + "Anna gin 40\n")
    service.edit_sheet(sheet.key, owner, 0, lambda one: one.correct(1, "Anna gin 41"))
    for edit in (
        lambda one: one.correct(1, "Anna gin 42"),
        lambda one: one.append("Clara 9"),
        lambda one: one.delete(1),
    ):
        with pytest.raises(SheetMoved):
            service.edit_sheet(sheet.key, owner, 0, edit)
    with pytest.raises(SheetMoved):
        service.undo(sheet.key, owner, 0)
    assert hands(sheet) == ["Anna gin 41"]


def test_a_form_that_is_sent_twice_enters_one_hand() -> None:
    sheet, _owner = sheet_of()
    for _try in range(2):
        entered(sheet, "Anna gin 31", number=0, token="once")
    assert hands(sheet) == ["Anna gin 31"]


def test_a_script_is_told_the_error_alone_and_gets_the_parts_of_the_page() -> None:
    sheet, _owner = sheet_of()
    client = Client(headers={"accept-language": "en", "hx-request": "true"})
    address = f"/evenings/{sheet.entry_key}/hand"
    answer = client.post(address, {"line": "Clara 9", "number": 0})
    assert (answer.status_code, answer.content.decode()) == (
        422, "Clara sits out of this hand (RULES 14.11).",
    )  # fmt: skip
    answer = client.post(address, {"line": "Anna 9", "number": 0})
    sheet.refresh_from_db()
    assert answer.status_code == 200
    assert f'data-version="{sheet.current}"' in answer.content.decode()
    assert "<html" not in answer.content.decode()
    assert f'data-version="{sheet.current}"' in page(Client(), f"/evenings/{sheet.key}/part")


def test_the_file_that_is_downloaded_is_the_one_that_is_opened() -> None:
    text = f"{TWO}# a remark\r\n\r\nBoris gin 31"
    client = Client()
    client.post("/evenings/", {"file": SimpleUploadedFile("friday.txt", text.encode()), "text": ""})
    sheet = Sheet.objects.get()
    answer = client.get(f"/evenings/{sheet.key}/files/evening.txt")
    assert answer.content.decode() == text
    assert answer["Content-Disposition"] == f'attachment; filename="evening-{sheet}.txt"'
    assert json.loads(client.get(f"/evenings/{sheet.key}/files/evening.json").content)["boxes"] == [1, 1]
    assert client.get(f"/evenings/{sheet.key}/files/evening.exe").status_code == 404
    assert answer["X-Robots-Tag"] == "noindex"
    picture = client.get(f"/evenings/{sheet.key}/files/evening.png")
    assert picture.content.startswith(b"\x89PNG")
    again = client.get(f"/evenings/{sheet.key}/files/evening.png", headers={"if-none-match": picture["ETag"]})
    assert (picture["Content-Type"], again.status_code) == ("image/png", 304)
    assert "data-pass-file" in page(client, f"/evenings/{sheet.key}")
    for address in ("", "/lines"):
        assert '<meta name="robots" content="noindex">' in page(client, f"/evenings/{sheet.key}{address}")


def test_a_sheet_too_large_for_a_picture_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.text.posters.MOST_PIXELS", 1_000)
    sheet, _owner = sheet_of(THREE + "Anna gin 41\n")
    refused = Client().get(f"/evenings/{sheet.key}/files/evening.png")
    assert refused.status_code == 422
    assert "too large for a picture" in refused.content.decode()


@pytest.mark.parametrize(
    ("text", "language", "line"),
    [
        (THREE + "Anna gin 40\nClara void\n", "fr", "1;1;Anna;Boris;gin;Anna;60"),
        (TWO, "en", "1,1,Anna,Boris,knock,Anna,22"),
    ],
)
def test_a_spreadsheet_of_the_hands_opens_in_the_readers_excel(text: str, language: str, line: str) -> None:
    sheet, _owner = sheet_of(text)
    found = page(Client(), f"/evenings/{sheet.key}/files/evening.csv", language)
    assert found.startswith("\ufeff") == (language == "fr")
    assert found.splitlines()[1] == line


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("form: king\n".encode("utf-16"), "UTF-16"),
        ("players: Жанна, Борис\n".encode("cp1251"), "code page"),
        (b"players: Anna, Boris\nAnna knock 99 25\n", "friday.txt:2"),
        (THREE.encode() + b"Anna 5\n" * 700, "at most 400 hands"),
        (b"#" * 40_000, "too long"),
        (b"variant: house.toml\nplayers: Anna, Boris\n", "no game and no form"),
        (b"players: Anna, Boris\n# \x07\n", "cannot be printed"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused_with_the_place(data: bytes, told: str) -> None:
    answer = Client(headers={"accept-language": "en"}).post(
        "/evenings/", {"file": SimpleUploadedFile("friday.txt", data), "text": ""}
    )
    assert answer.status_code in (409, 422)
    assert told.lower() in answer.content.decode().lower()
    assert not Sheet.objects.exists()


def test_old_versions_are_forgotten_and_the_sheet_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_VERSIONS", 3)
    sheet, _owner = sheet_of("players: Anna, Boris\n")
    for number in range(6):
        sheet = entered(sheet, f"Anna {number + 1}")
    assert [one.number for one in Version.objects.filter(sheet=sheet)] == [5, 6, 7]
    for _time in range(2):
        sheet = service.undo(sheet.entry_key or "", None, sheet.current)
    with pytest.raises(GinRummyError):
        service.undo(sheet.entry_key or "", None, sheet.current)
    with pytest.raises(SheetMoved):
        entered(sheet, "Anna 9", number=1)
    assert hands(sheet)[-1] == "Anna 4"


def test_large_versions_are_forgotten_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, _owner = sheet_of("players: Anna, Boris\n")
    monkeypatch.setattr(service, "ROOM", 2 * len(sheet.text) + 20)
    for number in range(4):
        sheet = entered(sheet, f"Anna {number + 1}")
    assert [one.number for one in Version.objects.filter(sheet=sheet)] == [sheet.current]
    assert len(hands(sheet)) == 4


def test_a_person_has_so_many_evenings_and_deletes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_SHEETS", 1)
    sheet, owner = sheet_of()
    with pytest.raises(SheetRefused):
        service.create_sheet(owner, THREE)
    client_of(owner).post(f"/evenings/{sheet.key}/change", {"delete": "on"})
    assert not Sheet.objects.exists()
    assert not Version.objects.exists()


def test_evenings_go_with_the_account_and_come_with_the_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, guest = sheet_of(TWO)
    owner = account("Olga")
    own = service.create_sheet(owner, THREE)
    monkeypatch.setattr(service, "MOST_SHEETS", 1)
    merge_guest(guest, owner)
    assert [one["text"] for one in json.loads(own_data_json(owner))["evenings"]] == [TWO, THREE]
    with pytest.raises(SheetRefused):
        service.create_sheet(owner, THREE)
    service.delete_sheet(own.key, owner)
    with pytest.raises(NotYourSheet):
        service.delete_sheet(sheet.key, guest)
    delete_account(owner)
    assert not Sheet.objects.exists()


@pytest.mark.parametrize("who", ["variant\n/tmp/secret.toml #", "form\r", "players\ndealer Zed, Bob, Cat #"])
@pytest.mark.parametrize("line", ["classic", "/tmp/secret.toml", "Anna, Boris"])
def test_a_heading_is_one_line_and_names_no_file(who: str, line: str) -> None:
    sheet, owner = sheet_of("players: Anna, Boris\n")
    with suppress(GinRummyError):
        service.edit_sheet(sheet.key, owner, 0, service.SheetChange("heading", line, who=who).build_edit())
    text = Sheet.objects.get().text
    service.read_sheet(text, "")
    assert ".toml" not in text
    assert len(text.splitlines()) <= 2


def test_a_line_of_blanks_is_read_at_once() -> None:
    with processor_seconds(1):
        with pytest.raises(SheetRefused):
            service.SheetChange("heading", "b", who="stakes" + 20_000 * " " + "b\nc").build_edit()
        assert parse_heading("stakes" + 20_000 * " " + "b\nc: x") == ("", "")
