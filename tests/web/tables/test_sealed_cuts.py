"""Both cuts are fixed before either is revealed: a seal, an open cut, then the sealed one."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.db.models import F
from django.test import Client

from ginrummy.game.shuffle import DealError, Seeds, cut_seal, new_nonce, shuffled_deck
from ginrummy.rules.types import SEATS
from ginrummy.text.record import read_record
from ginrummy.web.accounts.account_deletion import delete_account
from ginrummy.web.http.now import now
from ginrummy.web.lobby.open_tables import open_table_entries, parse_filters
from ginrummy.web.lobby.player_invitations import withdraw
from ginrummy.web.tables import creation, server_heartbeat, service, worker
from ginrummy.web.tables.clocks import PACES, parse_time_control, reveal_time_limit
from ginrummy.web.tables.errors import NotYours, OutOfTurn, SeatTaken, Stale
from ginrummy.web.tables.models import Event, Status, Table
from ginrummy.web.tables.table_state import RESIGN, current_state, states
from tests.web.api_client import Program, refused
from tests.web.play import client_of, match_of, person, proposal, table_of_two

pytestmark = pytest.mark.django_db
CUT, NONCE = "17 cœurs", "0f" * 16
SEAL = cut_seal(CUT, NONCE)


def laid(pace: str = "") -> Table:
    """Return a table with a cut sealed by the browser of its first player."""
    return creation.create(proposal(seed=5, pace=pace, is_listed=True), person("Ada"), seal=SEAL)


def cutting(pace: str = "") -> tuple[Table, Client, Client]:
    """Return a table after the second player's cut, and both browsers."""
    table, guest = laid(pace), person("Bob")
    host = table.seats.get(number=0).person
    assert host is not None
    return service.join(table.key, guest, cut="5"), client_of(host), client_of(guest)


def late(table: Table) -> None:
    """Let the time for revealing the cut run out."""
    Table.objects.filter(pk=table.pk).update(time_due=now() - timedelta(seconds=1))


def test_the_cards_are_dealt_once_the_sealed_cut_is_shown() -> None:
    table, host, _guest = cutting()
    assert (table.status, current_state(table).match) == (Status.CUTTING, None)
    assert current_state(table).awaited == {0}
    assert host.post(f"/tables/{table.key}/reveal", {"nonce": NONCE, "cut": CUT}).status_code == 302
    table.refresh_from_db()
    assert table.status == Status.PLAYING
    assert match_of(table).seeds is not None
    assert current_state(table).cuts == (CUT, "5")
    texts = list(table.events.values_list("text", flat=True))
    assert texts == [f"seal:{SEAL}", "cut:5", f"reveal:{NONCE} {CUT}"]
    states.clear()
    assert match_of(Table.objects.get(pk=table.pk)).game.deck == shuffled_deck(
        Seeds(table.secret, (CUT, "5")), 0, 1
    )
    again = host.post(f"/tables/{table.key}/reveal", {"nonce": NONCE, "cut": CUT})
    assert (again.status_code, table.events.count()) == (302, 3)


def test_no_other_cut_than_the_sealed_one_is_taken() -> None:
    table, host, guest = cutting()
    for nonce, cut in ((NONCE, "18"), (new_nonce(), CUT), ("", CUT), ("zz" * 16, CUT), (NONCE, CUT + "\n")):
        assert host.post(f"/tables/{table.key}/reveal", {"nonce": nonce, "cut": cut}).status_code == 422
    assert guest.post(f"/tables/{table.key}/reveal", {"nonce": NONCE, "cut": CUT}).status_code == 409
    assert Client().post(f"/tables/{table.key}/reveal", {"nonce": NONCE, "cut": CUT}).status_code == 403
    table.refresh_from_db()
    assert (table.status, table.number) == (Status.CUTTING, 2)


def test_a_seal_is_not_opened_before_the_other_has_cut() -> None:
    table = laid()
    host = table.seats.get(number=0).person
    with pytest.raises(OutOfTurn):
        service.reveal(table.key, host, nonce=NONCE, cut=CUT)
    with pytest.raises(DealError):
        creation.create(proposal(), person(), seal="not a seal")
    with pytest.raises(OutOfTurn):
        current_state(service.join(table.key, person(), cut="5")).after(SEATS[1], "cut:6")


def test_nobody_who_joins_sees_the_cut_before_its_own(client: Client) -> None:
    for table in (laid(), creation.create(proposal(), person(), cut=CUT)):
        told = Program(person()).get(f"/tables/{table.key}").json()
        pages = [client.get(f"/tables/{table.key}").content.decode(), str(told)]
        assert told["cuts"] == [None, None]
        assert told["seals"][0] == current_state(table).seals[0]
        assert all(CUT not in unescape(page) for page in pages)
        assert all(current_state(table).seals[0] in page for page in pages)


