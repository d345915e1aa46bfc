"""The PyTorch code of docs/environments.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ginrummy.lab.arena import duel

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python torch\n(.*?)```", PAGE, re.DOTALL)


def test_there_is_a_block_for_each_library() -> None:
    libraries = [block.partition("\n")[0].split()[1].partition(".")[0] for block in BLOCKS]
    assert libraries == ["sb3_contrib", "sb3_contrib", "torchrl"]


def test_the_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block loads the files of the block before, and the page's player plays."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in BLOCKS:
        exec(compile(block, "docs/environments.md", "exec"), names)
    Path("trained.py").write_text(BLOCKS[1], encoding="utf-8")
    result = duel("trained.py:Trained", "random", variant="eaai", hands=4, workers=1)
    assert (result.first, result.hands, result.faults) == ("trained.py:Trained", 4, (0, 0))
