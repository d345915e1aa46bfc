"""Every adapter refuses every illegal action, names the legal ones, and stays unchanged.

In the checked states all numbers are tried: each is refused, or played by a copy. Hands run to their end,
half of them with a knock as early as possible, the others as late as possible.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyspiel
import pytest
from gymnasium.error import InvalidAction

from bench.vector_tables import Tables
from ginrummy.game.moves import DRAW, Move
from ginrummy.game.view import View
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.actions import ACTION_COUNT, BIG_GIN, CLOSE
from ginrummy.kernel.actions import DRAW as DRAW_NUMBER
from ginrummy.kernel.vectorized_rules import STATE_ROW
from ginrummy.lab import envs
from ginrummy.lab.envs.action_checks import IllegalAction
from ginrummy.lab.envs.pettingzoo_env import GinRummyAEC
from ginrummy.players import load_player
from ginrummy.variants import load_variant, preset_names
from tests.envs.test_own_opponent import like_simple
from tests.kernel.card_on_processor import as_host, use_processor

TABLES = 3
LAST_DISCARD = str(Path(__file__).with_name("openspiel.toml"))
VARIANTS = [*preset_names(), LAST_DISCARD]
NUMBERS = [*range(-10, ACTION_COUNT + 4), 2**31, 2**32 + 104, 2**62, 2**63 - 1, -(2**63)]
NO_NUMBERS: list[Any] = [
    2**63, 2**64 + 104, -(2**70), 10**400, 104.0, 0.5, float("nan"), float("inf"), True, False, None, "104",
    b"104", [], [104], (104,), {}, object(), np.float32(104), np.True_, np.array([104]), np.array([[104]]),
    np.datetime64("2026-01-01"), 104 + 0j,
]  # fmt: skip


class Like:
    """A custom Python player, by its class."""

    def __init__(self, seed: int = 0) -> None:
        self.inner = load_player("simple", seed=seed)

    def decide(self, view: View) -> Move:
        return self.inner.decide(view)


class Adapter(Protocol):
    """A hand behind one of the interfaces."""

    def allowed(self) -> list[int]:
        """Return the legal actions."""

    def act(self, action: Any) -> None:
        """Do `action`."""

    def stands(self) -> Any:
        """Return everything that an action might change."""


class Single:
    def __init__(self, variant: str, **settings: Any) -> None:
        self.env = envs.single(variant, forfeit=None, **settings)
        self.env.reset(seed=5)

    def allowed(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.env.action_masks())]

    def act(self, action: Any) -> None:
        if self.env.step(action)[2]:
            self.env.reset()

    def stands(self) -> Any:
        return self.env._match, self.env.np_random.bit_generator.state


class Both:
    def __init__(self, variant: str, **settings: Any) -> None:
        self.env: GinRummyAEC = envs.aec(variant, **settings)
        self.env.reset(seed=5)

    def allowed(self) -> list[int]:
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        return [int(action) for action in np.flatnonzero(mask)]

    def act(self, action: Any) -> None:
        self.env.step(action)
        if not any(self.env.terminations.values()):
            return
        self.env.reset()

    def stands(self) -> Any:
        table = self.env.table
        parts = (table._rows, table._deck, table._points)
        return *(part.tobytes() for part in parts), table.sheet, table.turn, self.env.agent_selection


class Vector:
    """Several tables, of which the middle one gets an odd action."""

    def __init__(self, variant: str, **settings: Any) -> None:
        self.env = envs.vector(TABLES, variant, **settings)
        self.env.reset(seed=5)
        self.others = random.Random(3)

    def masks(self) -> Any:
        return as_host(self.env.action_masks())

    def allowed(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.masks()[1])]

    def act(self, action: Any) -> None:
        actions: list[Any] = [int(mask.argmax()) for mask in self.masks()]
        actions[1] = action
        self.env.step(actions)

    def stands(self) -> Any:
        if hasattr(self.env, "envs"):
            seats: list[Any] = self.env.envs
            return [(seat._match, seat.np_random.bit_generator.state) for seat in seats]
        return self.env.rows.tobytes(), self.env._decks.tobytes(), self.env._points.tobytes()


class Kernel:
    def __init__(self, variant: str) -> None:
        self.env = Tables(TABLES, variant=load_variant(variant).row, seeds=5)

    def allowed(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.env.legal()[1])]

    def act(self, action: Any) -> None:
        actions: list[Any] = [int(np.flatnonzero(mask)[0]) for mask in self.env.legal()]
        actions[1] = action
        self.env.step(actions)

    def stands(self) -> Any:
        return self.env.rows.tobytes(), self.env.decks.tobytes()


class Batch(Kernel):
    """States one by one, without internal state: tables name the index."""

    def act(self, action: Any) -> None:
        states = self.env.rows[list(STATE_ROW.names or ())].astype(STATE_ROW)
        actions: list[Any] = [int(np.flatnonzero(mask)[0]) for mask in self.env.legal()]
        actions[1] = action
        vectorized_rules.states_after(states, actions, [0] * TABLES, variant=self.env.variant)
        super().act(action)


class OpenSpiel:
    def __init__(self, variant: str) -> None:
        self.game, self.chance = envs.openspiel(variant), random.Random(7)
        self.deal()

    def deal(self) -> None:
        self.state = self.game.new_initial_state()
        self.follow()

    def follow(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(self.chance.choice(self.state.legal_actions()))

    def allowed(self) -> list[int]:
        return list(self.state.legal_actions())

    def act(self, action: Any) -> None:
        self.state.apply_action(action)
        self.follow()
        if self.state.is_terminal():
            self.deal()

    def stands(self) -> Any:
        return self.state.play, self.state.history()

    def __deepcopy__(self, memo: dict[int, Any]) -> OpenSpiel:
        found = copy.copy(self)
        found.state, found.chance = self.state.clone(), copy.deepcopy(self.chance)
        return found


class RLCard:
    def __init__(self, variant: str, **settings: Any) -> None:
        self.env = envs.rlcard(variant, seed=5, **settings)
        self.env.reset()

    def allowed(self) -> list[int]:
        return [*self.env.game.legal_actions(self.env.get_player_id())]

    def act(self, action: Any) -> None:
        self.env.step(action)
        if self.env.is_over():
            self.env.reset()

    def stands(self) -> Any:
        table = self.env.game.table
        parts = (table._rows, table._deck, table._points)
        return *(part.tobytes() for part in parts), table.sheet, table.turn, len(self.env.action_recorder)


ADAPTERS: dict[str, Callable[[str], Adapter]] = {
    "single": Single,
    "single, a match": lambda variant: Single(variant, match=True, opponent="steady"),
    "single, a class": lambda variant: Single(variant, opponent=Like),
    "single, an object": lambda variant: Single(variant, opponent=Like(), seat=1),
    "aec": Both,
    "aec, a match": lambda variant: Both(variant, match=True, normalise=True),
    "vector": Vector,
    "vector, sets": lambda variant: Vector(variant, compact=True, workers=2),
    "vector, by name": lambda variant: Vector(variant, opponent="simple"),
    "vector, a function": lambda variant: Vector(variant, opponent=like_simple),
    "vector, a class": lambda variant: Vector(variant, opponent=Like),
    "vector, an object": lambda variant: Vector(variant, opponent=Like(), match=True),
    "card": lambda variant: Vector(variant, device="cuda"),
    "card, by name": lambda variant: Vector(variant, device="cuda", opponent="steady", compact=True),
    "kernel": Kernel,
    "kernel, a batch": Batch,
    "OpenSpiel": OpenSpiel,
    "RLCard": RLCard,
    "RLCard, a match": lambda variant: RLCard(variant, match=True, normalise=True, allow_step_back=True),
}


CARD = [name for name in ADAPTERS if name.startswith("card")]


@pytest.fixture(autouse=True)
def _card(monkeypatch: pytest.MonkeyPatch) -> None:
    use_processor(monkeypatch)


def refused(adapter: Adapter, action: Any, before: Any) -> str:
    """Return the reason why `adapter` refuses `action` without a change."""
    try:
        adapter.act(action)
    except (ValueError, TypeError, pyspiel.SpielError) as error:
        assert adapter.stands() == before, action
        return str(error)
    raise AssertionError(f"{action!r} is played")


def odd_numbers(chance: random.Random) -> Iterator[Any]:
    """Yield numbers, some of NumPy's types."""
    for number in NUMBERS:
        kind = chance.choice([int, int, np.int64, np.int32, np.int16, np.int8, np.uint8, np.uint64])
        try:
            yield kind(number)
        except OverflowError:
            yield number


