"""The top-level command group: subcommands, language and error reporting.

The language is set before any command is built, so that help, errors and Click's own texts all use it.
Each command is a module with a function `command()` that returns a `click.Command`. The module is imported
when the command is called, never to list it.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Final

import click

from ginrummy.cli import plain_letters
from ginrummy.cli.click_translations import using_click_language
from ginrummy.cli.error_messages import error_line, exit_status
from ginrummy.cli.help_examples import command_examples
from ginrummy.locale import LANGUAGES, N_, _, detect_language, using_language
from ginrummy.terminal.line_width import text_width

_MARGIN: Final = 2


class HelpFormatter(click.HelpFormatter):
    """Formatter of pages as wide as the terminal."""

    def __init__(self, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(width=text_width() - _MARGIN, max_width=max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and definitions in two columns, or in one where a term takes a third of the line."""
        super().write_dl(list(rows), min(col_max, self.width // 3), col_spacing)


class HelpContext(click.Context):
    """Context of a command that uses `HelpFormatter`."""

    formatter_class = HelpFormatter


COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "play": ("ginrummy.cli.play", N_("Play at a table in the terminal.")),
    "puzzles": ("ginrummy.cli.puzzles", N_("Solve puzzles: find the best move.")),
    "hand": ("ginrummy.cli.hand", N_("Find the best melds of a hand, and what it may close with.")),
    "showdown": ("ginrummy.cli.showdown", N_("Settle a hand laid out on a real table.")),
    "score": ("ginrummy.cli.score", N_("Keep the score: from a file, or as a pad at the table.")),
    "variants": ("ginrummy.cli.variants", N_("List the ways to play, and their options.")),
    "rules": ("ginrummy.cli.rules", N_("Print the rules of a variant in words.")),
    "forms": ("ginrummy.cli.forms", N_("List the ways to play with more people than two.")),
    "arena": ("ginrummy.cli.arena", N_("Let players play each other, and measure who is better.")),
    "ladder": ("ginrummy.cli.ladder", N_("Place a player on a ladder of frozen players.")),
    "exploit": ("ginrummy.cli.exploit", N_("Measure what a good opponent wins against a player.")),
    "dataset": ("ginrummy.cli.dataset", N_("Write matches between players as a data set (Parquet).")),
    "serve": ("ginrummy.cli.serve", N_("Serve the table in the browser, for one machine or for many.")),
    "site": ("ginrummy.cli.site", N_("Write the table as files that need no server.")),
    "tidy": ("ginrummy.cli.server_cleanup", N_("Delete what a server need not keep.")),
    "bots": ("ginrummy.cli.bot_workers", N_("Run the bots of a server on another machine.")),
    "bot": ("ginrummy.cli.bot", N_("Let a player play at a table of a server.")),
    "replay": ("ginrummy.cli.replay", N_("Step through a recorded match.")),
    "review": ("ginrummy.cli.review", N_("Tell what the decisions of a match cost, and what was luck.")),
    "stats": ("ginrummy.cli.stats", N_("Show a player’s results over many matches.")),
    "export": ("ginrummy.cli.export", N_("Print the decisions of matches as a table.")),
    "think": ("ginrummy.cli.think", N_("Say what each move of a turn was worth.")),
    "engine": ("ginrummy.cli.engine", N_("Play and judge for another program (engine protocol).")),
    "verify": ("ginrummy.cli.verify", N_("Check the deal, the moves and the score of a record.")),
}
WITHOUT_MARK: Final = "utf-8-sig"
_CONTEXT: Final = {"help_option_names": ["-h", "--help"]}


class CommandGroup(click.Group):
    """Group of all commands. Its help lists them without importing any."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command()
        command.context_class = HelpContext
        command.params.append(_language_option())
        command.options_metavar = _("[OPTIONS]")
        command.epilog = "\b\n" + "\n".join(
            [_("Examples:"), *(f"  {line}" for line in command_examples(cmd_name))]
        )
        for param in command.params:
            _say_what_it_takes(param)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # Click looks the heading up in our catalogue, like its other texts (`click_translations`).
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(help_text)) for name, (_module, help_text) in COMMANDS.items()])


def run(arguments: Sequence[str] | None = None) -> int:
    """Run `arguments` and return the exit status: 0, 2 for bad input, 130 when interrupted."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    replace_closed_streams()
    plain_letters.register_error_handler()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=plain_letters.NAME)
    _pass_over_mark()
    code = requested_language(given)
    with using_language(code), using_click_language(code):
        try:
            result = root_command().main(given, prog_name="ginrummy", standalone_mode=False)
            sys.stdout.flush()
        except (click.ClickException, click.Abort, ValueError, OSError, ModuleNotFoundError) as error:
            return _complain(error)
    return result if isinstance(result, int) else 0


