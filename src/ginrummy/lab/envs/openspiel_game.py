"""OpenSpiel game `python_ginrummy`: the law itself, with the deal and the draws as chance nodes.

Players 0 and 1 are the seats. Chance deals one face after another as from a pack, first the non-dealer's,
then the upcard, and later every card drawn from the stock.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT, Hand, face_code, faces_of
from ginrummy.kernel import actions
from ginrummy.kernel.actions import ACTION_COUNT, after_action, is_allowed, update_memories
from ginrummy.kernel.move_numbers import PLAIN_MOVES, allowed_actions, illegal_action_text
from ginrummy.lab.envs.observation import HAND_SIZE, PLANE_CELLS, Numbers, observation
from ginrummy.locale.argument_checks import as_number, as_seat
from ginrummy.rules.cards import NO_FACE, join_hands, single, size_of
from ginrummy.rules.scoring import NOBODY
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import (
    CLOSED,
    MUST_CLOSE,
    Choices,
    State,
    choices,
    deal_deck,
    dearest_card,
    no_memory,
)
from ginrummy.variants import (
    NamedVariant,
    Variant,
    load_variant,
    parse_variant_text,
    resolve_variant,
    variant_text,
)

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
        words = [f"p{player}", *(card_codes(state.hand(seat)) for seat in self._seats(player))]
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
        parts = [observe_state(state, law, seat)[:HELD_CELLS] for seat in self._seats(player)]
        shared = observe_state(state, law, player)[HELD_CELLS:]
        return np.concatenate([*parts, shared[: len(shared) * self.public]])


def observe_state(state: GinRummyState, law: State, player: int) -> Numbers:
    """Return the observation of `player`."""
    other_size = size_of(law.hands[1 - player])
    return observation(state.variant, law, state.memories[player], player, other_size=other_size)


def card_codes(hand: Hand) -> str:
    """Return the cards of `hand` in notation, without spaces, `-` for none."""
    return "".join(face_code(face) for face in faces_of(hand)) or "-"


NAME: Final = "python_ginrummy"

_GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Gin Rummy, every variant",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "eaai", "dealer": 1},
)


class GinRummyGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is not typed
    """A hand of one variant. Its parameters are `variant`, written by `variant_parameter`, and `dealer`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the variant."""
        given: dict[str, Any] = {"variant": "eaai", "dealer": 1} | (params or {})
        self.variant, self.dealer = (
            parse_variant_parameter(str(given["variant"])),
            as_seat(given["dealer"], "dealer"),
        )
        most = most_points(self.variant)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=FACE_COUNT,
            num_players=2,
            min_utility=-float(most),
            max_utility=float(most),
            utility_sum=0.0,
            max_game_length=most_decisions(self.variant),
        )
        super().__init__(_GAME_TYPE, info, given)

    def new_initial_state(self) -> GinRummyState:
        """Return the state before the first card is dealt."""
        return GinRummyState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> GinRummyObserver:
        """Return the observer. Raises `ValueError` for an unsupported type."""
        return GinRummyObserver(iig_obs_type, params)


class GinRummyState(pyspiel.State):  # type: ignore[misc]  # pyspiel is not typed
    """A hand being dealt or played."""

    def __init__(self, game: GinRummyGame) -> None:
        """Start before the first card."""
        super().__init__(game)
        self.variant, self.dealer = game.variant, game.dealer
        self.faces: list[int] = []
        self.law: State | None = None
        self.memories = (no_memory(), no_memory())
        self.told: tuple[list[str], list[str]] = ([], [])
        self._draws = False
        self._options: Choices | None = None
        self._points: list[float] | None = None

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's id of chance or of the end."""
        if self._points is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.law is None or self._draws else self.law.turn

    def _legal_actions(self, player: int) -> list[int]:
        return allowed_actions(self._choices())

    def _choices(self) -> Choices:
        """Return the legal options of the seat to move, cached per state."""
        if self._options is None:
            assert self.law is not None
            self._options = choices(self.variant, self.law)
        return self._options

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every possible next face with its probability."""
        copies = [self.variant.decks - self.faces.count(face) for face in range(FACE_COUNT)]
        left = sum(copies)
        return [(face, count / left) for face, count in enumerate(copies) if count]

    def _apply_action(self, action: int) -> None:
        """Deal the face chosen by chance, or play the action. Raises `SpielError` if it is illegal."""
        if not self._may_come(action):
            known = [] if self.is_terminal() else self.legal_actions()
            raise pyspiel.SpielError(f"Invalid Action {action}: {illegal_action_text(action, known)}")
        if self.law is None:
            self._deal(action)
        elif self._draws:
            self._draws = False
            self.faces.append(action)
            self._follow(actions.DRAW, action)
        else:
            self._tell(self.law.turn, action)
            self._draws = action == actions.DRAW
            if not self._draws:
                self._follow(action, NO_FACE)

    def _may_come(self, action: int) -> bool:
        if self.is_terminal():
            return False
        if self.law is None or self._draws:
            return 0 <= action < FACE_COUNT and self.faces.count(action) < self.variant.decks
        return is_allowed(self._choices(), action)

    def _deal(self, face: int) -> None:
        variant = self.variant
        self.faces.append(face)
        if len(self.faces) == variant.hand_dealer + variant.hand_nondealer + variant.upcard:
            self.law = deal_deck(variant, self.faces, self.dealer)
            for seat in range(2):
                self.told[seat].append(card_codes(self.law.hands[seat]))
                self.told[seat].append(face_code(face) if variant.upcard else "-")

    def _tell(self, seat: int, action: int) -> None:
        assert self.law is not None
        for viewer in range(2):
            shown = viewer == seat or not self.variant.closing_discard_face_down
            closing = actions.CLOSE <= action < actions.DRAW
            self.told[viewer].append("close" if closing and not shown else action_text(action))
        self.memories = update_memories(self.variant, self.memories, self.law, action)

    def _follow(self, action: int, face: int) -> None:
        assert self.law is not None
        if action == actions.DRAW:
            self.told[self.law.turn].append(face_code(face))
        self.law, self._options = after_action(self.variant, self.law, action, face), None
        if self.law.phase >= CLOSED:
            score = automatic_score(self.variant, self.law)
            self._points = [0.0, 0.0]
            if score.winner != NOBODY:
                self._points[score.winner] += score.points
                self._points[1 - score.winner] -= score.points

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> GinRummyState:
        """Return a state in the same information set of `player`, with the unseen cards resampled.

        Every hand that the other seat may hold is equally likely. `sampler` returns numbers from 0 to 1.
        After the other seat has closed, or must close, its hand is unchanged: `player` has no further
        decision.
        """
        player = as_seat(player, "player")
        if self.is_terminal() or self._must_close(1 - player):
            same: GinRummyState = self.clone()
            return same
        history = [int(action) for action in self.history()]
        hidden, own = self._unseen(player, history)
        pool = [history[place] for place in hidden] + self.stock_faces()
        for face in own:
            pool.remove(face)
        random.Random(as_number(sampler(), "sampler", least=0, most=1)).shuffle(pool)
        # The cards that it discarded come first: so it held each in time.
        for place, face in zip(hidden, own + pool, strict=False):
            history[place] = face
        drawn: GinRummyState = self.get_game().new_initial_state()
        for action in history:
            drawn.apply_action(action)
        return drawn

    def _unseen(self, player: int, history: list[int]) -> tuple[list[int], list[int]]:
        """Return the places in `history` of the other seat's unseen cards, and those of them discarded."""
        hidden: list[int] = []
        own: list[int] = []
        again = self.get_game().new_initial_state()
        for place, action in enumerate(history):
            hidden += [place] if again.hides_from(player) else []
            is_discard = again.current_player() == 1 - player and action < actions.CLOSE
            known = again.memories[player].known
            again.apply_action(action)
            if is_discard and again.memories[player].known == known:
                own.append(action)
        return hidden, own

    def _must_close(self, seat: int) -> bool:
        return self.law is not None and self.law.phase == MUST_CLOSE and self.law.turn == seat

    def hides_from(self, player: int) -> bool:
        """Return whether the next card goes to the other seat, unseen by `player`."""
        if self.current_player() != pyspiel.PlayerId.CHANCE:
            return False
        if self.law is not None:
            return self.law.turn != player
        dealt = self.variant.hand_dealer + self.variant.hand_nondealer
        return len(self.faces) < dealt and not self._is_dealt_to(player, len(self.faces))

    def stock_faces(self) -> list[int]:
        """Return the faces not yet dealt by chance, a twin twice."""
        return [
            face for face in range(FACE_COUNT) for _ in range(self.variant.decks - self.faces.count(face))
        ]

    def _is_dealt_to(self, seat: int, place: int) -> bool:
        first = 0 if seat != self.dealer else 1
        return (place % 2 if place < 2 * self.variant.hand_dealer else 0) == first

    def _action_to_string(self, player: int, action: int) -> str:
        is_face = player == pyspiel.PlayerId.CHANCE and 0 <= action < FACE_COUNT
        return face_code(action) if is_face else action_text(action)

    def is_terminal(self) -> bool:
        """Return whether the hand has its score."""
        return self._points is not None

    def returns(self) -> list[float]:
        """Return the points of both seats, 0 until the hand is over."""
        return self._points or [0.0, 0.0]

    def hand(self, seat: int) -> Hand:
        """Return the cards of `seat`, those dealt so far while cards are dealt."""
        if self.law is not None:
            return self.law.hands[seat]
        held = Hand(0, 0)
        dealt = self.variant.hand_dealer + self.variant.hand_nondealer
        for place, face in enumerate(self.faces[:dealt]):
            if self._is_dealt_to(seat, place):
                held = join_hands(held, single(face))
        return held

    def __str__(self) -> str:
        """Return both hands and the play so far."""
        return f"{card_codes(self.hand(0))} | {card_codes(self.hand(1))} | {' '.join(self.told[self.dealer])}"


