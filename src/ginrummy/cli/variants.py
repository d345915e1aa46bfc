"""`ginrummy variants`: the presets, the changes of each with reasons, and all options."""

from __future__ import annotations

from typing import Any

import click

from ginrummy.cli.options import VARIANT, json_option, reject_conflicting_options
from ginrummy.locale import _
from ginrummy.locale.errors import clause_text, join_series, prefix_place
from ginrummy.terminal.output import print_json, print_lines, wrap_text
from ginrummy.text.ledger.text_columns import column_lines
from ginrummy.text.rulebook.advice import translate_source_note
from ginrummy.variants import (
    DEFAULT,
    GROUPS,
    OPTIONS,
    NamedVariant,
    Option,
    default_value,
    load_variant,
    match_length_text,
    variant_values,
)
from ginrummy.variants.files import NamedRules
from ginrummy.variants.option import CHOICE, SWITCH, option_value
from ginrummy.variants.toml_text import toml_text


def command() -> click.Command:
    """Return the command `variants` in the current language."""
    return click.Command(
        "variants",
        callback=variants,
        help=_("List the ways to play; with NAME, what that one changes, and from where."),
        params=[
            click.Argument(
                ["variant"],
                required=False,
                type=VARIANT,
                metavar=_("NAME|FILE.toml"),
                help=_("A preset, or a file of house rules."),
            ),
            click.Option(["--options"], is_flag=True, help=_("List every option of a variant file.")),
            json_option(),
        ],
    )


def variants(*, variant: NamedVariant | None, options: bool, as_json: bool) -> None:
    """Print the presets, one variant, or the options."""
    reject_conflicting_options(("variant", "options"))
    if options:
        print_json({"options": [option_json(each) for each in OPTIONS]}) if as_json else print_lines(
            option_lines()
        )
    elif variant is not None:
        print_json(variant_json(variant)) if as_json else print_lines(variant_lines(variant))
    else:
        print_json({"variants": preset_list_json()}) if as_json else print_lines(preset_list_lines())


def preset_list_json() -> list[dict[str, Any]]:
    """Return name, title and description of every preset, with its group and the minutes of a match."""
    return [
        description_json(load_variant(name)) | {"group": group.name, "minutes": minutes}
        for group in GROUPS
        for name, minutes in group.minutes.items()
    ]


def preset_list_lines() -> list[str]:
    """Return the presets under the titles of their groups, wrapped."""
    lines: list[str] = []
    for group in GROUPS:
        lines += [*([""] if lines else []), group.title(), ""]
        for name in group.minutes:
            lines += [*description_lines(load_variant(name)), *_indent_text(match_length_text(name))]
    return lines


def description_json(named: NamedRules) -> dict[str, Any]:
    """Return the name, the title and the description of a variant or a form."""
    return {"name": named.name, "title": str(named), "about": named.description()}


def description_lines(named: NamedRules) -> list[str]:
    """Return the name, the title and the description of a variant or a form, wrapped."""
    return [f"{named.name} — {named}", *_indent_text(named.description())]


def _indent_text(text: str) -> list[str]:
    return wrap_text(text, label="    ", indent=4)


def changed_options(variant: NamedVariant) -> dict[str, dict[str, Any]]:
    """Return each option in which `variant` differs from the default: value, default and source."""
    values, defaults = variant_values(variant.row), variant_values(DEFAULT)
    return {
        option.name: {
            "value": option_value(values, option.name),
            "default": option_value(defaults, option.name),
            "source": variant.source.get(option.name.partition(".")[0], ""),
        }
        for option in OPTIONS
        if option_value(values, option.name) != option_value(defaults, option.name)
        and (option.may_be_none or option_value(values, option.name) is not None)
    }


def variant_json(variant: NamedVariant) -> dict[str, Any]:
    """Return all values of `variant`, and those that differ with their source."""
    values = variant_values(variant.row)
    return {
        **description_json(variant),
        "values": {name: values[name] for name in sorted(values)},
        "differs": changed_options(variant),
    }


def variant_lines(variant: NamedVariant) -> list[str]:
    """Return the changes of `variant` in words, each with its source."""
    lines = [*description_lines(variant), ""]
    differences = changed_options(variant)
    if not differences:
        return [*lines, _("Everything is as in the default.")]
    by_name = {option.name: option for option in OPTIONS}
    told = ""
    for name, change in differences.items():
        option, source = by_name[name], change["source"]
        told_value = value_text(option, change["value"])
        lines.append(prefix_place(option.title(), told_value))
        lines.append(f"    {name} = {toml_text(change['value'])}")
        if source != told:
            lines += _indent_text(translate_source_note(source))
        told = source
    return lines


def value_text(option: Option, value: Any) -> str:
    """Return a value of `option` in words."""
    if value is None:
        return _("none")
    if option.kind == SWITCH:
        return _("yes") if value else _("no")
    return option.value_meaning(value) if option.kind == CHOICE else str(value)


def option_json(option: Option) -> dict[str, Any]:
    """Return all fields of `option`."""
    return {
        "name": option.name,
        "clause": option.clause,
        "kind": option.kind,
        "title": option.title(),
        "about": option.explain(none=toml_text(None)),
        "choices": {word: option.value_meaning(word) for word in option.choices},
        "bounds": option.bounds,
        "only": list(option.only),
        "may_be_none": option.may_be_none,
        "default": default_value(option.name),
    }


def option_notes(option: Option) -> list[str]:
    """Return the default of `option`, if any, and its clause."""
    usual, clause = default_value(option.name), clause_text(option.clause)
    if usual is None and not option.may_be_none:
        return [clause]
    return [_("default: {default}").format(default=toml_text(usual)), clause]


def option_lines() -> list[str]:
    """Return every option: its name, type, default and meaning."""
    lines: list[str] = []
    for option in OPTIONS:
        lines.append(f"{option.name} = {option.allowed_text}   [{join_series(option_notes(option))}]")
        lines += _indent_text(option.explain(none=toml_text(None)))
        lines += column_lines(
            [[word, option.value_meaning(word)] for word in option.choices], indent="      "
        )
    return lines
