"""The page of a finished match: for everybody, at every moment, from every viewpoint."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qsl

import pytest
from django.http import Http404
from django.test import Client
from markupsafe import escape

from ginrummy.game.cards import faces_of
from ginrummy.game.match import Match
from ginrummy.game.view import HIDDEN, view_of_game
from ginrummy.locale import LANGUAGES, _, using_language
from ginrummy.rules.types import SEATS, Seat
from ginrummy.text.commentary import games_by_half_turn
from ginrummy.text.record import read_record
from ginrummy.variants import load_variant
from ginrummy.web.board.board import seat_names
from ginrummy.web.board.deal_check import deal_check_texts
from ginrummy.web.board.replay import (
    EYES,
    ReplayMoment,
    ReplaySide,
    build_replay_page,
    hand_result_text,
    parse_replay_moment,
    turning_point,
)
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import RESIGN, current_state
from tests.playing import whole
from tests.web.play import client_of, person, proposal, step, table_of_two

pytestmark = pytest.mark.django_db


def played(variant: str = "standard", *, seed: int = 3, events: int = 160) -> tuple[Table, Match]:
    """Return a match of two that was resigned after a while."""
    table, first, second = table_of_two(variant, seed=seed)
    chance = random.Random(seed)
    for _event in range(events):
        if table.status != Status.OVER:
            table = step(table, (first, second), chance)
    if table.status != Status.OVER:
        table = service.submit_event_text(table.key, second, table.number, RESIGN)
    match = current_state(table).match
    assert match is not None
    return table, match


def held(side: ReplaySide) -> list[int]:
    return sorted(card.face for group in side.groups for card in group.cards)


def moments(match: Match, eyes: str) -> list[ReplayMoment]:
    return [
        ReplayMoment(number, count, eyes)
        for number, game in enumerate(match.games, start=1)
        for count in range(len(game.plays) + 1)
    ]


def test_it_is_there_for_everybody_in_every_language_and_the_table_leads_to_it() -> None:
    table, match = played(events=40)
    stranger = Client()
    assert stranger.get(f"/tables/{table.key}")["Location"] == f"/games/{table.key}"
    for language in LANGUAGES:
        response = stranger.get(f"/games/{table.key}", headers={"accept-language": language})
        assert response.status_code == 200
        page = unescape(response.content.decode())
        assert table.secret in page
        assert table.commitment in page
        assert f"http://testserver/games/{table.key}" in page
        assert page.count("?hand=") > len(match.games)
        assert f'href="/puzzles?game={table.variant_name}"' in page
    assert "person" not in stranger.session


def test_a_match_by_house_rules_leads_to_puzzles_of_the_game_that_is_most_like_it() -> None:
    first, second = person(), person()
    rules = load_variant("hollywood").row._replace(game_target=60)
    table = creation.create(replace(proposal(), variant=rules, variant_name="house"), first, cut="one")
    table = service.join(table.key, second, cut="two")
    table = service.submit_event_text(table.key, second, table.number, RESIGN)
    page = unescape(Client().get(f"/games/{table.key}").content.decode())
    assert 'href="/puzzles?game=hollywood">Puzzles</a>' in page


def test_players_find_it_among_their_tables_and_on_their_pages() -> None:
    table, first, second = table_of_two()
    table = service.submit_event_text(table.key, second, table.number, RESIGN)
    client = client_of(first)
    link = f'href="/games/{table.key}"'
    for path in ("/tables/", f"/players/{first.pk}", f"/tables/{table.key}"):
        assert link in client.get(path).content.decode(), path
    own = unescape(client.get(f"/games/{table.key}").content.decode())
    assert f'href="/tables/{table.key}"' in own
    assert f"<h1>You – {second}</h1>" in own
    assert f"<h1>{first} – {second}</h1>" in unescape(Client().get(f"/games/{table.key}").content.decode())
    assert link not in Client().get("/tables/").content.decode()


def test_the_record_is_downloaded_and_is_the_match() -> None:
    table, match = played(events=40)
    answer = Client().get(f"/games/{table.key}/record")
    assert answer["Content-Disposition"] == f'attachment; filename="ginrummy-{table.key}.gin"'
    read = read_record(answer.content.decode()).match
    assert read.seeds is not None
    assert read.seeds.secret == table.secret
    assert [game.plays for game in read.games] == [game.plays for game in match.games]


@pytest.mark.parametrize(
    "query",
    [
        "hand=0",
        "hand=99",
        "step=9999",
        "step=-1",
        "step=x",
        "hand=1.5",
        "eyes=2",
        "hand=99999999999",
        "step=²",
    ],
)
def test_a_moment_that_there_is_not_is_not_found(query: str) -> None:
    table, match = played(events=40)
    assert Client().get(f"/games/{table.key}?{query}").status_code == 404
    with pytest.raises(Http404):
        parse_replay_moment(dict([query.split("=")]), match)


def test_there_is_no_page_for_a_table_that_there_is_not() -> None:
    assert Client().get("/games/nowhere").status_code == 404


@pytest.mark.parametrize("variant", ["standard", "two_pack", "eleven_card"])
def test_all_cards_are_the_cards_of_the_game_at_every_moment(variant: str) -> None:
    table, match = played(variant, events=80)
    for now in moments(match, "all"):
        game = games_by_half_turn(match.games[now.hand - 1])[now.step]
        seen = build_replay_page(match, now, seat_names(table))
        assert [side.seat for side in seen.sides] == [0, 1]
        assert tuple(card.face for card in seen.next_cards) == game.stock
        assert tuple(card.face for card in seen.pile) == game.pile
        for side in seen.sides:
            cards = sorted(faces_of(game.state.hands[side.seat]))
            assert side.size == len(cards)
            assert held(side) == cards
        assert bool(seen.result) == (game.score is not None)


@pytest.mark.parametrize("variant", ["standard", "two_pack", "russian"])
@pytest.mark.parametrize("seat", SEATS)
def test_a_seats_eyes_see_what_that_seat_saw_and_no_more(variant: str, seat: Seat) -> None:
    table, match = played(variant, events=80)
    for now in moments(match, str(seat)):
        game = games_by_half_turn(match.games[now.hand - 1])[now.step]
        view, seen = view_of_game(game, seat), build_replay_page(match, now, seat_names(table))
        own, other = seen.sides
        assert (own.seat, other.seat) == (seat, 1 - seat)
        assert held(own) == sorted(faces_of(view.hand))
        assert other.groups == ()
        assert other.deadwood is None
        assert (other.laid_out is not None) == (view.shown is not None)
        assert seen.next_cards == ()
        assert tuple(card.face for card in seen.pile) == view.pile
        hidden = [event for event in view.events if event.face == HIDDEN]
        assert sum("draws from the stock" in line.text for line in seen.lines[: now.step]) <= len(hidden)


def test_a_reader_is_you_in_every_view_and_the_opponents_hides_the_same_cards() -> None:
    _table, match = played()
    lines = {eyes: spoken_lines(match, eyes) for eyes in EYES}
    assert not any("Ada" in line for told in lines.values() for line in told)
    assert "You draw from the stock." in lines["1"]
    assert not any(line.startswith("You draw the") for line in lines["1"])
    assert any(line.startswith("You draw the") for line in lines["0"])


def spoken_lines(match: Match, eyes: str) -> list[str]:
    """Return the moves of all hands in words for Ada in the first seat."""
    hands = (ReplayMoment(number, 0, eyes) for number in range(1, len(match.games) + 1))
    pages = (build_replay_page(match, now, ("Ada", "Bob"), reader=SEATS[0]) for now in hands)
    return [line.text for page in pages for line in page.lines]


@pytest.mark.long
def test_the_ways_lead_through_the_whole_match_and_back() -> None:
    table, match = played()
    assert len(match.games) > 1
    for eyes in EYES:
        way = moments(match, eyes)
        for place, now in enumerate(way):
            seen = build_replay_page(match, now, seat_names(table))
            assert seen.back == (way[place - 1] if place else None)
            assert seen.on == (way[place + 1] if place + 1 < len(way) else None)
            assert parse_replay_moment(dict(parse_qsl(now.query[1:])), match) == now
            assert [line.is_now for line in seen.lines].count(True) == bool(now.step)


def test_the_words_of_the_check_are_filled_in_as_the_browser_does_it() -> None:
    _table, match = played()
    filled = {"number", "count", "place", "due", "found", "one", "other", "name", "before", "after"}
    for language in LANGUAGES:
        with using_language(language):
            words = deal_check_texts(match, ("Ada", "Bob"))
        assert len(words["cards"]) == 52
        for text in (text for text in words.values() if isinstance(text, str)):
            assert set(re.findall(r"{(\w+)}", text)) <= filled, text
        assert words["dealer_by_lot"] != words["no_dealer_by_lot"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_hand_has_an_address_a_title_and_a_picture(code: str) -> None:
    table, match = played()
    spoken, client = {"accept-language": code}, Client()
    page = client.get(f"/games/{table.key}?hand=1", headers=spoken).content.decode()
    with using_language(code):
        told = hand_result_text(match, 1, seat_names(table))
        title = _("Hand {number}").format(number=1)
    assert told
    assert f'<meta property="og:description" content="{escape(told)}">' in page
    assert re.search(rf'<meta property="og:title" content="[^"]* · {title}">', page)
    assert re.search(r'<meta property="og:image" content="http://[^"]+/hand-1.png">', page)
    assert f'data-pass-on="/games/{table.key}?hand=1"' in page
    picture = client.get(f"/games/{table.key}/hand-1.svg", headers=spoken)
    assert picture["Content-Type"] == "image/svg+xml"
    assert escape(told) in picture.content.decode()
    held = sum(pack.bit_count() for hand in match.games[0].state.hands for pack in hand)
    assert picture.content.decode().count("<g ") == held
    assert client.get(f"/games/{table.key}/hand-{len(match.games) + 1}.svg").status_code == 404
    assert client.get(f"/games/{table_of_two()[0].key}/hand-1.svg").status_code == 409


@pytest.mark.parametrize("name", ["standard", "straight", "twins"])
def test_who_was_ahead_is_told_after_more_than_one_hand_to_the_winner_as_you(name: str) -> None:
    sheet = whole(name).score_sheet
    leader = SEATS[sheet.totals[1] > sheet.totals[0]]
    assert len(sheet.rows) > 1
    assert re.search("head from .*: Ann.", turning_point(sheet, leader, ("Ann", "Ann")))
    told = turning_point(sheet, leader, ("You", "You"), reader=leader)
    assert "You were ahead from" in told
    assert ": You" not in told
    scored = next(row for row in sheet.rows if row.score.points)
    first = replace(sheet, rows=(scored,))
    assert turning_point(first, SEATS[scored.score.winner], ("Ann", "Ann")) == ""
