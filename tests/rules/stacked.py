"""Hands with prepared cards, played in the notation of moves."""

from __future__ import annotations

import pytest

from ginrummy.game.cards import FACE_COUNT, face_code, parse_faces
from ginrummy.game.game import Game
from ginrummy.game.moves import parse_move
from ginrummy.locale.errors import IllegalMove
from ginrummy.rules.cards import NO_FACE
from ginrummy.variants import Variant
from tests.rules.ledgers import row

DEALER, NONDEALER = 0, 1


def stacked(
    variant: Variant | str, *, nondealer: str = "", dealer: str = "", upcard: str = "", stock: str = ""
) -> Game:
    """Return a hand dealt by seat 0 with these cards; all others are in order."""
    chosen = row(variant) if isinstance(variant, str) else variant
    places: list[int] = [NO_FACE] * (FACE_COUNT * chosen.decks)
    dealt = 2 * chosen.hand_dealer
    first_stock = chosen.hand_dealer + chosen.hand_nondealer + chosen.upcard
    seats = [*range(0, dealt, 2), *range(dealt, dealt + chosen.hand_nondealer - chosen.hand_dealer)]
    wanted = (
        (nondealer, seats),
        (dealer, range(1, dealt, 2)),
        (upcard, range(first_stock - 1, first_stock)),
        (stock, range(first_stock, len(places))),
    )
    for text, positions in wanted:
        for position, face in zip(positions, parse_faces(text, packs=2), strict=False):
            places[position] = face
    return Game.deal(chosen, dealer=DEALER, deck=_completed(places))


def _completed(faces: list[int]) -> list[int]:
    """Return card numbers for `faces`, with the free places filled in order."""
    free = set(range(len(faces)))
    deck = [-1] * len(faces)
    for place, face in enumerate(faces):
        if face != NO_FACE:
            copies = [card for card in free if card % FACE_COUNT == face]
            assert copies, f"{face_code(face)} is wanted too often"
            deck[place] = min(copies)
            free.remove(deck[place])
    rest = iter(sorted(free))
    return [next(rest) if card < 0 else card for card in deck]


def played(game: Game, moves: str) -> Game:
    """Return `game` after `moves`, in notation, separated by spaces."""
    for text in moves.split():
        game = game.play(parse_move(text))
    return game


def allows(game: Game, move: str) -> bool:
    """Return whether the law allows `move` now. Legal moves and play must agree."""
    parsed = parse_move(move)
    try:
        game.verify(parsed)
    except IllegalMove:
        with pytest.raises(IllegalMove):
            game.play(parsed)
        return False
    game.play(parsed)
    return True


def refusal(game: Game, move: str) -> str:
    """Return the clause that forbids `move`."""
    with pytest.raises(IllegalMove) as caught:
        game.verify(parse_move(move))
    assert not allows(game, move)
    assert caught.value.where == str(parse_move(move))
    return caught.value.clause


def legal(game: Game) -> set[str]:
    """Return the legal moves in notation."""
    return set(map(str, game.legal_moves()))


def drawn(variant: Variant | str, cards: str, card: str, *, upcard: str = "8D") -> Game:
    """Return a hand whose non-dealer holds ten `cards` and drew `card` after both passed `upcard`."""
    return played(stacked(variant, nondealer=cards, upcard=upcard, stock=card), "pass pass draw")


def closings(game: Game) -> set[str]:
    """Return the closings that are legal now."""
    return {move for move in legal(game) if move.startswith(("knock:", "gin:", "biggin"))}


def laid_out(
    variant: Variant | str, *, spread: str, unmatched: str = "", defender: str, upcard: str = "QH"
) -> Game:
    """Return a hand that the non-dealer has closed with 8C and laid out as `spread`, with the defender to
    move.
    """
    knocker = f"{spread.replace('/', ' ')} {unmatched}"
    game = stacked(variant, nondealer=knocker, dealer=defender, upcard=upcard, stock="8C")
    return played(game, f"pass pass draw knock:8C spread:{spread}")
