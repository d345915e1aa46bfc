"""The server's settings in tests: a temporary home, plain static files, a fast password hash."""

from __future__ import annotations

import atexit
import os
import tempfile
from shutil import rmtree

if "GINRUMMY_HOME" not in os.environ:
    os.environ["GINRUMMY_HOME"] = tempfile.mkdtemp(prefix="ginrummy-tests-")
    atexit.register(rmtree, os.environ["GINRUMMY_HOME"], ignore_errors=True)
# A hanging bot ends its process: here that would be the tests, on a machine that compiles slowly.
os.environ.setdefault("GINRUMMY_BOT_SECONDS", "250")

from ginrummy.web.config.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "ginrummy.web.site.apps.Site"]  # noqa: F405
SITE = "/"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
# Each client of a test is a server of its own, which would load every file before its first response.
WHITENOISE_AUTOREFRESH = True
# A file, as in production: a database in memory locks whole tables when two threads write.
DATABASES["default"]["TEST"] = {"NAME": str(HOME / "tests.sqlite3")}  # noqa: F405
# Threads of a test end with it, so connections are not kept.
DATABASES["default"]["CONN_MAX_AGE"] = 0  # noqa: F405
