"""RULES 14, playing together: sides and boards, lines of people, the chouette, rounds and payments."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.game.evening import Evening, EveningError, start_evening
from ginrummy.game.evening_matches import BoardHand, EachMatch, SideMatch
from ginrummy.game.hand_entry import POINTS
from ginrummy.game.payments import fewest_payments
from ginrummy.game.stakes import Stakes, stake_gains
from ginrummy.locale.errors import VariantError
from ginrummy.rules import forms
from ginrummy.rules.forms import PARTNERSHIP, Form
from ginrummy.rules.scoring import NOBODY, HandScore, score_void
from ginrummy.variants import DEFAULT, Variant
from ginrummy.variants.form_files import FORM_NAMES, load_form, parse_form
from ginrummy.variants.form_options import FORM_FIELDS, form_from_values, form_values
from tests.kernel.compiled_law import law
from tests.playing import play_hands
from tests.rules.ledgers import row

RULES = (Path(__file__).parents[2] / "RULES.md").read_text(encoding="utf-8").partition("\n## 14 ")[2]
PEOPLE = ("Anna", "Boris", "Clara", "Denis", "Elena", "Fabien", "Galina", "Henri")
A, B, C, D = range(4)


def won(first: int, second: int, points: int, extra_coups: int = 0) -> BoardHand:
    """Return a hand won by `first`."""
    return BoardHand(first, second, HandScore(POINTS, 0, points, 0, 1, points, extra_coups))


def void(first: int, second: int) -> BoardHand:
    return BoardHand(first, second, score_void())


def evening(name: str, count: int, *hands: BoardHand, variant: Variant = DEFAULT, **changes: Any) -> Evening:
    """Return an evening of the form `name` with changes and `hands`."""
    form = form_from_values(changes, base=load_form(name).row)
    return play_hands(start_evening(form, variant, PEOPLE[:count]), hands)


def sheet_of(played: Evening, number: int = 0) -> tuple[int, ...]:
    """Return both totals of a match of two sides."""
    match = played.matches[number]
    assert isinstance(match, SideMatch)
    return match.score_sheet.totals


def refusal(name: str, count: int, *hands: BoardHand, **changes: Any) -> tuple[str, str]:
    """Return the clause and the line of the refusal of an evening."""
    with pytest.raises(EveningError) as caught:
        evening(name, count, *hands, **changes)
    return caught.value.clause, caught.value.where


@pytest.mark.parametrize(
    ("name", "count"), [("partnership", 2), ("partnership", 10), ("king", 2), ("free", 1)]
)
def test_14_1_the_number_of_people_is_within_the_bounds(name: str, count: int) -> None:
    with pytest.raises(EveningError, match=r"RULES 14\.1\b"):
        start_evening(load_form(name).row, DEFAULT, [f"P{number}" for number in range(count)])


def test_14_2_a_hand_counts_for_its_winner_on_every_sheet_of_the_winner() -> None:
    played = evening("winner_stays", 3, won(A, B, 30), won(A, C, 20), won(B, A, 40))
    (match,) = played.matches
    assert isinstance(match, EachMatch)
    assert [match.points(person) for person in range(3)] == [50, 40, 0]


@pytest.mark.parametrize(
    ("name", "boards"),
    [
        ("winner_stays", [(A, B), (A, C), (C, B), (C, A)]),
        ("sitting_out", [(A, B), (B, C), (C, A), (A, B)]),
    ],
)
def test_14_3_the_loser_or_the_longest_leaves(name: str, boards: list[tuple[int, int]]) -> None:
    played = evening(name, 3)
    for number, board in enumerate(boards):
        assert played.boards == (board,)
        winner, loser = board if number != 1 else board[::-1]
        played = played.play(*void(*board)).play(*won(winner, loser, 10))
    assert len(played.hands) == 8


def test_14_3_the_king_keeps_the_table_for_a_whole_match() -> None:
    played = evening("king", 4, won(A, B, 60), won(B, A, 60))
    assert (played.boards, played.waiting) == (((A, B),), (C, D))
    assert played.play(*won(B, A, 60)).boards == ((B, C),)


def test_14_3_the_player_who_comes_in_deals() -> None:
    form = load_form("winner_stays").row
    played = start_evening(form, row("standard", next_dealer="winner"), PEOPLE[:3], dealer=A)
    assert played.dealers == (A,)
    assert played.play(*void(A, B)).dealers == (A,)
    assert played.play(*won(B, A, 10)).dealers == (C,)
    with pytest.raises(EveningError, match=r"Clara sits out .*14\.11"):
        start_evening(form, DEFAULT, PEOPLE[:3], dealer=C)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_14_4_everybody_of_a_side_meets_everybody_of_the_other(size: int) -> None:
    met = {
        (place, forms.opponent(PARTNERSHIP, size, deal, 0, place))
        for deal in range(size)
        for place in range(size)
    }
    assert len(met) == size * size
    assert [forms.opponent(PARTNERSHIP, size, 1, 0, place) for place in range(size)] == [
        size - 1,
        *range(size - 1),
    ]


@pytest.mark.parametrize(("opponents", "partner"), [("deal", D), ("match", C), ("fixed", C)])
def test_14_4_opponents_change_by_deal_by_match_or_never(opponents: str, partner: int) -> None:
    played = evening("partnership", 4, won(A, C, 10), won(B, D, 10), opponents=opponents)
    assert played.opponent(A) == partner
    played = evening("partnership", 4, won(A, C, 62), won(B, D, 63), opponents=opponents)
    assert played.opponent(A) == (C if opponents == "fixed" else D)


@pytest.mark.parametrize(
    ("hands", "net", "sums"),
    [
        ((won(A, C, 12), won(D, B, 10)), (2, 0), (12, 10)),
        ((won(A, C, 7), won(D, B, 13)), (0, 6), (7, 13)),
        ((won(A, C, 16), won(B, D, 12)), (28, 0), (28, 0)),
        ((won(A, C, 30), won(D, B, 29)), (1, 0), (30, 29)),
        ((won(A, C, 20), won(D, B, 20)), (0, 0), (20, 20)),
        ((void(A, C), won(D, B, 9)), (0, 9), (0, 9)),
        ((void(A, C), void(D, B)), (0, 0), (0, 0)),
    ],
)
def test_14_5_the_difference_or_the_sum(
    hands: tuple[BoardHand, ...], net: tuple[int, int], sums: tuple[int, int]
) -> None:
    """The examples are those of Bicycle, of the rummy handbooks and of Rummy Talk."""
    assert sheet_of(evening("partnership", 4, *hands)) == net
    assert sheet_of(evening("partnership", 4, *hands, side_score="sum")) == sums


def test_14_5_a_deal_is_on_the_sheet_when_its_last_hand_has_ended() -> None:
    played = evening("partnership", 4, won(A, C, 124), won(B, D, 1))
    assert (sheet_of(played), played.wins) == ((125, 0), (1, 1, 0, 0))
    played = evening("partnership", 4, won(A, C, 130))
    assert (sheet_of(played), played.wins, played.boards) == ((0, 0), (0, 0, 0, 0), ((B, D),))


def test_14_5_a_deal_won_is_one_box() -> None:
    variant = row("standard", box_bonus=25, game_bonus=100)
    played = evening("partnership", 4, won(A, C, 100), won(B, D, 30), variant=variant)
    assert sheet_of(played) == (130 + 100 + 25, 0)
    played = evening("partnership", 4, won(A, C, 100), won(B, D, 30), variant=variant, sweep_boxes=2)
    assert sheet_of(played) == (130 + 100 + 3 * 25, 0)


def test_14_5_the_extra_boxes_of_a_side_go_with_the_deal() -> None:
    variant = row("oklahoma_extra", session_target=None, game_target=30)
    played = evening("partnership", 4, won(A, C, 150, 2), won(D, B, 10, 1), variant=variant)
    assert sheet_of(played) == (140 + 2 * 25, 0)


def test_14_5_the_side_with_more_points_is_entered_first() -> None:
    hands = (won(A, C, 130), won(D, B, 140))
    assert evening("partnership", 4, *hands, side_score="sum").wins == (0, 0, 1, 1)
    equal = (won(A, C, 130), won(D, B, 130))
    assert evening("partnership", 4, *equal, side_score="sum").wins == (1, 1, 0, 0)


def test_14_5_the_second_entry_of_a_deal_does_not_open_a_manche() -> None:
    hands = (won(A, C, 210), won(D, B, 150))
    played = evening("partnership", 4, *hands, variant=row("oklahoma_extra"), side_score="sum")
    (match,) = played.matches
    assert isinstance(match, SideMatch)
    assert (sheet_of(played), match.score_sheet.sheet.columns[0].points) == ((210, 0), (0, 0))


def test_14_5_a_hand_won_without_a_point_is_an_entry_of_the_sum() -> None:
    played = evening("partnership", 4, void(A, C), won(D, B, 0), side_score="sum")
    (match,) = played.matches
    assert isinstance(match, SideMatch)
    assert [(each.score.winner, each.boxes) for each in match.deals[0].rows] == [(1, 1)]


def test_14_6_a_void_hand_is_no_part_of_a_sweep() -> None:
    variant = row("standard", box_bonus=25)
    swept = evening("partnership", 4, won(A, C, 100), won(B, D, 30), variant=variant, sweep_boxes=2)
    assert sheet_of(swept) == (130 + 3 * 25, 0)
    partly = evening("partnership", 4, won(A, C, 130), void(B, D), variant=variant, sweep_boxes=2)
    assert sheet_of(partly) == (130 + 25, 0)


def test_14_5_columns_are_those_of_the_sides() -> None:
    hands = [won(A, C, 100), won(B, D, 50), won(A, D, 100), won(B, C, 50), won(A, C, 150), void(B, D)]
    played = evening("partnership", 4, *hands, variant=row("hollywood_full"))
    assert played.wins == (1, 1, 0, 0)
    assert sheet_of(played) == (3 * (150 + 100 + 100 + 25), 0)


@pytest.mark.parametrize(("size", "target"), [(2, 125), (3, 150), (4, 150)])
def test_14_6_the_target_goes_by_the_size_of_a_side(size: int, target: int) -> None:
    assert forms.side_target(PARTNERSHIP, DEFAULT, size) == target
    assert forms.side_target(PARTNERSHIP, row("oklahoma_extra"), size) == 200
    none = form_from_values({f"target_{size}": "none"})
    assert forms.side_target(none, DEFAULT, size) == 100


def test_14_7_a_captain_stays_until_a_hand_is_lost() -> None:
    played = evening("chouette", 4)
    seen = []
    for winner in ("captain", "box", "box", "captain", "box"):
        box, captain = played.boards[0]
        seen.append(captain)
        played = played.play(*(won(captain, box, 5) if winner == "captain" else won(box, captain, 5)))
    assert seen == [B, B, C, D, D]
    assert played.boards == ((A, B),)


def test_14_7_the_next_person_is_the_box_of_the_next_match() -> None:
    played = evening("chouette", 3, won(A, B, 100))
    assert played.boards == ((B, C),)
    assert played.play(*won(C, B, 100)).boards == ((C, A),)


@pytest.mark.parametrize("count", range(3, 10))
def test_14_8_each_two_people_meet_once_and_nobody_sits_twice(count: int) -> None:
    met: list[frozenset[int]] = []
    for number in range(forms.round_count(count)):
        partners = [forms.round_partner(count, number, person) for person in range(count)]
        pairs = {frozenset((one, two)) for one, two in enumerate(partners) if two != NOBODY}
        assert partners.count(NOBODY) == count % 2
        assert len(pairs) == count // 2
        met += pairs
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(count), 2)]


def test_14_8_an_evening_of_everybody_ends() -> None:
    played = evening("everybody", 4)
    while not played.is_over:
        played = play_hands(played, [won(first, second, 100) for first, second in played.boards])
    assert [len(match.winners) for match in played.matches] == [1] * 6
    assert sum(played.wins) == 6
    assert sum(played.gains) == 0


@pytest.mark.parametrize(
    ("name", "count", "hands", "gains"),
    [
        ("partnership", 4, [won(A, C, 100), won(B, D, 30)], (130, 130, -130, -130)),
        ("chouette", 4, [won(A, B, 100)], (300, -100, -100, -100)),
        ("chouette", 4, [won(A, B, 30), won(C, A, 100)], (-210, 70, 70, 70)),
        ("winner_stays", 3, [won(A, B, 30), won(C, A, 50), won(C, B, 60)], (-80 + 30, -110 - 30, 190)),
        ("king", 3, [won(B, A, 20), won(A, B, 100)], (80, -80, 0)),
        ("free", 3, [won(B, A, 20), won(A, C, 100)], (100, 0, -100)),
    ],
)
def test_14_9_everybody_settles_by_the_difference(
    name: str, count: int, hands: list[BoardHand], gains: tuple[int, ...]
) -> None:
    played = evening(name, count, *hands)
    assert played.gains == gains
    assert sum(played.gains) == 0


def test_14_9_a_player_without_a_point_pays_the_shutout() -> None:
    variant = row("classic")
    hands = [won(A, B, 60), won(C, A, 20), won(C, B, 90)]
    assert evening("winner_stays", 3, *hands, variant=variant).gains == (
        (80 - 250) + 80,
        (0 - 250 - 100) - 80,
        (250 - 80) + (250 + 100),
    )


def test_14_9_more_matches_won_come_first() -> None:
    played = evening("free", 3, won(A, B, 100), won(C, A, 100), won(C, B, 100))
    assert (played.ranking, played.wins) == ((C, A, B), (1, 0, 2))


def test_14_9_the_example_of_payments() -> None:
    assert fewest_payments((30, -20, 5, -10, -5)) == ((1, 0, 20), (3, 0, 10), (4, 2, 5))


def least_payments(gains: tuple[int, ...]) -> int:
    """Return the minimum number of payments: a first debtor pays somebody, by trying everybody."""
    owing = tuple(sorted(gain for gain in gains if gain))
    if not owing:
        return 0
    debt, *others = owing
    return 1 + min(
        least_payments((*others[:place], others[place] + debt, *others[place + 1 :]))
        for place in range(len(others))
        if others[place] > 0
    )


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_14_9_payments_are_the_fewest(amounts: list[int]) -> None:
    gains = (*amounts, -sum(amounts))
    payments = fewest_payments(gains)
    left = list(gains)
    for payer, receiver, amount in payments:
        assert amount > 0
        left[payer] += amount
        left[receiver] -= amount
    assert not any(left)
    assert len(payments) == least_payments(gains)


def test_14_9_many_people_settle_in_one_payment_less_than_they_are() -> None:
    gains = [*range(1, 40), -sum(range(1, 40))]
    payments = fewest_payments(gains)
    assert len(payments) == 39
    assert sum(payment.amount for payment in payments) == -gains[-1]


PRICES = Stakes(point=5, box=50, match=100, evening=200, unit="€")


def each_price(played: Evening) -> tuple[tuple[int, ...], ...]:
    """Return all gains if only a point, a box, a match, or the evening has the price 1."""
    prices = (Stakes(point=1), Stakes(box=1), Stakes(match=1), Stakes(evening=1))
    return tuple(stake_gains(played, one) for one in prices)


def test_14_13_two_settle_points_boxes_and_the_match() -> None:
    played = evening("free", 2, won(A, B, 60), won(B, A, 20), won(A, B, 70), variant=row("classic"))
    points = played.gains[A]
    assert each_price(played) == ((points, -points), (1, -1), (1, -1), (1, -1))
    assert stake_gains(played, PRICES) == (5 * points + 350, -5 * points - 350)


def test_14_13_the_boxes_of_all_manches_are_settled() -> None:
    partie = row("oklahoma_extra")._replace(session_target=300)
    played = evening("free", 2, won(A, B, 150), won(B, A, 200), won(A, B, 200), variant=partie)
    assert len(played.finished) == 1
    assert stake_gains(played, Stakes(box=1)) == (1, -1)


def test_14_13_sides_of_equal_size_settle_each_with_one() -> None:
    played = evening("partnership", 4, won(A, C, 60), won(D, B, 5))
    assert not played.finished
    assert not any(stake_gains(played, PRICES))
    played = evening("partnership", 4, won(A, C, 80), won(B, D, 60))
    assert played.finished[0].winners == (A, B)
    assert each_price(played)[1:3] == ((1, 1, -1, -1), (1, 1, -1, -1))


def test_14_13_the_box_settles_with_each_of_the_others() -> None:
    played = evening("chouette", 4, won(B, A, 20), won(A, B, 100))
    assert played.finished[0].winners == (A,)
    assert each_price(played)[1:3] == ((0, 0, 0, 0), (3, -1, -1, -1))
    assert sum(stake_gains(played, PRICES)) == 0


def test_14_13_where_each_has_a_score_each_two_settle_their_boxes() -> None:
    hands = [won(A, B, 60), won(C, A, 20), won(C, B, 16), won(A, C, 70)]
    played = evening("winner_stays", 3, *hands, variant=row("classic"))
    points, boxes, matches, first = each_price(played)
    assert points == played.gains
    assert boxes == (2 - 0 + 2 - 2, -2 - 2, 2 - 2 + 2)
    assert (matches, first) == ((2, -1, -1), (2, -1, -1))


def test_14_13_nobody_pays_for_the_evening_before_a_match_is_over_and_where_two_are_equal() -> None:
    none = (0, 0, 0)
    assert each_price(evening("free", 3, won(A, B, 9)))[3] == none
    assert each_price(evening("free", 3, won(A, B, 100), won(B, C, 100), won(C, A, 100)))[3] == none
    equal = evening("free", 3, won(A, C, 100), won(B, C, 100))
    assert (equal.wins, equal.gains[A] == equal.gains[B]) == ((1, 1, 0), True)
    assert each_price(equal)[3] == none


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"sheet": "each"}, "sheet"),
        ({"people_least": 2}, "people_least"),
        ({"people_least": 5, "people_most": 5}, "people_most"),
        ({"sheet": "matches", "turn": "match"}, "sheet"),
        ({"seating": "free"}, "sheet"),
        ({"sheet": "each", "seating": "everybody"}, "sheet"),
        ({"sheet": "matches", "seating": "free"}, "turn"),
        ({"turn": "match"}, "turn"),
        ({"people_least": 6, "people_most": 4}, "people_most"),
        ({"people_most": 10}, "people_most"),
    ],
)
def test_14_10_what_nobody_could_play_is_refused(values: dict[str, Any], field: str) -> None:
    with pytest.raises(VariantError) as caught:
        form_from_values(values)
    assert (caught.value.where, caught.value.clause) == (field, "14.10")


@pytest.mark.parametrize("variant", ["hollywood", "oklahoma_extra"])
def test_14_10_each_for_themselves_needs_one_column(variant: str) -> None:
    assert refusal("winner_stays", 3, variant=row(variant))[0] == "14.10"


def test_14_10_a_file_says_what_differs() -> None:
    text = 'base = "king"\nname = "Our table"\npeople_least = 4\n[source]\npeople_least = "so we are"\n'
    ours = parse_form(text, name="ours", where="ours.toml")
    assert ours.row == load_form("king").row._replace(people_least=4)
    assert (str(ours), ours.source) == ("Our table", {"people_least": "so we are"})
    for wrong in (
        "chairs = 3",
        "meetings = 11",
        'base = "bridge"',
        'seating = "sofa"',
        "people_least = true",
    ):
        with pytest.raises(VariantError, match=r"ours\.toml, 1: .*RULES 13\.1"):
            parse_form(wrong, name="ours", where="ours.toml")


@pytest.mark.parametrize(
    ("refused", "clause", "where"),
    [
        (("winner_stays", 3, won(A, B, 9), won(B, C, 9)), "14.11", "2"),
        (("partnership", 4, won(A, B, 9)), "14.11", "1"),
        (("partnership", 4, won(A, A, 9)), "14.11", "1"),
        (("partnership", 4, won(A, D, 9)), "14.4", "1"),
        (("partnership", 4, won(A, C, 9), won(C, A, 9)), "14.11", "2"),
        (("chouette", 3, won(B, C, 9)), "14.11", "1"),
        (("everybody", 3, won(A, B, 100), won(A, B, 9)), "14.8", "2"),
        (("everybody", 3, won(A, B, 50), won(A, C, 9)), "14.8", "2"),
        (("partnership", 5), "14.4", ""),
    ],
)
def test_14_11_refused_at_the_table(refused: tuple[Any, ...], clause: str, where: str) -> None:
    assert refusal(*refused) == (clause, where)


def test_14_11_names_differ() -> None:
    with pytest.raises(EveningError, match=r"same name .*14\.11"):
        start_evening(PARTNERSHIP, DEFAULT, ("Anna", "Boris", "anna", "Denis"))


def test_14_12_the_forms_are_those_of_the_table() -> None:
    named = [line.split("`")[1] for line in RULES.splitlines() if line.startswith("| `")]
    assert named == list(FORM_NAMES)
    with pytest.raises(VariantError, match=r"bridge.*RULES 14\.12"):
        load_form("bridge")


@pytest.mark.parametrize("name", FORM_NAMES)
def test_14_12_a_form_has_names_and_sources(name: str) -> None:
    form = load_form(name)
    assert set(form.names) == set(form.about) == {"en", "fr", "ru"}
    assert set(form.source) <= set(FORM_FIELDS)
    assert form_from_values(form_values(form.row)) == form.row
    assert form.source


def test_the_kernel_compiles_the_law_of_forms() -> None:
    compiled, form = law().forms, Form(sweep_boxes=1, side_score=forms.SCORE_SUM)
    deal = compiled_deal = forms.new_deal()
    for side, points in ((0, 12), (1, 10), (NOBODY, 0)):
        deal = forms.add_board(deal, side, points, 1, 2)
        compiled_deal = compiled.add_board(compiled_deal, side, points, 1, 2)
    assert compiled_deal == deal
    for place in range(2):
        assert compiled.deal_entry(form, deal, place) == forms.deal_entry(form, deal, place)
    assert compiled.opponent(form, 3, 4, 0, 1) == forms.opponent(form, 3, 4, 0, 1)
    assert compiled.leaving_seat(form, 1) == NOBODY
    assert compiled.gain_per_person(-30, 1, 3) == -90
    assert compiled.captain_person(4, 2, 5) == forms.captain_person(4, 2, 5)
    assert [compiled.round_partner(5, 1, one) for one in range(5)] == [
        forms.round_partner(5, 1, one) for one in range(5)
    ]
