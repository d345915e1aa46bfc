"""Edits of a ledger preserve the owner's text."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.ledger_text import EditHistory, LedgerText, decode_ledger
from ginrummy.text.ledger.merging import Clash, merge_lines, merge_texts
from ginrummy.text.ledger.score_ledger import build_pad_ledger, read_ledger
from ginrummy.text.ledger.sheet_json import ledger_json

FRIDAY = """\
# Friday
variant:  modern   # as at home
joueurs = Anna, Boris

  Anna knock 3 25 # wow
# tea
BORIS gin 31
"""


def edited(*edits: tuple[object, ...], text: str = FRIDAY) -> str:
    """Return `text` after `edits`, each a method's name and its arguments."""
    found = LedgerText.from_text(text)
    for name, *arguments in edits:
        found = getattr(found, str(name))(*arguments)
    return str(found)


@pytest.mark.parametrize(
    ("edit", "before", "after"),
    [
        (("append_line", "Anna 5 # late"), "31\n", "31\nAnna 5 # late\n"),
        (("insert_line", 2, "void"), "BORIS", "void\nBORIS"),
        (("insert_line", 1, "void"), "  Anna", "void\n  Anna"),
        (("replace_line", 1, "Anna 22"), "Anna knock 3 25 #", "Anna 22 #"),
        (("replace_line", 1, "Anna 22 # ah"), "  Anna knock 3 25 # wow", "Anna 22 # ah"),
        (("delete_line", 1), "  Anna knock 3 25 # wow", "# wow"),
        (("delete_line", 2), "BORIS gin 31\n", ""),
        (("set_heading", "variant: classic"), "variant:  modern", "variant: classic"),
        (("set_heading", " variant: classic "), "variant:  modern", " variant: classic "),
        (("set_heading", "players: A, B # new"), "joueurs = Anna, Boris", "players: A, B # new"),
        (("set_heading", "dealer: 0"), "Boris\n\n", "Boris\ndealer: 0\n\n"),
    ],
)
def test_an_edit_changes_its_own_line_only(edit: tuple[object, ...], before: str, after: str) -> None:
    assert FRIDAY.count(before) == 1
    assert edited(edit) == FRIDAY.replace(before, after)


def test_a_heading_finds_its_place() -> None:
    assert edited(("set_heading", "players: A, B"), text="# x\n0 5\n") == "# x\nplayers: A, B\n0 5\n"
    assert edited(("set_heading", "players: A, B"), text="") == "players: A, B\n"
    assert edited(("set_heading", "players: A, B"), text="# x") == "# x\nplayers: A, B\n"


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_marks_and_ends_of_lines_stay(mark: str, end: str) -> None:
    text = mark + FRIDAY.replace("\n", end)
    assert str(LedgerText.from_text(text)) == text
    assert ledger_json(read_ledger(text)) == ledger_json(read_ledger(FRIDAY))
    changed = edited(("delete_line", 2), ("append_line", "void"), ("set_heading", "dealer: 1"), text=text)
    assert changed == text.replace("BORIS gin 31", "void").replace(f"Boris{end}", f"Boris{end}dealer: 1{end}")


def test_a_last_line_without_an_end_gets_one() -> None:
    assert edited(("append_line", "1 5"), text="0 5\r\n0 6") == "0 5\r\n0 6\r\n1 5\r\n"
    assert edited(("replace_line", 1, "1 7"), text="0 5") == "1 7"


def test_other_separators_end_no_line() -> None:
    text = "0 5 # so\u2028far\x0b\x0c\x85\n1 5\n"
    assert [line for _number, line in LedgerText.from_text(text).hands] == ["0 5", "1 5"]
    assert read_ledger(text).lines == ((1, "0 5"), (2, "1 5"))


@pytest.mark.parametrize(
    "edit", [("replace_line", 3, "void"), ("delete_line", 0), ("insert_line", 3, "void")]
)
def test_there_is_no_such_hand(edit: tuple[object, ...]) -> None:
    with pytest.raises(LedgerError, match="there is no hand"):
        edited(edit)