def variant_parameter(variant: Variant | NamedVariant | str | Path) -> str:
    """Return `variant` as a parameter of the game: its name or file, or without one its numbers.

    These are written as `gin_bonus:20;game_target:150`, because OpenSpiel's texts use `=` and `,` as
    separators.
    """
    if isinstance(variant, Variant | NamedVariant):
        return variant_text(resolve_variant(variant)).replace("=", ":").replace(",", ";")
    load_variant(variant)
    return str(variant)


def parse_variant_parameter(text: str) -> Variant:
    """Return the variant written by `variant_parameter`."""
    if ":" in text and not text.endswith(".toml"):
        return parse_variant_text(text.replace(":", "=").replace(";", ","))
    return load_variant(text).row


def action_text(action: int) -> str:
    """Return an action in the notation of moves; `close:` is a knock, or gin when nothing is left.

    Any other number is returned as text: OpenSpiel requests its text before it refuses it.
    """
    if not 0 <= action < ACTION_COUNT:
        return str(action)
    if action in PLAIN_MOVES:
        return str(PLAIN_MOVES[action])
    return face_code(action) if action < actions.CLOSE else f"close:{face_code(action - actions.CLOSE)}"


def most_points(variant: Variant) -> int:
    """Return an upper bound on the points of a hand."""
    bonuses = (
        variant.undercut_bonus, variant.undercut_complete_bonus, variant.gin_bonus, variant.big_gin_bonus
    )  # fmt: skip
    worth = (variant.hand_nondealer + 1) * dearest_card(variant) + max(bonuses)
    return worth * (2 if variant.spade_double else 1)


def most_decisions(variant: Variant) -> int:
    """Return an upper bound on the decisions of a hand: turns between two stock draws are limited."""
    return 2 * (FACE_COUNT * variant.decks + 1) * (variant.endless_turns + 1)


pyspiel.register_game(_GAME_TYPE, GinRummyGame)
