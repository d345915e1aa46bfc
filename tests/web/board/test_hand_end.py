"""The end of a hand in words and sums: the same for either player and for spectators."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.public_view import public_view_of
from ginrummy.game.view import view_of
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules import scoring
from ginrummy.rules.turns import CLOSED_KNOCK
from ginrummy.variants import load_variant, variant_from_values
from ginrummy.web.board.hand_end import public_hand_end, seat_hand_end
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import HOUSE, Status
from ginrummy.web.tables.table_state import RESIGN, TableState, current_state
from tests.playing import steps
from tests.web.match_moments import first_play, is_laid_open, is_mine, is_won, may_lay_out, secret_of
from tests.web.play import client_of, person, step, table_of_two
from tests.web.scene_tables import table_at, void_over

NAMES = ("Ada", "Zoe")
SUMS = re.compile(r"(\S+) (\d+) − (\S+) (\d+) = (\d+)\b")
VARIANTS = ("standard", "spades", "eleven", "twins", "shy")


def hands_over(variant: str, *, seeds: int = 3) -> Iterator[Match]:
    """Yield some matches whose last hand has ended."""
    for seed in range(seeds):
        yield from (match for match in steps(variant, seed=seed, hands=12) if match.game.is_over)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_sums_name_the_loser_first_and_come_to_the_points(variant: str) -> None:
    counted = 0
    for match in hands_over(variant):
        score = match.game.score
        assert score is not None
        end = public_hand_end(public_view_of(match), NAMES)
        assert end is not None
        if score.winner == scoring.NOBODY:
            assert end.sums == ""
            continue
        found = SUMS.match(end.sums)
        assert found, end.sums
        loser, more, winner, less, difference = found.groups()
        assert (loser, winner) == (NAMES[1 - score.winner], NAMES[score.winner])
        assert int(more) - int(less) == int(difference) == score.difference
        assert end.sums.endswith(f"= {score.points}")
        assert f"{winner} scores {score.points}" in end.gain
        counted += 1
    assert counted


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_and_a_spectator_are_told_the_same_of_each_hand(language: str) -> None:
    with using_language(language):
        for match in hands_over("standard"):
            public = public_hand_end(public_view_of(match), NAMES)
            assert public is not None
            for seat, name in enumerate(NAMES):
                own = seat_hand_end(view_of(match, seat), NAMES[1 - seat])
                assert own is not None
                you = {"en": "You", "fr": "Vous", "ru": "Вы"}[language]
                assert own.sums.replace(you, name) == public.sums
                assert own.is_gin == public.is_gin


def test_both_players_are_named_where_both_are_left_with_the_same() -> None:
    match = next(filter(is_equal, hands_over("standard", seeds=100)))
    assert match.game.score is not None
    end = seat_hand_end(view_of(match, match.game.score.winner), "Adam")
    assert end is not None
    assert re.match(r"Adam (\d+) − You \1 = 0, \+ 25 undercut = 25$", end.sums)


@pytest.mark.django_db
def test_a_hand_that_nobody_wins_says_so_on_the_felt() -> None:
    ada = person()
    text = client_of(ada).get(f"/tables/{void_over(ada).key}").content.decode()
    assert re.search(r'class="how"><p class="title">No score</p>\s*<p class="detail">The .*stock', text)
    assert 'class="sums"' not in text
    assert 'form="sort"' not in text, "the button to share stands in its place"
    assert "Nobody scores" not in text.split('class="how"')[1].split('class="result')[0]


def is_equal(match: Match) -> bool:
    """Return whether the last hand is an undercut with equal deadwood."""
    score = match.game.score
    return score is not None and score.kind == scoring.UNDERCUT and not score.difference


@pytest.mark.django_db
def test_cards_fly_for_the_winner_of_a_gin_and_of_a_match_alone() -> None:
    ada, bob = person(), person()
    gin = first_play("modern", lambda state: is_won(state, scoring.GIN), hands=3, seed=16_000)
    table = table_at(ada, bob, "modern", gin)
    pages = [client_of(one).get(f"/tables/{table.key}").content.decode() for one in (ada, bob)]
    assert [page.count('class="petal') for page in pages] == [8, 0]
    assert ["scene won gin" in page for page in pages] == [True, False]
    laid = variant_from_values({"game_target": 1}, base=load_variant("standard").row)
    proposal = Proposal(laid, HOUSE, secret_of(1))
    over, chance = service.join(creation.create(proposal, ada, cut="1").key, bob, cut="2"), random.Random(1)
    while over.status != Status.OVER:
        over = step(over, (ada, bob), chance)
    winner = current_state(over).winner
    for seat, one in enumerate((ada, bob)):
        page = client_of(one).get(f"/tables/{over.key}").content.decode()
        assert ("scene crowned" in page) is (page.count('class="petal') == 12) is (seat == winner)


@pytest.mark.django_db
def test_cards_fly_beside_the_face_of_who_stays_when_the_other_leaves() -> None:
    table, ada, bob = table_of_two("standard", seed=3)
    service.submit_event_text(table.key, bob, table.number, RESIGN)
    pages = [client_of(one).get(f"/tables/{table.key}").content.decode() for one in (ada, bob)]
    assert [page.count('class="petal') for page in pages] == [8, 0]
    assert 'class="rival won"><' in pages[0]
    assert "crowned" not in pages[0]


GROUPS = re.compile(r'role="group" aria-label="([^"]+)"')


@pytest.mark.django_db
def test_each_hand_laid_out_bears_its_owner_and_no_count_of_cards_held() -> None:
    for seed, moment in ((17_000, lambda state: may_lay_out(state, Phase.LAY_OFF)), (18_000, is_laid_open)):
        ada, bob = person(), person("Bob")
        table = table_at(ada, bob, "standard", first_play("standard", moment, hands=3, seed=seed))
        page = client_of(ada).get(f"/tables/{table.key}").content.decode()
        assert GROUPS.findall(page.split('class="scene')[1].split('class="status')[0]) == ["Bob", "Your hand"]
        assert " cards" not in page.split("<h2>Bob")[1].split("</h2>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("is_knock", [True, False])
def test_who_has_knocked_reads_that_the_other_may_lay_off(is_knock: bool) -> None:
    def is_answered(state: TableState) -> bool:
        if not is_mine(state, Phase.LAY_OFF) or state.match is None:
            return False
        return (state.match.game.state.closing == CLOSED_KNOCK) is is_knock

    ada, bob = person("Ada"), person()
    table = table_at(ada, bob, "standard", first_play("standard", is_answered, hands=9, seed=19_000))
    page = client_of(bob).get(f"/tables/{table.key}").content.decode()
    said = "Ada may now lay off cards on your melds." if is_knock else "It is Ada’s turn."
    assert f'data-prompt="{said}"' in page
