"""The seer: it sees the true other hand, and judges positions better."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ginrummy.game.cards import FACE_COUNT, Hand, faces_of
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.row_fields import read_state
from ginrummy.lab.training.batches import (
    BOTH_HANDS,
    action_results,
    centre_values,
    make_batch,
    position_weights,
    variants,
)
from ginrummy.lab.training.forward_pass import load_networks
from ginrummy.lab.training.network import Course, train
from ginrummy.lab.training.position_files import GAMES, Gathering, gather_files, local_engine
from ginrummy.lab.training.positions import fill_inputs, fill_seer_inputs
from ginrummy.lab.training.seer import CLOSES, HELD, HELPS, LEFT_OVER, seer_networks
from ginrummy.lab.training.slopes import losses
from ginrummy.players.belief import PROMPT
from ginrummy.players.hand_facts import highest_points, total_saving, unmatched_faces
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE
from ginrummy.rules.cards import RANK_COUNT
from ginrummy.rules.melds import deadwood
from ginrummy.variants import load_variant


@pytest.fixture(scope="module")
def rows() -> Any:
    """Return some thousand positions, of every game."""
    return next(gather_files(Gathering(2024, a_file=5000), local_engine(1), [0]))


def plane(planes: Any, number: int) -> list[float]:
    """Return the content of a plane by face."""
    part = planes[:, number * RANK_COUNT : (number + 1) * RANK_COUNT]
    found: list[float] = part.reshape(FACE_COUNT).tolist()
    return found


@pytest.mark.long
def test_it_reads_what_the_seat_to_move_knows_and_the_other_hand(rows: Any) -> None:
    some = rows[:: len(rows) // 60]
    games, count = variants(), len(some)
    planes, numbers = (np.empty((count, *shape), np.float32) for shape in ((4, BOTH_HANDS.suit), (46,)))
    closed_planes, closed = (np.empty((count, *shape), np.float32) for shape in ((4, SUIT_SIZE), (NUMBERS,)))
    compile_function(fill_seer_inputs)(games, some, planes, numbers)
    compile_function(fill_inputs)(games, some, closed_planes, closed)
    np.testing.assert_array_equal(planes[:, :, :SUIT_SIZE], closed_planes)
    np.testing.assert_array_equal(numbers[:, :NUMBERS], closed)
    helped = 0
    for place, row in enumerate(some.view(np.recarray)):
        variant, state = load_variant(GAMES[row.game]).row, read_state(row)
        hand = state.hands[1 - state.turn]
        held = faces_of(hand)
        least = deadwood(variant, hand)
        assert plane(planes[place], HELD) == [held.count(face) for face in range(FACE_COUNT)]
        assert numbers[place, NUMBERS] == pytest.approx(least / 20)
        assert numbers[place, NUMBERS + 2] == (row.style == PROMPT)
        over, helps = plane(planes[place], LEFT_OVER), plane(planes[place], HELPS)
        assert {face for face in range(FACE_COUNT) if over[face]} <= set(held)
        assert any(over) == (least > 0)
        spare = highest_points(variant, unmatched_faces(variant, hand, least))
        saved = total_saving(variant, hand, least, spare, Hand(0, 0), 0)
        assert sum(helps) * 10 * variant.decks == pytest.approx(saved)
        helped += saved > 0
        assert all(helps[face] for face in range(FACE_COUNT) if plane(planes[place], CLOSES)[face])
    assert helped > 30


@pytest.mark.long
def test_it_judges_better_than_who_sees_one_hand(rows: Any) -> None:
    (seer,) = seer_networks()
    counts = position_weights(rows)
    told = losses(seer, make_batch(rows, variants(), counts, BOTH_HANDS))
    untold = losses(load_networks()[0], make_batch(rows, variants(), counts))
    assert told.gains < 0.95 * untold.gains
    assert told.value < 0.85 * untold.value


@pytest.mark.long
def test_what_it_foresees_comes_true(rows: Any) -> None:
    """Compared with the other actions of a position: most of the variance, far above a constant."""
    foreseen = rows["foreseen"]
    there = np.isfinite(foreseen).astype(np.float32)
    ends, said = (
        centre_values(np.nan_to_num(part), there + 1e-9) for part in (action_results(rows), foreseen)
    )
    assert 0.7 < (ends * said).sum() / np.square(said).sum() < 1.1
    assert np.corrcoef(ends[there > 0], said[there > 0])[0, 1] > 0.2


@pytest.mark.long
def test_it_is_trained_by_the_same_command(rows: Any, tmp_path: Path) -> None:
    np.save(tmp_path / "positions-0000.npy", rows)
    course = Course(positions=1600, passes=2, batch=128, from_scratch=True, networks=1, width=48, seer=True)
    (network,) = train(tmp_path, course, workers=1)
    assert network["first.own.weight"].shape == (BOTH_HANDS.suit, 48)
    assert network["first.numbers.weight"].shape == (BOTH_HANDS.numbers, 48)
