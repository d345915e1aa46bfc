"""Attacks on an account: take-over, locking the owner out, finding out whether it has an address."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ginrummy.web.accounts import mail as outbox
from ginrummy.web.accounts.mail import queue_mail, send_due_mail
from ginrummy.web.accounts.models import Letter, RecoveryCode
from ginrummy.web.accounts.passwords import LINKS, PER_ACCOUNT, PER_NETWORK
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Seat
from tests.web.forms import PASSWORD, at_once, signed_up
from tests.web.play import person, proposal

pytestmark = pytest.mark.django_db

NEW = "another good one"
CODE = re.compile(r'value="([A-Z2-9-]{24})"')
ADDRESS = "ada@example.org"


def signed_up_with_code(name: str = "Ada") -> tuple[Client, str]:
    client, _owner = signed_up(name)
    found = CODE.search(client.get("/account/code").content.decode())
    assert found is not None
    return client, found[1]


def link_of_last_letter() -> str:
    assert send_due_mail() == 1
    found = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


def has_address(name: str) -> None:
    User.objects.filter(username=name).update(email=ADDRESS)


def attack_from_network() -> None:
    """Let somebody in the owner's network try passwords, codes and links until refused."""
    wrong = {"name": "Ada", "password": "wrong", "code": "X"}
    for path, sent in (("/sign-in", wrong), ("/recover", wrong), ("/recover", wrong | {"do": "letter"})):
        answers = [Client().post(path, sent).status_code for _try in range(PER_NETWORK.times + 1)]
        assert answers[-1] == 429


def guest_in_a_match() -> tuple[Client, Seat]:
    """Return a guest who plays with somebody, and the guest's seat."""
    client = Client()
    client.post("/settings", {"name": "Zoe"})
    guest = Person.objects.latest("pk")
    table = service.join(creation.create(proposal(), guest, cut="1").key, person("Bob"), cut="2")
    return client, table.seats.get(person=guest)


def test_whoever_reads_a_mistyped_address_cannot_confirm_it(settings: Any) -> None:
    settings.HAS_MAIL = True
    client, _owner = signed_up("Ada")
    client.post("/account", {"do": "mail", "password": PASSWORD, "mail": "aad@example.org"})
    link = link_of_last_letter()
    stranger = signed_up("Eve")[0]
    for browser in (Client(), stranger):
        assert 'name="password"' in browser.get(link).content.decode()
        answers = [browser.post(link, {"password": word}).status_code for word in ("", "wrong")]
        assert answers == [403, 403]
    assert User.objects.get(username="Ada").email == ""
    answers = [Client().post(link, {"password": "wrong"}).status_code for _try in range(PER_NETWORK.times)]
    assert answers[-1] == 429


def test_the_owner_confirms_an_address_in_any_browser(settings: Any) -> None:
    settings.HAS_MAIL = True
    client, _owner = signed_up("Ada")
    client.post("/account", {"do": "mail", "password": PASSWORD, "mail": ADDRESS})
    link = link_of_last_letter()
    assert 'name="password"' not in client.get(link).content.decode()
    assert Client().post(link, {"password": PASSWORD}).status_code == 302
    assert User.objects.get().email == ADDRESS


def test_an_attack_from_the_same_network_does_not_lock_the_owner_out_of_a_known_browser() -> None:
    client, _owner = signed_up("Ada")
    client.post("/sign-out")
    attack_from_network()
    assert client.post("/sign-in", {"name": "ada", "password": PASSWORD}).status_code == 302
    change = {"do": "change", "password": PASSWORD, "new_password": NEW}
    assert client.post("/account", change)["Location"] == "/account?changed=1"


