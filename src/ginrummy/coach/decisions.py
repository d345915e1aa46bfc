"""The decisions of a match, each with the view of its seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from ginrummy.game.cards import FACE_COUNT, Hand, faces_of
from ginrummy.game.game import Game, Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import Move, MoveKind, non_empty_melds
from ginrummy.game.score_sheet import enter_score
from ginrummy.game.view import View, face_or_none, view_of_game
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.hand_facts import copies_out, helping_faces, infer_other_hand
from ginrummy.rules import melds, spreads
from ginrummy.rules.cards import (
    contains_cards,
    copies_of,
    is_card,
    join_hands,
    lowest_bit,
    rank_of,
    single,
    suit_of,
    without,
)
from ginrummy.rules.scoring import Sheet, new_sheet
from ginrummy.rules.types import Face, Points, Seat


def hand_after(view: View, move: Move) -> Hand:
    """Return the hand after a discard or a closing, or the hand with the top card taken."""
    if move.kind is MoveKind.TAKE:
        return join_hands(view.hand, single(view.state.pile.top))
    if is_card(move.face) and contains_cards(view.hand, single(move.face)):
        return without(view.hand, single(move.face))
    return view.hand


def deadwood_after(view: View, move: Move) -> Points:
    """Return the least deadwood after a discard."""
    return Points(melds.deadwood(view.variant, hand_after(view, move)))


def count_meld_outs(view: View, hand: Hand) -> int:
    """Return the number of unseen cards that would make or extend a meld in `hand`."""
    seen = infer_other_hand(view.variant, view.state, view.memory).seen
    least, total = melds.deadwood(view.variant, hand), 0
    rest = helping_faces(view.variant, hand)
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        copies = copies_out(view.variant, seen, face)
        if copies <= 0:
            continue
        drawn = melds.deadwood(view.variant, join_hands(hand, single(face)))
        if drawn < least + melds.face_points(view.variant, face):
            total += copies
    return total


def is_unmeldable(view: View, face: Face) -> bool:
    """Return whether no two cards that the other hand may hold make a meld with `face`."""
    reading = infer_other_hand(view.variant, view.state, view.memory)
    near: list[Hand] = []
    for other in range(FACE_COUNT):
        if rank_of(other) == rank_of(face) or suit_of(other) == suit_of(face):
            copies = copies_out(view.variant, reading.seen, other) + copies_of(reading.known, other)
            near += [single(other)] * copies
    return not any(
        melds.is_meld(view.variant, join_hands(join_hands(one, two), single(face)))
        for one, two in combinations(near, 2)
    )


def possible_meld_cards(view: View, face: Face) -> tuple[Face, ...]:
    """Return the unmatched cards of the hand that would make a meld with `face` and one unseen card."""
    seen = infer_other_hand(view.variant, view.state, view.memory).seen
    out = [other for other in range(FACE_COUNT) if copies_out(view.variant, seen, other) > 0]
    return tuple(
        one
        for one in dict.fromkeys(faces_of(view.hand))
        if meld_of_card(view, view.hand, one) is None
        and any(
            melds.is_meld(view.variant, join_hands(join_hands(single(one), single(face)), single(third)))
            for third in out
        )
    )


def meld_of_card(view: View, hand: Hand, face: Face) -> Hand | None:
    """Return the meld with `face` in the best layout of `hand`, or `None` where it is unmatched."""
    layout = spreads.spread_without_bound(view.variant, hand, view.state.pile.cards)
    return next((meld for meld in non_empty_melds(layout.melds) if contains_cards(meld, single(face))), None)


_ENDS_TURN: Final = frozenset(MoveKind) - {MoveKind.DRAW, MoveKind.TAKE}
SHOWDOWN: Final = (MoveKind.SPREAD, MoveKind.LAY_OFF)
_PLACE: Final = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})")


class Moment(NamedTuple):
    """A decision: its place in the match, the game and the sheet before it, and the move.

    `hand` and `turn` count from 1.
    """

    hand: int
    turn: int
    seat: Seat
    game: Game
    sheet: Sheet
    move: Move

    @property
    def place(self) -> str:
        """The hand and the turn in the usual notation, such as `2.17`."""
        return f"{self.hand}.{self.turn}"

    @property
    def top(self) -> Face | None:
        """The top card of the pile, or `None` for an empty pile."""
        return face_or_none(self.game.state.pile.top)

    @property
    def view(self) -> View:
        """The view of the seat."""
        return view_of_game(self.game, self.seat, sheet=self.sheet, number=self.hand - 1)


def turn_numbers(game: Game) -> Iterator[int]:
    """Yield the number of the turn of each move in `game`, from 1. A draw and its discard are one turn.

    Moves of the showdown belong to the turn that closed the hand.
    """
    turn, begins = 0, True
    for play in game.plays:
        turn += begins and play.move.kind not in SHOWDOWN
        yield turn
        begins = play.move.kind in _ENDS_TURN


def match_moments(match: Match) -> Iterator[Moment]:
    """Yield all decisions of `match` in order."""
    sheet = new_sheet()
    for hand, game in enumerate(match.games, start=1):
        for before, played, turn in zip(game.positions(), game.plays, turn_numbers(game), strict=False):
            yield Moment(hand, turn, before.turn, before, sheet, played.move)
        if game.score is not None:
            sheet = enter_score(match.variant, sheet, game.score)


def turn_moments(match: Match, turn_text: str) -> list[Moment]:
    """Return the decisions of turn `turn_text`, such as `2.17`. Raise `GinRummyError` for no such turn."""
    found = _PLACE.fullmatch(turn_text.strip())
    if found is None:
        raise GinRummyError(_("this is no turn of a hand, such as 2.17"), where=turn_text)
    asked = (int(found[1]), int(found[2]))
    moments = [moment for moment in match_moments(match) if (moment.hand, moment.turn) == asked]
    if not moments:
        raise GinRummyError(_("the match has no such turn"), where=turn_text)
    return moments


def is_decision(moment: Moment) -> bool:
    """Return whether there was a choice: the showdown, or more than one legal move."""
    return moment.game.phase in (Phase.SPREAD, Phase.LAY_OFF) or len(moment.game.legal_moves()) > 1
