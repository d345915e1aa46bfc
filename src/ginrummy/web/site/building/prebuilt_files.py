"""What Django makes beforehand, so that the browser need not: static files, templates, an empty database."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import django
from jinja2 import Environment

SETTINGS: Final = "ginrummy.web.site.settings"
MANIFEST: Final = "staticfiles.json"
DATABASE: Final = "ginrummy.sqlite3"


def set_up(folder: Path) -> None:
    """Let Django work with the settings of the site, its files below `folder`."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "GINRUMMY_HOME": str(folder),
        "GINRUMMY_STATIC": str(folder / "static"),
    }
    django.setup()


def static_files(folder: Path) -> tuple[dict[str, bytes], bytes]:
    """Return the static files by the names that tell their content, and the list of these names."""
    from django.conf import settings
    from django.core.management import call_command

    unused = settings.UNUSED_STATIC_FILES
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=unused)
    manifest = (folder / "static" / MANIFEST).read_bytes()
    names = json.loads(manifest)["paths"].values()
    return {f"static/{name}": (folder / "static" / name).read_bytes() for name in names}, manifest


def environment() -> Environment:
    """Return what Django makes pages with."""
    from django.template import engines
    from django.template.backends.jinja2 import Jinja2

    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    found: Environment = backend.env
    return found


def templates(folder: Path) -> dict[str, bytes]:
    """Return the templates as modules of Python."""
    made = folder / "templates"
    environment().compile_templates(made, zip=None, ignore_errors=False)
    return {path.name: path.read_bytes() for path in sorted(made.glob("*.py"))}


def database(folder: Path) -> bytes:
    """Return the database of a table at which nobody has sat, the same at each build."""
    from django.db import connection

    from ginrummy.web.site.start import bring_up_to_date

    bring_up_to_date()
    connection.close()
    path = folder / DATABASE
    with closing(sqlite3.connect(path)) as own:
        own.execute("PRAGMA journal_mode=DELETE")
        own.execute("UPDATE django_migrations SET applied = '2000-01-01'")
        own.commit()
        own.execute("VACUUM")
    return path.read_bytes()


def page(name: str, **context: object) -> str:
    """Return a page of the site's own."""
    return environment().get_template(name).render(**context)
