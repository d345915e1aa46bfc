"""The guided hand: real, prepared and labelled so, not rated; a step for every action of the learner."""

from __future__ import annotations

import random
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind, parse_move
from ginrummy.game.view import view_of
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.cards import size_of
from ginrummy.rules.scoring import KNOCK
from ginrummy.web.bots.bot_turn import decide_move, seed_of, seed_text_of
from ginrummy.web.fairness.models import Deal
from ginrummy.web.learn.first_hand import DECK, GENTLE, LEARNER, deal_guided_hand, guide_step, proposed_move
from ginrummy.web.ratings.models import Change, Tally
from ginrummy.web.tables.models import GUIDED, Seat, Status, Table
from tests.web.forms import at_once, field
from tests.web.play import bots_answer, match_of

pytestmark = pytest.mark.django_db
MOST_STEPS = 60
TOOL = Path(__file__).parents[3] / "tools" / "prepare-first-hand"


def begun(client: Client) -> Table:
    response = client.post("/first-hand")
    assert response.status_code == 302
    return Table.objects.get(key=response["Location"].rpartition("/")[2])


def played(client: Client, table: Table) -> Table:
    """Return the guided hand of `table` after following the guide."""
    for _step in range(MOST_STEPS):
        table = bots_answer(table)
        if table.status == Status.OVER:
            return table
        move = guide_step(match_of(table), "Bot").advised
        said = client.post(f"/tables/{table.key}/say", {"number": str(table.number), "move": move})
        assert said.status_code == 302
    raise AssertionError("the guided hand does not end")


def test_played_as_the_guide_says_everything_comes_up() -> None:
    client = Client()
    table = played(client, begun(client))
    game = match_of(table).game
    own = [play.move.kind for play in game.plays if play.seat == LEARNER]
    assert set(own) == {MoveKind.DRAW, MoveKind.TAKE, MoveKind.DISCARD, MoveKind.KNOCK, MoveKind.SPREAD}
    assert game.score is not None
    assert (game.score.kind, game.score.winner) == (KNOCK, LEARNER)
    assert game.defence is not None
    assert sum(map(size_of, game.defence.laid)) > 0
    page = client.get(f"/tables/{table.key}").content.decode()
    assert "laid off" in page
    assert 'class="after"' in page


@pytest.mark.long
def test_the_deal_is_the_one_that_the_tool_finds() -> None:
    found = subprocess.run([sys.executable, TOOL], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == DECK


def test_it_is_prepared_says_so_and_counts_nowhere() -> None:
    client = Client()
    table = begun(client)
    assert (table.variant_name, table.is_rated, table.is_listed) == (GUIDED, False, False)
    assert "This hand is prepared" in unescape(client.get(f"/tables/{table.key}").content.decode())
    played(client, table)
    assert Deal.objects.count() == Tally.objects.count() == Change.objects.count() == 0
    for path in (f"/games/{table.key}", f"/tables/{table.key}"):
        page = unescape(client.get(path).content.decode())
        assert client.get(path).status_code == 200
        assert 'data-check="' not in page
    assert "This hand is prepared" in unescape(client.get(f"/games/{table.key}").content.decode())
    record = client.get(f"/games/{table.key}/record").content.decode()
    assert " ".join(DECK.split()[:4]) in record
    assert "Commitment" not in record


def test_a_guided_hand_has_no_rematch() -> None:
    client = Client()
    table = played(client, begun(client))
    asked = client.post(
        f"/tables/{table.key}/rematch", {"offer": field(client.get("/").content.decode(), "offer")}
    )
    assert asked.status_code == 409
    assert Table.objects.count() == 1


def test_nobody_else_prepares_a_hand() -> None:
    client = Client()
    table = at_once(client)
    text = "deck:" + "AS " * 51
    said = client.post(f"/tables/{table.key}/say", {"number": str(table.number), "move": text})
    assert said.status_code == 422
    assert Deal.objects.count() == 1


def test_the_hand_begun_goes_on_and_is_no_match_that_one_goes_on_with() -> None:
    client = Client()
    table = begun(client)
    assert begun(client).pk == table.pk
    assert "Go on with the guided hand" in client.get("/").content.decode()
    match = client.post("/play", {"offer": field(client.get("/").content.decode(), "offer"), "cut": "1"})
    assert match["Location"] != f"/tables/{table.key}"


def test_it_is_offered_to_those_who_are_new_and_to_nobody_else() -> None:
    client = Client()
    assert "Never played?" in client.get("/").content.decode()
    assert 'action="/first-hand"' in client.get("/rules/").content.decode()
    played(client, begun(client))
    assert 'action="/first-hand"' not in client.get("/").content.decode()
    other = Client()
    at_once(other)
    assert 'action="/first-hand"' not in other.get("/").content.decode()
    assert 'action="/first-hand"' in other.get("/rules/").content.decode()


def answered(match: Match) -> Match:
    """Return the hand after the bot's move, if it is to move."""
    while not match.game.is_over and match.game.turn != LEARNER:
        seed = seed_of(seed_text_of(match), 1 + len(match.game.plays))
        match = match.play(decide_move(GENTLE, seed, view_of(match, match.game.turn)))
    return match


@pytest.mark.parametrize("number", range(12))
def test_whatever_the_learner_does_there_is_a_step_and_its_move_may_be_played(number: int) -> None:
    draw, match = random.Random(number), deal_guided_hand()
    for _turn in range(MOST_STEPS):
        match = answered(match)
        texts = set()
        for language in LANGUAGES:
            with using_language(language):
                step = guide_step(match, "Bot")
            assert step.text
            assert "{" not in step.text
            texts.add(step.text)
        assert len(texts) == len(LANGUAGES)
        if match.game.phase is Phase.OVER:
            return
        view = view_of(match, LEARNER)
        assert step.advised == str(proposed_move(view))
        assert view.refusal(parse_move(step.advised)) is None
        match = match.play(draw.choice(view.legal_moves()))


def test_another_way_is_accepted_in_words() -> None:
    match = deal_guided_hand()
    match = match.play(parse_move("take"))
    assert guide_step(match, "Bot").text.startswith("Another way is fine too.")
    assert not guide_step(deal_guided_hand().play(parse_move("draw")), "Bot").text.startswith("Another")


def test_the_bot_of_a_guided_hand_is_the_same_for_everybody() -> None:
    moves = []
    for client in (Client(), Client()):
        moves.append(list(map(str, match_of(played(client, begun(client))).game.moves)))
    assert moves[0] == moves[1]
    assert Seat.objects.filter(number=1, bot=GENTLE).count() == 2
