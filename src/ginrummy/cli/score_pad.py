"""The score pad at the table: a line a hand, the sheet after each; every earlier line can be corrected."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ginrummy.cli.error_messages import one_line, system_reason
from ginrummy.errors import GinRummyError
from ginrummy.ledger import Ledger, LedgerError, heading_of, sheet_lines
from ginrummy.locale import _

_WORDS: Final = {
    "undo": "undo", "u": "undo", "annuler": "undo", "отменить": "undo",
    "correct": "correct", "c": "correct", "corriger": "correct", "исправить": "correct",
    "save": "save", "s": "save", "enregistrer": "save", "сохранить": "save",
    "sheet": "sheet", "feuille": "sheet", "лист": "sheet",
    "lines": "lines", "lignes": "lines", "строки": "lines",
    "help": "help", "?": "help", "aide": "help", "помощь": "help",
    "quit": "quit", "q": "quit", "exit": "quit", "quitter": "quit", "выход": "quit",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pad:
    """The ledger being written, the file it is kept in, and whether all of it is saved there."""

    ledger: Ledger
    file: str
    saved: bool = True
    leaving: bool = False
    over: bool = False


def open_pad(ledger: Ledger, file: str | None) -> None:
    """Talk with the players on the terminal until they quit; what is not saved is printed at the end."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (gives `input` its line editing)
    pad = Pad(ledger, file or "")
    print(_("One hand a line: Anna 25, Anna knock 3 25, Anna gin 31. “help” says more, “quit” leaves."))
    if ledger.lines:
        print("\n".join(sheet_lines(ledger)))
    try:
        pad = converse(pad, input, print)
    finally:
        if not pad.saved:
            print(_("Not saved; these are the lines:"), str(pad.ledger), sep="\n")


def converse(pad: Pad, read: Callable[[str], str], write: Callable[[str], object]) -> Pad:
    """Return the pad as it is left: every line read is obeyed, and what it comes to written."""
    while not pad.over:
        try:
            text = read(_("hand {number}> ").format(number=len(pad.ledger.lines) + 1)).strip()
        except EOFError:
            return pad
        if text:
            pad, answer = obey(pad, text)
            write(answer)
    return pad


def obey(pad: Pad, text: str) -> tuple[Pad, str]:
    """Return the pad after one line typed, and what to answer; a wrong line changes nothing."""
    word, _blank, rest = text.partition(" ")
    action = _ACTIONS.get(_WORDS.get(word.casefold(), ""), _write)
    try:
        after, answer = action(pad, text if action is _write else rest.strip())
    except GinRummyError as error:
        return replace(pad, leaving=False), one_line(str(error))
    except OSError as error:
        return replace(pad, leaving=False), one_line(system_reason(error))
    return after, answer


def _changed(pad: Pad, ledger: Ledger) -> tuple[Pad, str]:
    after = replace(pad, ledger=ledger, saved=False, leaving=False)
    return after, "\n".join(sheet_lines(ledger))


def _write(pad: Pad, text: str) -> tuple[Pad, str]:
    field, value = heading_of(text)
    if field:
        return _changed(pad, pad.ledger.retitled(field, value))
    return _changed(pad, pad.ledger.with_line(text))


def _undo(pad: Pad, _text: str) -> tuple[Pad, str]:
    if not pad.ledger.lines:
        raise LedgerError(_("there is nothing to undo"))
    return _changed(pad, pad.ledger.without_last())


def _correct(pad: Pad, text: str) -> tuple[Pad, str]:
    number, _blank, line = text.partition(" ")
    if not number.isdecimal() or not line.strip():
        raise LedgerError(_("say which hand and what it was: correct 3 Anna 25"))
    return _changed(pad, pad.ledger.corrected(int(number), line.strip()))


def _save(pad: Pad, text: str) -> tuple[Pad, str]:
    file = text or pad.file
    if not file:
        raise LedgerError(_("say where: save FILE"))
    write_whole(Path(file), str(pad.ledger))
    answer = _("Saved in {file}.").format(file=file)
    return replace(pad, file=file, saved=True, leaving=False), answer


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path`; when it cannot be written whole, what stood there stays."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise type(error)(error.errno, error.strerror, str(path)) from error


def _sheet(pad: Pad, _text: str) -> tuple[Pad, str]:
    return pad, "\n".join(sheet_lines(pad.ledger))


def _lines(pad: Pad, _text: str) -> tuple[Pad, str]:
    lines = [f"{place}  {text}" for place, (_number, text) in enumerate(pad.ledger.lines, start=1)]
    return pad, "\n".join(lines) or _("There is no hand yet.")


def _help(pad: Pad, _text: str) -> tuple[Pad, str]:
    return pad, "\n".join((
        _("Anna 25                 Anna wins 25 points (a beginning of the name will do, or 0 and 1)"),
        _("Anna knock 3 25         Anna knocks with 3 against 25; the pad counts, an undercut too"),
        _("Anna gin 31             gin against 31; biggin 31 for big gin"),
        _("Boris undercut 9 4      Boris undercuts, 4 against 9"),
        _("wall 26 45              the stock ran out, with these deadwoods"),
        _("void                    nobody scores"),
        _("… ♠ or … 6♠             the upcard, where a spade doubles; the points are doubled for you"),
        _("players: Anna, Boris    names the players; variant: NAME and dealer: Anna too"),
        _("undo                    take the last hand back"),
        _("correct 3 Anna 25       write hand 3 anew"),
        _("lines, sheet            show the lines, or the sheet"),
        _("save FILE, quit         keep the ledger, leave the pad"),
    ))  # fmt: skip


def _quit(pad: Pad, _text: str) -> tuple[Pad, str]:
    if pad.saved or pad.leaving:
        return replace(pad, over=True), _("Goodbye.")
    return replace(pad, leaving=True), _("This is not saved: save FILE, or quit again.")


_ACTIONS: Final[dict[str, Callable[[Pad, str], tuple[Pad, str]]]] = {
    "undo": _undo,
    "correct": _correct,
    "save": _save,
    "sheet": _sheet,
    "lines": _lines,
    "help": _help,
    "quit": _quit,
}
