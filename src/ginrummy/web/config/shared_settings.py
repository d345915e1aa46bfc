"""Settings shared by the server and the table in the browser: applications, middleware, languages."""

from __future__ import annotations

from pathlib import Path

from ginrummy.locale import LANGUAGE_NAMES

WEB = Path(__file__).parents[1]

DEBUG = False
HAS_OTHERS = True
"""Whether there are other players: open tables, accounts, ratings, the API."""
HAS_REVIEWS = True
"""Whether the coach can review a match, on whichever machine."""
CORES_A_BOT: int | None = 1
"""Cores that a searching bot uses for a move, `None` for all available ones."""

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "django_htmx",
    "ginrummy.web.design",
    "ginrummy.web.people",
    "ginrummy.web.tables",
    "ginrummy.web.bots",
    "ginrummy.web.ratings.apps.Ratings",
    "ginrummy.web.fairness.apps.Fairness",
    "ginrummy.web.chat",
    "ginrummy.web.learn",
    "ginrummy.web.board",
    "ginrummy.web.puzzles.apps.Puzzles",
    "ginrummy.web.lessons",
    "ginrummy.web.lobby.apps.Lobby",
    "ginrummy.web.pad",
    "ginrummy.web.sheets",
    "ginrummy.web.pages",
    "ginrummy.web.statistics",
]
"""All packages with database tables or static files.

The order is that of locks: ratings come before fairness, because every finished match updates a single row of
counts there, which must be locked last.
"""
MIDDLEWARE = [
    "ginrummy.web.http.middleware.HeadersMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "ginrummy.web.http.language.LanguageMiddleware",
    "ginrummy.web.http.middleware.OutageMiddleware",
    "ginrummy.web.http.middleware.ReadableTextMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "ginrummy.web.people.current_visitor.VisitorMiddleware",
    "ginrummy.web.people.preferences.FollowPreferencesMiddleware",
    "ginrummy.web.http.middleware.ShortRefusalsMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": sorted(WEB.glob("*/templates")),
        "OPTIONS": {
            "environment": "ginrummy.web.config.templating.environment",
            "context_processors": [
                "ginrummy.web.http.middleware.context",
                "ginrummy.web.people.preferences.context",
                "ginrummy.web.lobby.notices.context",
                "ginrummy.web.lobby.friend_views.context",
                "ginrummy.web.ratings.own_summary.context",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = list(LANGUAGE_NAMES.items())

STATIC_URL = "/static/"
UNUSED_STATIC_FILES = ["ext", "htmax-4*", "htmx-4*", "htmx-2.js", "django-htmx.js"]
"""Files of django-htmx other than the one that the pages load."""

SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_NAME = "ginrummy_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = "ginrummy_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "ginrummy.web.http.error_pages.csrf_failure"

LARGEST_BODY = 64 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_BODY
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"one_line": {"()": "ginrummy.web.http.log_filters.OneLine"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["one_line"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"ginrummy.web.bots": {"level": "INFO"}},
}
