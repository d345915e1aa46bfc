"""The example of MCTS: its tree, its player, its curve."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from ginrummy.game.match import Match
from ginrummy.game.view import View, view_of
from ginrummy.players import legal_answer, load_player

EXAMPLE = Path(__file__).parents[2] / "examples" / "mcts.py"


@pytest.fixture
def mcts() -> dict[str, Any]:
    """Return the names of the example, with a search that is not compiled and stores its tree in `trees`."""
    names = runpy.run_path(str(EXAMPLE))
    names["trees"] = []

    def interpreted(search: Any) -> Any:
        def run(variant: Any, root: Any, memories: Any, worlds: Any, tree: Any, actions: Any) -> None:
            columns = type(worlds)(*(column.tolist() for column in worlds))
            with np.errstate(over="ignore"):  # random words wrap around
                search(variant, root, memories, columns, tree, actions.tolist())
            names["trees"].append(tree)

        return run

    plain = {"compile_fastest": interpreted, "variant_record": lambda variant: variant}
    names["Mcts"].decide.__globals__.update(plain)
    return names


def views(seed: int, decisions: int) -> list[View]:
    """Return views of a hand between two steady players."""
    match, player = Match.start("eaai", seed), load_player("steady")
    found: list[View] = []
    while len(found) < decisions and not match.game.is_over:
        found.append(view_of(match, match.game.turn))
        match = match.play(legal_answer(player, found[-1]))
    return found


def test_few_simulations_change_nothing(mcts: dict[str, Any]) -> None:
    player, steady = mcts["__getattr__"]("Mcts3")(seed=1), load_player("steady")
    for view in views(seed=3, decisions=12):
        assert legal_answer(player, view) == steady.decide(view)


def test_every_simulation_is_counted_once_and_each_child_belongs_to_one_node(mcts: dict[str, Any]) -> None:
    player = mcts["__getattr__"]("Mcts20")(seed=1)
    for view in views(seed=5, decisions=4):
        legal_answer(player, view)
    assert mcts["trees"]
    for tree in mcts["trees"]:
        children = tree.children[tree.children > 0]
        assert len(set(children)) == len(children)
        assert tree.visits[0] == 20 == tree.visits[tree.children[0][tree.children[0] > 0]].sum()
        assert (tree.visits[children] > 0).all()
        np.testing.assert_allclose(tree.totals[0], tree.totals[tree.children[0][tree.children[0] > 0]].sum())


def test_a_class_has_its_number_of_simulations(mcts: dict[str, Any]) -> None:
    assert mcts["__getattr__"]("Mcts512").simulations == 512
    with pytest.raises(AttributeError):
        mcts["__getattr__"]("Mcts")


@pytest.mark.long
def test_the_curve_has_each_opponent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "mcts.svg"
    sizes = ["--simulations", "2", "4", "--hands", "2", "--workers", "1"]
    runpy.run_path(str(EXAMPLE))["main"]([*sizes, "--picture", str(picture)])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["simulations", "simple", "steady", "network"]
    assert [row.split()[0] for row in rows] == ["2", "4"]
    words = {each.text for each in ElementTree.parse(picture).iter() if each.tag.endswith("}text")}
    assert {"simple", "steady", "network", "2", "4"} <= words
