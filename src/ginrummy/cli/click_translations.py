"""Translations of Click's own texts.

Click passes all its texts to gettext. `using_click_language` binds that to the catalogue of ginrummy. The
functions below repeat the texts exactly as Click has them, so that `make messages` collects them with ours.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files

from ginrummy.locale import _, ngettext

_DOMAIN = "ginrummy"


@contextmanager
def using_click_language(code: str) -> Iterator[None]:
    """Make Click use the language `code` inside the `with` block."""
    domain, language = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(_DOMAIN, str(files("ginrummy.locale")))
    gettext.textdomain(_DOMAIN)
    os.environ["LANGUAGE"] = code
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if language is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = language


def click_help_texts() -> tuple[str, ...]:
    """Return the texts of Click's help pages."""
    return (
        _("Usage:"),
        _("Options"),
        _("Positional arguments"),
        _("Commands"),
        _("Show this message and exit."),
        _("default: {default}"),
        _("env var: {var}"),
        _("required"),
        _("Choose from:\n\t{choices}"),
    )


def click_error_texts() -> tuple[str, ...]:
    """Return the texts of Click's errors."""
    return (
        _("Error: {message}"),
        _("Try '{command} {option}' for help."),
        _("Invalid value: {message}"),
        _("Invalid value for {param_hint}: {message}"),
        _("Missing argument"),
        _("Missing option"),
        _("Missing parameter"),
        _("Missing command."),
        _("No such option {name!r}."),
        _("No such command {name!r}."),
        _("Option {name!r} does not take a value."),
        _("Argument {name!r} takes {nargs} values."),
        _("{value!r} is not a valid {number_type}."),
        _("{value} is not in the range {range}."),
        _("Could not open file {filename!r}: {message}"),
        _("unknown error"),
        _("file"),
        _("directory"),
        _("path"),
        _("{name} {filename!r} does not exist."),
        _("{name} {filename!r} is a file."),
        _("{name} {filename!r} is a directory."),
        _("{name} {filename!r} is not readable."),
        _("{name} {filename!r} is not writable."),
        _("Aborted!"),
    )


def click_plural_texts() -> tuple[str, ...]:
    """Return the texts of Click that have a plural."""
    return (
        ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1),
        ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1),
        ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1),
        ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 1),
    )
