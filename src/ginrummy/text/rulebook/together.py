"""A form of playing together in words (RULES 14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ginrummy.locale import N_, _, ngettext
from ginrummy.rules.forms import (
    SCORE_DIFFERENCE,
    SEAT_BOARDS,
    SEAT_CAPTAIN,
    SEAT_EVERYBODY,
    SEAT_FREE,
    SEAT_LONGEST_OUT,
    SEAT_LOSER_OUT,
    SHEET_EACH,
    SHEET_MATCHES,
    SHEET_SIDES,
    TURN_HAND,
    Form,
)
from ginrummy.text.sentences import points_text
from ginrummy.variants import NONE

_SHEETS: Final = {
    SHEET_SIDES: N_("One sheet counts the points of two sides, as if each were a player."),
    SHEET_EACH: N_(
        "Each person has a score of the hands won against anybody; the first to the target wins the match."
    ),
    SHEET_MATCHES: N_("Two people play a match of their own; the evening counts the matches."),
}
_SEATING: Final = {
    SEAT_BOARDS: N_("Everybody plays at once: each has a hand against one of the other side."),
    SEAT_CAPTAIN: N_("One person, the box, plays against the captain of all others."),
    SEAT_LOSER_OUT: N_(
        "Two play, the others wait in line. The loser goes to the end of the line, and the first in line "
        "comes in."
    ),
    SEAT_LONGEST_OUT: N_(
        "Two play, the others wait in line. The player who has sat for longer leaves, whoever won, and the "
        "first in line comes in."
    ),
    SEAT_EVERYBODY: N_("Every two people meet."),
    SEAT_FREE: N_("Any two people sit down."),
}
_OPPONENTS: Final = (
    N_("With each deal the second side moves on by one board."),
    N_("With each match the second side moves on by one board."),
    N_("Everybody keeps the same opponent."),
)
_PAYMENTS: Final = {
    SEAT_BOARDS: N_("After a match each person pays or receives the difference of the two totals."),
    SEAT_CAPTAIN: N_(
        "After a match each of the others pays or receives the difference of the two totals, and the box "
        "that of all of them."
    ),
}


def together(form: Form) -> Iterator[tuple[str, str]]:
    """Yield the clauses of `form`."""
    text = _("The number of people is {least} to {most}.")
    yield "14.1", text.format(least=form.people_least, most=form.people_most)
    yield "14.2", _(_SHEETS[form.sheet])
    yield "14.3", " ".join((_(_SEATING[form.seating]), *_turn_texts(form)))
    if form.seating == SEAT_BOARDS:
        yield "14.4", _(_OPPONENTS[form.opponents])
        yield "14.5", " ".join((_deal_text(form), _("A deal is entered when its last hand has ended.")))
        yield "14.6", " ".join(_target_texts(form))
    if form.seating == SEAT_CAPTAIN:
        yield (
            "14.7",
            _(
                "The others may advise, but the captain decides. A captain who loses a hand goes to the end "
                "of the line. In the next match the next person in order is the box."
            ),
        )
    if form.seating == SEAT_EVERYBODY:
        text = ngettext("Each two play {count} match.", "Each two play {count} matches.", form.meetings)
        free = _("Nobody begins a match in the middle of another.")
        yield "14.8", " ".join((text.format(count=form.meetings), free))
    yield (
        "14.9",
        " ".join((_payment(form), _("First is who has won more matches, then who has more points."))),
    )


def _turn_texts(form: Form) -> Iterator[str]:
    has_line = form.seating in (SEAT_LOSER_OUT, SEAT_LONGEST_OUT)
    if has_line:
        yield (
            _("They change after each hand, but not after a void one.")
            if form.turn == TURN_HAND
            else _("They change after each match.")
        )
    if has_line or form.seating == SEAT_CAPTAIN:
        yield _("The player who comes in deals.")


def _deal_text(form: Form) -> str:
    if form.side_score == SCORE_DIFFERENCE:
        return _(
            "The points of a side's hands are added up; the side with more scores the difference and one box."
        )
    return _("The points of a side's hands are added up; each side scores them, and one box.")


def _target_texts(form: Form) -> Iterator[str]:
    for size, target in ((2, form.target_2), (3, form.target_3), (4, form.target_4)):
        if target == NONE:
            yield _("With {size} a side the target is that of the variant.").format(size=size)
        else:
            text = _("With {size} a side the target is {target}, or that of the variant if it is higher.")
            yield text.format(size=size, target=points_text(target))
    if form.sweep_boxes:
        text = ngettext(
            "A side that wins every hand of a deal has {count} box more.",
            "A side that wins every hand of a deal has {count} boxes more.",
            form.sweep_boxes,
        )
        yield text.format(count=form.sweep_boxes)


def _payment(form: Form) -> str:
    if form.sheet == SHEET_EACH:
        return _("After a match every two people settle the difference of their totals.")
    if form.sheet == SHEET_MATCHES:
        return _("After a match the two settle the difference of their totals.")
    return _(_PAYMENTS[form.seating])
