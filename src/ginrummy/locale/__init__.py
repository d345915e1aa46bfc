"""The texts of ginrummy in English, French and Russian: gettext catalogues, one language a context.

English is the language of the sources, so it needs no catalogue. A language set with `set_language` holds for
the running context (a command, a web request, a task). A pool of threads or processes does not inherit it:
give such a pool `bind_language(work)`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "ru": "Русский"}
"""Each language's name for itself."""
LANGUAGES = tuple(LANGUAGE_NAMES)
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_chosen: ContextVar[str] = ContextVar("ginrummy_language")
_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def detect_language(environment: Mapping[str, str] | None = None) -> str:
    """Return the language of the environment's locale, or English if it is not supported.

    >>> detect_language({"LANG": "fr_CA.UTF-8"}), detect_language({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"})
    ('fr', 'en')
    """
    variables = os.environ if environment is None else environment
    wanted = next((variables[name] for name in _LOCALE_VARIABLES if variables.get(name)), "")
    code = wanted[:2].lower()
    known = code in LANGUAGES and not wanted[2:3].isalpha()
    return code if known else "en"


def set_language(code: str) -> None:
    """Set the language of this context to `code` (one of `LANGUAGES`)."""
    if code not in LANGUAGES:
        raise ValueError(f"no such language: {code!r}; there are: {', '.join(LANGUAGES)}")
    _chosen.set(code)


@contextmanager
def using_language(code: str) -> Iterator[None]:
    """Set the language to `code` inside the `with` block only."""
    before = language()
    set_language(code)
    try:
        yield
    finally:
        _chosen.set(before)


def bind_language(work: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Return `work` bound to the language of this context, to be called in another thread or process."""
    return partial(_speaking, language(), work)


def _speaking(
    code: str, work: Callable[_Given, _Found], *values: _Given.args, **named: _Given.kwargs
) -> _Found:
    with using_language(code):
        return work(*values, **named)


def language() -> str:
    """Return the language of this context: the one set, else the environment's."""
    return _chosen.get(None) or detect_language()


def _(text: str) -> str:
    """Return `text` in the current language."""
    return _translation(language(), text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the text for `number` things in the current language, by its plural rule."""
    return _catalogue(language()).ngettext(singular, plural, number)


def pgettext(context: str, text: str) -> str:
    """Return the translation of `text` in `context`, for an English word with several translations."""
    return _catalogue(language()).pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802  (gettext's own name, which the extraction knows)
    """Return `text` unchanged: marks a text of a table for the catalogues; `_` translates it when shown."""
    return text


@lru_cache(8192)
def _translation(code: str, text: str) -> str:
    return _catalogue(code).gettext(text)


@cache
def _catalogue(code: str) -> NullTranslations:
    from gettext import NullTranslations, translation

    if code == "en":
        return NullTranslations()
    return translation("ginrummy", Path(__file__).parent, [code])