def test_a_pad_numbers_its_hands_and_a_file_its_lines() -> None:
    text = LedgerText.from_text(FRIDAY)
    assert [number for number, _line in build_pad_ledger(text).lines] == [1, 2]
    assert [number for number, _line in read_ledger(FRIDAY).lines] == [5, 7]
    with pytest.raises(LedgerError, match=r"^1: “Anna” is no player"):
        build_pad_ledger(text.set_heading("players: Carl, Dora"))


def test_a_correction_is_the_same_as_writing_anew() -> None:
    text = LedgerText.from_text("0 25\n1 30\n0 10")
    corrected = build_pad_ledger(text.replace_line(2, "0 gin 12"))
    assert corrected == read_ledger("0 25\n0 gin 12\n0 10")
    assert build_pad_ledger(text.delete_line(2)) == read_ledger("0 25\n0 10")
    assert build_pad_ledger(text) == read_ledger("0 25\n1 30\n0 10")


def test_a_house_rule_is_called_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_text('base = "modern"\ngin_bonus = 33\n', encoding="utf-8")
    text = LedgerText.from_text("0 gin 10").set_heading(f"variant: {file}")
    assert text.value("variant") == str(file)
    assert ledger_json(read_ledger(str(text)))["hands"][0]["points"] == 43


@pytest.mark.parametrize("own", ["NFC", "NFD"])
@pytest.mark.parametrize("other", ["NFC", "NFD"])
def test_a_name_is_one_whatever_the_form_of_its_letters(own: str, other: str) -> None:
    def form(text: str) -> str:
        return normalize("NFC" if own == "NFC" else "NFD", text)

    def another(text: str) -> str:
        return normalize("NFC" if other == "NFC" else "NFD", text)

    text = f"{form('players: Zoé, Андрей')}\n{another('dealer: Андрей')}\n{another('ZOÉ knock 3 25')}\n"
    ledger = read_ledger(f"{text}{another('Андр frappé 3 25')}\n")
    assert ledger.players == ("Zoé", "Андрей")
    assert [entry.line.score.winner for entry in ledger.entries] == [0, 1]
    assert ledger.dealer == 1
    assert read_ledger("", players=form("Zoé, Boris"), dealer=another("zoé")).dealer == 0
    with pytest.raises(LedgerError, match="both players have the same name"):
        read_ledger("", players=f"{form('Zoé')}, {another('ZOÉ')}")


def test_headings_are_read_in_either_form() -> None:
    assert read_ledger(normalize("NFD", "сдаёт: 1\n0 5\n")).dealer == 1
    assert edited(("set_heading", "dealer: 0"), text=normalize("NFD", "сдаёт: 1\n")) == "dealer: 0\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (FRIDAY.encode("utf-16"), "f: this is text in UTF-16: save it as UTF-8"),
        (b"\xfe\xff" + FRIDAY.encode("utf-16-be"), "f: this is text in UTF-16: save it as UTF-8"),
        (FRIDAY.encode("utf-16-le"), "f: this is text in UTF-16: save it as UTF-8"),
        (FRIDAY.encode("utf-32-le"), "f: this is text in UTF-32: save it as UTF-8"),
        (b"\0\0\xfe\xff" + FRIDAY.encode("utf-32-be"), "f: this is text in UTF-32: save it as UTF-8"),
        ("Анна 5\n".encode("utf-16-be"), "f: this is text in UTF-16: save it as UTF-8"),
        ("0 5\n# Анна".encode("cp1251"), "f:2: this is not text in UTF-8, perhaps in a Windows code page"),
    ],
)
def test_a_file_that_is_not_utf_8_is_refused_by_name(data: bytes, said: str) -> None:
    with pytest.raises(LedgerError) as refusal:
        decode_ledger(data, "f")
    assert str(refusal.value).startswith(said)


