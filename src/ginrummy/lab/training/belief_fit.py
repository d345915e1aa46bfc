"""Fit the parameters of the belief by maximum likelihood: how our players take, wait and discard.

    python -m ginrummy.lab.training.belief_fit [--hands N] [--seed N]

It plays hands among `PLAYERS` in `GAMES`, and evaluates every action as `players.belief` does, with the hand
known. `simple` and `steady` stand for the two styles, so their style is known. Any other player is prompt or
patient with even chances, as the belief assumes. It prints the fitted parameters with the loss per action, in
nats: on the training hands, on as many others, and for each player when its own play was left out. The same
arguments print the same numbers.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, logit

from ginrummy.game.cards import FACE_COUNT, faces_of
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import view_of
from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW, TAKE
from ginrummy.kernel.move_numbers import action_of
from ginrummy.players import Player, belief, legal_answer, load_player
from ginrummy.players.belief import PATIENT, PROMPT, RATES, StyleRates, with_mover
from ginrummy.players.hand_facts import infer_other_hand, unmatched_faces
from ginrummy.players.opponent_history import ObservedAction, opponent_actions
from ginrummy.players.player import is_showdown
from ginrummy.players.simple_strategy import fresh_card_bit, shed_order, wants_top
from ginrummy.players.steady_strategy import STEADY, choose_closing, discard_cost
from ginrummy.rules.cards import NO_FACE, Hand
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.melds import deadwood, run_table_of
from ginrummy.rules.turns import Choices, State, choices
from ginrummy.variants import Variant, load_variant

GAMES: Final = ("eaai", "standard", "oklahoma")
PLAYERS: Final = ("novice", "simple", "steady", "network")
STYLES: Final = {"simple": PROMPT, "steady": PATIENT}
HANDS: Final = 20
"""Hands of each pair of players in each game."""
SEED: Final = 1913
MOST: Final = 16
"""Upper bound on the cards to choose a discard from."""
UNKNOWN: Final = -1
"""An unknown style, or a feature that does not apply to the action."""
NOT_THOUGHT_OF: Final = -1
"""The style offers no card like the one discarded."""
EVEN: Final = math.log(0.5)
_FAR: Final = 1e9
_NO_SHED: Final = -2
"""The action is not a discard."""

Done = tuple[Hand, int]
"""The hand before an action, and the action."""
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class ObservedDiscard(NamedTuple):
    """A discard as a style sees it: the cost of each card above the best, and the one chosen.

    `chosen` may be `NOT_THOUGHT_OF`. `alike` counts the cards as good as the best if the chosen one is among
    them, else it is 0.
    """

    costs: tuple[float, ...]
    chosen: int
    alike: int


class Feature(NamedTuple):
    """The features of an action that the belief's parameters depend on. Unknown ones are `UNKNOWN`."""

    seat: int
    style: int
    wants: int
    took: bool
    plays_on: int
    closed: bool
    prompt: ObservedDiscard | None
    patient: ObservedDiscard | None


def features_by_player(hands: int, seed: int) -> dict[str, list[Feature]]:
    """Return the features of `PLAYERS`, from `hands` hands of each pair in each game."""
    found: dict[str, list[Feature]] = {name: [] for name in PLAYERS}
    number = 0
    for game, names, turn in product(GAMES, product(PLAYERS, repeat=2), range(hands)):
        row = load_variant(game).row
        players = [load_player(name, seed=seed + turn) for name in names]
        both = _play_hand(row, players, f"{seed} {game} {'-'.join(names)} {turn}")
        for name, observed in zip(names, both, strict=True):
            style = STYLES.get(name, UNKNOWN)
            found[name] += [action_feature(number, row, seen)._replace(style=style) for seen in observed]
            number += 1
    return found


def _play_hand(
    row: Variant, players: Sequence[Player], seed: str
) -> tuple[list[ObservedAction], list[ObservedAction]]:
    """Return both seats' actions in one hand, each with the hand before it."""
    match = Match.start(row, seeds_from_number(seed))
    done: tuple[list[Done], list[Done]] = ([], [])
    while not (match.game.is_over or is_showdown(view := view_of(match, match.game.turn))):
        move = legal_answer(players[view.seat], view)
        done[view.seat].append((match.game.state.hands[view.seat], action_of(move)))
        match = match.play(move)
    return _observed_actions(match, 0, done[0]), _observed_actions(match, 1, done[1])


