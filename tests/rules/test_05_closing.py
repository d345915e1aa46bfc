"""RULES 5, closing: knocking and its limits, gin, big gin, the closing discard."""

import pytest

from ginrummy.game.cards import parse_face
from ginrummy.game.game import Phase
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import HIDDEN, view_of_game
from ginrummy.rules.turns import CLOSED_GIN, CLOSED_KNOCK
from ginrummy.variants import preset_names
from tests.rules.ledgers import row
from tests.rules.stacked import DEALER, NONDEALER, allows, closings, drawn, legal, played, refusal, stacked

MELDED = "4S 5S 6S 9H 9D 9C KS KH KD "
"""Nine cards in three melds: an unmatched tenth card is the deadwood."""
BIG = "AS 2S 3S 4S 9H 9D 9C KS KH KD"
"""Ten cards that make eleven melded ones with KC."""
ACE_LIMITS = {"one": 1, "gin_only": 0, "ten": 10}
BIG_GIN = {
    "straight": 31, "russian": 31, "russian_tournament": 31, "modern": 31, "oklahoma_full": 31,
    "hollywood_full": 31, "hollywood_oklahoma": 31, "high_low_ace": 40, "two_pack": 50,
    "two_pack_gin_only": 50,
}  # fmt: skip


def test_5_1_a_knock_comes_after_the_draw_on_your_own_turn() -> None:
    game = stacked("russian", nondealer=MELDED + "2C", upcard="QC", stock="JC")
    for moves in ("", "pass", "pass pass"):
        assert refusal(played(game, moves), "knock:2C") == "4.4"
    assert allows(played(game, "pass pass draw"), "knock:JC")


def test_5_1_nobody_is_obliged_to_knock() -> None:
    game = drawn("russian", MELDED + "2C", "3H")
    assert closings(game) == {"knock:2C", "knock:3H"}
    assert legal(game) - closings(game) == set((MELDED + "2C 3H").split())


def test_5_2_only_the_jack_closes_and_leaves_ten() -> None:
    game = drawn("russian", "KS KH KD KC 7C 8C 9C TC 2D 8H", "JS")
    assert closings(game) == {"knock:JS"}
    assert refusal(game, "knock:8H") == "5.2"
    assert refusal(game, "knock:7C") == "5.2"


@pytest.mark.parametrize("limit", [0, 1, 4, 5, 10, 100])
@pytest.mark.parametrize(("stray", "left"), [("AH", 1), ("5H", 5), ("TH", 10)])
def test_5_2_a_house_may_set_another_value(limit: int, stray: str, left: int) -> None:
    variant = row("russian", knock_limit={"type": "fixed", "value": limit})
    game = drawn(variant, MELDED + stray, "JC")
    assert game.knock_limit == limit
    assert allows(game, "knock:JC") is (left <= limit)
    assert left <= limit or refusal(game, "knock:JC") == "5.2"


@pytest.mark.parametrize("kind", ["upcard", "discard_top"])
@pytest.mark.parametrize("ace", ACE_LIMITS)
@pytest.mark.parametrize("ace_points", [1, 15])
def test_5_3_the_card_turned_up_sets_the_limit(kind: str, ace: str, ace_points: int) -> None:
    variant = row("oklahoma", knock_limit={"type": kind, "ace": ace}, ace_points=ace_points)
    found = [stacked(variant, upcard=rank + "D").knock_limit for rank in "A23456789TJQK"]
    assert found == [ACE_LIMITS[ace], 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("spades_double", 1),
        ("oklahoma", 1),
        ("oklahoma_extra", 0),
        ("oklahoma_full", 0),
        ("hollywood_oklahoma", 0),
    ],
)
@pytest.mark.parametrize(("stray", "left"), [("AH", 1), ("2H", 2)])
def test_5_3_an_ace_allows_one_point_or_only_gin(name: str, limit: int, stray: str, left: int) -> None:
    game = drawn(name, MELDED + stray, "JC", upcard="AC")
    assert allows(game, "knock:JC") is (left <= limit)
    assert left <= limit or refusal(game, "knock:JC") == "5.3"
    assert allows(drawn(name, MELDED + "JC", "KC", upcard="AC"), "gin:JC")


