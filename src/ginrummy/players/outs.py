"""Outs: counts of unseen cards that would help a hand."""

from __future__ import annotations

from ginrummy.game.cards import Hand
from ginrummy.rules.bits import lowest
from ginrummy.rules.card_encoding import LANE, SUIT_COUNT, in_every_suit, in_suit, lane_of, rank_mask
from ginrummy.rules.discard_deadwoods import closing_discards
from ginrummy.rules.hand import joined, single
from ginrummy.rules.melds import deadwood_after, face_points, least_deadwood, runs_of
from ginrummy.rules.sets import two_suit_ranks
from ginrummy.rules.turns import dearest_card
from ginrummy.variants import ACE_LOW, Variant


def copies_out(variant: Variant, seen: Hand, face: int) -> int:
    """Return how many cards of `face` the viewer has not `seen`."""
    return variant.decks - (seen.cards >> face & 1) - (seen.twins >> face & 1)


def unmatched_faces(variant: Variant, hand: Hand, least: int) -> int:
    """Return the faces of `hand`, of `least` deadwood, that some best arrangement leaves unmatched."""
    runs, same_suit = runs_of(variant), variant.set_same_suit_duplicates
    found, rest = 0, hand.cards
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        if deadwood_after(hand, face, runs, same_suit) == least - face_points(variant, face):
            found |= 1 << face
    return found


def dearest(variant: Variant, faces: int) -> int:
    """Return the points of the dearest of `faces`, or 0 without faces."""
    best, rest = 0, faces
    while rest:
        best = max(best, face_points(variant, lowest(rest)))
        rest &= rest - 1
    return best


def pair_ranks(variant: Variant, hand: Hand) -> int:
    """Return the ranks, as a lane, of which `hand` holds two cards and a third would make a set."""
    twice = two_suit_ranks(hand.cards)
    if variant.set_same_suit_duplicates == 1:
        twice |= rank_mask(hand.twins)
    return twice


def run_fillers(variant: Variant, lane: int) -> int:
    """Return the ranks next to or between two neighbouring cards of one suit.

    When the ace has two places, the suit is treated as a ring. That yields a card too many, which callers
    check.
    """
    if variant.ace_run == ACE_LOW:
        return (lane << 1 & lane << 2 | lane >> 1 & lane >> 2 | lane << 1 & lane >> 1) & LANE
    up, down = lane << 1 | lane >> 12, lane >> 1 | lane << 12
    return (up & (lane << 2 | lane >> 11) | down & (lane >> 2 | lane << 11) | up & down) & LANE


def helping_faces(variant: Variant, hand: Hand) -> int:
    """Return the faces that may meld with two or more cards of `hand`; nearly all of them do."""
    found = in_every_suit(pair_ranks(variant, hand))
    for suit in range(SUIT_COUNT):
        found |= in_suit(run_fillers(variant, lane_of(hand.cards, suit)), suit)
    return found


def gin_outs(variant: Variant, hand: Hand, seen: Hand) -> int:
    """Return how many cards not `seen` would give gin to `hand`, which is about to draw."""
    runs, same_suit = runs_of(variant), variant.set_same_suit_duplicates
    total, rest = 0, helping_faces(variant, hand)
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        copies = copies_out(variant, seen, face)
        drawn = joined(hand, single(face))
        if copies == 0 or least_deadwood(drawn, runs, same_suit) > dearest_card(variant):
            continue
        if closing_discards(drawn, drawn.cards, runs, same_suit, 0) != 0:
            total += copies
    return total


def savings(variant: Variant, hand: Hand, least: int, spare: int, seen: Hand, gin_worth: int) -> int:
    """Return the total saving of `hand` over all cards not `seen`, each drawn once.

    A card that melds saves the deadwood that it removes, together with the discard that follows: the dearest
    unmatched card, of `spare` points. A card that gives gin is worth `gin_worth` points more.
    """
    runs, same_suit = runs_of(variant), variant.set_same_suit_duplicates
    total, rest = 0, helping_faces(variant, hand)
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        copies = copies_out(variant, seen, face)
        if copies > 0:
            left = least_deadwood(joined(hand, single(face)), runs, same_suit)
            if left < least + face_points(variant, face):
                saved = least - left + min(left, spare)
                total += copies * (saved + gin_worth if left <= spare else saved)
    return total
