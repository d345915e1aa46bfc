"""RULES 6, the showdown: the spread, lay-offs, the defender's own melds."""

from typing import Any

import pytest

from ginrummy.game.cards import Hand, hand_of, parse_faces
from ginrummy.game.game import Game, Phase
from ginrummy.game.moves import NO_HAND, NO_MELDS, melds_text
from ginrummy.rules.melds import points_of
from ginrummy.rules.spreads import best_spread
from ginrummy.variants import Variant, preset_names
from tests.rules.ledgers import row
from tests.rules.stacked import DEALER, NONDEALER, allows, drawn, laid_out, played, refusal, stacked

SIXES = "3C 4C 5C 6C 6S 6H 6D 2D 3S AH"
RUN_OF_FOUR, SET_OF_FOUR = "spread:3C4C5C6C/6S6H6D", "spread:3C4C5C/6S6H6D6C"


def held(cards: str) -> Hand:
    """Return a hand of cards in notation."""
    return hand_of(parse_faces(cards, packs=2))


def automatic(variant: Variant | str, cards: str, gone: str = "") -> str:
    """Return the melds of the automatic spread of `cards` in order, with `gone` out of play."""
    chosen = row(variant) if isinstance(variant, str) else variant
    melds = melds_text(best_spread(chosen, held(cards), held(gone)).melds)
    return " ".join(sorted(melds.split("/")))


def test_6_1_any_legal_arrangement_will_do() -> None:
    game = played(drawn("modern", SIXES, "KC"), "knock:KC")
    assert (game.phase, game.turn) == (Phase.SPREAD, NONDEALER)
    assert allows(game, RUN_OF_FOUR)
    assert allows(game, SET_OF_FOUR)
    assert refusal(game, "spread:3C4C5C6C") == "6.1"
    assert refusal(game, "spread:") == "6.1"
    assert refusal(game, "lay:") == "6.1"


def test_6_1_melds_may_stay_hidden_within_the_limit() -> None:
    variant = row("modern", knock_limit={"type": "fixed", "value": 24})
    closed = played(drawn(variant, SIXES, "KC"), "knock:KC")
    assert allows(closed, "spread:3C4C5C6C")
    assert refusal(closed, "spread:3C4C5C") == "6.1"


def test_6_1_once_shown_it_is_fixed() -> None:
    game = played(drawn("modern", SIXES, "KC"), f"knock:KC {RUN_OF_FOUR}")
    assert (game.phase, game.turn) == (Phase.LAY_OFF, DEALER)
    assert refusal(game, SET_OF_FOUR) == "6.3"


def test_6_1_what_is_shown_counts() -> None:
    variant = row("modern", knock_limit={"type": "fixed", "value": 24})
    shown = laid_out(variant, spread="3C4C5C6C", unmatched="6S 6H 6D 2D 3S AH", defender="KD KC JC")
    assert shown.spread is not None
    assert points_of(variant, shown.spread.unmatched) == 24


def test_6_1_a_gin_is_shown_all_in_melds() -> None:
    game = played(drawn("modern", "AS 2S 3S 4S 9H 9D 9C KS KH KD", "QC"), "knock:QC")
    assert refusal(game, "spread:AS2S3S/9H9D9C/KSKHKD") == "6.1"
    assert allows(game, "spread:AS2S3S4S/9H9D9C/KSKHKD")


def test_6_1_a_hand_that_is_open_is_not_laid_out() -> None:
    game = drawn("modern", SIXES, "KC")
    assert refusal(game, RUN_OF_FOUR) == refusal(game, "lay:") == "6.1"


CLUBS_OR_KINGS = row("modern", ace_run="corner", knock_max_unmatched=3)
HIGH_CARDS = "JD QD TD JS QS TS KC KD KS TC"


@pytest.mark.parametrize(
    ("variant", "cards", "gone", "melds"),
    [
        pytest.param("modern", "4S 5S 6S 7S 7H 7D KS QH JD 9C", "", "4S5S6S 7S7H7D", id="deadwood"),
        pytest.param("modern", SIXES, "", "3C4C5C 6S6H6D6C", id="openings"),
        pytest.param("modern", SIXES, "2C", "3C4C5C 6S6H6D6C", id="no opening left"),
        pytest.param("high_low_ace", HIGH_CARDS, "", "KSKDKC TDJDQD TSJSQS", id="points"),
        pytest.param("high_low_ace", HIGH_CARDS, "AS", "JDQDKD JSQSKS TSTDTC", id="a card gone"),
        pytest.param("two_pack", "4S 4S 4D 4C 3S 3H 3C 2H 2D 4H", "", "2H3H4H 4S4S4D4C", id="copies out"),
        pytest.param(CLUBS_OR_KINGS, "2C AC AH JD KC KD KH KS QC QD", "", "KSKHKD QCKCAC2C", id="bounded"),
    ],
)
def test_6_2_least_deadwood_then_fewest_openings_then_fewest_points(
    variant: Variant | str, cards: str, gone: str, melds: str
) -> None:
    assert automatic(variant, cards, gone) == melds


