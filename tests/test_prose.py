"""Private words in docstrings, comments and documentation. Their number may only fall."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
PRIVATE = re.compile(
    r"\b(?:(?i:anew|beside|comes? by|deeds?|goe?s? on|is there|lest|reckon\w*|said|told|whoever)|[Nn]obody)\b"
)
"""Not in prose about programs. Texts of the game may use them as players do."""
MOST = {
    "src": 0,
    "bench": 0,
    "tools": 0,
    "tests": 0,
    "examples": 0,
    "docs": 7,
    "README.md": 0,
    "Makefile": 0,
    "pyproject.toml": 0,
}
"""Number of these words in each place. Lower a number after removing some, and never raise one."""
BLOCK, HASH = r"/\*.*?\*/", r"(?:^|\s)#\s[^\n]*"
COMMENTS = {
    ".css": BLOCK,
    ".tcss": BLOCK,
    ".js": rf"{BLOCK}|(?:^|\s)//[^\n]*",
    ".html": r"\{#.*?#\}|<!--.*?-->",
    ".toml": HASH,
    ".conf": HASH,
    "Makefile": HASH,
}
"""Patterns of the comments in files that are not Python, by suffix or name."""
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def prose_of(source: str) -> Iterator[str]:
    """Yield the docstrings of `source`, those below constants too, and its comments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Documented):
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    yield str(statement.value.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def texts(place: str) -> Iterator[tuple[Path, str]]:
    """Yield the prose of a folder, or of one page, by file."""
    for path in sorted(chain([PROJECT / place], (PROJECT / place).rglob("*"))):
        if path.suffix == ".md":
            yield path, path.read_text(encoding="utf-8")
        elif pattern := COMMENTS.get(path.suffix or path.name):
            for comment in re.findall(pattern, path.read_text(encoding="utf-8"), re.DOTALL):
                yield path, comment
        elif path.is_file() and "migrations" not in path.parts and is_python(path):
            for text in prose_of(path.read_text(encoding="utf-8")):
                yield path, text


def is_python(path: Path) -> bool:
    """Return whether `path` is a module, or a script that Python runs."""
    return path.suffix == ".py" or (
        not path.suffix and path.read_bytes().startswith(b"#!/usr/bin/env python")
    )


@pytest.mark.long
@pytest.mark.parametrize("place", MOST)
def test_private_words_become_fewer(place: str) -> None:
    found = [
        f"{path.relative_to(PROJECT)}: {word}"
        for path, text in texts(place)
        for word in PRIVATE.findall(text)
    ]
    assert len(found) <= MOST[place], found


def test_prose_is_separated_from_code() -> None:
    source = (
        'told = "whoever"  # anew\nLEAST = 3\n"""Beside."""\n\n\ndef said() -> None:\n    """Goes on."""\n'
    )
    assert sorted(prose_of(source)) == ["# anew", "Beside.", "Goes on."]


@pytest.mark.parametrize(
    ("suffix", "source", "comments"),
    [
        (
            ".js",
            'const told = "// no"; // yes\n/** @type {T} */\nopen("https://x");',
            [" // yes", "/** @type {T} */"],
        ),
        (".css", ".told { color: red; } /* yes */", ["/* yes */"]),
        (".html", "<p>told {# yes #}</p>", ["{# yes #}"]),
        (".toml", 'told = "#no" # yes', [" # yes"]),
    ],
)
def test_comments_are_separated_from_code(suffix: str, source: str, comments: list[str]) -> None:
    assert re.findall(COMMENTS[suffix], source, re.DOTALL) == comments
