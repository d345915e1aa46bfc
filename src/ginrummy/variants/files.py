"""Variant files in TOML, which state only differences: the presets, and house rules."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from operator import ne
from pathlib import Path
from typing import Any, Final

from ginrummy.locale import LANGUAGES, _, language, using_language
from ginrummy.locale.argument_checks import as_language, as_path, as_text
from ginrummy.locale.errors import VariantError, error_reason, on_one_line, prefix_place
from ginrummy.rules.variant import DEFAULT, Variant
from ginrummy.variants.fields import (
    FILE_FIELDS,
    changed_fields,
    field_error,
    read_table,
    validate_variant,
    variant_from_values,
    variant_values,
)
from ginrummy.variants.groups import GROUPS
from ginrummy.variants.header_text import header_text_fault
from ginrummy.variants.toml_text import field_line_number, toml_text

LONGEST_RULES: Final = 1 << 16
"""Characters of a file of rules."""
_LONGEST_SHOWN: Final = 60
_CACHED: Final = 64
"""House rules that stay loaded: a page reads those of its table several times."""
_HOUSE: Final = "house"
_SECTIONS: Final = ("base", "name", "about", "values", "source")


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Names and descriptions of a variant or of a form by language, with the reasons for its values."""

    name: str
    names: dict[str, str]
    about: dict[str, str]
    source: dict[str, str]

    def __str__(self) -> str:
        """Return its name in the current language."""
        return self.title(language())

    def title(self, language: str) -> str:
        """Return its name in `language`."""
        title = self.names.get(as_language(language, "title")) or self.names.get("en")
        if title is None and is_one_line_rules(self.name):
            with using_language(language):
                return _("House rules")
        return title or self.name

    def description(self) -> str:
        """Return its description in the current language, else in English."""
        return self.about.get(language()) or self.about.get("en", "")


@dataclass(frozen=True, slots=True)
class NamedVariant(NamedRules):
    """A row with its names and the reasons for its unusual values."""

    row: Variant
    text: str

    def __hash__(self) -> int:
        """Return a hash that is equal for equal variants."""
        return hash((self.name, self.row, self.text))

    def __repr__(self) -> str:
        """Return the variant as code: a preset by its name, a house rule by its file."""
        if self.name in preset_names() and self == _load_preset(self.name):
            return f"load_variant({self.name!r})"
        return f"parse_variant({self.text!r}, name={self.name!r}, where={self.name!r})"


@cache
def preset_names() -> tuple[str, ...]:
    """Return the names of the presets, in the order of their groups."""
    return tuple(name for group in GROUPS for name in group.minutes)


def load_variant(name: str | Path) -> NamedVariant:
    """Return the preset called `name`, or the house rule in the file `name` if it ends in `.toml`.

    A `name` in braces is the house rules themselves. Raises `VariantError` with the place and the reason.

    >>> load_variant('{ base = "modern", gin_bonus = 30 }').row.gin_bonus
    30
    """
    as_path(name, "load_variant", error=VariantError)
    if is_one_line_rules(str(name)):
        return _read_rules_table(str(name))
    if str(name).endswith(".toml"):
        return read_variant_file(name)
    if str(name) not in preset_names() and _is_file(name):
        raise VariantError(_("the name of a file of house rules ends in “.toml”"), where=str(name))
    return _load_preset(str(name))


def is_one_line_rules(name: str) -> bool:
    """Return whether `name` is no name but house rules on one line, as `rules_on_one_line` writes them."""
    return name.startswith("{")


@lru_cache(_CACHED)
def _read_rules_table(text: str) -> NamedVariant:
    document = read_toml(f"{_HOUSE} = {text}")
    table = document[_HOUSE]
    if len(document) > 1 or not isinstance(table, dict):
        raise VariantError(_("this is not a variant"), where=on_one_line(text, _LONGEST_SHOWN))
    lines = (f"{field} = {toml_text(value)}\n" for field, value in table.items())
    return _named_variant(table, text, "".join(lines))


def rules_on_one_line(row: Variant) -> str:
    """Return the name of the preset `row`, else its differences from the plain game, for `load_variant`."""
    return preset_of(row) or toml_text(changed_fields(row))


def _is_file(name: str | Path) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # not a valid file name
        return False


@cache
def _load_preset(name: str) -> NamedVariant:
    if name not in preset_names():
        known = ", ".join(preset_names())
        message = _("there is no variant “{name}”; there are: {known}")
        shown = on_one_line(name, _LONGEST_SHOWN)
        raise VariantError(message.format(name=shown, known=known), clause="13.4")
    source = files("ginrummy.variants") / "presets" / f"{name}.toml"
    return parse_variant(source.read_text(encoding="utf-8"), name=name, where=f"{name}.toml")


@cache
def preset_of(row: Variant) -> str | None:
    """Return the name of the first preset with exactly these rules, or `None`."""
    return next((name for name in preset_names() if load_variant(name).row == row), None)


def nearest_preset(row: Variant) -> str:
    """Return the name of the preset that differs from `row` in the fewest fields, the first of several.

    >>> nearest_preset(load_variant("hollywood").row._replace(game_target=60))
    'hollywood'
    """
    return min(preset_names(), key=lambda name: sum(map(ne, row, load_variant(name).row)))


