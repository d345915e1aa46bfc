"""Django settings for the site in the browser: one person on one device.

`GINRUMMY_HOME` is the folder that the browser stores. `GINRUMMY_SITE` is the path below which the pages lie.
"""

from __future__ import annotations

import os
from pathlib import Path

from jinja2 import ModuleLoader

from ginrummy.kernel.runtimes import has_runtime
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
"""A write-ahead log writes each change once, which is half of what a rollback journal writes.

The log is a file that always exists, like the database, because browsers must open files in advance. The lock
is exclusive, because WAL would otherwise need shared memory, which the browser does not have.
"""
ALLOWED_HOSTS = ["*"]
HAS_OTHERS = False
OFFLINE_MEGABYTES = 0
HAS_REVIEWS = has_runtime()
"""Whether the browser runs the compiled rules, which the coach needs."""
CORES_A_BOT = None

INSTALLED_APPS = ["ginrummy.web.site.apps.Site", *INSTALLED_APPS]
"""First, so that its files override those of the same name."""
MIDDLEWARE = [*MIDDLEWARE, "ginrummy.web.site.iframe_middleware.FramedMiddleware"]
ROOT_URLCONF = "ginrummy.web.config.shared_urls"
X_FRAME_OPTIONS = "SAMEORIGIN"

if (_COMPILED := Path(__file__).with_name("compiled_templates")).is_dir():
    TEMPLATES[0]["OPTIONS"]["loader"] = ModuleLoader(_COMPILED)  # type: ignore[index]  # each value its own type
STATIC_URL = f"{SITE}static/"
STATIC_ROOT = Path(os.environ.get("GINRUMMY_STATIC") or Path(__file__).with_name("files"))
LOGGING = LOGGING | {"loggers": {"ginrummy.web.tables.server_heartbeat": {"level": "ERROR"}}}
"""No warning that no process checked the tables for a while: that is normal while the page is closed."""
STORAGES = {"staticfiles": {"BACKEND": "ginrummy.web.site.static_storage.NamedFiles"}}
