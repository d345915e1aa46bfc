"""Trials of every action in worlds sampled from the belief: loops over the law that compile as they are."""

from __future__ import annotations

from typing import Any, NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.kernel.rng import word_at
from ginrummy.players.belief import PATIENT, with_hand_of
from ginrummy.players.search_strategy import (
    SampledWorlds,
    SearchRoot,
    Trail,
    chance_after,
    draw_world,
    end_of,
    play_out,
)
from ginrummy.rules.cards import FACE_COUNT, NO_FACE, join_hands, single
from ginrummy.rules.melds import closing_discards, deadwood, face_points, least_deadwood, runs_of
from ginrummy.rules.scoring import NOBODY, HandScore
from ginrummy.rules.showdown import automatic_score, best_defence, settle
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import DISCARD, Memory, State, choices, open_hand_state
from ginrummy.variants import Variant


class Trials(NamedTuple):
    """Results of the trials: arrays with a row per world, those of the first line with a column per action.

    `worths` are chances to win the match, NaN where an action was not tried. `points` are the hand's, less
    those of the other seat. `kinds` is how it ended, negative where the other seat won and 0 where neither
    did. `cards` and `twins` are the other hand. `wanted` has a column per face: whether that hand would meld
    it. `knocks` and `gins` mark hands that could knock, or go gin, with the next card of the stock.
    """

    worths: Any
    points: Any
    kinds: Any
    cards: Any
    twins: Any
    wanted: Any
    deadwoods: Any
    knocks: Any
    gins: Any


def try_out(
    variant: Variant,
    root: SearchRoot,
    trail: Trail,
    alive: Any,
    world: SampledWorlds,
    trials: Trials,
    first: int,
    stride: int,
    key: Any,
) -> None:
    """Fill the rows of `trials` from `first` on, `stride` steps apart, for actions that are `alive`.

    `world` is a buffer for one world.
    """
    for row in range(first, len(trials.cards)):
        stream = word_at(key, row + 2)
        draw_world(variant, trail, world, 0, stride, stream)
        store_other_hand(variant, root.state, world, trials, row)
        for place in range(len(alive)):
            if alive[place]:
                try_action(variant, root, world, trials, row, place, word_at(stream, 3))


def try_action(
    variant: Variant, root: SearchRoot, world: SampledWorlds, trials: Trials, row: int, place: int, key: Any
) -> None:
    """Roll out one action in `world`, and record the end of the hand."""
    seat = root.state.turn
    score = automatic_score(variant, end_of(variant, root, world, 0, place, key))
    store_result(
        trials, row, place, score, seat, chance_after(score, seat, root.equity, root.own, root.other)
    )


def store_result(trials: Trials, world: int, place: int, score: HandScore, seat: int, worth: float) -> None:
    """Write the result of the hand for `seat` to a row and a column of `trials`."""
    sign = 0 if score.winner == NOBODY else (1 if score.winner == seat else -1)
    trials.worths[world, place] = worth
    trials.points[world, place] = sign * score.points
    trials.kinds[world, place] = sign * score.kind


def store_other_hand(variant: Variant, state: State, world: SampledWorlds, trials: Trials, row: int) -> None:
    """Write the deadwood, wants and threats of the other hand in `world` to a row of `trials`."""
    runs, same_suit = runs_of(variant), variant.set_same_suit_duplicates
    hand, stock = Hand(world.cards[0], world.twins[0]), world.stocks[0]
    left = deadwood(variant, hand)
    trials.cards[row], trials.twins[row], trials.deadwoods[row] = hand.cards, hand.twins, left
    for face in range(FACE_COUNT):
        if hand.twins >> face & 1 == 0 and (variant.decks > 1 or hand.cards >> face & 1 == 0):
            melded = least_deadwood(join_hands(hand, single(face)), runs, same_suit)
            trials.wanted[row, face] = melded < left + face_points(variant, face)
    if state.stock > 0:
        drawn = join_hands(hand, single(stock[len(stock) - 1]))
        trials.knocks[row] = may_close(variant, state, drawn)
        trials.gins[row] = closing_discards(drawn, drawn.cards, runs, same_suit, 0) != 0


def may_close(variant: Variant, state: State, drawn: Hand) -> bool:
    """Return whether the other seat may end the hand at its next turn, after drawing to `drawn`."""
    other = 1 - state.turn
    turned = open_hand_state(
        state, DISCARD, other, hands=with_hand_of(state, other, drawn).hands, stock=state.stock,
        pile=state.pile, taken=NO_FACE, turns=state.turns + 1, idle=state.idle,
    )  # fmt: skip
    options = choices(variant, turned)
    return options.closings != 0 or options.big_gin


def show_out(variant: Variant, root: SearchRoot, trials: Trials, place: int, spread: Spread) -> None:
    """Write the result of laying out `spread` in each world; the other seat lays off as best it can."""
    seat = root.state.turn
    for world in range(len(trials.cards)):
        hand = Hand(trials.cards[world], trials.twins[world])
        truth = with_hand_of(root.state, 1 - seat, hand)
        score = settle(variant, truth, spread, best_defence(variant, hand, spread, truth.closing))
        worth = chance_after(score, seat, root.equity, root.own, root.other)
        store_result(trials, world, place, score, seat, worth)


def open_chance(
    variant: Variant, state: State, first: Memory, second: Memory, stocks: Any, action: int,
    equity: Any, own: int, other: int,
) -> float:  # fmt: skip
    """Return the chance of seat 0 to win the match after `action`, with both hands known but not the stock.

    `stocks` has a row for each order of the stock to try. `own` is the score of seat 0.
    """
    total = 0.0
    for world in range(len(stocks)):
        end = play_out(variant, state, PATIENT, stocks[world], first, second, action, 0)
        total += chance_after(automatic_score(variant, end), 0, equity, own, other)
    return total / len(stocks)
