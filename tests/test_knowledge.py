"""A seat's knowledge of the other hand is the same for display and for play (RULES 4.9)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ginrummy.game.cards import Hand, faces_of, parse_face
from ginrummy.game.game import Game
from ginrummy.game.moves import MoveKind
from ginrummy.game.public_view import PublicView, public_view_of_game
from ginrummy.game.view import View, view_of_game
from ginrummy.kernel.actions import update_memories
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.observation import KnownCards
from ginrummy.lab.envs.observation import view_observation
from ginrummy.players import judge
from ginrummy.players.judging import even_card_chances
from ginrummy.players.opponent_history import possible_past
from ginrummy.rules.cards import size_of
from ginrummy.rules.turns import Memory, no_memory
from ginrummy.rules.types import SEATS, other_seat
from ginrummy.text.json import parse_public_view_json, parse_view_json, public_view_json, view_json
from ginrummy.variants import WALL_LAST_DISCARD, Variant
from tests.at_random import bold_play, shuffled_game
from tests.players.tables import row_of
from tests.redealing import redealt
from tests.rules.stacked import played, stacked

TWINS = row_of("two_pack")
HOUSES = {
    **{name: row_of(name) for name in ("eaai", "two_pack", "hollywood", "twins", "own")},
    "face up": TWINS._replace(closing_discard_face_down=0),
    "thrown back": TWINS._replace(allow_discard_taken_card=1),
    "last discard": TWINS._replace(wall_action=WALL_LAST_DISCARD, wall_stock=40),
}
SHOWDOWN = (MoveKind.SPREAD, MoveKind.LAY_OFF)


def small(row: Variant) -> Variant:
    """Return `row` with hands of four cards, five if the non-dealer has one more, which end soon."""
    return row._replace(hand_dealer=4, hand_nondealer=4 + row.hand_nondealer - row.hand_dealer)


def remembered_by_kernel(before: Game, after: Game, memories: tuple[Memory, Memory]) -> tuple[Memory, Memory]:
    """Return the memory of both seats by the kernel after the move from `before` to `after`."""
    move = after.plays[-1].move
    if move.kind in SHOWDOWN:
        return memories
    return update_memories(before.variant, memories, before.state, action_of(move))


def same_in_json(view: View | PublicView) -> None:
    """Check that a view read from JSON has the same knowledge."""
    if isinstance(view, View):
        told = view_json(view)
        assert told["opponent_known"] == list(view.opponent_known.codes)
        assert told["opponent_possible"] == list(view.opponent_possible.codes)
        again = parse_view_json(view.variant, told)
        assert (again.opponent_known, again.opponent_possible) == (
            view.opponent_known,
            view.opponent_possible,
        )
    else:
        told = public_view_json(view)
        assert told["known"] == [list(hand.codes) for hand in view.known]
        assert told["possible"] == [list(hand.codes) for hand in view.possible]
        beside = parse_public_view_json(view.variant, told)
        assert (beside.known, beside.possible) == (view.known, view.possible)


def same_to_players(view: View) -> None:
    """Check that planes, pasts and the coach's chances start from the knowledge."""
    planes = view_observation(view)[: len(KnownCards._fields) * 52].reshape(-1, 52)
    cards, twins = (KnownCards._fields.index(name) for name in ("known", "known_twins"))
    found = Hand(*(sum(1 << int(face) for face in planes[row].nonzero()[0]) for row in (cards, twins)))
    assert found == view.memory.known
    if not view.is_my_turn or view.closing is not None:
        return
    past = possible_past(view, random.Random(view.stock))
    assert past.memories[view.seat] == view.memory
    held, twice = even_card_chances(view)
    for face in faces_of(view.opponent_known):
        assert (twice if face in faces_of(Hand(view.opponent_known.twins, 0)) else held)[face] == 1
    hand = Counter([*past.cards, *view.opponent_taken])
    hand.subtract(view.opponent_discards)
    assert Counter(faces_of(view.opponent_known)) <= hand
    assert hand.total() == view.opponent_size


@pytest.mark.parametrize("name", HOUSES)
def test_every_home_knows_the_same(name: str) -> None:
    chance, seen = random.Random(name), Counter[str]()
    for number in range(30):
        if number >= 3 and seen["closed"] >= 2:
            break
        before, memories = shuffled_game(small(HOUSES[name]), chance), (no_memory(), no_memory())
        for game in bold_play(before, chance, turns=30):
            memories = remembered_by_kernel(before, game, memories)
            public = public_view_of_game(game)
            same_in_json(public)
            for seat in SEATS:
                view = view_of_game(game, seat)
                assert view.memory == memories[seat]
                assert view.opponent_known == (view.shown or view.memory.known)
                assert size_of(view.opponent_known) <= view.opponent_size
                across = other_seat(seat)
                assert public.known[across] == view.opponent_known
                assert public.possible[across] == view.opponent_possible
                same_in_json(view)
                same_to_players(view)
            before = game
        seen["closed"] += before.state.closing > 0
    assert seen["closed"] >= 2


FIVE = parse_face("5D")
NONDEALER = "3S4S6S8SJS3H4H6H8HJH"


def thrown(*, may_be_same: int = 0) -> Game:
    """Return a hand in which the dealer, who holds a 5♦, takes the other and discards one of them."""
    variant = row_of("two_pack")._replace(allow_discard_taken_card=may_be_same)
    game = stacked(variant, nondealer=NONDEALER, dealer="5DASAC2C2D9H9DTHKSQC", upcard="5D")
    return played(game, "pass take 5D")


@pytest.mark.parametrize(("may_be_same", "known"), [(0, Hand("5D")), (1, Hand(""))])
def test_who_throws_the_twin_of_the_card_just_taken_still_holds_it(may_be_same: int, known: Hand) -> None:
    game = thrown(may_be_same=may_be_same)
    view = view_of_game(game, 1)
    assert view.opponent_known == known
    assert view.memory.known == known
    assert public_view_of_game(game).state.hands[0] == known
    assert parse_view_json(game.variant, view_json(view)).opponent_known == known


def test_every_past_of_it_has_both() -> None:
    view = view_of_game(thrown(), 1)
    for seed in range(20):
        past = possible_past(view, random.Random(seed))
        assert past.memories[1].known == Hand("5D")
        assert FIVE in past.cards


def test_the_coach_is_certain_of_it() -> None:
    assert judge(view_of_game(thrown(), 1), worlds=40).other.held[FIVE] == 1


def test_so_it_is_in_every_deal_that_looks_the_same() -> None:
    game = thrown()
    for seed in range(20):
        assert FIVE in faces_of(redealt(game, view_of_game(game, 1).seat, random.Random(seed)).state.hands[0])


def test_who_closes_with_the_twin_of_the_card_just_taken_still_holds_it() -> None:
    variant = row_of("two_pack_gin_only")._replace(closing_discard_face_down=0)
    game = stacked(variant, nondealer=NONDEALER, dealer="5D6D7D8D9S9H9CKSKHKC", upcard="5D")
    view = view_of_game(played(game, "pass take gin:5D"), 1)
    assert view.opponent_known == Hand("5D")
    assert view_of_game(played(game, "pass take gin:5D"), 0).opponent_known == Hand("")
