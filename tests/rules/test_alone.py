"""The law is independent: importing it loads no language, no variant file, no other room."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules

from ginrummy import rules

MODULES = [found.name for found in iter_modules(rules.__path__)]
LOADED = "import json, sys, {name}; print(json.dumps(sorted(sys.modules)))"
REFUSED = {"gettext", "importlib.resources", "pathlib", "tomllib"}


def loaded(name: str) -> set[str]:
    """Return the modules loaded in a new interpreter by importing `name`."""
    code = [sys.executable, "-S", "-c", LOADED.format(name=name)]
    sources = {
        "PYTHONPATH": str(Path(rules.__file__).parents[2])
    }  # without site packages nothing else is found
    return set(json.loads(subprocess.check_output(code, env=os.environ | sources)))


def test_the_law_loads_neither_languages_nor_files() -> None:
    found = loaded(", ".join(["ginrummy.rules", *(f"ginrummy.rules.{name}" for name in MODULES)]))
    assert not found & REFUSED
    ours = {name for name in found if name.startswith("ginrummy")}
    assert ours == {"ginrummy", "ginrummy.rules", *(f"ginrummy.rules.{name}" for name in MODULES)}


def test_what_is_refused_is_seen_where_it_is_loaded() -> None:
    assert loaded("ginrummy.variants") >= {"tomllib", "ginrummy.locale"}
