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
from ginrummy.terminal.command_parser import CommandWord, localized_word
from ginrummy.terminal.conversation import MenuAnswer, choose_item, is_yes
from ginrummy.terminal.output import screen_width, write_text
from ginrummy.terminal.saved_matches import try_lock, unlock
from ginrummy.text.atomic_files import write_atomically
from ginrummy.text.ledger.edited_ledger import AnyLedger, EditedLedger
from ginrummy.text.ledger.evening_text import ledger_sheet_lines
from ginrummy.text.ledger.hand_line_parser import NAMELESS, LedgerError
from ginrummy.text.ledger.ledger_text import LedgerText, decode_ledger, ledger_bytes, parse_heading
from ginrummy.text.ledger.merging import clash_lines
from ginrummy.text.ledger.score_ledger import parse_names

_SUFFIX = ".ledger.txt"


class Draft(NamedTuple):
    """An unfinished pad: its file, its text, and its ledger."""

    path: Path
    text: LedgerText
    ledger: AnyLedger


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

    This process holds their locks until `unlock_draft`. Pads that are open in another terminal are left out.
    """
    folder = drafts_folder()
    paths = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    found, faults = list[Draft](), list[str]()
    for path in filter(try_lock, paths):
        try:
            text = decode_ledger(ledger_bytes(path), path.name)
            edited = EditedLedger.from_text(text)
            found.append(Draft(path, edited.text, edited.ledger))
        except (GinRummyError, OSError) as error:
            told = _("{file} cannot be read and is left as it is: {error}")
            faults.append(told.format(file=path, error=error_reason(error)))
            unlock(path)
    return found, faults


def unlock_draft(draft: Draft) -> None:
    """Release the lock of `draft`."""
    unlock(draft.path)


def delete_draft(draft: Draft) -> None:
    """Delete `draft`."""
    draft.path.unlink(missing_ok=True)
    unlock_draft(draft)


def make_paths_absolute(text: LedgerText) -> str:
    """Return `text` with the absolute paths of its files of house rules, readable from any folder."""
    for number, line in text.headings:
        field, value = parse_heading(line)
        if field in ("variant", "form") and value.endswith(".toml") and Path(value).is_file():
            text = text.rewrite_line(number, f"{field}: {Path(value).absolute()}")
    return str(text)


def draft_title(draft: Draft) -> str:
    """Return the title of a pad: when it was last written, its players, its variant and its progress."""
    ledger = draft.ledger
    when = datetime.fromtimestamp(draft.path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    count = len(ledger.lines)
    hands = ngettext("{count} hand", "{count} hands", count).format(count=count)
    parts = [when, " – ".join(ledger.people), ledger.variant.title(language()), hands]
    return ", ".join([*parts, _("over")] if ledger.is_over else parts)


_WORDS: Final = {
    "undo": "undo", "u": "undo", "annuler": "undo", "отменить": "undo",
    "redo": "redo", "r": "redo", "rétablir": "redo", "retablir": "redo", "refaire": "redo",
    "вернуть": "redo", "повторить": "redo",
    "correct": "correct", "c": "correct", "corriger": "correct", "исправить": "correct",
    "save": "save", "s": "save", "enregistrer": "save", "сохранить": "save",
    "sheet": "sheet", "feuille": "sheet", "лист": "sheet", "print": "sheet", "show": "sheet",
    "imprimer": "sheet", "afficher": "sheet", "печать": "sheet", "показать": "sheet",
    "delete": "delete", "d": "delete", "supprimer": "delete", "effacer": "delete", "удалить": "delete",
    "insert": "insert", "i": "insert", "insérer": "insert", "inserer": "insert", "вставить": "insert",
    "merge": "merge", "fusionner": "merge", "объединить": "merge",
    "next": "next", "n": "next", "ensuite": "next", "дальше": "next",
    "move": "move", "m": "move", "déplacer": "move", "deplacer": "move", "переместить": "move",
    "rename": "rename", "renommer": "rename", "переименовать": "rename",
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

    edited: EditedLedger
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
        return self.edited.text

    @property
    def ledger(self) -> AnyLedger:
        """The ledger with its sheet."""
        return self.edited.ledger


def pad_from_text(text: str, *headings: str, file: str = "") -> Pad:
    """Return the pad of a file that holds `text`. Extra headings are its first edit, or its start."""
    return Pad(EditedLedger.from_text(text, *headings), file, seen=text.encode())


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
        pad = _resume_draft(pad)
    if pad.over:
        return
    write_text(_("One hand a line: Anna 25, Anna knock 3 25, Anna gin 31. “help” says more, “quit” leaves."))
    if pad.ledger.people == NAMELESS:
        write_text(_request_for_names())
    if pad.ledger.lines:
        write_text(sheet_text(pad.ledger))
    latest = [pad]
    try:
        run_pad(pad, input, write_text, latest)
    finally:
        for line in _last_words(latest[0]):
            write_text(line)


def _resume_draft(pad: Pad) -> Pad:
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
            unlock_draft(draft)
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
        return _try_action(pad, _save_over, file) if is_yes(text) else (pad, _("It is left as it was."))
    text = _UNWRITABLE.sub(" ", text).strip()
    word, _blank, rest = text.partition(" ")
    action = _write if _is_player(word, pad.ledger) else _ACTIONS.get(_command(word), _write)
    if action is not _write:
        return _try_action(pad, action, rest.strip())
    return _try_action(pad, _write if rest or ":" in word else _write_word, text)


def _write_word(pad: Pad, text: str) -> tuple[Pad, str]:
    """Write a line of one word. A refusal points to the help: the word may be a mistyped command."""
    try:
        return _write(pad, text)
    except GinRummyError as error:
        hint = _("Type “{help}” for the words.").format(help=localized_word(CommandWord.HELP))
        return replace(pad, leaving=False), f"{as_terminal_line(str(error))}\n{hint}"


def _command(word: str) -> str:
    return _WORDS.get(normalize("NFC", word).casefold(), "")


def _is_player(word: str, ledger: AnyLedger) -> bool:
    """Return whether the abbreviation of a command is also that of a player."""
    return len(word) == 1 and any(name.casefold().startswith(word.casefold()) for name in ledger.people)


def _try_action(pad: Pad, action: Callable[[Pad, str], tuple[Pad, str]], text: str) -> tuple[Pad, str]:
    try:
        return action(pad, text)
    except GinRummyError as error:
        return replace(pad, leaving=False), as_terminal_line(str(error))
    except OSError as error:
        return replace(pad, leaving=False), as_terminal_line(os_error_text(error))


def sheet_text(ledger: AnyLedger) -> str:
    """Return the sheet as one text, of an empty one without names with a request for them."""
    lines = ledger_sheet_lines(ledger, screen_width())
    if ledger.people == NAMELESS and not ledger.lines:
        lines += ["", _request_for_names()]
    return "\n".join(lines)


def _request_for_names() -> str:
    return _("First say who plays, as in “players: Anna, Boris”; else they are 0 and 1.")


def _apply_edit(pad: Pad, edited: EditedLedger) -> tuple[Pad, str]:
    """Return the pad after an edit, saved, and the sheet."""
    changed = replace(pad, edited=edited, saved=False, kept=False, leaving=False)
    after, complaint = _save_pad(changed)
    return after, "\n".join([sheet_text(after.ledger), *complaint])


def _save_pad(pad: Pad) -> tuple[Pad, list[str]]:
    """Return the pad after writing it to its file or draft, and any errors."""
    path = Path(pad.file) if pad.file else pad.draft
    if path is None:
        return pad, []
    if pad.file and _file_content(pad.file) not in (b"", pad.seen):
        told = _(
            "it was changed meanwhile: “merge” joins both, “save” writes over it, "
            "“save FILE” keeps this pad elsewhere"
        )
        return pad, [as_terminal_line(_("Not kept: {error}").format(error=prefix_place(pad.file, told)))]
    text = str(pad.text) if pad.file else make_paths_absolute(pad.text)
    try:
        if pad.draft == path:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    except OSError as error:
        return pad, [as_terminal_line(_("Not kept: {error}").format(error=os_error_text(error)))]
    return replace(pad, saved=bool(pad.file), kept=True, seen=text.encode()), []


def _file_content(file: str) -> bytes:
    """Return the content of `file`, or nothing where it cannot be read."""
    try:
        return ledger_bytes(Path(file))
    except OSError:
        return b""


def _write(pad: Pad, text: str) -> tuple[Pad, str]:
    return _apply_edit(pad, pad.edited.append(text))


def _next(pad: Pad, text: str) -> tuple[Pad, str]:
    return _apply_edit(pad, pad.edited.begin_part(text))


def _merge(pad: Pad, _text: str) -> tuple[Pad, str]:
    """Join the pad with its file, which another program has changed."""
    if not pad.file:
        raise LedgerError(_("say where: save FILE"))
    data = ledger_bytes(Path(pad.file))
    merged, clashes = pad.edited.merge(pad.seen.decode(), decode_ledger(data, pad.file))
    after, sheet = _apply_edit(replace(pad, seen=data), merged)
    told = map(as_terminal_line, clash_lines(clashes, pad.text, pad.file))
    return after, "\n".join((sheet, *told))


def _undo(pad: Pad, _text: str) -> tuple[Pad, str]:
    return _apply_edit(pad, pad.edited.undo())


def _redo(pad: Pad, _text: str) -> tuple[Pad, str]:
    return _apply_edit(pad, pad.edited.redo())


def _correct(pad: Pad, text: str) -> tuple[Pad, str]:
    number, line = _numbered_hand(text, _("say which hand and what it was: correct 3 Anna 25"))
    return _apply_edit(pad, pad.edited.correct(number, line))


def _insert(pad: Pad, text: str) -> tuple[Pad, str]:
    number, line = _numbered_hand(text, _("say before which hand, and what it was: insert 3 Anna 25"))
    return _apply_edit(pad, pad.edited.insert(number, line))


def _numbered_hand(text: str, request: str) -> tuple[int, str]:
    """Return the number of a hand and its line. Raise `LedgerError` with `request` if one is missing."""
    place, _blank, line = text.partition(" ")
    number = parse_number(place)
    if number is None or not line.strip():
        raise LedgerError(request)
    return number, line


def _delete(pad: Pad, text: str) -> tuple[Pad, str]:
    number = parse_number(text)
    if number is None:
        raise LedgerError(_("say which hand: delete 3"))
    return _apply_edit(pad, pad.edited.delete(number))


def _move(pad: Pad, text: str) -> tuple[Pad, str]:
    numbers = [parse_number(word) for word in text.split()]
    match numbers:
        case [int(number), int(to)]:
            return _apply_edit(pad, pad.edited.move(number, to))
    raise LedgerError(_("say which hand, and which it becomes: move 3 1"))


def _rename(pad: Pad, text: str) -> tuple[Pad, str]:
    names = parse_names(text)
    if len(names) != 2:
        raise LedgerError(_("say who, and the new name: rename Anna, Anna Maria"))
    return _apply_edit(pad, pad.edited.rename(*names))


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
    places, lines = count(1), list[str]()
    for part in pad.text.parts:
        lines += [f"   {text}" for _number, text in part.headings if lines]
        lines += [f"{next(places)}  {text}" for _number, text in part.hands]
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
        _("form: king              how more people than two play; stakes: 5 cents a point too"),
        _("next form: king         begin another part of the evening"),
        _("undo                    take the last change back"),
        _("redo                    make the change again that was taken back"),
        _("correct 3 Anna 25       rewrite hand 3"),
        _("insert 3 Anna 25        write a hand that was forgotten before hand 3"),
        _("delete 3                strike hand 3 out"),
        _("move 3 1                make hand 3 hand 1"),
        _("rename Anna, Zoe        give Anna another name, in every hand"),
        _("lines, sheet            show the lines, or the sheet"),
        _("save FILE               give the pad a file of its own"),
        _("merge                   join the pad with its file, changed by another program"),
        _("quit                    leave the pad; it is kept"),
    ))  # fmt: skip


def _quit(pad: Pad, _text: str) -> tuple[Pad, str]:
    if pad.saved or pad.leaving or (pad.kept and pad.draft is not None):
        return replace(pad, over=True), _("Goodbye.")
    return replace(pad, leaving=True), _("This is not saved: save FILE, or quit again.")


_ACTIONS: Final[dict[str, Callable[[Pad, str], tuple[Pad, str]]]] = {
    "next": _next,
    "merge": _merge,
    "undo": _undo,
    "redo": _redo,
    "correct": _correct,
    "delete": _delete,
    "move": _move,
    "rename": _rename,
    "insert": _insert,
    "save": _save,
    "sheet": _sheet,
    "lines": _lines,
    "help": _help,
    "quit": _quit,
}
