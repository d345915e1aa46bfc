"""The compile pass: one source for both targets, no clashes between copies, no stale cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import ginrummy
from ginrummy.game.cards import Hand
from ginrummy.kernel import compile_cache, compile_progress
from ginrummy.kernel.actions import action_count, nth_bit
from ginrummy.kernel.cache_cleaning import remove_old_folders
from ginrummy.kernel.compile import INLINED, compile_function
from ginrummy.kernel.row_fields import variant_record
from ginrummy.rules import melds, turns
from ginrummy.rules import melds as runs
from ginrummy.rules import turns as dealing
from ginrummy.rules.cards import bit_count, lowest_bit, size_of
from ginrummy.variants import DEFAULT, load_variant
from tests.kernel.compiled_law import law

PACKAGE = Path(ginrummy.__file__).parent
ROOT = Path(__file__).parents[2]
ASK = """
import sys
from ginrummy.game.cards import Hand
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel import vectorized_rules
from ginrummy.rules.melds import least_deadwood
alone = compile_function(least_deadwood)(Hand(0b1001, 0), 0, 0)
print(vectorized_rules.least_deadwood([0b101])[0], alone, vectorized_rules.__file__)
"""


def asked(
    package: Path, cache: Path, code: str = ASK, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Return the output of another process that imports ginrummy from the parent of `package`."""
    variables = (
        os.environ
        | {"PYTHONPATH": str(package.parent), compile_cache.ROOT_VARIABLE: str(cache)}
        | environment
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        env=variables,
        capture_output=True,
        check=True,
        cwd=cache,
        timeout=600,
    )


@pytest.mark.long
def test_an_edited_law_is_never_run_stale(tmp_path: Path) -> None:
    package, cache = tmp_path / "ginrummy", tmp_path / "cache"
    cache.mkdir()
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "web", "tui"))
    first = asked(package, cache).stdout.decode().split()
    assert first[:2] == ["4", "5"]
    assert Path(first[2]).is_relative_to(package)
    assert asked(package, cache).stdout.decode().split() == first
    assert len(list(cache.glob("law-*"))) == 1
    source = package / "rules" / "lookup_tables.py"
    text = source.read_text(encoding="utf-8")
    assert "return [ace_points, *range(2," in text
    source.write_text(
        text.replace("return [ace_points, *range(2,", "return [6 + ace_points, *range(2,"), "utf-8"
    )
    assert asked(package, cache).stdout.split()[:2] == [b"10", b"11"]
    source.write_text(text, "utf-8")
    assert asked(package, cache).stdout.decode().split() == first
    assert len(list(cache.glob("law-*"))) == 2