def test_an_attack_from_the_same_network_does_not_keep_the_owner_from_recovery(settings: Any) -> None:
    settings.HAS_MAIL = True
    client, code = signed_up_with_code()
    has_address("Ada")
    client.post("/sign-out")
    attack_from_network()
    assert send_due_mail() == LINKS.times
    Letter.objects.all().delete()
    assert client.post("/recover", {"do": "letter", "name": "Ada"}).status_code == 200
    sent = {"name": "Ada", "code": code, "new_password": NEW}
    assert Client().post("/recover", sent).status_code == 302


def test_requests_for_other_names_take_no_link_from_the_owner(settings: Any) -> None:
    settings.HAS_MAIL = True
    _client, owner = signed_up("Ada")
    has_address("Ada")
    for place in range(LINKS.times + 1):
        Client(REMOTE_ADDR=f"10.{place}.0.1").post("/recover", {"do": "letter", "name": str(owner.pk)})
    assert send_due_mail() == 0
    assert Client().post("/recover", {"do": "letter", "name": "Ada"}).status_code == 200
    assert send_due_mail() == 1


def test_a_thief_of_a_session_does_not_keep_the_owner_from_changing_the_password() -> None:
    client, _owner = signed_up("Ada")
    thief = Client()
    assert thief.post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 302
    change = {"do": "change", "password": PASSWORD, "new_password": NEW}
    answers = [thief.post("/account", change | {"password": "x"}) for _try in range(PER_ACCOUNT.times + 1)]
    assert answers[-1].status_code == 429
    assert client.post("/account", change).status_code == 302


def test_right_passwords_of_a_whole_club_are_no_tries_of_its_network() -> None:
    names = [f"Player {letter}" for letter in "ABCDEFGHJKMN"]
    assert len(names) > PER_NETWORK.times
    for place, name in enumerate(names):
        signed_up(name, Client(REMOTE_ADDR=f"10.0.0.{place}"))
    answers = [Client().post("/sign-in", {"name": name, "password": PASSWORD}) for name in names]
    assert {answer.status_code for answer in answers} == {302}


def shown(answer: Any) -> bytes:
    """Return the page of `answer` without the typed input."""
    return re.sub(rb"<input[^>]*>", b"", answer.content)


def asked_for_a_link(name: str, network: str) -> tuple[int, bytes, list[str]]:
    """Return the form's response to a request for a link, with the database queries."""
    with CaptureQueriesContext(connection) as asked:
        answer = Client(REMOTE_ADDR=network).post("/recover", {"do": "letter", "name": name})
    return answer.status_code, shown(answer), [one["sql"].partition(" ")[0] for one in asked]


@pytest.mark.parametrize("waiting", [0, outbox.MOST_WAITING])
def test_the_form_for_a_link_tells_nobody_who_has_an_address(settings: Any, waiting: int) -> None:
    settings.HAS_MAIL = True
    for name in ("Ada", "Bob"):
        signed_up(name)
    has_address("Ada")
    Letter.objects.bulk_create(Letter(address=ADDRESS, subject="", text="") for _letter in range(waiting))
    for place in range(LINKS.times + 2):
        networks = (f"10.{place}.{one}.1" for one in range(3))
        answers = [asked_for_a_link(*both) for both in zip(("Ada", "Bob", "Nobody"), networks, strict=True)]
        assert answers[0] == answers[1] == answers[2]
        assert answers[0][0] == (503 if waiting and place < LINKS.times else 200)


def test_the_form_for_a_code_tells_nobody_what_an_address_looks_like(settings: Any) -> None:
    settings.HAS_MAIL = True
    _client, code = signed_up_with_code()
    has_address("Ada")
    answers = [
        Client().post("/recover", {"name": "Ada", "code": "X", "new_password": wanted})
        for wanted in (ADDRESS, "ada", NEW)
    ]
    assert [answer.status_code for answer in answers] == [403] * 3
    assert len({shown(answer) for answer in answers}) == 1
    weak = {"name": "Ada", "code": code, "new_password": ADDRESS}
    assert Client().post("/recover", weak).status_code == 400


