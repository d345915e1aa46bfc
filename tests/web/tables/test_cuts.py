"""The owner of a cut: one made by the server proves nothing, and the page says so."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from ginrummy.web.tables import creation
from tests.web.play import person, proposal


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "proves nothing"), ("fr", "ne prouve rien"), ("ru", "ничего не доказывает")],
)
def test_without_scripts_the_page_says_that_the_cut_is_the_servers(language: str, words: str) -> None:
    client = Client(headers={"accept-language": language})
    table = creation.create(proposal(), person(), cut="1")
    for path in ("/", "/tables/new", f"/tables/{table.key}"):
        page = unescape(client.get(path).content.decode())
        assert words in page.partition("<noscript><p>")[2].partition("</noscript>")[0]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "proves nothing"), ("fr", "ne prouve rien"), ("ru", "ничего не доказывает")],
)
@pytest.mark.django_db
def test_programs_are_told_that_a_cut_of_the_server_proves_nothing(language: str, words: str) -> None:
    schema = Client(headers={"accept-language": language}).get("/api/openapi.json").json()
    for name in ("NewTable", "Cut"):
        assert words in schema["components"]["schemas"][name]["properties"]["cut"]["description"]
