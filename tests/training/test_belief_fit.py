"""The fit of the belief’s parameters: it judges actions like the belief; value of the shipped ones."""

from __future__ import annotations

from typing import Any

import pytest

from ginrummy.lab.training import belief_fit as fit
from ginrummy.players.belief import PATIENT, PROMPT, RATES, action_likelihood
from ginrummy.players.opponent_history import ObservedAction
from ginrummy.variants import Variant


def play_of(*some: list[fit.Feature]) -> fit.ObservedActions:
    return fit.features_as_arrays([one for features in some for one in features])


def test_a_deed_is_judged_as_the_belief_judges_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, Variant, ObservedAction]] = []
    plain = fit.action_feature

    def noted(*seen: Any) -> fit.Feature:
        told.append(seen)
        return plain(*seen)

    monkeypatch.setattr(fit, "action_feature", noted)
    monkeypatch.setattr(fit, "GAMES", ("standard",))
    fit.features_by_player(1, 3)
    features = [plain(*seen) for seen in told]
    judged = fit.log_likelihoods(fit.features_as_arrays(features), RATES)
    checked = 0
    for place, (feature, (_seat, row, seen)) in enumerate(zip(features, told, strict=True)):
        for style in (PROMPT, PATIENT) if not feature.closed else ():
            due = action_likelihood(row, style, seen.state, seen.memory, seen.action, [0] * 52)
            assert judged[style, place] == pytest.approx(due, abs=1e-9)
            checked += 1
    assert checked > 700
    assert any(feature.closed for feature in features)


@pytest.mark.long
def test_a_fit_makes_what_it_learnt_from_likelier_and_a_player_left_out_less_so() -> None:
    features = fit.features_by_player(2, 5)
    everybody = play_of(*features.values())
    found = fit.fit_rates(everybody)
    assert fit.loss(everybody, found) < fit.loss(everybody, RATES) - 0.01
    for name in ("novice", "steady"):
        rest = fit.fit_rates(play_of(*(some for other, some in features.items() if other != name)))
        own = play_of(features[name])
        assert fit.loss(own, RATES) < fit.loss(own, rest)
