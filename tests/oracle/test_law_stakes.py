"""Law against oracle: stakes and payments of random evenings, of one part and of several."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.game.evening import Evening
from ginrummy.game.payments import MOST_EXACT, fewest_payments
from ginrummy.game.stakes import HUNDRED, Stakes, stake_gains
from ginrummy.game.totals import payments_of, total_evening, units_of
from ginrummy.rules.forms import Form
from ginrummy.variants import Variant, load_variant, preset_names
from ginrummy.variants.form_files import FORM_NAMES, load_form
from tests.oracle.house import random_row
from tests.oracle.stakes import Part, Prices, least_payments, won_by, won_in_parts
from tests.oracle.test_law_together import NAMES, compare, playable, random_form
from tests.oracle.together import Table

FEW = 7
"""Maximum number of people for an exhaustive search of the fewest payments."""


def random_stakes(chance: random.Random) -> Stakes:
    """Return stakes some of whose prices are 0."""
    point, box, match, evening = (chance.choice((0, 0, 1, 5, 250, 10_000)) for _price in range(4))
    return Stakes(point, box, match, evening, chance.choice(("€", "beans")))


def prices_of(stakes: Stakes) -> Prices:
    """Return stakes in the oracle's notation."""
    return Prices(*(Fraction(price, HUNDRED) for price in stakes[:4]))


def settle(gains: Sequence[int]) -> None:
    """Check that the payments of `gains` leave no debt and are the fewest."""
    left, payments = list(gains), fewest_payments(gains)
    for payer, receiver, amount in payments:
        assert amount > 0
        left[payer] += amount
        left[receiver] -= amount
    assert not any(left)
    involved = sum(map(bool, gains))
    assert len(payments) < max(involved, 1)
    if involved <= FEW:
        assert len(payments) == least_payments(gains)


def same_stakes(form: Form, variant: Variant, chance: random.Random, hands: int) -> tuple[Evening, Table]:
    """Compare everybody's gains of an evening by law and oracle, and settle it."""
    evening, table = compare(form, variant, chance, hands)
    stakes = random_stakes(chance)
    won = stake_gains(evening, stakes)
    assert [Fraction(each, HUNDRED) for each in won] == won_by(table, prices_of(stakes))
    for gains in (evening.gains, won):
        assert sum(gains) == 0
        settle(gains)
    return evening, table


def short_variant(preset: str, form: Form) -> Variant:
    """Return a preset with a target that some hands reach."""
    row = load_variant(preset).row
    return playable(row._replace(game_target=60, session_target=min(row.session_target, 300)), form)


@pytest.mark.parametrize("name", FORM_NAMES)
def test_stakes_of_a_form(name: str) -> None:
    form, chance, paid = load_form(name).row._replace(target_2=60), random.Random(name), 0
    for preset in ("modern", "hollywood", "oklahoma_extra", *chance.sample(preset_names(), 3)):
        _evening, table = same_stakes(form, short_variant(preset, form), chance, 40)
        paid += any(won_by(table, Prices(box=Fraction(1))))
    assert paid > 2


@pytest.mark.long
@settings(max_examples=1000)
@given(st.integers(0, 2**32))
def test_evenings_of_house_forms_and_house_rules(seed: int) -> None:
    chance = random.Random(seed)
    form = random_form(chance)
    same_stakes(form, playable(random_row(chance), form), chance, 40)


def same_parts(chance: random.Random) -> int:
    """Compare an evening of one to three parts among some of the same people; return its units."""
    parts, due = list[tuple[Evening, Stakes]](), list[Part]()
    for _part in range(chance.randint(1, 3)):
        form = load_form(chance.choice(FORM_NAMES)).row._replace(target_2=60)
        evening, table = compare(form, short_variant(chance.choice(preset_names()), form), chance, 15)
        names, stakes = tuple(chance.sample(NAMES, table.count)), random_stakes(chance)
        parts.append((replace(evening, people=names), stakes))
        due.append(Part(table, names, prices_of(stakes), stakes.unit))
    totals, won = total_evening(parts), won_in_parts(due)
    assert [total.name for total in totals] == list(won)
    for unit in units_of(totals):
        gains = [total.stakes.get(unit, 0) for total in totals]
        assert [Fraction(gain, HUNDRED) for gain in gains] == [each.get(unit, 0) for each in won.values()]
        assert payments_of(totals, unit) == fewest_payments(gains)
        settle(gains)
    settle([total.gain for total in totals])
    return len(units_of(totals))


def test_stakes_of_evenings_of_several_parts() -> None:
    chance = random.Random(14)
    assert max(same_parts(chance) for _evening in range(40)) == 2


@pytest.mark.long
@settings(max_examples=1000)
@given(st.integers(0, 2**32))
def test_stakes_of_many_evenings_of_several_parts(seed: int) -> None:
    same_parts(random.Random(seed))


@settings(max_examples=150)
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=FEW - 1))
def test_payments_of_few_people_are_the_fewest(gains: list[int]) -> None:
    settle([*gains, -sum(gains)])


@given(st.lists(st.integers(-(10**6), 10**6), min_size=MOST_EXACT + 1, max_size=40))
def test_payments_of_many_people_leave_no_debt(gains: list[int]) -> None:
    settle([*gains, -sum(gains)])
