"""RULES 3, the deal: the first dealer, the hands, the upcard, the dealer of the next hand."""

import pytest

from ginrummy.game import shuffle
from ginrummy.game.cards import faces_of, parse_faces
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.shuffle import DealError, seeds_from_number
from ginrummy.locale.errors import VariantError
from ginrummy.rules.cards import size_of
from ginrummy.variants import CUT_LOW, preset_names
from tests.rules.ledgers import row
from tests.rules.stacked import DEALER, NONDEALER, played, stacked

SEEDS = [seeds_from_number(number) for number in range(60)]
BY_CUT = {"eleven_card", "spades_double", "hollywood", "round_the_corner", "oklahoma_extra", "classic"}
ELEVEN = {"eleven_card", "hollywood", "round_the_corner"}


@pytest.mark.parametrize("name", preset_names())
def test_3_1_the_first_dealer_is_found_by_cut_or_by_lot(name: str) -> None:
    variant = row(name)
    assert (variant.first_dealer == CUT_LOW) is (name in BY_CUT)
    for seeds in SEEDS:
        by_cut, by_lot = shuffle.dealer_by_cut(shuffle.cut_faces(seeds)), shuffle.dealer_by_lot(seeds)
        assert Match.start(variant, seeds).game.dealer == (by_cut if name in BY_CUT else by_lot)


@pytest.mark.parametrize("choice", ["lot", "cut_low"])
def test_3_1_either_seat_may_be_the_first_dealer(choice: str) -> None:
    variant = row("standard", first_dealer=choice)
    assert {Match.start(variant, seeds).game.dealer for seeds in SEEDS} == {0, 1}


@pytest.mark.parametrize(
    ("first", "second", "dealer"),
    [("AS", "KH", 0), ("TS", "9H", 1), ("2C", "AC", 1), ("JD", "QS", 0)],
)
def test_3_1_the_lower_rank_deals_and_the_ace_is_lowest(first: str, second: str, dealer: int) -> None:
    low, high = parse_faces(f"{first} {second}")
    assert shuffle.dealer_by_cut([(low, high)]) == dealer


def test_3_1_equal_ranks_cut_again() -> None:
    cuts = [shuffle.cut_faces(seeds) for seeds in SEEDS]
    assert any(len(pairs) > 1 for pairs in cuts)
    for *ties, last in cuts:
        assert all(first % 13 == second % 13 for first, second in ties)
        assert last[0] % 13 != last[1] % 13


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("name", preset_names())
def test_3_2_cards_are_dealt_one_at_a_time_the_nondealer_first(name: str, dealer: int) -> None:
    variant = row(name)
    game = Game.deal(variant, dealer=dealer, deck=range(52 * variant.decks))
    hands = [faces_of(hand) for hand in game.state.hands]
    eleventh = (20,) if name in ELEVEN else ()
    assert hands[1 - dealer] == (*range(0, 20, 2), *eleventh)
    assert hands[dealer] == tuple(range(1, 20, 2))
    assert game.turn == 1 - dealer


@pytest.mark.parametrize("size", range(3, 11))
@pytest.mark.parametrize("more", [0, 1])
def test_3_2_a_house_deals_three_to_ten_cards(size: int, more: int) -> None:
    first_turn = "discard_first" if more else "offer"
    variant = row("standard", hand_dealer=size, hand_nondealer=size + more, first_turn=first_turn)
    game = stacked(variant)
    assert [size_of(hand) for hand in game.state.hands] == [size, size + more]
    assert len(game.stock) == 52 - 2 * size - more - 1


@pytest.mark.parametrize(("dealer", "nondealer"), [(2, 2), (11, 11), (12, 12), (10, 12), (11, 10)])
def test_3_2_other_hands_are_not_dealt(dealer: int, nondealer: int) -> None:
    with pytest.raises(VariantError):
        row("standard", hand_dealer=dealer, hand_nondealer=nondealer)


@pytest.mark.parametrize("name", preset_names())
def test_3_3_the_next_card_is_the_upcard(name: str) -> None:
    game = stacked(name)
    assert game.pile == (() if name in ELEVEN else (20,))
    assert len(game.stock) == (83 if game.variant.decks == 2 else 31)
    assert game.stock == tuple(card % 52 for card in range(21, 52 * game.variant.decks))


def test_3_3_without_an_upcard_the_first_discard_starts_the_pile() -> None:
    game = played(stacked("eleven_card", nondealer="KS"), "KS")
    assert game.pile == parse_faces("KS")


def test_3_3_a_house_may_turn_an_upcard_after_an_eleven_card_deal() -> None:
    game = stacked(row("eleven_card", upcard=True), nondealer="KS", upcard="7D")
    assert game.pile == parse_faces("7D")
    assert len(game.stock) == 30
    assert played(game, "KS").pile == parse_faces("7D KS")


@pytest.mark.parametrize(("rule", "next_one"), [("winner", 1), ("loser", 0), ("alternate", 1)])
def test_3_4_the_dealer_of_the_next_hand(rule: str, next_one: int) -> None:
    variant = row("straight", next_dealer=rule)
    game = stacked(variant, nondealer="4S 5S 6S 9H 9D 9C KS KH KD 2C", upcard="KC")
    match = Match.from_deck(variant, game.deck, dealer=DEALER)
    for move in played(game, "take gin:2C spread:4S5S6S/9H9D9C/KSKHKDKC lay:").moves:
        match = match.play(move)
    assert match.game.score is not None
    assert match.game.score.winner == NONDEALER
    assert match.next_hand(game.deck).game.dealer == next_one


@pytest.mark.parametrize(("rule", "next_one"), [("same", DEALER), ("alternate", NONDEALER)])
def test_3_5_the_dealer_after_a_void_hand(rule: str, next_one: int) -> None:
    variant = row("straight", dealer_after_void=rule, endless_turns=4)
    game = stacked(variant, nondealer="KS QH", dealer="JD 9C", upcard="7D")
    match = Match.from_deck(variant, game.deck, dealer=DEALER)
    for move in played(game, "take KS take JD take QH take 9C").moves:
        match = match.play(move)
    assert match.next_hand(game.deck).game.dealer == next_one


def test_3_6_anyone_can_recompute_the_deal() -> None:
    seeds = seeds_from_number("a table of two")
    dealt = Match.start(row("two_pack"), seeds).game.deck
    committed = shuffle.commitment(seeds.secret)
    shuffle.verify_deal(seeds, dealt, number=0, packs=2, committed=committed)
    swapped = (dealt[1], dealt[0], *dealt[2:])
    with pytest.raises(DealError) as caught:
        shuffle.verify_deal(seeds, swapped, number=0, packs=2, committed=committed)
    assert caught.value.clause == "3.6"
