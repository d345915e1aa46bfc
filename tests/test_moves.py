"""Moves as text and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.game.cards import FACE_COUNT, Hand, hand_of, parse_faces
from ginrummy.game.moves import (
    BIG_GIN,
    DRAW,
    NO_HAND,
    PASS,
    TAKE,
    Melds,
    Move,
    MoveKind,
    discard,
    gin,
    knock,
    ordered_faces,
    parse_move,
    with_melds_first,
)
from ginrummy.locale.errors import CardError, GinRummyError, IllegalMove

faces = st.integers(0, FACE_COUNT - 1)
hands = st.lists(faces, min_size=1, max_size=6, unique=True).flatmap(
    lambda once: st.lists(st.sampled_from(once), unique=True).map(lambda twice: hand_of([*once, *twice]))
)


def places(parts: list[Hand]) -> Melds:
    """Return up to three hands in the first of three places."""
    filled = [*parts, NO_HAND, NO_HAND, NO_HAND]
    return filled[0], filled[1], filled[2]


melds = st.lists(hands, max_size=3).map(places)
laid = st.tuples(*[hands | st.just(NO_HAND)] * 3)
moves = st.one_of(
    st.sampled_from([PASS, TAKE, DRAW, BIG_GIN]),
    faces.flatmap(lambda face: st.sampled_from([discard(face), knock(face), gin(face)])),
    melds.map(lambda shown: Move(MoveKind.SPREAD, melds=shown)),
    st.builds(Move, st.just(MoveKind.LAY_OFF), melds=melds, laid=laid),
)


@given(moves)
def test_a_move_is_read_as_it_was_written(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert " " not in str(move)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", PASS),
        (" TAKE ", TAKE),
        ("draw", DRAW),
        ("biggin", BIG_GIN),
        ("7h", discard(19)),
        ("7♥", discard(19)),
        ("discard:7H", discard(19)),
        ("knock:10S", knock(9)),
        ("Gin:TS", gin(9)),
        ("spread:", Move(MoveKind.SPREAD)),
        ("lay:", Move(MoveKind.LAY_OFF)),
        ("spread:4S 5S 6S / 9H 9D 9C", parse_move("spread:4S5S6S/9H9D9C")),
        ("lay: 7S > 1, 8S > 1 / TC JC QC", parse_move("lay:7S>1,8S>1/TCJCQC")),
    ],
)
def test_texts_of_moves(text: str, move: Move) -> None:
    assert parse_move(text) == move


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", CardError),
        ("fold", CardError),
        ("knock", CardError),
        ("knock:", CardError),
        ("knock:7H 8H", CardError),
        ("pass:7H", IllegalMove),
        ("biggin:7H", IllegalMove),
        ("spread:4S5S6X", CardError),
        ("spread:7S7S7S", CardError),
        ("spread:AS2S3S/AH2H3H/AD2D3D/AC2C3C", IllegalMove),
        ("lay:7S", IllegalMove),
        ("lay:7S>0", IllegalMove),
        ("lay:7S>4", IllegalMove),
        ("lay:>1", CardError),
        ("lay:7S>1,7S>1,7S>1", CardError),
    ],
)
def test_what_is_no_move_is_refused(text: str, error: type[GinRummyError]) -> None:
    with pytest.raises(error):
        parse_move(text)


@pytest.mark.parametrize("cards", ["4S 5S 6S", "KS AS 2S", "QH KH AH 2H 3H", "JD QD KD AD", "9S 9D 9C"])
def test_a_meld_is_laid_in_order(cards: str) -> None:
    laid_out = parse_faces(cards)
    assert ordered_faces(hand_of(laid_out)) == laid_out


@given(melds)
def test_melds_stand_in_the_first_places(shown: Melds) -> None:
    gap = Move(MoveKind.SPREAD, melds=(shown[0], NO_HAND, shown[1]))
    assert (
        with_melds_first(gap)
        == parse_move(str(gap))
        == Move(MoveKind.SPREAD, melds=(shown[0], shown[1], NO_HAND))
    )
