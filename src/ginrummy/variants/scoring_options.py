"""The options of the score, the end of the stock and the match: chapters 7 to 11 of RULES.md."""

from __future__ import annotations

from typing import Final

from ginrummy.locale import N_
from ginrummy.variants.option import HAND_BONUS, Option

_BONUS: Final = (0, 10_000)
_EXTRA_COUPS: Final = (0, 1000)

SCORING_OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "undercut_bonus",
        "7.2",
        N_("undercut bonus"),
        N_("What an undercut earns beside the difference."),
        bounds=HAND_BONUS,
    ),
    Option(
        "undercut_complete_bonus",
        "7.2",
        N_("complete undercut"),
        N_("What an undercut earns when the defender keeps no unmatched card; {none}: the same bonus."),
        bounds=HAND_BONUS,
        may_be_none=True,
    ),
    Option(
        "undercut_on_tie",
        "7.3",
        N_("undercut on equality"),
        N_("Whether equal deadwood is an undercut; otherwise nobody scores."),
    ),
    Option(
        "gin_bonus",
        "7.4",
        N_("gin bonus"),
        N_("What gin earns beside the other's deadwood."),
        bounds=HAND_BONUS,
    ),
    Option(
        "gin_void_if_defender_zero",
        "7.6",
        N_("gin made void"),
        N_("Where lay-offs on gin are allowed, whether a defender without deadwood makes the gin void."),
    ),
    Option("spade_double", "7.7", N_("spades double"), N_("Whether a spade as upcard doubles the hand.")),
    Option(
        "spade_doubles_boxes",
        "7.7",
        N_("spades double boxes"),
        N_("Whether a doubled hand counts as two boxes and doubles its extra boxes."),
    ),
    Option(
        "extra_coups.undercut",
        "7.8",
        N_("extra boxes of an undercut"),
        N_("How many extra boxes an undercut earns; {none}: extra boxes are not played."),
        bounds=_EXTRA_COUPS,
        may_be_none=True,
    ),
    Option(
        "extra_coups.gin",
        "7.8",
        N_("extra boxes of gin"),
        N_("How many extra boxes gin earns; {none}: extra boxes are not played."),
        bounds=_EXTRA_COUPS,
        may_be_none=True,
    ),
    Option(
        "extra_coups.big_gin",
        "7.8",
        N_("extra boxes of big gin"),
        N_("How many extra boxes big gin earns; {none}: extra boxes are not played."),
        bounds=_EXTRA_COUPS,
        may_be_none=True,
    ),
    Option(
        "wall_stock",
        "8.1",
        N_("end of the stock"),
        N_("How many cards of the stock are never drawn."),
        bounds=(0, 20),
    ),
    Option(
        "wall_action",
        "8.2",
        N_("when the stock runs out"),
        N_("What becomes of a hand whose stock runs out."),
        words={
            "void": N_("it is void"),
            "compare": N_("the hands are compared"),
            "last_discard": N_("the last discard may still close it"),
        },
    ),
    Option(
        "game_target",
        "9.1",
        N_("target"),
        N_("How many points win the match, a column or a manche."),
        bounds=(1, 100_000),
    ),
    Option(
        "box_bonus",
        "9.2",
        N_("box"),
        N_("What each hand won adds at the end of the match, a column or a manche."),
        bounds=_BONUS,
    ),
    Option(
        "boxes_to",
        "9.2",
        N_("boxes to"),
        N_("Who is paid for boxes."),
        words={"both": N_("both players"), "winner": N_("the winner only")},
    ),
    Option(
        "game_bonus",
        "9.3",
        N_("game bonus"),
        N_("What winning the match, a column or a manche adds."),
        bounds=_BONUS,
    ),
    Option(
        "shutout.type",
        "9.4",
        N_("shutout"),
        N_("What it brings to win against a player without a point."),
        words={
            "none": N_("nothing more"),
            "bonus": N_("a bonus"),
            "double_hand_points": N_("the points of the hands twice"),
        },
    ),
    Option(
        "shutout.value",
        "9.4",
        N_("shutout bonus"),
        N_("Where a shutout earns a bonus, how much."),
        bounds=_BONUS,
    ),
    Option(
        "columns",
        "10.1",
        N_("columns"),
        N_("How many columns the sheet has: 1, or the 3 of Hollywood."),
        bounds=(1, 3),
        only=(1, 3),
    ),
    Option(
        "column_blitz_bonus",
        "10.4",
        N_("blitz"),
        N_("In Hollywood, what a column adds when the other has no point in it."),
        bounds=_BONUS,
    ),
    Option(
        "rubber_bonus",
        "10.5",
        N_("rubber"),
        N_("In Hollywood, what winning two columns or three adds."),
        bounds=_BONUS,
    ),
    Option(
        "extra_coups.value",
        "11.2",
        N_("value of an extra box"),
        N_("What each extra box adds at the end; {none}: extra boxes are not played."),
        bounds=_EXTRA_COUPS,
        may_be_none=True,
    ),
    Option(
        "session_target",
        "11.3",
        N_("target of the partie"),
        N_("How many points win a partie of several manches; {none}: there is no partie."),
        bounds=(1, 1_000_000),
        may_be_none=True,
    ),
    Option(
        "session_mode",
        "11.3",
        N_("from manche to partie"),
        N_("What a manche adds to the partie."),
        words={
            "accumulate_both": N_("both totals"),
            "difference_to_winner": N_("the difference, to the player with more"),
        },
    ),
)
