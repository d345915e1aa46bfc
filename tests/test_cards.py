"""Cards as text in three languages, and hands as bit sets, over their whole domain."""

import pickle
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mypy import api

from ginrummy.game.cards import (
    FACE_COUNT,
    Hand,
    card_sign,
    face_code,
    face_name,
    face_text,
    faces_of,
    hand_of,
    parse_face,
    parse_faces,
    reject_surplus_cards,
)
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import CardError
from ginrummy.rules.types import Face

FACES = tuple(map(Face, range(FACE_COUNT)))
ENGLISH_RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T 10", "J", "Q", "K"]
RANKS = {
    "en": ENGLISH_RANKS,
    "fr": ["A", *ENGLISH_RANKS[1:10], "J V", "Q D", "K R"],
    "ru": ["A А Т", *ENGLISH_RANKS[1:10], "J В", "Q Д", "K К"],
}
SUITS = {
    "en": ["S ♠ ♤", "H ♥ ♡", "D ♦ ♢", "C ♣ ♧"],
    "fr": ["S ♠ ♤ P", "H ♥ ♡ C", "D ♦ ♢ K", "♣ ♧ T"],
    "ru": ["S ♠ ♤ П", "H ♥ ♡ Ч", "D ♦ ♢ Б", "C ♣ ♧ Т К"],
}
"""Names of ranks and suits; Latin letters in the English lists, Cyrillic in the Russian ones."""
LETTERS = "A23456789TJQK10SHDCVRPAТКДВПЧБ♠♡♦♧XЖ*"
faces = st.lists(st.sampled_from(FACES), max_size=12, unique=True)
two_packs = st.lists(st.sampled_from([*FACES, *FACES]), max_size=30).filter(
    lambda cards: all(cards.count(card) < 3 for card in cards)
)


def names(language: str) -> dict[str, int]:
    """Return every name of every card in a language, also with the suit sign first."""
    return {
        name: 13 * place + number
        for place, suits in enumerate(SUITS[language])
        for suit in suits.split()
        for number, ranks in enumerate(RANKS[language])
        for rank in ranks.split()
        for name in (rank + suit, rank + suit if suit.isalpha() else suit + rank)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_a_card_is_read(language: str) -> None:
    for name, face in names(language).items():
        assert parse_face(name, language) == parse_face(f" {name.lower()} ", language) == face


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_word_is_refused(language: str) -> None:
    known = names(language)
    words = {"".join(letters) for length in (0, 1, 2, 3) for letters in product(set(LETTERS), repeat=length)}
    for word in words - set(known):
        with pytest.raises(CardError) as caught:
            parse_face(word, language)
        assert caught.value.clause == "1.5"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", FACES)
def test_what_is_printed_is_read_back(face: Face, language: str) -> None:
    assert parse_face(face_text(face, language), language) == face
    assert parse_face(face_text(face, language) + "\ufe0f", language) == face
    assert parse_face(face_code(face)) == face


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_its_own_name_aloud(language: str) -> None:
    with using_language(language):
        spoken = [face_name(face) for face in FACES]
    assert len(set(spoken)) == FACE_COUNT
    assert all("♠" not in name and name.strip() for name in spoken)


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("en", ["queen of hearts", "Q♥", "7♥", "A♥"]),
        ("fr", ["la dame de cœur", "la D♥", "le 7♥", "l’A♥"]),
        ("ru", ["даму червей", "Д♥", "7♥", "Т♥"]),
    ],
)
def test_a_card_is_the_object_of_a_verb_as_its_language_has_it(code: str, forms: list[str]) -> None:
    with using_language(code):
        queen, *signs = (
            face_name(parse_face("QH")),
            *(card_sign(parse_face(card)) for card in ("QH", "7H", "AH")),
        )
        assert [f"{card:object}" for card in (queen, *signs)] == forms
        assert f"{queen}" == queen == str(pickle.loads(pickle.dumps(queen)))


@given(faces, st.sampled_from(LANGUAGES), st.sampled_from(["", " ", ", ", ";", "\n"]))
def test_lists_are_read_with_anything_between_the_cards(
    cards: list[Face], language: str, between: str
) -> None:
    text = between.join(face_text(card, language) for card in cards)
    assert parse_faces(text, language=language) == tuple(cards)
    assert parse_faces(text.lower() + between, language=language) == tuple(cards)


@pytest.mark.parametrize(
    "text", ["4S5", "4S 5", "4S-5", "4S-", "-4S", "4S--5S", "♠4♥", "♠♥", "10", "4S/5S", "4S5S6X"]
)
def test_a_list_with_a_word_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_faces(text)
    assert caught.value.clause == "1.5"


