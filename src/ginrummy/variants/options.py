"""Table of every option of a variant file, in the order of RULES.md: its values, its clause and its words.

Files, forms and the rule book are all derived from this table.
"""

from __future__ import annotations

from typing import Final

from ginrummy.locale import N_
from ginrummy.rules.cards import RANK_COUNT
from ginrummy.rules.variant import (
    FIGURE_POINTS,
    HIGH_ACE_POINTS,
    JOKERS,
    LARGEST_SET,
    LOW_ACE_POINTS,
    SHORTEST_RUN,
    SHORTEST_SET,
)
from ginrummy.variants.option import Option

HAND_BONUS: Final = (0, 1000)  # range of a bonus of one hand
KNOCKING: Final = {"knock_limit.type": ("fixed", "upcard", "discard_top")}
EXTRA_BOXES: Final = {"extra_coups.value": ()}

DEALING_OPTIONS: Final[tuple[Option, ...]] = (
    Option("decks", "1.1", N_("packs"), N_("How many packs of 52 cards are used."), bounds=(1, 2)),
    Option("jokers", "1.1", N_("jokers"), N_("Jokers: there are none."), bounds=(JOKERS, JOKERS)),
    Option(
        "face_points",
        "1.3",
        N_("points of a face card"),
        N_("What jack, queen and king count."),
        bounds=(FIGURE_POINTS, FIGURE_POINTS),
    ),
    Option(
        "ace_points",
        "1.4",
        N_("points of an ace"),
        N_("What an ace counts: 1 or 15."),
        bounds=(LOW_ACE_POINTS, HIGH_ACE_POINTS),
        only=(LOW_ACE_POINTS, HIGH_ACE_POINTS),
    ),
    Option(
        "set_min",
        "2.1",
        N_("shortest set"),
        N_("How many cards of a rank make a set."),
        bounds=(SHORTEST_SET, SHORTEST_SET),
    ),
    Option(
        "run_min",
        "2.2",
        N_("shortest run"),
        N_("How many cards in a row make a run."),
        bounds=(SHORTEST_RUN, SHORTEST_RUN),
    ),
    Option(
        "ace_run",
        "2.3",
        N_("the ace in runs"),
        N_("Where the ace may stand in a run."),
        words={
            "low": N_("below the 2 only"),
            "high_low": N_("below the 2 or above the king"),
            "corner": N_("round the corner: K A 2 is a run"),
        },
    ),
    Option(
        "set_same_suit_duplicates",
        "2.4",
        N_("twins in sets"),
        N_("With two packs, whether a set may hold two cards of the same rank and suit."),
        needs={"decks": (2,)},
    ),
    Option(
        "set_max",
        "2.7",
        N_("largest set"),
        N_("How many cards a set may have."),
        bounds=(LARGEST_SET, LARGEST_SET),
    ),
    Option(
        "run_max",
        "2.7",
        N_("longest run"),
        N_("How many cards a run may have; {none}: as many as there are."),
        bounds=(11, RANK_COUNT),
        may_be_none=True,
    ),
    Option(
        "first_dealer",
        "3.1",
        N_("first dealer"),
        N_("How the first dealer is found."),
        words={"cut_low": N_("both cut, the lower card deals"), "lot": N_("by lot")},
    ),
    Option(
        "hand_nondealer",
        "3.2",
        N_("cards of the non-dealer"),
        N_("How many cards the non-dealer gets."),
        bounds=(3, 11),
    ),
    Option(
        "hand_dealer", "3.2", N_("cards of the dealer"), N_("How many cards the dealer gets."), bounds=(3, 10)
    ),
    Option("upcard", "3.3", N_("upcard"), N_("Whether a card is turned up after the deal.")),
    Option(
        "next_dealer",
        "3.4",
        N_("next dealer"),
        N_("Who deals after a hand with a winner."),
        words={"winner": N_("the winner"), "loser": N_("the loser"), "alternate": N_("the players in turn")},
    ),
    Option(
        "dealer_after_void",
        "3.5",
        N_("dealer after a void hand"),
        N_("Who deals after a hand without a winner."),
        words={"same": N_("the same player"), "alternate": N_("the other player")},
    ),
)