@pytest.mark.parametrize("first_turn", ["take JH", "pass take JD", "pass pass draw JH"])
def test_5_3_it_holds_whoever_took_it_and_whatever_covers_it(first_turn: str) -> None:
    game = stacked("oklahoma", nondealer="JH 7C", dealer="JD 8C", upcard="6H", stock="2C 3D")
    after = played(game, f"{first_turn} draw")
    assert parse_face("6H") not in after.pile[-1:]
    assert after.knock_limit == 6


@pytest.mark.parametrize(("stray", "closes"), [("6D", True), ("7D", False)])
def test_5_3_the_limit_is_kept_to(stray: str, *, closes: bool) -> None:
    game = stacked("oklahoma", nondealer="JH", dealer=MELDED + stray, upcard="6H", stock="TC")
    later = played(game, "take JH draw")
    assert allows(later, "knock:TC") is closes
    assert closes or refusal(later, "knock:TC") == "5.3"


READINGS = {"visible_at_declaration": (4, 9, 9), "visible_before_draw": (4, 4, 9)}


@pytest.mark.parametrize("source", READINGS)
@pytest.mark.parametrize("place", range(3))
def test_5_4_the_visible_card_sets_the_limit(source: str, place: int) -> None:
    """After a draw from the stock, after taking one of two cards, after taking the only card."""
    moves = ("pass pass draw 4C draw", "pass pass draw 4C take", "take")[place]
    variant = row("two_pack", limit_source=source)
    game = stacked(variant, nondealer="4C", upcard="9D")
    assert played(game, moves).knock_limit == READINGS[source][place]


@pytest.mark.parametrize(("closing", "stray", "closes"), [("5C", "6H", False), ("6H", "5C", True)])
def test_5_4_or_the_closing_card_itself(closing: str, stray: str, *, closes: bool) -> None:
    variant = row("two_pack", limit_source="own_discard")
    game = drawn(variant, MELDED + stray, closing)
    assert allows(game, f"knock:{closing}") is closes
    assert closes or refusal(game, f"knock:{closing}") == "5.4"


@pytest.mark.parametrize("face_down", [True, False])
def test_5_4_the_closing_card_sets_a_limit_of_its_own(*, face_down: bool) -> None:
    variant = row("two_pack", limit_source="own_discard", closing_discard_face_down=face_down)
    game = drawn(variant, MELDED + "5C", "6H")
    mover, waiting = view_of_game(game, game.turn), view_of_game(game, 1 - game.turn)
    assert (mover.knock_limit, waiting.knock_limit, waiting.knock_limits) == (None, None, {})
    figures, numbers = dict.fromkeys(("KS", "KH", "KD"), 10), dict.fromkeys(("9H", "9D", "9C"), 9)
    assert mover.knock_limits == {"4S": 4, "5S": 5, "6S": 6, "5C": 5, "6H": 6, **figures, **numbers}
    assert {"knock:6H"} == closings(game)
    closed = played(game, "knock:6H")
    assert (closed.knock_limit, view_of_game(closed, closed.turn).knock_limit) == (6, 6)
    assert view_of_game(closed, 1 - closed.turn).knock_limit == (None if face_down else 6)
    assert view_of_game(closed, closed.turn).knock_limits == {}


@pytest.mark.parametrize("ace", ACE_LIMITS)
def test_5_4_an_ace_counts_as_agreed(ace: str) -> None:
    limit = {"type": "discard_top", "ace": ace}
    by_top = drawn(row("two_pack", knock_limit=limit), MELDED + "2C", "JC", upcard="AD")
    assert allows(by_top, "knock:JC") is (ACE_LIMITS[ace] >= 2)
    own = row("two_pack", knock_limit=limit, limit_source="own_discard")
    assert allows(drawn(own, MELDED + "2C", "AC"), "knock:AC") is (ACE_LIMITS[ace] >= 2)


