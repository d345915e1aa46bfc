"""The RLCard environment `ginrummy`: both seats act in turn, by RLCard's numbers of players and actions."""

from __future__ import annotations

from collections import OrderedDict
from copy import deepcopy
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rlcard.envs import Env, register

from ginrummy.game.cards import FACE_COUNT, Hand, face_code, faces_of
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.move_numbers import illegal_action_text
from ginrummy.kernel.observation import PLANE_COUNT, KnownCards
from ginrummy.lab.envs.action_checks import IllegalAction, allowed_number, require_reset
from ginrummy.lab.envs.compiled_table import CompiledTable
from ginrummy.lab.envs.observation import (
    HAND_SIZE,
    MATCH_SIZE,
    PLANE_CELLS,
    normalise_numbers,
    number_divisors,
)
from ginrummy.lab.envs.openspiel_play import action_text
from ginrummy.locale.argument_checks import as_flag, as_seat
from ginrummy.locale.errors import safe_repr
from ginrummy.variants import resolve_variant

NAME: Final = "ginrummy"
_SEED_RANGE: Final = 1 << 31
_DEFAULTS: Final = {
    "allow_step_back": False, "seed": None, "variant": "eaai", "match": False, "normalise": False,
}  # fmt: skip


class GinRummyGame:
    """The table as RLCard's environment expects a game. Its states are seats."""

    allow_step_back = False
    np_random: Any = None

    def __init__(self, table: CompiledTable) -> None:
        self.table = table
        self._before: list[CompiledTable] = []
        self._is_dealt = False

    def init_game(self) -> tuple[int, int]:
        """Deal."""
        self.table.deal(int(self.np_random.randint(_SEED_RANGE)))
        self._before, self._is_dealt = [], True
        return self.table.turn, self.table.turn

    def step(self, action: int) -> tuple[int, int]:
        """Play `action`, which is legal."""
        if self.allow_step_back:
            self._before.append(deepcopy(self.table))
        self.table.play(action)
        return self.table.turn, self.table.turn

    def step_back(self) -> bool:
        """Go back to the position before the last action, if there is one."""
        if not self._before:
            return False
        self.table = self._before.pop()
        return True

    def get_num_players(self) -> int:
        """Return the number of players."""
        return 2

    def get_num_actions(self) -> int:
        """Return the number of actions."""
        return ACTION_COUNT

    def get_player_id(self) -> int:
        """Return the seat to move."""
        return self.table.turn

    def get_state(self, player_id: int) -> int:
        """Return the seat itself. Raise `ResetNeeded` before the first deal."""
        require_reset(self._is_dealt)
        return as_seat(player_id, "player_id")

    def is_over(self) -> bool:
        """Return whether the hand or the match is over."""
        return self.table.is_over

    def legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of `seat`, none out of turn."""
        return [] if self.table.is_over or seat != self.table.turn else self.table.allowed


class GinRummyRLCard(Env):  # type: ignore[misc]  # RLCard is not typed
    """A hand, or with `match` a whole match. `config` has `variant`, `match`, `normalise`, RLCard's keys.

    Raises `IllegalAction` for an illegal action, `ResetNeeded` before the first `reset` and after the end.
    """

    __copy__ = deepcopy  # a copy has a table of its own

    def __init__(self, config: dict[str, Any]) -> None:
        """Create the table; `reset` deals."""
        given = _DEFAULTS | config
        match, normalise = as_flag(given["match"], "match"), as_flag(given["normalise"], "normalise")
        self.name, self.variant, self.match = NAME, resolve_variant(given["variant"]), match
        self.game = GinRummyGame(CompiledTable(self.variant, match=match))
        self._scale = number_divisors(self.variant, match=match) if normalise else None
        super().__init__(given | {"allow_step_back": as_flag(given["allow_step_back"], "allow_step_back")})
        size = MATCH_SIZE if match else HAND_SIZE
        self.state_shape = [[size] for _ in range(self.num_players)]
        self.action_shape = [None for _ in range(self.num_players)]

    def step(self, action: Any, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """Play `action`: a number, or with `raw_action` one of `raw_legal_actions`."""
        require_reset(not self.game.is_over())
        number = self._raw_number(action) if raw_action else self._decode_action(action)
        after: tuple[dict[str, Any], int] = super().step(number, raw_action=True)
        return after

    def get_payoffs(self) -> NDArray[np.float64]:
        """Return the points of both seats, 1 and -1 for a match, and zeros until the end."""
        return np.array(self.game.table.rewards if self.game.is_over() else (0.0, 0.0))

    def get_perfect_information(self) -> dict[str, Any]:
        """Return all cards, also the hidden ones, in notation."""
        state, deck = self.game.table.state, self.game.table.deck
        stock = deck[len(deck) - state.stock :]
        return {
            "hand_cards": [_codes(hand) for hand in state.hands],
            "pile": _codes(state.pile.cards),
            "stock": [face_code(card % FACE_COUNT) for card in stock],
            "current_player": self.get_player_id(),
            "legal_actions": self._get_legal_actions(),
        }

    def _extract_state(self, seat: int) -> dict[str, Any]:
        seen: Any = self.game.table.observe(seat)
        legal = self.game.legal_actions(seat)
        planes = seen[:PLANE_CELLS].reshape(PLANE_COUNT, FACE_COUNT)
        raw: dict[str, Any] = {
            name: [face_code(int(face)) for face in np.flatnonzero(plane)]
            for name, plane in zip(KnownCards._fields, planes, strict=True)
        }
        return {
            "obs": seen if self._scale is None else normalise_numbers(seen, self._scale),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": raw | {"numbers": seen[PLANE_CELLS:].tolist()},
            "raw_legal_actions": [action_text(action) for action in legal],
        }

    def _decode_action(self, action_id: Any) -> int:
        return allowed_number(action_id, self.game.legal_actions(self.get_player_id()))

    def _raw_number(self, action: Any) -> int:
        legal = self.game.legal_actions(self.get_player_id())
        for number in legal:
            if action == action_text(number):
                return number
        raise IllegalAction(illegal_action_text(safe_repr(action), legal))

    def _get_legal_actions(self) -> OrderedDict[int, None]:
        return OrderedDict.fromkeys(self.game.legal_actions(self.get_player_id()))


def _codes(hand: Hand) -> list[str]:
    return [face_code(face) for face in faces_of(hand)]


register(NAME, f"{__name__}:{GinRummyRLCard.__name__}")
