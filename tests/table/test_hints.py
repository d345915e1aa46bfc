"""A hint comes from the coach, or otherwise from the strongest player without search."""

from __future__ import annotations

import re
from dataclasses import replace
from time import perf_counter

import pytest

from ginrummy.coach import hints, judge
from ginrummy.coach.hints import MILLISECONDS, best_two_hint, hint, quick_adviser_name, quick_hint
from ginrummy.game.cards import card_sign
from ginrummy.game.game import Phase
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import judging, load_player
from ginrummy.terminal import hint_command
from ginrummy.terminal.hint_command import hint_text
from tests.table.seats import first, sittings, table_of


@pytest.fixture
def without_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove everything that runs the compiled law."""
    hint_command._cached_hint.cache_clear()
    monkeypatch.setattr(hints, "can_search", lambda: False)


def own_views(phase: Phase, *, hands: int = 2) -> list[View]:
    views = (table.view for table in sittings(table_of(), hands=hands))
    return [view for view in views if view.is_my_turn and view.phase is phase]


def test_without_the_coach_the_hint_is_the_move_of_the_strongest_that_needs_no_runtime(
    without_search: None,
) -> None:
    assert quick_adviser_name() == "steady"
    for view in own_views(Phase.DISCARD):
        assert hint(view).move == load_player("steady").decide(view)


def test_the_quick_hint_is_the_move_of_the_network() -> None:
    assert quick_adviser_name() == "network"
    times = []
    for table in sittings(table_of(), hands=2):
        if table.view.is_my_turn:
            start = perf_counter()
            assert quick_hint(table.view).move == load_player("network").decide(table.view)
            times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.3


def test_the_coach_says_what_is_best_why_and_what_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    judged_by_pieces = judging.judge_in_steps
    for view in own_views(Phase.DISCARD)[:3]:
        best, asked = judge(view, worlds=50).best.move, []

        def judged(view: View, **options: float) -> object:
            asked.append(options)  # noqa: B023
            return judged_by_pieces(view, worlds=50, seed=0)

        with monkeypatch.context() as patched:
            patched.setattr(judging, "judge_in_steps", judged)
            found = hint(view)
        assert asked == [{"worlds": hints.MOST_WORLDS, "milliseconds": MILLISECONDS, "seed": 0, "also": ()}]
        assert found.move == best
        assert found.reason.endswith(".")
        assert re.fullmatch(r"Next best: .*(less chance to win the match\)|which is as good)\.", found.second)


def test_at_the_showdown_the_hint_is_the_first_layout() -> None:
    views = own_views(Phase.LAY_OFF, hands=12) + own_views(Phase.SPREAD, hands=12)
    assert views
    for view in views:
        assert hint(view) == quick_hint(view)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_move_asked_about_is_compared_with_the_best(code: str) -> None:
    view = own_views(Phase.DISCARD)[0]
    discards = [str(move) for move in view.legal_moves() if move.kind is MoveKind.DISCARD]
    told = []
    with using_language("en"):
        told += [hint_text(view, f"{card}?") for card in discards[:4]]
    assert all("The other hand would meld the" in text for text in told)
    assert all("It costs" in text or "It is the best" in text for text in told)
    with using_language(code):
        assert "{" not in hint_text(view, "")


def test_what_is_no_move_or_not_allowed_is_refused() -> None:
    view = own_views(Phase.DISCARD)[0]
    for asked in ("fly", "draw"):
        with pytest.raises(GinRummyError):
            hint_text(view, asked)


def test_without_the_coach_a_question_is_answered_by_a_hint(without_search: None) -> None:
    view = own_views(Phase.DISCARD)[0]
    card = next(str(move) for move in view.legal_moves() if move.kind is MoveKind.DISCARD)
    assert hint_text(view, card) == hint_text(view, "")


def test_whoever_asks_twice_hears_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    view = first(lambda table: table.view.phase is Phase.DISCARD and table.view.is_my_turn).view
    told = hint_text(view, "")
    monkeypatch.setattr("ginrummy.coach.hints.MILLISECONDS", 1)
    assert hint_text(view, " ") == told
    with using_language("fr"):
        assert hint_text(view, "") != told


@pytest.mark.parametrize(
    ("code", "said"), [("en", "as good"), ("fr", "qui vaut autant"), ("ru", "ничуть не хуже")]
)
def test_a_second_move_that_costs_nothing_is_said_to_be_as_good(code: str, said: str) -> None:
    view = own_views(Phase.DISCARD)[0]
    judgement = judge(view, worlds=50)
    best, second, *others = judgement.actions
    even = replace(judgement, actions=(best, replace(second, behind=0.0004), *others))
    with using_language(code):
        told = best_two_hint(view, even, card_sign).second
        assert said in told
        assert "0.0" not in told
        assert "0,0" not in told
