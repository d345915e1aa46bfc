"""Knowledge of a seat, computed from the deck and the moves of a hand, without a view."""

from __future__ import annotations

from collections import Counter

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.game import Game, Phase
from ginrummy.game.moves import CLOSINGS, MoveKind
from ginrummy.rules.types import Seat, other_seat
from ginrummy.variants import WALL_COMPARE

Hands = tuple[list[int], list[int]]


def unknown_to(game: Game, seat: Seat) -> set[int]:
    """Return the faces of which `seat` can know no copy in the hand `game`."""
    return set(range(FACE_COUNT)) - known_to(game, seat)


def known_to(game: Game, seat: Seat) -> set[int]:
    """Return the faces that `seat` has held or seen in `game`."""
    hands, upcard = dealt(game)
    known, across = {*hands[seat], *upcard}, other_seat(seat)
    for played in game.plays:
        is_own = played.seat == seat
        is_down = played.move.kind in CLOSINGS and game.variant.closing_discard_face_down
        if played.face >= 0 and (is_own or not (is_down or played.move.kind is MoveKind.DRAW)):
            known.add(played.face)
    return known | (_held(game, across) if _is_open(game, across) else set())


def dealt(game: Game) -> tuple[Hands, list[int]]:
    """Return the faces dealt to both seats, one at a time, the non-dealer first (3.2), and the upcard."""
    row, faces = game.variant, [card % FACE_COUNT for card in game.deck]
    few, many = min(row.hand_nondealer, row.hand_dealer), row.hand_nondealer + row.hand_dealer
    longer = game.dealer if row.hand_dealer > row.hand_nondealer else 1 - game.dealer
    hands: Hands = ([], [])
    for place in range(many):
        alternate = game.dealer if place % 2 else 1 - game.dealer
        hands[alternate if place < 2 * few else longer].append(faces[place])
    return hands, faces[many : many + row.upcard]


def _is_open(game: Game, seat: Seat) -> bool:
    """Return whether `seat` has its cards on the table: a knocker's after the spread, both at the end."""
    closer = next((one.seat for one in game.plays if one.move.kind in CLOSINGS), None)
    if game.phase is Phase.OVER:
        return closer is not None or game.variant.wall_action == WALL_COMPARE
    return game.phase is Phase.LAY_OFF and closer == seat


def _held(game: Game, seat: Seat) -> set[int]:
    """Return the faces that `seat` holds now."""
    held = Counter(dealt(game)[0][seat])
    for played in game.plays:
        if played.seat == seat and played.face >= 0:
            is_taken = played.move.kind in (MoveKind.DRAW, MoveKind.TAKE)
            held[played.face] += 1 if is_taken else -1
    return {face for face, count in held.items() if count > 0}
