"""Django's settings; what differs between servers comes from the environment (docs/hosting.md)."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from ginrummy.web.config.databases import database_settings
from ginrummy.web.config.mail import mail_server
from ginrummy.web.config.secret_key import server_key

WEB = Path(__file__).parents[1]
HOME = Path(os.environ.get("GINRUMMY_HOME") or user_data_path("ginrummy", appauthor=False))
HOME.mkdir(mode=0o700, parents=True, exist_ok=True)
IS_HTTPS = os.environ.get("GINRUMMY_HTTPS") == "1"

DEBUG = False
SECRET_KEY = os.environ.get("GINRUMMY_SECRET_KEY") or server_key(HOME)
DATABASES = {"default": database_settings(os.environ.get("GINRUMMY_DATABASE", ""), HOME)}
OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"]
"""This machine's, which answers to them whatever it is called outside: a proxy, a check of its health."""
ALLOWED_HOSTS = [name for name in os.environ.get("GINRUMMY_DOMAINS", "").split(",") if name] + OWN_NAMES
CSRF_TRUSTED_ORIGINS = [
    f"https://{name}" for name in ALLOWED_HOSTS if IS_HTTPS and name.strip("*.[]:01") not in ("", "localhost")
]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "django_htmx",
    "ginrummy.web.design",
    "ginrummy.web.people.apps.People",
    "ginrummy.web.tables.apps.Tables",
    "ginrummy.web.bots.apps.Bots",
    "ginrummy.web.ratings.apps.Ratings",
    "ginrummy.web.fairness.apps.Fairness",
    "ginrummy.web.chat.apps.Chat",
    "ginrummy.web.learn.apps.Learn",
    "ginrummy.web.board",
    "ginrummy.web.puzzles.apps.Puzzles",
    "ginrummy.web.lessons",
    "ginrummy.web.lobby.apps.Lobby",
    "ginrummy.web.pad",
    "ginrummy.web.pages",
    "ginrummy.web.statistics",
    "ginrummy.web.accounts.apps.Accounts",
    "ginrummy.web.api.apps.Api",
]
"""All packages with rows in the database or static files of their own.

Ratings before fairness: all matches that end add to one row of counts, which is locked last.
"""
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "ginrummy.web.config.static_files.Files",
    "django.middleware.gzip.GZipMiddleware",
    "ginrummy.web.http.headers.Headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "ginrummy.web.http.language.Language",
    "ginrummy.web.api.json_errors.JsonErrors",
    "ginrummy.web.http.outages.Outages",
    "ginrummy.web.http.unreadable_requests.Unreadable",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "ginrummy.web.people.visitors.Visitors",
    "ginrummy.web.people.preferences.FollowPreferences",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "ginrummy.web.config.urls"
ASGI_APPLICATION = "ginrummy.web.config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": sorted(WEB.glob("*/templates")),
        "OPTIONS": {
            "environment": "ginrummy.web.config.templating.environment",
            "context_processors": [
                "ginrummy.web.http.forms.context",
                "ginrummy.web.people.preferences.context",
                "ginrummy.web.lobby.notices.context",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("ru", "Русский")]

STATIC_URL = "/static/"
STATIC_ROOT = HOME / "static"
STORAGES = {"staticfiles": {"BACKEND": "ginrummy.web.config.static_files.HashedFiles"}}
STATIC_ROOT.mkdir(exist_ok=True)

SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_NAME = "ginrummy_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_NAME = "ginrummy_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = IS_HTTPS
CSRF_FAILURE_VIEW = "ginrummy.web.http.failures.forged"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if IS_HTTPS else 0
HSTS = os.environ.get("GINRUMMY_HSTS", "").split(",")
SECURE_HSTS_INCLUDE_SUBDOMAINS = "subdomains" in HSTS
SECURE_HSTS_PRELOAD = "preload" in HSTS
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
"""Other names of the domain, and lists in browsers that nobody leaves soon, are the host's to decide."""
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]

EMAIL = mail_server(os.environ.get("GINRUMMY_MAIL", ""))
HAS_MAIL = EMAIL.host != ""
EMAIL_HOST, EMAIL_PORT = EMAIL.host, EMAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = EMAIL.user, EMAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL.is_starttls, EMAIL.is_tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("GINRUMMY_MAIL_FROM", f"ginrummy@{ALLOWED_HOSTS[0].strip('*.[]')}")
PASSWORD_RESET_TIMEOUT = 4 * 3600

LARGEST_BODY = 64 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_BODY
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"ginrummy.web.bots": {"level": "INFO"}},
}
