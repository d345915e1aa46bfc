"""Sheets: who may read and enter them, their edits one after another, undo and redo of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Length

from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.text.ledger.edited_ledger import AnyLedger, EditedLedger, read_evening_or_match
from ginrummy.text.ledger.evening_ledger import people_text
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.ledger_text import HEADINGS, LedgerText, parse_heading
from ginrummy.text.ledger.merging import clash_lines
from ginrummy.variants import is_one_line_rules, preset_names
from ginrummy.variants.form_files import FORM_NAMES, load_form
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person, lock_people, new_key
from ginrummy.web.sheets.models import Sheet, Version
from ginrummy.web.tables import pubsub

LONGEST_TEXT: Final = 32 * 1024
"""Bytes of a sheet."""
MOST_HANDS: Final = 400
MOST_SHEETS: Final = 60
"""Sheets that one person may own."""
MOST_VERSIONS: Final = 200
"""Edits of a sheet that can be undone,"""
ROOM: Final = 512 * 1024
"""as long as their texts have no more characters together."""
MOST_RELATED: Final = 3
"""Sheets that an evening from another phone may be merged into."""
LONGEST_TOKEN: Final = 40
_FIXED: Final[dict[str, tuple[str, ...]]] = {"variant": tuple(preset_names()), "form": FORM_NAMES}
"""Headings that may name a file of rules in the terminal, but no file of the server."""

Edit = Callable[[EditedLedger], EditedLedger]


class NoSheet(WebError, status=404, kind="no_evening"):
    """The sheet does not exist."""


class NotYourSheet(WebError, status=403, kind="not_your_evening"):
    """The person may not do this with the sheet."""


class SheetRefused(WebError, status=409, kind="evening_refused"):
    """The sheet cannot be made or changed like this."""


class SheetMoved(WebError, status=409, kind="evening_moved"):
    """Somebody else has edited the sheet, and both edits cannot stand together."""


class Access(NamedTuple):
    """A sheet, and what the person may do with it."""

    sheet: Sheet
    may_enter: bool
    is_owner: bool


def find_sheet(key: str, person: Person | None, *, locked: bool = False) -> Access:
    """Return the sheet with the link `key`, to read or to enter. Raise `NoSheet`."""
    sheets = Sheet.objects.select_for_update() if locked else Sheet.objects
    sheet = sheets.filter(Q(key=key) | Q(entry_key=key)).first()
    if sheet is None:
        raise NoSheet(_("this link leads to no evening, or no longer does: ask its host for a new one"))
    is_owner = person is not None and sheet.owner_id == person.pk
    return Access(sheet, is_owner or key == sheet.entry_key, is_owner)


def sheets_of(person: Person | None) -> list[Sheet]:
    """Return the sheets of `person`, the latest first."""
    return [] if person is None else list(person.sheets.all())


@lru_cache(maxsize=256)
def _ledger(text: str, _language: str) -> AnyLedger:
    return EditedLedger.from_text(text).ledger


def sheet_ledger(sheet: Sheet) -> AnyLedger:
    """Return what the text of `sheet` says. Errors in it are in the current language."""
    return ledger_of(sheet.text)


def ledger_of(text: str) -> AnyLedger:
    """Return what `text` says, as `sheet_ledger` does."""
    return _ledger(text, language())


def evening_text(form: str, game: str, people: Sequence[str], *, stakes: str = "", dealer: str = "") -> str:
    """Return the text of a new evening. Raise `GinRummyError` where it cannot be."""
    has_halves = form in FORM_NAMES and len(people) % 2 == 0
    names = people_text(people, load_form(form).row) if has_halves else ", ".join(people)
    values = {"form": form, "variant": game, "players": names, "stakes": stakes, "dealer": dealer}
    text = "".join(
        f"{field}: {' '.join(value.split())}\n" for field, value in values.items() if value.strip()
    )
    check_text(text)
    EditedLedger.from_text(text)
    return text


def check_text(text: str) -> None:
    """Raise `SheetRefused` for a text that is no sheet here: too long, or with a file of rules."""
    if len(text) > LONGEST_TEXT or len(text.encode(errors="replace")) > LONGEST_TEXT:
        raise SheetRefused(_("that is too long for an evening"))
    lines = LedgerText.from_text(text)
    if not all(sign.isprintable() or sign.isspace() for sign in "".join(lines.lines)) or "\0" in text:
        raise SheetRefused(_("it holds a character that cannot be printed"))
    if len(lines.hands) > MOST_HANDS:
        most = ngettext(
            "an evening has at most {most} hand", "an evening has at most {most} hands", MOST_HANDS
        )
        raise SheetRefused(most.format(most=MOST_HANDS))
    for _number, line in lines.headings:
        field, value = parse_heading(line)
        if field == "variant" and is_one_line_rules(value):
            continue  # It names no file, and is read with the rest.
        if field in _FIXED and value not in _FIXED[field]:
            raise SheetRefused(_("“{value}” is no game and no form that is known here").format(value=value))


def read_sheet(text: str, where: str) -> None:
    """Check a whole sheet. Raise `LedgerError` with the first line that cannot be."""
    check_text(text)
    read_evening_or_match(text, where=where)


def create_sheet(person: Person, text: str) -> Sheet:
    """Create a sheet that `person` owns. Raise `SheetRefused`."""
    with transaction.atomic():
        lock_people(person)
        if person.sheets.count() >= MOST_SHEETS:
            told = ngettext(
                "You have {count} evening already: delete it first.",
                "You have {count} evenings already: delete one first.",
                MOST_SHEETS,
            )
            raise SheetRefused(told.format(count=MOST_SHEETS))
        sheet = Sheet.objects.create(owner=person, text=text)
        Version.objects.create(sheet=sheet, number=0, text=text)
    return sheet


def edit_sheet(key: str, person: Person | None, number: int, edit: Edit, *, token: str = "") -> Sheet:
    """Edit the sheet with the link `key` and return it. `number` is the version that `person` has seen.

    A second edit with the same `token` has no effect. Raise `NotYourSheet`, `SheetMoved` if the sheet is at
    another version and the edit does not fit it, and the errors of the edit.
    """
    with transaction.atomic():
        sheet = _sheet_to_enter(key, person)
        if token and sheet.versions.filter(token=token).exists():
            return sheet
        text = str(edit(EditedLedger.from_text(_seen_text(sheet, number))).text)
        if number != sheet.current:
            text = _merged_text(sheet, number, text)
        check_text(text)
        if text != sheet.text:
            _store(sheet, text, token)
    return sheet


class SheetChange(NamedTuple):
    """An edit as a form or a program sends it: `line` is the new line, name, value or the whole text.

    `place` is the number of a hand, `who` the person to rename or the field of a heading, and `where` the
    name of a file for its errors.
    """

    action: str
    line: str = ""
    place: int = 0
    who: str = ""
    where: str = ""

    def build_edit(self) -> Edit:
        """Return the edit. Raise `SheetRefused` for an unknown action or heading, or a file of rules."""
        place, line, who = self.place, " ".join(self.line.split()), " ".join(self.who.split())
        edits: dict[str, Edit] = {
            "append": lambda edited: edited.append(line),
            "correct": lambda edited: edited.correct(place, line),
            "insert": lambda edited: edited.insert(place, line),
            "delete": lambda edited: edited.delete(place),
            "up": lambda edited: edited.move(place, place - 1),
            "down": lambda edited: edited.move(place, place + 1),
            "rename": lambda edited: edited.rename(who, line),
            "heading": lambda edited: edited.set_heading(f"{who}: {line}"),
            "text": lambda _edited: EditedLedger.from_text(self.line),
        }
        if self.action not in edits or (self.action == "heading" and who.casefold() not in HEADINGS):
            raise SheetRefused(_("This request cannot be read."))
        if self.action == "text":
            read_sheet(self.line, self.where)
        else:
            check_text(f"{who}: {line}" if self.action == "heading" else line)
        return edits[self.action]


def related_sheets(person: Person | None, text: str) -> list[Sheet]:
    """Return the sheets of `person` that share the people or a hand with `text`, the most similar first."""
    lines = _telling_lines(text)
    related = [sheet for sheet in sheets_of(person) if lines & _telling_lines(sheet.text)]
    return sorted(related, key=lambda sheet: _similarity(sheet.text, text), reverse=True)[:MOST_RELATED]


def _telling_lines(text: str) -> set[str]:
    """Return the lines that tell one evening from another: the people and the hands."""
    lines = LedgerText.from_text(text)
    return {line for _number, line in lines.hands} | {lines.value("players") or ""} - {""}


def _similarity(text: str, other: str) -> float:
    """Return the share of the lines that both texts have, from 0 to 1."""
    lines, others = text.splitlines(), other.splitlines()
    return 2 * (Counter(lines) & Counter(others)).total() / max(len(lines) + len(others), 1)


def merge_sheet(key: str, person: Person | None, text: str) -> tuple[Sheet, list[str]]:
    """Merge `text`, the evening on another phone, into a sheet. Return it, and the clashes in words.

    The two were last equal in the version that is most similar to `text`, the oldest of several: no later
    edit here is lost then.
    """
    with transaction.atomic():
        sheet = _sheet_to_enter(key, person)
        versions = sheet.versions.filter(number__lte=sheet.current).order_by("number")
        base = max((version.text for version in versions), key=lambda old: _similarity(old, text))
        edited = EditedLedger.from_text(sheet.text)
        merged, clashes = edited.merge(base, text)
        check_text(str(merged.text))
        if str(merged.text) != sheet.text:
            _store(sheet, str(merged.text), "")
    return sheet, clash_lines(clashes, edited.text, "")


def _sheet_to_enter(key: str, person: Person | None) -> Sheet:
    access = find_sheet(key, person, locked=True)
    if not access.may_enter:
        raise NotYourSheet(_("only people with the link for entering may change this evening"))
    return access.sheet


def _seen_text(sheet: Sheet, number: int) -> str:
    """Return the text of the version `number`. Raise `SheetMoved` if it is forgotten."""
    version = sheet.versions.filter(number=number).first()
    if version is None:
        raise _sheet_moved()
    return version.text


def _sheet_moved() -> SheetMoved:
    return SheetMoved(_("somebody else has changed the evening meanwhile"))


def _merged_text(sheet: Sheet, number: int, text: str) -> str:
    """Return the current text with what `text` adds to the version `number`: hands of other boards.

    Raise `SheetMoved` for any other edit, which would count twice or against another hand.
    """
    base = _seen_text(sheet, number)
    if not all(_begins(each, base) for each in (text, sheet.text)):
        raise _sheet_moved()
    try:
        merged, clashes = EditedLedger.from_text(sheet.text).merge(base, text)
    except GinRummyError:
        raise _sheet_moved() from None
    if clashes or merged.ledger.faults or text == sheet.text:
        raise _sheet_moved()
    return str(merged.text)


def _begins(text: str, base: str) -> bool:
    """Return whether `text` has the lines of `base` first; the last of them may lack its end there."""
    lines = text.splitlines()
    return lines[: len(base.splitlines())] == base.splitlines()


def _store(sheet: Sheet, text: str, token: str) -> None:
    """Make `text` the next version of `sheet`."""
    number = sheet.number + 1
    Version.objects.create(sheet=sheet, number=number, parent=sheet.current, text=text, token=token)
    sizes = sheet.versions.order_by("-number").annotate(size=Length("text")).values_list("number", "size")
    total, oldest = 0, number
    for version, size in sizes[:MOST_VERSIONS]:
        total += size
        if total > ROOM:
            break
        oldest = version
    sheet.versions.filter(number__lt=oldest).delete()
    _show(sheet, number, text)


def _show(sheet: Sheet, current: int, text: str) -> None:
    """Show the version `current`, and wake the open pages."""
    sheet.current, sheet.text, sheet.number, sheet.changed = current, text, sheet.number + 1, now()
    sheet.save(update_fields=["current", "text", "number", "changed"])
    pubsub.announce(sheet.key, sheet.number)


def undo(key: str, person: Person | None, number: int, *, again: bool = False) -> Sheet:
    """Undo the last edit, or make it `again`. Raise `SheetMoved` if `number` is not the version shown."""
    with transaction.atomic():
        sheet = _sheet_to_enter(key, person)
        if number != sheet.current:
            raise _sheet_moved()
        other = next_version(sheet) if again else previous_version(sheet)
        if other is None:
            raise LedgerError(_("there is nothing to redo") if again else _("there is nothing to undo"))
        _show(sheet, other.number, other.text)
    return sheet


def previous_version(sheet: Sheet) -> Version | None:
    """Return the version before the last edit."""
    shown = sheet.versions.filter(number=sheet.current).values("parent")
    return sheet.versions.filter(number__in=shown).first()


def next_version(sheet: Sheet) -> Version | None:
    """Return the version after the edit that was undone last."""
    return sheet.versions.filter(parent=sheet.current).order_by("-number").first()


def set_entry_link(key: str, person: Person | None, *, is_open: bool) -> Sheet:
    """Make a link with which other people may enter, or end the one there is. Raise `NotYourSheet`."""
    with transaction.atomic():
        sheet = _owned_sheet(key, person)
        sheet.entry_key = new_key() if is_open else None
        sheet.number += 1
        sheet.save(update_fields=["entry_key", "number"])
        pubsub.announce(sheet.key, sheet.number)
    return sheet


def delete_sheet(key: str, person: Person | None) -> None:
    """Delete the sheet with the link `key`. Raise `NotYourSheet`."""
    with transaction.atomic():
        sheet = _owned_sheet(key, person)
        sheet.delete()
        pubsub.announce(sheet.key, sheet.number + 1)


def _owned_sheet(key: str, person: Person | None) -> Sheet:
    access = find_sheet(key, person, locked=True)
    if not access.is_owner:
        raise NotYourSheet(_("only the owner of the evening may do that"))
    return access.sheet
