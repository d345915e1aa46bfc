"""One option of a variant file: its kind, its values and its words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ginrummy.locale import _

CHOICE, SWITCH, NUMBER = "choice", "switch", "number"


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name in a file, its clause, a title, one sentence, and its values.

    These are one of `words`, in the order of their numbers in the row, each with its meaning; or a number
    within `bounds`, restricted to `only` if set, or `none` if it `may_be_none`: not played, or no bound.
    Otherwise it is a switch. It matters only where each option of `needs` has one of the values, or for no
    values any but none.
    """

    name: str
    clause: str
    _title: str
    _sentence: str
    words: dict[str, str] = field(default_factory=dict)
    bounds: tuple[int, int] | None = None
    only: tuple[int, ...] = ()
    may_be_none: bool = False
    needs: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """Its type: `choice` (one of `choices`), `switch` (true or false) or `number`."""
        if self.words:
            return CHOICE
        return SWITCH if self.bounds is None else NUMBER

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of a choice."""
        return tuple(self.words)

    @property
    def is_variable(self) -> bool:
        """Whether there is a choice: some numbers are the same in every game."""
        return self.bounds is None or self.bounds[0] != self.bounds[1]

    @property
    def is_part_of_table(self) -> bool:
        """Whether it is part of a table, as `knock_limit.type` is."""
        return "." in self.name

    @property
    def chapter(self) -> int:
        """Its chapter of RULES.md."""
        return int(self.clause.partition(".")[0])

    @property
    def allowed_text(self) -> str:
        """Its values, as in a file: `fixed | upcard`, `true | false`, `0 … 100`."""
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

    def matters(self, values: dict[str, Any]) -> bool:
        """Return whether it can make a difference, given the other `values` of a row."""
        return all(
            option_value(values, name) in wanted if wanted else option_value(values, name) is not None
            for name, wanted in self.needs.items()
        )

    def title(self) -> str:
        """Return its short name in the current language."""
        return _(self._title)

    def explain(self, *, none: str = "") -> str:
        """Return its meaning, in one sentence in the current language; `none` is the spelling of none."""
        return _(self._sentence).format(none=none or _("none"))

    def explain_value(self, value: object) -> str:
        """Return its meaning where it has `value`, without what none would mean unless it is none."""
        text, mark, _none_text = _(self._sentence).partition("{none}")
        return self.explain() if value is None or not mark else text.rstrip("; \u00a0\u202f") + "."

    def value_meaning(self, value: str) -> str:
        """Return the meaning of the word `value`, in the current language."""
        return _(self.words[value])


def option_value(values: dict[str, Any], name: str) -> Any:
    """Return the value of the option `name` in the values of a row, or `None`."""
    table, _dot, part = name.partition(".")
    found = values[table]
    if not part:
        return found
    return found.get(part) if isinstance(found, dict) else None
