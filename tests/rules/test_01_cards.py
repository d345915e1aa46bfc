"""RULES 1, the cards: packs, ranks and suits, points, notation."""

from collections import Counter

import pytest

from ginrummy.game.cards import FACE_COUNT, KING, face_text, faces_of, hand_of, parse_face, parse_faces
from ginrummy.game.game import Game
from ginrummy.locale.errors import CardError, VariantError
from ginrummy.rules.melds import face_points, is_run, points_of
from tests.rules.ledgers import row
from tests.rules.stacked import allows, played, refusal, stacked


@pytest.mark.parametrize(("name", "packs"), [("standard", 1), ("two_pack", 2)])
def test_1_1_every_card_of_the_packs_is_there_once(name: str, packs: int) -> None:
    game = stacked(name)
    first, second = map(faces_of, game.state.hands)
    assert Counter((*first, *second, *game.stock, *game.pile)) == dict.fromkeys(range(FACE_COUNT), packs)


@pytest.mark.parametrize(("name", "size"), [("standard", 104), ("two_pack", 52), ("standard", 51)])
def test_1_1_no_other_deck_is_dealt(name: str, size: int) -> None:
    with pytest.raises(CardError) as caught:
        Game.deal(row(name), dealer=0, deck=range(size))
    assert caught.value.clause == "1.1"


@pytest.mark.parametrize(("text", "packs"), [("7H 7H", 1), ("7H 7H 7H", 2)])
def test_1_1_a_card_is_there_once_a_pack(text: str, packs: int) -> None:
    assert len(parse_faces(text[:-3], packs=packs)) == packs
    with pytest.raises(CardError) as caught:
        parse_faces(text, packs=packs)
    assert caught.value.clause == "1.1"


def test_1_1_there_are_no_jokers() -> None:
    with pytest.raises(VariantError) as caught:
        row("standard", jokers=2)
    assert caught.value.where == "jokers"


def test_1_2_the_ranks_follow_one_another_from_the_ace_to_the_king() -> None:
    for low in range(KING - 1):
        assert is_run(row("standard"), hand_of([low, low + 1, low + 2]))


def test_1_2_no_suit_ranks_above_another() -> None:
    suits = [hand_of(range(13 * suit, 13 * suit + 13)) for suit in range(4)]
    assert [points_of(row("standard"), suit) for suit in suits] == [85] * 4


def test_1_3_figures_count_ten_the_others_their_number() -> None:
    points = [face_points(row("standard"), face) for face in range(FACE_COUNT)]
    assert points == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10] * 4


@pytest.mark.parametrize("ace_run", ["low", "high_low", "corner"])
@pytest.mark.parametrize("points", [1, 15])
def test_1_4_an_ace_counts_1_or_15_wherever_it_may_stand(ace_run: str, points: int) -> None:
    variant = row("standard", ace_run=ace_run, ace_points=points)
    assert face_points(variant, parse_face("AD")) == points
    assert face_points(variant, parse_face("2D")) == 2


def test_1_4_no_house_counts_it_otherwise() -> None:
    with pytest.raises(VariantError) as caught:
        row("standard", ace_points=11)
    assert (caught.value.where, caught.value.clause) == ("ace_points", "13.3")


@pytest.mark.parametrize(("ace_points", "closes"), [(1, True), (15, False)])
def test_1_4_a_stray_ace_of_15_is_too_much_for_a_knock_at_ten(ace_points: int, closes: bool) -> None:
    variant = row("standard", ace_points=ace_points)
    game = played(stacked(variant, nondealer="4S 5S 6S 9H 9D 9C KS KH QC AD", upcard="KD"), "take")
    assert allows(game, "knock:QC") is closes
    if not closes:
        assert refusal(game, "knock:QC") == "5.2"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "7♥ 7H 10♠ TS ts"), ("fr", "7♥ 7C 10♠ 10P tp"), ("ru", "7♥ 7Ч 10♠ 10П 10п")],
)
def test_1_5_a_card_is_written_rank_first(language: str, words: str) -> None:
    seven, ten = parse_face("7H"), parse_face("TS")
    faces = [parse_face(word, language) for word in words.split()]
    assert faces == [seven, seven, ten, ten, ten]


@pytest.mark.parametrize(
    ("language", "figures"), [("en", "A♠ J♥ Q♦ K♣"), ("fr", "A♠ V♥ D♦ R♣"), ("ru", "Т♠ В♥ Д♦ К♣")]
)
def test_1_5_figures_have_the_letters_of_the_language(language: str, figures: str) -> None:
    faces = parse_faces("AS JH QD KC")
    assert " ".join(face_text(face, language) for face in faces) == figures
    assert parse_faces(figures, language=language) == faces


@pytest.mark.parametrize("text", ["", "7", "H7", "1H", "11H", "7X", "XH", "joker", "7HH"])
def test_1_5_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_face(text)
    assert caught.value.clause == "1.5"
