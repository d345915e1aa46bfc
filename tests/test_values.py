"""Every value has a repr that is code, or a text of one line, and is read back from it."""

from __future__ import annotations

import json
import pickle
import random
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrummy
from ginrummy import rules
from ginrummy.game import game as games
from ginrummy.game import moves
from ginrummy.game.cards import FACE_COUNT, Hand, face_code, face_text, hand_of, parse_face
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import NO_HAND, Move, MoveKind, discard, gin, knock, parse_move
from ginrummy.game.public_view import public_view_of
from ginrummy.game.shuffle import Seeds, seeds_from_number
from ginrummy.game.view import CLOSING_NAMES, HIDDEN, Event, View, view_of, view_of_game
from ginrummy.locale import using_language
from ginrummy.locale.errors import GinRummyError, VariantError
from ginrummy.rules.cards import contains_cards
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.showdown import Defence
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import Pile, State
from ginrummy.rules.types import Face, Seat
from ginrummy.text.json import WireError, read_view, view_json, write_view
from ginrummy.variants import (
    NamedVariant,
    Variant,
    load_variant,
    parse_variant,
    parse_variant_text,
    preset_names,
    resolve_variant,
    variant_text,
)
from tests.at_random import PRESET_ROWS, played_out, rows, seeds, shuffled_game
from tests.playing import HOUSES, variant_of, whole
from tests.test_moves import moves as some_moves

NAMES = {
    name: value
    for space in (ginrummy, games, moves, rules)
    for name, value in vars(space).items()
    if not name.startswith("_")
} | {
    each.__name__: each for each in (Hand, Move, Game, Variant, State, Pile, Spread, HandScore, Seeds, Event)
}
NAMES |= {"load_variant": load_variant, "parse_variant": parse_variant}
one_pack = st.sets(st.integers(0, FACE_COUNT - 1)).map(hand_of)
two_packs = st.lists(st.sampled_from([*range(FACE_COUNT)] * 2), max_size=60).map(
    lambda faces: hand_of([face for place, face in enumerate(faces) if faces[:place].count(face) < 2])
)
JSON_NAMES = {"match": "sheet", "legal": "legal_moves"}
"""The fields of the JSON view whose attribute has another name."""


def code_of(value: object) -> object:
    """Return the value of the repr of `value`."""
    return eval(repr(value), dict(NAMES))


@pytest.mark.parametrize("face", [Face(face) for face in range(FACE_COUNT)])
def test_every_card_is_read_from_its_code_and_its_sign(face: Face) -> None:
    assert parse_face(face_code(face)) == face
    for text in (face_code(face), face_code(face).lower(), face_text(face), f" {face_text(face)}\n"):
        assert Hand(text) == Hand(1 << face, 0)
    assert repr(Hand(1 << face, 0)) == f'Hand("{face_code(face)}")'
    assert str(Hand(1 << face, 0)) == face_text(face)


@given(one_pack | two_packs)
def test_a_hand_is_read_from_what_is_written(hand: Hand) -> None:
    assert code_of(hand) == Hand(str(hand)) == Hand(" ".join(hand.codes)) == hand
    assert type(code_of(hand)) is Hand
    assert pickle.loads(pickle.dumps(hand)) == deepcopy(hand) == hand
    assert hand_of(map(parse_face, hand.codes)) == hand


def test_hands_as_they_are_written() -> None:
    assert repr(Hand("9S 8S 7S")) == 'Hand("7S8S9S")'
    assert repr(Hand("JH JH 10H")) == 'Hand("THJHJH")'
    assert str(Hand("JH JH 10H")) == "10♥ J♥ J♥"
    assert (repr(Hand()), str(Hand())) == ('Hand("")', "")
    assert Hand() == NO_HAND


@given(st.integers(0, 2**60), st.integers(0, 2**60))
def test_what_is_no_hand_is_not_written_as_one(cards: int, twins: int) -> None:
    assert code_of(Hand(cards, twins)) == Hand(cards, twins)


@pytest.mark.parametrize("text", ["7", "7X", "7S8", "1S", "S7", "7S,8S", "7S7S7S", "7S-8S", "knock"])
def test_a_text_that_lists_no_cards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Hand(text)


@pytest.mark.parametrize("face", range(FACE_COUNT))
def test_every_discard_and_closing_is_written_as_code(face: int) -> None:
    for move in (discard(face), knock(face), gin(face)):
        assert repr(move) == f'Move("{move}")'
        assert code_of(move) == Move(str(move)) == parse_move(str(move)) == move


@given(some_moves)
def test_every_move_is_read_from_what_is_written(move: Move) -> None:
    assert repr(move) == f'Move("{move}")'
    assert code_of(move) == Move(str(move)) == move
    assert pickle.loads(pickle.dumps(move)) == deepcopy(move) == replace(move) == move


