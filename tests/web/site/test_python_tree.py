"""What of the Python is left out of the table in the browser is named as it stands in the tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ginrummy
from ginrummy.web.site.building.python_tree import _LEFT_OUT

ROOT = Path(ginrummy.__file__).parent
PATTERN = re.sub(r"\s", "", _LEFT_OUT.pattern)
MODULES = [
    f"{folder}/{name}.py"
    for folder, names in re.findall(r"\|ginrummy/([a-z/]+)/\(([a-z_|]+)\)\\\.py", PATTERN)
    for name in names.split("|")
]


@pytest.mark.parametrize("path", MODULES)
def test_a_module_that_is_left_out_is_there(path: str) -> None:
    assert (ROOT / path).is_file()


def test_the_list_is_read() -> None:
    assert {"kernel/wasm_target.py", "coach/puzzles/mine.py", "web/config/urls.py"} <= set(MODULES)