def test_a_cut_that_the_server_keeps_is_sealed_and_shown_by_itself() -> None:
    table = creation.create(proposal(), person(), cut=CUT)
    (sealed,) = table.events.values_list("text", flat=True)
    assert sealed.startswith("seal:")
    table = service.join(table.key, person(), cut="5")
    assert (table.status, table.number, current_state(table).cuts) == (Status.PLAYING, 3, (CUT, "5"))
    assert cut_seal(CUT, current_state(table).nonces[0]) == sealed.removeprefix("seal:")


def test_a_table_from_before_there_were_seals_is_played_at() -> None:
    table = laid()
    Event.objects.filter(table=table).update(text=f"cut:{CUT}")
    states.clear()
    told = Program(person()).get(f"/tables/{table.key}").json()
    assert (told["status"], told["seals"], told["cuts"]) == ("waiting", [None, None], [None, None])
    table = service.join(table.key, person(), cut="5")
    assert (table.status, table.number, current_state(table).cuts) == (Status.PLAYING, 2, (CUT, "5"))


@pytest.mark.parametrize("pace", PACES)
def test_a_table_whose_cut_is_not_shown_in_time_is_taken_back(pace: str) -> None:
    table, _host, guest = cutting(pace)
    server_heartbeat.record_sweep()
    assert table.time_due is not None
    assert abs(table.time_due - now() - reveal_time_limit(parse_time_control(pace))) < timedelta(seconds=20)
    worker.sweep()
    assert Table.objects.filter(pk=table.pk).exists()
    late(table)
    worker.sweep()
    assert not Table.objects.filter(pk=table.pk).exists()
    assert guest.get(f"/tables/{table.key}").status_code == 404


def test_nothing_is_said_where_a_cut_was_not_shown_in_time() -> None:
    table, host, guest = cutting("600+20")
    server_heartbeat.record_sweep()
    late(table)
    for one in (host, guest):
        assert one.post(f"/tables/{table.key}/say", {"number": 2, "move": RESIGN}).status_code == 409
    table.refresh_from_db()
    assert (table.status, table.number) == (Status.CUTTING, 2)
    worker.sweep()
    assert not Table.objects.filter(pk=table.pk).exists()


WORDS = (
    "draw", "7H", "next", "back", "resign", "undo", "claim", "bot", "time", "void", "", "x" * 400,
    f"cut:{CUT}", f"seal:{SEAL}", f"reveal:{NONCE} {CUT}", "deck:", "\x00", "knock:7H", "spread:",
)  # fmt: skip
ADDRESSES = (
    "",
    "/board",
    "/hint",
    "/rematch",
    "/watching",
    "/hands",
    "/phrase",
    "/join",
    "/decline",
    "/record",
)


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize("pace", ["", "600+20"])
def test_whatever_is_asked_of_a_table_that_waits_for_a_cut_is_answered(pace: str, is_late: bool) -> None:
    table, host, guest = cutting(pace)
    server_heartbeat.record_sweep()
    if is_late:
        late(table)
    programs = [Program(seat.person) for seat in table.seats.all() if seat.person is not None]
    for one in (host, guest, client_of(person()), Client()):
        for word in WORDS:
            sent = {"number": 2, "move": word, "cut": word, "nonce": word, "text": word, "watching": word}
            assert one.post(f"/tables/{table.key}/say", sent).status_code < 500, word
        for address in ADDRESSES:
            assert one.post(f"/tables/{table.key}{address}", sent).status_code < 500, address
            assert one.get(f"/tables/{table.key}{address}").status_code < 500, address
    for program in programs:
        for word in WORDS:
            assert program.post(f"/tables/{table.key}/moves", number=2, move=word).status_code < 500, word
        assert program.get(f"/tables/{table.key}").json()["moves"] == []
    table.refresh_from_db()
    assert (table.status, table.number) == (Status.CUTTING, 2)


def test_an_outage_costs_nobody_the_time_to_show_a_cut() -> None:
    table, _host, _guest = cutting()
    server_heartbeat.shift_deadlines(timedelta(hours=1))
    due = Table.objects.get(pk=table.pk).time_due
    assert due is not None
    assert table.time_due is not None
    assert due - table.time_due == timedelta(hours=1)


