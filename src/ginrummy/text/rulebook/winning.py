"""The match, Hollywood and the partie in words (RULES 9 to 11)."""

from __future__ import annotations

from collections.abc import Iterator

from ginrummy.locale import _
from ginrummy.text.sentences import points_text
from ginrummy.variants import (
    BOXES_BOTH,
    NONE,
    SESSION_DIFFERENCE,
    SHUTOUT_BONUS,
    SHUTOUT_DOUBLE,
    SHUTOUT_NONE,
    Variant,
)

Clauses = Iterator[tuple[str, str]]


def match(row: Variant) -> Clauses:
    """Yield the clauses about the target and what the end of a match adds."""
    yield "9.1", _target_text(row)
    if row.box_bonus:
        yield "9.2", _boxes_text(row)
    if row.game_bonus:
        yield "9.3", _("The winner adds a bonus of {bonus}.").format(bonus=points_text(row.game_bonus))
    if row.shutout == SHUTOUT_BONUS:
        text = _("If the loser has not a single point, the winner adds {bonus} for the shutout.")
        yield "9.4", text.format(bonus=points_text(row.shutout_value))
    elif row.shutout == SHUTOUT_DOUBLE:
        yield "9.4", _("If the loser has not a single point, the winner's points from the hands count twice.")
    if row.extra_value != NONE and row.session_target == NONE:
        yield "9.5", _extra_coups_text(row)
    if row.columns == 1 and row.session_target == NONE and _adds(row):
        yield (
            "9.6",
            _(
                "The first player to reach {target} has won, whatever the totals are with all this added."
            ).format(target=points_text(row.game_target)),
        )


def _adds(row: Variant) -> bool:
    """Return whether the end of a match adds anything to the points of the hands."""
    return bool(row.box_bonus or row.game_bonus or row.shutout != SHUTOUT_NONE or row.extra_value != NONE)


def _target_text(row: Variant) -> str:
    target = points_text(row.game_target)
    if row.session_target != NONE:
        text = _("The points of the hands are added up; the first to reach {target} wins the manche.")
    elif row.columns > 1:
        text = _("The points of the hands are added up in columns, each played to {target}.")
    else:
        text = _("The points of the hands are added up; the first to reach {target} wins the match.")
    return text.format(target=target)


def _boxes_text(row: Variant) -> str:
    if row.boxes_to == BOXES_BOTH:
        text = _("At the end both players add {bonus} for each hand they have won.")
    else:
        text = _("At the end the winner, and not the loser, adds {bonus} for each hand won.")
    return text.format(bonus=points_text(row.box_bonus))


def _extra_coups_text(row: Variant) -> str:
    text = (
        _("At the end both players add {bonus} for each of their extra boxes.")
        if row.session_target == NONE
        else _("At the end of the manche both players add {bonus} for each of their extra boxes.")
    )
    return text.format(bonus=points_text(row.extra_value))


def hollywood(row: Variant) -> Clauses:
    """Yield the clauses about three columns."""
    if row.columns == 1:
        return
    yield "10.1", _("Three matches are played at once with the same hands, in three columns of the sheet.")
    yield (
        "10.2",
        _(
            "Your first hand won is written in the first column, your second in the first and the second, "
            "your third and all later ones in all three."
        ),
    )
    yield (
        "10.3",
        _(
            "A column is closed when somebody reaches the target in it; nothing is written there any more. "
            "If you have not entered it, you begin in the next open one. When all are closed, the match is "
            "over."
        ),
    )
    if row.column_blitz_bonus:
        text = _("If the loser of a column has no point in it, its winner adds {bonus} for the blitz.")
        yield "10.4", text.format(bonus=points_text(row.column_blitz_bonus))
    if row.rubber_bonus:
        text = _("The winner of two or three columns adds a rubber bonus of {bonus}.")
        yield "10.5", text.format(bonus=points_text(row.rubber_bonus))
    if _adds(row):
        yield (
            "10.6",
            _("What clause 9 adds at the end is added in each column, as in a match of its own."),
        )
    yield (
        "10.7",
        _("The higher total of all columns wins; if equal, the player who has won more columns."),
    )


def partie(row: Variant) -> Clauses:
    """Yield the clauses about manches and the partie."""
    if row.session_target == NONE:
        return
    yield "11.1", _("Such a match is a manche only; several manches make a partie.")
    if row.extra_value != NONE:
        yield "11.2", _extra_coups_text(row)
    if row.session_mode == SESSION_DIFFERENCE:
        text = _(
            "After each manche the greater total, less the smaller one, is carried over to the player who "
            "has it. A player who has {target} or more and leads has won the partie."
        )
    else:
        text = _(
            "After each manche both players carry over their totals. A player who has {target} or more and "
            "leads has won the partie."
        )
    yield "11.3", text.format(target=points_text(row.session_target))
