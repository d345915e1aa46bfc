"""Django's settings for the table in the browser: one person, one device, nobody else.

`GINRUMMY_HOME` is the folder that the browser keeps, `GINRUMMY_SITE` the path below which the pages lie.
"""

from __future__ import annotations

import os
from pathlib import Path

from jinja2 import ModuleLoader

from ginrummy.kernel.targets import is_ready
from ginrummy.web.config.databases import sqlite_settings
from ginrummy.web.config.shared_settings import *  # noqa: F403
from ginrummy.web.config.shared_settings import INSTALLED_APPS, LOGGING, MIDDLEWARE, TEMPLATES

HOME = Path(os.environ["GINRUMMY_HOME"])
SITE = os.environ.get("GINRUMMY_SITE", "/")
SECRET_KEY = "nothing leaves this device, and nobody else's pages reach it"
DATABASES = {"default": sqlite_settings(HOME / "ginrummy.sqlite3")}
DATABASES["default"]["OPTIONS"]["init_command"] = (
    "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=250; "
    "PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY;"
)
"""What a move changes is written once, at the end of the log: half of what a rollback journal takes.

The log is a file that is always there, as the database: browsers open files beforehand. Nobody else has them
open, so that it needs no shared memory, which there is none of.
"""
ALLOWED_HOSTS = ["*"]
HAS_OTHERS = False
OFFLINE_MEGABYTES = 0
HAS_REVIEWS = is_ready()
"""Whether the browser runs the compiled law, which the coach needs."""
CORES_A_BOT = None

INSTALLED_APPS = ["ginrummy.web.site.apps.Site", *INSTALLED_APPS]
"""First, so that its files come before those of the same name."""
MIDDLEWARE = [*MIDDLEWARE, "ginrummy.web.site.iframe_middleware.Framed"]
ROOT_URLCONF = "ginrummy.web.config.shared_urls"
X_FRAME_OPTIONS = "SAMEORIGIN"

if (_COMPILED := Path(__file__).with_name("compiled_templates")).is_dir():
    TEMPLATES[0]["OPTIONS"]["loader"] = ModuleLoader(_COMPILED)  # type: ignore[index]  # each value its own type
STATIC_URL = f"{SITE}static/"
STATIC_ROOT = Path(os.environ.get("GINRUMMY_STATIC") or Path(__file__).with_name("files"))
LOGGING = LOGGING | {"loggers": {"ginrummy.web.tables.server_heartbeat": {"level": "ERROR"}}}
"""Nobody looks after the tables while the page is closed, and that is as it should be."""
STORAGES = {"staticfiles": {"BACKEND": "ginrummy.web.site.static_storage.NamedFiles"}}
