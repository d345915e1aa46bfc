"""The options of the cards, the melds and the deal: chapters 1 to 3 of RULES.md."""

from __future__ import annotations

from typing import Final

from ginrummy.locale import N_
from ginrummy.rules.card_encoding import RANK_COUNT
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

DEALING_OPTIONS: Final[tuple[Option, ...]] = (
    Option("decks", "1.1", N_("packs"), N_("How many packs of 52 cards are played with."), bounds=(1, 2)),
    Option("jokers", "1.1", N_("jokers"), N_("Jokers: there are none."), bounds=(JOKERS, JOKERS)),
    Option(
        "face_points",
        "1.3",
        N_("points of a figure"),
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
