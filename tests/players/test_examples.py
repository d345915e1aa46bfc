"""The players of examples/ and of the documentation play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ginrummy.game.moves import MoveKind
from ginrummy.players import load_player, player_names
from ginrummy.rules import turns
from tests.players.tables import EAAI, VARIANTS, decisions, played, row_of

ROOT = Path(__file__).parents[2]
EXAMPLE = f"{ROOT / 'examples' / 'my_player.py'}:Patient"
PAGE = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", VARIANTS)
def test_the_example_plays_every_variant(name: str) -> None:
    players = (load_player(EXAMPLE, seed=1), load_player("random", seed=2))
    assert played(row_of(name), players, seed=3, hands=4).games


def test_the_example_waits_with_its_knock() -> None:
    players = (load_player(EXAMPLE), load_player("simple"))
    waited = knocked = 0
    for _match, view, move in decisions(EAAI, players, seed=3):
        if view.seat == 0 and view.phase.value == "discard":
            options = turns.choices(view.variant, view.state)
            waited += move.kind is MoveKind.DISCARD and options.closings != 0
            if move.kind is MoveKind.KNOCK:
                assert turns.closing_deadwood(view.variant, view.state, move.face) <= 4
                knocked += 1
    assert waited
    assert knocked


def test_the_player_of_the_page_plays(tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    path = tmp_path / "of_the_page.py"
    path.write_text(block.group(1), encoding="utf-8")
    players = (load_player(f"{path}:Mine", seed=4), load_player("simple"))
    assert played(EAAI, players, seed=5, hands=3).games


def test_the_page_names_all_players_of_the_list() -> None:
    for name in player_names():
        assert f"`{name}`" in PAGE