@given(faces.filter(lambda cards: len(cards) > 2), st.sampled_from(LANGUAGES), st.sampled_from("-–—−"))
def test_dashes_join_any_cards(cards: list[Face], language: str, dash: str) -> None:
    texts = [face_text(card, language) for card in cards]
    for words in (texts, [text[-1] + text[:-1] for text in texts]):
        assert parse_faces(dash.join(words), language=language) == tuple(cards)


@pytest.mark.parametrize(
    "text", ["♠4 ♠5 ♠6 ♥10", "♠4♠5♠6♥10", "♤4 ♠️5 ♠6 ♡T", "4S-5S-6S TH", "4S–5S-♠6 10♥", "4S - 5S, 6S-TH"]
)
def test_signs_may_stand_first_and_dashes_between(text: str) -> None:
    assert parse_faces(text) == parse_faces("4S 5S 6S TH")


@pytest.mark.parametrize("text", ["4S-6S", "9♦–5♦", "QS-AS", "♣A-♣K"])
def test_two_ends_of_a_run_are_not_guessed_at(text: str) -> None:
    with pytest.raises(CardError, match=r"may be two cards or a run: write each card, .* \(RULES 1.5\)"):
        parse_faces(text)


@pytest.mark.parametrize("packs", [1, 2])
def test_a_card_too_often_is_refused(packs: int) -> None:
    assert parse_faces("7H " * packs, packs=packs) == (parse_face("7H"),) * packs
    with pytest.raises(CardError) as caught:
        parse_faces("7H " * (packs + 1), packs=packs)
    assert "7♥" in str(caught.value)


@given(two_packs)
def test_a_hand_gives_back_its_cards(cards: list[int]) -> None:
    hand = hand_of(cards)
    assert faces_of(hand) == tuple(sorted(cards))
    assert hand.twins & ~hand.cards == 0


@pytest.mark.parametrize(("language", "card"), [("en", "K♠"), ("fr", "R♠"), ("ru", "К♠")])
def test_a_card_too_often_is_named_as_players_read_it(language: str, card: str) -> None:
    king = Face(12)
    with using_language(language):
        for refuse in (
            lambda: reject_surplus_cards([king, king], packs=1),
            lambda: hand_of([king, king, king]),
        ):
            with pytest.raises(CardError, match=card):
                refuse()


def test_a_hand_holds_a_card_twice_at_most() -> None:
    assert hand_of([5, 5]) == Hand(32, 32)
    with pytest.raises(CardError):
        hand_of([5, 5, 5])


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_name_that_is_spoken_is_understood(code: str) -> None:
    with using_language(code):
        names = [face_name(face) for face in FACES]
        assert [parse_face(name, code) for name in names] == list(range(FACE_COUNT))
        assert parse_faces(", ".join(names), language=code) == tuple(range(FACE_COUNT))
        assert [parse_face(f"{name:object}", code) for name in names] == list(range(FACE_COUNT))
    assert parse_face("7 червей") == parse_face("семёрку червей") == parse_face("7H")
    assert parse_face("the King of  Spades") == parse_face("roi de pique") == parse_face("KS")
    assert parse_faces("king of spades, 7H 8H") == parse_faces("KS7H8H")


MIXED_UP = """
from ginrummy.game.cards import face_text, parse_face
from ginrummy.game.shuffle import card_text, shuffled_deck, seeds_from_number
from ginrummy.game.match import Match
from ginrummy.rules.types import Points, Seat

match = Match.start("standard", 7)
face_text(shuffled_deck(seeds_from_number(7), 0, 1)[0])
face_text(match.game.turn)
card_text(parse_face("7H"), 1)
seat: Seat = match.game.pile[0]
points: Points = match.game.dealer
face_text(match.game.pile[0])
"""


@pytest.mark.long
def test_a_checker_tells_faces_cards_seats_and_points_apart(tmp_path: Path) -> None:
    program = tmp_path / "mixed_up.py"
    program.write_text(MIXED_UP, encoding="utf-8")
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = true\nfollow_imports = silent\n", encoding="utf-8")
    found, _errors, status = api.run(
        ["--config-file", str(config), "--cache-dir", str(tmp_path / "cache"), str(program)]
    )
    assert status == 1
    lines = [int(line.split(":")[1]) for line in found.splitlines() if ": error: " in line]
    assert lines == [8, 9, 10, 11, 12]
