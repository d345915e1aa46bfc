"""No environment tells a seat what it cannot know, at any moment of a hand.

The same moves are played twice from two decks that differ in cards that the seat has not seen: one that the
other was dealt and has kept, and one that lies in the stock. All that the seat is given must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW
from ginrummy.kernel.vectorized_rules import STATE_ROW, states_as_rows
from ginrummy.lab import envs
from ginrummy.lab.envs.pettingzoo_env import AGENTS, GinRummyAEC
from ginrummy.lab.envs.rlcard_env import GinRummyRLCard
from ginrummy.lab.envs.vector_env import GinRummyTables
from ginrummy.rules.turns import choices, deal_deck
from ginrummy.variants import Variant, load_variant, preset_names

STEPS = 30


def seated(
    variant: Variant, deck: list[int], env: GinRummyAEC | GinRummyRLCard, tables: GinRummyTables
) -> None:
    """Begin at both environments with `deck`, dealt by seat 1."""
    state = deal_deck(variant, deck, 1)
    env.reset()
    table = env.table if isinstance(env, GinRummyAEC) else env.game.table
    rows = table._rows
    rows[:] = np.zeros(1, rows.dtype)
    for name in STATE_ROW.names or ():
        rows[name] = states_as_rows([state])[name]
    for name, value in choices(variant, state)._asdict().items():
        rows[name] = value
    table._deck[0], table.turn = deck, state.turn
    if isinstance(env, GinRummyAEC):
        env.agent_selection = AGENTS[state.turn]
    tables.reset(seed=1)
    tables.rows[:], tables._decks[0] = rows, deck


def played(name: str, deck: list[int], actions: list[int], seat: int) -> Iterator[list[Any]]:
    """Yield what `seat` is given before each of `actions` and after the last."""
    env, planes, sets = envs.aec(name), GinRummyTables(1, name), GinRummyTables(1, name, compact=True)
    cards = envs.rlcard(name)
    seated(env.variant, deck, env, planes)
    seated(env.variant, deck, cards, sets)
    for action in [*actions, None]:
        given = [*env.observe(AGENTS[seat]).values(), env.rewards[AGENTS[seat]]]
        state = cards.get_state(seat)
        given += [state["obs"], [*state["legal_actions"]], state["raw_legal_actions"]]
        given += [np.array(faces) for faces in state["raw_obs"].values()]
        if env.agent_selection == AGENTS[seat]:
            given += [part.copy() for tables in (planes, sets) for part in tables._observe().values()]
        yield given
        if action is not None:
            env.step(action)
            cards.step(action)
            for tables in (planes, sets):
                tables.step([action])


def moves(name: str, deck: list[int], chance: random.Random) -> list[int]:
    """Return allowed actions from `deck` on, drawn by lot, none of which ends the hand."""
    env, tables = envs.aec(name), GinRummyTables(1, name)
    seated(env.variant, deck, env, tables)
    found: list[int] = []
    while len(found) < STEPS and env.table.state.stock > 1:
        mask = env.table.mask(env.table.turn)
        mask[CLOSE:DRAW], mask[BIG_GIN] = 0, 0
        action = chance.choice(mask.nonzero()[0].tolist())
        env.step(action)
        if env.table.is_over:
            break
        found.append(action)
    return found


def changed(deck: list[int], actions: list[int], seat: int) -> list[int]:
    """Return `deck`, a card that the other of `seat` never moved exchanged with the last of the stock."""
    first = 1 - seat
    last = len(deck) - 1
    faces = [card % FACE_COUNT for card in deck]
    place = next(
        place for place in range(first, 20, 2) if faces[place] not in actions and faces[place] != faces[last]
    )
    other = list(deck)
    other[place], other[last] = other[last], other[place]
    return other


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", preset_names())
def test_what_a_seat_is_given_depends_on_what_it_may_know(name: str, seat: int) -> None:
    chance = random.Random(f"{name} {seat}")
    deck = list(range(FACE_COUNT * load_variant(name).row.decks))
    chance.shuffle(deck)
    actions = moves(name, deck, chance)
    assert len(actions) >= 3
    other = changed(deck, actions, seat)
    for before, after in zip(
        played(name, deck, actions, seat), played(name, other, actions, seat), strict=True
    ):
        for one, two in zip(before, after, strict=True):
            np.testing.assert_array_equal(one, two)
    # The other seat, whose cards they are, is given something else: so the decks do differ.
    own = [next(played(name, cards, actions, 1 - seat))[0] for cards in (deck, other)]
    assert not np.array_equal(*own)
