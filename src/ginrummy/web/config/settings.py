"""Django settings of the server.

Values that differ between servers come from the environment (docs/hosting.md).
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from ginrummy.web.config.databases import database_settings
from ginrummy.web.config.mail import mail_host_name, parse_mail_server
from ginrummy.web.config.secret_key import server_key
from ginrummy.web.config.shared_settings import *  # noqa: F403
from ginrummy.web.config.shared_settings import INSTALLED_APPS, MIDDLEWARE, TEMPLATES
from ginrummy.web.config.template_cache import template_cache
from ginrummy.web.http.limits import number_from_environment

HOME = Path(os.environ.get("GINRUMMY_HOME") or user_data_path("ginrummy", appauthor=False))
HOME.mkdir(mode=0o700, parents=True, exist_ok=True)
IS_HTTPS = os.environ.get("GINRUMMY_HTTPS") == "1"
PATH = os.environ.get("GINRUMMY_PATH", "")
"""URL prefix of all pages, without a trailing slash: the host may serve other pages."""

SECRET_KEY = server_key(HOME, os.environ.get("GINRUMMY_SECRET_KEY", ""))
DATABASES = {"default": database_settings(os.environ.get("GINRUMMY_DATABASE", ""), HOME)}
OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"]
"""Names for requests from this machine, such as a proxy or a health check, whatever the public name is."""
DOMAINS = [name for name in os.environ.get("GINRUMMY_DOMAINS", "").split(",") if name]
ALLOWED_HOSTS = DOMAINS + OWN_NAMES
CSRF_TRUSTED_ORIGINS = [
    f"https://{name}" for name in ALLOWED_HOSTS if IS_HTTPS and name.strip("*.[]:01") not in ("", "localhost")
]

TEMPLATES[0]["OPTIONS"]["bytecode_cache"] = template_cache()  # type: ignore[index]  # each value its own type
TEMPLATES[0]["OPTIONS"]["context_processors"] += [  # type: ignore[index]
    "ginrummy.web.alerts.views.context",
    "ginrummy.web.rooms.views.context",
]
INSTALLED_APPS = [
    *INSTALLED_APPS,
    "ginrummy.web.accounts",
    "ginrummy.web.api",
    "ginrummy.web.alerts.apps.Alerts",
    "ginrummy.web.rooms.apps.Rooms",
    "ginrummy.web.config.apps.ConfigApp",
]
_language = MIDDLEWARE.index("ginrummy.web.http.language.LanguageMiddleware") + 1
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "ginrummy.web.config.static_files.OfflineFiles",
    "django.middleware.gzip.GZipMiddleware",
    *MIDDLEWARE[:_language],
    "ginrummy.web.api.errors.JsonErrorsMiddleware",
    "ginrummy.web.frameworks.threaded_handler.RefusalMiddleware",
    "ginrummy.web.http.repeated_refusals.RepeatedRefusalsMiddleware",
    *MIDDLEWARE[_language:],
]
ROOT_URLCONF = "ginrummy.web.config.urls"
ASGI_APPLICATION = "ginrummy.web.config.asgi.application"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

FORCE_SCRIPT_NAME = PATH or None
STATIC_URL = f"{PATH}/static/"
STATIC_ROOT = HOME / "static"
STORAGES = {"staticfiles": {"BACKEND": "ginrummy.web.config.static_files.HashedFiles"}}
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_INDEX_FILE = True
OFFLINE = Path(told) if (told := os.environ.get("GINRUMMY_OFFLINE")) else None
"""Folder written by `ginrummy site`, offered for play without a network."""
OFFLINE_MEGABYTES = (
    0 if OFFLINE is None else sum(path.stat().st_size for path in OFFLINE.glob("*.pack")) / 1e6
)

SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = PATH or "/"
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SECURE = IS_HTTPS
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if IS_HTTPS else 0
HSTS = os.environ.get("GINRUMMY_HSTS", "").split(",")
SECURE_HSTS_INCLUDE_SUBDOMAINS = "subdomains" in HSTS
SECURE_HSTS_PRELOAD = "preload" in HSTS
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""HSTS for subdomains and HSTS preloading are the host's decision, as they are hard to revoke."""
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SECURE_REDIRECT_EXEMPT = [rf"^{PATH[1:]}/?(healthz|metrics)$"]

EMAIL = parse_mail_server(os.environ.get("GINRUMMY_MAIL", ""))
HAS_MAIL = EMAIL.host != ""
NAME_IN_LETTERS = mail_host_name(DOMAINS) if HAS_MAIL else ""
PORT_IN_LETTERS = number_from_environment("GINRUMMY_PORT_IN_LETTERS", 443 if IS_HTTPS else 80, most=65535)
EMAIL_HOST, EMAIL_PORT = EMAIL.host, EMAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = EMAIL.user, EMAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL.is_starttls, EMAIL.is_tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("GINRUMMY_MAIL_FROM", f"ginrummy@{ALLOWED_HOSTS[0].strip('*.[]')}")
PASSWORD_RESET_TIMEOUT = 4 * 3600
