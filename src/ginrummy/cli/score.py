"""`ginrummy score`: the sheet of a ledger, or an interactive score pad."""

from __future__ import annotations

import sys
from itertools import combinations, product
from pathlib import Path

import click

from ginrummy.cli.error_messages import as_terminal_line
from ginrummy.cli.file_arguments import check_output_file, load_posters
from ginrummy.cli.options import (
    conflict_error,
    explicit_options,
    json_option,
    reject_conflicting_options,
    require_companion_option,
    variant_option,
)
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.terminal.output import print_json, print_lines, screen_width
from ginrummy.text.ledger.edited_ledger import AnyLedger, EditedLedger, read_evening_or_match
from ginrummy.text.ledger.evening_json import evening_json, hands_csv
from ginrummy.text.ledger.evening_text import ledger_sheet_lines
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.ledger_text import LONGEST_LEDGER, LedgerText, decode_ledger, ledger_bytes
from ginrummy.text.ledger.merging import clash_lines
from ginrummy.text.ledger.score_ledger import Ledger
from ginrummy.text.ledger.season import read_season, season_csv, season_json, season_lines
from ginrummy.text.ledger.sheet_json import ledger_json

_STANDARD_INPUT = "-"


def command() -> click.Command:
    """Return the command `score` in the current language."""
    return click.Command(
        "score",
        callback=score,
        help=_(
            "Keep the score. FILE has one hand a line: the winner and the points (Anna 25), or how it ended "
            "with both deadwoods (Anna knock 3 25, Anna gin 31, Boris undercut 9 4, wall 26 45, void). "
            "Without FILE a pad opens, where lines are typed, undone and corrected."
        ),
        params=[
            click.Argument(
                ["files"], nargs=-1, metavar=_("FILE"), help=_("The ledger; - is standard input.")
            ),
            _variant_option(),
            click.Option(
                ["--players"], metavar=_("NAME,NAME"), default="", help=_("Who plays; else 0 and 1.")
            ),
            click.Option(
                ["--form"],
                metavar=_("NAME|FILE.toml"),
                default="",
                help=_("How more people than two play together; “ginrummy forms” lists the forms."),
            ),
            click.Option(["--dealer"], metavar=_("NAME"), default="", help=_("Who deals the first hand.")),
            click.Option(["--pad"], is_flag=True, help=_("Open the pad with the hands of FILE.")),
            *_output_options(),
            json_option(),
        ],
    )


def _output_options() -> list[click.Option]:
    """Return the options of a season, of pictures and of merges."""
    return [
        click.Option(
            ["--season"],
            is_flag=True,
            help=_("Add up the evenings of all FILEs."),
        ),
        click.Option(
            ["--csv", "as_csv"],
            is_flag=True,
            help=_("Print the hands, or the totals of a season, as a table for spreadsheets."),
        ),
        click.Option(
            ["--graph"],
            type=click.Path(path_type=Path),
            metavar=_("FILE.svg"),
            help=_("With --season, draw everybody's points after each evening into this file."),
        ),
        click.Option(
            ["--picture"],
            type=click.Path(path_type=Path),
            metavar=_("FILE.png"),
            help=_("Write the sheet as a picture to send."),
        ),
        click.Option(
            ["--merge"],
            is_flag=True,
            help=_("Print the hands of two FILEs that were edited apart; no line of either is lost."),
        ),
        click.Option(
            ["--base"],
            metavar=_("FILE"),
            help=_("What both FILEs were before (--merge); else the lines that they share."),
        ),
        click.Option(
            ["--output"],
            type=click.Path(path_type=Path),
            metavar=_("FILE"),
            help=_("Write the merge to this file: a new one, or one of the two."),
        ),
    ]


def _variant_option() -> click.Option:
    option = variant_option(default="")
    option.type = click.STRING  # STRING, because a ledger stores file names as typed.
    return option


def score(
    *,
    files: tuple[str, ...],
    variant: str,
    players: str,
    dealer: str,
    form: str,
    pad: bool,
    season: bool,
    as_csv: bool,
    merge: bool,
    base: str | None,
    output: Path | None,
    as_json: bool,
    graph: Path | None,
    picture: Path | None,
) -> None:
    """Print the sheet of a file, the season of several or the merge of two, or open the pad."""
    _reject_conflicts()
    if merge:
        reject_sheet_options("--merge")
        print_merge(files, base, output)
        return
    if season:
        reject_sheet_options("--season")
        print_season(files or (_STANDARD_INPUT,), as_json=as_json, as_csv=as_csv, graph=graph)
        return
    file = only_file(files)
    if pad and file == _STANDARD_INPUT:
        raise conflict_error("--pad", file)
    at_terminal = file is None and sys.stdin.isatty() and not (as_json or as_csv or picture)
    is_new = pad and (file is None or not Path(file).exists())
    text = "" if at_terminal or is_new else read_ledger_text(file or _STANDARD_INPUT)
    given = {"form": form, "variant": variant, "players": players, "dealer": dealer}
    if not (pad or at_terminal):
        ledger = read_evening_or_match(text, where=file or _STANDARD_INPUT, **given)
        if picture is not None:
            write_picture(ledger, picture)
        else:
            print_ledger(ledger, as_json=as_json, as_csv=as_csv)
        return
    open_pad(text, file, given, resumes=at_terminal)