PLAY_OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "first_turn",
        "4.1",
        N_("first turn"),
        N_("How the play begins."),
        words={
            "offer": N_("the upcard is offered: take or pass"),
            "free": N_("with an ordinary turn"),
            "discard_first": N_("with a discard by the non-dealer, who has one card more"),
            "offer_free": N_("the upcard is offered; after two passes the non-dealer may still take it"),
        },
    ),
    Option(
        "allow_discard_taken_card",
        "4.6",
        N_("discarding the card taken"),
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
        N_("turns without a draw before void"),
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
        needs={"knock_limit.type": ("fixed",)},
    ),
    Option(
        "knock_limit.ace",
        "5.3",
        N_("limit by an ace"),
        N_("What an ace allows when it sets the limit."),
        words={"one": N_("one point"), "gin_only": N_("gin only"), "ten": N_("ten points")},
        needs={"knock_limit.type": ("upcard", "discard_top")},
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
        needs={"knock_limit.type": ("discard_top",)},
    ),
    Option(
        "knock_max_unmatched",
        "5.5",
        N_("most unmatched cards"),
        N_("How many cards a knock may leave unmatched; {none}: any number."),
        bounds=(0, 10),
        may_be_none=True,
        needs=KNOCKING,
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
        N_("Whether the card discarded to close lies face down."),
    ),
    Option(
        "layoff_on_knock",
        "6.3",
        N_("lay-offs on a knock"),
        N_("Whether the defender may lay off on the melds of a knock."),
        needs=KNOCKING,
    ),
    Option(
        "layoff_on_gin",
        "6.8",
        N_("lay-offs on gin"),
        N_("Whether the defender may lay off on the melds of gin."),
    ),
)


_BONUS: Final = (0, 10_000)
_EXTRA_COUPS: Final = (0, 1000)

SCORING_OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "undercut_bonus",
        "7.2",
        N_("undercut bonus"),
        N_("What an undercut earns beside the difference."),
        bounds=HAND_BONUS,
        needs=KNOCKING,
    ),
    Option(
        "undercut_complete_bonus",
        "7.2",
        N_("complete undercut"),
        N_("What an undercut earns when the defender keeps no unmatched card; {none}: the same bonus."),
        bounds=HAND_BONUS,
        may_be_none=True,
        needs=KNOCKING,
    ),
    Option(
        "undercut_on_tie",
        "7.3",
        N_("undercut if equal"),
        N_("Whether equal deadwood is an undercut; otherwise nobody scores."),
        needs=KNOCKING,
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
        needs={"layoff_on_gin": (True,)},
    ),
    Option("spade_double", "7.7", N_("spades double"), N_("Whether a spade as upcard doubles the hand.")),
    Option(
        "spade_doubles_boxes",
        "7.7",
        N_("spades double boxes"),
        N_("Whether a doubled hand counts as two boxes and doubles its extra boxes."),
        needs={"spade_double": (True,)},
    ),
    Option(
        "extra_coups.undercut",
        "7.8",
        N_("extra boxes of an undercut"),
        N_("How many extra boxes an undercut earns; {none}: extra boxes are not played."),
        bounds=_EXTRA_COUPS,
        may_be_none=True,
        needs=EXTRA_BOXES,
    ),
    Option(
        "extra_coups.gin",
        "7.8",
        N_("extra boxes of gin"),
        N_("How many extra boxes gin earns; {none}: extra boxes are not played."),
        bounds=_EXTRA_COUPS,
        may_be_none=True,
        needs=EXTRA_BOXES,
    ),
    Option(
        "extra_coups.big_gin",
        "7.8",
        N_("extra boxes of big gin"),
        N_("How many extra boxes big gin earns; {none}: extra boxes are not played."),
        bounds=_EXTRA_COUPS,
        may_be_none=True,
        needs=EXTRA_BOXES,
    ),
    Option(
        "wall_stock",
        "8.1",
        N_("cards left in the stock"),
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
        needs={"shutout.type": ("bonus",)},
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
        needs={"columns": (3,)},
    ),
    Option(
        "rubber_bonus",
        "10.5",
        N_("rubber"),
        N_("In Hollywood, what winning two columns or three adds."),
        bounds=_BONUS,
        needs={"columns": (3,)},
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
        needs={"columns": (1,)},
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
        needs={"session_target": ()},
    ),
)


OPTIONS: Final = (*DEALING_OPTIONS, *PLAY_OPTIONS, *SCORING_OPTIONS)
_BY_NAME: Final = {option.name: option for option in OPTIONS}


def find_option(name: str) -> Option:
    """Return the option called `name`. Raises `KeyError` if there is none."""
    return _BY_NAME[name]
