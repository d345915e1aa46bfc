"""The OpenSpiel game `python_ginrummy`: the law itself, the deal and the draws being chance.

Player 0 and 1 are the seats. Chance deals one face after another as from a pack, the non-dealer's first,
then the upcard, and every card drawn from the stock.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ginrummy.cards import FACE_COUNT, Hand, face_code, faces_of
from ginrummy.envs.observation import HAND_SIZE, allowed_actions, observation
from ginrummy.kernel import actions
from ginrummy.kernel.actions import ACTION_COUNT, after_action, with_sight
from ginrummy.kernel.move_numbers import PLAIN_MOVES
from ginrummy.rules.automatic_showdown import automatic_score
from ginrummy.rules.card_encoding import NO_FACE
from ginrummy.rules.dealing import deal_deck
from ginrummy.rules.hand import joined, single, size_of
from ginrummy.rules.opponent_memory import no_memory
from ginrummy.rules.scoring import NOBODY
from ginrummy.rules.turns import CLOSED, State, choices, dearest_card
from ginrummy.variants import Variant, load_variant

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
    """A hand of one variant: parameters `variant`, a preset or the file of a house rule, and `dealer`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the variant."""
        given: dict[str, Any] = {"variant": "eaai", "dealer": 1} | (params or {})
        self.variant, self.dealer = load_variant(str(given["variant"])).row, int(given["dealer"])
        if self.dealer not in (0, 1):
            raise ValueError(f"dealer is {self.dealer}: a seat is 0 or 1")
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
        """Return what writes observations."""
        return GinRummyObserver(iig_obs_type, params)


class GinRummyState(pyspiel.State):  # type: ignore[misc]  # pyspiel is not typed
    """A hand being dealt or played."""

    def __init__(self, game: GinRummyGame) -> None:
        """Begin before the first card."""
        super().__init__(game)
        self.variant, self.dealer = game.variant, game.dealer
        self.faces: list[int] = []
        self.law: State | None = None
        self.memories = (no_memory(), no_memory())
        self.told: tuple[list[str], list[str]] = ([], [])
        self._draws = False
        self._points: list[float] | None = None

    def current_player(self) -> int:
        """Return the seat to move, or what OpenSpiel calls chance and the end."""
        if self._points is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.law is None or self._draws else self.law.turn

    def _legal_actions(self, player: int) -> list[int]:
        assert self.law is not None
        return allowed_actions(choices(self.variant, self.law))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every face that may come, and how likely it is."""
        copies = [self.variant.decks - self.faces.count(face) for face in range(FACE_COUNT)]
        left = sum(copies)
        return [(face, count / left) for face, count in enumerate(copies) if count]

    def _apply_action(self, action: int) -> None:
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

    def _deal(self, face: int) -> None:
        variant = self.variant
        self.faces.append(face)
        if len(self.faces) == variant.hand_dealer + variant.hand_nondealer + variant.upcard:
            self.law = deal_deck(variant, self.faces, self.dealer)
            for seat in range(2):
                self.told[seat].append(codes(self.law.hands[seat]))
                self.told[seat].append(face_code(face) if variant.upcard else "-")

    def _tell(self, seat: int, action: int) -> None:
        assert self.law is not None
        for viewer in range(2):
            shown = viewer == seat or not self.variant.closing_discard_face_down
            closing = actions.CLOSE <= action < actions.DRAW
            self.told[viewer].append("close" if closing and not shown else action_text(action))
        self.memories = with_sight(self.memories, seat, self.law.pile.top, action)

    def _follow(self, action: int, face: int) -> None:
        assert self.law is not None
        if action == actions.DRAW:
            self.told[self.law.turn].append(face_code(face))
        self.law = after_action(self.variant, self.law, action, face)
        if self.law.phase >= CLOSED:
            score = automatic_score(self.variant, self.law)
            won = float(score.points) if score.winner != NOBODY else 0.0
            self._points = [won, -won] if score.winner == 0 else [-won, won]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> GinRummyState:
        """Return a state that `player` cannot tell from this one: what it has not seen is drawn anew.

        Every hand that the other seat may hold is equally likely. `sampler` gives numbers from 0 to 1.
        """
        history, hidden, own = [int(action) for action in self.history()], [], []
        again, taken = self.get_game().new_initial_state(), []
        for place, action in enumerate(history):
            hidden += [place] if again.hides_from(player) else []
            if again.current_player() == 1 - player:
                if action == actions.TAKE:
                    taken.append(again.law.pile.top)
                elif action in taken:
                    taken.remove(action)
                elif action < actions.CLOSE:
                    own.append(action)
            again.apply_action(action)
        pool = [history[place] for place in hidden] + self.stock_faces()
        for face in own:
            pool.remove(face)
        random.Random(sampler()).shuffle(pool)
        # What it discarded came first: so it held each card in time.
        for place, face in zip(hidden, own + pool, strict=False):
            history[place] = face
        drawn: GinRummyState = self.get_game().new_initial_state()
        for action in history:
            drawn.apply_action(action)
        return drawn

    def hides_from(self, player: int) -> bool:
        """Return whether the card that comes next goes to the other seat, unseen by `player`."""
        if self.current_player() != pyspiel.PlayerId.CHANCE:
            return False
        if self.law is not None:
            return self.law.turn != player
        dealt = self.variant.hand_dealer + self.variant.hand_nondealer
        return len(self.faces) < dealt and not self._is_dealt_to(player, len(self.faces))

    def stock_faces(self) -> list[int]:
        """Return the faces that chance has not given yet, a twin twice."""
        return [
            face for face in range(FACE_COUNT) for _ in range(self.variant.decks - self.faces.count(face))
        ]

    def _is_dealt_to(self, seat: int, place: int) -> bool:
        first = 0 if seat != self.dealer else 1
        return (place % 2 if place < 2 * self.variant.hand_dealer else 0) == first

    def _action_to_string(self, player: int, action: int) -> str:
        return face_code(action) if player == pyspiel.PlayerId.CHANCE else action_text(action)

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
                held = joined(held, single(face))
        return held

    def __str__(self) -> str:
        """Return both hands and the play so far."""
        return f"{codes(self.hand(0))} | {codes(self.hand(1))} | {' '.join(self.told[self.dealer])}"