COUNTED = """
from numba.core.event import install_recorder
with install_recorder("numba:compile") as compilations:
    {work}
print(len(compilations.buffer))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "work",
    [
        "from ginrummy.kernel import vectorized_rules; vectorized_rules.least_deadwood([0b101])",
        "from ginrummy.kernel import vectorized_rules; vectorized_rules.deal_decks(1, 1)",
    ],
    ids=["melds", "decks"],
)
def test_what_is_kept_is_not_compiled_again(tmp_path: Path, work: str) -> None:
    """The savings are measured by `python -m bench`, starts."""
    first, second = (int(asked(PACKAGE, tmp_path, COUNTED.format(work=work)).stdout) for _start in range(2))
    assert first > 0
    assert second == 0


@pytest.mark.long
def test_what_is_kept_waits_for_nobody_who_compiles() -> None:
    work = "from ginrummy.kernel import vectorized_rules; vectorized_rules.least_deadwood([0b101])"
    asked(PACKAGE, compile_cache.cache_root(), work)
    with compile_cache.compile_lock():
        asked(PACKAGE, compile_cache.cache_root(), work)


@pytest.mark.long
def test_a_whole_hand_is_not_compiled_again() -> None:
    work = "from ginrummy.kernel import vectorized_rules; vectorized_rules.play_random(seed=1, hands=1)"
    asked(PACKAGE, compile_cache.cache_root(), work)
    assert asked(PACKAGE, compile_cache.cache_root(), COUNTED.format(work=work)).stdout == b"0\n"


def test_old_folders_are_cleaned_away(tmp_path: Path) -> None:
    folders = [tmp_path / f"law-{number:016x}" for number in range(7)]
    for age, path in enumerate(folders):
        path.mkdir()
        (path / "kept").touch()
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    (tmp_path / "of somebody else").mkdir()
    remove_old_folders(tmp_path, compile_cache.PREFIX, keep=folders[6])
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {"of somebody else", folders[6].name, *(path.name for path in folders[:3])}


def test_where_nothing_can_be_kept_it_compiles_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code = (
        "from ginrummy.kernel import compile_cache\n"
        "from ginrummy.kernel.actions import nth_bit\n"
        "from ginrummy.kernel.compile import compile_function\n"
        "print(compile_function(nth_bit)(0b1010, 1), compile_cache.cache_folder())"
    )
    variables = {compile_cache.ROOT_VARIABLE: str(tmp_path / "file" / "cache")}
    answer, folder = asked(PACKAGE, tmp_path, code, **variables).stdout.decode().split()
    assert answer == "3"
    assert not Path(folder).exists()


def test_the_folder_may_be_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compile_cache.ROOT_VARIABLE, str(tmp_path))
    assert compile_cache.cache_root() == tmp_path
    monkeypatch.delenv(compile_cache.ROOT_VARIABLE)
    assert compile_cache.cache_root().name == "ginrummy"


def both_bits(mask: int) -> tuple[int, int]:
    """Return what `bits` answers about `mask`."""
    return bit_count(mask), lowest_bit(mask)


def test_bits_are_instructions_on_every_face() -> None:
    for face in range(52):
        for mask in (1 << face, 1 << face | 1 << 51, (1 << 52) - (1 << face)):
            assert compile_function(both_bits)(mask) == both_bits(mask)


def test_compiled_functions_answer_as_the_plain_ones() -> None:
    variant = load_variant("two_pack").row
    state = dealing.first_state(variant, 1, (Hand(1023, 3), Hand(1023 << 13, 0)), 51)
    assert law().turns.first_state(variant, 1, state.hands, 51) == state
    assert law().turns.choices(variant, state) == turns.choices(variant, state)
    for lane in (0b111, 0b1100000000001, 0b1000000000011, 0b1110000000000):
        for ace_run in range(3):
            assert law().melds.rank_above(ace_run, lane) == runs.rank_above(ace_run, lane)
            assert law().melds.rank_below(ace_run, lane) == runs.rank_below(ace_run, lane)


def test_only_plain_functions_are_compiled() -> None:
    for odd in (Hand, lowest_bit):
        with pytest.raises(TypeError, match="called by Python"):
            compile_function(odd)


def double(number: int) -> int:
    """Return twice `number`."""
    return 2 * number


def triple(number: int) -> int:
    """Return three times `number`."""
    return 3 * number


def middle(number: int) -> int:
    """Return `double` of the next number."""
    return double(number + 1)


def middle_of_double(number: int) -> int:
    """Return `middle`, and so indirectly the replaced function, plus two."""
    return middle(number) + 2


def outer(number: int) -> int:
    """Return `middle` and `double` together."""
    return middle(number) * 1000 + double(number)


def untouched(number: int) -> int:
    """Return a value that no swap changes."""
    return size_of(Hand(number, 0))


def test_swaps_reach_every_depth_and_stay_apart() -> None:
    assert outer(5) == 12_010
    assert compile_function(outer)(5) == 12_010
    assert compile_function(outer, {double: triple})(5) == 18_015
    assert compile_function(outer, {middle: triple})(5) == 15_010
    assert compile_function(outer, {double: triple, middle: double})(5) == 10_015
    assert compile_function(outer, {double: middle_of_double})(5) == 16_014
    assert compile_function(outer)(5) == 12_010


def test_copies_are_shared_where_nothing_differs() -> None:
    assert compile_function(outer) is compile_function(outer)
    assert compile_function(outer, {double: triple}) is compile_function(outer, {double: triple})
    names = [
        compile_function(outer, swaps).py_func.__qualname__
        for swaps in (None, {double: triple}, {double: middle}, {middle: triple})
    ]
    assert len(set(names)) == 4
    assert compile_function(untouched, {double: triple})(7) == 3


def mixed_widths(tiny: int, wide: int) -> int:
    """Return a sum by a callee with several integer widths."""
    return nth_bit(wide, tiny) + nth_bit(wide, 0) + nth_bit(wide, wide - wide + 1)


def test_one_version_of_a_callee_for_all_widths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(compile_cache, "cache_folder", lambda: tmp_path)  # the cache is empty
    outer_copy = compile_function(mixed_widths)
    assert outer_copy(np.int8(1), 0b1011) == 1 + 0 + 1
    callee = outer_copy.py_func.__globals__["nth_bit"]
    assert len(callee.overloads) == 1


def by_lambda(number: int) -> int:
    """Return `double` of the next number, called by code that is nested in this one."""
    return (lambda wanted: double(wanted + 1))(number)


def by_comprehension(number: int) -> int:
    """Return the sum of doubles, called by code that Python 3.11 nests in this one."""
    return sum([double(each) for each in range(number)])


@pytest.mark.parametrize(("nested", "due"), [(by_lambda, 18), (by_comprehension, 30)])
def test_nested_code_is_seen(nested: Callable[[int], int], due: int) -> None:
    """Its callees are compiled and swapped too, and are part of the cache key."""
    assert compile_function(nested)(5) == nested(5)
    assert compile_function(nested, {double: triple})(5) == due
    names = {compile_function(nested, swaps).py_func.__qualname__ for swaps in (None, {double: triple})}
    assert len(names) == 2


def test_a_closure_is_refused() -> None:
    more = 3

    def added(number: int) -> int:
        return number + more

    with pytest.raises(TypeError, match="variables of the function around it"):
        compile_function(added)


def both(number: int) -> int:
    """Return `double` and `triple` together."""
    return 1000 * double(number) + triple(number)


ALIKE: list[Callable[[int], int]] = [
    lambda number: number + 1,
    lambda number: number + 2,
]


def test_functions_of_one_name_are_kept_apart() -> None:
    """Lambdas of a module have the same name, and so have functions redefined at a prompt."""
    for plain in ALIKE:
        assert compile_function(plain)(5) == plain(5)
        assert compile_function(outer, {double: plain})(5) == 1000 * plain(6) + plain(5)
    for first, second in (ALIKE, ALIKE[::-1]):
        found = compile_function(both, {double: first, triple: second})(5)
        assert found == 1000 * first(5) + second(5)


@pytest.mark.parametrize("name", ["__main__", None])
def test_what_is_typed_at_a_prompt_is_compiled(name: str | None) -> None:
    for more in (1, 2):
        space: dict[str, Any] = {} if name is None else {"__name__": name}
        exec(f"def typed(number): return number + {more}", space)
        assert compile_function(space["typed"])(5) == 5 + more
        assert compile_function(outer, {double: space["typed"]})(5) == 1000 * (6 + more) + 5 + more


@pytest.mark.long
def test_what_was_made_by_exec_is_compiled_in_the_next_process_too(tmp_path: Path) -> None:
    lines = (
        "from ginrummy.kernel.compile import compile_function",
        "from tests.kernel.test_compile import double, outer",
        "space = {'__name__': 'page'}",
        "exec('def more(number): return number + 4', space)",
        "print(compile_function(outer, {double: space['more']})(5))",
    )
    there = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    for _time in range(2):
        ran = subprocess.run(
            [sys.executable, "-c", "\n".join(lines)], env=there, capture_output=True, text=True
        )
        assert (ran.stdout, ran.stderr) == (f"{1000 * 10 + 9}\n", "")


def with_defaults(number: int, more: int = 4, less: int = 1) -> int:
    """Return `number` and `more`, less `less`."""
    return number + more - less


def by_keywords(number: int) -> int:
    """Return the result of keywords and defaults."""
    return with_defaults(number, less=2) + with_defaults(number, more=10)


def test_keywords_and_defaults_are_kept() -> None:
    assert compile_function(by_keywords)(1) == by_keywords(1) == 13
    assert compile_function(with_defaults)(1) == 4


def test_the_list_of_what_is_inlined_is_true() -> None:
    for name in INLINED:
        module, _dot, function = name.rpartition(".")
        assert isinstance(getattr(import_module(module), function), FunctionType), name


CONSTANT = """
from {home} import FACTOR
def times(number: int) -> int:
    return FACTOR * number
