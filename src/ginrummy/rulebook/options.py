"""What an option of a variant file is: what it takes, what it means, the clause that it belongs to.

The tables of a file are taken apart: `knock_limit.type`, `shutout.value`. A form, a list and a check can
all be made from this.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ginrummy.locale import _
from ginrummy.variants import (
    DEFAULT,
    LIMIT_ACE_WORDS,
    LIMIT_WORDS,
    MAY_BE_NONE,
    NUMBERS,
    SHUTOUT_WORDS,
    SWITCHES,
    WORDS,
    row_values,
)

CHOICE, SWITCH, NUMBER = "choice", "switch", "number"
NONE_WORD: Final = "none"

_BONUS: Final = (0, 10_000)
_ONLY: Final = {"ace_points": (1, 15), "columns": (1, 3)}
_EXTRA_COUPS: Final = (0, 1000)
_TABLE_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "knock_limit.type": LIMIT_WORDS,
    "knock_limit.ace": LIMIT_ACE_WORDS,
    "shutout.type": SHUTOUT_WORDS,
}
_TABLE_NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "knock_limit.value": (0, 100),
    "shutout.value": _BONUS,
    "extra_coups.undercut": _EXTRA_COUPS,
    "extra_coups.gin": _EXTRA_COUPS,
    "extra_coups.big_gin": _EXTRA_COUPS,
    "extra_coups.value": _EXTRA_COUPS,
}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name in a file, its clause, a title, one sentence, and what its words mean."""

    name: str
    clause: str
    _title: str
    _sentence: str
    _words: dict[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """What it takes: `choice` (one of `choices`), `switch` (true or false) or `number`."""
        if self.name in SWITCHES:
            return SWITCH
        return CHOICE if self.choices else NUMBER

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that a choice may be."""
        return WORDS.get(self.name) or _TABLE_CHOICES.get(self.name, ())

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest number that it takes."""
        return NUMBERS.get(self.name) or _TABLE_NUMBERS.get(self.name)

    @property
    def only(self) -> tuple[int, ...]:
        """The only numbers that it takes, where that is not all between its bounds (RULES 13.3)."""
        return _ONLY.get(self.name, ())

    @property
    def may_be_none(self) -> bool:
        """Whether it takes the word `none` as well as a number: not played, or no bound."""
        return self.name in MAY_BE_NONE or self.name.startswith("extra_coups.")

    @property
    def default(self) -> Any:
        """The value of a file that says nothing, `None` for none."""
        return value_in(row_values(DEFAULT), self.name)

    @property
    def allowed(self) -> str:
        """What it takes, as in a file: `fixed | upcard`, `true | false`, `0 … 100`."""
        if self.kind == SWITCH:
            return "true | false"
        if self.kind == CHOICE:
            return " | ".join(self.choices)
        if self.only:
            return " | ".join(map(str, self.only))
        low, high = self.bounds or (0, 0)
        numbers = str(low) if low == high else f"{low} … {high}"
        return f'{numbers} | "none"' if self.may_be_none else numbers

    def title(self) -> str:
        """Return its short name in the language spoken."""
        return _(self._title)

    def explain(self) -> str:
        """Return what it means, in one sentence in the language spoken."""
        return _(self._sentence)

    def word(self, value: str) -> str:
        """Return what the word `value` means, in the language spoken."""
        return _(self._words[value])


def value_in(values: dict[str, Any], name: str) -> Any:
    """Return the value of the option `name` in the values of a row, `None` where it has none."""
    table, _dot, part = name.partition(".")
    found = values[table]
    if not part:
        return found
    return found.get(part) if isinstance(found, dict) else None
