"""What OpenSpiel's players observe, as a tensor and as text: public information, private, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ginrummy.cards import FACE_COUNT, Hand, face_code, faces_of
from ginrummy.envs.observation import HAND_SIZE, PLANE_CELLS, Numbers, observation
from ginrummy.rules.hand import size_of
from ginrummy.rules.turns import State

if TYPE_CHECKING:
    from ginrummy.envs.openspiel_game import GinRummyState

HELD_CELLS: Final = 2 * FACE_COUNT
"""The first planes of an observation, own cards and own twins: all that is private in it."""

_NOBODY, _ALL = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS


class GinRummyObserver:
    """What a player observes, or with perfect recall all that it was ever told, as text.

    The tensor is `observation`: the planes of what it holds, with `ALL_PLAYERS` those of the other hand too,
    then the public planes and the numbers. Planes that are not asked for are left out. There is no tensor of
    perfect recall, and that is offered with public information and the player's own alone.
    """

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        """Prepare the tensor; raises `ValueError` for what is not offered."""
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
        """Write what `player` observes to the tensor; zeros while cards are dealt."""
        if not self.recall:
            self.tensor[:] = 0 if state.law is None else self._cells(state, state.law, player)

    def string_from(self, state: GinRummyState, player: int) -> str:
        """Return what `player` observes as text."""
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
    """Return the cards of `hand` in notation, unspaced, `-` for none."""
    return "".join(face_code(face) for face in faces_of(hand)) or "-"
