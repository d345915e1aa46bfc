"""Forms of playing together: sides, boards, lines of people who wait, rounds and payments (RULES 14).

The score is that of `scoring`: a deal of two sides is entered in a `Sheet` as one hand. People and places are
numbered from 0.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.rules.scoring import NOBODY, Sheet, add_to_seat, is_match_over, plays_manches
from ginrummy.rules.variant import NONE, Variant

SHEET_SIDES, SHEET_EACH, SHEET_MATCHES = 0, 1, 2
SEAT_BOARDS, SEAT_CAPTAIN, SEAT_LOSER_OUT, SEAT_LONGEST_OUT, SEAT_EVERYBODY, SEAT_FREE = range(6)
TURN_HAND, TURN_MATCH = 0, 1
OPPONENTS_DEAL, OPPONENTS_MATCH, OPPONENTS_FIXED = 0, 1, 2
SCORE_DIFFERENCE, SCORE_SUM = 0, 1

SMALLEST_SIDE: Final = 2
LARGEST_SIDE: Final = 4


class Form(NamedTuple):
    """The parameters of a form: numbers only, `NONE` for a target that is not stated."""

    sheet: int = SHEET_SIDES
    seating: int = SEAT_BOARDS
    turn: int = TURN_HAND
    people_least: int = 2 * SMALLEST_SIDE
    people_most: int = 2 * LARGEST_SIDE
    opponents: int = OPPONENTS_DEAL
    side_score: int = SCORE_DIFFERENCE
    target_2: int = 125
    target_3: int = 150
    target_4: int = 150
    sweep_boxes: int = 0
    meetings: int = 1


PARTNERSHIP: Final = Form()


class Deal(NamedTuple):
    """Hands of one deal of two sides: what each side has won with them, and how many have ended."""

    points: tuple[int, int]
    hands: tuple[int, int]
    boxes: tuple[int, int]
    extra_coups: tuple[int, int]
    ended: int


class DealEntry(NamedTuple):
    """Entry of a deal on the sheet: the winning side, or `NOBODY`, and the reason."""

    winner: int
    points: int
    extra_coups: int
    boxes: int


def side_target(form: Form, variant: Variant, size: int) -> int:
    """Return the target of sides of `size` people (14.6)."""
    target = form.target_2
    if size == 3:
        target = form.target_3
    elif size == LARGEST_SIDE:
        target = form.target_4
    return variant.game_target if target == NONE else max(target, variant.game_target)


def opponent(form: Form, size: int, deal: int, match: int, place: int) -> int:
    """Return the place, in the second side, of the opponent of `place` in the first (14.4).

    `deal` and `match` count from the start of the evening.
    """
    if form.opponents == OPPONENTS_FIXED:
        return place
    moved = deal if form.opponents == OPPONENTS_DEAL else match
    return (place - moved) % size


def new_deal() -> Deal:
    """Return a deal without hands."""
    return Deal((0, 0), (0, 0), (0, 0), (0, 0), 0)


def add_board(deal: Deal, side: int, points: int, extra_coups: int, boxes: int) -> Deal:
    """Return `deal` with the hand of one more board, won by a person of `side` or by `NOBODY` (14.5)."""
    if side == NOBODY:
        return Deal(deal.points, deal.hands, deal.boxes, deal.extra_coups, deal.ended + 1)
    return Deal(
        add_to_seat(deal.points, side, points),
        add_to_seat(deal.hands, side, 1),
        add_to_seat(deal.boxes, side, max(boxes - deal.boxes[side], 0)),
        add_to_seat(deal.extra_coups, side, extra_coups),
        deal.ended + 1,
    )


def deal_entry(form: Form, deal: Deal, place: int) -> DealEntry:
    """Return what an ended deal writes on the sheet, first (`place` 0) and then (14.5, 14.6).

    By difference only the side with more points writes anything.
    """
    side = 1 if deal.points[1] > deal.points[0] else 0
    points = deal.points[side] - deal.points[1 - side]
    if form.side_score == SCORE_DIFFERENCE and (place == 1 or points == 0):
        return DealEntry(NOBODY, 0, 0, 0)
    if form.side_score == SCORE_SUM:
        side = 1 if deal.hands[0] == 0 else side
        side = 1 - side if place == 1 else side
        points = deal.points[side]
        if deal.hands[side] == 0:
            return DealEntry(NOBODY, 0, 0, 0)
    swept = deal.hands[side] == deal.ended
    boxes = deal.boxes[side] + form.sweep_boxes if swept else deal.boxes[side]
    return DealEntry(side, points, deal.extra_coups[side], boxes)


def enters_both_sides(variant: Variant, sheet: Sheet) -> bool:
    """Return whether `sheet`, after the first entry of a deal, takes the other side's as well (14.5)."""
    return not is_match_over(sheet) and not (plays_manches(variant) and sheet.manche_ended != 0)


def leaving_seat(form: Form, winner: int) -> int:
    """Return the seat that leaves the board after a hand or a match, or `NOBODY` (14.3).

    Seat 0 is that of the player who has sat there for longer.
    """
    if winner == NOBODY:
        return NOBODY
    if form.seating == SEAT_LOSER_OUT:
        return 1 - winner
    return 0 if form.seating == SEAT_LONGEST_OUT else NOBODY


def box_person(people: int, match: int) -> int:
    """Return the person in the box of the chouette in match number `match` (14.7)."""
    return match % people


def captain_person(people: int, match: int, losses: int) -> int:
    """Return the captain of the chouette after `losses` of captains in match number `match` (14.7)."""
    return (match + 1 + losses % (people - 1)) % people


def round_count(people: int) -> int:
    """Return how many rounds it takes that each two people meet once (14.8)."""
    return people - 1 + people % 2


def round_partner(people: int, number: int, person: int) -> int:
    """Return whom `person` meets in round `number`, or `NOBODY` for the one who sits out (14.8).

    All but the last sit in a circle. Two of them meet if their numbers add up to twice that of the round. The
    one who would meet himself meets the last, who is missing if the number of people is odd.
    """
    circle = round_count(people)
    last = people - 1 if people % 2 == 0 else NOBODY
    if person == circle:
        return number % circle
    partner = (2 * number - person) % circle
    return last if partner == person else partner


def gain_per_person(difference: int, own: int, other: int) -> int:
    """Return what each of a side of `own` people gains by `difference` against `other` people (14.9)."""
    return difference * max(own, other) // own
