"""RULES 3.1 and 3.6: deals are fair, recomputable and the same everywhere."""

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.game.shuffle import (
    DealError,
    Seeds,
    card_text,
    commitment,
    cut_faces,
    cut_seal,
    dealer_by_cut,
    dealer_by_lot,
    draw_cut_pair,
    new_nonce,
    new_secret,
    random_stream,
    seeds_from_number,
    shuffle_cards,
    shuffled_deck,
    uniform_below,
    verify_commitment,
    verify_deal,
    verify_seal,
)
from ginrummy.rules.types import Card

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE / "golden" / "deals.json").read_text("utf-8"))
DOCUMENT = (HERE.parent / "docs" / "deals.md").read_text("utf-8")
SECRET = bytes(range(32)).hex()
SEEDS = Seeds(SECRET, ("12345", "cœur"))

secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
cut_texts = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), max_size=60)
all_seeds = st.builds(Seeds, secrets, st.tuples(cut_texts, cut_texts))


def example() -> dict[str, Any]:
    """Return the worked example of the documentation."""
    found = re.search(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found
    values: dict[str, Any] = json.loads(found[1])
    return values


def chi_square(counts: Iterable[int], cells: int) -> float:
    """Return the chi-square distance of `counts` from equal shares of `cells`, including empty ones."""
    met = list(counts)
    expected = sum(met) / cells
    return sum((count - expected) ** 2 / expected for count in met) + (cells - len(met)) * expected


def seeds_of(vector: dict[str, Any]) -> Seeds:
    return Seeds(vector["secret"], (vector["cuts"][0], vector["cuts"][1]))


@pytest.mark.parametrize("vector", [*GOLDEN["deals"], *GOLDEN["seeds"], example()])
def test_golden_vectors(vector: dict[str, Any]) -> None:
    seeds = seeds_of(vector)
    assert commitment(seeds.secret) == vector["commitment"]
    assert list(shuffled_deck(seeds, vector["number"], vector["packs"])) == vector["deck"]
    assert [list(pair) for pair in cut_faces(seeds)] == vector["cut"]
    assert dealer_by_cut(cut_faces(seeds)) == vector["dealer_by_cut"]
    assert dealer_by_lot(seeds) == vector["lot"]


def test_the_documented_seal_and_what_does_not_fit_it() -> None:
    steps = example()
    cut, nonce = steps["cuts"][0], steps["nonce"]
    verify_seal(cut, nonce, steps["seal"])
    assert hashlib.sha256(f"ginrummy cut v1\n{nonce}\n{cut}".encode()).hexdigest() == steps["seal"]
    for text, other in ((cut + "0", nonce), (cut, "0" * 32), (cut[1:], nonce)):
        with pytest.raises(DealError, match="not the cut that was sealed"):
            verify_seal(text, other, steps["seal"])
    for wrong in ("", nonce.upper(), nonce[1:], nonce + "\n"):
        with pytest.raises(DealError, match="a nonce is"):
            cut_seal(cut, wrong)
    assert len({new_nonce() for _nonce in range(100)}) == 100


def test_golden_decks_are_all_different() -> None:
    decks = [tuple(vector["deck"]) for vector in [*GOLDEN["deals"], *GOLDEN["seeds"]]]
    assert len(set(decks)) == len(decks)


def test_the_documented_example_step_by_step() -> None:
    steps = example()
    block = hmac.digest(steps["secret"].encode(), steps["message"].encode(), "sha256")
    assert block.hex() == steps["block"]
    drawn = [int.from_bytes(block[place : place + 4]) for place in range(0, 32, 4)]
    assert drawn == steps["words"] == list(islice(random_stream(seeds_of(steps), "deck 1 52"), 8))
    assert steps["exchanges"] == [[51 - turn, word % (52 - turn)] for turn, word in enumerate(drawn)]


def test_words_go_on_in_the_next_block() -> None:
    message = b"ginrummy deal v1\ncut\n5:12345\n5:c\xc5\x93ur\n1"
    second = hmac.digest(SECRET.encode(), message, "sha256")
    assert next(islice(random_stream(SEEDS, "cut"), 8, None)) == int.from_bytes(second[:4])


@pytest.mark.parametrize("vector", GOLDEN["seeds"])
def test_a_seed_number_gives_the_same_seeds_everywhere(vector: dict[str, Any]) -> None:
    assert seeds_from_number(vector["seed"]) == seeds_of(vector)
    secret = hashlib.sha256(f"ginrummy seed v1\n{vector['seed']}".encode()).hexdigest()
    assert vector["secret"] == secret


def test_a_seed_may_be_a_number_or_its_digits() -> None:
    assert seeds_from_number(7) == seeds_from_number("7") != seeds_from_number("07")


def test_a_seed_that_is_no_text_is_refused() -> None:
    with pytest.raises(DealError, match="the seed is not text"):
        seeds_from_number("\ud800")


@given(all_seeds, st.integers(0, 10**12))
def test_a_deck_is_every_card_once(seeds: Seeds, number: int) -> None:
    assert sorted(shuffled_deck(seeds, number, 1)) == list(range(52))
    assert sorted(shuffled_deck(seeds, number, 2)) == list(range(104))


@given(all_seeds, st.integers(0, 1000))
def test_a_deck_depends_on_everything_and_nothing_else(seeds: Seeds, number: int) -> None:
    dealt = shuffled_deck(seeds, number, 1)
    assert dealt == shuffled_deck(Seeds(seeds.secret, seeds.cuts), number, 1)
    first, second = seeds.cuts
    assert dealt != shuffled_deck(seeds, number + 1, 1)
    assert dealt != shuffled_deck(Seeds(seeds.secret, (first + "x", second)), number, 1)
    assert dealt != shuffled_deck(Seeds(seeds.secret, (first, second + "x")), number, 1)
    assert dealt != shuffled_deck(
        Seeds(hashlib.sha256(seeds.secret.encode()).hexdigest(), seeds.cuts), number, 1
    )
    assert dealt != tuple(card for card in shuffled_deck(seeds, number, 2) if card < 52)


def test_where_one_cut_ends_and_the_next_begins_matters() -> None:
    assert shuffled_deck(Seeds(SECRET, ("1", "23")), 1, 1) != shuffled_deck(Seeds(SECRET, ("12", "3")), 1, 1)
    assert shuffled_deck(Seeds(SECRET, ("1", "")), 1, 1) != shuffled_deck(Seeds(SECRET, ("", "1")), 1, 1)


def test_words_that_would_favour_some_numbers_are_skipped() -> None:
    top = (1 << 32) - 1
    assert uniform_below(iter([top, 5]), 3) == 2
    assert uniform_below(iter([top - 1, 5]), 3) == (top - 1) % 3
    assert uniform_below(iter([top]), 2) == 1
    assert uniform_below(iter([top - 47, top - 48]), 52) == 51


@pytest.mark.parametrize(("bound", "limit"), [(2, 10.8), (5, 18.5), (13, 32.9), (52, 88.0)])
def test_below_is_uniform(bound: int, limit: float) -> None:
    source = random_stream(SEEDS, f"below {bound}")
    counts = Counter(uniform_below(source, bound) for _turn in range(bound * 200))
    assert set(counts) == set(range(bound))
    assert chi_square(counts.values(), bound) < limit


def test_every_order_of_four_cards_is_as_likely() -> None:
    source = random_stream(SEEDS, "orders")
    counts = Counter(shuffle_cards(source, 4) for _turn in range(24 * 200))
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts.values(), 24) < 49.7


