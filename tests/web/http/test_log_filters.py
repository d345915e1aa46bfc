"""The server's log has one line for a refused request, and a traceback for an error."""

from __future__ import annotations

import logging
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """Return the output of the settings' log handler."""
    written = StringIO()
    logs: Any = settings.LOGGING
    handler = logging.StreamHandler(written)
    for name in logs["handlers"]["console"]["filters"]:
        made = logs["filters"][name]
        module, _dot, kind = made["()"].rpartition(".")
        handler.addFilter(getattr(__import__(module, fromlist=[kind]), kind)())
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    return written


def test_a_wrong_host_is_a_line(log: StringIO) -> None:
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    assert "evil.example" in log.getvalue()
    assert "Traceback" not in log.getvalue()


FORM = "application/x-www-form-urlencoded"
MANY = "&".join(f"field={number}" for number in range(1000))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"field=%00", FORM),
        (b"field=1", f"{FORM}; charset=utf-16"),
        (MANY.encode(), FORM),
        (b"x", "multipart/form-data"),
        (b"x", "multipart/form-data; boundary=" + "é" * 9),
        (b"x" * 70_000, FORM),
    ],
)
@pytest.mark.django_db
def test_a_request_that_cannot_be_read_is_a_line(log: StringIO, body: bytes, kind: str) -> None:
    client = Client(raise_request_exception=False)
    assert client.generic("POST", "/settings", body, kind).status_code in (400, 413)
    assert len(log.getvalue().splitlines()) == 1


def test_what_goes_wrong_keeps_its_traceback(log: StringIO) -> None:
    try:
        raise RuntimeError("so")
    except RuntimeError:
        logging.getLogger("ginrummy.web").exception("it went wrong")
    assert "Traceback" in log.getvalue()