def test_what_is_undone_is_redone_until_the_next_edit() -> None:
    start = EditHistory(0)
    history = start.edit(1).edit(2).edit(2)
    assert history.past == (0, 1)
    undone = history.undo().undo()
    assert (undone.now, undone.future) == (0, (1, 2))
    assert undone.redo().redo() == history
    assert undone.redo().edit(3) == EditHistory(3, (0, 1))


WORDS = st.lists(
    st.sampled_from(["Anna 5", "Boris 6", "# tea", "", "void", "Anna 7", "Boris gin 8"]), max_size=7
)


@settings(max_examples=300)
@given(WORDS, WORDS, WORDS)
def test_a_merge_loses_no_line(base: list[str], mine: list[str], theirs: list[str]) -> None:
    merged, old, *sides = (
        Counter(line.removeprefix("# ") for line in lines)
        for lines in (merge_lines(base, mine, theirs).lines, base, mine, theirs)
    )
    added, alike = [side - old for side in sides], sides[0] & sides[1]
    for line in filter(None, {*added[0], *added[1]}):
        assert merged[line] >= max(side[line] for side in added)
        both = sum(side[line] for side in added)
        assert mine == theirs or merged[line] >= both - min(alike[line], len(base))
    assert merge_lines(base, mine, base).lines == mine
    assert merge_lines(base, base, theirs).lines == theirs
    assert merge_lines(base, mine, mine).lines == mine
    if mine != theirs:
        assert merge_lines(base, [*base, *mine], [*base, *theirs]).lines == [*base, *mine, *theirs]


@pytest.mark.parametrize(
    ("mine", "theirs", "merged"),
    [
        (["Anna 52"], ["Anna 52", "Boris 9"], ["Anna 52", "Boris 9"]),
        (["Anna 30"], ["Anna 26", "Anna 30"], ["Anna 30", "# Anna 26", "Anna 30"]),
        (["Anna 25", "void"], ["Anna 26", "void"], ["Anna 26", "void", "void"]),
        (["Anna 30", "Anna 5"], ["# tea", "Anna 6"], ["Anna 30", "# tea", "Anna 5", "Anna 6"]),
        ([], ["Anna 26"], ["# Anna 26"]),
    ],
)
def test_a_merge_takes_no_new_hand_out_of_the_score(
    mine: list[str], theirs: list[str], merged: list[str]
) -> None:
    assert merge_lines(["Anna 25"], mine, theirs).lines == merged


def test_two_phones_add_and_correct() -> None:
    base = LedgerText.from_text("# Friday\r\n0 5\r\n1 6\r\n")
    mine, theirs = base.append_line("0 7").replace_line(1, "0 50"), base.append_line("1 8").delete_line(2)
    assert str(merge_texts(base, mine, theirs)[0]) == "# Friday\r\n0 50\r\n1 8\r\n0 7\r\n"
    theirs = LedgerText.from_text("# Friday\n0 55\n1 6")
    text, merge = merge_texts(base, mine, theirs)
    assert merge.clashes == (Clash(2, "0 55", range(2, 3), is_remark=True),)
    assert str(text) == "# Friday\r\n0 50\r\n# 0 55\r\n1 6\r\n0 7\r\n"


def test_without_a_base_all_lines_of_both_stay() -> None:
    mine, theirs = map(LedgerText.from_text, ("0 5\n# tea\n1 6\n0 7", "0 5\r\n1 6\r\n0 8\r\n# late\r\n"))
    text, merge = merge_texts(None, mine, theirs)
    assert str(text) == "0 5\n# tea\n1 6\n0 7\n0 8\n# late\n"
    assert merge.clashes == (Clash(3, "0 8", range(4, 5), is_remark=False),)


def test_a_heading_that_both_add_is_there_once() -> None:
    text, mine, theirs = ["players: Anna, Boris", "Anna 5"], "dealer: Anna", "сдающий: Boris # he says"
    both = [[text[0], one, "stakes: 1 € a match", text[1]] for one in (mine, theirs)]
    merge = merge_lines(text, *both)
    assert merge.lines == [*both[0][:3], f"# {theirs}", text[1]]
    assert merge.clashes == (Clash(2, theirs, range(2, 4), is_remark=True),)
