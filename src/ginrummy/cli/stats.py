"""`ginrummy stats`: a player's results with and without luck, and the commonest errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from html import escape
from pathlib import Path
from typing import Final
from unicodedata import normalize

import click

from ginrummy.cli.file_arguments import check_output_file, refuse_empty_folders
from ginrummy.cli.options import json_option
from ginrummy.cli.review import review_with_progress
from ginrummy.cli.think import seed_option
from ginrummy.coach.charts import accuracy_chart, chart_page, is_page, luck_over_matches_chart
from ginrummy.coach.habits import HABIT_NAMES
from ginrummy.coach.match_statistics import PlayedMatch, most_frequent_player, played_match
from ginrummy.coach.person_statistics import (
    Accuracy,
    ErrorExample,
    Habit,
    MatchGroup,
    Statistics,
    person_statistics,
    statistics_json,
)
from ginrummy.coach.review_phrases import PHASE_NAMES
from ginrummy.game.moves import parse_move
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import number_text, signed_text
from ginrummy.rules.types import Seat
from ginrummy.terminal.output import print_json, print_lines, screen_width, wrap_text
from ginrummy.text.ledger.text_columns import GAP, column_lines
from ginrummy.text.record import Record, read_records, record_files
from ginrummy.text.sentences import move_name

STATISTICS: Final = "stats"
MOST_ROWS: Final = 12
BAR: Final = 24
SHORTEST_BAR: Final = 6
WORST: Final = 60.0
"""Accuracy at which a bar begins. People score above it."""


def command() -> click.Command:
    """Return the command `stats` in the current language."""
    return click.Command(
        "stats",
        callback=stats,
        help=_(
            "Tell what the matches in each FILE, or in all files of a folder, come to for one player: "
            "results, those without luck, accuracy by match, phase, game and opponent, and what tends to go "
            "wrong. Each match is reviewed quickly, which takes some seconds."
        ),
        params=[
            click.Argument(["files"], type=click.Path(path_type=Path), nargs=-1, required=True,
                           metavar=_("FILE")),
            click.Option(["--player"], metavar=_("NAME"),
                         help=_("Whose matches; else those of the player who is in most of them.")),
            click.Option(["--unjudged"], is_flag=True,
                         help=_("Leave what the coach thinks empty: that takes no time.")),
            click.Option(["--html"], type=click.Path(path_type=Path), metavar=_("FILE"),
                         help=_("Write a page that any browser shows to this file.")),
            seed_option(),
            json_option(),
        ],
    )  # fmt: skip


def stats(
    *,
    files: tuple[Path, ...],
    player: str | None,
    unjudged: bool,
    html: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Print the statistics of a player over all matches in `files`."""
    refuse_empty_folders(files)
    output = check_output_file(html, partial(is_page, kind=STATISTICS), read=files)
    records = [
        (str(file), record) for path in files for file in record_files(path) for record in read_records(file)
    ]
    name = normalize("NFC", player or most_frequent_player([record for _file, record in records]))
    found = person_statistics(player_matches(records, name, unjudged=unjudged, seed=seed))
    if not found.matches:
        raise GinRummyError(_("nobody of that name plays in these matches"), where=name)
    if output is not None:
        output.write(statistics_page(found, name))
    if as_json:
        print_json({"player": name} | statistics_json(found))
    else:
        print_lines(statistics_lines(found, name, most=screen_width()))


def player_matches(
    records: Iterable[tuple[str, Record]], name: str, *, unjudged: bool, seed: int
) -> Iterator[PlayedMatch]:
    """Yield the matches of the player called `name`, reviewed unless `unjudged`."""
    own = [(file, record) for file, record in records if name in record.players]
    for file, record in sorted(own, key=lambda each: each[1].headers.get("Date", ("",))[0]):
        review = None if unjudged else review_with_progress(record, quick=True, seed=seed)
        game = record.variant.title(language())
        seat = Seat(record.players.index(name))
        yield played_match(record, seat, place=file, game=game, review=review)


def statistics_page(found: Statistics, name: str) -> str:
    """Return the charts and the text as a standalone HTML page."""
    text = escape("\n".join(statistics_lines(found, name)))
    titles = (_("Accuracy, match by match"), _("Results, and what luck did"))
    charts = zip(titles, (accuracy_chart(found), luck_over_matches_chart(found)), strict=True)
    drawn = "".join(f"<h2>{escape(title)}</h2>{chart}" for title, chart in charts if chart)
    return chart_page(name, [f"<h1>{escape(name)}</h1>{drawn}<pre>{text}</pre>"], kind=STATISTICS)


