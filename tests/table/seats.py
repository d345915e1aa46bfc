"""Tables for tests: a seeded person in seat 0, a player in the other seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from ginrummy.game.cards import Hand
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import CLOSINGS, Move, MoveKind, discard
from ginrummy.game.view import View
from ginrummy.rules import melds
from ginrummy.rules.cards import single, without
from ginrummy.terminal.local_table import LocalTable, new_deal, new_table
from ginrummy.variants import NamedVariant, Variant, load_variant, parse_variant

SMALL_HAND = "hand_dealer = 3\nhand_nondealer = 3\n"
HOUSES = {
    "shy": SMALL_HAND + "first_turn_knock = false\nundercut_on_tie = false\ngame_target = 30\n",
    "last": SMALL_HAND + 'wall_stock = 20\nwall_action = "last_discard"\nknock_limit = { type = "none" }\n',
    "wall": 'hand_dealer = 3\nhand_nondealer = 4\nfirst_turn = "discard_first"\nwall_stock = 20\n'
    'wall_action = "compare"\nknock_limit = { type = "none" }\n',
    "twins": SMALL_HAND + "decks = 2\nset_same_suit_duplicates = true\nbig_gin_bonus = 50\n"
    "layoff_on_gin = true\ngin_void_if_defender_zero = true\nknock_max_unmatched = 2\n",
    "spades": SMALL_HAND + "spade_double = true\nbox_bonus = 20\ngame_target = 50\nsession_target = 200\n"
    "extra_coups = { undercut = 1, gin = 2, big_gin = 2, value = 25 }\n",
    "idle": SMALL_HAND + "endless_turns = 4\nallow_discard_taken_card = true\n",
}
MOST_MATCHES, MOST_HANDS = 40, 12
Wanted = Callable[[LocalTable], bool]


class Breaker:
    """A player that raises an error."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> object:
        raise RuntimeError(f"no idea in phase {view.phase.value}")


class Cheat:
    """A player that always discards the same card."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> object:
        return discard(0)


def variant_of(name: str) -> NamedVariant:
    """Return the preset or the house rules called `name`."""
    return parse_variant(HOUSES[name], name=name, where=name) if name in HOUSES else load_variant(name)


def chosen(game: Game, chance: random.Random) -> Move:
    """Return a move: mostly one that melds, often a knock."""
    moves = game.legal_moves()
    closings = [move for move in moves if move.kind in CLOSINGS]
    if closings and chance.random() < 0.6:
        return chance.choice(closings)
    discards = [move for move in moves if move.kind is MoveKind.DISCARD]
    if discards and chance.random() < 0.9:
        hand = game.state.hands[game.turn]
        return min(discards, key=lambda move: left_without(game.variant, hand, move.face))
    return chance.choice(moves)


def left_without(variant: Variant, hand: Hand, face: int) -> int:
    """Return the least deadwood of `hand` without `face`."""
    return melds.deadwood(variant, without(hand, single(face)))


def table_of(name: str = "standard", *, seed: int = 1, against: str = "simple") -> LocalTable:
    """Return a table at the start of a match of `name`."""
    return new_table(variant_of(name), against=against, seeds=new_deal(seed).seeds(""), player_seed=seed)


def sittings(table: LocalTable, *, seed: int = 1, hands: int = 1000) -> Iterator[LocalTable]:
    """Yield a match at every move, up to its end or to `hands` hands."""
    chance = random.Random(seed)
    yield table
    while not table.match.is_over and table.match.number < hands:
        if table.game.is_over:
            table = table.next_hand()
        else:
            table = table.play(
                table.opponent_move() if table.is_opponent_turn else chosen(table.game, chance)
            )
        yield table


def first(wanted: Wanted, name: str = "standard", *, against: str = "simple") -> LocalTable:
    """Return the first `wanted` table, over as many matches as necessary."""
    for seed in range(1, MOST_MATCHES):
        for table in sittings(table_of(name, seed=seed, against=against), seed=seed, hands=MOST_HANDS):
            if wanted(table):
                return table
    raise AssertionError("no match was like that")


def matches(name: str, *, seed: int = 1, hands: int = 1000) -> Iterator[Match]:
    """Yield a match of `name` at every move, with both seats seeded."""
    chance = random.Random(seed)
    match = table_of(name, seed=seed).match
    yield match
    while not match.is_over and match.number < hands:
        match = match.next_hand() if match.game.is_over else match.play(chosen(match.game, chance))
        yield match
