"""The parts of Python omitted from the browser table exist under these names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ginrummy
from ginrummy.web.site.building.python_tree import _LEFT_OUT, browser_version

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


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_the_words_of_the_pages_are_kept_and_those_of_a_server_are_not(language: str) -> None:
    place = f"locale/{language}/LC_MESSAGES/ginrummy.mo"
    catalogue = browser_version(f"ginrummy/{place}", ROOT / place)
    assert b"Show it to the others" in catalogue
    assert b"Thursday club" not in catalogue


def test_the_list_is_read() -> None:
    assert {"kernel/wasm_target.py", "coach/puzzles/mine.py", "web/config/urls.py"} <= set(MODULES)