@pytest.mark.parametrize(
    "move",
    [
        Move(MoveKind.DISCARD),
        Move(MoveKind.KNOCK, 52),
        Move(MoveKind.PASS, 7),
        Move(MoveKind.SPREAD, melds=(NO_HAND, Hand("7S8S9S"), NO_HAND)),
        Move(MoveKind.SPREAD, melds=(Hand(0, 4), NO_HAND, NO_HAND)),
    ],
)
def test_a_move_that_no_text_says_is_written_by_its_parts(move: Move) -> None:
    assert repr(move).startswith("Move(MoveKind.")
    assert code_of(move) == move


@given(rows)
def test_a_row_is_read_from_what_is_written(row: Variant) -> None:
    assert code_of(row) == parse_variant_text(variant_text(row)) == row
    assert " " not in variant_text(row)


def test_rows_as_they_are_written() -> None:
    assert repr(Variant()) == "Variant()"
    assert repr(Variant(columns=3, gin_bonus=30)) == "Variant(gin_bonus=30, columns=3)"
    assert variant_text(load_variant("two_pack").row) == "two_pack"
    assert variant_text(Variant(gin_bonus=31)) == "gin_bonus=31"


@pytest.mark.parametrize(
    "text", ["", "holywood", "x.toml", "gin=1", "gin_bonus=", "gin_bonus=1,", "decks=x", "columns=0"]
)
def test_a_word_that_is_no_row_is_refused(text: str) -> None:
    with pytest.raises(VariantError):
        parse_variant_text(text)


@pytest.mark.parametrize("name", [*preset_names(), *HOUSES])
def test_a_variant_is_written_as_code(name: str) -> None:
    variant = variant_of(name)
    assert isinstance(variant, NamedVariant)
    read = code_of(variant)
    assert read == variant
    assert str(variant) == variant.title("en")
    assert (repr(variant) == f"load_variant('{name}')") == (name in preset_names())
    assert resolve_variant(variant) == resolve_variant(variant.row) == variant.row


@given(rows, seeds, st.integers(0, 60))
def test_a_game_is_read_from_what_is_written(row: Variant, seed: int, turns: int) -> None:
    chance = random.Random(seed)
    game = played_out(shuffled_game(row, chance), chance, turns=turns)
    assert Game.from_text(str(game)) == game
    assert repr(game) == f'Game.from_text("{game}")'
    assert code_of(game) == game
    assert "\n" not in repr(game)
    *_before, last = positions = list(game.positions())
    assert last == game
    assert [len(each.plays) for each in positions] == list(range(len(game.plays) + 1))


def test_a_game_that_was_put_together_is_written_by_its_parts() -> None:
    game = whole("standard").games[0]
    for broken in (
        replace(game, plays=()),
        replace(game, deck=()),
        replace(game, dealer=Seat(1 - game.dealer)),
    ):
        assert repr(broken).startswith("Game(Variant(")
        assert code_of(broken) == broken


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("eaai 0", "eaai 2"),
        ("eaai", "nothing"),
        ("eaai", "decks=2"),
        ("|", ""),
        ("| ", "| fold "),
        ("| ", "| knock:7H "),
    ],
)
def test_a_text_that_is_no_game_is_refused(old: str, new: str) -> None:
    game = Game.deal(Variant(), dealer=0, deck=range(FACE_COUNT))
    text = str(game.play(Move("pass")))
    assert old in text
    with pytest.raises(GinRummyError):
        Game.from_text(text.replace(old, new))
    with pytest.raises(GinRummyError):
        Game.from_text("")


@pytest.mark.long
@pytest.mark.parametrize("row", PRESET_ROWS)
def test_a_view_is_read_from_its_text_and_written_on_a_line(row: Variant) -> None:
    chance = random.Random(repr(row))
    game = played_out(shuffled_game(row, chance), chance)
    for position in game.positions():
        for seat in (0, 1):
            view = view_of_game(position, seat)
            assert read_view(write_view(view)) == view
            assert "\n" not in write_view(view) + repr(view)
            assert repr(view).startswith(
                f'View("{variant_text(row)}", phase={view.phase.value}, seat={seat}, '
            )
            assert f"hand={view.hand!r}" in repr(view) or view.hand == NO_HAND


def test_what_was_played_and_seen_is_written_as_code() -> None:
    names = {name: getattr(ginrummy, name) for name in ginrummy.__all__} | {"Defence": Defence}
    for game in whole("two_pack", hands=2).games:
        for position in game.positions():
            view = view_of_game(position, 0)
            for value in (position.phase, *position.plays[-1:], *view.events[-1:]):
                assert eval(repr(value), names) == value


