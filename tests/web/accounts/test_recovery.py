"""A forgotten password: a code shown once, or an e-mail if the host has a mail server."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from ginrummy.locale.errors import GinRummyError
from ginrummy.web.accounts import mail as outbox
from ginrummy.web.accounts.mail import MailQueueFull, queue_mail, send_due_mail
from ginrummy.web.accounts.models import Letter, RecoveryCode, Tries
from ginrummy.web.accounts.passwords import CONFIRMATIONS, LINKS, PER_ACCOUNT, PER_NETWORK, TO_AN_ADDRESS
from ginrummy.web.config.mail import MailServer, mail_host_name, parse_mail_server
from ginrummy.web.http import now as clock
from ginrummy.web.http.now import now
from tests.web.api_client import Program, refused
from tests.web.forms import PASSWORD, signed_up

pytestmark = pytest.mark.django_db

NEW = "another good one"
CODE = re.compile(r'value="([A-Z2-9-]{24})"')


def code_shown(client: Client, response: Any) -> str:
    """Return the code shown to `client` after `response`."""
    assert (response.status_code, response["Location"]) == (302, "/account/code")
    found = CODE.search(client.get("/account/code").content.decode())
    assert found is not None
    return found[1]


def signed_up_with_code() -> tuple[Client, str]:
    client = Client()
    return client, code_shown(client, client.post("/sign-up", {"name": "Ada", "password": PASSWORD}))


def recovered(code: str, name: str = "ada", password: str = NEW, client: Client | None = None) -> Any:
    sent = {"name": name, "code": code, "new_password": password}
    return (client or Client()).post("/recover", sent)


def test_a_recovery_code_is_shown_until_it_is_written_down_and_kept_as_a_fingerprint() -> None:
    client, code = signed_up_with_code()
    assert code not in RecoveryCode.objects.get().digest
    for path in ("/account", "/settings", "/tables/"):
        assert code not in client.get(path).content.decode()
    again = client.get("/account/code")
    assert code in again.content.decode()
    assert "this page shows it until you confirm, for half an hour at most" in again.content.decode()
    assert again.headers["Cache-Control"] == "no-store"
    assert client.cookies["ginrummy_code"]["path"] == "/account/code"
    assert client.cookies["ginrummy_code"]["httponly"]
    assert client.post("/account/code")["Location"] == "/tables/"
    assert client.get("/account/code")["Location"] == "/account"


def test_a_recovery_code_is_shown_to_nobody_else_and_no_more_once_it_is_worthless() -> None:
    client, code = signed_up_with_code()
    stranger = Client()
    assert stranger.get("/account/code").status_code == 302
    stranger.cookies["ginrummy_code"] = code
    assert stranger.get("/account/code").status_code == 302
    assert recovered(code).status_code == 302
    assert client.get("/account/code").status_code == 302


def test_a_recovery_code_sets_a_new_password_once() -> None:
    client, code = signed_up_with_code()
    program = Program(RecoveryCode.objects.get().person)
    browser = Client()
    newer = code_shown(browser, recovered(code.lower().replace("-", " "), client=browser))
    assert newer != code
    assert client.get("/account").status_code == 302
    refused(program.get("/me"), 401, "wrong_token")
    assert Client().post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 403
    assert Client().post("/sign-in", {"name": "Ada", "password": NEW}).status_code == 302
    assert recovered(code, password="one more good one").status_code == 403
    assert recovered(newer, password="one more good one").status_code == 302


def test_a_recovery_code_that_is_wrong_or_somebody_elses_opens_nothing() -> None:
    _client, code = signed_up_with_code()
    signed_up("Bob")
    assert recovered(code, name="Bob").status_code == 403
    assert recovered("", name="Ada").status_code == 403
    assert recovered(code, name="Nobody").status_code == 403
    assert recovered(code, password="123").status_code == 400
    assert recovered(code).status_code == 302


def test_recovery_codes_cannot_be_tried_for_ever() -> None:
    signed_up_with_code()
    answers = [
        recovered("X", client=Client(REMOTE_ADDR="10.0.0.1")).status_code
        for _try in range(PER_NETWORK.times + 1)
    ]
    assert answers == [403] * PER_NETWORK.times + [429]


def test_a_recovery_code_is_renewed_on_the_account_page() -> None:
    client, code = signed_up_with_code()
    assert client.post("/account", {"do": "code", "password": "wrong"}).status_code == 403
    newer = code_shown(client, client.post("/account", {"do": "code", "password": PASSWORD}))
    assert recovered(code).status_code == 403
    assert recovered(newer).status_code == 302


SIGN_UP_FORM = {"name": "Ada", "password": PASSWORD}


def test_a_sign_up_sent_again_shows_the_same_code() -> None:
    client, code = signed_up_with_code()
    assert code_shown(client, client.post("/sign-up", SIGN_UP_FORM)) == code
    assert User.objects.count() == 1


@pytest.mark.parametrize("is_guest", [False, True])
def test_a_sign_up_sent_again_before_its_cookie_came_shows_a_code_that_is_good(is_guest: bool) -> None:
    first = Client()
    if is_guest:
        first.post("/settings", {"name": "Guest", "sound": "on"})
    second = Client()
    second.cookies.load({key: one.value for key, one in first.cookies.items()})
    older = code_shown(first, first.post("/sign-up", SIGN_UP_FORM))
    newer = code_shown(second, second.post("/sign-up", SIGN_UP_FORM))
    assert second.get("/account").status_code == 200
    assert (User.objects.count(), recovered(older).status_code) == (1, 403)
    assert recovered(newer).status_code == 302


def test_a_sign_up_sent_again_opens_no_account_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    _client, code = signed_up_with_code()
    digest = RecoveryCode.objects.get().digest
    other, _bob = signed_up("Bob")
    for client, password in ((Client(), "a wrong good one"), (other, PASSWORD)):
        taken = client.post("/sign-up", {"name": "Ada", "password": password})
        assert (taken.status_code, "That name is taken." in taken.content.decode()) == (400, True)
    monkeypatch.setattr("ginrummy.web.http.now.watch", lambda: datetime.now(UTC) + timedelta(minutes=3))
    assert Client().post("/sign-up", SIGN_UP_FORM).status_code == 400
    assert RecoveryCode.objects.get(person__name="Ada").digest == digest
    assert recovered(code).status_code == 302


def test_a_sign_up_sent_again_cannot_try_passwords_for_ever() -> None:
    signed_up("Ada")
    for number in range(PER_ACCOUNT.times):
        guess = {"name": "Ada", "password": f"guess number {number}"}
        assert Client(REMOTE_ADDR=f"10.0.{number}.1").post("/sign-up", guess).status_code == 400
    assert Client(REMOTE_ADDR="10.1.0.1").post("/sign-up", SIGN_UP_FORM).status_code == 400


def test_a_new_password_sent_again_shows_a_code_that_is_good() -> None:
    _client, code = signed_up_with_code()
    first, second = Client(), Client()
    same = code_shown(first, recovered(code, client=first))
    assert code_shown(first, recovered(code, client=first)) == same
    newer = code_shown(second, recovered(code, client=second))
    assert recovered(same, password="another wrong one").status_code == 403
    assert recovered(newer, password="one more good one").status_code == 302


def test_a_letter_needs_a_host_with_mail() -> None:
    client, _owner = signed_up("Ada")
    assert "E-mail address" not in client.get("/account").content.decode()
    assert client.post("/account", {"do": "mail", "password": PASSWORD}).status_code == 400
    assert "By e-mail" not in Client().get("/recover").content.decode()


def link_of_last_letter() -> str:
    assert send_due_mail() == 1
    found = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


def test_a_letter_sets_a_new_password_once(settings: Any) -> None:
    settings.HAS_MAIL = True
    client, _owner = signed_up("Ada")
    address = {"do": "mail", "password": PASSWORD, "mail": "ada@example.org"}
    assert client.post("/account", address | {"mail": "nowhere"}).status_code == 400
    assert client.post("/account", address).status_code == 200
    assert User.objects.get().email == ""
    confirm = link_of_last_letter()
    assert client.get(confirm).status_code == 200
    assert User.objects.get().email == ""
    assert client.post(confirm).status_code == 302
    assert User.objects.get().email == "ada@example.org"
    assert Client().post("/recover", {"do": "letter", "name": "ADA"}).status_code == 200
    link = link_of_last_letter()
    assert mail.outbox[-1].to == ["ada@example.org"]
    assert [one.subject for one in mail.outbox] == ["Gin Rummy – Your address", "Gin Rummy – New password"]
    assert Client().get(link).status_code == 200
    assert Client().post(link, {"new_password": "123"}).status_code == 400
    assert Client().post(link, {"new_password": NEW}).status_code == 302
    assert Client().post(link, {"new_password": "a wrong good one"}).status_code == 403
    sent_again = Client()
    code_shown(sent_again, sent_again.post(link, {"new_password": NEW}))
    assert client.get("/account").status_code == 302
    assert Client().post("/sign-in", {"name": "Ada", "password": NEW}).status_code == 302
    assert Client().post(confirm).status_code == 403


def test_letters_are_few_and_tell_nobody_who_has_an_address(settings: Any) -> None:
    settings.HAS_MAIL = True
    _client, owner = signed_up("Ada")
    User.objects.filter(person=owner).update(email="ada@example.org")
    told = [Client().post("/recover", {"do": "letter", "name": name}).content for name in ("Nobody", "Ada")]
    assert len({re.sub(rb"<input[^>]*>", b"", one) for one in told}) == 1
    for place in range(LINKS.times + 2):
        again = Client(REMOTE_ADDR=f"10.{place}.0.1").post("/recover", {"do": "letter", "name": "Ada"})
        assert re.sub(rb"<input[^>]*>", b"", again.content) == re.sub(rb"<input[^>]*>", b"", told[0])
    assert send_due_mail() == LINKS.times
    assert len(mail.outbox) == LINKS.times


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("evil.example.org", "gin.example.org"),
        ("localhost", "gin.example.org"),
        ("gin.example.org:99999", "gin.example.org"),
        ("gin.example.org:8443", "gin.example.org"),
    ],
)
def test_a_letter_leads_to_the_server_by_whatever_name_it_was_asked(
    settings: Any, asked: str, told: str
) -> None:
    settings.HAS_MAIL, settings.NAME_IN_LETTERS = True, "gin.example.org"
    settings.ALLOWED_HOSTS = ["gin.example.org", ".example.org", "localhost", "testserver"]
    client, owner = signed_up("Ada")
    User.objects.filter(person=owner).update(email="ada@example.org")
    Client(HTTP_HOST=asked).post("/recover", {"do": "letter", "name": "Ada"})
    address = {"do": "mail", "password": PASSWORD, "mail": "ada@example.net"}
    client.post("/account", address, HTTP_HOST=asked)
    assert send_due_mail() == 2
    assert all(f"http://{told}/recover/" in str(letter.body) for letter in mail.outbox)


def test_a_letter_leads_to_the_port_of_the_server(settings: Any) -> None:
    settings.HAS_MAIL, settings.NAME_IN_LETTERS, settings.PORT_IN_LETTERS = True, "gin.example.org", 8443
    client, _owner = signed_up("Ada")
    client.post("/account", {"do": "mail", "password": PASSWORD, "mail": "ada@example.net"})
    assert send_due_mail() == 1
    assert "http://gin.example.org:8443/recover/" in str(mail.outbox[-1].body)


def asked_for(client: Client, address: str) -> str:
    """Let `client` enter `address` as its own. Return the link sent there."""
    assert client.post("/account", {"do": "mail", "password": PASSWORD, "mail": address}).status_code == 200
    return link_of_last_letter()


def test_an_address_that_was_corrected_cannot_be_confirmed_any_more(settings: Any) -> None:
    settings.HAS_MAIL = True
    client, _owner = signed_up("Ada")
    mistyped, right = asked_for(client, "aad@example.org"), asked_for(client, "ada@example.org")
    assert client.post(mistyped).status_code == 403
    assert client.post(right).status_code == 302
    assert User.objects.get().email == "ada@example.org"
    for link in (mistyped, right):
        assert client.post(link).status_code == 403
    latest = asked_for(client, "ada@example.net")
    assert client.post("/account", {"do": "mail", "password": PASSWORD, "mail": ""}).status_code == 302
    assert client.post(latest).status_code == 403
    assert User.objects.get().email == ""


@pytest.mark.parametrize(
    "spelling", ["victim@example.org", "Victim@Example.ORG", "victim+{place}@example.org"]
)
def test_nobody_is_asked_for_ever_whether_an_address_is_theirs(settings: Any, spelling: str) -> None:
    settings.HAS_MAIL = True
    clients = [signed_up(name)[0] for name in ("Ada", "Bob")]
    address = {"do": "mail", "password": PASSWORD}
    answers = []
    for place in range(TO_AN_ADDRESS.times + 2):
        sent = address | {"mail": spelling.format(place=place)}
        answers.append(clients[place % 2].post("/account", sent, REMOTE_ADDR=f"10.{place}.0.1"))
    assert {answer.status_code for answer in answers} == {200}
    assert len({re.sub(rb"<(input|strong)[^>]*>.*", b"", one.content) for one in answers[::2]}) == 1
    assert send_due_mail() == TO_AN_ADDRESS.times
    Tries.objects.update(since=now() - timedelta(hours=2))
    assert clients[0].post("/account", address | {"mail": "victim@example.org"}).status_code == 200
    assert send_due_mail() == 0


def test_an_account_and_a_network_ask_about_few_addresses(settings: Any) -> None:
    settings.HAS_MAIL = True
    clients = [signed_up(name)[0] for name in ("Ada", "Bob", "Cleo", "Dora")]
    address = {"do": "mail", "password": PASSWORD}

    def asks(client: Client, place: int, network: str = "127.0.0.1") -> int:
        sent = address | {"mail": f"a{place}@example.org"}
        return client.post("/account", sent, REMOTE_ADDR=network).status_code

    times = CONFIRMATIONS.times
    assert [asks(clients[0], place, f"10.0.{place}.1") for place in range(times + 1)] == [200] * times + [429]
    Tries.objects.all().delete()
    for number, client in enumerate(clients[:3]):
        assert {asks(client, 10 * number + place) for place in range(times)} == {200}
    assert asks(clients[3], 99) == 429


def test_an_address_that_is_too_long_is_refused(settings: Any) -> None:
    settings.HAS_MAIL = True
    client, _owner = signed_up("Ada")
    long = f"{'a' * 60}@{'.'.join(['b' * 60] * 3)}.example.org"
    assert 250 < len(long) < 320
    for address, status in ((long, 400), (long.replace("a", "", 20), 200)):
        sent = {"do": "mail", "password": PASSWORD, "mail": address}
        assert client.post("/account", sent).status_code == status


def test_a_server_with_mail_has_a_name_of_its_own() -> None:
    assert mail_host_name([".example.org", "*", "gin.example.org", "other.example.org"]) == "gin.example.org"
    assert mail_host_name([]) == ""
    for patterns in (["*"], [".example.org"]):
        with pytest.raises(GinRummyError, match="domain"):
            mail_host_name(patterns)


class Broken:
    """A mail server that is temporarily unavailable."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self, *letter: Any) -> int:
        self.left -= 1
        if self.left >= 0:
            raise ConnectionRefusedError("no mail server")
        mail.outbox.append(mail.EmailMessage(*letter))
        return 1