@pytest.mark.parametrize("place", [0, 20, 51])
def test_every_card_is_as_likely_at_every_place(place: int) -> None:
    counts = Counter(shuffled_deck(SEEDS, number, 1)[place] for number in range(52 * 50))
    assert chi_square(counts.values(), 52) < 88.0


@pytest.mark.parametrize("size", [0, 1])
def test_nothing_is_drawn_to_shuffle_one_card(size: int) -> None:
    assert shuffle_cards(iter([]), size) == tuple(range(size))


def test_3_1_the_cut_is_two_different_cards() -> None:
    source = random_stream(SEEDS, "pairs")
    counts = Counter(draw_cut_pair(source) for _turn in range(52 * 51 * 20))
    assert set(counts) == set(permutations(range(52), 2))
    assert chi_square(counts.values(), 52 * 51) < 52 * 51 + 3.1 * (2 * 52 * 51) ** 0.5


@given(all_seeds)
def test_3_1_equal_ranks_cut_again_and_all_cuts_are_kept(seeds: Seeds) -> None:
    *ties, last = cut_faces(seeds)
    assert all(first % 13 == second % 13 for first, second in ties)
    assert last[0] % 13 != last[1] % 13


def test_3_1_a_cut_that_was_repeated() -> None:
    pairs = cut_faces(seeds_from_number(212))
    assert [(first % 13, second % 13) for first, second in pairs] == [(10, 10), (6, 6), (1, 11)]
    assert dealer_by_cut(pairs) == 0


