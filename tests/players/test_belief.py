"""Possible pasts: always possible, likelier than random ones, with better guesses."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from ginrummy.game.cards import FACE_COUNT, faces_of
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View
from ginrummy.kernel.actions import CLOSE
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_fastest
from ginrummy.players import belief, load_player
from ginrummy.players.belief import NOW, PATIENT, PROMPT, STYLE
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse
from ginrummy.players.opponent_history import PossiblePast, action_rows, possible_past
from ginrummy.rules.turns import DISCARD, choices
from ginrummy.variants import Variant
from tests.players.tables import EAAI, VARIANTS, decisions, row_of, rows_of_observed

BOTH = 3
begin, walk, final_hand = (
    compile_fastest(function)
    for function in (belief.set_walk_likelihood, belief.random_walk_past, belief.final_hand)
)


def positions(variant: Variant, other: str, *, seed: int, hands: int) -> Iterator[tuple[Match, View]]:
    """Yield the views of `steady` before each of its decisions against `other`."""
    players = (load_player("steady"), load_player(other, seed=3))
    for match, view, _move in decisions(variant, players, seed=seed, hands=hands):
        if view.seat == 0 and not view.state.closing:
            yield match, view


def faces_by_count(faces: list[int]) -> Counter[int]:
    """Return the count of each face."""
    return Counter(faces)


class Walker:
    """A walk over the pasts that are compatible with a view."""

    def __init__(
        self,
        view: View,
        *,
        styles: int = BOTH,
        seed: int = 1,
        glimpse: Glimpse = NOTHING_SEEN,
        leaning: float = 0.0,
    ) -> None:
        self.view, self.styles, self.steps = view, styles, 0
        self.start: PossiblePast = possible_past(view, random.Random(seed))
        self.row, self.observed = variant_record(view.variant), action_rows(self.start.observed)
        self.past, self.unseen = np.array(self.start.cards, np.int64), np.array(self.start.unseen, np.int64)
        self.standing = np.array([0.0, styles == 2, glimpse.trust, leaning, glimpse.tidiness])
        self.scratch = np.zeros(52, np.int64)
        self.odds = np.array(glimpse.odds)
        begin(self.row, self.observed, self.past, self.start.dealt, self.standing, self.scratch, self.odds)

    def go(self, steps: int) -> list[int]:
        """Advance, and return the faces of the other's hand in the current past."""
        self.steps += 1
        walk(
            self.row,
            self.observed,
            self.past,
            self.unseen,
            self.start.dealt,
            self.standing,
            self.styles,
            steps,
            np.uint64(7919 * self.steps),
            self.scratch,
            self.odds,
        )
        return list(faces_of(final_hand(self.observed, self.past, self.start.dealt)))


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_every_past_is_possible(name: str) -> None:
    row = row_of(name)
    for match, view in positions(row, "random", seed=4, hands=2):
        walker = Walker(view)
        for _again in range(3):
            held = walker.go(20)
            assert walker.standing[NOW] > belief.IMPOSSIBLE
            assert len(held) == view.opponent_size == len(faces_of(match.game.state.hands[1]))
            assert len(walker.unseen) == view.state.stock
            everything = [
                *held,
                *walker.unseen.tolist(),
                *faces_of(view.hand),
                *faces_of(view.state.pile.cards),
            ]
            assert faces_by_count(everything) == dict.fromkeys(range(FACE_COUNT), row.decks)
            assert not faces_by_count(list(faces_of(view.opponent_known))) - faces_by_count(held)


@pytest.mark.long
@pytest.mark.parametrize(
    "glimpse", [NOTHING_SEEN, Glimpse([face / 40 for face in range(FACE_COUNT)], 0.5, 0.1)]
)
@pytest.mark.parametrize("leaning", [0.0, 2.5])
@pytest.mark.parametrize("name", ["eaai", "two_pack"])
def test_the_standing_is_the_likelihood_of_the_past(name: str, leaning: float, glimpse: Glimpse) -> None:
    for _match, view in positions(row_of(name), "simple", seed=6, hands=1):
        walker = Walker(view, glimpse=glimpse, leaning=leaning)
        walker.go(40)
        plain = belief.likelihood(
            view.variant,
            rows_of_observed(walker.start.observed),
            walker.past.tolist(),
            walker.start.dealt,
            int(walker.standing[STYLE]),
            belief.IMPOSSIBLE,
            [0] * 52,
            glimpse.odds,
            glimpse.trust,
            glimpse.tidiness,
        )
        known = leaning if walker.standing[STYLE] == PATIENT else 0.0
        assert plain + known == pytest.approx(walker.standing[NOW], abs=1e-9)