def _pass_over_mark() -> None:
    """Skip the UTF-8 byte order mark at the start of piped input."""
    stream = sys.stdin
    if not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return
    if codecs.lookup(stream.encoding).name == "utf-8":
        stream.reconfigure(encoding=WITHOUT_MARK)


def replace_closed_streams() -> None:
    """Replace each standard stream that was closed at start.

    A closed input reads as empty, a closed output raises on writing, and a closed stderr discards its text.
    """
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = io.StringIO()


class ClosedOutput(io.StringIO):
    """A standard output that is closed. Writing raises an error."""

    def write(self, text: str, /) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), _("standard output"))


def root_command() -> CommandGroup:
    """Return the whole command in the current language."""
    return CommandGroup(
        "ginrummy",
        help=_("The complete Gin Rummy: play it, score it, look its rules up."),
        params=[_language_option(), _version_option()],
        options_metavar=_("[OPTIONS]"),
        subcommand_metavar=_("COMMAND [ARGS]..."),
        context_settings=dict(_CONTEXT),
        invoke_without_command=True,
        callback=_help_without_command,
    )


def requested_language(arguments: Sequence[str]) -> str:
    """Return the language of `--lang`, at any place in `arguments`, else that of the environment.

    >>> requested_language(["hand", "--lang", "fr", "7H"]), requested_language(["--lang=ru", "rules"])
    ('fr', 'ru')
    """
    asked = ""
    for place, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--lang" and place + 1 < len(arguments):
            asked = arguments[place + 1]
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    return asked if asked in LANGUAGES else detect_language()


def _help_without_command() -> None:
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        print(context.get_help())


def _say_what_it_takes(param: click.Parameter) -> None:
    """Set our metavar where Click would print INTEGER RANGE or TEXT."""
    if isinstance(param, click.Argument) and not param.required and param.metavar is not None:
        param.metavar = f"[{param.metavar}]"
    number = isinstance(param.type, click.types.IntParamType | click.types.FloatParamType)
    if number:
        param.type.name = _("number")
    plain = isinstance(param, click.Option) and not param.is_flag and param.metavar is None
    if plain and not isinstance(param.type, click.Choice | click.Path | click.File):
        param.metavar = _("NUMBER") if number else _("TEXT")


def _language_option() -> click.Option:
    help_text = _("The language of texts and cards; else that of the environment.")
    return click.Option(["--lang"], type=click.Choice(LANGUAGES), expose_value=False, help=help_text)


def _version_option() -> click.Option:
    return click.Option(
        ["--version"],
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=_print_version,
        help=_("Print the version and exit."),
    )


def _print_version(context: click.Context, _parameter: click.Parameter, asked: Any) -> None:
    if asked:
        from importlib.metadata import version

        print("ginrummy", version("ginrummy"))
        context.exit()


def _complain(error: Exception) -> int:
    if "ginrummy.players" in sys.modules:  # without the module no player has run
        from ginrummy.players import PlayerError
        from ginrummy.players.programs.own_traceback import report

        report(error.__cause__ if isinstance(error, PlayerError) else None)
    if not isinstance(error, BrokenPipeError):
        line = error_line(error)
        if line:
            print(line, file=sys.stderr)
    else:
        _leave_pipe()
    return exit_status(error)


def _leave_pipe() -> None:
    """Close standard output after a broken pipe, so that Python reports no second error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
