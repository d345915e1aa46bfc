"""Observer of the OpenSpiel game, as a tensor and as text: public information, private, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT, Hand, face_code, faces_of
from ginrummy.lab.envs.observation import HAND_SIZE, PLANE_CELLS, Numbers, observation
from ginrummy.rules.hand import size_of
from ginrummy.rules.turns import State

if TYPE_CHECKING:
    from ginrummy.lab.envs.openspiel_game import GinRummyState

HELD_CELLS: Final = 2 * FACE_COUNT
"""Size of the first planes of an observation, own cards and own twins: its private part."""

_NOBODY, _ALL = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS


class GinRummyObserver:
    """The observation of a player, or with perfect recall its whole history, as text.

    The tensor is `observation`: the planes of the own hand, with `ALL_PLAYERS` those of the other hand too,
    then the public planes and the numbers. Planes that are not requested are left out. Perfect recall has no
    tensor, and is only offered with public information and the player's own hand.
    """

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        """Create the tensor. Raises `ValueError` for an unsupported type."""
        if params:
            raise ValueError(f"there are no parameters of observation, {params} are given")
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self.recall, self.public = asked.perfect_recall, asked.public_info
        self.hands = 0 if asked.private_info == _NOBODY else 2 if asked.private_info == _ALL else 1
        if self.recall and (self.hands != 1 or not self.public):
            raise ValueError("perfect recall is of public information and the player's own, no other")
        size = self.hands * HELD_CELLS + self.public * (HAND_SIZE - HELD_CELLS)
        self.tensor: NDArray[np.float32] = np.zeros(0 if self.recall else size, np.float32)
        self.dict = {} if self.recall else {"observation": self.tensor}

    def set_from(self, state: GinRummyState, player: int) -> None:
        """Write the observation of `player` to the tensor; zeros during the deal."""
        if not self.recall:
            self.tensor[:] = 0 if state.law is None else self._cells(state, state.law, player)

    def string_from(self, state: GinRummyState, player: int) -> str:
        """Return the observation of `player` as text."""
        words = [f"p{player}", *(codes(state.hand(seat)) for seat in self._seats(player))]
        if self.recall:
            words.append(" ".join(state.told[player]))
        elif state.law is not None:
            cells = self._cells(state, state.law, player)
            last = len(cells) - (HAND_SIZE - PLANE_CELLS) * self.public
            words += ["".join(map(str, cells[:last])), *([str(cells[last:].tolist())] * self.public)]
        return " ".join(words)

    def _seats(self, player: int) -> tuple[int, ...]:
        return (player, 1 - player)[: self.hands]

    def _cells(self, state: GinRummyState, law: State, player: int) -> Numbers:
        parts = [known(state, law, seat)[:HELD_CELLS] for seat in self._seats(player)]
        shared = known(state, law, player)[HELD_CELLS:]
        return np.concatenate([*parts, shared[: len(shared) * self.public]])


def known(state: GinRummyState, law: State, player: int) -> Numbers:
    """Return the observation of `player`."""
    other_size = size_of(law.hands[1 - player])
    return observation(state.variant, law, state.memories[player], player, other_size=other_size)


def codes(hand: Hand) -> str:
    """Return the cards of `hand` in notation, without spaces, `-` for none."""
    return "".join(face_code(face) for face in faces_of(hand)) or "-"
