"""Python files for the browser: the packages, and the parts of them that are needed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGES: Final = (
    "asgiref", "confusable_homoglyphs", "django", "django_htmx", "ginrummy", "jinja2", "markupsafe",
    "sqlparse", "tomlkit",
)  # fmt: skip
DISTRIBUTIONS: Final = ("asgiref", "confusable-homoglyphs", "Django", "django-htmx", "Jinja2", "MarkupSafe",
                        "sqlparse", "tomlkit")  # fmt: skip
_KEPT_SUFFIXES: Final = (".py", ".css", ".json", ".toml", ".mo", ".html", ".svg", ".txt", ".bz2", ".jsonl",
                        ".gin", ".npz", ".wasm")  # fmt: skip
_LEFT_OUT: Final = re.compile(
    r"""
      .*/(tests?|testing|__pycache__|static|browser)/.*
    | asgiref/(?!sync|local|__init__|current_thread|_local).*
    | django/(test|bin)/.*
    | django/conf/(app_template|project_template)/.*
    | django/conf/locale/(?!(en|fr|ru|__init__\.py)(/|$)).*
    | django/contrib/(?!(__init__\.py|auth|contenttypes|staticfiles|sessions)(/|$)).*
    | django/contrib/(auth|sessions|contenttypes)/(locale|templates|handlers|management/commands)/.*
    | django/contrib/auth/common-passwords\.txt\.gz
    | django/contrib/staticfiles/management/.*
    | django/core/management/commands/(?!(migrate|__init__)\.py).*
    | django/core/(mail/backends|serializers)/(?!__init__\.py|json|base|python).*
    | django/db/backends/(oracle|mysql|postgresql)/.*
    | django/forms/(jinja2|templates)/.*
    | django/views/templates/.*
    | django_htmx/static/.*
    | ginrummy/(cli|lab|terminal|players/(online|programs))/.*
    | ginrummy/kernel/(compile|compile_cache|compile_progress
        |numpy_arrays|vectorized_rules|wasm_by_wasmtime
        |wasm_exports|wasm_target)\.py
    | ginrummy/coach/puzzles/(clear_solution|mine|screening|showdown_positions
        |weaker_players)\.py
    | ginrummy/players/wasm_exports\.py
    | ginrummy/locale/.*\.po
    | ginrummy/web/(accounts|api)/.*
    | ginrummy/web/[a-z]+/templates/.*
    | ginrummy/web/http/metrics\.py
    | ginrummy/web/frameworks/(slow_connections|threaded_handler)\.py
    | ginrummy/web/config/(apps|asgi|health_endpoints|lifespan|mail|retention|settings|startup|urls)\.py
    | ginrummy/web/site/building/.*
    """,
    re.VERBOSE | re.DOTALL,
)
"""Left out: tests, other languages and databases, and code for servers or machines with a compiler.

Templates are compiled, and static files are in a tree of their own.
"""

STDLIB_LEFT_OUT: Final = re.compile(
    r"""
      (_pyrepl|ctypes|curses|dbm|ensurepip|idlelib|lib2to3|pydoc_data|test|tkinter|turtledemo|unittest|venv
        |wsgiref|xmlrpc|site-packages)/.*
    | (_aix_support|_ios_support|_android_support|_apple_support|_pydatetime|_pydecimal|_pyio|antigravity|bdb
        |cProfile|cgi|cgitb|chunk|cmd|code|doctest|ftplib|imaplib|mailbox|mailcap|modulefinder|nntplib|optparse|pdb
        |pickletools|poplib|profile|pstats|pyclbr|pydoc|rlcompleter|sched|smtplib|telnetlib|this|timeit|trace
        |tracemalloc|wave|turtle|webbrowser|xdrlib|zipapp|_osx_support|netrc|sndhdr|imghdr|plistlib
        |tabnanny|ftplib|aifc|sunau|crypt|compileall|symtable|filecmp|fileinput)\.py
    | (http/server|urllib/robotparser|sysconfig/__main__|asyncio/(__main__|tools)|pyodide/console)\.py
    | xml/(dom|etree)/.*
    | encodings/(big5.*|cp(?!437|1252|65001).*|euc.*|gb.*|hp.*|hz|iso2022.*|iso8859_(?!1\b|15).*|johab|koi8.*
        |kz1048|mac.*|palmos|ptcp154|shift.*|tis.*|bz2.*|rot.*|uu.*|quopri.*|zlib.*)\.py
    | multiprocessing/(?!(__init__|context|process|reduction)\.py).*
    | concurrent/(futures/(process|interpreter)|interpreters/.*)\.py
    | asyncio/(windows.*|proactor.*)\.py
    """,
    re.VERBOSE,
)


def package_sources() -> Iterator[tuple[str, Path]]:
    """Yield each file of our packages for the browser: its path there, and its path here."""
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        home = Path(spec.origin).parent
        for path in sorted(home.rglob("*")):
            place = f"{name}/{path.relative_to(home).as_posix()}"
            if path.is_file() and path.suffix in _KEPT_SUFFIXES and not _LEFT_OUT.fullmatch(place):
                yield place, path


def slim_file(place: str, content: bytes) -> bytes:
    """Return the browser's version of a file: the table of confusables without the names of characters."""
    if place != "confusable_homoglyphs/confusables.json":
        return content
    told = {sign: [{"c": one["c"]} for one in alike] for sign, alike in json.loads(content).items()}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def is_needed(path: str) -> bool:
    """Return whether the application may need this module of the standard library."""
    return not path.endswith("/") and STDLIB_LEFT_OUT.fullmatch(path) is None