def _observed_actions(match: Match, seat: int, done: list[Done]) -> list[ObservedAction]:
    """Return the actions of `seat` as the other one saw them, but with its hands and its closing card."""
    found, _memories = opponent_actions(view_of(match, 1 - seat))
    return [
        ObservedAction(action, with_mover(seen.state, hand), seen.memory)
        for seen, (hand, action) in zip(found, done, strict=True)
    ]


def action_feature(seat: int, row: Variant, seen: ObservedAction) -> Feature:
    """Return the features on which the likelihood of `seen` depends."""
    action, state, memory = seen
    options = choices(row, state)
    is_closing = CLOSE <= action < DRAW or action == BIG_GIN
    plain = Feature(seat, UNKNOWN, UNKNOWN, False, UNKNOWN, False, None, None)
    if options.draw or options.leave:
        return plain._replace(wants=int(options.take and wants_top(row, state)), took=action == TAKE)
    if options.closings or options.big_gin:
        waits = choose_closing(row, state, options, memory, STEADY) == NO_FACE
        plain = plain._replace(plays_on=int(waits), closed=is_closing)
    if is_closing:
        return plain
    return plain._replace(
        prompt=_prompt_shed(row, state, options, action),
        patient=_patient_shed(row, state, options, seen),
    )


def _prompt_shed(row: Variant, state: State, options: Choices, face: int) -> ObservedDiscard:
    left = [0] * FACE_COUNT
    fill_deadwoods(state.hands[state.turn], run_table_of(row), row.set_same_suit_duplicates, left)
    faces: list[int] = list(faces_of(Hand(options.discards & ~fresh_card_bit(state), 0)))
    best = min(faces, key=lambda one: (left[one], -shed_order(row, one)))
    alike = [one for one in faces if (left[one], shed_order(row, one)) == (left[best], shed_order(row, best))]
    costs = tuple(float(left[one] - left[best]) for one in faces)
    return ObservedDiscard(
        costs, faces.index(face) if face in faces else NOT_THOUGHT_OF, len(alike) * (face in alike)
    )


def _patient_shed(row: Variant, state: State, options: Choices, seen: ObservedAction) -> ObservedDiscard:
    hand = state.hands[state.turn]
    unmatched = unmatched_faces(row, hand, deadwood(row, hand))
    allowed = options.discards & ~fresh_card_bit(state)
    reading = infer_other_hand(row, state, seen.memory)
    faces: list[int] = list(faces_of(Hand(allowed & unmatched or allowed, 0)))
    found = [discard_cost(row, state, one, unmatched, reading, STEADY) for one in faces]
    costs = tuple(float(one - min(found)) for one in found)
    return ObservedDiscard(costs, faces.index(seen.action) if seen.action in faces else NOT_THOUGHT_OF, 0)


class ObservedActions(NamedTuple):
    """Features as arrays with a row per action."""

    seats: Integers
    styles: Integers
    wants: Integers
    took: Integers
    plays_on: Integers
    closed: Integers
    costs: Floats
    chosen: Integers
    alike: Integers

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self.seats)


def features_as_arrays(features: Sequence[Feature]) -> ObservedActions:
    """Return `features` as arrays. Costs, chosen and alike cards have a first axis over both styles."""
    count = len(features)
    costs = np.full((belief.STYLES, count, MOST), _FAR)
    chosen = np.full((belief.STYLES, count), _NO_SHED)
    alike = np.zeros((belief.STYLES, count), np.int64)
    for place, feature in enumerate(features):
        for style, shed in ((PROMPT, feature.prompt), (PATIENT, feature.patient)):
            if shed is not None:
                costs[style, place, : len(shed.costs)] = shed.costs
                chosen[style, place], alike[style, place] = shed.chosen, shed.alike
    columns = ([getattr(one, name) for one in features] for name in Feature._fields[:6])
    seats, styles, wants, took, plays_on, closed = (np.array(column, np.int64) for column in columns)
    return ObservedActions(seats, styles, wants, took, plays_on, closed, costs, chosen, alike)


