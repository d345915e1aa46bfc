"""Error pages: whole sentences, and a working link."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from ginrummy.web.http.error_pages import as_sentence
from ginrummy.web.http.limits import SIGN_UP
from tests.web.play import client_of, table_of_two

pytestmark = pytest.mark.django_db


def test_a_refusal_is_a_sentence_and_leads_back_to_where_the_form_was() -> None:
    table, first, second = table_of_two(seed=3)
    there = f"http://testserver/tables/{table.key}"
    sent = {"number": str(table.number), "move": "nonsense"}
    for one in (first, second):
        answer = client_of(one).post(f"/tables/{table.key}/say", sent, headers={"referer": there})
        text = unescape(answer.content.decode())
        told = text.partition("<h1>")[2].partition("<p>")[2].partition("</p>")[0]
        assert answer.status_code >= 400
        assert told == as_sentence(told)
        assert f'href="{there}"' in text
        assert "Try again" not in text


@pytest.mark.parametrize("there", ["http://elsewhere.example/", "", "javascript:alert(1)"])
def test_nobody_is_led_back_to_another_site(there: str) -> None:
    table, first, _second = table_of_two(seed=3)
    sent = {"number": str(table.number), "move": "nonsense"}
    text = (
        client_of(first).post(f"/tables/{table.key}/say", sent, headers={"referer": there}).content.decode()
    )
    assert ">Back<" not in text
    assert "elsewhere" not in text
    assert "javascript:" not in text


def test_a_form_over_a_limit_leads_back_and_a_script_gets_the_line_alone() -> None:
    there = "http://testserver/sign-up"
    for _time in range(SIGN_UP.times):
        Client().post("/sign-up")
    line, page = (
        Client().post("/sign-up", headers={"referer": there, "sec-fetch-mode": mode, "accept-language": "fr"})
        for mode in ("cors", "navigate")
    )
    assert (line.status_code, page.status_code) == (429, 429)
    assert line.headers["Retry-After"] == page.headers["Retry-After"] != ""
    assert (told := line.content.decode()).startswith("C’est un peu rapide. Réessayez dans")
    text = unescape(page.content.decode())
    assert f"<p>{told}</p>" in text
    assert f'href="{there}"' in text


def test_where_nothing_is_there_is_nothing_to_try_again() -> None:
    answer = Client().get("/nothing/here")
    assert answer.status_code == 404
    assert "Try again" not in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("it is not your turn", "It is not your turn."),
        ("Ada, who is away, …", "Ada, who is away, …"),
        ("рано стучать", "Рано стучать."),
        ("Really?", "Really?"),
    ],
)
def test_a_remark_becomes_a_sentence(text: str, said: str) -> None:
    assert as_sentence(text) == said