def _reject_conflicts() -> None:
    """Raise an error for options that exclude each other or need another one."""
    reject_conflicting_options(
        ("as_csv", "as_json"),
        *combinations(("merge", "pad", "season"), 2),
        *product(("merge", "pad"), ("as_csv", "as_json")),
        *product(("picture",), ("merge", "pad", "season")),
    )
    for name in ("base", "output"):
        require_companion_option(name, "merge")
    require_companion_option("graph", "season")


def open_pad(text: str, file: str | None, given: dict[str, str], *, resumes: bool) -> None:
    """Open the pad with `text` and the headings `given`; without any it may resume an older pad."""
    from ginrummy.cli.score_pad import run_pad_dialogue

    if not given["form"] and not LedgerText.from_text(text).is_evening:
        ledger = read_evening_or_match(text, where=file or _STANDARD_INPUT, **given)
        assert isinstance(ledger, Ledger)
        names = {"players": ", ".join(ledger.players), "dealer": ledger.players[ledger.dealer]}
        given |= {field: name for field, name in names.items() if given[field]}
    headings = [f"{field}: {value}" for field, value in given.items() if value]
    run_pad_dialogue(text, *headings, file=file, resumes=resumes and not headings)


def only_file(files: tuple[str, ...]) -> str | None:
    """Return the one file, or `None` for none. Raise an error for several."""
    if len(files) > 1:
        raise GinRummyError(_("one file has one sheet; several files are a season: --season"), where=files[1])
    return files[0] if files else None


def reject_sheet_options(action: str) -> None:
    """Raise an error for an option that belongs to one sheet."""
    for name in explicit_options("variant", "players", "dealer", "form"):
        raise conflict_error(action, f"--{name}")


def write_picture(ledger: AnyLedger, path: Path) -> None:
    """Write the sheet of `ledger` as a picture. Raise `GinRummyError` for a name that is none of a PNG."""
    if path.suffix.lower() != ".png":
        raise GinRummyError(_("the picture of a sheet ends in .png"), where=str(path))
    output = check_output_file(path, lambda _path: False)
    assert output is not None
    output.write(load_posters().sheet_png(ledger))


def print_ledger(ledger: AnyLedger, *, as_json: bool, as_csv: bool) -> None:
    """Print the sheet of `ledger`, or its JSON, or its hands as CSV."""
    if not (as_csv or as_json):
        print_lines(ledger_sheet_lines(ledger, screen_width()))
        return
    data = ledger_json(ledger) if isinstance(ledger, Ledger) else evening_json(ledger)
    if as_csv:
        print(hands_csv(data), end="")
    else:
        print_json(data)


def print_season(files: tuple[str, ...], *, as_json: bool, as_csv: bool, graph: Path | None) -> None:
    """Print the table of many evenings, its JSON or its CSV, and write its graph."""
    if graph is not None and graph.suffix.lower() != ".svg":
        raise GinRummyError(_("the graph of a season ends in .svg"), where=str(graph))
    reject_repeated_input(files)
    output = check_output_file(graph, lambda _path: False)
    found = read_season([(file, read_ledger_text(file)) for file in files])
    if output is not None:
        from ginrummy.coach.charts import season_svg  # the coach takes longer to load than a sheet to print

        output.write(season_svg(found))
    if as_json:
        print_json(season_json(found))
    elif as_csv:
        print(season_csv(found), end="")
    else:
        print_lines(season_lines(found, screen_width()))


def reject_repeated_input(files: tuple[str | None, ...]) -> None:
    """Raise an error if more than one of `files` is standard input."""
    if files.count(_STANDARD_INPUT) > 1:
        raise GinRummyError(_("standard input can be read only once"), where=_STANDARD_INPUT)


def print_merge(files: tuple[str, ...], base: str | None, output: Path | None) -> None:
    """Print or write the merge of two files, then the lines that clash. Exit with 1 if there are any."""
    if len(files) != 2:
        raise GinRummyError(_("two files are merged"), where="--merge")
    reject_repeated_input((*files, base))
    mine, theirs = map(read_ledger_text, files)
    ancestor = None if base is None else read_ledger_text(base)
    for text, file in ((mine, files[0]), (theirs, files[1])):
        read_evening_or_match(text, where=file)
    written = check_output_file(output, lambda path: path.read_bytes() in (mine.encode(), theirs.encode()))
    pad = EditedLedger.from_text(mine)
    try:
        merged, clashes = pad.merge(ancestor, theirs)
    except LedgerError as error:
        raise LedgerError(error.what, where=" + ".join(files), clause=error.clause) from None
    if written:
        written.write(str(merged.text))
    else:
        print(merged.text, end="")
    told = clash_lines(clashes, pad.text, files[1])
    try:
        read_evening_or_match(str(merged.text), where=str(output or _STANDARD_INPUT))
    except LedgerError as error:
        told.append(str(error))
    for line in told:
        click.echo(as_terminal_line(line), err=True)
    if told:
        click.get_current_context().exit(1)


def read_ledger_text(file: str) -> str:
    """Return the text of `file`, or of standard input for `-`."""
    is_input = file == _STANDARD_INPUT
    data = sys.stdin.buffer.read(LONGEST_LEDGER + 1) if is_input else ledger_bytes(Path(file))
    return decode_ledger(data, file)
