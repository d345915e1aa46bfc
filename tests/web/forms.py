"""The forms of the pages, filled in by a client in the test process."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

from ginrummy.web.people.models import Person
from ginrummy.web.tables.models import Table

PASSWORD = "a long good one"


def field(text: str, name: str) -> str:
    """Return the value of the first field `name` in a page."""
    found = re.search(rf'name="{re.escape(name)}"\s+value="([^"]*)"', text)
    assert found is not None, name
    return unescape(found[1])


def offer(client: Client) -> str:
    return field(client.get("/").content.decode(), "offer")


def at_once(client: Client) -> Table:
    """Return a new table by the button of the home page."""
    response = client.post("/play", {"offer": offer(client), "cut": "123", "new": "on"})
    assert response.status_code == 302
    return Table.objects.get(key=response["Location"].rpartition("/")[2])


def new_table(client: Client, **answers: str) -> Table:
    sent = {"offer": offer(client), "cut": "1", "variant": "standard", "against": "anybody"} | answers
    response = client.post("/tables/new", sent)
    assert response.status_code == 302, unescape(response.content.decode())
    return Table.objects.get(key=response["Location"].rpartition("/")[2])


def signed_up(name: str, client: Client | None = None) -> tuple[Client, Person]:
    client = client or Client()
    assert client.post("/sign-up", {"name": name, "password": PASSWORD}).status_code == 302
    return client, Person.objects.get(user__username=name)
