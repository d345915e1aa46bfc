"""The code of docs/environments.md."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from ginrummy.lab import envs

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_blocks_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    exec(compile(block, "docs/environments.md", "exec"), names)
    assert "envs" in names
    capsys.readouterr()


def test_there_is_a_block_for_every_interface() -> None:
    assert {name for name in envs.__all__ if f"envs.{name}(" in "".join(BLOCKS)} == set(envs.__all__)


@pytest.mark.parametrize("name", envs.__all__)
def test_the_table_shows_every_parameter(name: str) -> None:
    row = re.search(rf"^\| `{name}\((.*?)\)`", PAGE, re.MULTILINE)
    assert row is not None
    shown = [part.partition("=")[0].strip() for part in row[1].split(",")]
    assert shown == list(inspect.signature(getattr(envs, name)).parameters)
