"""The actions that are worth the time to compare."""

from __future__ import annotations

from typing import Final

from ginrummy.kernel import actions
from ginrummy.rules.melds import single, without
from ginrummy.rules.showdown import least_of
from ginrummy.rules.turns import Choices, closing_deadwood
from ginrummy.view import View

SHED_WITHIN: Final = 9


def worth_trying(view: View, options: Choices, base: int) -> list[int]:
    """Return the actions to compare, `base` first: gin and big gin are never left for another.

    Of the discards those that leave hardly more than the best, of the closings the one that leaves least.
    """
    if base == actions.BIG_GIN or (actions.CLOSE <= base < actions.DRAW and is_gin(view, base)):
        return [base]
    tried = [actions.DRAW] * options.draw + [actions.TAKE] * options.take + [actions.PASS] * options.leave
    tried += sheds(view, options.discards)
    closings = faces(options.closings)
    if closings:
        left = {face: closing_deadwood(view.variant, view.state, face) for face in closings}
        tried.append(actions.CLOSE + min(closings, key=lambda face: left[face]))
    return [base, *(action for action in tried if action != base)]


def sheds(view: View, allowed: int) -> list[int]:
    """Return the faces of `allowed` whose discard leaves little more deadwood than the best one."""
    left = {face: least_of(view.variant, without(view.hand, single(face))) for face in faces(allowed)}
    return [face for face in left if left[face] <= min(left.values()) + SHED_WITHIN]


def faces(mask: int) -> list[int]:
    """Return the faces in a set of faces."""
    return [face for face in range(mask.bit_length()) if mask >> face & 1]


def is_gin(view: View, action: int) -> bool:
    """Return whether a closing leaves nothing."""
    return closing_deadwood(view.variant, view.state, action - actions.CLOSE) == 0
