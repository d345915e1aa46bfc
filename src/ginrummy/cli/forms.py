"""`ginrummy forms`: the ways of playing together, and the rules of each in words."""

from __future__ import annotations

from typing import Any

import click

from ginrummy.cli.options import NamedParam, json_option
from ginrummy.cli.variants import description_json, description_lines
from ginrummy.locale import _
from ginrummy.terminal.output import print_json, print_lines, wrap_text
from ginrummy.text.rulebook.chapters import form_chapter
from ginrummy.variants.form_files import FORM_NAMES, NamedForm, load_form
from ginrummy.variants.form_options import form_values

_LABEL = 6


def command() -> click.Command:
    """Return the command `forms` in the current language."""
    return click.Command(
        "forms",
        callback=forms,
        help=_(
            "List the ways to play with more people than two; with NAME, print the rules of one in words."
        ),
        params=[
            click.Argument(
                ["form"],
                required=False,
                type=NamedParam("form", load_form),
                metavar=_("NAME|FILE.toml"),
                help=_("A form, or a file with one of your own."),
            ),
            json_option(),
        ],
    )


def forms(*, form: NamedForm | None, as_json: bool) -> None:
    """Print the forms, or one of them."""
    if form is None:
        known = [load_form(name) for name in FORM_NAMES]
        if as_json:
            print_json({"forms": [description_json(each) for each in known]})
        else:
            print_lines([line for each in known for line in description_lines(each)])
    elif as_json:
        print_json(form_json(form))
    else:
        print_lines(form_lines(form))


def form_json(form: NamedForm) -> dict[str, Any]:
    """Return all values of `form`, their sources, and its rules in words."""
    return {
        **description_json(form),
        "values": form_values(form.row),
        "source": form.source,
        "paragraphs": [paragraph._asdict() for paragraph in form_chapter(form.row).paragraphs],
    }


def form_lines(form: NamedForm) -> list[str]:
    """Return the rules of `form` in words, wrapped."""
    chapter = form_chapter(form.row)
    lines = [*description_lines(form), "", f"{chapter.number}  {chapter.title}", ""]
    for clause, text in chapter.paragraphs:
        lines += wrap_text(text, label=clause, indent=_LABEL)
    return lines
