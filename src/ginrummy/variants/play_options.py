"""The options of the turn, the closing and the lay-offs: chapters 4 to 6 of RULES.md."""

from __future__ import annotations

from typing import Final

from ginrummy.locale import N_
from ginrummy.variants.option import HAND_BONUS, Option

PLAY_OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "first_turn",
        "4.1",
        N_("first turn"),
        N_("How the play begins."),
        words={
            "offer": N_("the upcard is offered: take or pass"),
            "free": N_("with an ordinary turn"),
            "discard_first": N_("with a discard by the non-dealer, who has a card more"),
        },
    ),
    Option(
        "allow_discard_taken_card",
        "4.6",
        N_("throwing back"),
        N_("Whether the card just taken from the pile may be discarded in the same turn."),
    ),
    Option(
        "discard_inspect",
        "4.7",
        N_("looking at the pile"),
        N_("Which cards of the pile may be looked at."),
        words={"top_only": N_("the top card only"), "all": N_("all of them")},
    ),
    Option(
        "endless_turns",
        "4.8",
        N_("endless play"),
        N_("After how many turns in a row without a card from the stock the hand is void."),
        bounds=(4, 1000),
    ),
    Option(
        "knock_limit.type",
        "5.2",
        N_("knock limit"),
        N_("What sets how much deadwood a knock may leave."),
        words={
            "fixed": N_("a fixed number of points"),
            "upcard": N_("the upcard"),
            "discard_top": N_("the visible discard"),
            "none": N_("no knocking, gin only"),
        },
    ),
    Option(
        "knock_limit.value",
        "5.2",
        N_("fixed limit"),
        N_("With a fixed limit, how many points of deadwood a knock may leave."),
        bounds=(0, 100),
    ),
    Option(
        "knock_limit.ace",
        "5.3",
        N_("limit by an ace"),
        N_("What an ace allows when it sets the limit."),
        words={"one": N_("one point"), "gin_only": N_("gin only"), "ten": N_("ten points")},
    ),
    Option(
        "limit_source",
        "5.4",
        N_("which discard sets the limit"),
        N_("Where the visible discard sets the limit, which card that is."),
        words={
            "visible_at_declaration": N_("the top of the pile after the draw"),
            "visible_before_draw": N_("the top of the pile before the draw"),
            "own_discard": N_("one's own closing discard"),
        },
    ),
    Option(
        "knock_max_unmatched",
        "5.5",
        N_("most unmatched cards"),
        N_("How many cards a knock may leave unmatched; {none}: any number."),
        bounds=(0, 10),
        may_be_none=True,
    ),
    Option(
        "big_gin_bonus",
        "5.7",
        N_("big gin bonus"),
        N_("What big gin earns beside the other's deadwood; {none}: it is not played."),
        bounds=HAND_BONUS,
        may_be_none=True,
    ),
    Option(
        "first_turn_knock",
        "5.9",
        N_("closing on the first turn"),
        N_("Whether a hand may be closed on its first turn."),
    ),
    Option(
        "closing_discard_face_down",
        "5.10",
        N_("closing discard face down"),
        N_("Whether the card put away to close lies face down."),
    ),
    Option(
        "layoff_on_knock",
        "6.3",
        N_("lay-offs on a knock"),
        N_("Whether the defender may lay off on the melds of a knock."),
    ),
    Option(
        "layoff_on_gin",
        "6.8",
        N_("lay-offs on gin"),
        N_("Whether the defender may lay off on the melds of gin."),
    ),
)
