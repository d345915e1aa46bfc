"""Games with a short pack: the tree by the oracle, the exact value, and OpenSpiel's algorithms."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    exploitability,
    external_sampling_mccfr,
    gambit,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from ginrummy.game.cards import face_code, faces_of
from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW, PASS, TAKE
from ginrummy.lab import envs
from ginrummy.lab.envs.openspiel_game import GinRummyState
from ginrummy.lab.envs.short_packs import SHORT_PACKS
from ginrummy.lab.exact_value import Solution, main, solve
from ginrummy.locale.errors import VariantError
from ginrummy.rules.cards import faces_in
from ginrummy.variants import load_variant
from tests.oracle import showdown as oracle_showdown
from tests.oracle import turns as oracle_turns
from tests.oracle.words import params_of

VALUES = {"tiny": Fraction(491, 450), "small": Fraction(4066, 1575)}
"""Average points a hand of the non-dealer under perfect play."""
SIZES = {"tiny": (180, 1080, 840), "small": (1120, 7560, 6160)}
"""Deals, and information sets of the non-dealer and the dealer."""
PLAIN = {DRAW: "draw", TAKE: "take", PASS: "pass", BIG_GIN: "big_gin"}


@pytest.fixture(scope="module")
def game() -> Any:
    return envs.openspiel("tiny")


@pytest.fixture(scope="module")
def solution(game: Any) -> Solution:
    return solve(game)


@pytest.fixture(scope="module")
def tree(game: Any) -> Any:
    """Return the tree as OpenSpiel's own game, which its algorithms walk without Python."""
    return pyspiel.load_efg_game(gambit.export_gambit(game))


def states(state: GinRummyState) -> Iterator[GinRummyState]:
    """Return `state` and all its successors."""
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from states(state.child(action))


@pytest.mark.parametrize("name", [pytest.param("small", marks=pytest.mark.long), "tiny"])
def test_a_short_pack_has_a_known_value(name: str, solution: Solution) -> None:
    found = solution if name == "tiny" else solve(envs.openspiel(name))
    assert found.value == pytest.approx(float(VALUES[name]), abs=1e-9)
    assert tuple(map(len, found.policies)) == SIZES[name][1:]


def test_the_command_prints_the_value(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tiny"])
    assert capsys.readouterr().out == "1.0911111111 = 491/450 points a hand for the non-dealer\n"


@pytest.mark.long
def test_the_example_learns(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "mccfr.py"))
    example["main"](["--iterations", "256", "--points", "3"])
    title, *curve = capsys.readouterr().out.splitlines()
    assert title.startswith("iterations")
    assert [line.split()[0] for line in curve] == ["64", "128", "256"]
    assert float(curve[-1].split()[1]) < float(curve[0].split()[1])


@pytest.mark.long
def test_no_response_gains_on_the_solution(game: Any, solution: Solution) -> None:
    chances = {key: list(each.items()) for policy in solution.policies for key, each in policy.items()}
    assert pyspiel.nash_conv(game, pyspiel.TabularPolicy(chances), True) == pytest.approx(0, abs=1e-9)


def test_a_policy_has_a_chance_for_each_legal_action(game: Any, solution: Solution) -> None:
    for chances in chain(*(policy.values() for policy in solution.policies)):
        assert sum(chances.values()) == pytest.approx(1)
        assert min(chances.values()) >= 0


@pytest.mark.parametrize("name", SHORT_PACKS)
def test_every_deal_is_equally_likely(name: str) -> None:
    dealt: list[float] = []

    def deal(state: GinRummyState, chance: float) -> None:
        if state.law is not None:
            dealt.append(chance)
            return
        for face, probability in state.chance_outcomes():
            deal(state.child(face), chance * probability)

    deal(envs.openspiel(name).new_initial_state(), 1.0)
    assert len(dealt) == SIZES[name][0]
    assert dealt == pytest.approx([1 / len(dealt)] * len(dealt))


def test_chance_deals_no_other_card(game: Any) -> None:
    state = game.new_initial_state()
    for text in ("4S", "3H"):  # not in the pack; the last one of a hand of two
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(faces_in(text)[0])
    for face in faces_in("2S AS"):
        state.apply_action(face)
    for text in ("AS", "2S"):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(faces_in(text)[0])
    assert [face_code(face) for face, _chance in state.chance_outcomes()] == ["3S", "AH", "2H", "3H"]


@pytest.mark.parametrize("name", SHORT_PACKS)
def test_a_short_pack_is_for_research_alone(name: str) -> None:
    state = pyspiel.load_game(f"python_ginrummy(variant={name})").new_initial_state()
    assert state.num_distinct_actions() == 108
    with pytest.raises(VariantError):
        load_variant(name)


@pytest.mark.long
def test_the_whole_tree_is_that_of_the_oracle(game: Any) -> None:
    params = params_of(SHORT_PACKS["tiny"].row)
    pack = SHORT_PACKS["tiny"].faces
    ends = 0
    for state in states(game.new_initial_state()):
        if state.law is None or state.is_chance_node():
            continue
        deal = state.play.faces[:5]
        deck = [face_code(face) for face in (*deal, *(face for face in pack if face not in deal))]
        theirs = oracle_turns.deal(deck, 1, params)
        for played in state.play.played:
            theirs = oracle_turns.play(theirs, oracle_action(theirs, played.action))
        if state.is_terminal():
            ends += 1
            assert state.returns()[0] == oracle_points(theirs)
        else:
            assert state.current_player() == theirs.actor
            found = {oracle_action(theirs, action) for action in state.legal_actions()}
            assert found == oracle_turns.legal(theirs)
    assert ends == 5958


