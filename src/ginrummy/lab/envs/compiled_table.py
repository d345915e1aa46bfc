"""One table on the compiled law: a hand, or hand after hand to the end of a match."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel import vector_loops
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.rng import BY_LOT
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.vectorized_rules import (
    RESULT_ROW,
    STATE_ROW,
    TABLE_ROW,
    as_words,
    legal_actions_at,
    rows_as_states,
    signed_seed,
)
from ginrummy.lab.envs import step_loops
from ginrummy.lab.envs.observation import HAND_KIND, HAND_SIZE, Mask, Numbers, sheet_numbers
from ginrummy.rules import scoring
from ginrummy.rules.scoring import KIND_NAMES, HandScore, Sheet
from ginrummy.rules.turns import CLOSED, State
from ginrummy.variants import Variant

_LOOPS: Final = ("_record", "_play", "_see", "_legal", "_deal_one")


class CompiledTable:
    """A table at which both seats act by numbers; `turn` is the seat to move.

    `rewards` are both seats' rewards of the last action: points, or 1 and -1 at the end of a match.
    """

    def __init__(self, variant: Variant, *, match: bool) -> None:
        """Create the table; `deal` starts it."""
        self.variant, self.match = variant, match
        self.rewards, self.turn, self.is_over = (0.0, 0.0), 0, True
        self.sheet: Sheet = scoring.new_sheet()
        self.kind = ""
        self._rows, self._results = np.zeros(1, TABLE_ROW), np.zeros(1, RESULT_ROW)
        self._deck = np.zeros((1, FACE_COUNT * variant.decks), np.uint8)
        self._points = np.zeros(2, np.int32)
        self._take_loops()

    def _take_loops(self) -> None:
        self._record: Any = variant_record(self.variant)
        self._play, self._see = (
            compile_function(step_loops.play_one),
            compile_function(step_loops.observe_one),
        )
        self._legal, self._deal_one = (
            compile_function(vector_loops.fill_legal),
            compile_function(step_loops.deal_one),
        )

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy, without compiled loops, which it recreates."""
        return {name: value for name, value in vars(self).items() if name not in _LOOPS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the table from `state`."""
        vars(self).update(state)
        self._take_loops()

    @property
    def state(self) -> State:
        """The full state of the hand."""
        return rows_as_states(self._rows[list(STATE_ROW.names or ())])[0]

    @property
    def deck(self) -> list[int]:
        """The deck of the hand, card numbers in the order of dealing."""
        return [int(card) for card in self._deck[0]]

    def deal(self, seed: int) -> None:
        """Start with deal 0 of `seed` and a random dealer."""
        self._rows["seed"], self._rows["number"] = signed_seed(seed), 0
        self.sheet, self.is_over, self.rewards, self.kind = scoring.new_sheet(), False, (0.0, 0.0), ""
        self.turn = self._deal_one(self._record, self._rows, self._deck, BY_LOT)

    def play(self, action: int) -> None:
        """Do `action` for the seat to move, one of those `allowed`."""
        self.turn = self._play(self._record, self._rows, self._deck, action, self._points, self._results)
        self.rewards = (0.0, 0.0)
        if self._rows["phase"][0] >= CLOSED:
            self._end_hand()

    def _end_hand(self) -> None:
        result = self._results[0]
        self.kind = KIND_NAMES[result["kind"]]
        if self.match:
            self._enter(result)
        else:
            winner, points = int(result["winner"]), float(result["points"])
            self.rewards, self.is_over = _signed_amounts(winner, points), True

    def _enter(self, result: Any) -> None:
        names = ("kind", "winner", "multiplier", "points", "extra_coups")
        kind, winner, multiplier, points, coups = (int(result[name]) for name in names)
        score = HandScore(kind, winner, 0, 0, multiplier, points, coups)
        boxes = scoring.boxes_won(self.variant, score)
        self.sheet = scoring.enter_hand(self.variant, self.sheet, winner, points, coups, boxes)
        self.is_over = scoring.is_match_over(self.sheet)
        if self.is_over:
            self.rewards = _signed_amounts(scoring.match_winner(self.variant, self.sheet), 1.0)
        else:
            self._rows["number"] += 1
            dealer = scoring.next_dealer(self.variant, int(result["dealer"]), winner)
            self.turn = self._deal_one(self._record, self._rows, self._deck, dealer)

    @property
    def allowed(self) -> list[int]:
        """The legal actions of the seat to move."""
        return legal_actions_at(self._rows, 0)

    def observe(self, seat: int) -> Numbers:
        """Return the observation of `seat`, as described in `observation`."""
        numbers = np.empty(HAND_SIZE, HAND_KIND)
        self._see(self._record, self._rows, seat, numbers)
        return np.concatenate([numbers, sheet_numbers(self.sheet, seat)]) if self.match else numbers

    def mask(self, seat: int) -> Mask:
        """Return 1 for each legal action of `seat`, else 0; all 0 out of turn."""
        mask: Mask = np.zeros(ACTION_COUNT, np.int8)
        if seat == self.turn and not self.is_over:
            self._legal(self._rows, as_words(mask[None]))
        return mask


def _signed_amounts(winner: int, amount: float) -> tuple[float, float]:
    if winner == scoring.NOBODY:
        return (0.0, 0.0)
    return (amount, 0.0 - amount) if winner == 0 else (0.0 - amount, amount)
