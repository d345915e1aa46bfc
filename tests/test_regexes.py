"""No regular expression takes long on any text: each gets its worst cases."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.hostile_text import TooSlow, hostile_texts, processor_seconds
from tests.regexes_in_source import (
    SOURCE,
    Regex,
    address_regexes,
    other_ways_to_compile,
    python_regexes,
    script_regexes,
)

DENO = str(Path(sys.executable).with_name("deno"))
SIZE: Final = 64_000
"""Size of the largest request. Quadratic work takes seconds, linear work milliseconds."""
MOST_SECONDS: Final = 0.5
"""Ten times the slowest of ours; a slow machine takes three times as long."""
IN_PYTHON: Final = {r"[\p{L}": r"[\w", r"\p{L}": r"[^\W\d_]", r"\p{Script=Latin}": "[A-Za-z]"}
"""Syntax that differs between Python and JavaScript."""
SCRIPT: Final = """
for (const [where, source, flags, text] of JSON.parse(Deno.readTextFileSync(Deno.args[0]))) {
  console.log(where);
  const regex = new RegExp(source, flags), since = performance.now();
  text.replace(regex, "");
  regex.test(text);
  if (performance.now() - since > 1000) throw new Error(where);
}
console.log("all");
"""


def used(regex: Regex, text: str) -> None:
    """Use `regex` on `text` in all its ways."""
    compiled = re.compile(regex.pattern, regex.flags)
    for function in regex.functions:
        arguments = ("", text) if function in ("sub", "subn") else (text,)
        found = getattr(compiled, function)(*arguments)
        if function == "finditer":
            assert all(found)


def slow_text(regex: Regex) -> str:
    """Return start and end of a text that takes `regex` too long, "" if none does."""
    for text in sorted(hostile_texts(regex.pattern, regex.flags, SIZE)):
        try:
            with processor_seconds(MOST_SECONDS):
                used(regex, text)
        except TooSlow:
            return f"{text[:40]}…{text[-5:]}"
    return ""


@pytest.mark.long
def test_no_expression_of_python_is_slow() -> None:
    regexes = python_regexes()
    assert len(regexes) > 80
    assert {str(regex): text for regex in regexes if (text := slow_text(regex))} == {}


def test_no_expression_of_an_address_is_slow() -> None:
    assert {str(regex): text for regex in address_regexes() if (text := slow_text(regex))} == {}


def test_expressions_of_python_are_written_where_they_are_seen() -> None:
    assert other_ways_to_compile() == []


def test_no_expression_of_a_script_is_slow(tmp_path: Path) -> None:
    (tmp_path / "test.js").write_text(SCRIPT, "utf-8")
    (tmp_path / "given.json").write_text(json.dumps(script_texts()), "utf-8")
    command = [DENO, "run", "--quiet", "--allow-read", "test.js", "given.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines()[-1:] == ["all"], done.stderr


def script_texts() -> list[tuple[str, str, str, str]]:
    """Return the worst cases of the scripts' expressions: position, expression, flags, and a text."""
    given = []
    for regex in script_regexes():
        translated = regex.pattern
        for theirs, ours in IN_PYTHON.items():
            translated = translated.replace(theirs, ours)
        texts = hostile_texts(translated, 0, SIZE)
        given += [(str(regex), regex.pattern, regex.functions[0], text) for text in sorted(texts)]
    return given


def test_all_expressions_of_scripts_are_seen() -> None:
    assert len(script_regexes()) >= 10
    for path in SOURCE.rglob("*.*js"):
        assert "RegExp(" not in path.read_text("utf-8"), path


@pytest.mark.parametrize(
    ("pattern", "functions"),
    [
        (
            r"^\s*(\[?)\s*([\w.\"'-][\w.\s\"'-]*)[]=]",
            ("match",),
        ),  # used in house rules until this test
        (r"(a+)+b", ("match",)),
        (r"(a|a)*b", ("fullmatch",)),
        (r"\s+$", ("search",)),
        (r"([^>]+)>", ("findall",)),
        (r"(.*),(.*);", ("match",)),
        (r'"(?:[^"\\]|\\.)*"', ("findall",)),
        (r"x(\d+-?)*y", ("match",)),
        (r"\S*/tables/\S*/end", ("fullmatch",)),
    ],
)
def test_a_slow_expression_is_found(pattern: str, functions: tuple[str, ...]) -> None:
    assert slow_text(Regex("here", pattern, 0, functions))
