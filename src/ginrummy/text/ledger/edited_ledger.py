"""Ledger under edit: its text and its sheet after every edit, each of which is undone and redone.

It reads and writes no file, so the terminal, a server and a program share it:

    >>> pad = EditedLedger.from_text("players: Anna, Boris\\nAnna 25\\n")
    >>> pad = pad.append("Boris gin 31").correct(1, "Anna 30").delete(2)
    >>> str(pad.text)
    'players: Anna, Boris\\nAnna 30\\n'
    >>> str(pad.undo().undo().text)
    'players: Anna, Boris\\nAnna 25\\nBoris gin 31\\n'
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from ginrummy.locale import _
from ginrummy.text.ledger.evening_ledger import (
    NOTHING_LOADED,
    EveningLedger,
    RuleFiles,
    build_evening_ledger,
    find_person,
    read_evening,
)
from ginrummy.text.ledger.hand_line_parser import NAMELESS, LedgerError
from ginrummy.text.ledger.ledger_text import EditHistory, LedgerText, parse_heading, strip_remark
from ginrummy.text.ledger.merging import Clash, merge_texts
from ginrummy.text.ledger.renaming import read_names, rename_person
from ginrummy.text.ledger.score_ledger import (
    DEFAULT_VARIANT,
    Ledger,
    build_pad_ledger,
    parse_names,
    read_ledger,
    validate_names,
)

AnyLedger = Ledger | EveningLedger


def read_evening_or_match(text: str, *, where: str = "", form: str = "", **given: str) -> AnyLedger:
    """Return the evening in `text` if it or `form` names a form, else the match of two.

    The arguments are those of `read_evening`. Raises `LedgerError`, which names the line, for an invalid one.
    """
    if form or LedgerText.from_text(text).is_evening:
        return read_evening(text, where=where, form=form, **given)
    return read_ledger(text, where=where, **given)


class WrittenLedger(NamedTuple):
    """The text of a ledger, and what it says: a match of two, or an evening if it names a form."""

    text: LedgerText
    ledger: AnyLedger


@dataclass(frozen=True, slots=True)
class EditedLedger:
    """A ledger under edit. Every edit returns a new value, and raises `LedgerError` if it cannot be made.

    Hands are counted from 1, over the whole text.
    """

    history: EditHistory[WrittenLedger]

    @classmethod
    def from_text(cls, text: str, *headings: str) -> EditedLedger:
        """Return a ledger that holds `text`. Extra headings are its first edit, or the start of a new one."""
        start = now = LedgerText.from_text(text)
        for heading in headings:
            now = _with_heading(now).set_heading(heading)
        written = _write_ledger(now)
        if not start.lines or start == now:
            return cls(EditHistory(written))
        try:
            return cls(EditHistory(_write_ledger(start, written)).edit(written))
        except LedgerError:  # Without the headings there is no sheet to go back to.
            return cls(EditHistory(written))

    @property
    def text(self) -> LedgerText:
        """The text as it is now."""
        return self.history.now.text

    @property
    def ledger(self) -> AnyLedger:
        """The ledger as it is now."""
        return self.history.now.ledger

    def append(self, line: str) -> EditedLedger:
        """Return the ledger with one more line: a hand, a remark, or a heading in its place."""
        hand = strip_remark(line)
        if parse_heading(hand)[0]:
            return self.set_heading(line)
        if hand:
            self.ledger.append_line(hand)
        return self._apply_text(_with_heading(self.text).append_line(line))

    def insert(self, number: int, line: str) -> EditedLedger:
        """Return the ledger with `line` before hand `number`."""
        return self._apply_text(self.text.insert_line(number, _hand(line)), number)

    def correct(self, number: int, line: str) -> EditedLedger:
        """Return the ledger with hand `number` replaced."""
        return self._apply_text(self.text.replace_line(number, _hand(line)), number)

    def delete(self, number: int) -> EditedLedger:
        """Return the ledger without hand `number`."""
        return self._apply_text(self.text.delete_line(number))

    def move(self, number: int, to: int) -> EditedLedger:
        """Return the ledger with hand `number` as hand `to`."""
        return self._apply_text(self.text.move_line(number, to))

    def rename(self, old: str, name: str) -> EditedLedger:
        """Return the ledger with the person `old` called `name`, in every line."""
        if self.ledger.people == NAMELESS:
            text = _("“{word}” is no player yet: first say who plays, as in “players: Anna, Boris”")
            raise LedgerError(text.format(word=old))
        ledger = self.ledger
        everybody = (
            [total.name for total in ledger.totals] if isinstance(ledger, EveningLedger) else ledger.people
        )
        person = everybody[find_person(old, everybody)]
        (name,) = parse_names(f"{name},") or ("",)
        validate_names([name], "")
        after = self._apply_text(rename_person(self.text, ledger, person, name))
        if _score(after.ledger) != _score(ledger):
            raise LedgerError(_("with the name “{name}” a hand would mean somebody else").format(name=name))
        return after

    def set_heading(self, line: str) -> EditedLedger:
        """Return the ledger with a heading. With new names for all players the dealer keeps the seat.

        More names than two begin an evening of free play, where the text has neither hand nor form.
        """
        text = _with_heading(self.text)
        field, value = parse_heading(strip_remark(line))
        is_match = isinstance(self.ledger, Ledger) and not text.hands
        if field == "players" and is_match and len(parse_names(value)) > 2:
            text = text.set_heading("form: free")
        text = text.set_heading(line)
        dealer = dict(parse_heading(each) for _number, each in self.text.parts[-1].headings).get("dealer")
        if field == "players" and dealer is not None and dealer not in NAMELESS:
            names, people = read_names(value, self.ledger), self.ledger.people
            if len(names) == len(people):
                text = text.set_heading(f"dealer: {names[find_person(dealer, people)]}")
        after = self._apply_text(text)
        if after.ledger.faults and not self.ledger.faults:
            raise after.ledger.faults[0]
        return after

    def begin_part(self, heading: str) -> EditedLedger:
        """Return the ledger with a part that begins with `heading`; what it does not name stays.

        A match of two becomes an evening of free play, and without `heading` that is all.
        """
        text = self.text
        if isinstance(self.ledger, Ledger):
            text = text.set_heading("form: free")
        if heading and not parse_heading(strip_remark(heading))[0]:
            raise LedgerError(_("say what is new: “next form: king” or “next variant: modern”"))
        if heading:
            text = text.append_line(heading) if text.parts[-1].hands else text.set_heading(heading)
        return self._apply_text(text)

    def merge(self, base: str | None, other: str) -> tuple[EditedLedger, tuple[Clash, ...]]:
        """Return the ledger with what the text `other` has changed since both were `base`, and the clashes.

        Without `base` they were the lines that both have. Hands that both have added clash if one person
        would have played two of them at once.
        """
        theirs = LedgerText.from_text(other)
        text, merge = merge_texts(None if base is None else LedgerText.from_text(base), self.text, theirs)
        now = self.history.now
        own, others = _people_by_line(now), _people_by_line(_write_ledger(theirs, now))
        clashes = (
            clash
            for clash in merge.clashes
            if clash.is_remark or _meet(own, clash.mine, others.get(clash.number))
        )
        return self._apply_text(text), tuple(clashes)

    def undo(self) -> EditedLedger:
        """Return the ledger before its last edit."""
        if not self.history.past:
            raise LedgerError(_("there is nothing to undo"))
        return EditedLedger(self.history.undo())

    def redo(self) -> EditedLedger:
        """Return the ledger after the edit that was undone last."""
        if not self.history.future:
            raise LedgerError(_("there is nothing to redo"))
        return EditedLedger(self.history.redo())

    def _apply_text(self, text: LedgerText, number: int = 0) -> EditedLedger:
        """Return the ledger with `text` as its next edit, whose hand `number` is new and has to be valid."""
        try:
            written = _write_ledger(text, self.history.now)
            for fault in written.ledger.faults:
                if fault.where == str(number):
                    raise fault
        except LedgerError as error:
            if number and error.where == str(number):
                raise LedgerError(error.what, clause=error.clause) from None
            raise
        return EditedLedger(self.history.edit(written))


def _write_ledger(text: LedgerText, before: WrittenLedger | None = None) -> WrittenLedger:
    """Return `text` with its ledger. A file of rules is not read again while `before` names it."""
    loaded = _loaded_rules(before) if before else NOTHING_LOADED
    if text.is_evening:
        return WrittenLedger(text, build_evening_ledger(text, loaded))
    return WrittenLedger(text, build_pad_ledger(text, loaded.variants.get(text.value("variant") or "")))


def _people_by_line(written: WrittenLedger) -> dict[int, frozenset[str]]:
    """Return the people who played each hand, by its line. A line that is no valid hand has none."""
    text, ledger = written
    found = {number: frozenset[str]() for part in text.parts for number, _line in chain(*part)}
    lines = [number for number, _line in text.hands]
    if isinstance(ledger, Ledger):
        return found | dict.fromkeys(lines, frozenset(ledger.people))
    for part in ledger.parts:
        for entry in part.entries:
            names = (part.people[person].casefold() for person in entry.hand[:2])
            found[lines[entry.number - 1]] = frozenset(names)
    return found


def _meet(people: dict[int, frozenset[str]], lines: range, others: frozenset[str] | None) -> bool:
    """Return whether a hand of `others` and one of `lines` may have one player, or be in the wrong part."""
    there = [people[number] for number in lines if number in people]
    return any(not one or not others or one & others for one in there)


def _loaded_rules(written: WrittenLedger) -> RuleFiles:
    text, ledger = written
    if isinstance(ledger, Ledger):
        variant = text.value("variant")
        return RuleFiles({variant: ledger.variant} if variant else {})
    return RuleFiles(
        {part.headings["variant"].value: part.variant for part in ledger.parts if "variant" in part.headings},
        {part.headings["form"].value: part.form for part in ledger.parts},
    )


def _hand(line: str) -> str:
    """Return `line` if it may be a hand. Raise `LedgerError` for a remark or a heading."""
    hand = strip_remark(line)
    if not hand:
        raise LedgerError(_("the line does not say how the hand ended"))
    if parse_heading(hand)[0]:
        raise LedgerError(_("“{line}”: headings stand before the first hand").format(line=hand))
    return line.strip()


def _with_heading(text: LedgerText) -> LedgerText:
    """Return `text` with, if it is new, a heading that names its rules."""
    return text if text.lines else text.set_heading(f"variant: {DEFAULT_VARIANT}")


def _score(ledger: AnyLedger) -> list[object]:
    """Return what the hands of `ledger` say, without names."""
    if isinstance(ledger, EveningLedger):
        return [(entry.hand, entry.line) for part in ledger.parts for entry in part.entries]
    return [entry.line for entry in ledger.entries]
