"""Options shared by several commands: variant, cards, JSON output."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from ginrummy.game.cards import detect_letters_language, parse_faces
from ginrummy.game.moves import NO_FACE
from ginrummy.locale import _, language
from ginrummy.locale.errors import CardError, GinRummyError
from ginrummy.rules.types import Face
from ginrummy.variants import load_variant
from ginrummy.variants.files import NamedRules

DEFAULT_VARIANT: Final = "standard"
Named = TypeVar("Named", bound=NamedRules)


class NamedParam(click.ParamType[Named]):
    """Parameter type: the name of a variant or of a form, or a file with one."""

    def __init__(self, name: str, load: Callable[[str], Named]) -> None:
        self.name, self._load = name, load

    def convert(self, value: str | Named, param: click.Parameter | None, ctx: click.Context | None) -> Named:
        return self._load(value) if isinstance(value, str) else value


VARIANT: Final = NamedParam("variant", load_variant)


class Amount(click.FloatRange):
    """Parameter type: a number between bounds. Unlike Click's own type, it refuses `nan`."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            text = _("{value!r} is not a valid {number_type}.")
            self.fail(text.format(value=value, number_type=self.name), param, ctx)
        return number


def explicit_options(*names: str) -> list[str]:
    """Return which of the parameters `names` are on the command line."""
    context = click.get_current_context()
    return [name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]


def reject_conflicting_options(*pairs: tuple[str, str]) -> None:
    """Raise `GinRummyError` for a pair of parameters on the command line of which one would be ignored."""
    for pair in pairs:
        if len(explicit_options(*pair)) == len(pair):
            raise conflict_error(*map(_option_text, pair))


def conflict_error(first: str, second: str) -> GinRummyError:
    """Return the error for two arguments of which one would be ignored."""
    text = _("{first} and {second} do not go together")
    return GinRummyError(text.format(first=first, second=second))


def require_companion_option(name: str, needed: str) -> None:
    """Raise `GinRummyError` where the parameter `name` is on the command line without the `needed` one."""
    if explicit_options(name, needed) == [name]:
        text = _("this is of use with {option} only")
        raise GinRummyError(text.format(option=_option_text(needed)), where=_option_text(name))


def _option_text(name: str) -> str:
    """Return the parameter `name` as it is typed on the command line."""
    params = click.get_current_context().command.params
    param = next(each for each in params if each.name == name)
    return param.opts[0] if isinstance(param, click.Option) else param.human_readable_name.strip("[]")


def variant_option(default: str = DEFAULT_VARIANT) -> click.Option:
    """Return `--variant`, which gives the command a `NamedVariant`."""
    return click.Option(
        ["--variant"],
        type=VARIANT,
        metavar=_("NAME|FILE.toml"),
        default=default,
        show_default=bool(default),
        help=_("The way of playing: a preset, or a file of house rules."),
    )


def json_option() -> click.Option:
    """Return `--json`, which the command receives as `as_json`."""
    return click.Option(["--json", "as_json"], is_flag=True, help=_("Print JSON instead of words."))


def debug_option() -> click.Option:
    """Return `--debug`, for every command that accepts third-party players."""
    return click.Option(
        ["--debug"],
        is_flag=True,
        expose_value=False,
        callback=_debug,
        help=_("Show the tracebacks of your own player, and what it prints to standard error."),
    )


def _debug(_context: click.Context, _param: click.Parameter, asked: Any) -> None:
    from ginrummy.players.programs.own_traceback import DEBUG  # most commands have options and no players

    os.environ[DEBUG] = "1" if asked else "0"


def card_option(name: str, help_text: str) -> click.Option:
    """Return an option for one card."""
    return click.Option([name], metavar=_("CARD"), default=None, help=help_text)


def detect_card_language(*texts: str | Iterable[str] | None) -> str:
    """Return the language in whose letters the cards `texts` of one command are written."""
    given = [text for text in texts if text]
    words = [word for text in given for word in ([text] if isinstance(text, str) else text)]
    return detect_letters_language(words, language())


def read_cards(text: str | Iterable[str], *, packs: int, where: str, letters: str) -> tuple[Face, ...]:
    """Return the faces that `text` lists in the letters of a language. `where` names the text in errors."""
    words = text if isinstance(text, str) else ", ".join(text)
    try:
        return parse_faces(words, packs=packs, language=letters)
    except CardError as error:
        raise CardError(error.what, where=where, clause=error.clause) from None


def read_card(text: str | None, *, where: str, letters: str) -> Face:
    """Return the face of the one card that `text` names, or `NO_FACE` for `None`."""
    if text is None:
        return NO_FACE
    faces = read_cards(text, packs=1, where=where, letters=letters)
    if len(faces) != 1:
        raise CardError(_("one card belongs here"), where=where, clause="1.5")
    return faces[0]
