"""No environment reveals to a seat what it cannot know, at any moment of a hand.

The same moves are played from two decks that differ in cards that the seat has not seen: one that the other
was dealt and kept, and one in the stock. All outputs for the seat must be the same. The smallest game is
walked as a whole: the output for a seat is a function of its knowledge.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.match import Match
from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW
from ginrummy.kernel.move_numbers import move_of
from ginrummy.kernel.vectorized_rules import STATE_ROW, TABLE_ROW, states_as_rows
from ginrummy.lab import envs
from ginrummy.lab.envs.card_tables import GinRummyCardTables
from ginrummy.lab.envs.gymnasium_env import GinRummySeat
from ginrummy.lab.envs.pettingzoo_env import AGENTS, GinRummyAEC
from ginrummy.lab.envs.rlcard_env import GinRummyRLCard
from ginrummy.lab.envs.vector_env import CardsAndNumbers, GinRummyTables
from ginrummy.rules.turns import choices, deal_deck
from ginrummy.variants import Variant, load_variant, preset_names
from tests.kernel.card_on_processor import as_host, use_processor
from tests.some_of import some_of

STEPS = 30
Env = GinRummyAEC | GinRummyRLCard | GinRummyTables


def seat_all(variant: Variant, deck: list[int], given: Iterable[Env]) -> None:
    """Start all environments with `deck`, dealt by seat 1."""
    state = deal_deck(variant, deck, 1)
    row = np.zeros(1, TABLE_ROW)
    for name in STATE_ROW.names or ():
        row[name] = states_as_rows([state])[name]
    for name, value in choices(variant, state)._asdict().items():
        row[name] = value
    for env in given:
        env.reset(seed=1) if isinstance(env, GinRummyTables) else env.reset()
        if isinstance(env, GinRummyCardTables):
            env.rows[:], env._decks[:] = env._card.bytes_of(row), env._card.arrays.asarray([deck], np.uint8)
        elif isinstance(env, GinRummyTables):
            env.rows[:], env._decks[0] = row, deck
        else:
            table = env.table if isinstance(env, GinRummyAEC) else env.game.table
            table._rows[:], table._deck[0], table.turn = row, deck, state.turn
        if isinstance(env, GinRummyAEC):
            env.agent_selection = AGENTS[state.turn]


def tables_of(name: str, device: str) -> list[Env]:
    """Return environments of one table, with each form of observation."""
    forms: list[dict[str, Any]] = [{}, {"compact": True}, {"normalise": True}]
    found: list[Any] = [envs.vector(1, name, device=device, **form) for form in forms]
    if device == "cpu":
        whole = {"match": True, "normalise": True}
        makers: list[Any] = [envs.aec, envs.rlcard]
        found += [make(name, **form) for make in makers for form in ({}, whole)]
    return found


def told(env: Env, seat: int) -> Iterator[Any]:
    """Yield the outputs of `env` for `seat` now. A vector has them only for the seat to move."""
    if isinstance(env, GinRummyAEC):
        yield from env.observe(AGENTS[seat]).values()
        yield env.rewards[AGENTS[seat]], env.infos[AGENTS[seat]], env.agent_selection
    elif isinstance(env, GinRummyRLCard):
        state = env.get_state(seat)
        yield from (state["obs"], [*state["legal_actions"]], state["raw_legal_actions"], env.get_payoffs())
        yield from state["raw_obs"].values()
    elif int(as_host(env._turn())[0]) == seat:
        for each in (env._observe() | env._news()).values():
            yield as_host(each).copy()


def told_by_views(match: Match, seat: int) -> Iterator[Any]:
    """Yield the outputs of the single-seat environments at `match`."""
    forms: list[dict[str, Any]] = [{}, {"match": True}, {"match": True, "normalise": True}]
    split: list[GinRummySeat] = [
        CardsAndNumbers(match.variant, seat=seat, compact=each) for each in (False, True)
    ]
    for env in [*split, *(envs.single(match.variant, seat=seat, **form) for form in forms)]:
        env._match = match
        seen, news = env._observe()
        yield from (seen | news).values()
        yield env.action_masks()


def told_by_openspiel(state: Any, seat: int) -> Iterator[Any]:
    """Yield the outputs of an OpenSpiel state for `seat`."""
    yield state.information_state_string(seat)
    yield np.array(state.information_state_tensor(seat))
    yield state.observation_string(seat)
    yield np.array(state.observation_tensor(seat))
    yield state.current_player()
    yield state.legal_actions() if state.current_player() == seat else []


def do(env: Any, action: int) -> None:
    """Do `action` at the one table of `env`."""
    env.step([action] if isinstance(env, GinRummyTables) else action)


def played(
    name: str, deck: list[int], actions: list[int], seat: int, device: str = "cpu"
) -> Iterator[list[Any]]:
    """Yield the outputs for `seat` before each of `actions` and after the last."""
    row, given = load_variant(name).row, tables_of(name, device)
    seat_all(row, deck, given)
    match = Match.from_deck(row, deck, dealer=1)
    state, cards = envs.openspiel(name).new_initial_state(), iter(deck)
    for action in [*actions, None]:
        while state.is_chance_node():
            state.apply_action(next(cards) % FACE_COUNT)
        yield [
            *(each for env in given for each in told(env, seat)),
            *told_by_views(match, seat),
            *told_by_openspiel(state, seat),
        ]
        if action is not None:
            match = match.play(move_of(match.game, action))
            state.apply_action(action)
            for env in given:
                do(env, action)


def moves(name: str, deck: list[int], chance: random.Random) -> list[int]:
    """Return random legal actions from `deck` on, none of which ends the hand."""
    env = envs.aec(name)
    seat_all(env.variant, deck, [env])
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
    """Return `deck` with a card that the opponent of `seat` never moved and the last of the stock swapped."""
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
@pytest.mark.parametrize("name", some_of(preset_names(), "standard", "two_pack", "eleven_card", "oklahoma"))
def test_what_a_seat_is_given_depends_on_what_it_may_know(name: str, seat: int) -> None:
    hold_equal(name, seat)


@pytest.mark.long  # the kernels of the card take seconds to compile
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["eaai", "two_pack"])
def test_a_card_gives_no_more(name: str, seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    use_processor(monkeypatch)
    hold_equal(name, seat, device="cuda")


def hold_equal(name: str, seat: int, **settings: str) -> None:
    """Play the same actions from two decks, and compare the outputs for `seat`."""
    chance = random.Random(f"{name} {seat}")
    deck = list(range(FACE_COUNT * load_variant(name).row.decks))
    chance.shuffle(deck)
    actions = moves(name, deck, chance)
    assert len(actions) >= 3
    other = changed(deck, actions, seat)
    for before, after in zip(
        played(name, deck, actions, seat, **settings),
        played(name, other, actions, seat, **settings),
        strict=True,
    ):
        for one, two in zip(before, after, strict=True):
            np.testing.assert_equal(one, two)
    # The other seat holds these cards and gets different outputs: so the decks do differ.
    one, two = (next(played(name, cards, actions, 1 - seat, **settings)) for cards in (deck, other))
    with pytest.raises(AssertionError):
        np.testing.assert_equal(one, two)


def test_what_a_short_pack_tells_is_what_may_be_known() -> None:
    """All states: own cards as dealt, upcard, all actions and own draws determine the output."""
    found: dict[Any, list[Any]] = {}
    texts: dict[str, Any] = {}
    waiting = [envs.openspiel("tiny").new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_player_node():
            for seat in (0, 1):
                key = seat, knowable(state, seat)
                given = [*told_by_openspiel(state, seat)]
                assert texts.setdefault(given[0], key) == key
                np.testing.assert_equal(given, found.setdefault(key, given))
        if not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]
    assert len(found) > 1920


def knowable(state: Any, seat: int) -> tuple[Any, ...]:
    """Return the knowledge of `seat`, from the history alone. The deal alternates from seat 0."""
    history, size = [*state.history()], state.variant.hand_dealer
    known: list[Any] = [sorted(history[seat : 2 * size : 2]), history[2 * size]]
    turn, again = 0, state.get_game().new_initial_state()
    for place, action in enumerate(history):
        if place > 2 * size and not (again.is_chance_node() and turn != seat):
            known.append(action)
        turn = turn if again.is_chance_node() else again.current_player()
        again.apply_action(action)
    return tuple(map(str, known))
