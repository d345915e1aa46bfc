"""`ginrummy review`: the cost of the decisions in recorded matches, and the effect of luck."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Final

import click
from rich.console import Console
from rich.progress import Progress

from ginrummy.cli.file_arguments import check_output_file, refuse_empty_folders
from ginrummy.cli.options import json_option
from ginrummy.cli.replay import result_line, title_line
from ginrummy.cli.think import seed_option
from ginrummy.coach import Review, review, review_json
from ginrummy.coach.charts import is_page
from ginrummy.coach.match_review import Decision
from ginrummy.coach.review_parts import accuracy_rows
from ginrummy.coach.review_phrases import (
    VERDICT_NAMES,
    better_text,
    cost_text,
    decision_text,
    luck_balance_text,
)
from ginrummy.kernel.installed_extras import install_command
from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.terminal.output import print_json, print_lines, screen_width, wrap_text
from ginrummy.text.ledger.text_columns import column_lines
from ginrummy.text.record import Record, read_records

SHOWN: Final = 12
INDENT: Final = 8


def command() -> click.Command:
    """Return the command `review` in the current language."""
    return click.Command(
        "review",
        callback=review_files,
        help=_(
            "Review the matches in FILE, or in all files of a folder: what each decision cost, why, and how "
            "much was luck. --quick takes a few seconds a match, a full review a quarter of a minute."
        ),
        params=[
            click.Argument(["file"], type=click.Path(path_type=Path), metavar=_("FILE")),
            click.Option(["--quick"], is_flag=True, help=_("Think less about each decision.")),
            click.Option(["--html"], type=click.Path(path_type=Path), metavar=_("FILE"),
                         help=_("Write a page that any browser shows to this file.")),
            click.Option(["--all", "shows_all"], is_flag=True,
                         help=_("List every decision that cost something.")),
            seed_option(),
            json_option(),
        ],
    )  # fmt: skip


def review_files(
    *, file: Path, quick: bool, html: Path | None, shows_all: bool, seed: int, as_json: bool
) -> None:
    """Print the review of each match in `file`."""
    refuse_empty_folders([file])
    output = check_output_file(html, partial(is_page, kind="review"), read=[file])
    pages = None if output is None else load_pages()
    sections: list[str] = []
    told = []
    for record in read_records(file):
        found = review_with_progress(record, quick=quick, seed=seed)
        if pages is not None:
            title = record.variant.title(language())
            place = len(sections) + 1
            sections.append(pages.review_section(found, record.match, title, record.players, number=place))
        if as_json:
            told.append(
                {"variant": record.variant.name, "players": list(record.players)} | review_json(found)
            )
        else:
            print_lines([*review_lines(record, found, shows_all=shows_all), ""])
    if as_json:
        print_json(told[0] if len(told) == 1 else {"matches": told})
    if output is not None and pages is not None:
        output.write(pages.review_file(sections))


def load_pages() -> ModuleType:
    """Return the module that writes pages. Raise `GinRummyError` where its libraries are not installed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ginrummy.web.config.shared_settings")
    try:
        import django

        django.setup()
        from ginrummy.web.site import review_file
    except ImportError as error:
        missing = _("the page needs more than this installation has ({name}): {command}")
        raise GinRummyError(missing.format(name=error.name, command=install_command("web"))) from error
    return review_file


def review_with_progress(record: Record, *, quick: bool, seed: int) -> Review:
    """Return the review of one match, with a progress bar on a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(_("Thinking it over…"))
        return review(
            record.match,
            quick=quick,
            seed=seed,
            report=lambda done, total: bar.update(task, completed=done, total=total),
        )


def review_lines(record: Record, found: Review, *, shows_all: bool) -> Iterator[str]:
    """Yield a review in words."""
    yield title_line(record)
    yield result_line(record)
    yield ""
    yield from column_lines(accuracy_lines(record, found), right=(1, 2), most=screen_width())
    yield ""
    yield from wrap_text(luck_balance_text(found, record.players))
    chosen = costly_decisions(found, shows_all=shows_all)
    for decision in chosen:
        yield ""
        yield from decision_lines(record, decision)
    left = sum(decision.is_error for decision in found.decisions) - len(chosen)
    if left > 0:
        text = ngettext(
            "{count} lesser error is not shown (--all).", "{count} lesser errors are not shown (--all).", left
        )
        yield from ("", text.format(count=left))


def costly_decisions(found: Review, *, shows_all: bool) -> list[Decision]:
    """Return the decisions to print, in the order of play: all that cost something, or the most expensive."""
    costly = [each for each in found.decisions if each.is_error and (shows_all or each.verdict)]
    kept = costly if shows_all else sorted(costly, key=lambda each: -each.cost_in_points)[:SHOWN]
    return [each for each in found.decisions if each in kept]


def accuracy_lines(record: Record, found: Review) -> list[list[str]]:
    """Return the rows of the table of accuracies, the phases indented."""
    whole, *phases, errors, luck = accuracy_rows(found)
    indented = [[f"  {title}", *values] for title, *values in phases]
    return [["", *record.players], whole, *indented, errors, luck]


def decision_lines(record: Record, decision: Decision) -> Iterator[str]:
    """Yield the cost of one decision, and the reason."""
    verdict = [_(VERDICT_NAMES[decision.verdict])] if decision.verdict else []
    told = [decision_text(decision, record.players), *verdict, f"{cost_text(decision)}."]
    yield from wrap_text(" ".join(told), indent=INDENT)
    yield from wrap_text(better_text(decision), label=" " * INDENT, indent=INDENT)
