"""The shipped WebAssembly: it is up to date, and equals the native code."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from ginrummy.kernel import batch_loops, compile, runtimes, targets
from ginrummy.kernel.actions import nth_bit
from ginrummy.kernel.hand_simulation import first_seat, play_hands, random_action, second_seat
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.runtimes import VARIABLE, Target, current_runtime
from ginrummy.kernel.vectorized_rules import RESULT_ROW, TABLE_ROW, states_as_rows
from ginrummy.kernel.wasm_bindings import exported_function
from ginrummy.kernel.wasm_by_wasmtime import shipped_module
from ginrummy.kernel.wasm_signatures import HEAP, INTERFACE, MODULE
from ginrummy.kernel.wasm_target import interface_json
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.steady_strategy import steady_action
from ginrummy.players.wasm_exports import EXPORTS, ROWS
from ginrummy.variants import DEFAULT, load_variant, preset_names
from tests.kernel.both_targets import same_on_both
from tests.kernel.walks import house_rules, seldom_played, walk

HANDS_A_PRESET = 30
HANDS_A_HOUSE = 12
MOST_BYTES = 400_000
SHIPPED = files("ginrummy.kernel")
PAGE = Path(__file__).parents[2] / "docs" / "webassembly.md"


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Forget the chosen target before and after the test."""
    for choice in (current_runtime, runtimes.has_compiler):
        choice.cache_clear()
    yield
    for choice in (current_runtime, runtimes.has_compiler):
        choice.cache_clear()


def test_the_interface_file_is_of_the_law_as_it_stands() -> None:
    """If this fails, run `make wasm`."""
    shipped = json.loads(SHIPPED.joinpath(INTERFACE).read_text(encoding="utf-8"))
    assert shipped == interface_json(EXPORTS, ROWS)


def test_the_page_shows_what_the_interface_file_says() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    ((name, told),) = json.loads(f"{{{shown}}}").items()
    real = interface_json(EXPORTS, ROWS)["exports"][name]
    named = {argument: kind for argument, kind in told["arguments"].items() if argument != "..."}
    assert named.items() <= real["arguments"].items()
    assert len(named) < len(real["arguments"])
    assert told["returns"] == real["returns"]


def test_the_module_is_small_and_needs_nothing_of_its_host() -> None:
    module = shipped_module().compiled
    assert len(SHIPPED.joinpath(MODULE).read_bytes()) < MOST_BYTES
    assert module.imports == []
    assert {export.name for export in module.exports} == {
        "memory",
        HEAP,
        *(export.name for export in EXPORTS),
    }


@pytest.mark.parametrize("name", preset_names())
def test_every_preset(name: str) -> None:
    variant, chance = load_variant(name).row, random.Random(f"wasm {name}")
    walks = [walk(variant, chance) for _hand in range(HANDS_A_PRESET)]
    assert same_on_both(variant, walks) > 10 * HANDS_A_PRESET


@pytest.mark.long
def test_house_rules_drawn_by_lot_and_what_no_preset_plays() -> None:
    chance, seen = random.Random(4), 0
    for variant in [*seldom_played(), *house_rules(15, 20)]:
        seen += same_on_both(variant, [walk(variant, chance) for _hand in range(HANDS_A_HOUSE)])
    assert seen > 2000


@pytest.mark.long
@pytest.mark.parametrize("player", [random_action, steady_action])
@pytest.mark.parametrize("name", ["standard", "two_pack", "hollywood"])
def test_whole_hands(player: runtimes.Plain, name: str) -> None:
    variant, swaps = load_variant(name).row, {first_seat: player, second_seat: player}
    found = []
    for way in (compile.compile_function, exported_function):
        deck, log, results = (
            np.zeros(52 * variant.decks, np.uint8),
            np.zeros(400, np.uint8),
            np.zeros(40, RESULT_ROW),
        )
        way(play_hands, swaps)(variant_record(variant), deck, -7, 3, -1, log, results)
        found.append((results.tolist(), log.tolist(), deck.tolist()))
    assert found[0] == found[1]