@pytest.mark.parametrize(
    ("pair", "dealer"),
    [((0, 14), 0), ((14, 0), 1), ((13, 51), 0), ((51, 13), 1), ((8, 22), 0), ((38, 11), 1), ((12, 24), 1)],
)
def test_3_1_the_lowest_rank_deals_the_ace_lowest(pair: tuple[int, int], dealer: int) -> None:
    assert dealer_by_cut([(5, 18), pair]) == dealer


def test_3_1_both_seats_deal_as_often() -> None:
    cuts = Counter(dealer_by_cut(cut_faces(seeds_from_number(seed))) for seed in range(2000))
    lots = Counter(dealer_by_lot(seeds_from_number(seed)) for seed in range(2000))
    assert chi_square(cuts.values(), 2) < 10.8
    assert chi_square(lots.values(), 2) < 10.8


def test_3_6_a_true_deal_is_accepted() -> None:
    for packs in (1, 2):
        dealt = shuffled_deck(SEEDS, 4, packs)
        verify_deal(SEEDS, dealt, number=4, packs=packs, committed=commitment(SECRET))


@pytest.mark.parametrize(
    ("seeds", "number"),
    [
        (Seeds(SECRET, ("12345", "coeur")), 4),
        (Seeds(SECRET, ("1234", "cœur")), 4),
        (Seeds(SECRET, ("cœur", "12345")), 4),
        (SEEDS, 5),
    ],
)
def test_3_6_other_cuts_or_another_number_are_detected(seeds: Seeds, number: int) -> None:
    with pytest.raises(DealError, match=r"card \d+ of the deck is .* by the seeds"):
        verify_deal(seeds, shuffled_deck(SEEDS, 4, 1), number=number, packs=1, committed=commitment(SECRET))


def test_3_6_another_secret_is_detected() -> None:
    other = Seeds(new_secret(), SEEDS.cuts)
    with pytest.raises(DealError, match="the secret is not the one"):
        verify_deal(other, shuffled_deck(other, 4, 1), number=4, packs=1, committed=commitment(SECRET))
    with pytest.raises(DealError, match="the secret is not the one"):
        verify_commitment(SECRET, commitment(SECRET).upper())


@given(st.integers(0, 51), st.integers(0, 51))
def test_3_6_exchanged_cards_are_detected(first: int, second: int) -> None:
    dealt = list(shuffled_deck(SEEDS, 1, 1))
    dealt[first], dealt[second] = dealt[second], dealt[first]
    if first == second:
        verify_deal(SEEDS, dealt, number=1, packs=1, committed=commitment(SECRET))
    else:
        with pytest.raises(DealError, match=f"card {min(first, second) + 1} of the deck"):
            verify_deal(SEEDS, dealt, number=1, packs=1, committed=commitment(SECRET))


