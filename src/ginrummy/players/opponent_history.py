"""Start of the belief from a view: the other seat's actions, one possible past, and the unseen cards."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from ginrummy.game.cards import FACE_COUNT, faces_of
from ginrummy.game.moves import CLOSINGS, NO_HAND, Move
from ginrummy.game.view import Event, View
from ginrummy.kernel import actions
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.row_fields import MEMORY_FIELDS, STATE_FIELDS, state_fields
from ginrummy.kernel.struct_layout import layout
from ginrummy.rules.turns import Memory, State, first_state, hand_size, no_memory
from ginrummy.rules.types import Seat
from ginrummy.variants import Variant

# Numba would accept a row that begins with another one's fields as that one: so the action comes first.
OBSERVED_ACTION: Final = layout((("action", "i8"), *STATE_FIELDS, *MEMORY_FIELDS))
_NO_MEMORY: Final = (0,) * (len(MEMORY_FIELDS) // 2)


class ObservedAction(NamedTuple):
    """An action of the other seat, the state before it (without its hand), and its memory of the viewer."""

    action: int
    state: State
    memory: Memory


class PossiblePast(NamedTuple):
    """The other seat's actions, its dealt and drawn cards in one possible order, and the cards left.

    `memories` are those of seats 0 and 1 about each other now.
    """

    observed: list[ObservedAction]
    cards: list[int]
    dealt: int
    unseen: list[int]
    memories: tuple[Memory, Memory]


def possible_past(view: View, chance: random.Random) -> PossiblePast:
    """Return a possible past of the other seat: first the cards that it discarded, then random ones."""
    observed, memories = opponent_actions(view)
    kept = discards_not_from_pile(view.variant, observed)
    dealt = hand_size(view.variant, view.dealer, 1 - view.seat)
    draws = sum(seen.action == actions.DRAW for seen in observed)
    unseen = unseen_faces(view)
    chance.shuffle(unseen)
    missing = dealt + draws - len(kept)
    return PossiblePast(observed, kept + unseen[:missing], dealt, unseen[missing:], memories)


def opponent_actions(view: View) -> tuple[list[ObservedAction], tuple[Memory, Memory]]:
    """Return the other seat's actions, in order, and both seats' memories of each other."""
    state = first_state(view.variant, view.dealer, (NO_HAND, NO_HAND), view.state.upcard)
    return opponent_actions_in(view.events, view.variant, state, view.seat)


def opponent_actions_in(
    events: Iterable[Event], variant: Variant, state: State, seat: Seat
) -> tuple[list[ObservedAction], tuple[Memory, Memory]]:
    """Return the same for `events`, which began at `state` and were seen by `seat`, up to the closing."""
    memories = (no_memory(), no_memory())
    observed = []
    for event in events:
        # The card that the other seat closes with may stay unknown: the record only marks a closing.
        action = action_of(Move(event.kind, max(event.face, 0) if event.kind in CLOSINGS else event.face))
        if event.seat != seat:
            observed.append(ObservedAction(action, state, memories[event.seat]))
        if event.kind in CLOSINGS:
            break
        memories = actions.update_memories(variant, memories, state, action)
        after: State = actions.after_action(variant, state, action, 0)
        state = after._replace(hands=(NO_HAND, NO_HAND))
    return observed, memories


def action_rows(observed: list[ObservedAction]) -> Any:
    """Return `observed` as an array, with the other seat's memory in place of seat 0's."""
    return arrays.records(OBSERVED_ACTION, (_fields(seen) for seen in observed))


def _fields(seen: ObservedAction) -> tuple[int, ...]:
    known, *rest = seen.memory
    return (seen.action, *state_fields(seen.state), *known, *rest, *_NO_MEMORY)


def discards_not_from_pile(variant: Variant, observed: list[ObservedAction]) -> list[int]:
    """Return the discards that were not taken from the pile: they were dealt or drawn."""
    own, memory = [], no_memory()
    for action, state, _memory in observed:
        after = actions.update_memory(variant, memory, state, action)
        if action < actions.CLOSE and after.known == memory.known:
            own.append(action)
        memory = after
    return own


def unseen_faces(view: View) -> list[int]:
    """Return the faces in the stock or unknown in the other hand, a twin twice."""
    left: Any = [view.variant.decks] * FACE_COUNT
    for face in (*faces_of(view.hand), *faces_of(view.state.pile.cards), *faces_of(view.opponent_known)):
        left[face] -= 1
    return [face for face in range(FACE_COUNT) for _copy in range(left[face])]
