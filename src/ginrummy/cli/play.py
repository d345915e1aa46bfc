"""`ginrummy play`: a table in the terminal, full-screen or line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ginrummy.cli.error_messages import error_line
from ginrummy.cli.options import debug_option, explicit_options, reject_conflicting_options, variant_option
from ginrummy.lab.arena.match_play import check_player
from ginrummy.lab.arena.run_plan import MOVE_TIME
from ginrummy.locale import _, ngettext
from ginrummy.locale.errors import GinRummyError, prefix_place
from ginrummy.terminal.output import write_text
from ginrummy.variants import NamedVariant

if TYPE_CHECKING:
    from ginrummy.terminal.saved_matches import MatchStore, SavedMatch
    from ginrummy.terminal.session_setup import Session


DEFAULT_PLAYER: Final = "steady"
_PACE: Final = 0.7  # seconds per move of the opponent, so that a person can follow
_DRAWN: Final = "╭─╮│╰╯═║━┃░"


def command() -> click.Command:
    """Return the command `play` in the current language."""
    from ginrummy.players import level_titles, player_description, player_names

    names = ", ".join(player_names())
    levels = "\n\n".join(prefix_place(name, player_description(name)) for name in level_titles())
    return click.Command(
        "play",
        callback=play,
        help=_("Play a match at a table in the terminal. It is kept after every move: leave when you like.")
        + f"\n\n{levels}",
        params=[
            variant_option(),
            click.Option(
                ["--against"],
                default=DEFAULT_PLAYER,
                show_default=True,
                metavar=_("NAME|module:Class"),
                help=_("The other player: {names}, or a class of your own.").format(names=names),
            ),
            click.Option(["--seed"], type=int, default=None, metavar=_("NUMBER"),
                         help=_("Deal from this number: the same cards on every machine.")),
            click.Option(["--record"], type=click.Path(path_type=Path), default=None, metavar=_("FILE"),
                         help=_("Write the record of the match to FILE.")),
            click.Option(["--plain"], is_flag=True,
                         help=_("Line by line, without drawing: for a screen reader or a simple terminal.")),
            click.Option(["--new"], is_flag=True,
                         help=_("Start a new match; those that are unfinished are kept.")),
            click.Option(["--from", "source"], type=click.Path(path_type=Path), default=None,
                         metavar=_("FILE"),
                         help=_("Play on from a decision of the match in FILE, in the place of its player.")),
            click.Option(["--at"], default=None, metavar=_("HAND.TURN"),
                         help=_("The hand and the turn, numbered as replay does: 2.17.")),
            click.Option(["--resume"], is_flag=True,
                         help=_("Go on with the last unfinished match (of --variant, --against, if given).")),
            debug_option(),
        ],
    )  # fmt: skip


def play(
    *,
    variant: NamedVariant,
    against: str,
    seed: int | None,
    record: Path | None,
    plain: bool,
    new: bool,
    resume: bool,
    source: Path | None,
    at: str | None,
) -> None:
    """Play one or more matches."""
    reject_conflicting_options(
        ("resume", "new"),
        ("resume", "seed"),
        *(("source", name) for name in ("resume", "new", "variant", "seed", "record")),
    )
    if (source is None) != (at is None):
        raise GinRummyError(_("an exercise needs both a record and a turn: --from FILE --at 2.17"))
    if source is not None and at is not None:
        continue_record(source, at, against=against, plain=needs_plain_table(requested=plain))
        return
    from ginrummy.terminal.saved_matches import MatchStore, matches_folder, protect_record_file
    from ginrummy.terminal.session_setup import Session, settings_file

    check_player(against, variant.row, move_time=MOVE_TIME)
    store = MatchStore(matches_folder(), record)
    unfinished = [] if new else matching_saves(_readable(store), variant, against)
    if resume and not unfinished:
        raise GinRummyError(_("there is no unfinished match to go on with"))
    if record is not None:
        protect_record_file(record, [saved.table.match for saved in unfinished])
    quiet = needs_plain_table(requested=plain)
    session = Session(variant, against, seed, store, settings_file(), 0.0 if quiet else _PACE)
    begins = not (new or resume) and bool(explicit_options("variant", "against", "seed"))
    if begins and (count := len(store.unfinished_files())):
        text = ngettext("{count} unfinished match is kept: “{command}” lists it.",
                        "{count} unfinished matches are kept: “{command}” lists them.", count)  # fmt: skip
        write_text(text.format(count=count, command="ginrummy play"))
    _open(session, [] if begins else unfinished, ask=not (new or resume), plain=quiet)


def continue_record(source: Path, turn_text: str, *, against: str, plain: bool) -> None:
    """Continue from the decision `turn_text` of the match in the file `source`. Nothing is saved."""
    from ginrummy.coach.decisions import turn_moments
    from ginrummy.terminal.local_table import new_exercise
    from ginrummy.terminal.saved_matches import MatchStore, SavedMatch, matches_folder
    from ginrummy.terminal.session_setup import Session, settings_file
    from ginrummy.text.record import load_record

    record = load_record(source)
    moment = turn_moments(record.match, turn_text)[0]
    check_player(against, record.variant.row, move_time=MOVE_TIME)
    table = new_exercise(record.variant, record.match, moment, against=against)
    store = MatchStore(matches_folder(), None)
    session = Session(record.variant, against, None, store, settings_file(), 0.0 if plain else _PACE)
    _open(session, [SavedMatch(table, None)], ask=False, plain=plain)


def matching_saves(unfinished: Sequence[SavedMatch], variant: NamedVariant, against: str) -> list[SavedMatch]:
    """Return those of `unfinished` that match the options of the command line."""
    asked = explicit_options("variant", "against")
    return [
        saved
        for saved in unfinished
        if ("variant" not in asked or saved.table.variant.row == variant.row)
        and ("against" not in asked or saved.table.against == against)
    ]


def _readable(store: MatchStore) -> list[SavedMatch]:
    """Return the unfinished matches that can be resumed, and print the errors of the others."""
    unfinished, ailing = store.read_matches()
    for error in ailing:
        print(error_line(error), file=sys.stderr)
    return unfinished


def _open(session: Session, unfinished: Sequence[SavedMatch], *, ask: bool, plain: bool) -> None:
    if plain:
        from ginrummy.terminal.plain import PlainTable

        PlainTable(session).play_session(unfinished, ask=ask)
        return
    from ginrummy.terminal.tui.app import TableApp

    app = TableApp(session, unfinished=unfinished, ask=ask)
    app.run()
    if app.failure is not None:
        raise app.failure
    if app.interrupted:
        raise click.Abort


def needs_plain_table(*, requested: bool) -> bool:
    """Return whether to play line by line: on request, or where the terminal cannot draw.

    Print a notice in the last case, which the user did not request.
    """
    if requested or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    if can_draw_table():
        return False
    write_text(_("This terminal cannot show the table as it is drawn: it goes line by line."))
    return True


def can_draw_table() -> bool:
    """Return whether the terminal is interactive and can show the characters of frames and card backs."""
    try:
        _DRAWN.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return os.environ.get("TERM", "dumb") != "dumb"