@pytest.mark.parametrize(("top", "closes"), [("7D", True), ("6D", False), ("AD", True)])
def test_5_4_three_and_four_are_seven(top: str, *, closes: bool) -> None:
    game = drawn("two_pack", "4S 5S 6S 7S 9S 9H 9D 9C 3H 4H", "QD", upcard=top)
    assert allows(game, "knock:QD") is closes
    assert closes or refusal(game, "knock:QD") == "5.4"


LOOSE = "AS 2S 3S AH AC 2H 2D 2C 3D 4C"
NINE_AND_FOUR, TEN_AND_THREE = "spread:AS2S3S/2H2D2C", "spread:ASAHAC/2S2H2D2C"


@pytest.mark.parametrize("most", [None, 10, 4, 3, 2, 1, 0])
def test_5_5_points_and_number_hold_in_the_one_spread_that_is_shown(most: int | None) -> None:
    game = drawn(row("russian", knock_max_unmatched=most), LOOSE, "KH")
    if most is not None and most < 3:
        assert refusal(game, "knock:KH") == "5.5"
        return
    closed = played(game, "knock:KH")
    assert allows(closed, TEN_AND_THREE)
    assert allows(closed, NINE_AND_FOUR) is (most != 3)
    assert most != 3 or refusal(closed, NINE_AND_FOUR) == "5.5"


def test_5_5_the_points_of_the_narrow_spread_count() -> None:
    narrow = {"knock_max_unmatched": 3, "knock_limit": {"type": "fixed", "value": 9}}
    game = drawn(row("russian", **narrow), LOOSE, "KH")
    assert refusal(game, "knock:KH") == "5.5"
    assert allows(drawn(row("russian", **narrow | {"knock_max_unmatched": 4}), LOOSE, "KH"), "knock:KH")


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("call", ["gin", "knock"])
def test_5_6_nothing_left_is_gin_whatever_the_limit_and_the_call(name: str, call: str) -> None:
    variant = row(name, first_turn="offer", hand_nondealer=10, upcard=True)
    closed = played(drawn(variant, MELDED + "JC", "KC", upcard="AC"), f"{call}:JC")
    assert closed.state.closing == CLOSED_GIN
    assert closings(drawn(variant, MELDED + "JC", "KC", upcard="AC")) >= {"gin:JC"}


def test_5_6_with_a_point_left_it_is_none() -> None:
    game = drawn("russian", MELDED + "AC", "JC")
    assert refusal(game, "gin:JC") == "5.6"
    assert played(game, "knock:JC").state.closing == CLOSED_KNOCK


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("source", ["stock", "pile"])
def test_5_7_eleven_melded_cards_are_big_gin_where_it_is_played(name: str, source: str) -> None:
    variant = row(name, first_turn="offer", hand_nondealer=10, upcard=True)
    taken = played(stacked(variant, nondealer=BIG, upcard="KC"), "take")
    game = drawn(variant, BIG, "KC") if source == "stock" else taken
    assert variant.big_gin_bonus == BIG_GIN.get(name, -1)
    assert allows(game, "biggin") is ("biggin" in legal(game)) is (name in BIG_GIN)
    assert name in BIG_GIN or refusal(game, "biggin") == "5.7"


def test_5_7_nobody_is_obliged_to_declare_it() -> None:
    game = drawn("russian", BIG, "KC")
    assert allows(game, "gin:KC")
    assert allows(game, "KC")
    assert played(game, "knock:2S").state.closing == CLOSED_KNOCK


def test_5_7_all_eleven_are_melded_or_it_is_none() -> None:
    game = drawn("russian", BIG, "QC", upcard="QH")
    assert refusal(game, "biggin") == "5.7"
    assert allows(game, "gin:QC")


