"""Errors are one line in the language in use, without the system's English text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ginrummy.cli.error_messages import as_terminal_line
from ginrummy.kernel.installed_extras import install_command
from ginrummy.locale import LANGUAGES
from ginrummy.variants import preset_names
from tests.cli.running import ginrummy, refused

RAW = re.compile(
    r"Errno|No such|codec|urlopen|refused|not known|Permission|Is a directory|None|Error\b|'\\|\x1b"
)
BROKEN = (
    ("score", "missing.txt"),
    ("score", "latin.txt"),
    ("score", "."),
    ("replay", "missing.gin"),
    ("replay", "latin.txt"),
    ("verify", "."),
    ("play", "--variant", "missing.toml"),
    ("play", "--variant", "latin.toml"),
    ("play", "--record", "nowhere/at/all.gin"),
    ("play", "--against", "./missing.py:Mine"),
    ("rules", "\x1b[31mx"),
    ("hand", "\x1b[31mx"),
    ("score", "\x1b[31m.txt"),
    ("bot", "http://127.0.0.1:9/", "--token", "x"),
    ("bot", "http://no-such-host.invalid/", "--token", "x"),
    ("bot", "http://127.0.0.1:99999/", "--token", "x"),
    ("bot", "ftp://somewhere", "--token", "x"),
    ("serve", "--host", "198.51.100.7", "--port", "1"),
    ("serve", "--host", "no-such-host.invalid"),
    ("serve", "--home", "latin.txt/home"),
    ("serve", "--offline", "nothing"),
    ("serve", "--database", "postgresql://127.0.0.1:9/none"),
    ("arena", "simple", "simple", "--hands", "2", "--out", "latin.txt"),
    ("showdown", "--spread", "", "--defender", "7S"),
    ("showdown", "--spread", "7S8S9S", "--defender", ""),
)


def served(folder: Path, *arguments: str) -> str:
    """Return the error of a server that cannot start."""
    command = [sys.executable, "-m", "ginrummy", *arguments]
    environment = {"GINRUMMY_HOME": str(folder / "home")} | os.environ
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    return ran.stderr.rstrip("\n")


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (arguments, code)
        for place, arguments in enumerate(BROKEN)
        for code in ("fr", "ru")
        if "serve" not in arguments or (place % 2 == 0) is (code == "fr")
    ],
    ids=lambda given: given if isinstance(given, str) else " ".join(given[:3]),
)
def test_no_error_speaks_raw_english(
    arguments: tuple[str, ...], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("latin.txt", "latin.toml"):
        (tmp_path / name).write_bytes("Zoë 25\n".encode("latin-1"))
    said = (
        served(tmp_path, *arguments, "--lang", code)
        if "serve" in arguments
        else refused(*arguments, "--lang", code)
    )
    assert not RAW.search(said), said
    assert len(said) < 400


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    "command", ["play --variant", "rules", "variants", "score --variant", "hand 7S --variant"]
)
def test_a_wrong_variant_hears_of_every_one_there_is(command: str, code: str) -> None:
    words = refused(*command.split(), "x" * 10_000, "--lang", code)
    assert all(re.search(rf"\b{name}\b", words) for name in preset_names())
    assert len(words) < 700


def test_what_is_cut_is_cut_between_words() -> None:
    words = [f"word{number}" for number in range(500)]
    assert set(as_terminal_line(" ".join(words)).split()) <= {*words, "…"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hand", "7X"), "ginrummy: CARTES\u00a0: «\u00a07X\u00a0» n’est pas une carte (règle 1.5)"),
        (("score", "missing.txt"), "ginrummy: missing.txt\u00a0: aucun fichier ni dossier de ce nom"),
        (("rules", "house.toml"), "ginrummy: house.toml, 1\u00a0: gin_bonus\u00a0: "),
    ],
)
def test_a_french_error_has_its_space_before_the_colon(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text('gin_bonus = "many"\n', encoding="utf-8")
    assert refused(*arguments, "--lang", "fr").startswith(said)


def test_a_line_for_a_person_is_short_and_has_no_escapes() -> None:
    assert as_terminal_line("\x1b[2Jgone\x07  \n away") == "␛[2Jgone␇ away"
    assert len(as_terminal_line("x" * 500_000)) < 310
    assert len(as_terminal_line("x " * 500_000)) < 510


@pytest.mark.parametrize("command", [("hand",), ("showdown", "--defender", "7S", "--spread")])
def test_a_long_argument_is_not_echoed_whole(command: tuple[str, ...]) -> None:
    assert len(refused(*command, "7" * 100_000)) < 400


@pytest.mark.parametrize(
    ("closed", "status", "said"),
    [(1, 2, "standard output: it is closed"), (2, 0, ""), (0, 0, "")],
)
def test_a_closed_stream_is_no_traceback(closed: int, status: int, said: str) -> None:
    ran = subprocess.run(
        ["bash", "-c", f'"$0" -m ginrummy hand 7S {closed}>&-', sys.executable],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert (ran.returncode, "Traceback" in ran.stderr) == (status, False)
    assert said in ran.stderr


@pytest.mark.parametrize("command", ["score", "play --seed 1 --against simple"])
def test_a_closed_input_ends_the_command(command: str) -> None:
    ran = subprocess.run(
        ["bash", "-c", f'"$0" -m ginrummy {command} 0<&-', sys.executable],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")


def test_no_name_of_a_ledger_reaches_the_terminal_as_an_order() -> None:
    ran = ginrummy("score", stdin="players: \x1b[31mAnna, Boris\nAnna 25\n")
    assert "\x1b" not in ran.out + ran.err
    assert "\x1b" not in ginrummy("score", stdin="Anna 25 \x1b[31m\n").err


@pytest.mark.parametrize("package", ["numpy", "numba"])
@pytest.mark.parametrize("command", ["arena", "dataset", "exploit", "ladder"])
def test_a_missing_compiler_is_named_with_what_installs_it(command: str, package: str) -> None:
    begin = f"import sys; sys.modules[{package!r}] = None"
    code = f"{begin}; from ginrummy.cli import main; sys.exit(main([{command!r}]))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    said = f"ginrummy: this needs Numba, which compiles for this machine: {install_command('fast')}"
    assert (ran.returncode, ran.stdout, ran.stderr.strip()) == (2, "", said)
