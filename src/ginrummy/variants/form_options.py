"""Table of every option of a form of playing together, in the order of RULES 14."""

from __future__ import annotations

from typing import Any, Final

from ginrummy.locale import N_, _
from ginrummy.locale.errors import VariantError
from ginrummy.rules.forms import (
    LARGEST_SIDE,
    PARTNERSHIP,
    SEAT_BOARDS,
    SEAT_CAPTAIN,
    SEAT_EVERYBODY,
    SEAT_FREE,
    SHEET_EACH,
    SHEET_MATCHES,
    SHEET_SIDES,
    SMALLEST_SIDE,
    TURN_HAND,
    TURN_MATCH,
    Form,
)
from ginrummy.rules.variant import NONE
from ginrummy.variants.fields import read_option
from ginrummy.variants.option import CHOICE, Option

_PEOPLE: Final = (2, 40)
_TARGETS: Final = (1, 100_000)
_AT_BOARDS: Final = {"seating": ("boards",)}

FORM_OPTIONS: Final[tuple[Option, ...]] = (
    Option("people_least", "14.1", N_("fewest people"), N_("How many people it takes."), bounds=_PEOPLE),
    Option("people_most", "14.1", N_("most people"), N_("How many people it is for."), bounds=_PEOPLE),
    Option(
        "sheet",
        "14.2",
        N_("score sheet"),
        N_("Whose points a match counts."),
        words={
            "sides": N_("those of two sides"),
            "each": N_("those of each person"),
            "matches": N_("those of two people, match by match"),
        },
    ),
    Option(
        "seating",
        "14.3",
        N_("who sits down"),
        N_("Who plays against whom, and who waits."),
        words={
            "boards": N_("everybody at once, at the boards of two sides"),
            "captain": N_("one person against the captain of the others"),
            "loser_out": N_("the loser leaves, the next in line comes in"),
            "longest_out": N_("the player who has sat for longer leaves, the next in line comes in"),
            "everybody": N_("everybody meets everybody"),
            "free": N_("any two people"),
        },
    ),
    Option(
        "turn",
        "14.3",
        N_("how long two people play"),
        N_("When the next people sit down."),
        words={"hand": N_("after each hand"), "match": N_("after each match")},
    ),
    Option(
        "opponents",
        "14.4",
        N_("change of opponents"),
        N_("When the people of a side change their opponents."),
        words={"deal": N_("with each deal"), "match": N_("with each match"), "fixed": N_("never")},
        needs=_AT_BOARDS,
    ),
    Option(
        "side_score",
        "14.5",
        N_("score of a deal"),
        N_("What a side scores for the hands of one deal."),
        words={
            "difference": N_("the side with more points scores the difference"),
            "sum": N_("each side scores the sum of its hands"),
        },
        needs=_AT_BOARDS,
    ),
    Option(
        "target_2",
        "14.6",
        N_("target of two a side"),
        N_("How many points win with two people a side; {none}: as in the variant."),
        bounds=_TARGETS,
        may_be_none=True,
        needs=_AT_BOARDS,
    ),
    Option(
        "target_3",
        "14.6",
        N_("target of three a side"),
        N_("How many points win with three people a side; {none}: as in the variant."),
        bounds=_TARGETS,
        may_be_none=True,
        needs=_AT_BOARDS,
    ),
    Option(
        "target_4",
        "14.6",
        N_("target of four a side"),
        N_("How many points win with four people a side; {none}: as in the variant."),
        bounds=_TARGETS,
        may_be_none=True,
        needs=_AT_BOARDS,
    ),
    Option(
        "sweep_boxes",
        "14.6",
        N_("boxes of a sweep"),
        N_("How many more boxes a side has for a deal in which it has won every hand."),
        bounds=(0, 10),
        needs=_AT_BOARDS,
    ),
    Option(
        "meetings",
        "14.8",
        N_("matches of each two"),
        N_("How many matches every two people play."),
        bounds=(1, 10),
        needs={"seating": ("everybody",)},
    ),
)
FORM_FIELDS: Final = tuple(option.name for option in FORM_OPTIONS)
_BY_NAME: Final = {option.name: option for option in FORM_OPTIONS}


def form_values(row: Form) -> dict[str, Any]:
    """Return `row` in the words of a file: choices as text, `None` for "none"."""
    values: dict[str, Any] = {}
    for option in FORM_OPTIONS:
        number = getattr(row, option.name)
        if option.kind == CHOICE:
            values[option.name] = option.choices[number]
        else:
            values[option.name] = None if number == NONE else number
    return values


def form_from_values(values: dict[str, Any], *, base: Form = PARTNERSHIP) -> Form:
    """Return `base` changed by `values`, written as in a file of a form.

    Raises `VariantError`, whose `where` is the field, for an unknown field, a value out of range or an
    unplayable form (RULES 14.10).
    """
    changes: dict[str, int] = {}
    for name, value in values.items():
        if name not in _BY_NAME:
            raise VariantError(_("there is no such field"), where=name, clause="13.1")
        changes[name] = read_option(_BY_NAME[name], value)
    row = base._replace(**changes)
    for field, reason in impossible_form(row):
        raise VariantError(reason, where=field, clause="14.10")
    return row


def impossible_form(row: Form) -> tuple[tuple[str, str], ...]:
    """Return every (field, reason) that makes `row` unplayable; empty for a playable row (14.10)."""
    of_sides = row.seating in (SEAT_BOARDS, SEAT_CAPTAIN)
    many = row.seating in (SEAT_EVERYBODY, SEAT_FREE)
    checks = (
        (of_sides != (row.sheet == SHEET_SIDES), "sheet",
         _("boards of two sides and a captain belong to the sheet of sides, and only they")),
        (many and row.sheet == SHEET_EACH, "sheet", _("where any two people meet, each match has its sheet")),
        (row.sheet == SHEET_MATCHES and row.turn == TURN_HAND, "turn",
         _("where each match has its sheet, two people play for a whole match")),
        (row.sheet != SHEET_MATCHES and row.turn == TURN_MATCH, "turn",
         _("on a sheet of more people than two, people play hand by hand")),
        (row.seating == SEAT_BOARDS and row.people_most > 2 * LARGEST_SIDE, "people_most",
         _("a side has four people at most")),
        (row.seating == SEAT_BOARDS and row.people_least < 2 * SMALLEST_SIDE, "people_least",
         _("a side has two people at least")),
        (row.seating == SEAT_BOARDS and row.people_least == row.people_most and row.people_least % 2 == 1,
         "people_most", _("two sides of equal size need an even number of people")),
        (row.people_most < row.people_least, "people_most", _("it takes more people than it is for")),
    )  # fmt: skip
    return tuple((field, reason) for wrong, field, reason in checks if wrong)
