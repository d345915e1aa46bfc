"""Names: no invisible characters, no duplicates, no lookalikes."""

from __future__ import annotations

import re
import unicodedata

import pytest
from django.test import Client

from ginrummy.locale import LANGUAGES, _, using_language
from ginrummy.players import level_titles, player_title
from ginrummy.web.people.lookalikes import mixes_alphabets, skeleton
from ginrummy.web.people.models import APART, LONGEST_NAME, Person
from ginrummy.web.people.names import clean_name, name_problem
from tests.web.api_client import Program
from tests.web.forms import PASSWORD, signed_up
from tests.web.play import account, client_of, person

pytestmark = pytest.mark.django_db

INVISIBLE = "\u3164\u2800\u115f\u1160\uffa0\u034f\u17b4\u180b\ufe0f\u200d\u2060\u00ad\U000e0100"


@pytest.mark.parametrize("sign", INVISIBLE)
def test_a_sign_that_cannot_be_seen_is_no_part_of_a_name(sign: str) -> None:
    assert clean_name(f"A{sign}da") == "Ada"
    assert Client().post("/sign-up", {"name": sign * 3, "password": PASSWORD}).status_code == 400


@pytest.mark.parametrize("padding", [" ", "\u200b", "\ufe0f", " \u3164"])
def test_a_name_after_much_that_cannot_be_seen_is_not_cut_off(padding: str) -> None:
    assert clean_name(padding * 1000 + "Ada" + padding * 1000 + "L.") in ("Ada L.", "AdaL.")


@pytest.mark.parametrize(
    "name", ["a" + "\u0301" * 301, "é" * 31, "\ufdfa" * 2, "x" * 10_000, "a\u0316" * 200]
)
def test_a_name_that_is_too_long_is_refused_and_not_shortened(name: str) -> None:
    for form in ("NFC", "NFD"):
        typed = unicodedata.normalize("NFC" if form == "NFC" else "NFD", name)
        assert Client().post("/sign-up", {"name": typed, "password": PASSWORD}).status_code == 400
        assert Client().post("/settings", {"name": typed}).status_code == 400
    assert not Person.objects.exclude(name="").exists()


LONG_NAMES = ("Ǻ" * 15 + "ǡ" * 15, "한" * 30, "ᾂ" * 30, "Nguyễn Thị Ngọc Ánh Tuyết Hằng")


@pytest.mark.parametrize("name", LONG_NAMES)
def test_a_long_name_is_one_name_in_any_normal_form(name: str) -> None:
    composed, taken_apart = (unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name))
    assert len(composed) <= LONGEST_NAME
    assert Client().post("/sign-up", {"name": taken_apart, "password": PASSWORD}).status_code == 302
    assert Person.objects.get().name == composed
    for form in (composed, taken_apart):
        assert Client().post("/sign-in", {"name": form, "password": PASSWORD}).status_code == 302
    laid = Program(person("Bob")).post("/tables", invite=taken_apart)
    assert laid.status_code == 201, laid.content


def test_a_field_for_a_name_takes_it_in_any_normal_form() -> None:
    longest = max(len(unicodedata.normalize("NFD", name)) for name in LONG_NAMES)
    for path in ("/sign-up", "/sign-in", "/recover", "/settings", "/tables/new?against=friend"):
        field = re.search(
            r'name="(?:name|invite)"[^>]*maxlength="(\d+)"', Client().get(path).content.decode()
        )
        assert field is not None, path
        assert int(field[1]) >= longest


@pytest.mark.parametrize("name", [".", "\u0316", "— · —"])
def test_a_name_has_something_to_say_aloud(name: str) -> None:
    assert name_problem(name, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_like_a_bot_a_guest_or_a_former_player(language: str) -> None:
    with using_language(language):
        names = [player_title(level) for level in (*level_titles(), "simple", "search")]
        names += [f"{player_title(level)} 2" for level in level_titles()]
        names += [_("Former player"), *(_("Guest {number}").format(number=number) for number in (1, 999))]
    for name in names:
        for form in (name, name.upper(), name.replace(" ", ""), f" {name} "):
            assert name_problem(clean_name(form), None), form


@pytest.mark.parametrize(
    "name", ["Guеst 1", "Guest l0", "Guest ١٢", "Strοng bot", "Fоrmer player", "Сильный (6от)"]
)
def test_nobody_is_called_what_looks_like_a_bot_or_a_guest(name: str) -> None:
    assert name_problem(name, None)


@pytest.mark.parametrize("name", ["Аda", "Adа", "Ваnya", "Ada Ваnya", "Ζoe", "ada_ваnya"])
def test_a_word_is_of_one_alphabet(name: str) -> None:
    assert mixes_alphabets(name)
    assert Client().post("/settings", {"name": name}).status_code == 400


@pytest.mark.parametrize("name", ["Zoë O’Neill-3", "Жанна", "Ваня Smith", "李小龙", "さくらサクラ桜", "Ελένη",
    "한국 漢", "محمد", "Ada 🂡", "René_7", "J. R.", "Guesty", "Robot", "Gestalt 1"])  # fmt: skip
def test_the_names_of_the_world_are_names(name: str) -> None:
    assert name_problem(clean_name(name), None) == ""


@pytest.mark.parametrize(
    ("name", "other"), [("Alice", "AIice"), ("Сара", "Capa"), ("Bob0", "BobO"), ("сор", "cop")]
)
def test_a_name_that_looks_like_that_of_an_account_is_taken(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)
    signed_up(name)
    assert Client().post("/sign-up", {"name": other, "password": PASSWORD}).status_code == 400
    assert Client().post("/settings", {"name": other}).status_code == 400


def test_of_two_that_look_alike_and_sign_up_at_once_one_gets_the_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signed_up("Alice")
    monkeypatch.setattr("ginrummy.web.accounts.views.name_problem", lambda *_all: "")
    answer = Client().post("/sign-up", {"name": "AIice", "password": PASSWORD})
    assert answer.status_code == 400
    assert "That name is taken" in answer.content.decode()
    assert Person.objects.filter(user__isnull=False).count() == 1


def test_accounts_that_looked_alike_before_keep_their_names() -> None:
    """Migration 0006: the first one has the look, the other a number appended."""
    first, second = signed_up("Alice")[1], account("Somebody")
    Person.objects.filter(pk=second.pk).update(
        name="AIice", folded="aiice", skeleton=f"{first.skeleton}{APART}{second.pk}"
    )
    second.refresh_from_db()
    second.save()
    second.refresh_from_db()
    assert (second.name, second.skeleton) == ("AIice", f"{first.skeleton}{APART}{second.pk}")
    second.name = "Alicia"
    second.save()
    assert APART not in second.skeleton


def test_a_name_from_before_stays_and_opens_its_account() -> None:
    client, owner = signed_up("Ada")
    for old in ("Аda", "\u3164", "Guest 1"):
        owner.name = old
        owner.save()
        assert client.post("/settings", {"name": old, "sound": "on"}).status_code == 302
        assert Client().post("/sign-in", {"name": old, "password": PASSWORD}).status_code == 302
    owner.refresh_from_db()
    assert owner.name == "Guest 1"
    assert client.post("/settings", {"name": "Guest 2"}).status_code == 400


def test_a_guest_keeps_the_name_from_before() -> None:
    guest = person("Strong bot")
    assert client_of(guest).post("/settings", {"name": "Strong bot"}).status_code == 302
    assert Person.objects.get(pk=guest.pk).name == "Strong bot"
