"""Variant in the headers of a record: a preset by its name, a house rule with all its values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ginrummy.locale import LANGUAGES, _
from ginrummy.locale.errors import RecordError, VariantError
from ginrummy.text.record.headers import Header, Headers, header_line, quoted
from ginrummy.text.record.lines import excerpt
from ginrummy.variants import (
    DEFAULT,
    NamedVariant,
    Variant,
    load_variant,
    preset_names,
    preset_of,
    row_of,
    row_values,
)
from ginrummy.variants.files import read_toml
from ginrummy.variants.toml_text import toml_text


def variant_lines(variant: NamedVariant) -> list[str]:
    """Return the headers of the variant. Raises `RecordError` for one that no file can express."""
    if is_preset(variant):
        return [header_line("Variant", variant.name)]
    values = changes(variant.row)
    if row_of(values) != variant.row:
        raise RecordError(_("no variant file can say these rules"), where=variant.name, clause="13.1")
    titles = [
        header_line("Title", code, variant.names[code]) for code in LANGUAGES if variant.names.get(code)
    ]
    rules = [f"[Rule {field} = {toml_text(value)}]" for field, value in values.items()]
    return [header_line("House", variant.name), *titles, *rules]


def named(row: Variant) -> NamedVariant:
    """Return the first preset equal to `row`, or `row` as a house rule without a title."""
    preset = preset_of(row)
    if preset is not None:
        return load_variant(preset)
    return NamedVariant("house", {}, {}, {}, row, variant_file({}, row))


def is_preset(variant: NamedVariant) -> bool:
    """Return whether `variant` is the preset of its name, unchanged."""
    return variant.name in preset_names() and load_variant(variant.name).row == variant.row


def changes(row: Variant) -> dict[str, Any]:
    """Return the differences of `row` from the default, in the words of a variant file."""
    default = row_values(DEFAULT)
    return {field: value for field, value in sorted(row_values(row).items()) if value != default[field]}


def read_variant(headers: Headers) -> NamedVariant:
    """Return the variant that the headers name or spell out. Raises `RecordError` at an invalid line."""
    house = headers.get("House")
    if house is None:
        return _read_preset(headers)
    preset = headers.get("Variant")
    if preset is not None:
        raise RecordError(_("a house rule is no preset: only one of the two stands here"),
                          where=preset.where, clause="13.2")  # fmt: skip
    names = dict(_titles(headers))
    row = _read_row(headers, house)
    return NamedVariant(house.texts[0], names, {}, {}, row, variant_file(names, row))


def _read_preset(headers: Headers) -> NamedVariant:
    header = headers.need("Variant")
    for other in (*headers.all_of("Rule"), *headers.all_of("Title")):
        message = _("a preset is never changed: other rules stand under [House]")
        raise RecordError(message, where=other.where, clause="13.2")
    name = header.texts[0]
    if name not in preset_names():
        message = _("there is no variant “{name}”; there are: {known}")
        known = ", ".join(preset_names())
        raise RecordError(message.format(name=excerpt(name), known=known), where=header.where, clause="13.4")
    return load_variant(name)


def _titles(headers: Headers) -> Iterator[tuple[str, str]]:
    for header in headers.all_of("Title"):
        code, title = header.texts
        if code not in LANGUAGES:
            message = _("there is no such language; there are: {known}").format(known=", ".join(LANGUAGES))
            raise RecordError(message, where=header.where, clause="12.1")
        yield code, title


def _read_row(headers: Headers, house: Header) -> Variant:
    rules = {header.texts[0]: header for header in headers.all_of("Rule")}
    values: dict[str, Any] = {}
    for header in rules.values():
        values |= _read_rule(header)
    try:
        return row_of(values)
    except VariantError as error:
        header = rules.get(error.where.partition(".")[0], house)
        raise RecordError(error.what, where=header.where, clause=error.clause) from error


def _read_rule(header: Header) -> dict[str, Any]:
    field, value = header.texts
    try:
        return read_toml(f"{field} = {value}")
    except VariantError as error:
        raise RecordError(error.what, where=header.where, clause="13.1") from error


def variant_file(names: dict[str, str], row: Variant) -> str:
    """Return the variant file of `row` with `names`."""
    lines = [f"{field} = {toml_text(value)}" for field, value in changes(row).items()]
    if names:
        lines += ["", "[name]", *(f"{code} = {quoted(title)}" for code, title in names.items())]
    return "\n".join(lines) + "\n"