def try_everything(name: str, adapter: Adapter, chance: random.Random) -> None:
    """Let `adapter` refuse all illegal actions, and its copies play all legal ones."""
    allowed, before = adapter.allowed(), adapter.stands()
    assert allowed == sorted(set(allowed))
    written = repr(before)
    for number in odd_numbers(chance):
        if int(number) in allowed:
            copy.deepcopy(adapter).act(number)
            continue
        said = refused(adapter, number, before)
        if (name, int(number)) != ("OpenSpiel", -1):  # pyspiel itself says something shorter
            assert f"action {int(number)} is not allowed; allowed: {', '.join(map(str, allowed))}" in said
    for odd in NO_NUMBERS:
        if name == "OpenSpiel" and isinstance(odd, bool | np.bool_ | np.float32):
            continue  # pyspiel makes numbers of them
        said = refused(adapter, odd, before)
        if name.startswith(("single", "aec", "RLCard")):
            assert f"is not allowed; allowed: {', '.join(map(str, allowed))}" in said
    assert repr(adapter.stands()) == written
    assert adapter.allowed() == allowed


def next_action(allowed: list[int], chance: random.Random, *, is_late: bool) -> int:
    """Return a legal action: a knock as early as possible, or as late as possible."""
    closings = [each for each in allowed if CLOSE <= each < DRAW_NUMBER or each == BIG_GIN]
    others = [each for each in allowed if each not in closings]
    return chance.choice((others or closings) if is_late else (closings or others))


