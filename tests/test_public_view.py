"""A spectator sees the common knowledge of both players, and nothing that only one of them knows."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest

from ginrummy.game.cards import Hand, faces_of
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import CLOSING_DISCARDS, MoveKind
from ginrummy.game.public_view import PublicView, fully_visible_games, public_view_of, public_view_of_game
from ginrummy.game.view import known_hand, view_of_game
from ginrummy.rules import scoring
from ginrummy.rules.cards import is_card, size_of
from ginrummy.rules.types import SEATS, Face, other_seat
from tests.redealing import redealt
from tests.test_view import CASES, case, chosen_positions


def seen_cards(value: object) -> Iterator[int]:
    """Yield every card anywhere in a public view."""
    if isinstance(value, Hand):
        yield from faces_of(value)
    elif isinstance(value, tuple):
        for part in value:
            yield from seen_cards(part)


def cards_of(view: PublicView) -> set[int]:
    """Return all cards in `view`."""
    parts = (view.state.hands, view.state.pile.cards, view.spread, view.defence, view.shown)
    state = view.state
    named = {state.upcard, state.taken, state.closed, state.pile.top, state.pile.beneath}
    told = {event.face for event in view.events} | named | set(view.pile)
    return set(seen_cards(parts)) | {face for face in told if is_card(face)}


def model(game: Game) -> set[int]:
    """Return the cards that have been open on the table, from the moves alone."""
    faces = {Face(game.state.upcard)}
    for _seat, move, face in game.plays:
        is_down = move.kind in CLOSING_DISCARDS and game.variant.closing_discard_face_down
        if move.kind is not MoveKind.DRAW and not is_down:
            faces.add(face)
    for seat in (0, 1):
        is_laid = game.spread is not None and seat == game.state.turn
        is_over = game.score is not None and game.score.kind != scoring.VOID
        if is_laid or is_over:
            faces |= set(faces_of(game.state.hands[seat]))
    return {face for face in faces if is_card(face)}


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_what_either_hand_hides_makes_no_difference(name: str) -> None:
    chance = random.Random(name)
    differs = 0
    for game in chosen_positions(case(name), seeds=range(1, 5), each=3):
        one = public_view_of_game(game)
        for seats in (SEATS[:1], SEATS[1:], SEATS, SEATS[::-1]):
            other = game
            for seat in seats:
                other = redealt(other, seat, chance)
            two = public_view_of_game(other)
            assert one == two
            assert pickle.dumps(one) == pickle.dumps(two)
            differs += other.state.hands != game.state.hands
    assert differs > 20


@pytest.mark.parametrize("name", CASES)
def test_no_card_is_seen_that_has_not_lain_open(name: str) -> None:
    for game in chosen_positions(case(name), seeds=range(1, 4), each=6):
        view = public_view_of_game(game)
        assert cards_of(view) <= model(game)
        assert view.sizes == tuple(map(size_of, game.state.hands))


@pytest.mark.parametrize("name", CASES)
def test_whatever_both_players_see_the_public_sees(name: str) -> None:
    for game in chosen_positions(case(name), seeds=range(1, 4), each=4):
        view, seats = public_view_of_game(game), [view_of_game(game, seat) for seat in (0, 1)]
        for seat in SEATS:
            assert view.known[seat] == seats[other_seat(seat)].opponent_known
            assert view.shown[seat] == seats[other_seat(seat)].shown
            assert view.known[seat] == known_hand(
                view.variant, view.events, view.state.upcard, seat, view.shown[seat]
            )
        for seen in seats:
            assert (view.pile, view.pile_size, view.stock) == (seen.pile, seen.pile_size, seen.stock)
            assert (view.turn, view.phase, view.score) == (seen.turn, seen.phase, seen.score)
            assert view.closing == seen.closing
            told = zip(view.events, seen.events, strict=True)
            assert all(mine.face in (theirs.face, -1) for mine, theirs in told)


@pytest.mark.parametrize("name", ["standard", "hollywood", "two_pack", "russian"])
def test_both_hands_are_open_a_hand_later_and_never_before(name: str) -> None:
    chance, match = random.Random(name), Match.start(name, 5)
    while not match.is_over and match.number < 4:
        assert fully_visible_games(match) == match.finished
        assert match.game not in fully_visible_games(match)
        assert public_view_of(match).number == match.number
        if match.game.is_over:
            match = match.next_hand()
        else:
            legal = match.game.legal_moves()
            usual = (MoveKind.DISCARD, MoveKind.DRAW, MoveKind.TAKE)
            closing = [move for move in legal if move.kind not in usual]
            match = match.play(chance.choice(closing or legal))
    assert fully_visible_games(match)
