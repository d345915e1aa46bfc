"""`ginrummy score`: the sheet of a ledger, or an interactive score pad."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ginrummy.cli.options import conflict_error, json_option, reject_conflicting_options, variant_option
from ginrummy.locale import _
from ginrummy.terminal.output import print_json, print_lines, screen_width
from ginrummy.text.ledger import Ledger, decode_ledger, ledger_json, read_ledger, sheet_lines

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
                ["file"], required=False, metavar=_("FILE"), help=_("The ledger; - is standard input.")
            ),
            _variant_option(),
            click.Option(
                ["--players"], metavar=_("NAME,NAME"), default="", help=_("Who plays; else 0 and 1.")
            ),
            click.Option(["--dealer"], metavar=_("NAME"), default="", help=_("Who deals the first hand.")),
            click.Option(["--pad"], is_flag=True, help=_("Open the pad with the hands of FILE.")),
            json_option(),
        ],
    )


def _variant_option() -> click.Option:
    option = variant_option(default="")
    option.type = click.STRING  # STRING, because a ledger stores file names as typed.
    return option


def score(
    *,
    file: str | None,
    variant: str,
    players: str,
    dealer: str,
    pad: bool,
    as_json: bool,
) -> None:
    """Print the sheet of `file`, or open the pad."""
    reject_conflicting_options(("pad", "as_json"))
    if pad and file == _STANDARD_INPUT:
        raise conflict_error("--pad", file)
    at_terminal = file is None and sys.stdin.isatty() and not as_json
    is_new = pad and (file is None or not Path(file).exists())
    text = "" if at_terminal or is_new else read_ledger_text(file or _STANDARD_INPUT)
    given = {"variant": variant, "players": players, "dealer": dealer}
    ledger = read_ledger(text, where=_STANDARD_INPUT if file is None else file, **given)
    if pad or at_terminal:
        from ginrummy.cli.score_pad import run_pad_dialogue

        names = {"players": ", ".join(ledger.players), "dealer": ledger.players[ledger.dealer]}
        headings = [f"{field}: {names.get(field, value)}" for field, value in given.items() if value]
        resumes = at_terminal and not headings
        run_pad_dialogue(text, *headings, file=file, resumes=resumes)
    else:
        print_sheet(ledger, as_json=as_json)


def print_sheet(ledger: Ledger, *, as_json: bool) -> None:
    """Print the sheet of `ledger`, or its JSON."""
    if as_json:
        print_json(ledger_json(ledger))
    else:
        print_lines(sheet_lines(ledger, screen_width()))


def read_ledger_text(file: str) -> str:
    """Return the text of `file`, or of standard input for `-`."""
    data = sys.stdin.buffer.read() if file == _STANDARD_INPUT else Path(file).read_bytes()
    return decode_ledger(data, file)
