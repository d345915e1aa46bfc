"""The compiled strategies: the same decisions as in Python, and only code that compiles."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ginrummy.coach.puzzles.showdown_positions import replay_actions
from ginrummy.game.game import Game
from ginrummy.game.view import view_of_game
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.actions import TAKE
from ginrummy.kernel.move_numbers import move_of
from ginrummy.players import hand_facts, load_player, simple_strategy, steady_strategy
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.variants import load_variant, preset_names

PLAIN = (simple_strategy, steady_strategy, hand_facts, hand_facts)
FOREIGN = (
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Dict, ast.Set, ast.List, ast.Lambda),
    *(
        ast.Try,
        ast.Raise,
        ast.Assert,
        ast.With,
        ast.Yield,
        ast.Global,
        ast.Nonlocal,
        ast.Starred,
        ast.JoinedStr,
    ),
)


@pytest.mark.long
@pytest.mark.parametrize("name", preset_names())
def test_compiled_and_python_decide_alike(name: str) -> None:
    variant = load_variant(name).row
    players = (load_player("steady"), load_player("simple"))
    number = 0
    taken = 0
    while number < 6 or not taken:
        again = vectorized_rules.replay(variant, (steady_action, simple_action), seed=31, number=number)
        game = Game.deal(variant, dealer=again.dealer, deck=[int(card) for card in again.deck])
        for action in again.actions.tolist():
            move = move_of(game, action)
            assert players[game.turn].decide(view_of_game(game, game.turn)) == move
            game = game.play(move)
            taken += action == TAKE
        end = replay_actions(variant, dealer=again.dealer, deck=again.deck, actions=again.actions)
        assert end.score is not None
        assert (again.result["kind"][0], again.result["points"][0]) == (end.score.kind, end.score.points)
        number += 1


@pytest.mark.parametrize("module", PLAIN, ids=lambda module: module.__name__.rpartition(".")[2])
def test_strategies_keep_to_the_language_of_the_law(module: object) -> None:
    tree = ast.parse(Path(str(getattr(module, "__file__", ""))).read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert len(functions) > 3
    for function in functions:
        assert not function.args.defaults
        assert not function.args.kwonlyargs
        for node in ast.walk(function):
            assert not isinstance(node, FOREIGN), (function.name, ast.dump(node))
            assert not (isinstance(node, ast.Call) and node.keywords), function.name
