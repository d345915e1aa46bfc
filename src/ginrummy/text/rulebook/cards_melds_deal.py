"""Cards, melds and the deal in words (RULES 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterator

from ginrummy.game.cards import RANK_COUNT, rank_text
from ginrummy.locale import _, language
from ginrummy.rules.variant import FIGURE_POINTS, LARGEST_SET, SHORTEST_RUN, SHORTEST_SET
from ginrummy.text.rulebook import wording
from ginrummy.text.sentences import points_text
from ginrummy.variants import (
    ACE_CORNER,
    ACE_HIGH_LOW,
    CUT_LOW,
    NEXT_ALTERNATE,
    NEXT_WINNER,
    NONE,
    VOID_SAME,
    Variant,
)

Clauses = Iterator[tuple[str, str]]


def cards(row: Variant) -> Clauses:
    """Yield the clauses about cards and their points."""
    if row.decks == 1:
        yield "1.1", _("You play with one pack of 52 cards, without jokers.")
    else:
        yield (
            "1.1",
            _(
                "You play with two packs of 52 cards shuffled together, 104 cards without jokers. Every "
                "card has a twin of the same rank and suit."
            ),
        )
    yield (
        "1.2",
        _("From low to high the ranks are {ranks}. No suit ranks above another.").format(
            ranks=", ".join(rank_text(rank, language()) for rank in range(RANK_COUNT))
        ),
    )
    yield (
        "1.3",
        _(
            "A card that is left over counts against you: jack, queen and king {figure} each, cards from 2 "
            "to 10 their number."
        ).format(figure=points_text(FIGURE_POINTS)),
    )
    yield "1.4", _("An ace counts {ace}.").format(ace=points_text(row.ace_points))


def melds(row: Variant) -> Clauses:
    """Yield the clauses about sets, runs and deadwood."""
    yield (
        "2.1",
        _("A set is {least} or {most} cards of one rank: {cards}.").format(
            least=SHORTEST_SET, most=LARGEST_SET, cards=wording.format_cards("9S 9H 9D")
        ),
    )
    yield (
        "2.2",
        _("A run is at least {least} cards of one suit that follow one another: {cards}.").format(
            least=SHORTEST_RUN, cards=wording.format_cards("4D 5D 6D")
        ),
    )
    yield "2.3", _ace_text(row)
    if row.decks == 2:
        yield "2.4", _twins_text(row)
    yield "2.5", _("A card counts in one meld only.")
    yield (
        "2.6",
        _(
            "Cards outside your melds are unmatched, and their points together are your deadwood. Arrange "
            "your cards as you like; usually so that least deadwood is left."
        ),
    )
    if row.run_max == NONE:
        yield "2.7", _("A run may be as long as you can make it.")
    else:
        yield "2.7", _("A run has at most {most} cards.").format(most=row.run_max)


def _ace_text(row: Variant) -> str:
    low, high, ring = (
        wording.format_cards("AS 2S 3S"),
        wording.format_cards("QC KC AC"),
        wording.format_cards("KH AH 2H"),
    )
    if row.ace_run == ACE_CORNER:
        text = _(
            "In a run the suit is a ring: the ace follows the king and stands below the 2. {low}, {high} "
            "and {ring} are all runs."
        )
    elif row.ace_run == ACE_HIGH_LOW:
        text = _(
            "In a run the ace stands below the 2 or above the king, as you like: {low} and {high} are "
            "runs, {ring} is not."
        )
    else:
        text = _("In a run the ace stands below the 2 only: {low} is a run, {high} and {ring} are not.")
    return text.format(low=low, high=high, ring=ring)


def _twins_text(row: Variant) -> str:
    twins, parallel = wording.format_cards("KS KS KH"), wording.format_cards("4S 5S 6S")
    if row.set_same_suit_duplicates:
        text = _(
            "A set may hold twins: {twins}. A run may not, but twins may stand in two runs: {run} and {run}."
        )
    else:
        text = _(
            "Neither a set nor a run may hold twins: {twins} is not a set. But twins may stand in two "
            "runs: {run} and {run}."
        )
    return text.format(twins=twins, run=parallel)


def deal(row: Variant) -> Clauses:
    """Yield the clauses about the dealer, the hands and the upcard."""
    if row.first_dealer == CUT_LOW:
        yield (
            "3.1",
            _(
                "For the first deal both players cut a card off the pack: the lower one deals, the ace "
                "being lowest. On equal ranks both cut again."
            ),
        )
    else:
        yield "3.1", _("The first dealer is chosen by lot.")
    yield "3.2", _hands_text(row)
    if row.upcard:
        yield (
            "3.3",
            _(
                "The next card is turned up: it is the upcard, and starts the discard pile. The rest lies "
                "beside it face down: the stock."
            ),
        )
    else:
        yield (
            "3.3",
            _("The rest lies face down: the stock. No card is turned up: the first discard starts the pile."),
        )
    yield "3.4", _next_dealer_text(row)
    if row.dealer_after_void == VOID_SAME:
        yield "3.5", _("After a hand that nobody has won, the same player deals again.")
    else:
        yield "3.5", _("After a hand that nobody has won, the deal passes to the other player.")


def _hands_text(row: Variant) -> str:
    if row.hand_dealer == row.hand_nondealer:
        text = _(
            "The dealer gives each player {dealer}, one at a time and face down, the other player first."
        )
    else:
        text = _(
            "The dealer gives the other player {other} and takes {dealer}, one at a time and face down, the "
            "other player first."
        )
    return text.format(dealer=wording.cards(row.hand_dealer), other=wording.cards(row.hand_nondealer))


def _next_dealer_text(row: Variant) -> str:
    if row.next_dealer == NEXT_ALTERNATE:
        return _("The players deal in turn.")
    if row.next_dealer == NEXT_WINNER:
        return _("The winner of a hand deals the next one.")
    return _("The loser of a hand deals the next one.")
