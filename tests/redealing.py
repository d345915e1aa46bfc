"""Other games that look the same from one seat: all unknown cards are dealt again.

The knowledge of a seat is defined here independently of the view: its own cards, open cards, and cards laid
open at the end. A game with the same knowledge must give the same view.
"""

from __future__ import annotations

import random
from typing import Any

from ginrummy.game.cards import FACE_COUNT, Hand, faces_of
from ginrummy.game.game import Game, Played
from ginrummy.game.moves import CLOSING_DISCARDS, Move, MoveKind
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules import scoring
from ginrummy.rules.cards import contains_cards, single, without
from ginrummy.rules.types import Seat, other_seat
from ginrummy.variants import Variant

SINGLE_SWAPS = 4


def dealt_places(variant: Variant, dealer: Seat, seat: Seat) -> list[int]:
    """Return the positions in the deck of the first cards of `seat` (RULES 3.2)."""
    if seat == dealer:
        return list(range(1, 2 * variant.hand_dealer, 2))
    dealt = variant.hand_dealer + variant.hand_nondealer
    return [*range(0, 2 * variant.hand_dealer, 2), *range(2 * variant.hand_dealer, dealt)]


def hidden_places(game: Game, seat: Seat) -> tuple[list[int], list[int]]:
    """Return the positions in the deck of the other seat's unseen cards and of the undrawn ones."""
    held = dealt_places(game.variant, game.dealer, other_seat(seat))
    place = game.variant.hand_dealer + game.variant.hand_nondealer + game.variant.upcard
    for played in game.plays:
        if played.move.kind is MoveKind.DRAW:
            held += [place] if played.seat != seat else []
            place += 1
    return held, list(range(place, len(game.deck)))


def is_face_down(variant: Variant, played: Played, seat: Seat) -> bool:
    """Return whether the card of `played` is hidden from `seat`."""
    kinds = CLOSING_DISCARDS if variant.closing_discard_face_down else ()
    return played.seat != seat and played.move.kind in (MoveKind.DRAW, *kinds)


def is_laid_open(game: Game, seat: Seat) -> bool:
    """Return whether the hand of `seat` is open on the table."""
    if game.score is not None:
        return game.score.kind != scoring.VOID
    return game.spread is not None and seat == game.state.turn


def knowable(game: Game, seat: Seat) -> tuple[Any, ...]:
    """Return all that `seat` can know of `game`."""
    own = [game.deck[place] % FACE_COUNT for place in dealt_places(game.variant, game.dealer, seat)]
    said: list[Any] = [
        (played.seat, played.move.kind)
        if is_face_down(game.variant, played, seat)
        else (played.seat, played.move.kind, played.face, played.move.melds, played.move.laid)
        for played in game.plays
    ]
    across = other_seat(seat)
    other = game.state.hands[across] if is_laid_open(game, across) else None
    return game.variant, game.dealer, sorted(own), game.state.upcard, said, other, game.score


def replayed(game: Game, deck: list[int], seat: Seat, chance: random.Random) -> Game | None:
    """Return `game` replayed from `deck`, with any hidden closing discard; `None` if impossible."""
    try:
        again = Game.deal(game.variant, dealer=game.dealer, deck=deck)
        for played in game.plays:
            move: Move | None = played.move
            if played.move.kind in CLOSING_DISCARDS and is_face_down(game.variant, played, seat):
                move = closing_like(again, played, game, chance)
            if move is None:
                return None
            again = again.play(move)
    except GinRummyError:
        return None
    return again


def closing_like(again: Game, played: Played, game: Game, chance: random.Random) -> Move | None:
    """Return a closing of the same kind that allows the later spread, if any."""
    hand = again.state.hands[again.turn]
    shown = game.state.hands[played.seat] if is_laid_open(game, played.seat) else None
    faces = sorted(set(faces_of(hand)))
    chance.shuffle(faces)
    for face in faces:
        rest = without(hand, single(face))
        closing = again.closing(face)
        is_legal = closing in again.legal_moves()
        if is_legal and closing.kind is played.move.kind and shown in (None, rest):
            return closing
    return None


def redealt(game: Game, seat: Seat, chance: random.Random) -> Game:
    """Return a game that `seat` cannot tell from `game`, with the unseen cards dealt again."""
    held, undrawn = hidden_places(game, seat)
    deck: list[int] = list(game.deck)
    shuffle_places(deck, undrawn, chance)
    swap_hands(deck, game, seat, held, undrawn, chance)
    best = accepted(game, deck, seat, chance)
    if best is None:
        deck = list(game.deck)
        shuffle_places(deck, undrawn, chance)
        best = accepted(game, deck, seat, chance)
    assert best is not None
    closed = [place for place in held if best.deck[place] % FACE_COUNT == best.state.closed]
    for place in [*closed, *chance.choices(held, k=SINGLE_SWAPS)]:
        deck = list(best.deck)
        other = chance.choice(undrawn if place in closed else held + undrawn)
        deck[place], deck[other] = deck[other], deck[place]
        best = accepted(game, deck, seat, chance) or best
    return best


def accepted(game: Game, deck: list[int], seat: Seat, chance: random.Random) -> Game | None:
    """Return the game replayed from `deck` if `seat` has the same knowledge of it, else `None`."""
    again = replayed(game, deck, seat, chance)
    return again if again is not None and knowable(again, seat) == knowable(game, seat) else None


def shuffle_places(deck: list[int], places: list[int], chance: random.Random) -> None:
    """Shuffle the cards of `deck` at `places`."""
    found = [deck[place] for place in places]
    chance.shuffle(found)
    for place, card in zip(places, found, strict=True):
        deck[place] = card


def swap_hands(
    deck: list[int], game: Game, seat: Seat, held: list[int], undrawn: list[int], chance: random.Random
) -> None:
    """Swap unseen cards of the other seat with cards of the stock."""
    still: Hand = game.state.hands[1 - seat]
    for place in held:
        card = single(game.deck[place] % FACE_COUNT)
        if contains_cards(still, card) and undrawn and chance.random() < 0.8:
            still = without(still, card)
            other = chance.choice(undrawn)
            deck[place], deck[other] = deck[other], deck[place]