def put_one() -> None:
    queue_mail("ada@example.org", "one", title="")


def test_a_letter_outlives_a_mail_server_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "send_mail", Broken(3))
    put_one()
    for tries in range(1, 4):
        assert send_due_mail() == 0
        assert Letter.objects.get().tries == tries
        assert send_due_mail() == 0
        Letter.objects.update(due=now())
    assert send_due_mail() == 1
    assert not Letter.objects.exists()
    assert len(mail.outbox) == 1


def test_a_letter_that_nobody_takes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "send_mail", Broken(100))
    put_one()
    for _try in range(outbox.MOST_TRIES):
        assert Letter.objects.count() == 1
        send_due_mail()
        Letter.objects.update(due=now())
    assert not Letter.objects.exists()


def test_a_letter_that_fails_in_any_way_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails_once(*_letter: Any) -> int:
        monkeypatch.setattr(outbox, "send_mail", Broken(0))
        raise RuntimeError

    monkeypatch.setattr(outbox, "send_mail", fails_once)
    put_one()
    put_one()
    assert send_due_mail() == 1
    assert Letter.objects.get().tries == 1


def test_no_letter_goes_out_about_what_is_taken_back() -> None:
    with suppress(RuntimeError), transaction.atomic():
        put_one()
        raise RuntimeError
    assert send_due_mail() == 0