def test_every_thread_has_a_memory_of_its_own() -> None:
    variant = load_variant("standard").row
    states = states_as_rows(visit.state for visit in walk(variant, random.Random(5)).visits)
    hands = np.tile(states["cards0"], 2000)
    loop = exported_function(batch_loops.least_deadwoods)

    def deadwoods(shift: int) -> list[int]:
        given, out = np.roll(hands, shift), np.zeros(len(hands), np.int16)
        loop(given, np.zeros_like(given), 0, 0, out)
        return np.roll(out, -shift).tolist()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(deadwoods, range(16)))
    assert found == [found[0]] * 16
    assert len(set(found[0])) > 3


def test_more_than_the_memory_held_before() -> None:
    hands = np.full(3_000_000, 0b1011, np.int64)
    out = np.zeros(len(hands), np.int16)
    exported_function(batch_loops.least_deadwoods)(hands, np.zeros_like(hands), 0, 0, out)
    assert set(out.tolist()) == {7}


def test_what_lies_otherwise_in_memory_is_refused() -> None:
    loop, out = exported_function(batch_loops.least_deadwoods), np.zeros(2, np.int16)
    with pytest.raises(TypeError, match="cards is"):
        loop(np.zeros(2, np.int32), np.zeros(2, np.int64), 0, 0, out)
    with pytest.raises(TypeError, match="cards is 5"):
        loop(5, np.zeros(2, np.int64), 0, 0, out)
    with pytest.raises(TypeError, match="variant is"):
        exported_function(batch_loops.all_choices)(
            np.zeros(1, TABLE_ROW)[0], states_as_rows([]), np.zeros(0, np.int64)
        )


def test_what_is_not_exported_asks_for_the_compiler() -> None:
    with pytest.raises(GinRummyError, match=r"kernel\.actions\.nth_bit: .*pip install"):
        exported_function(nth_bit)


@pytest.mark.usefixtures("forgetful")
def test_the_target_is_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert current_runtime() is Target.WASM
    monkeypatch.setenv(VARIABLE, "native")
    assert current_runtime() is Target.WASM
    current_runtime.cache_clear()
    assert current_runtime() is Target.NATIVE
    current_runtime.cache_clear()
    monkeypatch.setenv(VARIABLE, "abacus")
    with pytest.raises(ValueError, match="abacus"):
        current_runtime()


@pytest.mark.usefixtures("forgetful")
def test_without_numba_the_module_serves_and_without_either_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(runtimes, "find_spec", lambda name: name if name == "wasmtime" else None)
    assert current_runtime() is Target.WASM
    assert runtimes.has_runtime()
    assert not runtimes.has_compiler()
    monkeypatch.setattr(runtimes, "find_spec", lambda name: None)
    assert not runtimes.has_runtime()
    with pytest.raises(GinRummyError, match=r"it needs wasmtime: .*light"):
        targets.compile_fastest(nth_bit)


BUILDING = """
from ginrummy.kernel import wasm_exports
from ginrummy.kernel.wasm_target import object_file
made = object_file(wasm_exports.EXPORTS[7:8])
print(made[:4] == b"\\0asm", wasm_exports.EXPORTS[7].name.encode() in made)
"""


def test_the_pass_compiles_for_webassembly() -> None:
    """In a separate process, as in `make wasm`."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", BUILDING], env=environment, capture_output=True, check=False)
    assert (done.stdout, done.returncode) == (b"True True\n", 0), done.stderr


ENDING = """
import sys, threading
from ginrummy.kernel.wasm_by_wasmtime import WasmtimeInstance, shipped_module
sys.kept = [shipped_module(), WasmtimeInstance()]
begun = threading.Event()
def stay():
    instance = WasmtimeInstance()
    begun.set()
    threading.Event().wait()
threading.Thread(target=stay, daemon=True).start()
begun.wait()
"""


def test_a_process_ends_without_a_word() -> None:
    """Modules that live until exit, and one of a daemon thread."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", ENDING], env=environment, capture_output=True, check=False)
    assert (done.stderr.decode(), done.returncode) == ("", 0)


def test_the_default_variant_lies_as_its_row() -> None:
    """A record is passed by its address, where the variant's numbers are."""
    assert variant_record(DEFAULT).tobytes() == np.array(DEFAULT, np.int64).tobytes()
