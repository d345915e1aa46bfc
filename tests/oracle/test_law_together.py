"""Law against oracle: random evenings of every form, with presets and house rules."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.game.evening import Evening, EveningError, start_evening
from ginrummy.game.evening_matches import EachMatch, EveningMatch, SideMatch
from ginrummy.game.hand_entry import POINTS
from ginrummy.locale.errors import VariantError
from ginrummy.rules.forms import Form
from ginrummy.rules.scoring import HandScore, score_void
from ginrummy.text.ledger.evening_ledger import read_evening
from ginrummy.text.ledger.evening_writer import evening_heading
from ginrummy.variants import NONE, Variant, load_variant, preset_names, preset_of, rules_on_one_line
from ginrummy.variants.form_files import FORM_NAMES, load_form
from ginrummy.variants.form_options import FORM_OPTIONS, form_from_values, form_values
from tests.oracle.house import random_row
from tests.oracle.together import Hand, Table
from tests.oracle.words import params_of

NAMES = ("Anna", "Boris", "Clara", "Denis", "Elena", "Fabien", "Galina", "Henri", "Irina")


def people_for(form: Form, chance: random.Random) -> int:
    """Return a number of people that a form allows."""
    if form_values(form)["seating"] == "boards":
        return chance.choice([n for n in (4, 6, 8) if form.people_least <= n <= form.people_most])
    return chance.randint(form.people_least, min(form.people_most, 6))


def random_score(variant: Variant, chance: random.Random) -> HandScore:
    """Return a possible score of a hand; one in eight is void."""
    if chance.random() < 0.125:
        return score_void()
    multiplier = 2 if variant.spade_double and chance.random() < 0.25 else 1
    points = chance.choice((0, 1, 7, 25, 40, 62)) * multiplier
    extra = chance.randint(0, 2) if variant.extra_value >= 0 else 0
    return HandScore(POINTS, chance.randint(0, 1), points, 0, multiplier, points, extra)


def oracle_hand(variant: Variant, first: int, second: int, score: HandScore) -> Hand:
    """Return a hand in the oracle's notation."""
    boxes = score.multiplier if variant.spade_doubles_boxes else 1
    winner = None if score.winner < 0 else (first, second)[score.winner]
    return Hand(frozenset((first, second)), winner, score.points, score.extra_coups, boxes)


def same_evening(evening: Evening, table: Table) -> None:
    """Compare the matches, the winners, the gains, the players and the next dealer."""
    assert len(evening.matches) == len(table.matches)
    assert list(evening.gains) == [
        sum(match.gains.get(one, 0) for match in table.over) for one in range(table.count)
    ]
    for match, due in zip(evening.matches, table.matches, strict=True):
        assert match.winners == due.winners
        if isinstance(match, EachMatch):
            assert tuple(match.points(one) for one in range(table.count)) == due.totals or not due.totals
        else:
            assert set(map(frozenset, match.sides)) == set(map(frozenset, due.sides))
            if due.totals:
                order = [due.sides.index(side) for side in match.sides]
                assert match.score_sheet.totals == tuple(due.totals[place] for place in order)
    assert set(evening.dealers) == table.dealers()
    if evening.line:
        assert list(evening.waiting) == table.line[2:]
    winners = [match.winners for match in table.over]
    assert list(evening.wins) == [sum(one in side for side in winners) for one in range(table.count)]
    allowed = table.allowed()
    for first, second in combinations(range(table.count), 2):
        assert may_play(evening, first, second) == (frozenset((first, second)) in allowed)
    assert set(map(frozenset, evening.boards)) <= allowed


def may_play(evening: Evening, first: int, second: int) -> bool:
    """Return whether these two may play the next hand."""
    try:
        evening.verify_board(first, second)
    except EveningError as error:
        return not error.clause.startswith("14.")
    return True


