"""Matches for tests: a seeded player who melds and knocks, and variants for every clause."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

from ginrummy.game.cards import Hand
from ginrummy.game.evening import Evening, EveningError
from ginrummy.game.evening_matches import BoardHand
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import BIG_GIN, CLOSINGS, Move, MoveKind
from ginrummy.game.shuffle import Seeds, seeds_from_number
from ginrummy.rules import melds
from ginrummy.rules.cards import single, without
from ginrummy.variants import NamedVariant, Variant, load_variant, parse_variant, preset_names

HOUSES = {
    "last": """
wall_stock = 20
wall_action = "last_discard"
knock_limit = { type = "none" }
big_gin_bonus = 31
""",
    "idle": """
endless_turns = 4
dealer_after_void = "alternate"
allow_discard_taken_card = true
""",
    "shy": """
first_turn_knock = false
next_dealer = "loser"
undercut_on_tie = false
game_target = 30
""",
    "eleven": """
hand_nondealer = 4
first_turn = "discard_first"
wall_action = "compare"
wall_stock = 20
first_dealer = "cut_low"
""",
    "twins": """
decks = 2
set_same_suit_duplicates = true
big_gin_bonus = 50
layoff_on_gin = true
gin_void_if_defender_zero = true
game_target = 40
knock_max_unmatched = 2
""",
    "spades": """
spade_double = true
spade_doubles_boxes = true
box_bonus = 20
boxes_to = "winner"
extra_coups = { undercut = 1, gin = 2, big_gin = 2, value = 25 }
game_target = 50
session_target = 200
session_mode = "difference_to_winner"
""",
    "own": """
knock_limit = { type = "discard_top", ace = "gin_only" }
limit_source = "own_discard"
""",
    "three": """
columns = 3
game_target = 25
rubber_bonus = 50
column_blitz_bonus = 10
shutout = { type = "bonus", value = 5 }
""",
}
VARIANTS = (*preset_names(), *HOUSES)


@cache
def variant_of(name: str) -> NamedVariant:
    """Return the preset or the house rules called `name`."""
    if name not in HOUSES:
        return load_variant(name)
    values = "hand_dealer = 3\n" + HOUSES[name]
    if "hand_nondealer" not in values:
        values += "hand_nondealer = 3\n"
    titles = f'[name]\nen = "House {name}"\nfr = "« {name} »"\n'
    return parse_variant(values + titles, name=name, where=name)


def chosen(game: Game, chance: random.Random) -> Move:
    """Return a move: mostly one that melds, often a knock."""
    moves = game.legal_moves()
    closings = [move for move in moves if move.kind in CLOSINGS]
    if closings and chance.random() < 0.6:
        return BIG_GIN if BIG_GIN in closings else chance.choice(closings)
    discards = [move for move in moves if move.kind is MoveKind.DISCARD]
    if discards and chance.random() < 0.9:
        hand = game.state.hands[game.turn]
        return min(discards, key=lambda move: left_without(game.variant, hand, move.face))
    return chance.choice(moves)


def left_without(variant: Variant, hand: Hand, face: int) -> int:
    """Return the least deadwood of `hand` without `face`."""
    return melds.deadwood(variant, without(hand, single(face)))


def steps(
    name: str, *, seed: int = 1, hands: int = 1000, seeds: Seeds | None = None, dealer: int | None = None
) -> Iterator[Match]:
    """Yield a match of `name` at every move, up to its end or to `hands` hands."""
    chance = random.Random(f"{name} {seed}")
    match = Match.start(variant_of(name).row, seeds or seeds_from_number(seed), dealer=dealer)
    yield match
    while not match.is_over and match.number < hands:
        over = match.game.is_over
        match = match.next_hand() if over else match.play(chosen(match.game, chance))
        yield match


@cache
def whole(name: str, *, seed: int = 1, hands: int = 1000) -> Match:
    """Return a match of `name` up to its end or to `hands` hands."""
    *_before, last = steps(name, seed=seed, hands=hands)
    return last


def play_hands(evening: Evening, hands: Iterable[BoardHand]) -> Evening:
    """Return `evening` after `hands`. Raises `EveningError`; its `where` is the number, from 1."""
    for number, hand in enumerate(hands, start=1):
        try:
            evening = evening.play(*hand)
        except EveningError as error:
            raise EveningError(error.what, where=str(number), clause=error.clause) from None
    return evening