def test_6_2_pile_and_closing_discard_are_gone() -> None:
    """With A♠ out of play the runs may end in kings, otherwise the tens stay below the kings."""
    for closing, melds in (("AS", "JDQDKD JSQSKS TSTDTC"), ("AC", "KSKDKC TDJDQD TSJSQS")):
        game = drawn("high_low_ace", HIGH_CARDS, closing)
        closed = played(game, f"knock:{closing}")
        assert " ".join(sorted(melds_text(closed.automatic_layout().melds).split("/"))) == melds


PLAIN = {"spread": "5S5H5D/TSJSQS/2H3H4H", "unmatched": "2D"}
GUESTS = "5C KS 9S 8S AH 7D 6S 2C JC KC"
"""Defender's cards, five of which can be laid off on the plain spread."""


@pytest.mark.parametrize(
    ("lay", "clause"),
    [
        pytest.param("", "", id="nobody is obliged"),
        pytest.param("5C>1", "", id="the missing suit"),
        pytest.param("KS>2", "", id="above a run"),
        pytest.param("9S>2", "", id="below a run"),
        pytest.param("AH>3", "", id="the ace below the two"),
        pytest.param("5C>1,8S>2,9S>2,KS>2,AH>3", "", id="all that go"),
        pytest.param("6S>1", "6.5", id="another rank"),
        pytest.param("KC>2", "6.5", id="another suit"),
        pytest.param("JC>2", "6.5", id="a rank that is there"),
        pytest.param("5C>2", "6.5", id="on the wrong meld"),
        pytest.param("5C>1,5C>1", "2.5", id="a card twice"),
        pytest.param("9C>2", "2.5", id="a card not held"),
    ],
)
@pytest.mark.parametrize("layoff_on_knock", [True, False])
def test_6_3_cards_are_added_to_the_melds_of_a_knock(lay: str, clause: str, *, layoff_on_knock: bool) -> None:
    game = laid_out(row("modern", layoff_on_knock=layoff_on_knock), defender=GUESTS, **PLAIN)
    due = clause if layoff_on_knock or not lay else "6.3"
    assert allows(game, f"lay:{lay}") is (due == "")
    assert due == "" or refusal(game, f"lay:{lay}") == due


def test_6_3_nothing_goes_on_unmatched_cards() -> None:
    game = laid_out("modern", spread="TSJSQSKS/3C4C5C6C", unmatched="5H 5D", defender="5S")
    assert refusal(game, "lay:5S>3") == "6.5"


def test_6_3_without_lay_offs_the_automatic_defence_lays_off_nothing() -> None:
    for layoff, cards in ((True, 5), (False, 0)):
        game = laid_out(row("modern", layoff_on_knock=layoff), defender=GUESTS, **PLAIN)
        assert sum(meld.cards.bit_count() for meld in game.automatic_layout().laid) == cards


LOOSE = {"unmatched": "KD TC 7C 2S", "upcard": "QD"}
"""Unmatched cards, with a limit that allows them: only the melds matter."""


def table(variant: str, spread: str, defender: str, **changes: Any) -> Game:
    """Return `spread` laid out with many unmatched cards."""
    house = row(variant, knock_limit={"type": "fixed", "value": 100}, knock_max_unmatched=None, **changes)
    return laid_out(house, spread=spread, defender=defender, **LOOSE)


@pytest.mark.parametrize(
    ("variant", "spread", "lay", "alone"),
    [
        ("modern", "3H4H5H6H/9S9D9C", "AH>1,2H>1,7H>1,8H>1", "8H>1"),
        ("modern", "3H4H5H6H/9S9D9C", "AH>1,2H>1", "AH>1"),
        ("modern", "9S9D9C/4D5D6D", "7D>2,8D>2", "8D>2"),
        ("round_the_corner_hoyle", "JHQHKH/9S9D9C", "2H>1,AH>1", "2H>1"),
        ("round_the_corner_hoyle", "2H3H4H/9S9D9C", "AH>1,KH>1", "KH>1"),
        ("high_low_ace", "JHQHKH/9S9D9C", "AH>1,TH>1", "2H>1"),
        ("high_low_ace", "QHKHAH/9S9D9C", "TH>1,JH>1", "2H>1"),
    ],
)
def test_6_4_lay_offs_chain_at_both_ends(variant: str, spread: str, lay: str, alone: str) -> None:
    cards = {part[:2] for part in [*lay.split(","), alone]}
    game = table(variant, spread, " ".join(cards))
    assert allows(game, f"lay:{lay}")
    assert refusal(game, f"lay:{alone}") == "6.5"


@pytest.mark.parametrize("name", ["modern", "high_low_ace"])
def test_6_4_there_is_no_way_over_the_corner(name: str) -> None:
    game = table(name, "2H3H4H/9S9D9C", "AH KH")
    assert allows(game, "lay:AH>1")
    assert refusal(game, "lay:AH>1,KH>1") == "6.5"


