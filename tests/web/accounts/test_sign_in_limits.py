"""Failed sign-ins are counted across processes, by household and by account, and never lock the owner out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client

from ginrummy.web.accounts.models import Tries
from ginrummy.web.accounts.passwords import PER_ACCOUNT, PER_NETWORK
from ginrummy.web.config.retention import delete_expired_data
from ginrummy.web.frameworks.threaded_handler import RefusalMiddleware, ThreadedHandler
from ginrummy.web.http.limits import counter
from ginrummy.web.http.now import now
from tests.web.forms import PASSWORD, signed_up

pytestmark = pytest.mark.django_db

WRONG = {"name": "Ada", "password": "not this one"}
RIGHT = {"name": "ADA", "password": PASSWORD}


def tried(address: str, sent: dict[str, str]) -> int:
    """Return the status of one attempt from `address` at a process without counts."""
    counter.clear()
    return Client(REMOTE_ADDR=address).post("/sign-in", sent).status_code


def attacked(count: int = PER_ACCOUNT.times) -> None:
    """Let so many strangers try one password each for Ada."""
    for place in range(count):
        assert tried(f"10.{place}.0.1", WRONG) == 403


def test_tries_are_counted_for_all_processes_together() -> None:
    signed_up("Ada")
    answers = [tried("10.0.0.1", WRONG) for _try in range(PER_NETWORK.times + 1)]
    assert answers == [403] * PER_NETWORK.times + [429]
    assert tried("10.0.0.2", RIGHT) == 302


@pytest.mark.parametrize("door", ["sign_in", "recover"])
def test_a_network_that_tried_too_often_has_no_name_looked_up(
    door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _try in range(PER_NETWORK.times):
        tried("10.0.0.1", WRONG)
    place = "passwords" if door == "sign_in" else "recovery_views"

    def looked_up(_name: str) -> None:
        raise AssertionError(_name)

    monkeypatch.setattr(f"ginrummy.web.accounts.{place}.find_account_by_name", looked_up)
    path = f"/{door.replace('_', '-')}"
    assert Client(REMOTE_ADDR="10.0.0.1").post(path, WRONG).status_code == 429


def test_a_household_of_ipv6_is_counted_as_one() -> None:
    signed_up("Ada")
    for place in range(PER_NETWORK.times):
        assert tried(f"2001:db8::{place:x}", WRONG) == 403
    assert tried("2001:db8::ffff:1", RIGHT) == 429
    assert tried("2001:db8:0:1::1", RIGHT) == 302


def test_an_account_cannot_be_tried_for_ever_from_everywhere() -> None:
    signed_up("Ada")
    attacked()
    assert tried("10.99.0.1", RIGHT) == 429


def test_wrong_tries_of_others_do_not_lock_the_owner_out() -> None:
    client, _owner = signed_up("Ada")
    client.post("/sign-out")
    attacked()
    assert client.post("/sign-in", RIGHT).status_code == 302


def test_a_known_browser_has_tries_of_its_own_and_not_for_ever() -> None:
    client, _owner = signed_up("Ada")
    client.post("/sign-out")
    for place in range(PER_ACCOUNT.times):
        counter.clear()
        assert client.post("/sign-in", WRONG, REMOTE_ADDR=f"10.{place}.0.1").status_code == 403
    assert client.post("/sign-in", RIGHT, REMOTE_ADDR="10.99.0.1").status_code == 429
    assert tried("10.99.0.2", RIGHT) == 302


def test_a_browser_known_to_one_account_is_a_stranger_to_another() -> None:
    client, _owner = signed_up("Bob")
    client.post("/sign-out")
    signed_up("Ada")
    attacked()
    assert client.post("/sign-in", RIGHT).status_code == 429
    forged = Client()
    forged.cookies["ginrummy_known"] = "1:forged"
    assert forged.post("/sign-in", RIGHT).status_code == 429


def test_names_without_an_account_are_counted_alike() -> None:
    attacked()
    assert tried("10.99.0.1", WRONG) == 429


def test_the_right_password_takes_no_try_of_the_account_away() -> None:
    client, _owner = signed_up("Ada")
    for place in range(PER_ACCOUNT.times + 2):
        assert client.post("/sign-in", RIGHT, REMOTE_ADDR=f"10.{place}.0.1").status_code == 302
    for place in range(PER_ACCOUNT.times + 2):
        assert tried(f"10.{place}.0.2", RIGHT) == 302


def test_the_password_cannot_be_tried_for_ever_on_the_account_page() -> None:
    client, _owner = signed_up("Ada")
    change = {"do": "change", "password": "wrong", "new_password": "another good one"}
    answers = [client.post("/account", change).status_code for _try in range(PER_ACCOUNT.times + 1)]
    assert answers == [403] * PER_ACCOUNT.times + [429]
    assert client.post("/account", change | {"password": PASSWORD}).status_code == 429


def test_old_tries_are_forgotten() -> None:
    tried("10.0.0.1", WRONG)
    Tries.objects.update(since=now() - timedelta(days=2))
    for days in (0, 2):
        Tries.objects.create(place=str(days), since=now() + timedelta(days=days))
    delete_expired_data()
    assert list(Tries.objects.values_list("place", flat=True)) == ["0"]


async def test_passwords_are_hashed_apart_from_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    names, gate = [], threading.Event()

    def answer(self: ThreadedHandler, request: HttpRequest) -> HttpResponse:
        names.append((request.path, threading.current_thread().name))
        if request.path != "/":
            gate.wait(20)
        return HttpResponse("ok")

    monkeypatch.setattr(ThreadedHandler, "get_response", answer)
    handler = ThreadedHandler()
    slow = [asyncio.create_task(ask(handler, "POST", "/sign-in")) for _one in range(18)]
    slow.append(asyncio.create_task(ask(handler, "POST", "/prefix/account")))
    await asyncio.sleep(0.05)
    assert await asyncio.wait_for(ask(handler, "GET", "/"), 5) == 200
    assert not any(task.done() for task in slow)
    gate.set()
    assert set(await asyncio.gather(*slow)) == {200}
    assert {name.partition("_")[0] for path, name in names if path != "/"} == {"passwords"}
    assert await ask(handler, "GET", "/sign-in") == 200
    assert names[-1][1].startswith("pages")


async def test_more_sign_ins_than_can_wait_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()

    def answer(_self: ThreadedHandler, request: HttpRequest) -> HttpResponseBase:
        return RefusalMiddleware(lambda _request: HttpResponse("ok" if gate.wait(20) else ""))(request)

    monkeypatch.setattr(ThreadedHandler, "get_response", answer)
    handler = ThreadedHandler()
    tasks = [asyncio.create_task(ask(handler, "POST", "/sign-in")) for _one in range(40)]
    await asyncio.sleep(0.05)
    gate.set()
    answers = await asyncio.gather(*tasks)
    assert answers.count(503) >= 1
    assert answers.count(200) >= 18


async def test_a_form_that_is_too_large_waits_for_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()

    def answer(_self: ThreadedHandler, request: HttpRequest) -> HttpResponseBase:
        return RefusalMiddleware(lambda _request: HttpResponse("ok" if gate.wait(20) else ""))(request)

    monkeypatch.setattr(ThreadedHandler, "get_response", answer)
    handler = ThreadedHandler()
    slow = asyncio.create_task(ask(handler, "POST", "/sign-in"))
    await asyncio.sleep(0.05)
    large = [(b"content-length", b"9" * 12)]
    assert await asyncio.wait_for(ask(handler, "POST", "/sign-in", large), 5) == 413
    gate.set()
    assert await slow == 200


async def ask(
    handler: ThreadedHandler, method: str, path: str, headers: Sequence[tuple[bytes, bytes]] = ()
) -> int:
    """Return the status of `handler`."""
    sent: list[Any] = []
    scope = {"type": "http", "method": method, "path": path, "headers": headers, "query_string": b""}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    await handler(scope, receive, send)
    status: int = sent[0]["status"]
    return status
