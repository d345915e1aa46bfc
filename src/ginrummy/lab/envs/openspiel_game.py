"""OpenSpiel game `python_ginrummy`: the law itself, with the deal and the draws as chance nodes.

Players 0 and 1 are the seats. Chance deals one face after another as from a pack, first the non-dealer's,
then the upcard, and later every card drawn from the stock. A short pack deals each hand in the order of its
faces: fewer deals lead to the same hands.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT, Hand, face_code
from ginrummy.kernel import actions
from ginrummy.kernel.actions import ACTION_COUNT, is_allowed
from ginrummy.kernel.move_numbers import allowed_actions, illegal_action_text
from ginrummy.lab.envs.observation import HAND_SIZE, PLANE_CELLS, Numbers, observation
from ginrummy.lab.envs.openspiel_play import GameRules, Play, action_text, card_codes
from ginrummy.lab.envs.short_packs import SHORT_PACKS, deal_counts
from ginrummy.locale.argument_checks import as_number, as_seat
from ginrummy.rules.cards import NO_FACE, size_of
from ginrummy.rules.turns import (
    MUST_CLOSE,
    State,
    cards_dealt,
    dearest_card_points,
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
RECALLED: Final = 40
"""Number of latest actions in the tensor of an information state: most hands have fewer."""
ACTION_CELLS: Final = 2 + ACTION_COUNT + 1 + FACE_COUNT
"""Size of a recalled action: the seat, the action or an unseen closing, and the card drawn."""
RECALL_SIZE: Final = HAND_SIZE + RECALLED * ACTION_CELLS
_UNSEEN_CLOSING: Final = 2 + ACTION_COUNT

_NOBODY, _ALL = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS


class GinRummyObserver:
    """The observation of a player, or with perfect recall its whole history, as text.

    The tensor is `observation`: the planes of the own hand, with `ALL_PLAYERS` those of the other hand too,
    then the public planes and the numbers. Planes that are not requested are left out. Perfect recall is only
    offered with public information and the player's own hand. Its text is the whole history; its tensor is
    the observation and the latest `RECALLED` actions.
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
        self.tensor: NDArray[np.float32] = np.zeros(RECALL_SIZE if self.recall else size, np.float32)
        self.dict = {"info_state" if self.recall else "observation": self.tensor}

    def set_from(self, state: GinRummyState, player: int) -> None:
        """Write the observation of `player` to the tensor; zeros during the deal."""
        self.tensor[:] = 0
        if state.law is not None:
            cells = self._cells(state, state.law, player)
            self.tensor[: len(cells)] = cells
        if self.recall:
            self._recall(state, player)

    def _recall(self, state: GinRummyState, player: int) -> None:
        """Write the latest actions as `player` saw them, the last one first."""
        rows = self.tensor[HAND_SIZE:].reshape(RECALLED, ACTION_CELLS)
        for row, played in zip(rows, reversed(state.play.played), strict=False):
            is_own = played.seat == player
            row[0 if is_own else 1] = 1
            row[2 + played.action if is_own or not played.is_hidden else _UNSEEN_CLOSING] = 1
            if is_own and played.drawn != NO_FACE:
                row[_UNSEEN_CLOSING + 1 + played.drawn] = 1

    def string_from(self, state: GinRummyState, player: int) -> str:
        """Return the observation of `player` as text."""
        words = [f"p{player}", *(card_codes(state.hand(seat)) for seat in self._seats(player))]
        if self.recall:
            words.append(" ".join(state.play.transcripts[player]))
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
    return observation(state.variant, law, state.play.memories[player], player, other_size=other_size)


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
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "eaai", "dealer": 1},
)


class GinRummyGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is not typed
    """A hand of one variant. Its parameters are `variant`, written by `variant_parameter`, and `dealer`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the variant."""
        given: dict[str, Any] = {"variant": "eaai", "dealer": 1} | (params or {})
        self.rules = game_rules(str(given["variant"]), as_seat(given["dealer"], "dealer"))
        most = most_points(self.rules.variant)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=FACE_COUNT,
            num_players=2,
            min_utility=-float(most),
            max_utility=float(most),
            utility_sum=0.0,
            max_game_length=most_decisions(self.rules.variant),
        )
        super().__init__(_GAME_TYPE, info, given)

    @property
    def variant(self) -> Variant:
        """The row of the rules."""
        return self.rules.variant

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
        self.play = Play(game.rules)

    @property
    def variant(self) -> Variant:
        """The row of the rules."""
        return self.play.rules.variant

    @property
    def law(self) -> State | None:
        """The state of the law, `None` during the deal."""
        return self.play.law

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's id of chance or of the end."""
        if self.play.points is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        law = self.play.law
        return int(pyspiel.PlayerId.CHANCE) if law is None or self.play.draws else law.turn

    def _legal_actions(self, player: int) -> list[int]:
        return allowed_actions(self.play.options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every possible next face with its probability."""
        copies = self.play.copies_left
        left = sum(copies)
        return [(face, count / left) for face, count in enumerate(copies) if count]

    def _apply_action(self, action: int) -> None:
        """Deal the face chosen by chance, or play the action. Raises `SpielError` if it is illegal."""
        if not self._may_come(action):
            known = [] if self.is_terminal() else self.legal_actions()
            raise pyspiel.SpielError(f"Invalid Action {action}: {illegal_action_text(action, known)}")
        self.play = self.play.after(action)

    def _may_come(self, action: int) -> bool:
        if self.is_terminal():
            return False
        return self.play.may_come(action) if self.play.is_chance else is_allowed(self.play.options, action)

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
        faces = own + pool
        if self.play.rules.deals is not None:  # a short pack deals a hand in the order of its faces
            dealt = sum(place < cards_dealt(self.variant) for place in hidden)
            faces[:dealt] = sorted(faces[:dealt])
        for place, face in zip(hidden, faces, strict=False):
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
            hidden += [place] if again.play.hides_from(player) else []
            is_discard = again.current_player() == 1 - player and action < actions.CLOSE
            known = again.play.memories[player].known
            again.apply_action(action)
            if is_discard and again.play.memories[player].known == known:
                own.append(action)
        return hidden, own

    def _must_close(self, seat: int) -> bool:
        law = self.play.law
        return law is not None and law.phase == MUST_CLOSE and law.turn == seat

    def stock_faces(self) -> list[int]:
        """Return the faces not yet dealt by chance, a twin twice."""
        copies = enumerate(self.play.rules.copies)
        return [face for face, count in copies for _ in range(count - self.play.faces.count(face))]

    def _action_to_string(self, player: int, action: int) -> str:
        is_face = player == pyspiel.PlayerId.CHANCE and 0 <= action < FACE_COUNT
        return face_code(action) if is_face else action_text(action)

    def is_terminal(self) -> bool:
        """Return whether the hand has its score."""
        return self.play.points is not None

    def returns(self) -> list[float]:
        """Return the points of both seats, 0 until the hand is over."""
        return list(self.play.points or (0.0, 0.0))

    def hand(self, seat: int) -> Hand:
        """Return the cards of `seat`, those dealt so far while cards are dealt."""
        return self.play.hand(seat)

    def __str__(self) -> str:
        """Return both hands and the play so far."""
        known = " ".join(self.play.transcripts[self.play.rules.dealer])
        return f"{card_codes(self.hand(0))} | {card_codes(self.hand(1))} | {known}"


def variant_parameter(variant: Variant | NamedVariant | str | Path) -> str:
    """Return `variant` as a parameter of the game: its name or file, or without one its numbers.

    These are written as `gin_bonus:20;game_target:150`, because OpenSpiel's texts use `=` and `,` as
    separators.
    """
    if isinstance(variant, Variant | NamedVariant):
        return variant_text(resolve_variant(variant)).replace("=", ":").replace(",", ";")
    if str(variant) not in SHORT_PACKS:
        load_variant(variant)
    return str(variant)


def parse_variant_parameter(text: str) -> Variant:
    """Return the variant written by `variant_parameter`."""
    if ":" in text and not text.endswith(".toml"):
        return parse_variant_text(text.replace(":", "=").replace(";", ","))
    return load_variant(text).row


def game_rules(name: str, dealer: int) -> GameRules:
    """Return the rules of the game `name`: a short pack, or a variant written by `variant_parameter`."""
    if name in SHORT_PACKS:
        short = SHORT_PACKS[name]
        copies = tuple(int(face in short.faces) for face in range(FACE_COUNT))
        return GameRules(short.row, dealer, copies, deal_counts(short))
    variant = parse_variant_parameter(name)
    return GameRules(variant, dealer, (variant.decks,) * FACE_COUNT)


def most_points(variant: Variant) -> int:
    """Return an upper bound on the points of a hand."""
    bonuses = (
        variant.undercut_bonus, variant.undercut_complete_bonus, variant.gin_bonus, variant.big_gin_bonus
    )  # fmt: skip
    worth = (variant.hand_nondealer + 1) * dearest_card_points(variant) + max(bonuses)
    return worth * (2 if variant.spade_double else 1)


def most_decisions(variant: Variant) -> int:
    """Return an upper bound on the decisions of a hand: turns between two stock draws are limited."""
    return 2 * (FACE_COUNT * variant.decks + 1) * (variant.endless_turns + 1)


pyspiel.register_game(_GAME_TYPE, GinRummyGame)