def test_5_7_it_takes_a_drawn_card() -> None:
    variant = row("eleven_card", big_gin_bonus=31)
    game = stacked(variant, nondealer=BIG + " KC", dealer="QC", stock="QH")
    assert refusal(game, "biggin") == "5.7"
    assert allows(game, "gin:KC")
    later = stacked(variant, nondealer="QC", dealer=BIG, stock="KC")
    assert allows(played(later, "QC draw"), "biggin")


@pytest.mark.parametrize("name", ["straight", "two_pack_gin_only"])
def test_5_8_straight_gin_knows_no_knock(name: str) -> None:
    game = drawn(name, MELDED + "AC", "JC")
    assert game.knock_limit is None
    assert refusal(game, "knock:JC") == "5.8"
    assert closings(game) == set()
    assert closings(drawn(name, MELDED + "AC", "KC")) == {"gin:AC"}
    assert closings(drawn(name, BIG, "KC")) >= {"biggin", "gin:KC"}


@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize(
    ("first_turn", "upcard", "moves"),
    [
        ("offer", "KC", "take"),
        ("offer", "QC", "pass pass draw"),
        ("free", "KC", "take"),
        ("free", "QC", "draw"),
    ],
)
def test_5_9_the_first_turn_may_close_unless_the_house_forbids_it(
    first_turn: str, upcard: str, moves: str, *, allowed: bool
) -> None:
    variant = row("modern", first_turn=first_turn, first_turn_knock=allowed)
    stock = "KC" if upcard == "QC" else ""
    game = played(stacked(variant, nondealer=BIG, upcard=upcard, stock=stock), moves)
    for move in ("biggin", "gin:AS", "knock:2S"):
        assert allows(game, move) is allowed
        assert allowed or refusal(game, move) == "5.9"


@pytest.mark.parametrize("allowed", [True, False])
def test_5_9_so_with_the_first_discard_of_eleven_cards(*, allowed: bool) -> None:
    game = stacked(row("eleven_card", first_turn_knock=allowed), nondealer=BIG + " KC")
    for move in ("gin:AS", "knock:2S"):
        assert allows(game, move) is allowed
        assert allowed or refusal(game, move) == "5.9"


def test_5_9_a_pass_is_no_turn() -> None:
    game = stacked(row("modern", first_turn_knock=False), dealer=BIG, upcard="KC")
    assert refusal(played(game, "pass take"), "biggin") == "5.9"


def test_5_9_from_the_second_turn_on_all_may_close() -> None:
    variant = row("modern", first_turn_knock=False)
    game = stacked(variant, nondealer="QC", dealer=BIG, upcard="3H", stock="QH KC")
    assert closings(played(game, "pass pass draw QC draw")) >= {"biggin", "gin:KC", "knock:2S"}


@pytest.mark.parametrize("face_down", [True, False])
def test_5_10_the_closing_discard_lies_face_down(*, face_down: bool) -> None:
    game = drawn(row("russian", closing_discard_face_down=face_down), MELDED + "2C", "KC", upcard="3C")
    closed = played(game, "knock:KC")
    seen = view_of_game(closed, DEALER).events[-1]
    assert (seen.seat, seen.kind) == (NONDEALER, MoveKind.KNOCK)
    assert seen.face == (HIDDEN if face_down else parse_face("KC"))
    assert view_of_game(closed, NONDEALER).events[-1].face == parse_face("KC")


def test_5_10_it_takes_no_further_part() -> None:
    game = drawn("russian", MELDED + "2C", "KC")
    closed = played(game, "knock:KC")
    assert closed.phase is Phase.SPREAD
    assert closed.pile == game.pile
    assert refusal(closed, "take") == "6.1"
    assert refusal(closed, "spread:KSKHKDKC") == "2.5"
    shown = played(closed, "spread:4S5S6S/9H9D9C/KSKHKD")
    assert refusal(shown, "lay:KC>3") == "2.5"