def test_a_public_view_is_written_on_a_line() -> None:
    match = Match.start("standard", 7).play("draw")
    assert repr(public_view_of(match)) == (
        'PublicView("standard", phase=discard, turn=0, sizes=(11, 10), known=(Hand(""), Hand("")), '
        "shown=(None, None), pile='TD', stock=30)"
    )


@pytest.mark.parametrize(
    ("language", "hand", "seen", "stands"),
    [
        ("en", "J♣ · Deadwood 67", "30 cards in the stock, on the pile: 10♦", "Hand 1: 0–0"),
        ("fr", "V♣ · Bois mort 67", "30 cartes au talon, sur la défausse : 10♦", "Donne 1 : 0–0"),
        ("ru", "В♣ · Дэдвуд 67", "в доборе 30 карт, на сбросе: 10♦", "Кон 1: 0–0"),
    ],
)
def test_views_and_matches_are_said_as_players_say_them(
    language: str, hand: str, seen: str, stands: str
) -> None:
    match = Match.start("standard", 7).play("draw")
    with using_language(language):
        said = str(view_of(match, 1)).replace("\u00a0", " ")
        assert said.startswith("5♠ 7♠ ")
        assert said.endswith(f"{hand} · {seen}")
        assert str(public_view_of(match)).replace("\u00a0", " ") == seen
        assert str(match).replace("\u00a0", " ") == stands


def test_what_is_said_of_a_view_without_a_pile() -> None:
    assert str(view_of(Match.start("hollywood", 7), 0)).endswith("on the pile: –")


@pytest.mark.parametrize("text", ["", "7", "[]", "{}", '{"variant": 1, "view": {}}', "[" * 100_000])
def test_a_text_that_is_no_view_is_refused(text: str) -> None:
    with pytest.raises(WireError):
        read_view(text)


def test_a_match_is_written_on_a_line() -> None:
    match = Match.start("hollywood", 7)
    assert repr(match) == 'Match("hollywood", hand=1, dealer=0, totals=(0, 0), phase=discard, turn=1)'
    over = whole("standard")
    assert repr(over).startswith(
        f'Match("standard", hand={over.number + 1}, dealer={over.game.dealer}, totals=('
    )
    assert repr(over).endswith("phase=over)")


def test_a_match_starts_by_names_or_values() -> None:
    variant = load_variant("two_pack")
    plain = Match.start(variant.row, seeds_from_number(7))
    assert plain == Match.start(variant, 7) == Match.start("two_pack", "7")


def test_a_match_starts_by_the_file_of_a_house(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("gin_bonus = 31\n", encoding="utf-8")
    assert Match.start(file, 7).variant == Match.start(str(file), 7).variant == Variant(gin_bonus=31)


def names_and_values(view: View) -> dict[str, object]:
    """Return the attributes of `view` by the names of its JSON fields."""
    return {field: getattr(view, JSON_NAMES.get(field, field)) for field in view_json(view)}


def test_a_view_has_what_its_json_has_by_the_same_names() -> None:
    seen: set[str] = set()
    for name in ("standard", "two_pack", "twins"):
        for each in whole(name, hands=4).games:
            for position in each.positions():
                for seat in (0, 1):
                    view = view_of_game(position, seat)
                    told, values = view_json(view), names_and_values(view)
                    for field in ("number", "seat", "dealer", "turn", "pile_size", "stock", "knock_limit",
                                  "opponent_size", "closing", "leaves"):  # fmt: skip
                        assert told[field] == values[field], field
                    for field in ("hand", "opponent_known"):
                        assert told[field] == list(getattr(view, field).codes)
                    for field in ("pile", "opponent_taken", "opponent_refused", "opponent_discards"):
                        assert told[field] == [face_code(face) for face in getattr(view, field)]
                    for field in ("upcard", "taken"):
                        face = getattr(view, field)
                        assert told[field] == (None if face is None else face_code(face))
                    assert told["deadwood"] == view.deadwood()
                    assert told["legal"] == [str(move) for move in view.legal_moves()]
                    seen |= {field for field, value in told.items() if value}
    assert seen >= {"leaves", "taken", "opponent_known", "closing", "upcard"}


def test_each_discard_leaves_what_it_leaves() -> None:
    for position in whole("standard", hands=1).games[0].positions():
        view = view_of_game(position, position.turn)
        for move in view.legal_moves():
            if move.kind is MoveKind.DISCARD and not position.is_over:
                after = view_of_game(position.play(move), position.turn)
                assert view.leaves[str(move)] == after.deadwood()
                assert contains_cards(view.hand, Hand(str(move)))


def test_the_names_of_closings_are_those_of_the_json() -> None:
    assert sorted(CLOSING_NAMES.values()) == ["big_gin", "gin", "knock"]
    assert HIDDEN == -1
    assert json.loads(write_view(view_of(Match.start("standard", 1), 0)))["view"]["closing"] is None