def test_3_6_the_first_wrong_card_is_named() -> None:
    dealt = list(shuffled_deck(SEEDS, 1, 2))
    dealt[0], dealt[1] = dealt[1], dealt[0]
    with pytest.raises(DealError) as error:
        verify_deal(SEEDS, dealt, number=1, packs=2, committed=commitment(SECRET))
    assert str(error.value) == "card 1 of the deck is 4♣ (2) by the seeds, not 6♣ (2) (RULES 3.6)"


@pytest.mark.parametrize("stranger", [-1, 52, 104])
def test_3_6_a_card_of_no_pack_is_detected(stranger: int) -> None:
    dealt = [Card(stranger), *shuffled_deck(SEEDS, 1, 1)[1:]]
    with pytest.raises(DealError, match=f"card 1 of the deck is 6♥ by the seeds, not {stranger} "):
        verify_deal(SEEDS, dealt, number=1, packs=1, committed=commitment(SECRET))


@pytest.mark.parametrize(
    ("card", "packs", "text"),
    [(0, 1, "A♠"), (51, 2, "K♣"), (52, 2, "A♠ (2)"), (103, 2, "K♣ (2)"), (52, 1, "52")],
)
def test_a_card_of_the_second_pack_is_marked(card: int, packs: int, text: str) -> None:
    assert card_text(Card(card), packs) == text


@pytest.mark.parametrize("size", [0, 51, 53])
def test_3_6_a_deck_too_short_or_too_long_is_detected(size: int) -> None:
    dealt = (*shuffled_deck(SEEDS, 1, 1), Card(0))[:size]
    with pytest.raises(DealError, match=f"the deck has 52 cards, this deal has {size}"):
        verify_deal(SEEDS, dealt, number=1, packs=1, committed=commitment(SECRET))


def test_3_6_the_fingerprint_is_the_shells() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()


def test_a_new_secret_is_what_the_source_of_bytes_gives() -> None:
    assert new_secret(lambda size: bytes(range(size))) == SECRET


def test_new_secrets_differ() -> None:
    fresh = {new_secret() for _turn in range(100)}
    assert len(fresh) == 100
    assert all(Seeds(secret, ("", "")).secret == secret for secret in fresh)


@pytest.mark.parametrize("secret", ["", SECRET[:-1], SECRET + "0", SECRET.upper(), SECRET + "\n", "g" * 64])
def test_a_malformed_secret_is_refused(secret: str) -> None:
    with pytest.raises(DealError, match="a secret is 64 digits"):
        Seeds(secret, ("", ""))
    with pytest.raises(DealError, match="a secret is 64 digits"):
        commitment(secret)


@pytest.mark.parametrize("text", ["a\nb", "\x00", "\x7f", "\x85", "a\u2028", "\u2029", "\ud83d"])
def test_a_cut_that_is_not_one_line_is_refused(text: str) -> None:
    with pytest.raises(DealError, match="the cut of seat 1 holds a character"):
        Seeds(SECRET, ("", text))


def test_a_cut_is_at_most_255_bytes() -> None:
    assert Seeds(SECRET, ("a" * 255, "é" * 127)).cuts[1] == "é" * 127
    for text in ("a" * 256, "é" * 128):
        with pytest.raises(DealError, match="the cut of seat 0 is longer than 255 bytes"):
            Seeds(SECRET, (text, ""))


@pytest.mark.parametrize("packs", [0, 3, -1])
def test_a_deck_is_one_pack_or_two(packs: int) -> None:
    with pytest.raises(DealError, match=f"a deck is one pack or two, not {packs}"):
        shuffled_deck(SEEDS, 1, packs)


def test_deals_are_numbered_from_nought() -> None:
    assert len(shuffled_deck(SEEDS, 0, 1)) == 52
    with pytest.raises(DealError, match="deals are numbered from 0, not -1"):
        shuffled_deck(SEEDS, -1, 1)


def test_seeds_are_a_value() -> None:
    with pytest.raises(FrozenInstanceError):
        SEEDS.secret = "0" * 64  # type: ignore[misc]  # the very thing that must fail
    assert hash(SEEDS) == hash(Seeds(SECRET, ("12345", "cœur")))
    assert eval(repr(SEEDS)) == SEEDS
