"""Opponents of the pupil while positions are gathered: a pool of styles, in the language of the law."""

from __future__ import annotations

from typing import Any, Final

from ginrummy.game.cards import Hand
from ginrummy.kernel.actions import CLOSE, nth_bit
from ginrummy.kernel.rng import number_below
from ginrummy.lab.training.compiled_evaluator import pupil_action
from ginrummy.players.belief import PATIENT, PROMPT
from ginrummy.players.candidate_actions import NO_ACTION, forced_action
from ginrummy.players.hand_facts import unmatched_faces
from ginrummy.players.network_evaluator import Evaluator
from ginrummy.players.rollouts import other_rollout_action
from ginrummy.players.simple_strategy import choose_closing as first_closing
from ginrummy.players.simple_strategy import fresh_card_bit, simple_action
from ginrummy.players.steady_strategy import STEADY, choose_discard, steady_action
from ginrummy.rules.cards import NO_FACE, bit_count
from ginrummy.rules.melds import deadwood
from ginrummy.rules.turns import Choices, Memory, State
from ginrummy.variants import Variant

HOLDING, LOOSE, NETWORK = 2, 3, 4
"""Styles besides `PROMPT` and `PATIENT`: `HOLDING` knocks at once in its first draws and then waits for gin,
`LOOSE` is `steady` with occasional random discards, `NETWORK` is the current network.
"""
POOL: Final = (PATIENT, PROMPT, PATIENT, PROMPT, PATIENT, HOLDING, PATIENT, LOOSE)
"""The styles, in rotation."""
NETWORK_ALONE: Final = (NETWORK,)
"""Against itself the network learns to exploit itself: a best response."""
HOLDS_AFTER: Final = 12  # finished turns, six draws for each seat
THROWS_ANY: Final = 4  # one discard in this many is random


def rival_action(
    variant: Variant, style: int, state: State, options: Choices, memory: Memory, own: int, other: int,
    rivals: tuple[Evaluator, ...], found: Any, key: Any,
) -> int:  # fmt: skip
    """Return the action of the other seat, which plays in `style`; in `NETWORK` it evaluates `rivals`.

    `own` and `other` are the scores as that seat sees them. `found` is a buffer for actions.
    """
    if style != NETWORK:
        return other_rollout_action(variant, style, state, options, memory, key)
    usual = steady_action(variant, state, options, memory, key)
    return pupil_action(variant, state, options, memory, own, other, rivals, usual, found)


def pool_action(
    variant: Variant, style: int, state: State, options: Choices, memory: Memory, key: Any
) -> int:
    """Return the action of the other seat in `style`, one of `POOL`; `NETWORK` rolls out as `steady`."""
    if style == PROMPT:
        return simple_action(variant, state, options, memory, key)
    if style in (PATIENT, NETWORK) or options.draw or options.leave:
        return steady_action(variant, state, options, memory, key)
    if forced_action(variant, state, options) != NO_ACTION:
        return forced_action(variant, state, options)
    if style == HOLDING:
        return knock_early_or_wait(variant, state, options, memory)
    action = steady_action(variant, state, options, memory, key)
    is_loose = action < CLOSE and number_below(key, 0, THROWS_ANY)[0] == 0
    return random_unmatched_card(variant, state, options, action, key) if is_loose else action


def knock_early_or_wait(variant: Variant, state: State, options: Choices, memory: Memory) -> int:
    """Return a legal knock in the first draws, later a discard: then it waits for gin."""
    closing = first_closing(variant, state, options)
    if closing != NO_FACE and (state.turns < HOLDS_AFTER or options.discards == 0):
        return CLOSE + closing
    return choose_discard(variant, state, options, memory, STEADY)


def random_unmatched_card(variant: Variant, state: State, options: Choices, usual: int, key: Any) -> int:
    """Return a random unmatched card, or `usual` without any."""
    hand: Hand = state.hands[state.turn]
    faces = (
        options.discards & unmatched_faces(variant, hand, deadwood(variant, hand)) & ~fresh_card_bit(state)
    )
    if faces == 0:
        return usual
    return nth_bit(faces, number_below(key, 8, bit_count(faces))[0])
