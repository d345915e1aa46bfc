"""Python files for the browser: the packages, and the parts of them that are needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

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
    | django/contrib/auth/(admin|forms|mixins|urls|views)\.py
    | django/contrib/contenttypes/(admin|fields|forms|prefetch|views)\.py
    | django/contrib/sessions/backends/(cache|cached_db|file)\.py
    | django/contrib/staticfiles/(management/.*|(handlers|testing|urls|views)\.py)
    | django/core/cache/backends/(db|memcached|redis)\.py
    | django/core/(management/templates|servers/basehttp)\.py
    | django/core/management/commands/(?!(migrate|__init__)\.py).*
    | django/core/(mail/backends|serializers)/(?!__init__\.py|json|base|python).*
    | django/db/backends/(oracle|mysql|postgresql)/.*
    | django/forms/(jinja2|templates)/.*
    | django/utils/(archive|feedgenerator|translation/template)\.py
    | django/views/(templates/.*|(i18n|static)\.py)
    | jinja2/(meta|nativetypes|sandbox)\.py
    | confusable_homoglyphs/cli\.py
    | django_htmx/static/.*
    | ginrummy/(cli|lab|terminal|players/(online|programs))/.*
    | ginrummy/kernel/(bitcode_cache|cache_cleaning|compile|compile_cache|compile_progress
        |cuda_target|exports|graphics_card|llvm_calls|numpy_arrays|vectorized_rules|wasm_by_wasmtime
        |wasm_exports|wasm_target)\.py
    | ginrummy/coach/puzzles/(clear_solution|mine|screening|showdown_positions
        |weaker_players)\.py
    | ginrummy/players/wasm_exports\.py
    | ginrummy/locale/.*\.po
    | ginrummy/text/posters\.py
    | ginrummy/web/board/hand_files\.py
    | ginrummy/web/(accounts|alerts|api|rooms)/.*
    | ginrummy/web/lobby/(pairing|seek_views)\.py
    | ginrummy/web/[a-z]+/templates/.*
    | ginrummy/web/bots/(supervisor|worker)\.py
    | ginrummy/web/chat/views\.py
    | ginrummy/web/http/(metrics|readers|repeated_refusals)\.py
    | ginrummy/web/puzzles/hand_of_the_day_views\.py
    | ginrummy/web/tables/(pg_listen|sse)\.py
    | ginrummy/web/frameworks/(slow_connections|threaded_handler)\.py
    | ginrummy/web/config/(apps|asgi|health_endpoints|lifespan|mail|retention|secret_key|settings|startup
        |static_files|template_cache|urls)\.py
    | ginrummy/web/site/building/.*
    """,
    re.VERBOSE | re.DOTALL,
)
"""Left out: tests, other languages and databases, and code for servers or machines with a compiler.

Templates are compiled, and static files are in a tree of their own.
"""

_TEMPLATES: Final = re.compile("/templates/")
"""Folders of templates. They are left out themselves; their messages are needed where the application is."""

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


def browser_version(place: str, path: Path) -> bytes:
    """Return the browser's version of a file. There is one person, so the table of look-alikes is empty."""
    if place == "confusable_homoglyphs/confusables.json":
        return b"{}"
    return _catalogue(path.with_suffix(".po")) if place.endswith("/ginrummy.mo") else path.read_bytes()


def _catalogue(path: Path) -> bytes:
    """Return a compiled catalogue with the messages of the modules that the browser has: two thirds."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    for message in list(catalogue):
        places = [place.removeprefix("src/") for place, _line in message.locations]
        places = [_TEMPLATES.sub("/", place) for place in places]
        if places and all(map(_LEFT_OUT.fullmatch, places)):
            catalogue.delete(message.id, message.context)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    return compiled.getvalue()


def is_needed(path: str) -> bool:
    """Return whether the application may need this module of the standard library."""
    return not path.endswith("/") and STDLIB_LEFT_OUT.fullmatch(path) is None