def compare(form: Form, variant: Variant, chance: random.Random, hands: int) -> tuple[Evening, Table]:
    """Return an evening of law and oracle, which are compared after every hand."""
    count = people_for(form, chance)
    evening = start_evening(form, variant, NAMES[:count])
    values, dealer = form_values(form), None
    if values["seating"] not in ("everybody", "free") and chance.random() < 0.75:
        dealer = chance.choice(evening.boards[0])
        evening = start_evening(form, variant, NAMES[:count], dealer=dealer)
    table = Table(values, params_of(variant), count, dealer=dealer)
    for _hand in range(hands):
        same_evening(evening, table)
        options = sorted(tuple(sorted(pair)) for pair in table.allowed())
        if not options:
            assert evening.is_over
            break
        boards = [tuple(sorted(board)) for board in evening.boards]
        pair = chance.choice(boards if boards and chance.random() < 0.8 else options)
        first, second = pair if chance.random() < 0.5 else pair[::-1]
        score = random_score(variant, chance)
        evening = evening.play(first, second, score)
        table.enter(oracle_hand(variant, first, second, score))
    same_evening(evening, table)
    return evening, table


def is_refused(form: Form, variant: Variant) -> bool:
    """Return whether the form does not allow the variant (RULES 14.10)."""
    return form_values(form)["sheet"] == "each" and (variant.columns > 1 or variant.session_target >= 0)


def playable(variant: Variant, form: Form) -> Variant:
    """Return `variant`, with one column and without a partie where the form needs that."""
    if not is_refused(form, variant):
        return variant
    return variant._replace(columns=1, session_target=NONE, rubber_bonus=0, column_blitz_bonus=0)


@pytest.mark.parametrize("name", FORM_NAMES)
def test_evenings_of_a_form(name: str) -> None:
    """A short target lets every evening hold several matches."""
    form, chance, over = load_form(name).row, random.Random(name), 0
    for preset in ("modern", *chance.sample(preset_names(), 4)):
        over += len(evenings(form, preset, chance))
    assert over > 4


@pytest.mark.long
@pytest.mark.parametrize("name", FORM_NAMES)
def test_evenings_of_a_form_with_every_preset(name: str) -> None:
    form, chance = load_form(name).row, random.Random(name)
    assert sum(len(evenings(form, preset, chance)) for preset in preset_names() * 2) > 40


def evenings(form: Form, preset: str, chance: random.Random) -> list[EveningMatch]:
    """Compare an evening with a short target and one with that of the preset. Return their matches."""
    variant = load_variant(preset).row
    if is_refused(form, variant):
        with pytest.raises(EveningError, match=r"RULES 14\.10"):
            start_evening(form, variant, NAMES[: form.people_least])
        return []
    short = variant._replace(game_target=60, session_target=min(variant.session_target, 300))
    played = (compare(form._replace(target_2=60), short, chance, 30), compare(form, variant, chance, 20))
    return [match for evening, _table in played for match in evening.finished]


def random_form(chance: random.Random) -> Form:
    """Return a playable form with random options (RULES 14.10)."""
    while True:
        values: dict[str, Any] = {}
        for option in FORM_OPTIONS:
            low, high = option.bounds or (0, 0)
            values[option.name] = chance.choice(option.choices or (low, low + 1, min(high, 90)))
        values |= {"people_least": chance.randint(2, 4), "people_most": chance.choice((6, 8))}
        with suppress(VariantError):
            return form_from_values(values)


def test_a_wrong_sheet_is_seen() -> None:
    chance, form, variant = random.Random(1), load_form("partnership").row, load_variant("modern").row
    evening = start_evening(form, variant, NAMES[:4])
    table = Table(form_values(form), params_of(variant), 4)
    for _hand in range(6):
        (first, second), score = evening.boards[0], random_score(variant, chance)
        evening = evening.play(first, second, score._replace(winner=0, points=20))
        table.enter(oracle_hand(variant, first, second, score._replace(winner=0, points=20)))
    same_evening(evening, table)
    (match,) = evening.matches
    assert isinstance(match, SideMatch)
    with pytest.raises(AssertionError):
        same_evening(replace(evening, matches=(replace(match, deals=match.deals[:-1]),)), table)


@given(st.integers(0, 1 << 32), st.sampled_from(FORM_NAMES))
def test_an_evening_by_house_rules_is_read_as_it_is_written(seed: int, name: str) -> None:
    form, chance = load_form(name), random.Random(seed)
    variant = playable(random_row(chance), form.row)
    people = NAMES[: people_for(form.row, chance)]
    heading = evening_heading(name, form.row, rules_on_one_line(variant), people)
    ledger = read_evening(heading)
    assert ledger.variant.row == variant
    assert rules_on_one_line(ledger.variant.row) == rules_on_one_line(variant)
    assert preset_of(variant) or ledger.variant.title("fr") == "Règles maison"
    compare(form.row, ledger.variant.row, chance, 12)
