"""What holds wherever the table runs: the applications, what a request goes through, languages, cookies."""

from __future__ import annotations

from pathlib import Path

from ginrummy.locale import LANGUAGE_NAMES

WEB = Path(__file__).parents[1]

DEBUG = False
HAS_OTHERS = True
"""Whether there are others to play with: tables to look for, accounts, ratings, programs."""
HAS_REVIEWS = True
"""Whether the coach can be asked for the review of a match, by whichever machine does that."""
CORES_A_BOT: int | None = 1
"""On how many cores a bot that searches thinks about a move, `None` for all that it may use."""

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
    "ginrummy.web.pages",
    "ginrummy.web.statistics",
]
"""All packages with rows in the database or static files of their own.

Ratings before fairness: all matches that end add to one row of counts, which is locked last.
"""
MIDDLEWARE = [
    "ginrummy.web.http.headers.Headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "ginrummy.web.http.language.Language",
    "ginrummy.web.http.database_outages.Outages",
    "ginrummy.web.http.zero_bytes.Unreadable",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "ginrummy.web.people.current_visitor.Visitors",
    "ginrummy.web.people.preferences.FollowPreferences",
    "ginrummy.web.http.wrong_method.WrongMethod",
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
                "ginrummy.web.http.csrf_context.context",
                "ginrummy.web.people.preferences.context",
                "ginrummy.web.lobby.notices.context",
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
"""What django-htmx ships beside the one file that our pages load."""

SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_NAME = "ginrummy_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = "ginrummy_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "ginrummy.web.http.error_pages.forged"

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