def log_likelihoods(play: ObservedActions, rates: StyleRates) -> Floats:
    """Return the log-likelihood of each action under `rates`, for both styles: shape (2, actions)."""
    shares = np.array([rates.take_unwanted, rates.take_wanted])
    takes = np.where(play.took == 1, shares[play.wants], 1 - shares[play.wants])
    total = np.tile(np.where(play.wants >= 0, np.log(takes), 0.0), (belief.STYLES, 1))
    waits = np.array([[rates.prompt_waits] * 2, [rates.patient_waits, rates.patient_plays_on]], np.float64)[
        :, play.plays_on
    ]
    total += np.where(play.plays_on >= 0, np.log(np.where(play.closed == 1, 1 - waits, waits)), 0.0)
    total += np.log(_sheds(play, rates))
    return total


def _sheds(play: ObservedActions, rates: StyleRates) -> Any:
    """Return the likelihood of each discard for both styles, and 1 for other actions."""
    tempers = np.array([rates.shed_temper, rates.cost_temper])
    weights = np.exp(-play.costs / tempers[:, None, None])
    own = np.take_along_axis(weights, np.maximum(play.chosen, 0)[..., None], axis=2)[..., 0]
    soft = np.where(play.chosen >= 0, own / np.maximum(weights.sum(axis=2), 1e-300), 0.0)
    ruled = np.where(play.alike > 0, 1 / np.maximum(play.alike, 1), 0.0)
    rule_shares = np.array([rates.rule_share, 0.0])[:, None]
    shares = rule_shares * ruled + (1 - rule_shares) * soft
    found = (1 - rates.by_lot_share) * shares + rates.by_lot_share / belief.ABOUT
    return np.where(play.chosen == _NO_SHED, 1.0, found)


def loss(play: ObservedActions, rates: StyleRates) -> float:
    """Return the loss per action: each seat plays by one of the styles, known or not."""
    seats = np.zeros((belief.STYLES, play.seats.max() + 1))
    for style, logs in enumerate(log_likelihoods(play, rates)):
        is_other = (play.styles >= 0) & (play.styles != style)
        np.add.at(seats[style], play.seats, np.where(is_other, -_FAR, logs))
    return float(-np.logaddexp(*(seats + EVEN)).sum() / play.size)


def fit_rates(play: ObservedActions) -> StyleRates:
    """Return the maximum-likelihood parameters for `play`."""
    return _bound(minimize(lambda free: loss(play, _bound(free)), _free(RATES), method="L-BFGS-B").x)


_TEMPERS: Final = ("shed_temper", "cost_temper")


def _free(rates: StyleRates) -> Floats:
    """Return `rates` as unbounded numbers: log-odds of shares, logs of tempers."""
    pairs = rates._asdict().items()
    return np.array([math.log(value) if name in _TEMPERS else logit(value) for name, value in pairs])


def _bound(free: Floats) -> StyleRates:
    """Return the rates for unbounded numbers. Shares stay as far from 0 and 1 as play could show."""
    names = zip(StyleRates._fields, free, strict=True)
    values = {
        name: math.exp(value) if name in _TEMPERS else float(np.clip(expit(value), 1e-3, 1 - 1e-3))
        for name, value in names
    }
    return StyleRates(**values)


def main() -> None:
    """Fit, and print the result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--seed", type=int, default=SEED)
    told = parser.parse_args()
    learnt, others = (features_by_player(told.hands, seed) for seed in (told.seed, told.seed + told.hands))
    play, unseen = (_all_of(each) for each in (learnt, others))
    found = fit_rates(play)
    print(f"{play.size} actions to train on, {unseen.size} others")
    for name, now, after in zip(StyleRates._fields, RATES, found, strict=True):
        print(f"{name:16} shipped {now:8.4f}  fitted {after:8.4f}")
    for name, rates in (("shipped", RATES), ("fitted", found)):
        print(f"{name:8} loss an action {loss(play, rates):.4f} trained on, {loss(unseen, rates):.4f} others")
    for name, own in learnt.items():
        rest = {other: some for other, some in learnt.items() if other != name}
        judged, left_out = features_as_arrays(own), fit_rates(_all_of(rest))
        losses = [loss(judged, rates) for rates in (RATES, found, left_out)]
        print(
            f"{name:8} loss an action, shipped, fitted, left out: " + " ".join(f"{one:.4f}" for one in losses)
        )


def _all_of(features: dict[str, list[Feature]]) -> ObservedActions:
    return features_as_arrays([one for some in features.values() for one in some])


if __name__ == "__main__":
    main()
