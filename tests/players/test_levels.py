"""The levels for people: each makes the mistakes in its description, at the rate in its table."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import Path

import pytest

from ginrummy.game.cards import faces_of
from ginrummy.game.match import Match
from ginrummy.game.moves import NO_MELDS, TAKE, MoveKind
from ginrummy.game.view import View
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players import (
    decision_random,
    level_titles,
    load_player,
    mistakes,
    player_description,
    player_names,
)
from ginrummy.players import levels as levels_module
from ginrummy.players.levels import (
    BY_DECISION,
    BY_HAND,
    ERROR_RATES,
    ErrorRates,
    LevelPlayer,
    dealt_cards,
    move_with_lapse,
)
from ginrummy.players.player import is_showdown
from ginrummy.rules.turns import no_memory
from tests.players.tables import EAAI, VARIANTS, decisions, played, row_of
from tests.players.test_strength import edge

FAULTLESS = ErrorRates(*[0.0] * len(ErrorRates._fields))
SHARE = 0.4

Positions = list[tuple[Match, View]]


@pytest.fixture(scope="module")
def positions() -> Positions:
    """Return decisions of a good player and of others, in short and in long hands."""
    steady, simple, beginner = load_player("steady"), load_player("simple"), load_player("beginner", seed=2)
    return [
        (match, view)
        for pair, hands in (((steady, steady), 30), ((simple, beginner), 60))
        for match, view, _move in decisions(EAAI, pair, seed=7, hands=hands)
    ]


def test_every_level_is_a_player_with_a_title_and_a_sentence_in_each_language() -> None:
    assert set(level_titles()) <= set(player_names())
    titles: set[tuple[str, ...]] = set()
    sentences: set[str] = set()
    for language in LANGUAGES:
        with using_language(language):
            titles.add(tuple(level_titles().values()))
            sentences.update(map(player_description, ERROR_RATES))
    assert len(titles) == len(LANGUAGES)
    assert all(len(set(each)) == len(each) for each in titles)
    assert len(sentences) == len(LANGUAGES) * len(ERROR_RATES)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_level_plays_every_variant_and_again_from_its_views_alone(name: str) -> None:
    pair = (load_player("beginner", seed=1), load_player("casual", seed=4))
    for _match, view, move in decisions(row_of(name), pair, seed=3, hands=2):
        again = load_player(("beginner", "casual")[view.seat], seed=(1, 4)[view.seat])
        assert again.decide(pickle.loads(pickle.dumps(view))) == move


@pytest.mark.parametrize("name", [name for name in BY_DECISION if name != "misses_lay_offs"])
def test_the_share_of_each_mistake(name: str, positions: Positions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(levels_module.ERROR_RATES, "some", FAULTLESS._replace(**{name: SHARE}))
    level = LevelPlayer(name="some", seed=9)
    made = occasions = 0
    for _match, view in positions:
        mistaken, right = BY_DECISION[name](view, decision_random(view, 0)), move_with_lapse(view, 0)
        if mistaken is not None and (mistaken != right or name == "throws_any"):
            occasions += 1
            made += level.decide(view) != right if name == "throws_any" else level.decide(view) == mistaken
    assert occasions > 3
    if occasions > 60 and name not in (*BY_HAND, "throws_any"):  # a hand is one draw, a lot may fall right
        assert made / occasions == pytest.approx(SHARE, abs=0.13)
    assert 0 < made < occasions


def test_without_mistakes_a_level_is_steady(positions: Positions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(levels_module.ERROR_RATES, "some", FAULTLESS)
    level, steady = LevelPlayer(name="some"), load_player("steady")
    for _match, view in positions[:200]:
        assert level.decide(view) == steady.decide(view)


def test_what_is_forgotten_is_the_same_for_a_hand_and_changes_the_play(positions: Positions) -> None:
    every = (1 << 52) - 1
    assert mistakes.forget_faces(positions[-1][1].memory, every) == no_memory()
    assert any(move_with_lapse(view, every) != move_with_lapse(view, 0) for _match, view in positions)
    for match, view in positions:
        if not is_showdown(view):
            assert dealt_cards(view) == sorted(faces_of(next(match.game.positions()).state.hands[view.seat]))


def test_each_level_errs_less_than_the_one_below() -> None:
    for weaker, stronger in pairwise(ERROR_RATES.values()):
        for name in ErrorRates._fields:
            if name != "throw_dearest_near_end":
                assert getattr(stronger, name) <= getattr(weaker, name), name


def test_a_beginner_seldom_knocks_and_grabs_what_looks_useful(positions: Positions) -> None:
    beginner, skilled = LevelPlayer(name="beginner", seed=3), LevelPlayer(name="skilled", seed=3)
    could = did = 0
    tempting, taken, taken_better = 0, 0, 0
    for _match, view in positions:
        legal = view.legal_moves()
        if any(move.kind is MoveKind.KNOCK for move in legal) and not any(
            move.kind is MoveKind.GIN for move in legal
        ):
            could += 1
            did += beginner.decide(view).kind is MoveKind.KNOCK
        if TAKE in legal and len(legal) > 1 and mistakes.is_tempting(view):
            tempting += 1
            taken += beginner.decide(view) == TAKE
            taken_better += skilled.decide(view) == TAKE
    assert could > 20
    assert did / could < 0.45
    assert taken / tempting > taken_better / tempting + 0.25


def test_the_sentence_of_each_level_is_true_of_its_habits() -> None:
    beginner, novice, casual, regular, skilled = ERROR_RATES.values()
    assert beginner.never_knocks > 0.5 > novice.never_knocks
    assert beginner.knocks_at_once + beginner.never_knocks == pytest.approx(0.9)
    assert beginner.takes_what_looks_useful >= 2 * novice.takes_what_looks_useful
    assert beginner.holds_high_pairs == max(each.holds_high_pairs for each in ERROR_RATES.values())
    assert min(beginner.forgets, novice.forgets, novice.misses_lay_offs) > 0.5
    assert novice.chases_inside_runs >= 2 * casual.chases_inside_runs
    assert casual.forgets == casual.knocks_at_once + casual.never_knocks == 0.5
    assert casual.holds_high_pairs == max(casual[4:7])
    assert max(regular.takes_what_looks_useful, regular.throws_any) <= 0.1
    assert 0.1 < regular.holds_high_pairs == regular.chases_inside_runs <= 0.2
    assert skilled.throw_dearest_near_end > 0.5
    assert max(skilled._replace(throw_dearest_near_end=0)) <= 0.12


def test_the_page_has_the_habits_of_each_level() -> None:
    page = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    table = page.split("| mistake |")[1].partition("\n\n")[0]
    rows = [[cell.strip(" %") for cell in row.split("|")[3:-1]] for row in table.splitlines()[2:]]
    assert [tuple(float(cell) / 100 for cell in column) for column in zip(*rows, strict=True)] == [
        pytest.approx(rates) for rates in ERROR_RATES.values()
    ]


def test_a_beginner_misses_lay_offs() -> None:
    moves = [
        LevelPlayer(name="beginner", seed=seed).decide(view)
        for match, view, move in decisions(
            EAAI, (load_player("steady"), load_player("simple")), seed=5, hands=60
        )
        if move.kind is MoveKind.LAY_OFF and match.game.automatic_layout().laid != NO_MELDS
        for seed in range(40)
    ]
    assert moves
    assert 0.5 < sum(move.laid == NO_MELDS for move in moves) / len(moves) < 1


def test_a_whole_match_of_beginners_ends() -> None:
    pair = (load_player("beginner", seed=1), load_player("beginner", seed=2))
    assert played(EAAI, pair, seed=2).is_over


@pytest.mark.long
def test_two_levels_up_is_stronger() -> None:
    for weaker, stronger in (("beginner", "casual"), ("casual", "steady")):
        assert edge(stronger, weaker, deals=40) > 0
