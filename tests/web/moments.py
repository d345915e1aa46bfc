"""Moments of a match that are worth a look, found among matches of our players; the same every time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from ginrummy.deal import new_secret
from ginrummy.game import Phase
from ginrummy.moves import MoveKind
from ginrummy.players import asked, load_player
from ginrummy.table.showdown_layouts import choices
from ginrummy.variants import load_variant
from ginrummy.view import view_of
from ginrummy.web.tables.standing import CUT, NEXT, SEATS, Standing, Terms, folded

Moment = Callable[[Standing], bool]

ADA, OTHER = 0, 1
CUTS = ((OTHER, f"{CUT}2"), (ADA, f"{CUT}1"))
_SEEDS = 200
_CLOSINGS = (MoveKind.KNOCK, MoveKind.GIN)


def is_mine(standing: Standing, phase: Phase) -> bool:
    """Return whether Ada is to act in `phase` of a hand."""
    return standing.match is not None and standing.match.game.phase is phase and ADA in standing.awaited


def may_knock(standing: Standing) -> bool:
    """Return whether Ada may knock or go gin, with cards to choose from."""
    assert standing.match is not None
    legal = standing.match.game.legal_moves() if is_mine(standing, Phase.DISCARD) else ()
    return sum(move.kind in _CLOSINGS for move in legal) > 1


def may_lay_out(standing: Standing, phase: Phase) -> bool:
    """Return whether Ada has ways to lay her hand out, as a defender with something to lay off."""
    if not is_mine(standing, phase):
        return False
    assert standing.match is not None
    found = choices(view_of(standing.match, ADA))
    return len(found) > 1 and (phase is Phase.SPREAD or any(cards.cards for cards in found[0].move.laid))


def is_late(standing: Standing) -> bool:
    """Return whether Ada is to draw in a hand that has lasted a while."""
    assert standing.match is not None
    return is_mine(standing, Phase.DRAW) and len(standing.match.game.plays) > 12


def is_laid_open(standing: Standing) -> bool:
    """Return whether a hand has ended with lay-offs."""
    if not standing.is_between_hands or standing.match is None:
        return False
    defence = standing.match.game.defence
    return defence is not None and any(cards.cards for cards in defence.laid)


def is_new(standing: Standing) -> bool:
    """Return whether Ada is offered the first upcard, before anybody has done anything."""
    return is_mine(standing, Phase.OFFER) and standing.number == len(SEATS)


def has_drawn(standing: Standing) -> bool:
    """Return whether Ada has just taken from the pile and is to discard."""
    if not is_mine(standing, Phase.DISCARD) or standing.match is None:
        return False
    return standing.match.game.plays[-1].move.kind is MoveKind.TAKE and not may_knock(standing)


def is_waiting(standing: Standing) -> bool:
    """Return whether the other seat is to draw in a hand that has begun."""
    assert standing.match is not None
    game = standing.match.game
    return game.phase is Phase.DRAW and game.turn == OTHER and len(game.plays) > 6


MOMENTS: dict[str, tuple[str, Moment]] = {
    "offer": ("modern", is_new),
    "draw": ("standard", is_late),
    "discard": ("standard", has_drawn),
    "knock": ("oklahoma", may_knock),
    "spread": ("standard", lambda standing: may_lay_out(standing, Phase.SPREAD)),
    "lay-off": ("standard", lambda standing: may_lay_out(standing, Phase.LAY_OFF)),
    "hand over": ("standard", is_laid_open),
    "two packs": ("two_pack", is_late),
    "open pile": ("round_the_corner", is_late),
}
"""Moments of play against a bot, by name, with the variant played."""

SHEETS = {"standard": 4, "modern": 5, "hollywood_full": 8, "oklahoma_extra": 20}
"""Variants whose finished matches show every kind of score sheet, with the least number of hands."""


def is_long_over(hands: int) -> Moment:
    """Return the moment at which a match of so many hands or more is over."""
    return lambda standing: standing.is_over and standing.match is not None and standing.match.number >= hands


@dataclass(frozen=True, slots=True)
class Play:
    """The events of a table after the cuts, up to a moment."""

    seed: int
    events: tuple[tuple[int, str], ...]
    standing: Standing


def secret_of(seed: int) -> str:
    """Return the same secret for the same seed."""
    return new_secret(random.Random(seed).randbytes)


def played(variant: str, seed: int, moment: Moment, *, hands: int) -> Play | None:
    """Return a match up to `moment`, `None` where that does not come in so many hands."""
    standing = folded(Standing(Terms(load_variant(variant).row, secret_of(seed))), CUTS)
    player, events = load_player("steady", seed=seed), list[tuple[int, str]]()
    while not moment(standing):
        match = standing.match
        if match is None or standing.is_over or match.number > hands:
            return None
        seat = max(standing.awaited)
        text = NEXT if standing.is_between_hands else str(asked(player, view_of(match, seat)))
        standing = standing.after(seat, text)
        events.append((seat, text))
    return Play(seed, tuple(events), standing)


def first_play(variant: str, moment: Moment, *, hands: int, seed: int) -> Play:
    """Return the match with the lowest seed, from `seed` on, that comes to `moment` in so many hands."""
    for one in range(seed, seed + _SEEDS):
        found = played(variant, one, moment, hands=hands)
        if found is not None:
            return found
    raise AssertionError(f"no such moment in {_SEEDS} matches of {variant}")
