"""A written record can be read again, at every moment of every form of play."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.game.cards import hand_of, parse_faces
from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import NO_HAND, Move, MoveKind, knock
from ginrummy.game.shuffle import DealError
from ginrummy.locale.errors import CardError
from ginrummy.rules.turns import MUST_CLOSE
from ginrummy.text.record import read_record, write_record
from ginrummy.text.record.notation import CARD
from ginrummy.variants import load_variant
from tests.playing import HOUSES, VARIANTS, chosen, steps, variant_of, whole
from tests.record.texts import PLAYERS, assert_refused, text_of


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_every_prefix_round_trips(name: str) -> None:
    for match in steps(name, hands=3 if name in HOUSES else 1):
        assert read_record(text_of(match, name)).match == match


@given(seed=st.integers(0, 10**6), name=st.sampled_from(VARIANTS), cut=st.floats(0, 1))
@settings(max_examples=40)
def test_any_match_round_trips_anywhere(seed: int, name: str, cut: float) -> None:
    played = list(steps(name, seed=seed, hands=2))
    match = played[int(cut * (len(played) - 1))]
    text = text_of(match, name)
    assert read_record(text).match == match
    assert text_of(read_record(text).match, name) == text


MATCHES = [
    *((name, 1) for name in VARIANTS),
    ("twins", 28), ("twins", 14), ("twins", 35), ("twins", 52), ("shy", 123), ("eleven", 126),
    ("eleven", 185), ("eleven", 5), ("last", 72), ("spades", 21),
]  # fmt: skip


@pytest.mark.long
def test_the_matches_tried_here_hold_every_kind_of_turn_and_ending() -> None:
    lines = [line for name, seed in MATCHES for line in text_of(whole(name, seed=seed), name).split("\n")]
    tokens = [token for line in lines if line[:1].isdigit() for token in line.split(" ")[1:]]
    turns = {re.sub(CARD, "", token) for token in tokens}
    assert turns == {"pass", "-", "-!", "-#", "+-", "+-!", "+-#", "+##", "<-", "<-!", "<-#", "<##"}
    assert any(token[0] == "<" and token[1:3] == token[4:] for token in tokens)
    endings = {line.split(" ")[1] for line in lines if line.startswith("score")}
    assert endings == {"knock", "undercut", "gin", "big_gin", "void", "wall_compare", "tie", "gin_void"}
    assert any(line.endswith(" extra 4") for line in lines)


@pytest.mark.long
@pytest.mark.parametrize(("name", "seed"), MATCHES)
def test_whole_matches_round_trip(name: str, seed: int) -> None:
    match = whole(name, seed=seed)
    assert match.is_over
    record = read_record(text_of(match, name))
    assert record.match == match
    assert record.players == PLAYERS
    assert record.variant.row == variant_of(name).row
    assert (record.variant.name, record.variant.names) == (name, variant_of(name).names)
    assert record.headers["Date"] == ("2025-11-21",)


def test_the_last_discard_may_break_off_too() -> None:
    phases = set()
    for match in steps("last", seed=72):
        if match.game.phase is Phase.LAST_DISCARD or match.game.state.phase == MUST_CLOSE:
            assert read_record(text_of(match, "last")).match == match
            phases.add(match.game.phase)
    assert phases == {Phase.LAST_DISCARD, Phase.DISCARD}


@given(seed=st.integers(0, 10**6), name=st.sampled_from(VARIANTS))
@settings(max_examples=25)
def test_given_decks_round_trip(seed: int, name: str) -> None:
    chance = random.Random(seed)
    row = variant_of(name).row
    match = Match.from_deck(row, chance.sample(range(52 * row.decks), 52 * row.decks), dealer=seed % 2)
    assert read_record(text_of(match, name)).match == match
    while not match.is_over and match.number < 2:
        if match.game.is_over:
            match = match.next_hand(chance.sample(range(52 * row.decks), 52 * row.decks))
        else:
            match = match.play(chosen(match.game, chance))
    assert read_record(text_of(match, name)).match == match


def test_decks_are_given_or_come_from_seeds() -> None:
    dealt = next(match for match in steps("idle") if match.game.is_over)
    with pytest.raises(DealError, match=r"by its seeds or.*RULES 3.6"):
        dealt.next_hand(range(52))
    given_deck = Match.from_deck(dealt.variant, dealt.game.deck, dealer=dealt.game.dealer)
    for move in dealt.game.moves:
        given_deck = given_deck.play(move)
    with pytest.raises(DealError):
        given_deck.next_hand()
    with pytest.raises(CardError):
        given_deck.next_hand([0] * 52)


def dealt_so(nondealer: str, dealer: str, stock: str) -> Match:
    """Return a match with a free first turn in which seat 0, the non-dealer, has these cards."""
    first, second, drawn = (parse_faces(text) for text in (nondealer, dealer, stock))
    rest = [face for face in range(52) if face not in first + second + drawn]
    deck: list[int] = [face for pair in zip(first, second, strict=True) for face in pair]
    deck += [rest[0], *drawn, *rest[1:]]
    return Match.from_deck(load_variant("standard").row, deck, dealer=1)


def standard(match: Match) -> str:
    text = write_record(match, variant=load_variant("standard"))
    assert read_record(text).match == match
    return text


def test_melds_keep_their_order_and_their_numbers() -> None:
    match = dealt_so("4S5S6S7S KSKHKDKC 2H3D", "8S9STS 3S JHJDJC 9H 9D 5C", "QD")
    match = match.play(match.game.legal_moves()[0]).play(knock(parse_faces("QD")[0]))
    spread = (hand_of(parse_faces("KSKHKDKC")), hand_of(parse_faces("4S5S6S7S")), NO_HAND)
    match = match.play(Move(MoveKind.SPREAD, melds=spread))
    assert "\nspread KSKHKDKC 4S5S6S7S (2H 3D)\n" in standard(match)
    laid = (NO_HAND, hand_of(parse_faces("3S 8S 9S")), NO_HAND)
    own = (hand_of(parse_faces("JHJDJC")), NO_HAND, NO_HAND)
    match = match.play(Move(MoveKind.LAY_OFF, melds=own, laid=laid))
    text = standard(match)
    assert "\nlay 3S>2 8S>2 9S>2 JHJDJC (TS 9H 9D 5C)\n" in text
    shuffled = text.replace("lay 3S>2 8S>2", "lay 8S>2 3S>2").replace("JHJDJC (TS 9H", "JCJDJH (9H TS")
    assert read_record(shuffled).match == match
    assert_refused(
        text.replace("(TS 9H 9D 5C)", "(TS 9H 9D)"), "lay", "what is left over: 10♠ 9♥ 9♦ 5♣", "2.6"
    )


def test_a_gin_that_was_called_a_knock_stays_one() -> None:
    match = dealt_so("4S5S6S7S KSKHKD 9H9D9C", "8S TS 3S JHJDJC QH 2D 8D 5C", "QD")
    match = match.play(match.game.legal_moves()[0])
    said = match.play(knock(parse_faces("QD")[0]))
    assert "\n1. +QD-QD!\n" in standard(said)
    done = said.play(said.game.automatic_layout())
    assert "\nscore gin 0 " in standard(done.play(done.game.automatic_layout()))