def statistics_lines(found: Statistics, name: str, *, most: int | None = None) -> Iterator[str]:
    """Yield statistics in words and bars, in lines of `most` characters at most."""
    count = len(found.matches)
    text = ngettext("{name}: {count} match", "{name}: {count} matches", count)
    yield text.format(name=name, count=count)
    yield ""
    yield from column_lines(total_rows(found), right=(1,), indent="  ", most=most)
    if found.phases:
        yield from ("", _("Accuracy, by phase"))
        rows = [[_(PHASE_NAMES[phase]), number_text(each.mean, 1)] for phase, each in found.phases.items()]
        yield from add_accuracy_bars(
            column_lines(rows, right=(1,), indent="  ", most=most), found.phases.values(), most
        )
    for title, groups in ((_("By game"), found.games), (_("By opponent"), found.matches_by_opponent)):
        yield from ("", title)
        lines = column_lines(group_rows(groups), right=(1, 2, 3, 4), indent="  ", most=most)
        yield from add_accuracy_bars(lines, (None, *(group.accuracy for group in groups)), most)
    if found.habits:
        yield from ("", _("What goes wrong, what costs most first"))
        for habit in found.habits:
            yield from habit_lines(habit, len(found.judged))


def total_rows(found: Statistics) -> list[list[str]]:
    """Return the totals over all matches, one per row."""
    counts, judged = found.counts, found.judged
    rows = [[_("Matches won"), f"{short_number_text(found.won)} / {len(found.finished)}"]]
    if judged:
        expected = sum(each.judged.without_luck for each in judged if each.judged is not None)
        rows += [
            [_("Reviewed"), str(len(judged))],
            [_("Won without luck, of these"), number_text(expected, 1)],
            [_("What luck brought, in matches"), signed_text(found.luck, 1)],
        ]
    rows += [[_("Accuracy"), number_text(found.accuracy.mean, 1)]] if found.accuracy else []
    rows += [
        [_("Hands won"), f"{counts.hands_won} / {counts.hands}"],
        [_("Gins"), str(counts.gins)],
        [_("Knocks"), str(counts.knocks)],
        [_("Undercuts made"), str(counts.undercuts)],
        [_("Own knocks undercut"), str(counts.undercut_by_other)],
    ]
    if found.knock_deadwood is not None:
        rows.append([_("Mean deadwood when knocking"), number_text(found.knock_deadwood, 1)])
    return rows


def add_accuracy_bars(
    lines: list[str], accuracies: Iterable[Accuracy | None], most: int | None
) -> Iterator[str]:
    """Yield `lines` with a bar for each accuracy, where there is room for bars."""
    room = BAR if most is None else min(BAR, most - max(map(len, lines)) - len(GAP))
    for line, accuracy in zip(lines, accuracies, strict=False):
        if accuracy is None or room < SHORTEST_BAR:
            yield line
        else:
            share = max(0.0, (accuracy.mean - WORST) / (100 - WORST))
            yield f"{line}{GAP}{'█' * round(room * share)}".rstrip()


def short_number_text(value: float) -> str:
    """Return a number, with one decimal only if it has one: a drawn match counts half."""
    return number_text(value, 0 if value == round(value) else 1)


def group_rows(groups: tuple[MatchGroup, ...]) -> list[list[str]]:
    """Return the commonest groups as rows under a heading."""
    rows = [["", pgettext("column", "matches"), pgettext("column", "won"), pgettext("column", "luck"),
             pgettext("column", "accuracy")]]  # fmt: skip
    for group in groups[:MOST_ROWS]:
        accuracy = "–" if group.accuracy is None else number_text(group.accuracy.mean, 1)
        luck = signed_text(group.luck, 1) if group.judged else "–"
        rows.append([group.title, str(group.matches), short_number_text(group.won), luck, accuracy])
    return rows


def habit_lines(habit: Habit, judged: int) -> Iterator[str]:
    """Yield a kind of error, its cost per match, and where it was made."""
    text = ngettext(
        "{what}: {count} time, {points} points a match", "{what}: {count} times, {points} points a match",
        habit.times,
    )  # fmt: skip
    told = text.format(
        what=_(HABIT_NAMES[habit.name]), count=habit.times, points=number_text(habit.points / judged, 1)
    )
    yield from wrap_text(told, label="  ", indent=2)
    for example in habit.examples:
        yield from wrap_text(example_text(example), label="      ", indent=6)


def example_text(example: ErrorExample) -> str:
    """Return where an error was made, the move played and the better one."""
    match, slip = example
    text = _("{file} {place}: {played}; better: {best}")
    return text.format(
        file=match.place,
        place=f"{slip.hand}.{slip.turn}",
        played=move_name(parse_move(slip.played)),
        best=move_name(parse_move(slip.best)),
    )