def resolve_variant(variant: Variant | NamedVariant | str | Path) -> Variant:
    """Return the row of `variant`: a row itself, a named one, or an argument of `load_variant`.

    Raises `VariantError` for an unplayable row (RULES 13).
    """
    if isinstance(variant, Variant):
        return validate_variant(variant)
    return variant.row if isinstance(variant, NamedVariant) else load_variant(variant).row


def variant_text(row: Variant) -> str:
    """Return `row` as one word: the name of its preset, else its differences from the plain game."""
    changed = repr(row).removeprefix("Variant(").removesuffix(")")
    return preset_of(row) or changed.replace(", ", ",")


def parse_variant_text(text: str) -> Variant:
    """Return the row that `variant_text` wrote. Raises `VariantError` for anything else."""
    if "=" not in text:
        return _load_preset(text).row
    parts = (part.partition("=") for part in text.split(","))
    try:
        row = Variant(**{name: int(number) for name, _sign, number in parts})
        return variant_from_values(variant_values(validate_variant(row)))
    except (TypeError, ValueError) as error:
        raise VariantError(_("this is not a variant"), where=text) from error


def read_variant_file(path: str | Path) -> NamedVariant:
    """Return the house rule in the file `path` (RULES 13.2)."""
    text = read_file_text(path)
    return parse_variant(text, name=Path(path).stem, where=str(path))


def read_file_text(path: str | Path) -> str:
    """Return the text of the file `path`. Raises `VariantError` if it or its name cannot be read."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST_RULES + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise VariantError(
            _("the file cannot be read: {error}").format(error=error_reason(error)), where=str(path)
        ) from error
    if len(text) > LONGEST_RULES:
        raise VariantError(_("that is too long for the rules of a game"), where=str(path))
    if fault := header_text_fault(Path(path).stem):
        raise VariantError(fault, where=str(path), clause="12.1")
    return text


def parse_variant(text: str, *, name: str, where: str) -> NamedVariant:
    """Return the variant described by TOML `text`; `where` names the text in errors.

    Its `base`, if any, is a preset: a house rule is self-contained.
    """
    as_text(text, "parse_variant", error=VariantError)
    try:
        document = read_toml(text)
    except VariantError as error:
        raise VariantError(error.what, where=where) from error
    try:
        return _named_variant(document, name, text)
    except VariantError as error:
        raise with_line(error, text, where) from error


def read_toml(text: str) -> dict[str, Any]:
    """Return the document in TOML `text`. Raises `VariantError` for anything else."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(_("this is not TOML: {error}").format(error=error)) from error
    except RecursionError as error:
        raise VariantError(_("brackets are nested too deeply")) from error
    except ValueError as error:  # tomllib passes Python's limit on digits through
        raise VariantError(_("a number has too many digits")) from error


def _named_variant(document: dict[str, Any], name: str, text: str) -> NamedVariant:
    values = read_values(document)
    names, about = read_names(document), read_texts(document, "about", LANGUAGES)
    source = read_texts(document, "source", FILE_FIELDS)
    return NamedVariant(name, names, about, source, variant_from_values(values, base=_base(document)), text)


def read_values(document: dict[str, Any]) -> dict[str, Any]:
    """Return the values of fields, which stand in `[values]` or alone."""
    values = document.get("values", {})
    if not isinstance(values, dict):
        raise field_error("values", values, "[values]")
    values = dict(values)
    for key, value in document.items():
        if key in values:
            raise VariantError(_("it stands here twice, alone and in [values]"), where=key, clause="13.1")
        if key not in _SECTIONS:
            values[key] = value
    return values


def _base(document: dict[str, Any]) -> Variant:
    base = document.get("base")
    if base is None:
        return DEFAULT
    if base not in preset_names():
        raise field_error("base", base, " | ".join(preset_names()))
    return _load_preset(base).row


def read_names(document: dict[str, Any]) -> dict[str, str]:
    """Return the names of the game. Raises `VariantError` for one that no record could hold."""
    names = read_texts(document, "name", LANGUAGES)
    for code, text in names.items():
        if fault := header_text_fault(text):
            where = f"name.{code}" if isinstance(document["name"], dict) else "name"
            raise VariantError(fault, where=where, clause="12.1")
    return names


def read_texts(document: dict[str, Any], section: str, keys: tuple[str, ...]) -> dict[str, str]:
    """Return the texts of `section` by key. Raises `VariantError` for any other value or key."""
    table = document.get(section, {})
    if section == "name" and isinstance(table, str):
        return {"en": table}
    if not isinstance(table, dict):
        raise VariantError(_("only texts may stand here"), where=section, clause="13.1")
    for key, text in table.items():
        if not isinstance(text, str):
            raise VariantError(_("only texts may stand here"), where=f"{section}.{key}", clause="13.1")
    return dict(read_table(section, table, keys))


def with_line(error: VariantError, text: str, where: str) -> VariantError:
    """Return `error` with its line in `text`, which `where` names."""
    line = field_line_number(text, error.where)
    place = f"{where}, {line}" if line else where
    inner = prefix_place(place, error.where) if error.where else place
    return VariantError(error.what, where=inner, clause=error.clause)
