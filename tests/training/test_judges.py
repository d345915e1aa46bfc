"""The judges of an action are held against the truth: what is gained by them, what comes true."""

from __future__ import annotations

import numpy as np
import pytest

from bench.judges import JUDGES, Case, Court, Pairing, by_number, slopes

HANDS = range(2)
TRUE, HALF, NOTHING = "the network's opinion", "played out", "foreseen"


def made_up(hand: int, truth: list[float], *, said: list[float], chance: np.random.Generator) -> Case:
    """Return a case in which one judge says `said`, another what comes by half, the third anything."""
    came = np.array(truth)
    near, foreseen, known, known_again = chance.normal(size=(4, len(truth))) * (np.arange(len(truth)) > 0)
    half = came / 2 + near / 100
    return Case(hand, np.array(said), half, foreseen, known, known_again, np.tile(came, (4, 1)))


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge in a tenth of the worlds and a fifth of the orders of the page."""
    for name, count in (("WORLDS", 80), ("FORESEEN", 20), ("ORDERS", 12)):
        monkeypatch.setattr(f"bench.judges.{name}", count)


@pytest.fixture
def cases() -> list[Case]:
    chance = np.random.default_rng(3)
    found = []
    for hand in range(40):
        truth = [0.0, *chance.normal(0, 5, 2).tolist()]
        found.append(made_up(hand, truth, said=[0.0, *chance.normal(0, 5, 2)], chance=chance))
    return found


def test_what_comes_true_of_each_is_found_beside_the_others(cases: list[Case]) -> None:
    (nothing, about), (twice, sharp), (noise, _half) = slopes(cases, (TRUE, HALF, NOTHING))
    assert twice == pytest.approx(2.0, abs=0.01)
    assert sharp < 0.01
    assert nothing == pytest.approx(0.0, abs=2 * about)
    assert noise == pytest.approx(0.0, abs=0.05)


def test_choosing_by_who_knows_gains_most(cases: list[Case]) -> None:
    pairing = Pairing("eaai", "steady", 40, cases)
    gains = {name: by_number(pairing, judge).mean() for name, judge in JUDGES.items()}
    assert gains["hand known: true value"] == pytest.approx(gains[HALF])
    assert gains[HALF] > gains[TRUE]
    assert by_number(pairing._replace(cases=cases[:1]), JUDGES[HALF])[1:].tolist() == [0.0] * 39


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize(("preset", "against"), [("eaai", "simple"), ("eleven_card", "network")])
def test_a_hand_is_judged_the_same_whenever_it_is(preset: str, against: str) -> None:
    found, again = (Court(preset, against).cases(hands) for hands in (HANDS, HANDS[-1:]))
    assert {case.number for case in found} == set(HANDS)
    assert again
    last = [case for case in found if case.number == HANDS[-1]]
    for case, once_more in zip(last, again, strict=True):
        assert all(np.array_equal(part, same) for part, same in zip(case[1:], once_more[1:], strict=True))
    for case in found:
        assert not any(part[..., 0].any() for part in case[1:])  # all gain on the first action
    assert any(case.known_played[1:].any() and case.foreseen[1:].any() for case in found)


@pytest.mark.usefixtures("few_samples")
def test_in_a_match_chances_are_judged_where_it_may_end() -> None:
    found = Court("eaai", "simple", in_matches=True).cases([1])
    assert 3 < len(found) < 100
    for case in found:
        assert np.abs(case.truth).max() <= 100  # hundredths of a match
        assert not any(part[..., 0].any() for part in case[1:])
    assert any(np.abs(case.truth).max() > 20 for case in found)