class GinRummyObserver:
    """What a player observes, or with perfect recall all that it was ever told, as text.

    The tensor is `observation`: planes of cards, then numbers. There is none of perfect recall.
    """

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        """Prepare the tensor."""
        if params:
            raise ValueError(f"there are no parameters of observation, {params} are given")
        self.recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor: NDArray[np.float32] = np.zeros(0 if self.recall else HAND_SIZE, np.float32)
        self.dict = {} if self.recall else {"observation": self.tensor}

    def set_from(self, state: GinRummyState, player: int) -> None:
        """Write what `player` knows to the tensor; zeros while cards are dealt."""
        if not self.recall:
            self.tensor[:] = 0 if state.law is None else known(state, state.law, player)

    def string_from(self, state: GinRummyState, player: int) -> str:
        """Return what `player` knows as text."""
        if self.recall:
            return f"p{player} {codes(state.hand(player))} {' '.join(state.told[player])}"
        if state.law is None:
            return f"p{player} {codes(state.hand(player))}"
        sets = known(state, state.law, player)
        return f"p{player} {codes(state.hand(player))} {''.join(map(str, sets[:624]))} {sets[624:].tolist()}"


def known(state: GinRummyState, law: State, player: int) -> NDArray[np.int16]:
    """Return the observation of `player`."""
    other_size = size_of(law.hands[1 - player])
    return observation(state.variant, law, state.memories[player], player, other_size=other_size)


def codes(hand: Hand) -> str:
    """Return the cards of `hand` in notation, unspaced, `-` for none."""
    return "".join(face_code(face) for face in faces_of(hand)) or "-"


def action_text(action: int) -> str:
    """Return an action in the notation of moves; `close:` is a knock, or gin where nothing is left."""
    if action in PLAIN_MOVES:
        return str(PLAIN_MOVES[action])
    return face_code(action) if action < actions.CLOSE else f"close:{face_code(action - actions.CLOSE)}"


def most_points(variant: Variant) -> int:
    """Return more than any hand can be worth."""
    bonuses = (
        variant.undercut_bonus, variant.undercut_complete_bonus, variant.gin_bonus, variant.big_gin_bonus
    )  # fmt: skip
    worth = (variant.hand_nondealer + 1) * dearest_card(variant) + max(bonuses)
    return worth * (2 if variant.spade_double else 1)


def most_decisions(variant: Variant) -> int:
    """Return more than any hand can have: between two draws from the stock only so many turns can pass."""
    return 2 * (FACE_COUNT * variant.decks + 1) * (variant.endless_turns + 1)


pyspiel.register_game(_GAME_TYPE, GinRummyGame)
