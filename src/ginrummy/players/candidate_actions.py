"""Candidate actions of a search. Plain functions over integers that compile as they are."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW, PASS, TAKE
from ginrummy.kernel.move_numbers import move_of
from ginrummy.players.simple_strategy import least_closings, wants_big_gin
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.cards import NO_FACE, lowest_bit
from ginrummy.rules.melds import deadwood_after, run_table_of
from ginrummy.rules.turns import Choices, State, choices, closing_deadwood
from ginrummy.variants import Variant

SHED_WITHIN: Final = 9
MOST: Final = 16
NO_ACTION: Final = -1


def sensible_actions(view: View) -> list[int]:
    """Return the actions to compare, `steady`'s first, or it alone where gin can be shown."""
    options = choices(view.variant, view.state)
    return actions_worth_trying(
        view, options, steady_action(view.variant, view.state, options, view.memory, 0)
    )


def actions_worth_trying(view: View, options: Choices, base: int) -> list[int]:
    """Return the actions to compare, `base` first, or `base` alone where gin can be shown."""
    found = [NO_ACTION] * MOST
    return found[: fill_candidates(view.variant, view.state, options, base, found)]


def near_the_best(gains: list[float], within: float) -> list[int]:
    """Return the indices of the actions whose gain is at most `within` behind the best."""
    least = max(gains) - within
    return [place for place, gain in enumerate(gains) if gain >= least]


def best_closing(view: View) -> Move | None:
    """Return the closing that leaves least (the first of several), or `None` when closing is illegal."""
    face = (
        least_closing(view.variant, view.state, choices(view.variant, view.state))
        if view.is_my_turn
        else NO_FACE
    )
    return None if face == NO_FACE else move_of(view, CLOSE + face)


def fill_candidates(
    variant: Variant, state: State, options: Choices, base: int, found: MutableSequence[int]
) -> int:
    """Write the actions to compare to `found`, `MOST` places long, `base` first, and return their number.

    Gin and big gin are never passed over. Candidates are the discards that leave hardly more than the best,
    and the closing that leaves least.
    """
    found[0] = base
    if forced_action(variant, state, options) != NO_ACTION:
        return 1
    count = 1
    if options.draw and base != DRAW:
        count = add_action(found, count, DRAW)
    if options.take and base != TAKE:
        count = add_action(found, count, TAKE)
    if options.leave and base != PASS:
        count = add_action(found, count, PASS)
    count = add_sheds(variant, state, options.discards, found, count)
    closing = least_closing(variant, state, options)
    if closing != NO_FACE and CLOSE + closing != base:
        count = add_action(found, count, CLOSE + closing)
    return count


def add_action(found: MutableSequence[int], count: int, action: int) -> int:
    """Write `action` after the first `count` of `found` and return the new count."""
    found[count] = action
    return count + 1


def forced_action(variant: Variant, state: State, options: Choices) -> int:
    """Return big gin or gin when it can be shown, else `NO_ACTION`."""
    if wants_big_gin(variant, options):
        return BIG_GIN
    closing = least_closing(variant, state, options)
    if closing != NO_FACE and closing_deadwood(variant, state, closing) == 0:
        return CLOSE + closing
    return NO_ACTION


def least_closing(variant: Variant, state: State, options: Choices) -> int:
    """Return the first face to close with that leaves least, or `NO_FACE` when closing is illegal."""
    closings = least_closings(variant, state, options)
    return lowest_bit(closings) if closings else NO_FACE


def add_sheds(variant: Variant, state: State, allowed: int, found: MutableSequence[int], count: int) -> int:
    """Add the faces of `allowed` whose discard leaves little more than the best one. Return the new count."""
    limit, rest, base = least_deadwood_left(variant, state, allowed) + SHED_WITHIN, allowed, found[0]
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        if face != base and deadwood_left_by(variant, state, face) <= limit:
            count = add_action(found, count, face)
    return count


def least_deadwood_left(variant: Variant, state: State, allowed: int) -> int:
    """Return the least deadwood that a discard among `allowed` leaves, or 0 without discards."""
    best, rest = NO_ACTION, allowed
    while rest:
        left = deadwood_left_by(variant, state, lowest_bit(rest))
        rest &= rest - 1
        if best == NO_ACTION or left < best:
            best = left
    return max(best, 0)


def deadwood_left_by(variant: Variant, state: State, face: int) -> int:
    """Return the deadwood of the seat to move after it discards `face`."""
    hand = state.hands[state.turn]
    return deadwood_after(hand, face, run_table_of(variant), variant.set_same_suit_duplicates)