"""


@pytest.mark.long
def test_a_number_from_another_module_is_never_stale(tmp_path: Path) -> None:
    """Numba checks only the file of the function, not the files of its constants."""
    (tmp_path / "user_of_factor.py").write_text(CONSTANT.format(home="home_of_factor"), "utf-8")
    code = (
        "from ginrummy.kernel.compile import compile_function\n"
        "from user_of_factor import times\n"
        "print(compile_function(times)(7))"
    )
    found = []
    for factor in (2, 3):
        (tmp_path / "home_of_factor.py").write_text(f"FACTOR = {factor}\n", "utf-8")
        folders = f"{PACKAGE.parent}{os.pathsep}{tmp_path}"
        variables = {"PYTHONPATH": folders, "PYTHONDONTWRITEBYTECODE": "1"}
        found.append(int(asked(PACKAGE, tmp_path, code, **variables).stdout))
    assert found == [14, 21]


def test_numba_has_an_upper_bound_and_what_is_pinned_is_the_newest_allowed() -> None:
    """The pass depends on Numba's internals: a new minor version is tested before it is allowed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [Requirement(text) for text in project["optional-dependencies"]["fast"]]
    (bounds,) = [each.specifier for each in wanted if each.name == "numba"]
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    (pinned,) = [Version(pin.partition("==")[2]) for pin in pins if pin.startswith("numba==")]
    assert pinned in bounds
    assert Version(f"{pinned.major}.{pinned.minor + 1}") not in bounds
    assert Version(version("numba")) in bounds