def test_both_seats_are_taken_while_a_cut_is_awaited() -> None:
    table, host, guest = cutting()
    assert open_table_entries(parse_filters({}), None) == []
    with pytest.raises(SeatTaken):
        service.join(table.key, person(), cut="6")
    stranger = client_of(person())
    assert stranger.get(f"/tables/{table.key}").status_code == 403
    refused(Program(person()).get(f"/tables/{table.key}"), 403, "not_yours")
    for one in (host, guest):
        assert one.get(f"/tables/{table.key}/board").status_code == 204
        assert one.post(f"/tables/{table.key}/say", {"number": 2, "move": RESIGN}).status_code == 409
        assert one.post(f"/tables/{table.key}/phrase", {"phrase": "hello"}).status_code == 409
        assert one.get(f"/tables/{table.key}").status_code == 200


def test_the_page_says_who_is_awaited_and_for_how_long() -> None:
    table, host, guest = cutting("600+20")
    own, theirs = (unescape(one.get(f"/tables/{table.key}").content.decode()) for one in (host, guest))
    assert "Bob has joined and cut" in own
    assert f'data-seal="{SEAL}"' in own
    assert "Now Ada shows the cut that was sealed before" in theirs
    assert "/reveal" not in theirs
    assert all("Time for that: 2 minutes" in page for page in (own, theirs))
    assert "Bob is here. The game: " in unescape(host.get("/tables/").content.decode())
    assert " is here" not in unescape(guest.get("/tables/").content.decode())
    service.reveal(table.key, table.taken[0].person, nonce=NONCE, cut=CUT)
    for one, name in ((host, "Bob"), (guest, "Ada")):
        assert f"{name} is here" in unescape(one.get("/tables/").content.decode())
        assert " is here" not in unescape(one.get(f"/notices?at=/tables/{table.key}").content.decode())


def test_either_may_leave_before_a_card_is_dealt() -> None:
    for seat in (0, 1):
        table = cutting()[0]
        withdraw(table.key, table.seats.get(number=seat).person)
        assert not Table.objects.filter(pk=table.pk).exists()
    table, _host, _guest = cutting()
    guest = table.seats.get(number=1).person
    assert guest is not None
    delete_account(guest)
    assert not Table.objects.filter(pk=table.pk).exists()
    dealt = table_of_two()[0]
    with pytest.raises(Stale):
        withdraw(dealt.key, dealt.seats.get(number=0).person)
    with pytest.raises(NotYours):
        withdraw(dealt.key, person())


def test_the_record_and_the_page_of_the_match_show_the_seal() -> None:
    table, host, guest = cutting()
    host.post(f"/tables/{table.key}/reveal", {"nonce": NONCE, "cut": CUT})
    guest.post(f"/tables/{table.key}/say", {"number": 3, "move": RESIGN})
    text = guest.get(f"/games/{table.key}/record").content.decode()
    assert f'[Seals "{SEAL}" ""]\n[Nonces "{NONCE}" ""]' in text
    assert read_record(text).headers["Seals"] == (SEAL, "")
    page = unescape(guest.get(f"/games/{table.key}").content.decode())
    assert f'"seals": ["{SEAL}", ""]' in page
    assert "The server kept this sealed cut" not in page


def test_a_program_seals_and_shows_its_cut() -> None:
    host, guest = Program(person()), Program(person())
    told = host.post("/tables", against="anybody", seal=SEAL).json()
    assert (told["status"], told["seals"], told["awaited"]) == ("waiting", [SEAL, None], [1])
    told = guest.post(f"/tables/{told['key']}/join", cut="5").json()
    assert (told["status"], told["cuts"], told["awaited"], told["moves"]) == ("cutting", [None, "5"], [0], [])
    path = f"/tables/{told['key']}/reveal"
    refused(guest.post(path, cut=CUT, nonce=NONCE), 409, "out_of_turn")
    refused(host.post(path, cut="other", nonce=NONCE), 422, "cut")
    told = host.post(path, cut=CUT, nonce=NONCE).json()
    assert (told["status"], told["cuts"]) == ("playing", [CUT, "5"])
    refused(host.post("/tables", against="anybody", seal=SEAL, cut="1"), 422, "cut")
    refused(host.post("/tables", against="anybody", seal="1"), 422, "cut")
    refused(host.post("/tables", against="simple", seal=SEAL), 422, "cut")


def test_a_table_of_a_slow_game_is_not_cleared_away_as_one_that_waits() -> None:
    table, _host, _guest = cutting("3d")
    table.seats.update(seen=F("seen") - timedelta(days=2))
    worker.sweep()
    assert Table.objects.filter(pk=table.pk).exists()