@pytest.mark.parametrize("by", ["code", "link"])
def test_recovery_does_not_take_a_guest_away_from_a_match(settings: Any, by: str) -> None:
    settings.HAS_MAIL = True
    _client, code = signed_up_with_code()
    has_address("Ada")
    path, sent = "/recover", {"name": "Ada", "code": code, "new_password": NEW}
    if by == "link":
        Client().post("/recover", {"do": "letter", "name": "Ada"})
        path = link_of_last_letter()
    guest, seat = guest_in_a_match()
    assert guest.post(path, sent).status_code == 409
    assert guest.get(f"/tables/{seat.table.key}").status_code == 200
    assert guest.post(f"/tables/{seat.table.key}/say", {"number": "2", "move": "resign"}).status_code == 302
    assert guest.post(path, sent)["Location"] == "/account/code"
    seat.refresh_from_db()
    assert seat.person == Person.objects.get(user__username="Ada")


def test_what_a_guest_has_comes_along_by_recovery_as_by_the_password() -> None:
    _client, code = signed_up_with_code()
    guest = Client()
    table = at_once(guest)
    sent = {"name": "Ada", "code": code, "new_password": NEW}
    assert guest.post("/recover", sent).status_code == 302
    assert table.seats.get(number=0).person == Person.objects.get(user__username="Ada")


def test_a_recovery_code_is_shown_to_its_owner_alone_in_a_browser_that_several_use() -> None:
    client, code = signed_up_with_code()
    client.post("/sign-out")
    assert client.get("/account/code")["Location"] == "/account"
    client.post("/sign-in", {"name": "Ada", "password": PASSWORD})
    assert code in client.get("/account/code").content.decode()
    other = Client()
    other.cookies["ginrummy_code"] = client.cookies["ginrummy_code"].value
    signed_up("Bob", Client())
    other.post("/sign-in", {"name": "Bob", "password": PASSWORD})
    assert other.get("/account/code")["Location"] == "/account"


def test_a_deleted_account_has_no_recovery_code() -> None:
    client, code = signed_up_with_code()
    client.post("/account", {"do": "delete", "password": PASSWORD})
    assert not RecoveryCode.objects.exists()
    assert Client().post("/recover", {"name": "", "code": code, "new_password": NEW}).status_code == 403


@pytest.mark.parametrize("address", [f"ada@{'ü' * 60}.org", f"ada@{'.'.join(['ü' * 50] * 5)}.org"])
def test_an_address_that_no_network_takes_is_refused(settings: Any, address: str) -> None:
    settings.HAS_MAIL = True
    client, _owner = signed_up("Ada")
    sent = {"do": "mail", "password": PASSWORD, "mail": address}
    assert client.post("/account", sent).status_code == 400
    assert client.post("/account", sent | {"mail": "ada@überall.org"}).status_code == 200
    assert send_due_mail() == 1


def test_an_email_that_cannot_be_written_is_given_up_and_holds_up_no_other() -> None:
    queue_mail(f"ada@{'ü' * 60}.org", "one", title="")
    queue_mail(ADDRESS, "two", title="")
    for tries in range(outbox.MOST_TRIES):
        assert send_due_mail() == (tries == 0)
        Letter.objects.update(due=now())
    assert not Letter.objects.exists()


@pytest.mark.parametrize("host", ["localhost:6666", "127.0.0.1:6666", "[::1]:6666", "localhost"])
def test_a_link_of_a_server_without_a_name_leads_to_its_port(settings: Any, host: str) -> None:
    settings.HAS_MAIL, settings.PORT_IN_LETTERS, settings.ALLOWED_HOSTS = True, 8000, ["*"]
    signed_up("Ada")
    has_address("Ada")
    Client(HTTP_HOST=host).post("/recover", {"do": "letter", "name": "Ada"})
    assert send_due_mail() == 1
    assert f"http://{host.removesuffix(':6666')}:8000/recover/" in str(mail.outbox[-1].body)
