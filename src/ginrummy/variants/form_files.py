"""Files of forms of playing together, in TOML as those of variants: seven forms, and those of a house."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ginrummy.locale import LANGUAGES, _
from ginrummy.locale.argument_checks import as_path
from ginrummy.locale.errors import VariantError, on_one_line
from ginrummy.rules.forms import PARTNERSHIP, Form
from ginrummy.variants.fields import field_error
from ginrummy.variants.files import (
    NamedRules,
    read_file_text,
    read_names,
    read_texts,
    read_toml,
    read_values,
    with_line,
)
from ginrummy.variants.form_options import FORM_FIELDS, form_from_values

FORM_NAMES: Final = (
    "partnership",
    "winner_stays",
    "sitting_out",
    "chouette",
    "king",
    "everybody",
    "free",
)
_LONGEST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class NamedForm(NamedRules):
    """A form with its names and the sources of its values."""

    row: Form

    def __hash__(self) -> int:
        """Return a hash that is equal for equal forms."""
        return hash((self.name, self.row))


def load_form(name: str | Path) -> NamedForm:
    """Return the form called `name`, or that in the file `name` if it ends in `.toml`.

    Raises `VariantError` with the line of the file and the reason.
    """
    as_path(name, "load_form", error=VariantError)
    if str(name).endswith(".toml"):
        return parse_form(read_file_text(name), name=Path(name).stem, where=str(name))
    return _load_form(str(name))


@cache
def _load_form(name: str) -> NamedForm:
    if name not in FORM_NAMES:
        message = _("there is no form “{name}”; there are: {known}")
        shown = on_one_line(name, _LONGEST_SHOWN)
        raise VariantError(message.format(name=shown, known=", ".join(FORM_NAMES)), clause="14.12")
    source = files("ginrummy.variants") / "forms" / f"{name}.toml"
    return parse_form(source.read_text(encoding="utf-8"), name=name, where=f"{name}.toml")


def parse_form(text: str, *, name: str, where: str) -> NamedForm:
    """Return the form described by TOML `text`; `where` names the text in errors."""
    try:
        document = read_toml(text)
    except VariantError as error:
        raise VariantError(error.what, where=where) from error
    try:
        row = form_from_values(read_values(document), base=_base(document))
        about = read_texts(document, "about", LANGUAGES)
        source = read_texts(document, "source", FORM_FIELDS)
        return NamedForm(name, read_names(document), about, source, row)
    except VariantError as error:
        raise with_line(error, text, where) from error


def _base(document: dict[str, Any]) -> Form:
    base = document.get("base")
    if base is None:
        return PARTNERSHIP
    if base not in FORM_NAMES:
        raise field_error("base", base, " | ".join(FORM_NAMES))
    return _load_form(base).row