def walk(name: str, variant: str, *, decisions: int, checked: int) -> None:
    """Play `decisions` of `name`, and try everything in `checked` of the states."""
    adapter, chance = ADAPTERS[name](variant), random.Random(f"{name} {variant}")
    places = {*chance.sample(range(decisions), checked)}
    for decision in range(decisions):
        if decision in places:
            try_everything(name, adapter, chance)
        adapter.act(next_action(adapter.allowed(), chance, is_late=decision % 100 < 60))


@pytest.mark.parametrize("variant", ["standard", "two_pack", LAST_DISCARD])
@pytest.mark.parametrize("name", [name for name in ADAPTERS if name not in CARD])
def test_every_number_in_some_states(name: str, variant: str) -> None:
    walk(name, variant, decisions=30, checked=2)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ADAPTERS)
def test_every_number_in_all_states(name: str, variant: str) -> None:
    walk(name, variant, decisions=120, checked=6 if name in CARD else 25)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] * (name in CARD))
        for name in ADAPTERS
        if name != "OpenSpiel" and "kernel" not in name
    ],
)
def test_they_are_refused_by_gymnasiums_name(name: str) -> None:
    adapter = ADAPTERS[name]("eaai")
    for odd in (-1, 107, 5000, None, float("nan"), True):
        with pytest.raises(InvalidAction):
            adapter.act(odd)
    assert issubclass(IllegalAction, ValueError)


@pytest.mark.parametrize("settings", [{}, {"opponent": "simple"}, {"opponent": Like}])
@pytest.mark.parametrize(
    "actions", [[], [105], [105] * 4, [[105]] * 3, 105, None, "abc", [[1], [2, 3], [4]], np.zeros((3, 108))]
)
def test_arrays_of_the_wrong_length(settings: dict[str, Any], actions: Any) -> None:
    vector = Vector("eaai", **settings)
    before = vector.stands()
    with pytest.raises(InvalidAction):
        vector.env.step(actions)
    assert repr(vector.stands()) == repr(before)


@pytest.mark.parametrize("settings", [{}, {"opponent": "simple"}, {"opponent": Like}])
@pytest.mark.parametrize("count", [0, -1, 1.5, "8", 10**30])
def test_a_number_of_tables_that_cannot_be(settings: dict[str, Any], count: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="count"):
        envs.vector(count, **settings)


def test_a_forfeit_is_of_actions_and_ends_the_hand() -> None:
    """A number outside the 108 actions is an error of the program, and the hand continues."""
    env = envs.single(forfeit=12)
    env.reset(seed=1)
    for odd in (-1, 108, None, True, 3.0):
        with pytest.raises(InvalidAction, match="not allowed; allowed: 105, 106"):
            env.step(odd)
    _seen, reward, ended, _cut, news = env.step(107)
    assert (reward, ended, news["illegal"]) == (-12.0, True, True)


class CheatsLate:
    """A Python player that draws instead of discarding, after some turns."""

    name = "cheats late"

    def decide(self, view: View) -> Move:
        legal = view.legal_moves()
        return DRAW if view.state.turns > 6 else legal[0]


@pytest.mark.parametrize("match", [False, True])
def test_a_player_that_cheats_is_refused_at_all_tables(match: bool) -> None:
    vector = Vector("eaai", opponent=CheatsLate, match=match)
    before, said = vector.stands(), ""
    for _step in range(60):
        before = vector.stands()
        try:
            vector.act(vector.allowed()[0])
        except ValueError as error:
            said = str(error)
            break
    assert said.startswith("cheats late: it may not play draw")
    assert repr(vector.stands()) == repr(before)
    with pytest.raises(ValueError, match="cheats late: it may not play draw"):
        vector.act(vector.allowed()[0])
