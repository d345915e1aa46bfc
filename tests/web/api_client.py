"""A client of the API in the process of the test."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from ginrummy.web.api.auth import new_token
from ginrummy.web.people.models import Person


class Program:
    """A program with or without a token."""

    def __init__(
        self,
        owner: Person | None = None,
        *,
        token: str = "",
        language: str = "en",
        address: str = "127.0.0.1",
    ) -> None:
        self.owner = owner
        given = new_token(owner, "test") if owner is not None else token
        self.client = Client(headers={"accept-language": language}, REMOTE_ADDR=address)
        self.headers = {"authorization": f"Bearer {given}"} if given else {}

    def get(self, path: str, **values: Any) -> Any:
        return self.client.get(f"/api{path}", values, headers=self.headers)

    def post(self, path: str, **body: Any) -> Any:
        return self.send(path, json.dumps(body))

    def send(self, path: str, body: str | bytes) -> Any:
        return self.client.post(f"/api{path}", body, content_type="application/json", headers=self.headers)

    def patch(self, path: str, **body: Any) -> Any:
        sent = json.dumps(body)
        return self.client.patch(f"/api{path}", sent, content_type="application/json", headers=self.headers)

    def delete(self, path: str) -> Any:
        return self.client.delete(f"/api{path}", headers=self.headers)


def refused(response: Any, status: int, kind: str) -> dict[str, str]:
    """Return the refusal in `response`, with this status and kind."""
    assert response.status_code == status, response.content
    told: dict[str, str] = response.json()
    assert set(told) == {"kind", "told", "where", "clause"}
    assert told["kind"] == kind
    assert told["told"]
    return told
