"""Notable moments of a match, found among matches of our players; deterministic."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from ginrummy.game.game import Phase
from ginrummy.game.layouts import reasonable_layouts
from ginrummy.game.moves import CLOSING_DISCARDS, CLOSINGS, MoveKind
from ginrummy.game.shuffle import new_secret
from ginrummy.game.view import view_of
from ginrummy.players import legal_answer, load_player
from ginrummy.rules.scoring import BIG_GIN, GIN, UNDERCUT, VOID
from ginrummy.rules.types import SEATS, Seat
from ginrummy.variants import load_variant
from ginrummy.web.tables.table_state import CUT, NEXT, TableState, Terms, apply_events

Moment = Callable[[TableState], bool]

ADA, OTHER = SEATS
CUTS = ((OTHER, f"{CUT}2"), (ADA, f"{CUT}1"))
_SEEDS = 200


def is_mine(state: TableState, phase: Phase) -> bool:
    """Return whether Ada is to move in `phase` of a hand."""
    return state.match is not None and state.match.game.phase is phase and ADA in state.awaited


def may_knock(state: TableState) -> bool:
    """Return whether Ada may knock or go gin, with a choice of cards."""
    assert state.match is not None
    legal = state.match.game.legal_moves() if is_mine(state, Phase.DISCARD) else ()
    return sum(move.kind in CLOSING_DISCARDS for move in legal) > 1


def may_go_gin(state: TableState) -> bool:
    """Return whether Ada may go gin."""
    assert state.match is not None
    legal = state.match.game.legal_moves() if is_mine(state, Phase.DISCARD) else ()
    return any(move.kind is MoveKind.GIN for move in legal)


def may_take_to_close(state: TableState) -> bool:
    """Return whether Ada may close the hand after taking the top of the pile."""
    if not is_mine(state, Phase.DRAW) or state.match is None:
        return False
    game = state.match.game
    taking = next((move for move in game.legal_moves() if move.kind is MoveKind.TAKE), None)
    return taking is not None and any(move.kind in CLOSINGS for move in game.play(taking).legal_moves())


def may_lay_out(state: TableState, phase: Phase) -> bool:
    """Return whether Ada may choose a layout, as a defender with a card to lay off."""
    if not is_mine(state, phase):
        return False
    assert state.match is not None
    found = reasonable_layouts(view_of(state.match, ADA))
    return len(found) > 1 and (phase is Phase.SPREAD or any(cards.cards for cards in found[0].move.laid))


def has_one_way(state: TableState) -> bool:
    """Return whether Ada has knocked, and has a single layout."""
    if not is_mine(state, Phase.SPREAD) or state.match is None:
        return False
    return len(reasonable_layouts(view_of(state.match, ADA))) == 1


def is_late(state: TableState) -> bool:
    """Return whether Ada is to draw in a long hand."""
    assert state.match is not None
    return is_mine(state, Phase.DRAW) and len(state.match.game.plays) > 12


def holds_twins(state: TableState) -> bool:
    """Return whether Ada is to draw, late in a hand, and holds both copies of a card."""
    return is_late(state) and state.match is not None and bool(state.match.game.state.hands[ADA].twins)


def is_laid_open(state: TableState) -> bool:
    """Return whether a hand has ended with lay-offs."""
    if not state.is_between_hands or state.match is None:
        return False
    defence = state.match.game.defence
    return defence is not None and any(cards.cards for cards in defence.laid)


def may_go_big_gin(state: TableState) -> bool:
    """Return whether Ada may go gin with all of her eleven cards."""
    assert state.match is not None
    legal = state.match.game.legal_moves() if is_mine(state, Phase.DISCARD) else ()
    return any(move.kind is MoveKind.BIG_GIN for move in legal)


def is_won(state: TableState, kind: int) -> bool:
    """Return whether Ada has won a hand that ended in the way `kind`."""
    score = state.match.game.score if state.is_between_hands and state.match is not None else None
    return score is not None and (score.kind, score.winner) == (kind, ADA)


def is_void(state: TableState) -> bool:
    """Return whether a hand is void because the stock ran out."""
    score = state.match.game.score if state.is_between_hands and state.match is not None else None
    return score is not None and score.kind == VOID


def is_new(state: TableState) -> bool:
    """Return whether Ada is offered the first upcard, before any move."""
    return is_mine(state, Phase.OFFER) and state.number == len(SEATS)


def has_drawn(state: TableState) -> bool:
    """Return whether Ada has just taken from the pile and is to discard."""
    if not is_mine(state, Phase.DISCARD) or state.match is None:
        return False
    return state.match.game.plays[-1].move.kind is MoveKind.TAKE and not may_knock(state)


def is_waiting(state: TableState) -> bool:
    """Return whether the other seat is to draw in a started hand."""
    assert state.match is not None
    game = state.match.game
    return game.phase is Phase.DRAW and game.turn == OTHER and len(game.plays) > 6


MOMENTS: dict[str, tuple[str, Moment]] = {
    "offer": ("modern", is_new),
    "draw": ("standard", is_late),
    "discard": ("standard", has_drawn),
    "knock": ("oklahoma", may_knock),
    "spread": ("standard", lambda state: may_lay_out(state, Phase.SPREAD)),
    "lay-off": ("standard", lambda state: may_lay_out(state, Phase.LAY_OFF)),
    "hand over": ("standard", is_laid_open),
    "two packs": ("two_pack", holds_twins),
    "open pile": ("round_the_corner", is_late),
    "one way": ("standard", has_one_way),
    "gin": ("standard", may_go_gin),
    "gin again": ("standard", may_go_gin),
    "big gin": ("modern", may_go_big_gin),
    "undercut over": ("standard", lambda state: is_won(state, UNDERCUT)),
    "gin over": ("modern", lambda state: is_won(state, GIN)),
    "big gin over": ("modern", lambda state: is_won(state, BIG_GIN)),
}
"""Moments of play against a bot, by name, with the variant."""

SHEETS = {"standard": 4, "modern": 5, "hollywood_full": 8, "oklahoma_extra": 20}
"""Variants whose finished matches show every kind of score sheet, with the minimum number of hands."""


def is_long_over(hands: int) -> Moment:
    """Return the moment at the end of a match of so many hands or more."""
    return lambda state: state.is_over and state.match is not None and state.match.number >= hands


@dataclass(frozen=True, slots=True)
class Play:
    """The events of a table after the cuts, up to a moment."""

    seed: int
    events: tuple[tuple[Seat, str], ...]
    state: TableState


def secret_of(seed: int) -> str:
    """Return the same secret for the same seed."""
    return new_secret(random.Random(seed).randbytes)


def played(variant: str, seed: int, moment: Moment, *, hands: int) -> Play | None:
    """Return a match up to `moment`, `None` if that does not come in so many hands."""
    state = apply_events(TableState(Terms(load_variant(variant).row, secret_of(seed))), CUTS)
    player, events = load_player("steady", seed=seed), list[tuple[Seat, str]]()
    while not moment(state):
        match = state.match
        if match is None or state.is_over or match.number > hands:
            return None
        seat = max(state.awaited)
        text = NEXT if state.is_between_hands else str(legal_answer(player, view_of(match, seat)))
        state = state.after(seat, text)
        events.append((seat, text))
    return Play(seed, tuple(events), state)


def first_play(variant: str, moment: Moment, *, hands: int, seed: int) -> Play:
    """Return the match with the lowest seed, from `seed` on, that reaches `moment` in so many hands."""
    for one in range(seed, seed + _SEEDS):
        found = played(variant, one, moment, hands=hands)
        if found is not None:
            return found
    raise AssertionError(f"no such moment in {_SEEDS} matches of {variant}")
