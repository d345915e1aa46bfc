"""Which of our weaker players find an action: what a puzzle is chosen by."""

from __future__ import annotations

from functools import cache
from typing import Final

from ginrummy.cards import Hand
from ginrummy.game import Phase
from ginrummy.moves import Melds, Move, MoveKind, held
from ginrummy.players import Player, load_player
from ginrummy.players.player import is_showdown
from ginrummy.puzzles.beginner_solver import HaphazardPlayer
from ginrummy.puzzles.rating import WEAKER
from ginrummy.rules.hand import is_part, joined, without
from ginrummy.rules.melds import points_of
from ginrummy.table.showdown_layouts import arrangements, lay_offs
from ginrummy.view import View

CERTAIN: Final = ("simple", "steady", "network")
"""Those that leave nothing to chance."""
PLAIN: Final = "plain"
HAPHAZARD_NAME: Final = "beginner"
MOST_FINDERS: Final = 2
TIMES: Final = 5
"""How often each is asked, with another seed: it finds what it does in more than half of these."""


def found_by(view: View, solution: Move) -> tuple[str, ...]:
    """Return those that find `solution`.

    At the showdown, where all of them lay out as the law does, it is `plain` that is asked: the own melds
    that leave least, then what fits the other ones. Of two spreads that leave as little it knows no better.
    """
    if view.phase is Phase.SPREAD:
        return (PLAIN,) if all(same_layout(each, solution) for each in plain_spreads(view)) else ()
    if is_showdown(view):
        return (PLAIN,) if same_layout(plain_lay_off(view), solution) else ()
    return tuple(name for name in WEAKER if finds(name, view, solution))


def finds(name: str, view: View, solution: Move) -> bool:
    """Return whether the player `name` finds `solution` in most of its tries."""
    tries = 1 if name in CERTAIN else TIMES
    right = sum(_player(name, seed).decide(view) == solution for seed in range(tries))
    return 2 * right > tries


def is_easy(finders: tuple[str, ...]) -> bool:
    """Return whether too many find it for a puzzle."""
    return PLAIN in finders or len(finders) > MOST_FINDERS


def plain_spreads(view: View) -> list[Move]:
    """Return the spreads that leave least, whatever can be laid off on them."""
    found = arrangements(view.variant, view.hand)
    left = [points_of(view.variant, each.unmatched) for each in found]
    return [
        Move(MoveKind.SPREAD, melds=each.melds)
        for each, points in zip(found, left, strict=True)
        if points == min(left)
    ]


def plain_lay_off(view: View) -> Move:
    """Return how one lays off who does not think ahead: the own melds first, then what fits."""
    own = view.best_spread()
    fitting = (laid for laid in lay_offs(view) if is_part(own.unmatched, laid_cards(laid)))
    laid = min(fitting, key=lambda laid: points_of(view.variant, without(own.unmatched, laid_cards(laid))))
    return Move(MoveKind.LAY_OFF, melds=own.melds, laid=laid)


def laid_cards(laid: Melds) -> Hand:
    """Return all cards that are laid off."""
    return joined(joined(laid[0], laid[1]), laid[2])


def same_layout(first: Move, second: Move) -> bool:
    """Return whether two layouts differ in the order of their melds at most."""
    return first.laid == second.laid and set(held(first.melds)) == set(held(second.melds))


@cache
def _player(name: str, seed: int) -> Player:
    return HaphazardPlayer(seed=seed) if name == HAPHAZARD_NAME else load_player(name, seed=seed)
