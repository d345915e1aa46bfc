"""Every regular expression in `src`: in Python, in scripts and templates, in URL patterns."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

import ginrummy
from ginrummy.game import cards, legality
from ginrummy.game.legality import message_pattern
from ginrummy.lab.arena import report
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.text.ledger import renaming
from ginrummy.web.config import databases
from ginrummy.web.design import card_term_markup

SOURCE: Final = Path(ginrummy.__file__).parent
FUNCTIONS: Final = ("match", "fullmatch", "search", "findall", "finditer", "split", "sub", "subn")
_WAYS: Final = ("match", "fullmatch", "search")
"""Ways to try an expression whose use is unknown."""
_SCRIPT: Final = re.compile(
    r"(?:^|[=(,:[!&|?{;>]|return) */(?![/* ])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+)/([dgimsuvy]*)",
    re.MULTILINE,
)
_ATTRIBUTE: Final = re.compile(r'\bpattern="([^"]*)"()')
_COMMENT: Final = re.compile(r"^\s*(?://|\*|/\*).*$|(?<=[\s;])//\s.*$", re.MULTILINE)


class Regex(NamedTuple):
    """An expression, its position, and the functions that use it."""

    where: str
    pattern: str
    flags: int
    functions: tuple[str, ...] = _WAYS

    def __str__(self) -> str:
        return f"{self.where} {self.pattern[:40]}"


def _explained() -> Iterator[re.Pattern[str]]:
    for language in LANGUAGES:
        with using_language(language):
            yield card_term_markup._words(language)


def _of_refusals() -> Iterator[re.Pattern[str]]:
    yield from (message_pattern(reason) for reason in report.REASONS)
    for reason in legality.REASONS:
        yield from legality._patterns(reason)


def _of_database_errors() -> Iterator[re.Pattern[str]]:
    for words, _meaning in databases._PLAIN + databases._QUOTED:
        yield re.compile(words)


def _of_cards() -> Iterator[re.Pattern[str]]:
    for language in LANGUAGES:
        for word, words in cards._patterns(language):
            yield from (word, words)


def _of_names() -> Iterator[re.Pattern[str]]:
    yield from map(renaming._pattern, ("Anna", "Jean-Paul D.", "a b c"))


BUILT: Final[dict[str, tuple[Callable[[], Iterable[re.Pattern[str]]], tuple[str, ...]]]] = {
    "ginrummy.game.cards:_pattern": (_of_cards, ("findall", "fullmatch")),
    "ginrummy.game.legality:message_pattern": (_of_refusals, ("fullmatch",)),
    "ginrummy.text.ledger.renaming:_pattern": (_of_names, ("finditer",)),
    "ginrummy.web.config.databases:database_error_text": (_of_database_errors, ("search",)),
    "ginrummy.web.design.card_term_markup:_words": (_explained, ("sub",)),
}
"""Expressions built by functions from their arguments, and the functions that use them."""


def python_regexes() -> list[Regex]:
    """Return the expressions in the Python code. Raise `NameError` for one that `BUILT` lacks."""
    return [regex for path in sorted(SOURCE.rglob("*.py")) for regex in _of_file(path)]


def _of_file(path: Path) -> Iterator[Regex]:
    tree = ast.parse(path.read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _pattern_in(node) is not None]
    if not calls:
        return
    name = ".".join(("ginrummy", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    module = import_module(name)
    for call in calls:
        place = f"{name}:{_function_around(tree, call)}"
        if place in BUILT:
            build, functions = BUILT[place]
            yield from (Regex(place, one.pattern, one.flags, functions) for one in build())
        else:
            yield _written(module, tree, call)


def _pattern_in(call: ast.Call) -> ast.expr | None:
    """Return the expression in `re.compile(…)`, `re.split(…, text)` or `pattern=…`."""
    match call.func:
        case ast.Attribute(ast.Name("re"), name) if name in ("compile", *FUNCTIONS):
            return call.args[0]
    return next((each.value for each in call.keywords if each.arg == "pattern"), None)


def _written(module: ModuleType, tree: ast.Module, call: ast.Call) -> Regex:
    pattern = _pattern_in(call)
    assert pattern is not None
    is_compiled = isinstance(call.func, ast.Attribute) and call.func.attr == "compile"
    given = [each.value for each in call.keywords if each.arg == "flags"] + call.args[1 : 1 + is_compiled]
    flags = int(_value(module, given[0])) if given else 0
    where = f"{module.__name__}:{call.lineno}"
    if isinstance(call.func, ast.Attribute) and call.func.attr in FUNCTIONS:
        return Regex(where, _value(module, pattern), flags, (call.func.attr,))
    return Regex(where, _value(module, pattern), flags, _functions_of(tree, call) or _WAYS)


def _value(module: ModuleType, node: ast.expr) -> Any:
    return eval(compile(ast.Expression(node), module.__name__, "eval"), vars(module))


def _functions_of(tree: ast.Module, call: ast.Call) -> tuple[str, ...]:
    """Return the functions by which a module uses the name assigned to `call`."""
    names = [
        target.id
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is call
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in FUNCTIONS]
    return tuple({use.attr for use in uses if isinstance(use.value, ast.Name) and use.value.id in names})


def _function_around(tree: ast.Module, call: ast.Call) -> str:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return next((each.name for each in functions if call in ast.walk(each)), "")


def other_ways_to_compile() -> list[str]:
    """Return calls that could compile an expression unseen by `python_regexes`."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [each.name for each in getattr(node, "names", ()) if isinstance(each, ast.alias)]
            if isinstance(node, ast.ImportFrom) and node.module == "re" and set(names) - {"Pattern", "Match"}:
                found.append(f"{path.name}: from re import {', '.join(names)}")
            if isinstance(node, ast.Import):
                found += [f"{path.name}: import {name}" for name in names if name in ("regex", "fnmatch")]
                found += [f"{path.name}: re as …" for each in node.names if each.name == "re" and each.asname]
    return found


def script_regexes() -> list[Regex]:
    """Return the expressions in scripts, and those of form fields in templates."""
    files = [(path, _SCRIPT) for path in sorted(SOURCE.rglob("*.*js"))]
    files += [(path, _ATTRIBUTE) for path in sorted(SOURCE.rglob("*.html"))]
    return [
        Regex(f"{path.relative_to(SOURCE)}", found[1], 0, (found[2],))
        for path, kind in files
        for found in kind.finditer(_COMMENT.sub("", path.read_text("utf-8")))
    ]


def address_regexes() -> list[Regex]:
    """Return the URL patterns of the server."""
    return [Regex(f"address {found}", found.regex.pattern, found.regex.flags) for found in _routes()]


def _routes() -> Iterator[Any]:
    waiting: list[URLPattern | URLResolver] = [get_resolver("ginrummy.web.config.urls")]
    while waiting:
        entry = waiting.pop()
        yield entry.pattern
        waiting += entry.url_patterns if isinstance(entry, URLResolver) else []
