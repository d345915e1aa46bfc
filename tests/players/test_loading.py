"""Players by name and by class, and a clear message for every error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ginrummy.game.view import View
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import Player, PlayerError, legal_answer, load_player, player_description, player_names
from tests.players.tables import EAAI, decisions

OWN = "tests.players.own:"


def first_view() -> View:
    """Return the view of the first seat to move."""
    simple = load_player("simple")
    _match, view, _move = next(decisions(EAAI, (simple, simple), seed=4))
    return view


def complaint(spec: str) -> str:
    """Return why `spec` is no player."""
    with pytest.raises(PlayerError) as caught:
        load_player(spec)
    return str(caught.value)


def test_our_players_have_names_and_a_sentence_in_each_language() -> None:
    assert player_names()[0] == "random"
    assert player_names()[-1] == "champion"
    for name in player_names():
        said = set()
        for language in LANGUAGES:
            with using_language(language):
                said.add(player_description(name))
        assert len(said) == len(LANGUAGES)
        assert all(sentence.endswith(".") for sentence in said)


@pytest.mark.parametrize("name", player_names())
def test_a_player_of_ours(name: str) -> None:
    player = load_player(name, seed=3)
    assert isinstance(player, Player)
    assert getattr(player, "name", None) == name
    legal_answer(player, first_view())


def test_a_class_in_a_module() -> None:
    player = load_player(OWN + "Lowest", seed=5)
    assert type(player).__name__ == "Lowest"
    assert isinstance(player, Player)


@pytest.mark.parametrize("name", ["Seeded", "Open"])
def test_the_seed_is_given_to_a_class_that_takes_one(name: str) -> None:
    assert getattr(load_player(OWN + name, seed=11), "seed", None) == 11


CODE = """
from ginrummy.players import decision_random


class Mine:
    def __init__(self, seed=0):
        self.seed = seed

    def decide(self, view):
        return decision_random(view, self.seed).choice(view.legal_moves())
"""


@pytest.mark.parametrize(
    "spec", ["fresh_player:Mine", "fresh_player.py:Mine", "{folder}/fresh_player.py:Mine"]
)
def test_a_module_in_the_current_directory_and_a_file(spec: str, tmp_path: Path) -> None:
    (tmp_path / "fresh_player.py").write_text(CODE, encoding="utf-8")
    program = (
        "from ginrummy.players import load_player\n"
        f"print(load_player({spec.format(folder=tmp_path)!r}, seed=8).seed)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("8\n", "")


def test_a_file_is_loaded_once(tmp_path: Path) -> None:
    path = tmp_path / "once.py"
    path.write_text(CODE, encoding="utf-8")
    first = load_player(f"{path}:Mine")
    assert type(load_player(f"{path}:Mine")) is type(first)


def test_a_file_in_the_current_directory_stands_in_for_no_module_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "colorsys.py").write_text("raise SystemExit('the wrong one')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "there is no class Mine in colorsys" in complaint("colorsys:Mine")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nobody", "nobody: there is no such player; there are random, beginner"),
        ("", "there is no such player"),
        (":Mine", "there is no such player"),
        ("tests.players.own:", "there is no such player"),
        ("no_such_module:Mine", "there is no module no_such_module"),
        ("tests.no_such_module:Mine", "there is no module tests.no_such_module"),
        ("tests.players.own:Nobody", "there is no class Nobody in tests.players.own"),
        ("tests.players.own:NOT_A_CLASS", "there is no class NOT_A_CLASS"),
        ("tests.players.own:Undecided", "Undecided has no method decide"),
        ("tests.players.own:Needy", "it cannot be made: TypeError: "),
        ("nowhere/mine.py:Mine", "there is no file nowhere/mine.py"),
        ("bad name:Mine", "there is no such player"),
        ("..:Mine", "there is no such player"),
        ("tests.players.own:No Body", "there is no such player"),
    ],
)
def test_what_is_no_player(spec: str, said: str) -> None:
    assert said in complaint(spec)
    assert complaint(spec).count("\n") == 0


def test_a_path_is_a_program(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    told = json.loads(line)\n"
        "    if told['type'] == 'hello':\n"
        "        print(json.dumps({'type': 'hello', 'protocol': 1}), flush=True)\n"
        "    elif told['type'] == 'decide':\n"
        "        print(json.dumps({'move': told['view']['legal'][0]}), flush=True)\n",
        encoding="utf-8",
    )
    player = load_player(str(path), seed=2)
    view = first_view()
    assert legal_answer(player, view) == view.legal_moves()[0]
    player.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class Mine(:", "cannot be loaded: SyntaxError: "),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("import module_that_is_missing", "No module named 'module_that_is_missing'"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
    ],
)
def test_a_file_that_cannot_be_loaded(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    assert said in complaint(f"{path}:Mine")
    path.write_text(CODE, encoding="utf-8")
    load_player(f"{path}:Mine")  # once mended, it is loaded


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Failing", "Failing: it broke down: KeyError: 'no\\nidea'"),
        ("Silent", "Silent: it answers None, which is not a move"),
        ("Talker", "Talker: it answers 'I would rather I would rather I would rather I would rather…"),
        ("Thrower", "Thrower: it may not play 2C: a card must be drawn or taken first (RULES 4.4)"),
        ("Stranger", "Stranger: it "),
        ("Painter", "Painter: it answers Move(MoveKind.SPREAD, -1, ('7', '8', '9')"),
        ("Giant", "Giant: it "),
        ("Named", "Aunt Emma: it may not play 2C: "),
    ],
)
def test_what_a_player_may_not_do(name: str, said: str) -> None:
    with pytest.raises(GinRummyError) as caught:
        legal_answer(load_player(OWN + name), first_view())
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_strange_card_or_meld_is_refused_at_any_time() -> None:
    simple = load_player("simple")
    for _match, view, _move in decisions(EAAI, (simple, simple), seed=4, hands=1):
        for name in ("Stranger", "Painter", "Giant"):
            with pytest.raises(PlayerError):
                legal_answer(load_player(OWN + name), view)
