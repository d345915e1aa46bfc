"""Edits on the score pad: undo and redo, and the owner of the file stays the same."""

from __future__ import annotations

import os
import random
from pathlib import Path
from unicodedata import normalize

import pytest

from ginrummy.cli.score_pad import apply_line, pad_from_text, sheet_text
from ginrummy.text.ledger.evening_ledger import EveningLedger, read_evening
from ginrummy.text.ledger.ledger_text import LedgerText
from ginrummy.text.ledger.score_ledger import build_pad_ledger, read_ledger
from tests.cli.pad_talk import match_of, talk, texts
from tests.cli.running import ginrummy, refused


def test_every_edit_is_undone_and_redone(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    text = "# Friday\r\nvariant: modern\r\nplayers: Anna, Boris\r\n\r\nAnna knock 3 25 # wow\r\nBoris gin 31"
    file.write_bytes(text.encode())
    pad, states = pad_from_text(text, file=str(file)), [text.encode()]
    edits = (
        "Anna 5", "delete 1", "insert 1 void", "correct 2 Boris gin 30", "dealer: Anna", "variant: classic",
        "# tea", "delete 3", "players: Anna, Bob",
    )  # fmt: skip
    for line in edits[:-1]:
        pad, _sheet = apply_line(pad, line)
        states.append(file.read_bytes())
    same, said = apply_line(pad, edits[-1])
    assert (same.text, said[:3]) == (pad.text, "2: ")
    assert len(set(states)) == len(edits)
    for back, forth in (("undo", "redo"), ("U", "R"), ("annuler", "rétablir"), ("отменить", "вернуть")):
        for state in reversed(states[:-1]):
            pad, _sheet = apply_line(pad, back)
            assert file.read_bytes() == state
        assert apply_line(pad, back) == (pad, "there is nothing to undo")
        for state in states[1:]:
            pad, _sheet = apply_line(pad, forth)
            assert file.read_bytes() == state
        assert apply_line(pad, forth) == (pad, "there is nothing to redo")
    pad, _sheet = apply_line(apply_line(pad, "undo")[0], "Anna 7")
    assert apply_line(pad, "redo")[1] == "there is nothing to redo"


def test_a_disk_that_fills_leaves_the_file_and_loses_no_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "friday.txt"
    file.write_bytes(b"0 5\n")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    pad = pad_from_text("0 5\n", file=str(file))
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        for line in ("1 6", "delete 1", "undo"):
            pad, said = apply_line(pad, line)
            assert "Not kept: " in said
            assert (file.read_bytes(), len(list(tmp_path.iterdir()))) == (b"0 5\n", 1)
    pad, _sheet = apply_line(pad, "redo")
    assert file.read_bytes() == b"1 6\n"
    pad, _sheet = apply_line(apply_line(pad, "undo")[0], "undo")
    assert file.read_bytes() == b"0 5\n"


def test_undo_brings_a_deleted_hand_back() -> None:
    lines = ["Anna knock 3 25", "Boris gin 31", "Anna undercut 9 4"]
    left, _answers = talk(*lines, "delete 1", "undo")
    assert texts(left) == lines


def test_a_word_of_the_pad_may_come_decomposed() -> None:
    left, _answers = talk("Anna 5", "undo", normalize("NFD", "rétablir"), normalize("NFD", "INSÉRER 1 void"))
    assert texts(left) == ["void", "Anna 5"]


def test_a_letter_that_is_short_for_a_player_is_no_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    left, _answers = talk("players: Dora, Sam", "d 5", "s 7", "D gin 3")
    assert texts(left) == ["d 5", "s 7", "D gin 3"]
    assert list(tmp_path.iterdir()) == []
    assert texts(talk("Anna 5", "d 1", "u")[0]) == ["Anna 5"]


def test_a_player_may_be_renamed_while_hands_do_not_name_one() -> None:
    left, _answers = talk("0 5", "dealer: Boris", "players: Carl, Dora")
    assert (match_of(left).players, match_of(left).dealer) == (("Carl", "Dora"), 1)
    assert "dealer: Dora" in str(left.text)


def test_remarks_and_hands_of_any_spelling_are_kept_as_typed() -> None:
    left, answers = talk("ANNA  Knock 3-25  # 🂡 by\rluck", "# \udcff tea", "anna 5#no")
    assert str(left.text).splitlines()[2:] == ["ANNA  Knock 3-25  # 🂡 by luck", "#   tea"]
    assert answers[2] == "“5#no” is not understood"


def test_an_evening_goes_on_by_the_house_rules_that_it_began_with(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text("gin_bonus = 30\n", "utf-8")
    pad = pad_from_text(f"variant: {house}\n0 gin 5\n")
    house.unlink()
    pad, _sheet = apply_line(pad, "1 gin 7")
    assert [entry.line.score.points for entry in pad.ledger.entries] == [35, 37]
    changed, _sheet = apply_line(pad, "variant: standard")
    same, said = apply_line(changed, f"variant: {house}")
    assert (same, "house.toml" in said) == (changed, True)
    undone, _sheet = apply_line(changed, "undo")
    assert undone.ledger == pad.ledger


def test_what_a_terminal_would_obey_is_not_printed(tmp_path: Path) -> None:
    file = tmp_path / "none" / "friday.txt"
    ran = ginrummy("score", "--pad", str(file), stdin="0 5 # \x1b[31mred\n")
    assert ran.out.endswith("variant: standard\n0 5 # ␛[31mred\n")


def test_options_that_differ_from_the_file_are_the_first_edit(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    file.write_text("variant: modern\n0 5\n", "utf-8")
    arguments = (
        "score",
        "--pad",
        "--variant",
        "classic",
        "--players",
        "Anna,Boris",
        "--dealer",
        "B",
        str(file),
    )
    ginrummy(*arguments, stdin="A 7\n")
    changed = "variant: classic\nplayers: Anna, Boris\ndealer: Boris\n0 5\nA 7\n"
    assert file.read_text("utf-8") == changed
    file.write_text("variant: modern\n0 5\n", "utf-8")
    ginrummy(*arguments, stdin="A 7\nundo\nundo\nundo\n")
    assert file.read_text("utf-8") == "variant: modern\n0 5\n"


def test_a_pad_prints_no_json() -> None:
    assert refused("score", "--pad", "--json", stdin="0 5") == "ginrummy: --pad and --json do not go together"
    assert refused("score", "--pad", "-", stdin="0 5") == "ginrummy: --pad and - do not go together"


def test_a_file_in_another_encoding_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    for encoding in ("utf-16", "cp1251"):
        data = "players: Анна, Борис\nАнна 5\n".encode(encoding)
        file.write_bytes(data)
        assert "save it as UTF-8" in refused("score", "--pad", str(file), stdin="0 5\n")
        assert file.read_bytes() == data


Hands = tuple[str, ...]
WORDS = {
    "undo": ("undo", "u", "annuler", "отменить"),
    "redo": ("redo", "r", "rétablir", "вернуть"),
    "delete": ("delete", "d", "supprimer", "удалить"),
    "insert": ("insert", "i", "insérer", "вставить"),
    "correct": ("correct", "c", "corriger", "исправить"),
}


class ListedHands:
    """Model of a pad: the hands as a list, and the lists before and after."""

    def __init__(self, hands: Hands) -> None:
        self.states, self.place = [hands], 0

    @property
    def hands(self) -> Hands:
        return self.states[self.place]

    def edit(self, word: str, at: int, hand: str) -> bool:
        """Apply the edit `word` to the hand `at` (from 0). Return whether that is possible."""
        if word in ("undo", "redo"):
            place = self.place + (1 if word == "redo" else -1)
            done = 0 <= place < len(self.states)
            self.place = place if done else self.place
            return done
        start = len(self.hands) if word == "enter" else at
        if word != "enter" and not 0 <= at < len(self.hands):
            return False
        new = () if word == "delete" else (hand,)
        after = (*self.hands[:start], *new, *self.hands[start + (word in ("delete", "correct")) :])
        if after != self.hands:
            self.states[self.place + 1 :] = [after]
            self.place += 1
        return True


@pytest.mark.parametrize("seed", range(12))
def test_any_edits_are_those_of_a_list_and_all_of_them_are_undone(tmp_path: Path, seed: int) -> None:
    chance, file = random.Random(seed), tmp_path / "evening.txt"
    end = chance.choice(["\n", "\r\n"])
    lines = [
        "# Friday",
        "variant: oklahoma_extra # ours",
        "players: Zoé, Boris",
        "",
        "0 5 # one",
        "# two",
        "zoé gin 3",
    ]
    start = (chance.choice(["", "\ufeff"]) + end.join([*lines, *chance.choice([[], [""]])])).encode()
    file.write_bytes(start)
    pad, model = pad_from_text(start.decode(), file=str(file)), ListedHands(("0 5", "zoé gin 3"))
    for _step in range(120):
        word = chance.choice(["enter", "enter", "undo", "undo", "redo", *WORDS])
        hand = chance.choice(["0 7", "Zoe\u0301 k 3 25", "BORIS gin 4", "void", "wall 3-5", "B 20 x1"])
        at = chance.randrange(-1, len(model.hands) + 2)
        typed = chance.choice(WORDS.get(word, ("",)))
        rest = {"enter": hand, "undo": "", "redo": "", "delete": f"{at + 1}"}.get(word, f"{at + 1} {hand}")
        assert not pad.ledger.is_over
        before = pad
        pad, _answer = apply_line(pad, f"{typed} {rest}".strip())
        if not model.edit(word, at, hand):
            assert pad.text == before.text
        assert texts(pad) == list(model.hands)
        assert pad.ledger == build_pad_ledger(LedgerText.from_text(file.read_bytes().decode()))
        assert [
            remark for remark in ("# Friday", "# ours", "# one", "# two") if remark not in str(pad.text)
        ] == []
    ended = file.read_bytes()
    while pad.edited.history.past:
        pad, _answer = apply_line(pad, "undo")
    assert file.read_bytes() == start
    while pad.edited.history.future:
        pad, _answer = apply_line(pad, "redo")
    assert model.place < len(model.states) - 1 or file.read_bytes() == ended


TYPED = (
    *(word for words in WORDS.values() for word in words),
    "#", "# tea", "players:", "players: Anna, Boris", "игроки: Zoé, Ed", "dealer: 0", "dealer: Anna",
    "variant:", "variant: hollywood", "variante: straight", "0", "1", "Anna", "B", "gin", "knock", "undercut",
    "void", "wall", "-", "♠", "up=7S", "x2", "3", "25", "99999", "\t",
    "\r", "\x0b", "\u2028", "\udcff", "e\u0301",
)  # fmt: skip
STARTS = (
    "", "# c\n", "0 5\n",
    "variant: modern\r\n# x\r\n\r\nplayers: Anna, Boris # us\r\nAnna 5 # wow\r\nB gin 3",
    "\ufeffdealer: 1\n0 5\n\n# end", "players: Anna, Boris\rdealer: Anna\r0 5\r1 6\r",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(18))
def test_whatever_is_typed_the_file_is_the_sheet_and_is_brought_back(tmp_path: Path, seed: int) -> None:
    chance, file = random.Random(seed), tmp_path / "evening.txt"
    start = STARTS[seed % len(STARTS)]
    file.write_bytes(start.encode())
    pad, edits = pad_from_text(start, file=str(file)), 0
    for _step in range(60):
        before = pad
        pad, _said = apply_line(pad, " ".join(chance.choices(TYPED, k=chance.choice([1, 1, 2, 3, 4]))))
        edits += pad.text != before.text
        assert file.read_bytes() == str(pad.text).encode()
        if isinstance(pad.ledger, EveningLedger):  # more than two players were typed
            assert sheet_text(read_evening(str(pad.text))) == sheet_text(pad.ledger)
            continue
        again, ledger = read_ledger(str(pad.text)), match_of(pad)
        assert [entry.row for entry in again.entries] == [entry.row for entry in ledger.entries]
        named = (ledger.variant, ledger.players, ledger.dealer)
        assert (again.variant, again.players, again.dealer) == named
    while pad.edited.history.past:
        pad, _sheet = apply_line(pad, "undo")
    assert file.read_bytes() == start.encode()
    assert edits > 3


def test_a_pad_joins_what_another_program_has_written(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    file.write_text("0 5\n1 6\n", "utf-8")
    pad = pad_from_text("0 5\n1 6\n", file=str(file))
    file.write_text("0 5\n1 16\n1 9\n", "utf-8")
    pad, said = apply_line(pad, "correct 1 0 25")
    assert "changed meanwhile: “merge” joins both, “save” writes over it, “save FILE” keeps" in said
    pad, said = apply_line(pad, "merge")
    assert "remark" not in said
    assert file.read_text("utf-8") == "0 25\n1 16\n1 9\n"
    pad, _sheet = apply_line(pad, "undo")
    assert file.read_text("utf-8") == "0 25\n1 6\n"
    file.write_text("0 26\n1 6\n", "utf-8")
    pad, _refusal = apply_line(pad, "correct 1 0 27")
    pad, said = apply_line(pad, "merge")
    assert said.endswith(f"\n{file}:1: “0 26” is a remark now: both have changed this line")
    assert file.read_text("utf-8") == "0 27\n# 0 26\n1 6\n"
    assert apply_line(pad_from_text("0 5\n"), "merge")[1] == "say where: save FILE"
