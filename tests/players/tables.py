"""Positions and games to test players with."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

from ginrummy.game.cards import Hand, hand_of, parse_face, parse_faces
from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.players import Player, legal_answer
from ginrummy.players.opponent_history import ObservedAction, action_rows
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.turns import DISCARD, DRAW, NO_CLOSING, Choices, Memory, Pile, State, choices, no_memory
from ginrummy.variants import (
    LIMIT_ACE_GIN,
    LIMIT_DISCARD,
    LIMIT_NONE,
    NONE,
    SOURCE_OWN_DISCARD,
    WALL_LAST_DISCARD,
    Variant,
    load_variant,
    preset_names,
)
from ginrummy.variants.fields import reject_impossible_rules

EAAI = load_variant("eaai").row
NOTHING = Hand(0, 0)
HOUSES = {
    "last": EAAI._replace(
        wall_action=WALL_LAST_DISCARD,
        wall_stock=20,
        knock_limit=LIMIT_NONE,
        knock_value=NONE,
        big_gin_bonus=31,
        hand_dealer=3,
        hand_nondealer=3,
    ),
    "idle": EAAI._replace(endless_turns=4, allow_discard_taken_card=1, dealer_after_void=1, game_target=30),
    "shy": EAAI._replace(first_turn_knock=0, hand_dealer=4, hand_nondealer=4, game_target=30),
    "twins": load_variant("two_pack").row._replace(
        hand_dealer=5, hand_nondealer=5, layoff_on_gin=1, gin_void_if_defender_zero=1, game_target=40
    ),
    "own": EAAI._replace(
        knock_limit=LIMIT_DISCARD, knock_value=NONE, knock_ace=LIMIT_ACE_GIN, limit_source=SOURCE_OWN_DISCARD
    ),
}
VARIANTS = (*preset_names(), *HOUSES)


def row_of(name: str) -> Variant:
    """Return the row of a preset or of playable house rules by name."""
    row = HOUSES[name] if name in HOUSES else load_variant(name).row
    reject_impossible_rules(row)
    return row


def cards(text: str) -> Hand:
    """Return the hand that `text` lists."""
    return hand_of(parse_faces(text, packs=2))


def mask(text: str) -> int:
    """Return the faces that `text` lists, as bits."""
    return cards(text).cards


def memory(*, known: str = "", taken: str = "", refused: str = "", discarded: str = "") -> Memory:
    """Return a seat's memory of the other; known cards were taken."""
    blank = no_memory()
    return blank._replace(
        known=cards(known), taken=mask(taken) | mask(known), refused=mask(refused), discarded=mask(discarded)
    )


def holding(
    hand: str,
    *,
    pile: str = "KC",
    taken: str = "",
    turns: int = 4,
    stock: int = 25,
    phase: int | None = None,
    upcard: str = "KC",
) -> State:
    """Return the state in which seat 0 holds `hand`: to draw with ten cards, to discard with eleven."""
    held, lying = cards(hand), parse_faces(pile, packs=2)
    usual = DISCARD if held.cards.bit_count() + held.twins.bit_count() == 11 else DRAW
    return State(
        phase=usual if phase is None else phase,
        turn=0,
        dealer=1,
        hands=(held, NOTHING),
        stock=stock,
        pile=Pile(hand_of(lying), *(*reversed(lying), NO_FACE, NO_FACE)[:2]),
        upcard=parse_face(upcard) if upcard else NO_FACE,
        taken=parse_face(taken) if taken else NO_FACE,
        turns=turns,
        idle=0,
        closing=NO_CLOSING,
        closed=NO_FACE,
    )


def options(variant: Variant, state: State) -> Choices:
    """Return the legal actions of the seat to move."""
    return choices(variant, state)


def decisions(
    variant: Variant, players: tuple[Player, Player], *, seed: int, hands: int = 1000
) -> Iterator[tuple[Match, View, Move]]:
    """Yield each decision of a match: the match, the view of the seat to move, and its legal move."""
    match = Match.start(variant, seeds_from_number(seed))
    while True:
        if match.game.is_over:
            if match.is_over or match.number + 1 >= hands:
                return
            match = match.next_hand()
        view = view_of(match, match.game.turn)
        move = legal_answer(players[match.game.turn], view)
        yield match, view, move
        match = match.play(move)


def played(variant: Variant, players: tuple[Player, Player], *, seed: int, hands: int = 1000) -> Match:
    """Return a match between `players` up to its end or to `hands` hands."""
    last: Match | None = None
    for match, _view, move in decisions(variant, players, seed=seed, hands=hands):
        last = match.play(move)
    assert last is not None
    return last


def rows_of_observed(observed: list[ObservedAction]) -> list[SimpleNamespace]:
    """Return `observed` as rows of plain integers, for the belief in Python."""
    records = action_rows(observed)
    names = records.dtype.names or ()
    return [SimpleNamespace(**dict(zip(names, row.tolist(), strict=True))) for row in records]