def test_letters_that_wait_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST_WAITING", 2)
    put_one()
    put_one()
    with pytest.raises(MailQueueFull):
        put_one()


def test_a_process_that_dies_while_it_sends_delays_a_letter_and_loses_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def dies(*_letter: Any) -> int:
        raise SystemExit

    put_one()
    monkeypatch.setattr(outbox, "send_mail", dies)
    with pytest.raises(SystemExit):
        send_due_mail()
    monkeypatch.setattr(outbox, "send_mail", Broken(0))
    assert send_due_mail() == 0
    Letter.objects.update(lease=now())
    assert send_due_mail() == 1


def test_a_mail_server_has_an_address() -> None:
    found = parse_mail_server("smtp+starttls://ada:p%40ss@mail.example.org")
    assert found == MailServer("mail.example.org", 587, "ada", "p@ss", is_starttls=True)
    assert parse_mail_server("") == MailServer()
    with pytest.raises(GinRummyError):
        parse_mail_server("mail.example.org")


@pytest.mark.django_db(transaction=True)
def test_a_letter_that_goes_out_slowly_goes_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    passed, conversations = [timedelta(0)], []
    monkeypatch.setattr(clock, "watch", lambda: timezone.now() + passed[0])
    monkeypatch.setattr(outbox, "_LOOK_EVERY", 0.01)

    def slow(*_letter: Any) -> int:
        conversations.append(passed[0])
        for _part in range(5):
            passed[0] += outbox.LEASE * 0.7
            await_lease()
            assert send_due_mail() == 0, "another process sends it too"
        return 1

    monkeypatch.setattr(outbox, "send_mail", slow)
    put_one()
    assert send_due_mail() == 1
    assert conversations == [timedelta(0)]
    assert not Letter.objects.exists()


def await_lease() -> None:
    """Wait until more than half of the e-mail's lease is left."""
    for _attempt in range(2000):
        lease = Letter.objects.get().lease
        if lease is not None and lease > now() + outbox.LEASE / 2:
            return
        time.sleep(0.01)
    raise AssertionError("the lease is not renewed")
