"""Vector tables: each table is a game, and its output equals a view."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.vector_tables import StepResult, Tables
from ginrummy.game.game import Game
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View, view_of_game
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.actions import ACTION_COUNT, CLOSE, DRAW, PASS
from ginrummy.kernel.move_numbers import action_of, move_of
from ginrummy.kernel.observation import KnownCards
from ginrummy.kernel.rng import LOT
from ginrummy.rules import scoring
from ginrummy.rules.cards import size_of
from ginrummy.variants import Variant, load_variant, preset_names
from tests.kernel.test_vectorized_rules import below, words

COUNT = 6


def games_at(tables: Tables) -> list[Game]:
    """Return the games that begin at `tables`."""
    dealers = tables.rows["dealer"].tolist()
    return [game_at(tables, place, dealer) for place, dealer in enumerate(dealers)]


def game_at(tables: Tables, place: int, dealer: int) -> Game:
    """Return the game that begins at one of `tables`."""
    return Game.deal(tables.variant, dealer=dealer, deck=tables.decks[place].tolist())


def pick(masks: NDArray[np.int8], chance: random.Random) -> list[int]:
    """Return a random action of each mask: a knock if possible, mostly a draw, any discard."""
    return [pick_one(mask.nonzero()[0].tolist(), chance) for mask in masks]


def pick_one(allowed: list[int], chance: random.Random) -> int:
    """Return one of `allowed`, as in `pick`."""
    closings = [action for action in allowed if CLOSE <= action < DRAW]
    if closings and chance.random() < 0.6:
        return chance.choice(closings)
    return DRAW if DRAW in allowed and chance.random() < 0.5 else chance.choice(allowed)


def finished(game: Game) -> Game:
    """Return `game` after its showdown, if any, with the automatic play of both seats."""
    while not game.is_over and game.state.closing:
        game = game.play(game.automatic_layout())
    return game


@pytest.mark.long
@pytest.mark.parametrize("name", preset_names())
def test_a_table_is_a_game(name: str) -> None:
    variant, chance = load_variant(name).row, random.Random(name)
    tables = Tables(COUNT, variant=variant, seeds=40)
    games, ended = games_at(tables), 0
    while ended < 2 * COUNT:
        assert tables.states() == [game.state for game in games]
        masks = tables.legal()
        for game, mask in zip(games, masks, strict=True):
            assert {action_of(move) for move in game.legal_moves()} == set(mask.nonzero()[0].tolist())
        same_views(tables, games)
        actions = pick(masks, chance)
        step = tables.step(actions)
        for place, action in enumerate(actions):
            games[place] = finished(games[place].play(move_of(games[place], action)))
            same_step(step, place, games[place])
            if games[place].score is not None:
                ended += 1
                games[place] = game_at(tables, place, dealer_after(games[place]))


def same_step(step: StepResult, place: int, game: Game) -> None:
    """Compare the results of a step at a table with `game`."""
    assert step.ended[place] == game.is_over
    if game.score is None:
        assert step.rewards[place].tolist() == [0, 0]
        return
    score, row = game.score, step.results[place]
    sign = {scoring.NOBODY: 0, 0: 1, 1: -1}[score.winner]
    assert step.rewards[place].tolist() == [sign * score.points, -sign * score.points]
    decisions = [play for play in game.plays if play.move.kind not in (MoveKind.SPREAD, MoveKind.LAY_OFF)]
    assert (row["kind"], row["points"], row["winner"]) == (score.kind, score.points, score.winner)
    assert (row["dealer"], row["turns"], row["decisions"]) == (game.dealer, game.state.turns, len(decisions))


def dealer_after(game: Game) -> int:
    """Return the next dealer after a finished game."""
    assert game.score is not None
    return scoring.next_dealer(game.variant, game.dealer, game.score.winner)


def same_views(tables: Tables, games: list[Game]) -> None:
    """Compare the output of a table for the seat to move with its view."""
    planes, numbers = tables.observe()
    for game, plane, number in zip(games, planes, numbers, strict=True):
        view = view_of_game(game, game.turn)
        due = planes_of(view)
        assert len(due) == len(plane)
        for name, mask in due.items():
            assert faces(plane[KnownCards._fields.index(name)].nonzero()[0].tolist()) == mask, name
        assert number.tolist() == numbers_of(view)


def planes_of(view: View) -> dict[str, int]:
    """Return the planes as sets of faces."""
    state, pile = view.state, pile_seen(view)
    return {
        "own": view.hand.cards,
        "own_twins": view.hand.twins,
        "top": faces([state.pile.top]),
        "fresh": faces([state.taken]),
        "upcard": faces([state.upcard]),
        "pile": faces(pile),
        "pile_twins": faces(face for face in pile if pile.count(face) == 2),
        "known": view.opponent_known.cards,
        "known_twins": view.opponent_known.twins,
        "taken": faces(view.opponent_taken),
        "refused": faces(view.opponent_refused),
        "discarded": faces(view.opponent_discards),
    }


def pile_seen(view: View) -> list[int]:
    """Return the pile as seen by a seat."""
    pile = [view.state.upcard] if view.state.upcard >= 0 else []
    for event in view.events:
        if event.kind is MoveKind.TAKE:
            pile.pop()
        elif event.kind is MoveKind.DISCARD:
            pile.append(event.face)
    return pile


def faces(listed: Iterable[int]) -> int:
    """Return a set of faces without those below 0."""
    return sum(1 << face for face in set(listed) if face >= 0)


def numbers_of(view: View) -> list[int]:
    """Return the numbers of a view in their order."""
    state, limit = view.state, view.knock_limit
    flags = [state.phase, int(view.dealer == view.seat), state.stock]
    sizes = [size_of(view.hand), view.opponent_size]
    return [*flags, *sizes, -1 if limit is None else limit, state.turns, state.idle]


def played(tables: Tables, steps: int) -> list[list[int]]:
    """Return the rewards of `steps` steps with the lowest legal action except draws at every table."""
    rewards = []
    for _step in range(steps):
        masks = tables.legal()
        draws = masks[:, DRAW] == 1
        rewards.append(tables.step(np.where(draws, DRAW, masks.argmax(axis=1))).rewards.tolist())
    return rewards


def test_any_number_of_workers_plays_the_same() -> None:
    one, many = Tables(1500, seeds=1), Tables(1500, seeds=1, workers=3)
    assert played(one, 80) == played(many, 80)
    assert np.array_equal(one.rows, many.rows)
    assert np.array_equal(one.decks, many.decks)
    assert np.array_equal(one.observe()[0], many.observe()[0])
    assert np.array_equal(one.observe()[1], many.observe()[1])


def test_each_table_plays_the_deals_of_its_seed() -> None:
    tables = Tables(3, seeds=[5, 5, -8])
    assert np.array_equal(tables.decks[:2], vectorized_rules.deal_decks(5, 1).repeat(2, axis=0))
    assert tables.rows["dealer"].tolist() == [below(words(seed, 0, LOT), 2) for seed in (5, 5, -8)]
    played(tables, 80)
    for place, seed in enumerate((5, 5, -8)):
        number = int(tables.rows["number"][place])
        assert number > 0
        assert np.array_equal(tables.decks[place], vectorized_rules.deal_decks(seed, 1, first=number)[0])


def test_one_seed_gives_each_table_its_own() -> None:
    tables = Tables(3, seeds=2**64 + 7)
    assert tables.rows["seed"].tolist() == [7, 8, 9]


def test_reset_begins_again_or_goes_on() -> None:
    tables = Tables(4, seeds=3)
    before = tables.rows.copy()
    played(tables, 7)
    tables.reset(where=[True, False, False, True])
    assert tables.rows["number"].tolist() == [1, 0, 0, 1]
    assert tables.rows["turns"].tolist()[::3] == [0, 0]
    assert tables.rows["turns"].tolist()[1] > 0
    tables.reset(3)
    assert np.array_equal(tables.rows, before)


def test_without_again_a_hand_stays_ended() -> None:
    tables, ended = Tables(5, seeds=3, again=False), np.zeros(5, np.bool_)
    while not ended.all():
        masks = tables.legal()
        assert (masks.any(axis=1) != ended).all()
        draws = masks[:, DRAW] == 1
        step = tables.step(np.where(draws, DRAW, masks.argmax(axis=1)))
        assert not (step.ended & ended).any()
        assert (step.rewards[ended] == 0).all()
        ended |= step.ended
    assert (tables.rows["number"] == 0).all()
    last = tables.rows.copy()
    tables.step([-5] * 5)
    assert np.array_equal(tables.rows, last)


@pytest.mark.parametrize("wrong", [-1, DRAW, ACTION_COUNT, 1 << 40])
def test_an_action_that_is_not_allowed_is_refused_and_nothing_done(wrong: int) -> None:
    tables = Tables(3, seeds=1)
    before = tables.rows.copy()
    with pytest.raises(ValueError, match=f"table 1: action {wrong} is not allowed"):
        tables.step([PASS, wrong, wrong])
    assert np.array_equal(tables.rows, before)


def test_arrays_of_the_wrong_size_are_refused() -> None:
    tables = Tables(3)
    for refused in (tables.step, tables.reset, lambda array: tables.reset(where=array)):
        with pytest.raises(ValueError, match=r"\(2,\), \(3,\)"):
            refused([0, 1])


BAD_ARGUMENTS: list[tuple[str, Callable[[], Any]]] = [
    ("count: 0 is too small", lambda: Tables(0)),
    ("count: 1.5 is no whole number", lambda: Tables(1.5)),  # type: ignore[arg-type]
    ("workers: -3 is too small", lambda: Tables(1, workers=-3)),
    ("seeds: nan is no whole number", lambda: Tables(1, seeds=float("nan"))),
    ("an array of float64", lambda: Tables(1, seeds=[0.5])),
    ("this is not a variant", lambda: Tables(1, variant=Variant(first_turn=7))),
    ("an array of bool", lambda: Tables(1).step([True])),
    ("not int8 of shape", lambda: Tables(1).legal([])),  # type: ignore[arg-type]
    ("a list is wanted", lambda: Tables(1).observe(7)),  # type: ignore[arg-type]
    ("is longer", lambda: Tables(1).observe([])),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("said", "door"), BAD_ARGUMENTS)
def test_bad_arguments_are_refused(said: str, door: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match=said):
        door()


def test_an_action_that_is_not_allowed_is_named_with_those_that_are() -> None:
    tables = Tables(2, seeds=5)
    with pytest.raises(ValueError, match=r"^table 1: action 104 is not allowed; allowed: 105, 106$"):
        tables.step([105, 104])
    with pytest.raises(ValueError, match=f"table 0: action {2**63} is not allowed"):
        tables.step(np.array([2**63, 105], np.uint64))


def test_arrays_are_written_where_the_caller_says() -> None:
    tables = Tables(2)
    masks, observation = tables.legal(), tables.observe()
    played(tables, 1)
    assert tables.legal(masks) is masks
    assert np.array_equal(masks, tables.legal())
    planes, _numbers = tables.observe(observation)
    assert planes is observation[0]
    assert np.array_equal(planes, tables.observe()[0])


def test_an_array_to_write_to_must_fit() -> None:
    tables = Tables(2)
    planes, numbers = tables.observe()
    for refused in (np.zeros((2, ACTION_COUNT), np.int64), np.zeros((1, ACTION_COUNT), np.int8)):
        with pytest.raises(ValueError, match="to write to"):
            tables.legal(refused)  # type: ignore[arg-type]  # the wrong kind on purpose
    with pytest.raises(ValueError, match="to write to"):
        tables.observe((planes[:, ::2], numbers))


def test_actions_are_whole_numbers() -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        Tables(2).step([104.5, 106.0])
