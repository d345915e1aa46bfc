"""Exercises in the terminal: a recorded match continued from any of its decisions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ginrummy.coach.decisions import match_moments
from ginrummy.game.view import view_of
from ginrummy.rules import scoring
from ginrummy.terminal.local_table import OTHER, PERSON, new_exercise
from ginrummy.terminal.saved_matches import MatchStore
from tests.cli.running import ginrummy, refused
from tests.playing import variant_of, whole
from tests.record.texts import text_of

VARIANTS = ("standard", "hollywood", "twins", "eleven", "shy")


@pytest.mark.parametrize("name", VARIANTS)
def test_the_person_sits_where_the_decision_was_made_and_the_cards_lie_as_they_lay(name: str) -> None:
    match = whole(name, hands=4)
    for moment in random.Random(name).sample(list(match_moments(match)), 12):
        table = new_exercise(variant_of(name), match, moment, against="simple")
        own, true = table.view, moment.view
        assert own.is_my_turn
        assert (own.hand, own.phase, own.pile, own.stock) == (true.hand, true.phase, true.pile, true.stock)
        assert view_of(table.match, OTHER).hand == moment.game.state.hands[1 - moment.seat]
        totals = scoring.totals(match.variant, table.match.sheet)
        before = scoring.totals(match.variant, moment.sheet)
        assert totals[PERSON] == before[moment.seat]
        assert set(table.game.legal_moves()) == set(moment.game.legal_moves())


def test_later_hands_are_dealt_anew_and_nothing_is_kept(tmp_path: Path) -> None:
    match = whole("standard")
    moment = list(match_moments(match))[5]
    decks = set()
    for _time in range(2):
        table = new_exercise(variant_of("standard"), match, moment, against="simple")
        player = table.player
        while not table.game.is_over:
            table = table.play(player.decide(view_of(table.match, table.game.turn)))
        if not table.match.is_over:
            decks.add(table.next_hand().game.deck)
        assert MatchStore(tmp_path).save(table) == ()
    assert len(decks) == 2
    assert match.games[1].deck not in decks
    assert list(tmp_path.iterdir()) == []


def test_it_is_typed_with_a_record_and_a_turn(tmp_path: Path) -> None:
    file = tmp_path / "evening.gin"
    file.write_text(text_of(whole("standard", seed=1, hands=1), "standard"), encoding="utf-8")
    wanted = ("play", "--from", str(file), "--against", "simple", "--plain")
    ran = ginrummy(*wanted, "--at", "1.3", stdin="quit\n")
    assert (ran.status, ran.err) == (0, "")
    assert "exercise" in ran.out
    assert "--at 2.17" in refused(*wanted)
    assert "1.999" in refused(*wanted, "--at", "1.999")