def oracle_action(state: oracle_turns.State, action: int) -> oracle_turns.Action:
    """Return our action in the oracle's notation, which separates gin from a knock."""
    if action in PLAIN:
        return (PLAIN[action],)
    if action < CLOSE:
        return ("discard", face_code(action))
    card = face_code(action - CLOSE)
    return next(each for each in oracle_turns.legal(state) if each[0] in ("knock", "gin") and each[1] == card)


def oracle_points(state: oracle_turns.State) -> int:
    """Return the points of player 0 at the end."""
    ending, params = state.ending, state.params
    assert ending is not None
    if ending.kind == "void":
        return 0
    if ending.closer is None:
        end = oracle_showdown.wall(state.hands, params, state.upcard)
        return 0 if end.winner is None else end.points if end.winner == 0 else -end.points
    knocker = ending.closer
    shown = oracle_showdown.automatic_spread(state.hands[knocker], params, ending.limit or 0)
    score, _defence = oracle_showdown.settle(
        shown, state.hands[1 - knocker], params, big_gin=ending.kind == "big_gin", upcard=state.upcard
    )
    return score.points if (score.winner == "knocker") == (knocker == 0) else -score.points


@pytest.mark.long
def test_a_resampled_state_is_one_of_the_same_information_set(game: Any) -> None:
    sampler, seen = pyspiel.UniformProbabilitySampler(0.0, 1.0), set()
    for state in states(game.new_initial_state()):
        if state.is_player_node():
            key = state.information_state_string(state.current_player())
            other = state.resample_from_infostate(state.current_player(), sampler)
            assert other.information_state_string(state.current_player()) == key
            assert {*other.play.faces} | {*other.stock_faces()} == {*SHORT_PACKS["tiny"].faces}
            assert not {*faces_of(other.hand(0))} & {*faces_of(other.hand(1))}
            seen.add(key)
    assert len(seen) == sum(SIZES["tiny"][1:])


@pytest.mark.parametrize(
    ("solver", "gap"), [(pyspiel.CFRSolver, 0.02), (pyspiel.CFRPlusSolver, 0.001)], ids=["cfr", "cfr+"]
)
@pytest.mark.long
def test_counterfactual_regret_comes_to_the_value(tree: Any, solver: Any, gap: float) -> None:
    search = solver(tree)
    for _iteration in range(300):
        search.evaluate_and_update_policy()
    policy = search.average_policy()
    assert pyspiel.exploitability(tree, policy) < gap
    value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]
    assert value == pytest.approx(float(VALUES["tiny"]), abs=gap + 1e-5)  # the text of the tree has 6 digits


@pytest.mark.parametrize("solver", [pyspiel.CFRSolver, pyspiel.CFRPlusSolver], ids=["cfr", "cfr+"])
@pytest.mark.long
def test_counterfactual_regret_walks_our_own_game(game: Any, tree: Any, solver: Any) -> None:
    ours, theirs = solver(game), solver(tree)
    for search in (ours, theirs):
        search.evaluate_and_update_policy()
    state, twin = game.new_initial_state(), tree.new_initial_state()
    while not state.is_terminal():
        if state.is_player_node():
            wanted = theirs.average_policy().action_probabilities(twin)
            chances = [*ours.average_policy().action_probabilities(state).values()]
            assert chances == pytest.approx([*wanted.values()], abs=1e-4)
        state.apply_action(state.legal_actions()[0])
        twin.apply_action(twin.legal_actions()[0])
    assert twin.is_terminal()


@pytest.mark.parametrize(
    ("solver", "iterations", "gap"),
    [
        (external_sampling_mccfr.ExternalSamplingSolver, 2000, 0.5),
        (outcome_sampling_mccfr.OutcomeSamplingSolver, 6000, 1.2),
    ],
    ids=["external", "outcome"],
)
@pytest.mark.long
def test_sampling_comes_nearer(game: Any, tree: Any, solver: Any, iterations: int, gap: float) -> None:
    np.random.seed(7)
    for each, times in ((game, 50), (tree, iterations)):
        search = solver(each)
        for _iteration in range(times):
            search.iteration()
    assert exploitability.exploitability(tree, search.average_policy()) < gap


@pytest.mark.long
def test_ismcts_beats_chance(game: Any) -> None:
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))
    bot = ismcts.ISMCTSBot(game, evaluator, 4.0, 60, random_state=chance)
    points = 0.0
    for hand in range(40):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                faces, chances = zip(*state.chance_outcomes(), strict=True)
                action = chance.choice(faces, p=chances)
            else:
                searches = state.current_player() == hand % 2
                action = bot.step(state) if searches else chance.choice(state.legal_actions())
            state.apply_action(int(action))
        points += state.returns()[hand % 2]
    assert points > 0
