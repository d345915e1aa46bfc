"""Interactive score pad: one line per hand, the sheet after each. Every earlier line can be corrected."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import normalize

from platformdirs import user_state_path

from ginrummy.cli.error_messages import as_terminal_line, os_error_text, replace_control_characters
from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import GinRummyError, error_reason, prefix_place
from ginrummy.locale.numbers import parse_number
from ginrummy.terminal.conversation import MenuAnswer, choose_item, is_yes
from ginrummy.terminal.output import screen_width, write_text
from ginrummy.terminal.saved_matches import try_lock, unlock
from ginrummy.text.atomic_files import write_atomically
from ginrummy.text.ledger import (
    DEFAULT_VARIANT,
    NAMELESS,
    EditHistory,
    Ledger,
    LedgerError,
    LedgerText,
    build_ledger,
    decode_ledger,
    parse_heading,
    parse_names,
    read_ledger,
    read_line,
    sheet_lines,
    strip_remark,
)
from ginrummy.variants import preset_names

_SUFFIX = ".ledger.txt"


class Draft(NamedTuple):
    """An unfinished pad: its file, its text, and its ledger."""

    path: Path
    text: LedgerText
    ledger: Ledger


def drafts_folder() -> Path:
    """Return the folder of the drafts."""
    return user_state_path("ginrummy", appauthor=False) / "pads"


def new_draft_path() -> Path:
    """Return the path of a new pad, named by the time, that no other terminal uses."""
    with suppress(OSError):  # reported when the first line cannot be saved
        drafts_folder().mkdir(parents=True, exist_ok=True)
    stem = datetime.now().strftime("%Y-%m-%d_%H.%M.%S")
    names = chain([stem], (f"{stem}_{number}" for number in count(2)))
    paths = (drafts_folder() / f"{name}{_SUFFIX}" for name in names)
    return next(path for path in paths if not path.exists() and try_lock(path))


def load_drafts() -> tuple[list[Draft], list[str]]:
    """Return the pads that can be resumed, the latest first, and the errors of the others.

    This process holds their locks until `release_draft`. Pads that are open in another terminal are left out.
    """
    folder = drafts_folder()
    paths = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    found, faults = list[Draft](), list[str]()
    for path in filter(try_lock, paths):
        try:
            text = decode_ledger(path.read_bytes(), path.name)
            found.append(Draft(path, LedgerText.from_text(text), read_ledger(text, where=path.name)))
        except (GinRummyError, OSError) as error:
            told = _("{file} cannot be read and is left as it is: {error}")
            faults.append(told.format(file=path, error=error_reason(error)))
            unlock(path)
    return found, faults


def release_draft(draft: Draft) -> None:
    """Release the lock of `draft`."""
    unlock(draft.path)


def delete_draft(draft: Draft) -> None:
    """Delete `draft`."""
    draft.path.unlink(missing_ok=True)
    release_draft(draft)


def draft_text(text: LedgerText) -> str:
    """Return `text` with the absolute path of its file of house rules, readable from any folder."""
    variant = text.value("variant")
    if variant is None or variant in preset_names() or not Path(variant).is_file():
        return str(text)
    return str(text.set_heading(f"variant: {Path(variant).absolute()}"))


def draft_title(draft: Draft) -> str:
    """Return the title of a pad: when it was last written, its players, its variant and its progress."""
    ledger = draft.ledger
    when = datetime.fromtimestamp(draft.path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    count = len(ledger.entries)
    hands = ngettext("{count} hand", "{count} hands", count).format(count=count)
    parts = [when, " – ".join(ledger.players), ledger.variant.title(language()), hands]
    return ", ".join([*parts, _("over")] if ledger.is_over else parts)


_WORDS: Final = {
    "undo": "undo", "u": "undo", "annuler": "undo", "отменить": "undo",
    "redo": "redo", "r": "redo", "rétablir": "redo", "retablir": "redo", "refaire": "redo",
    "вернуть": "redo", "повторить": "redo",
    "correct": "correct", "c": "correct", "corriger": "correct", "исправить": "correct",
    "save": "save", "s": "save", "enregistrer": "save", "сохранить": "save",
    "sheet": "sheet", "feuille": "sheet", "лист": "sheet",
    "delete": "delete", "d": "delete", "supprimer": "delete", "effacer": "delete", "удалить": "delete",
    "insert": "insert", "i": "insert", "insérer": "insert", "inserer": "insert", "вставить": "insert",
    "lines": "lines", "lignes": "lines", "строки": "lines",
    "help": "help", "?": "help", "aide": "help", "помощь": "help",
    "quit": "quit", "q": "quit", "exit": "quit", "quitter": "quit", "выход": "quit",
}  # fmt: skip
_UNWRITABLE: Final = re.compile(r"[\r\n\ud800-\udfff]+")
"""Characters that cannot be in a line of a file: line ends, and bytes that were not decoded."""


@dataclass(frozen=True, slots=True)
class Pad:
    """The ledger and where it is stored: in `file` if it has one, until then in `draft`.

    `saved` says whether all of it is in `file`, `kept` whether it is in either. `asking` is an existing file
    that is overwritten only after a yes.
    """

    history: EditHistory[LedgerText]
    ledger: Ledger
    file: str = ""
    saved: bool = True
    leaving: bool = False
    over: bool = False
    draft: Path | None = None
    kept: bool = True
    asking: str = ""
    seen: bytes = b""
    """Content of the file when last read or written: a change by another program is not overwritten."""

    @property
    def text(self) -> LedgerText:
        """The text of the ledger, as in the file."""
        return self.history.now


def pad_from_text(text: str, *headings: str, file: str = "") -> Pad:
    """Return the pad of a file that holds `text`. Extra headings are its first edit, or its start."""
    start = now = LedgerText.from_text(text)
    for heading in headings:
        now = _begun(now).set_heading(heading)
    history = EditHistory(start).edit(now) if start.lines else EditHistory(now)
    return Pad(history, build_ledger(now), file, seen=text.encode())


def run_pad_dialogue(text: str, *headings: str, file: str | None, resumes: bool) -> None:
    """Run the dialogue on the terminal until the players quit. Every line is saved as soon as it is typed.

    `file` holds `text`. If `resumes`, first offer an unfinished pad.
    """
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (gives `input` its line editing)
    pad = pad_from_text(text, *headings, file=file or "")
    if not file:
        pad = replace(pad, draft=new_draft_path())
    if resumes:
        pad = _gone_on_with(pad)
    if pad.over:
        return
    write_text(_("One hand a line: Anna 25, Anna knock 3 25, Anna gin 31. “help” says more, “quit” leaves."))
    if pad.ledger.players == NAMELESS:
        write_text(_("First say who plays, as in “players: Anna, Boris”; else they are 0 and 1."))
    if pad.ledger.lines:
        write_text(sheet_text(pad.ledger))
    latest = [pad]
    try:
        run_pad(pad, input, write_text, latest)
    finally:
        for line in _last_words(latest[0]):
            write_text(line)


def _gone_on_with(pad: Pad) -> Pad:
    """Return the unfinished pad that the players resume, else `pad`."""
    left, faults = load_drafts()
    for fault in faults:
        write_text(as_terminal_line(fault))
    if not left:
        return pad
    write_text(_("Unfinished score pads:"))
    answer = choose_item(
        [draft_title(draft) for draft in left],
        read=input,
        write=write_text,
        delete=lambda place: delete_draft(left[place]),
    )
    for place, draft in enumerate(left):
        if place != answer:
            release_draft(draft)
    if answer is MenuAnswer.QUIT:
        return replace(pad, over=True)
    if answer is MenuAnswer.NEW:
        return pad
    draft = left[answer]
    return replace(pad_from_text(str(draft.text)), draft=draft.path, saved=False)


def _last_words(pad: Pad) -> list[str]:
    """Return where the pad is stored, with its lines where no named file holds them."""
    if pad.saved:
        return []
    kept = [_("Kept: “{command}” resumes it.").format(command="ginrummy score")] if pad.kept else []
    if pad.over and pad.kept:
        return kept
    lines = [replace_control_characters(line) for line in str(pad.text).splitlines()]
    return [*kept, _("Not saved; these are the lines:"), *lines]


def run_pad(
    pad: Pad, read: Callable[[str], str], write: Callable[[str], object], latest: list[Pad] | None = None
) -> Pad:
    """Run every line that is read, write the answers, and return the final pad.

    `latest`, if given, always has the current pad as its one member, even after an exception.
    """
    while not pad.over:
        try:
            text = read(_("hand {number}> ").format(number=len(pad.ledger.lines) + 1)).strip()
        except EOFError:
            return pad
        if text:
            pad, answer = apply_line(pad, text)
            if latest is not None:
                latest[:] = [pad]
            write(answer)
    return pad


def apply_line(pad: Pad, text: str) -> tuple[Pad, str]:
    """Return the pad after one typed line, and the answer. A bad line changes nothing."""
    if pad.asking:
        file, pad = pad.asking, replace(pad, asking="")
        return _tried(pad, _save_over, file) if is_yes(text) else (pad, _("It is left as it was."))
    text = _UNWRITABLE.sub(" ", text).strip()
    word, _blank, rest = text.partition(" ")
    action = _write if _is_player(word, pad.ledger) else _ACTIONS.get(_command(word), _write)
    return _tried(pad, action, text if action is _write else rest.strip())


def _command(word: str) -> str:
    return _WORDS.get(normalize("NFC", word).casefold(), "")


def _is_player(word: str, ledger: Ledger) -> bool:
    """Return whether the abbreviation of a command is also that of a player."""
    return len(word) == 1 and any(name.casefold().startswith(word.casefold()) for name in ledger.players)


def _tried(pad: Pad, action: Callable[[Pad, str], tuple[Pad, str]], text: str) -> tuple[Pad, str]:
    try:
        return action(pad, text)
    except GinRummyError as error:
        return replace(pad, leaving=False), as_terminal_line(str(error))
    except OSError as error:
        return replace(pad, leaving=False), as_terminal_line(os_error_text(error))


def sheet_text(ledger: Ledger) -> str:
    """Return the sheet as one text."""
    return "\n".join(sheet_lines(ledger, screen_width()))


def _edited(pad: Pad, text: LedgerText) -> tuple[Pad, str]:
    """Return the pad with `text` as its next edit."""
    return _turned(pad, pad.history.edit(text))


def _turned(pad: Pad, history: EditHistory[LedgerText]) -> tuple[Pad, str]:
    """Return the pad at another place of its history, saved, and the sheet.

    A file of house rules is read once: later changes to it do not affect a pad in use.
    """
    is_named = history.now.value("variant") == pad.text.value("variant")
    ledger = build_ledger(history.now, pad.ledger.variant if is_named else None)
    changed = replace(pad, history=history, ledger=ledger)
    after, complaint = _kept(replace(changed, saved=False, kept=False, leaving=False))
    return after, "\n".join([sheet_text(after.ledger), *complaint])


def _kept(pad: Pad) -> tuple[Pad, list[str]]:
    """Return the pad after writing it to its file or draft, and any errors."""
    path = Path(pad.file) if pad.file else pad.draft
    if path is None:
        return pad, []
    if pad.file and _held(pad.file) not in (b"", pad.seen):
        told = _("it was changed meanwhile: “save” writes over it, “save FILE” keeps this pad elsewhere")
        return pad, [as_terminal_line(_("Not kept: {error}").format(error=prefix_place(pad.file, told)))]
    text = str(pad.text) if pad.file else draft_text(pad.text)
    try:
        if pad.draft == path:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    except OSError as error:
        return pad, [as_terminal_line(_("Not kept: {error}").format(error=os_error_text(error)))]
    return replace(pad, saved=bool(pad.file), kept=True, seen=text.encode()), []


def _held(file: str) -> bytes:
    """Return the content of `file`, or nothing where it cannot be read."""
    try:
        return Path(file).read_bytes()
    except OSError:
        return b""


def _write(pad: Pad, text: str) -> tuple[Pad, str]:
    line = strip_remark(text)
    if parse_heading(line)[0]:
        return _retitle(pad, text)
    if line:
        pad.ledger.append_line(line)
    return _edited(pad, _begun(pad.text).append_line(text))


def _retitle(pad: Pad, text: str) -> tuple[Pad, str]:
    """Change a heading. New names of the players also rename the dealer, who keeps the seat."""
    field, value = parse_heading(strip_remark(text))
    changed = _begun(pad.text).set_heading(text)
    names = parse_names(value) if field == "players" else []
    if len(names) == len(NAMELESS) and (pad.text.value("dealer") or "0") not in NAMELESS:
        changed = changed.set_heading(f"dealer: {names[pad.ledger.dealer]}")
    return _edited(pad, changed)


def _begun(text: LedgerText) -> LedgerText:
    """Return `text` with, if it is new, a heading that names its rules."""
    return text if text.lines else text.set_heading(f"variant: {DEFAULT_VARIANT}")


def _undo(pad: Pad, _text: str) -> tuple[Pad, str]:
    if not pad.history.past:
        raise LedgerError(_("there is nothing to undo"))
    return _turned(pad, pad.history.undo())


def _redo(pad: Pad, _text: str) -> tuple[Pad, str]:
    if not pad.history.future:
        raise LedgerError(_("there is nothing to redo"))
    return _turned(pad, pad.history.redo())


def _correct(pad: Pad, text: str) -> tuple[Pad, str]:
    place, _blank, line = text.partition(" ")
    number = parse_number(place)
    if number is None or not line.strip():
        raise LedgerError(_("say which hand and what it was: correct 3 Anna 25"))
    return _edited(pad, pad.text.replace_line(number, _hand(pad, line)))


def _delete(pad: Pad, text: str) -> tuple[Pad, str]:
    number = parse_number(text)
    if number is None:
        raise LedgerError(_("say which hand: delete 3"))
    return _edited(pad, pad.text.delete_line(number))


def _insert(pad: Pad, text: str) -> tuple[Pad, str]:
    place, _blank, line = text.partition(" ")
    number = parse_number(place)
    if number is None or not line.strip():
        raise LedgerError(_("say before which hand, and what it was: insert 3 Anna 25"))
    return _edited(pad, pad.text.insert_line(number, _hand(pad, line)))


def _hand(pad: Pad, line: str) -> str:
    """Return `line` if it describes a hand. Raise `LedgerError` otherwise."""
    read_line(strip_remark(line), pad.ledger.variant.row, pad.ledger.players)
    return line.strip()


def _save(pad: Pad, text: str) -> tuple[Pad, str]:
    file = str(Path(text).expanduser()) if text else pad.file
    if not file:
        raise LedgerError(_("say where: save FILE"))
    if file != pad.file and Path(file).is_file():
        question = _("{file} is there already. Write over it? (yes or no)").format(file=file)
        return replace(pad, asking=file, leaving=False), question
    return _save_over(pad, file)


def _save_over(pad: Pad, file: str) -> tuple[Pad, str]:
    text = str(pad.text)
    write_atomically(Path(file), text)
    if pad.draft is not None:
        pad.draft.unlink(missing_ok=True)
    kept = replace(pad, file=file, draft=None, saved=True, kept=True, leaving=False, seen=text.encode())
    return kept, _("Saved in {file}; what follows is kept there too.").format(file=file)


def _sheet(pad: Pad, _text: str) -> tuple[Pad, str]:
    return pad, sheet_text(pad.ledger)


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
        _("undo                    take the last change back"),
        _("redo                    make the change again that was taken back"),
        _("correct 3 Anna 25       write hand 3 anew"),
        _("insert 3 Anna 25        write a hand that was forgotten before hand 3"),
        _("delete 3                strike hand 3 out"),
        _("lines, sheet            show the lines, or the sheet"),
        _("save FILE               give the pad a file of its own"),
        _("quit                    leave the pad; it is kept"),
    ))  # fmt: skip


def _quit(pad: Pad, _text: str) -> tuple[Pad, str]:
    if pad.saved or pad.leaving or (pad.kept and pad.draft is not None):
        return replace(pad, over=True), _("Goodbye.")
    return replace(pad, leaving=True), _("This is not saved: save FILE, or quit again.")


_ACTIONS: Final[dict[str, Callable[[Pad, str], tuple[Pad, str]]]] = {
    "undo": _undo,
    "redo": _redo,
    "correct": _correct,
    "delete": _delete,
    "insert": _insert,
    "save": _save,
    "sheet": _sheet,
    "lines": _lines,
    "help": _help,
    "quit": _quit,
}