def guessed(other: str, *, steps: int, styles: int = BOTH) -> tuple[float, float]:
    """Return the average number of correctly guessed cards of `other`, and how often it seems patient."""
    shared, patient = [], []
    for match, view in positions(EAAI, other, seed=11, hands=8):
        walker = Walker(view, styles=styles)
        if len(walker.start.observed) < 6:
            continue
        truth = set(faces_of(match.game.state.hands[1])) - set(faces_of(view.opponent_known))
        walker.go(steps * 25)
        for _sample in range(30):
            shared.append(len(truth & set(walker.go(steps))))
            patient.append(walker.standing[STYLE] == PATIENT)
    return sum(shared) / len(shared), sum(patient) / len(patient)


def test_the_play_tells_the_hand_and_the_style() -> None:
    by_lot, _style = guessed("simple", steps=0)
    simple, seems_patient = guessed("simple", steps=16)
    assert simple > by_lot + 0.7
    assert seems_patient < 0.4
    steady, seems_patient = guessed("steady", steps=16)
    assert steady > by_lot + 0.7
    assert seems_patient > 0.5


def test_one_style_is_kept_where_only_one_is_allowed() -> None:
    assert guessed("steady", steps=4, styles=1 << PROMPT)[1] == 0
    assert guessed("steady", steps=4, styles=1 << PATIENT)[1] == 1


def test_a_discard_or_a_closing_is_shared_out_among_all_there_might_be() -> None:
    compared, closable = 0, 0
    for match, view in positions(EAAI, "simple", seed=12, hands=3):
        if view.state.phase != DISCARD:
            continue
        state, memory = match.game.state, possible_past(view, random.Random(1)).memories[0]
        options = choices(EAAI, state)
        for style in (PROMPT, PATIENT):
            shares = [
                math.exp(belief.action_likelihood(EAAI, style, state, memory, face, [0] * 52))
                for face in faces_of(view.hand)
            ]
            closes = belief.action_likelihood(EAAI, style, state, memory, CLOSE, [0] * 52)
            assert 0.95 < sum(shares) + (math.exp(closes) if options.closings else 0) < 1.15
            assert min(shares) > 0
            compared += 1
            closable += options.closings != 0
    assert 0 < closable < compared


def test_who_could_have_closed_and_did_not_is_less_likely_prompt() -> None:
    steady = load_player("steady")
    waited = 0
    for match, view, move in decisions(EAAI, (steady, steady), seed=13, hands=10):
        options = choices(EAAI, match.game.state)
        if options.closings and move.kind is MoveKind.DISCARD:
            memory = possible_past(view, random.Random(1)).memories[view.seat]
            prompt, patient = (
                belief.action_likelihood(EAAI, style, match.game.state, memory, move.face, [0] * 52)
                for style in (PROMPT, PATIENT)
            )
            assert patient > prompt
            waited += 1
    assert waited


@pytest.mark.parametrize(
    "glimpse", [NOTHING_SEEN, Glimpse([face / 40 for face in range(FACE_COUNT)], 0.5, 0.1)]
)
def test_the_walk_compiled_is_the_walk_in_python(glimpse: Glimpse) -> None:
    for _match, view in positions(EAAI, "simple", seed=14, hands=1):
        compiled, plain = Walker(view, glimpse=glimpse), Walker(view, glimpse=glimpse)
        past, unseen = plain.past.tolist(), plain.unseen.tolist()
        standing, scratch, key = plain.standing.tolist(), [0] * 52, np.uint64(7919)
        compiled.go(25)
        with np.errstate(over="ignore"):
            belief.random_walk_past(
                EAAI, rows_of_observed(plain.start.observed), past, unseen, plain.start.dealt, standing, BOTH,
                25, key, scratch, glimpse.odds,
            )  # fmt: skip
        assert compiled.past.tolist() == past
        assert compiled.unseen.tolist() == unseen
        assert compiled.standing == pytest.approx(standing, abs=1e-9)


def test_what_is_seen_at_a_glance_moves_the_walk() -> None:
    held: list[list[int]] = [[], []]
    for _match, view in positions(EAAI, "simple", seed=15, hands=2):
        unseen = Walker(view).unseen.tolist()
        if len(unseen) < 12:
            continue
        for sign, counts in zip((1, -1), held, strict=True):
            odds = [float(3 * sign) if face == unseen[0] else 0.0 for face in range(FACE_COUNT)]
            walker = Walker(view, glimpse=Glimpse(odds, 1.0))
            walker.go(400)
            counts += [unseen[0] in walker.go(20) for _world in range(60)]
    often, seldom = (sum(counts) / len(counts) for counts in held)
    assert often > 0.6
    assert seldom < 0.15
