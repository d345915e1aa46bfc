"""Conversion of decks and actions to games, and of games to rows."""

from __future__ import annotations

import random

import pytest

from ginrummy.coach.puzzles.showdown_positions import replay_actions
from ginrummy.game.moves import MoveKind, parse_move
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.hand_simulation import random_action
from ginrummy.kernel.move_numbers import action_of, move_of
from ginrummy.locale.errors import IllegalMove
from ginrummy.variants import DEFAULT, load_variant, preset_names

PLAYERS = (random_action, random_action)


@pytest.mark.parametrize("name", preset_names())
def test_a_hand_of_the_kernel_is_a_game_with_the_same_score(name: str) -> None:
    variant, decisive = load_variant(name).row, 0
    results = vectorized_rules.play(variant, PLAYERS, seed=21, hands=400)
    closed = [place for place in range(400) if results["kind"][place] not in (7, 8)]
    for number in [*closed[:6], *range(4)]:
        again = vectorized_rules.replay(variant, PLAYERS, seed=21, number=number)
        game = replay_actions(variant, dealer=again.dealer, deck=again.deck, actions=again.actions)
        score, row = game.score, results[number]
        assert score is not None
        assert again.result[0] == row
        assert (row["kind"], row["winner"], row["points"]) == (score.kind, score.winner, score.points)
        assert (row["turns"], row["decisions"]) == (game.state.turns, len(again.actions))
        decisive += score.winner >= 0
    assert decisive or name in ("straight", "russian", "two_pack_gin_only")


def test_actions_and_moves_both_ways() -> None:
    chance = random.Random(6)
    again = vectorized_rules.replay(DEFAULT, PLAYERS, seed=1, number=chance.randrange(100))
    game = replay_actions(DEFAULT, dealer=again.dealer, deck=again.deck, actions=[])
    for action in again.actions.tolist():
        assert action in [action_of(move) for move in game.legal_moves()]
        assert action_of(move_of(game, action)) == action
        game = game.play(move_of(game, action))
    kinds = {move.kind for move in game.moves}
    assert {MoveKind.DISCARD, MoveKind.DRAW, MoveKind.TAKE} <= kinds


def test_what_is_no_action_is_refused() -> None:
    game = replay_actions(DEFAULT, dealer=0, deck=range(52), actions=[])
    for wrong in (-1, 108):
        with pytest.raises(ValueError, match="no action"):
            move_of(game, wrong)
    with pytest.raises(ValueError, match="automatic"):
        action_of(parse_move("spread:4S5S6S"))
    with pytest.raises(IllegalMove):
        replay_actions(DEFAULT, dealer=0, deck=range(52), actions=[105, 105])
