"""`ginrummy rules`: the rules of a variant in words."""

from __future__ import annotations

import click

from ginrummy.cli.options import DEFAULT_VARIANT, VARIANT, json_option, reject_conflicting_options
from ginrummy.locale import _, language
from ginrummy.terminal.output import print_json, print_lines, wrap_text
from ginrummy.text.rulebook.advice import playing_tips
from ginrummy.text.rulebook.chapters import Chapter, game_summary, rule_chapters
from ginrummy.variants import NamedVariant

_LABEL = 6
_BULLET = 2


def command() -> click.Command:
    """Return the command `rules` in the current language."""
    return click.Command(
        "rules",
        callback=rules,
        help=_("Print the rules of a variant in words; the numbers are those of the clauses in RULES.md."),
        params=[
            click.Argument(
                ["variant"],
                type=VARIANT,
                default=DEFAULT_VARIANT,
                metavar=_("NAME|FILE.toml"),
                help=_("A preset, or a file of house rules."),
            ),
            click.Option(["--markdown"], is_flag=True, help=_("Print Markdown, unwrapped.")),
            json_option(),
        ],
    )


def rules(*, variant: NamedVariant, markdown: bool, as_json: bool) -> None:
    """Print the rules of `variant`."""
    reject_conflicting_options(("markdown", "as_json"))
    chapters = rule_chapters(variant.row)
    if as_json:
        print_json(rules_json(variant, chapters))
    elif markdown:
        print("\n".join(markdown_lines(variant, chapters)))
    else:
        print_lines(plain_lines(variant, chapters))


def rules_json(variant: NamedVariant, chapters: tuple[Chapter, ...]) -> dict[str, object]:
    """Return the rules as JSON values."""
    return {
        "name": variant.name,
        "title": variant.title(language()),
        "about": variant.description(),
        "short": game_summary(variant.row),
        "chapters": [
            {
                "number": chapter.number,
                "title": chapter.title,
                "paragraphs": [paragraph._asdict() for paragraph in chapter.paragraphs],
            }
            for chapter in chapters
        ],
        "tips": list(playing_tips(variant.row)),
    }


def plain_lines(variant: NamedVariant, chapters: tuple[Chapter, ...]) -> list[str]:
    """Return the rules as plain text, wrapped to the terminal."""
    title = variant.title(language())
    lines = [title, "=" * len(title), ""]
    for text in filter(None, (variant.description(), game_summary(variant.row))):
        lines += [*wrap_text(text), ""]
    for chapter in chapters:
        lines += [f"{chapter.number}  {chapter.title}", ""]
        for clause, text in chapter.paragraphs:
            lines += wrap_text(text, label=clause, indent=_LABEL)
        lines.append("")
    lines += [_("Tips"), ""]
    for tip in playing_tips(variant.row):
        lines += wrap_text(tip, label="•", indent=_BULLET)
    return lines


def markdown_lines(variant: NamedVariant, chapters: tuple[Chapter, ...]) -> list[str]:
    """Return the rules as Markdown."""
    lines = [f"# {variant.title(language())}", ""]
    for text in filter(None, (variant.description(), game_summary(variant.row))):
        lines += [text, ""]
    for chapter in chapters:
        lines += [f"## {chapter.number} {chapter.title}", ""]
        for clause, text in chapter.paragraphs:
            lines += [f"**{clause}** {text}", ""]
    return [*lines, "## " + _("Tips"), "", *(f"- {tip}" for tip in playing_tips(variant.row))]