@pytest.mark.parametrize("twins", [True, False])
def test_6_5_a_set_of_four_takes_no_fifth_card(*, twins: bool) -> None:
    full = table("two_pack", "9S9H9D9C/4D5D6D", "9S", set_same_suit_duplicates=twins)
    assert refusal(full, "lay:9S>1") == "6.5"
    three = table("two_pack", "9S9H9D/4D5D6D", "9S 9C 9C", set_same_suit_duplicates=twins)
    assert allows(three, "lay:9C>1")
    assert allows(three, "lay:9S>1") is twins
    assert refusal(three, "lay:9C>1,9S>1") == refusal(three, "lay:9C>1,9C>1") == "6.5"


@pytest.mark.parametrize(("longest", "fits"), [(None, True), (12, True), (11, False)])
def test_6_5_a_run_ends_where_the_variant_says(longest: int | None, *, fits: bool) -> None:
    game = table("modern", "2H3H4H5H6H7H8H9HTH", "AH JH QH KH", run_max=longest)
    assert allows(game, "lay:AH>1,JH>1")
    assert allows(game, "lay:AH>1,JH>1,QH>1") is fits
    assert allows(game, "lay:AH>1,JH>1,QH>1,KH>1") is (longest is None)


def test_6_5_no_rank_comes_twice() -> None:
    game = table("two_pack", "3H4H5H/9S9D9C", "3H 6H 6H")
    assert refusal(game, "lay:3H>1") == refusal(game, "lay:6H>1,6H>1") == "6.5"
    assert allows(game, "lay:6H>1")


def eights(defender: str) -> Game:
    """Return three eights and a run of spades laid out against `defender`."""
    cards = "8S 8D 8C TS JS QS 3D 2C AS AC"
    game = stacked("modern", nondealer=cards, dealer=defender, upcard="9C", stock="KD")
    return played(game, "pass pass draw knock:KD spread:8S8D8C/TSJSQS")


def test_6_6_the_automatic_defence_is_the_joint_optimum() -> None:
    game = eights("6H 7H 8H 6S 6D KC QC 5D 4C JD")
    assert str(game.automatic_layout()) == "lay:8H>1/6S6H6D"
    settled = game.play(game.automatic_layout())
    assert settled.defence is not None
    assert settled.defence.own.unmatched == held("7H KC QC 5D 4C JD")


def test_6_6_among_equals_the_fewest_cards_are_laid_off() -> None:
    assert str(eights("5H 6H 7H 8H KC QC 5D 4C JD 2H").automatic_layout()) == "lay:/5H6H7H8H"


@pytest.mark.parametrize(
    ("defence", "clause"),
    [
        ("", ""),
        ("8H>1/6S6H6D", ""),
        ("/6H7H8H", ""),
        ("9S>2,8H>1", ""),
        ("8H>1/6H7H8H", "2.5"),
        ("/6H7H8H/6S6H6D", "2.5"),
        ("/6H7H8S", "2"),
        ("/6H7H", "2"),
        ("/4H5H6H", "2.5"),
    ],
)
def test_6_6_the_defender_may_lay_out_otherwise(defence: str, clause: str) -> None:
    game = eights("6H 7H 8H 6S 6D 9S QC 5D 4C JD")
    assert allows(game, f"lay:{defence}") is (clause == "")
    assert clause == "" or refusal(game, f"lay:{defence}") == clause


GIN = "gin:9C spread:4S5S6S/9S9H9D/JSJHJDJC"
BIG_GIN = "biggin spread:4S5S6S/9S9H9D9C/JSJHJDJC"


def gone_out(variant: Variant, closing: str) -> Game:
    """Return gin, or big gin, against a defender with two cards that fit its run."""
    cards = "4S 5S 6S 9S 9H 9D JS JH JD JC"
    return played(
        stacked(variant, nondealer=cards, dealer="7S 3S", upcard="KD", stock="9C"),
        f"pass pass draw {closing}",
    )


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("closing", [GIN, BIG_GIN])
def test_6_7_nothing_is_laid_off_on_gin(name: str, closing: str) -> None:
    variant = row(name, first_turn="offer", hand_nondealer=10, upcard=True, big_gin_bonus=31)
    game = gone_out(variant, closing)
    if name == "round_the_corner_hoyle":
        assert allows(game, "lay:3S>1,7S>1")
        assert game.automatic_layout().laid[0] != NO_HAND
    else:
        assert refusal(game, "lay:7S>1") == "6.7"
        assert game.automatic_layout().laid == NO_MELDS


@pytest.mark.parametrize("closing", [GIN, BIG_GIN])
def test_6_8_unless_the_house_has_it(closing: str) -> None:
    game = gone_out(row("modern", layoff_on_gin=True), closing)
    assert allows(game, "lay:7S>1")
    assert refusal(game, "lay:7S>2") == "6.5"


def test_6_9_the_knocker_never_lays_off() -> None:
    game = laid_out("modern", spread="4S5S6S/9S9H9D/JSJHJD", unmatched="7C", defender="7S 7H 7D KC QC 3H")
    assert game.turn == DEALER
    assert refusal(game, "lay:7C>1/7S7H7D") == "2.5"
    ended = played(game, "lay:/7S7H7D")
    assert ended.phase is Phase.OVER
    assert refusal(ended, "lay:7C>1") == refusal(ended, "draw") == "5"