def test_options_counted_by_the_compiled_code() -> None:
    options = turns.choices(
        DEFAULT, dealing.first_state(DEFAULT, 0, (Hand(1023, 0), Hand(1023 << 13, 0)), 51)
    )
    assert compile_function(action_count)(options) == action_count(options) == 2


def test_a_variant_is_passed_as_a_record() -> None:
    for name in ("standard", "two_pack"):
        variant = load_variant(name).row
        record = variant_record(variant)
        assert tuple(record) == tuple(variant)
        assert record is variant_record(variant)
        assert compile_function(melds.run_table_of)(record) == melds.run_table_of(variant)


def test_the_progress_line_is_shown_where_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import time\n"
        "from ginrummy.kernel import compile_progress\n"
        "compile_progress.PATIENCE = 0.01\n"
        "with compile_progress.announce_compilation(), compile_progress.announce_compilation():\n"
        "    time.sleep(0.2)\n"
    )
    shown = asked(PACKAGE, tmp_path, code, GINRUMMY_PROGRESS="1")
    assert b"Compiling" in shown.stderr
    assert shown.stderr.endswith(b"\r")
    assert not asked(PACKAGE, tmp_path, code, GINRUMMY_PROGRESS="0").stderr
    monkeypatch.delenv(compile_progress.SHOW_VARIABLE, raising=False)
    assert not compile_progress.is_watched()
