"""A seat sees only what it may know: the same view for all hidden cards."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import compress
from operator import not_

import pytest

from ginrummy.game.cards import FACE_COUNT, parse_face
from ginrummy.game.game import Game, Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import BIG_GIN, DRAW, PASS, TAKE, Move, MoveKind, discard, gin, knock
from ginrummy.game.shuffle import seeds_from_number, shuffled_deck
from ginrummy.game.view import (
    HIDDEN,
    MOST_EARLIER,
    Event,
    View,
    earlier_hand,
    earlier_hands,
    view_of,
    view_of_game,
)
from ginrummy.locale.errors import GinRummyError, IllegalMove
from ginrummy.players import load_player
from ginrummy.rules import scoring, turns
from ginrummy.rules.cards import contains_cards, size_of
from ginrummy.rules.types import SEATS, Seat, other_seat
from ginrummy.variants import Variant
from tests.players.tables import VARIANTS, row_of
from tests.redealing import is_laid_open, knowable, redealt
from tests.rules.stacked import played, stacked

OPEN_CLOSING = row_of("eaai")._replace(closing_discard_face_down=0)
EVERY_MOVE = (
    *(PASS, TAKE, DRAW, BIG_GIN, Move(MoveKind.SPREAD), Move(MoveKind.LAY_OFF)),
    *(kind(face) for kind in (discard, knock, gin) for face in range(FACE_COUNT)),
)
LATE = (turns.LAST_DISCARD, turns.MUST_CLOSE, turns.CLOSED)
PROPERTIES = tuple(name for name in dir(View) if isinstance(getattr(View, name), property))
CASES = (*VARIANTS, "open closing")


def case(name: str) -> Variant:
    """Return the row of a case."""
    return OPEN_CLOSING if name == "open closing" else row_of(name)


def positions(variant: Variant, seed: int) -> Iterator[Game]:
    """Yield a hand at every move, played more or less well by its seed, to every kind of end."""
    chance = random.Random(seed)
    player = load_player(chance.choice(("simple", "steady")))
    game = Game.deal(variant, dealer=seed % 2, deck=shuffled_deck(seeds_from_number(seed), 0, variant.decks))
    sense = chance.choice((0.3, 0.9, 1.0))
    yield game
    while not game.is_over:
        view = view_of_game(game, game.turn)
        sensible = chance.random() < sense
        game = game.play(player.decide(view) if sensible else chance.choice(game.legal_moves()))
        yield game


@cache
def kept_positions(variant: Variant, seed: int) -> tuple[list[Game], list[Game]]:
    """Return the positions of a hand: those before its last discard or closing, and the rest."""
    hand = list(positions(variant, seed))
    is_late = [game.is_over or game.state.phase in LATE for game in hand]
    return list(compress(hand, map(not_, is_late))), list(compress(hand, is_late))


def chosen_positions(variant: Variant, *, seeds: range, each: int) -> list[Game]:
    """Return positions of hands: up to `each` random ones, and all from the last discard or closing on."""
    found: list[Game] = []
    for seed in seeds:
        early, late = kept_positions(variant, seed)
        found += random.Random(seed).sample(early, min(each, len(early))) + late
    return found


@pytest.mark.parametrize("name", CASES)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    chance = random.Random(name)
    differs: Counter[str] = Counter()
    for game in chosen_positions(case(name), seeds=range(1, 6), each=3):
        for seat in SEATS:
            other = redealt(game, seat, chance)
            assert knowable(other, seat) == knowable(game, seat)
            one, two = view_of_game(game, seat), view_of_game(other, seat)
            assert one == two
            assert repr(one) == repr(two)
            assert pickle.dumps(one) == pickle.dumps(two)
            for known in PROPERTIES:
                assert getattr(one, known) == getattr(two, known), known
            differs["trials"] += 1
            differs["decks"] += game.deck != other.deck
            if game.state.closed >= 0 and seat != game.state.turn:
                differs["unseen closings"] += 1
                differs["closings"] += game.state.closed != other.state.closed
            if not is_laid_open(game, other_seat(seat)):
                differs["unseen hands"] += 1
                differs["hands"] += game.state.hands[1 - seat] != other.state.hands[1 - seat]
    assert differs["decks"] > 0.95 * differs["trials"]
    assert differs["hands"] > 0.7 * differs["unseen hands"]
    if name != "open closing":
        assert differs["closings"] > 0.5 * differs["unseen closings"]


def test_the_games_come_to_every_phase_and_end() -> None:
    phases: set[tuple[Phase, bool]] = set()
    ends: set[str] = set()
    for name in CASES:
        for game in chosen_positions(case(name), seeds=range(1, 6), each=3):
            phases |= {(game.phase, view_of_game(game, seat).is_my_turn) for seat in (0, 1)}
            if game.score is not None:
                ends.add(scoring.KIND_NAMES[game.score.kind])
    assert phases == {(phase, mine) for phase in Phase for mine in (True, False)} - {(Phase.OVER, True)}
    assert ends >= {"knock", "undercut", "gin", "big_gin", "gin_void", "void", "wall_compare"}


@pytest.mark.parametrize("name", CASES)
def test_the_view_alone_says_what_may_be_played(name: str) -> None:
    variant = case(name)
    for game in chosen_positions(variant, seeds=range(1, 5), each=2):
        mover, waiting = view_of_game(game, game.turn), view_of_game(game, 1 - game.turn)
        assert mover.is_my_turn is not game.is_over
        assert waiting.is_my_turn is False
        assert waiting.legal_moves() == ()
        assert mover.legal_moves() == game.legal_moves()
        for move in (*EVERY_MOVE, *game.legal_moves()):
            assert str(mover.refusal(move)) == refusal(game, move)
        if mover.state.closed == game.state.closed:
            assert mover.knock_limit == game.knock_limit
        if not game.is_over and game.state.phase == turns.CLOSED:
            assert mover.automatic_layout() == game.automatic_layout()


def refusal(game: Game, move: Move) -> str:
    """Return why `game` refuses `move`, "None" when it does not."""
    try:
        game.verify(move)
    except IllegalMove as error:
        return str(error)
    return "None"


@pytest.mark.parametrize("name", ["eaai", "two_pack", "last", "open closing"])
def test_a_view_carries_no_game(name: str) -> None:
    for game in chosen_positions(case(name), seeds=range(1, 4), each=3):
        for seat in (0, 1):
            view = view_of_game(game, seat)
            packed = pickle.dumps(view)
            assert not [word for word in (b"Game", b"Match", b"Seeds", b"Played") if word in packed]
            assert pickle.loads(packed) == view
            own = view._own_game()
            assert (own.deck, own.plays) == ((), ())
            assert own.state == view.state


@pytest.mark.parametrize("name", CASES)
def test_the_other_hand_is_what_is_known_of_it(name: str) -> None:
    for game in chosen_positions(case(name), seeds=range(1, 6), each=3):
        for seat in SEATS:
            view, other = view_of_game(game, seat), game.state.hands[1 - seat]
            assert view.hand == game.state.hands[seat]
            assert view.opponent_size == size_of(other)
            assert view.shown in (None, other)
            assert (view.shown is not None) == is_laid_open(game, other_seat(seat))
            assert contains_cards(other, view.opponent_known)
            hidden = [event for event in view.events if event.face == HIDDEN and event.seat != seat]
            assert {event.kind for event in hidden} <= {
                *(MoveKind.DRAW, MoveKind.PASS, MoveKind.KNOCK, MoveKind.GIN),
                *(MoveKind.BIG_GIN, MoveKind.SPREAD, MoveKind.LAY_OFF),
            }


@pytest.mark.parametrize("name", ["round_the_corner", "eaai"])
def test_the_pile_is_seen_as_far_as_the_variant_lets_it(name: str) -> None:
    variant = row_of(name)
    for game in chosen_positions(variant, seeds=range(1, 4), each=6):
        for seat in (0, 1):
            view = view_of_game(game, seat)
            assert view.pile == (game.pile if variant.discard_inspect else game.pile[-1:])
            assert view.pile_size == len(game.pile)


def test_what_each_seat_saw_of_a_knock() -> None:
    game = next(
        game
        for seed in range(1, 99)
        for game in positions(row_of("eaai"), seed)
        if game.phase is Phase.SPREAD and game.state.closing == turns.CLOSED_KNOCK
    )
    knocker, (face, drawn) = game.turn, (game.plays[-1].face, game.plays[-2])
    mine, theirs = view_of_game(game, knocker), view_of_game(game, 1 - knocker)
    assert mine.events[-1] == Event(knocker, MoveKind.KNOCK, face)
    assert theirs.events[-1] == Event(knocker, MoveKind.KNOCK, HIDDEN)
    assert (mine.state.closed, theirs.state.closed) == (face, HIDDEN)
    assert mine.events[-2].face == drawn.face
    assert theirs.events[-2].face == (drawn.face if drawn.move.kind is MoveKind.TAKE else HIDDEN)
    open_game = Game.deal(OPEN_CLOSING, dealer=game.dealer, deck=game.deck)
    for play in game.plays:
        open_game = open_game.play(play.move)
    shown = view_of_game(open_game, 1 - knocker)
    assert (shown.events[-1].face, shown.state.closed) == (face, face)


def test_whoever_has_passed_and_must_draw_has_left_the_upcard_once() -> None:
    game = played(stacked("eaai", nondealer="AS2S3S", upcard="5D", stock="KHQH"), "pass pass draw AS")
    assert view_of_game(game, 0).opponent_refused == (parse_face("5D"),)
    assert view_of_game(game, 1).opponent_refused == (parse_face("5D"),)
    after = played(game, "draw QH draw")
    assert view_of_game(after, 1).opponent_refused == tuple(map(parse_face, ("5D", "AS")))
    assert view_of_game(after, 0).opponent_refused == tuple(map(parse_face, ("5D", "QH")))


@pytest.mark.parametrize("name", CASES)
def test_an_earlier_hand_is_what_the_seat_saw_of_it(name: str) -> None:
    chance, seen = random.Random(name), Counter[str]()
    for seed in range(1, 8):
        *_before, game = positions(case(name), seed)
        for seat in SEATS:
            other = redealt(game, seat, chance)
            found, view = earlier_hand(game, seat), view_of_game(game, seat)
            assert found == earlier_hand(other, seat)
            for known in ("dealer", "upcard", "events", "hand", "shown", "score"):
                assert getattr(found, known) == getattr(view, known), known
            seen["hands"] += 1
            seen["other decks"] += game.deck != other.deck
            seen["shown"] += found.shown is not None
    assert seen["other decks"] > 0.8 * seen["hands"]
    assert seen["shown"]


def test_a_hand_that_goes_on_is_no_earlier_one() -> None:
    with pytest.raises(GinRummyError):
        earlier_hand(Match.start("eaai", 3).game, Seat(0))


def test_a_match_adds_the_sheet_the_number_and_the_earlier_hands_only() -> None:
    simple = load_player("simple")
    match = Match.start(row_of("eaai"), seeds_from_number(3))
    while match.number < 3:
        view = view_of(match, match.game.turn)
        earlier = tuple(earlier_hand(game, view.seat) for game in match.finished)
        assert len(view.earlier) == view.number == match.number
        assert view == view_of_game(
            match.game, view.seat, sheet=match.sheet, number=match.number, earlier=earlier
        )
        match = match.next_hand() if match.game.is_over else match.play(simple.decide(view))
    assert view_of(match, 0).number == 3
    assert view_of(match, 0).earlier is view_of(match, 0).earlier
    assert view_of(match, 0).sheet == match.sheet != scoring.new_sheet()
    assert view_of_game(match.game, 0).sheet == scoring.new_sheet()


def test_of_a_long_match_the_last_hands_alone_are_looked_back_at() -> None:
    games = tuple([*positions(case("eaai"), seed)][-1] for seed in range(MOST_EARLIER + 5))
    for seat in SEATS:
        assert earlier_hands(games, seat) == tuple(earlier_hand(game, seat) for game in games[5:])
