"""What an option of a variant file is: what it takes, what it means, the clause that it belongs to.

The tables of a file are taken apart: `knock_limit.type`, `shutout.value`. A form, a list and a check are
all made from this.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ginrummy.locale import _

CHOICE, SWITCH, NUMBER = "choice", "switch", "number"
HAND_BONUS: Final = (0, 1000)  # what a bonus of one hand may be


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name in a file, its clause, a title and one sentence, and what it takes.

    That is one of `words`, in the order of their numbers in the row, each with its meaning; or a number
    within `bounds`, the `only` ones where not all of them, and `none` where it `may_be_none`: not played,
    or no bound. Else it is a switch.
    """

    name: str
    clause: str
    _title: str
    _sentence: str
    words: dict[str, str] = field(default_factory=dict)
    bounds: tuple[int, int] | None = None
    only: tuple[int, ...] = ()
    may_be_none: bool = False

    @property
    def kind(self) -> str:
        """What it takes: `choice` (one of `choices`), `switch` (true or false) or `number`."""
        if self.words:
            return CHOICE
        return SWITCH if self.bounds is None else NUMBER

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that a choice may be."""
        return tuple(self.words)

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose: some numbers are the same in every game."""
        return self.bounds is None or self.bounds[0] != self.bounds[1]

    @property
    def is_part(self) -> bool:
        """Whether it is a part of a table, as `knock_limit.type` is."""
        return "." in self.name

    @property
    def chapter(self) -> int:
        """The number of the chapter of RULES.md that it belongs to."""
        return int(self.clause.partition(".")[0])

    @property
    def allowed(self) -> str:
        """What it takes, as in a file: `fixed | upcard`, `true | false`, `0 … 100`."""
        if self.kind == SWITCH:
            return "true | false"
        if self.kind == CHOICE:
            return " | ".join(self.choices)
        return " | ".join(map(str, self.only)) if self.only else self.range

    @property
    def range(self) -> str:
        """The numbers between its bounds, as in a file: `0 … 100`, `0 … 10 | "none"`."""
        low, high = self.bounds or (0, 0)
        numbers = str(low) if low == high else f"{low} … {high}"
        return f'{numbers} | "none"' if self.may_be_none else numbers

    def title(self) -> str:
        """Return its short name in the language spoken."""
        return _(self._title)

    def explain(self, *, none: str = "") -> str:
        """Return what it means, in one sentence in the language spoken; `none` is how none is written."""
        return _(self._sentence).format(none=none or _("none"))

    def word(self, value: str) -> str:
        """Return what the word `value` means, in the language spoken."""
        return _(self.words[value])


def value_in(values: dict[str, Any], name: str) -> Any:
    """Return the value of the option `name` in the values of a row, `None` where it has none."""
    table, _dot, part = name.partition(".")
    found = values[table]
    if not part:
        return found
    return found.get(part) if isinstance(found, dict) else None
