"""A wrong argument of a public function is refused with its name and the accepted type."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ginrummy
from ginrummy import GinRummyError, Hand, IllegalMove, Match, Move, MoveKind, coach, players
from ginrummy.game.cards import FACE_COUNT
from ginrummy.lab import arena, envs
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players import online
from ginrummy.variants import preset_names

Door = Callable[[Any], object]

MATCH: Any = Match.start("standard", 7)
GAME = MATCH.game
SERVER = online.Client("http://localhost:1", "")
STANDARD = ginrummy.load_variant("standard")
VIEW = ginrummy.view_of(MATCH, GAME.turn)
SECRET = "0" * 64
NO_FACES: tuple[Any, ...] = (None, -1, FACE_COUNT, 1.5, "7H", b"7H", [], float("nan"))
NO_SEATS: tuple[Any, ...] = (None, -1, 2, 0.0, "0", [])
NO_TEXTS: tuple[Any, ...] = (None, 7, b"7H", [], 1.5)
NO_PATHS: tuple[Any, ...] = (None, 7, b"7H", [], 1.5)
NO_NUMBERS: tuple[Any, ...] = (None, 1.5, "7", [], float("nan"))
NO_FLAGS: tuple[Any, ...] = (None, 2, -1, 0.5, "yes", "", [], [True], np.array([True, False]))
NO_AMOUNTS: tuple[Any, ...] = ("x", [], b"1", float("nan"), float("inf"), -1, -0.5, 10**400, -(10**400))
NO_OBJECTS = (None, 7, "standard", object())
LANGUAGES_UNKNOWN: tuple[Any, ...] = (None, "de", "", 7, [])

DOORS: list[tuple[str, Door, tuple[Any, ...]]] = [
    ("face_code", ginrummy.face_code, NO_FACES),
    ("face_text", ginrummy.face_text, NO_FACES),
    ("face_text", lambda code: ginrummy.face_text(0, code), LANGUAGES_UNKNOWN),  # type: ignore[arg-type]
    ("hand_of", lambda face: ginrummy.hand_of([face]), NO_FACES),
    ("parse_face", ginrummy.parse_face, NO_TEXTS),
    ("parse_face", lambda code: ginrummy.parse_face("7H", code), LANGUAGES_UNKNOWN),
    ("parse_faces", ginrummy.parse_faces, NO_TEXTS),
    ("parse_faces", lambda code: ginrummy.parse_faces("7H", language=code), LANGUAGES_UNKNOWN),
    ("parse_faces", lambda packs: ginrummy.parse_faces("7H", packs=packs), (None, 0, 3, 1.5, "1")),
    ("deadwood", ginrummy.deadwood, NO_OBJECTS[:2] + NO_OBJECTS[3:]),
    ("best_spread", ginrummy.best_spread, (None, 7, [])),
    ("best_spread", lambda gone: ginrummy.best_spread("7H", gone=gone), (None, 7, [])),
    ("parse_variant", lambda text: ginrummy.parse_variant(text, name="x", where="x"), NO_TEXTS),
    ("title", STANDARD.title, LANGUAGES_UNKNOWN),
    ("Seeds", lambda secret: ginrummy.Seeds(secret, ("", "")), NO_TEXTS),
    ("Seeds", lambda cuts: ginrummy.Seeds(SECRET, cuts), (None, "", "ab", [], ("",), ("", "", ""), ["", ""])),
    ("Seeds", lambda cut: ginrummy.Seeds(SECRET, (cut, "")), NO_TEXTS),
    ("seeds_from_number", ginrummy.seeds_from_number, (None, 1.5, b"7", [], object())),
    ("commitment", ginrummy.commitment, NO_TEXTS),
    (
        "verify_deal",
        lambda seeds: ginrummy.verify_deal(seeds, (), number=0, packs=1, committed=""),
        NO_OBJECTS,
    ),
    ("Match.start", lambda seat: Match.start("standard", 7, dealer=seat), NO_SEATS[1:]),
    ("seeds_from_number", lambda seed: Match.start("standard", seed), (None, 1.5, [])),
    ("Game.deal", lambda deck: Match.from_deck(MATCH.variant, deck, dealer=0), (None, 7, 1.5)),
    ("Game.deal", lambda seat: Match.from_deck(MATCH.variant, range(52), dealer=seat), NO_SEATS),
    ("Game.deal", lambda row: ginrummy.Game.deal(row, dealer=0, deck=range(52)), (None, 7, [])),
    ("Game.from_text", ginrummy.Game.from_text, NO_TEXTS),
    ("play", MATCH.play, (None, 7, b"7H", [])),
    ("play", GAME.play, (None, 7, b"7H", [])),
    ("play", GAME.verify, (None, 7, "7H", [])),
    ("closing", GAME.closing, NO_FACES),
    ("refusal", VIEW.refusal, (None, 7, "7H", [])),
    ("Move", Move, (None, 7, b"7H", [])),
    ("view_of", lambda seat: ginrummy.view_of(MATCH, seat), NO_SEATS),
    ("view_of", lambda match: ginrummy.view_of(match, 0), (*NO_OBJECTS, GAME)),
    ("view_of_game", lambda seat: ginrummy.view_of_game(GAME, seat), NO_SEATS),
    ("view_of_game", lambda game: ginrummy.view_of_game(game, 0), (*NO_OBJECTS, MATCH)),
    ("view_of_game", lambda sheet: ginrummy.view_of_game(GAME, 0, sheet=sheet), NO_OBJECTS[1:]),
    ("view_of_game", lambda number: ginrummy.view_of_game(GAME, 0, number=number), (*NO_NUMBERS, -1)),
    ("shown_hand", VIEW.shown_hand, NO_SEATS),
    ("shown_hand", ginrummy.public_view_of(MATCH).shown_hand, NO_SEATS),
    ("public_view_of", ginrummy.public_view_of, (*NO_OBJECTS, GAME)),
    ("view_json", ginrummy.view_json, NO_OBJECTS),
    ("write_view", ginrummy.write_view, NO_OBJECTS),
    ("load_player", ginrummy.load_player, NO_TEXTS),
    ("load_player", lambda seed: ginrummy.load_player("simple", seed=seed), NO_NUMBERS),
    ("load_player", lambda cores: ginrummy.load_player("simple", cores=cores), (0, -1, 1.5, "2", [])),
    ("decision_random", lambda view: ginrummy.decision_random(view, 0), NO_OBJECTS),
    ("read_record", ginrummy.read_record, NO_TEXTS),
    ("write_record", ginrummy.write_record, NO_OBJECTS),
    ("write_record", lambda variant: ginrummy.write_record(MATCH, variant=variant), (7, "standard", VIEW)),
    ("write_record", lambda nonce: ginrummy.write_record(MATCH, nonces=("", nonce)), (7, b"7", [""])),
    ("write_record", lambda name: ginrummy.write_record(MATCH, players=("", name)), NO_TEXTS),
    ("load_record", ginrummy.load_record, NO_PATHS),
    ("read_records", lambda path: list(ginrummy.read_records(path)), NO_PATHS),
    ("save_record", lambda path: ginrummy.save_record(path, ""), NO_PATHS),
    ("save_record", lambda text: ginrummy.save_record("x", text), NO_TEXTS),
    ("judge", players.judge, NO_OBJECTS),
    ("judge", lambda worlds: players.judge(VIEW, worlds=worlds), (*NO_NUMBERS, 0, -1, 10**12)),
    ("judge", lambda seed: players.judge(VIEW, seed=seed), NO_NUMBERS),
    ("judge", lambda move: players.judge(VIEW, also=[move]), (None, 7, "7H")),
    ("judge", lambda time: players.judge(VIEW, milliseconds=time), ("7", b"", [], int)),
    ("judgement_json", players.judgement_json, NO_OBJECTS),
    ("legal_answer", lambda view: players.legal_answer(ginrummy.load_player("simple"), view), NO_OBJECTS),
    ("player_title", players.player_title, NO_TEXTS),
    ("player_description", players.player_description, (*NO_TEXTS, "nobody", "")),
    ("review", coach.review, NO_OBJECTS),
    ("quick_review", coach.quick_review, NO_OBJECTS),
    ("review_json", coach.review_json, NO_OBJECTS),
    ("tournament", lambda name: arena.duel(name, "simple"), NO_TEXTS),
    ("tournament", lambda hands: arena.duel("simple", "random", hands=hands), (*NO_NUMBERS[1:], 0, -1)),
    ("tournament", lambda games: arena.duel("simple", "random", games=games), (*NO_NUMBERS[1:], 0, -1)),
    ("tournament", arena.tournament, ("simple", None, 7)),
    ("tournament", lambda share: arena.duel("simple", "random", confidence=share), (None, int, [], "1")),
    ("address_of", online.address_of, NO_TEXTS),
    ("Client", lambda root: online.Client(root, ""), NO_TEXTS),
    ("Client", lambda token: online.Client("http://localhost", token), NO_TEXTS),
    (
        "sit_down",
        lambda address: online.sit_down(SERVER, address, STANDARD),
        (*NO_OBJECTS, "http://localhost"),
    ),
    ("sit_down", lambda variant: online.sit_down(SERVER, online.Address("", ""), variant), NO_OBJECTS),
    ("count", envs.vector, (*NO_NUMBERS, 0, -1)),
    ("count", lambda count: envs.vector(count, opponent="novice"), (*NO_NUMBERS, 0, -1)),
    ("dealer", lambda dealer: envs.openspiel(dealer=dealer), NO_SEATS),
    ("seed", lambda seed: envs.vector(2).reset(seed=seed), NO_NUMBERS[1:3] + NO_NUMBERS[4:]),
    (
        "seed",
        lambda seed: envs.vector(2, opponent="novice").reset(seed=seed),
        NO_NUMBERS[1:3] + NO_NUMBERS[4:],
    ),
    ("forfeit", lambda forfeit: envs.single(forfeit=forfeit), NO_AMOUNTS),
]
ENVIRONMENTS: dict[str, Callable[..., object]] = {
    "aec": envs.aec,
    "single": envs.single,
    "vector": partial(envs.vector, 2),
    "vector of ours": partial(envs.vector, 2, opponent="steady"),
    "vector of a player": partial(envs.vector, 2, opponent="novice"),
}
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "match": NO_FLAGS,
    "normalise": NO_FLAGS,
    "compact": NO_FLAGS,
    "seat": (*NO_SEATS, 7),
    "workers": (*NO_NUMBERS[1:], 0, -3),
}
DOORS += [
    (argument, lambda value, make=make, argument=argument: make(**{argument: value}), values)  # type: ignore[misc]
    for argument, values in ARGUMENTS.items()
    for make in ENVIRONMENTS.values()
    if argument in signature(make).parameters
]
CASES = [
    pytest.param(name, door, value, id=f"{name}-{place}-{number}")
    for place, (name, door, values) in enumerate(DOORS)
    for number, value in enumerate(values)
]


@pytest.mark.parametrize(("name", "door", "value"), CASES)
def test_a_door_says_what_it_wants(name: str, door: Door, value: Any, tmp_path: Path) -> None:
    with pytest.raises(GinRummyError) as caught:
        door(value)
    assert caught.value.where.startswith(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_the_language_spoken(language: str) -> None:
    said = {
        "en": "view_of: a seat is 0 or 1, not 2",
        "fr": "view_of\u00a0: une place est 0 ou 1, et non 2",
        "ru": "view_of: место\u00a0— это 0 или 1, а не 2",
    }
    with using_language(language):
        with pytest.raises(GinRummyError) as caught:
            ginrummy.view_of(MATCH, 2)
        assert str(caught.value) == said[language]


def test_whole_numbers_of_numpy_are_taken_as_such() -> None:
    number: Any = np.int64  # no int for a type checker
    assert ginrummy.face_code(number(12)) == "KS"
    assert ginrummy.face_text(number(9)) == "10♠"
    hand = ginrummy.hand_of(np.array([0, 1, 2]))
    assert hand == Hand("AS2S3S")
    assert all(type(each) is int for each in hand)
    view = ginrummy.view_of(MATCH, number(GAME.turn))
    assert view == VIEW
    assert type(view.seat) is int
    match = Match.start("standard", number(7), dealer=number(1))
    assert match == Match.start("standard", 7, dealer=1)
    assert type(match.game.dealer) is int
    deck: Any = np.random.default_rng(0).permutation(FACE_COUNT)
    assert all(type(card) is int for card in Match.from_deck(MATCH.variant, deck, dealer=0).game.deck)
    assert type(Move(MoveKind.DISCARD, number(3)).face) is int


@pytest.mark.parametrize("flag", [True, 1, np.True_, np.int64(1)])
def test_truth_values_of_numpy_are_taken_as_such(flag: Any) -> None:
    assert envs.single(match=flag).is_match is True
    assert envs.single(match=not flag).is_match is False


@pytest.mark.parametrize("opponent", [None, 7, int, len, [], ["simple"]])
@pytest.mark.parametrize("make", [envs.single, partial(envs.vector, 2), partial(envs.vector, 2, match=True)])
def test_an_opponent_decides(make: Callable[..., object], opponent: Any) -> None:
    if opponent is None and make is not envs.single:
        opponent = object()  # without one a vector plays both seats
    with pytest.raises(GinRummyError, match=r"has no method decide$"):
        make(opponent=opponent)


@pytest.mark.parametrize("text", ["1S", "7H8", "x", "7H 1S", "AS AS AS"])
def test_a_text_that_is_no_hand_says_which_card_is_wrong(text: str) -> None:
    word = {"7H8": "8", "x": "x", "AS AS AS": "AS"}.get(text, "1S")
    with pytest.raises(ValueError, match=word):
        Hand(text)
    for door in (ginrummy.deadwood, ginrummy.best_spread):
        with pytest.raises(ginrummy.CardError):
            door(text)


@pytest.mark.parametrize("value", [None, 1.5, b"7H", [], {}])
def test_a_hand_of_no_cards_is_refused_where_it_is_made(value: Any) -> None:
    for sets in ((value,), (1, value)):
        with pytest.raises(TypeError, match="a hand is made of"):
            Hand(*sets)


def test_a_hand_is_made_of_numbers_of_numpy_too() -> None:
    number: Any = np.uint64  # no int for a type checker
    hand = Hand(number(5), number(4))
    assert hand == Hand("AS3S3S")
    assert all(type(each) is int for each in hand)


@pytest.mark.parametrize("face", [-1, 52, None, 1.5, "7H"])
@pytest.mark.parametrize("kind", [MoveKind.DISCARD, MoveKind.KNOCK, MoveKind.GIN])
def test_a_card_that_no_pack_holds_is_not_played(kind: MoveKind, face: Any) -> None:
    move = Move(kind, face)
    with pytest.raises(GinRummyError):
        str(move)
    for name in preset_names():
        match = Match.start(name, 7)
        with pytest.raises(GinRummyError):
            match.play(move)
        if match.game.phase is ginrummy.Phase.DRAW:
            with pytest.raises(GinRummyError):
                match.play("draw").play(move)


def test_melds_that_are_none_are_not_played() -> None:
    for melds in (None, 7, "789", (Hand(),), (1, 2, 3), (Hand(), Hand(), None)):
        for kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
            with pytest.raises(IllegalMove):
                MATCH.play(Move(kind, melds=melds))  # type: ignore[arg-type]
            with pytest.raises(IllegalMove):
                MATCH.play(Move(kind, laid=melds))  # type: ignore[arg-type]
