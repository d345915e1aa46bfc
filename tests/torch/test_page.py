"""The code of docs/environments.md that needs PyTorch, run as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python torch\n(.*?)```", PAGE, re.DOTALL)


def test_there_is_a_block_for_each_library() -> None:
    assert [block.partition("\n")[0].split()[1].partition(".")[0] for block in BLOCKS] == [
        "sb3_contrib",
        "torchrl",
    ]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_blocks_run(block: str) -> None:
    exec(compile(block, "docs/environments.md", "exec"), {})
