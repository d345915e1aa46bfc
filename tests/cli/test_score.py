"""`ginrummy score`: sheets, and lines that are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import ginrummy, refused

FRIDAY = """\
variant: modern
players: Anna, Boris
Anna knock 3 25
Boris gin 31
void
Anna undercut 9 4
"""


def sheet(text: str, *arguments: str) -> list[str]:
    ran = ginrummy("score", *arguments, stdin=text)
    assert ran.status == 0, ran.err
    return ran.out.splitlines()


def test_the_sheet_of_the_handbook() -> None:
    handbook = Path(__file__).parents[2].joinpath("docs", "score-pad.md").read_text(encoding="utf-8")
    assert FRIDAY in handbook
    assert "\n".join(sheet(FRIDAY)) in handbook


def test_a_match_to_its_end() -> None:
    lines = sheet(FRIDAY + "Anna 30\nAnna gin 0\nAnna 1", "--dealer", "Boris")
    assert [line.split() for line in lines[9:]] == [
        ["6", "Anna:", "gin", "0–0", "+25", "107"],
        [],
        ["points", "of", "the", "hands", "107", "56"],
        ["game", "bonus", "100", "0"],
        ["boxes", "100", "25"],
        ["total", "307", "81"],
        [],
        ["Anna", "has", "won", "the", "match."],
        ["After", "the", "end,", "not", "counted:", "line", "9"],
    ]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "-:1: “Anna” is no player yet: first say who plays, as in “players: Anna, Boris”"),
        ("fr", "-:1\u00a0: «\u00a0Anna\u00a0» n’est pas encore un joueur\u00a0: dites d’abord qui joue, "
               "par exemple «\u00a0joueurs\u00a0: Anne, Boris\u00a0»"),
        ("ru", "-:1: «Anna» пока не игрок: сначала скажите, кто играет, например «игроки: Анна, Борис»"),
    ],
)  # fmt: skip
def test_a_ledger_without_names_says_what_is_missing(code: str, said: str) -> None:
    assert refused("score", "--lang", code, stdin="Anna knock 3 25\n") == f"ginrummy: {said}"
    hint = re.search(r"[“«]\s?(\w+\s?: \w+, \w+)\s?[”»]", said)
    assert hint is not None
    first = re.split(r"[ ,:]+", hint[1].replace("\u00a0", " "))[1]
    assert ginrummy("score", "--lang", code, stdin=f"{hint[1]}\n{first} 25\n").status == 0


def test_an_ending_is_not_taken_for_a_name() -> None:
    assert refused("score", stdin="knock 3 25\n").endswith("“knock” is no player; there are: 0, 1")


def test_who_deals_next() -> None:
    assert sheet(FRIDAY, "--dealer", "B")[-1] == "Next to deal: Anna"
    assert sheet("dealer: 0\n0 25", "--variant", "classic")[-1] == "Next to deal: 0"


def test_hollywood_is_three_columns() -> None:
    lines = sheet("0 60\n0 45\nvoid\n1 50\n1 60\n1 40\n0 20", "--variant", "hollywood")
    assert [line.split() for line in lines[3:]] == [
        ["I", "II", "III"],
        ["0", "1", "0", "1", "0", "1"],
        ["1", "+60", "60"],
        ["2", "+45", "105", "45"],
        ["3", "void"],
        ["4", "+50", "50"],
        ["5", "+60", "110", "60"],
        ["6", "+40", "100"],
        [],
        ["points", "of", "the", "hands", "105", "0", "45", "110", "0", "100"],
        ["blitz", "100", "0", "0", "100"],
        ["total", "205", "0", "45", "110", "0", "200"],
        [],
        ["Rubber:", "1", "+100"],
        [],
        ["Grand", "total:", "0", "250,", "1", "410"],
        ["1", "has", "won", "the", "match."],
        ["After", "the", "end,", "not", "counted:", "line", "7"],
    ]


def test_a_partie_is_its_manches() -> None:
    lines = sheet("0 80 2\n0 70\n1 15 1\n0 gin 30\n1 undercut 4 4", "--variant", "oklahoma_extra")
    assert [line.split() for line in lines[1:] if line] == [
        ["manches", "to", "200,", "the", "partie", "to", "2000"],
        ["Manche", "1"],
        ["hand", "0", "1"],
        ["1", "0", "••", "+80", "80"],
        ["2", "0", "+70", "150"],
        ["3", "1", "•", "+15", "15"],
        ["4", "0:", "gin", "0–30", "••", "+50", "200"],
        ["points", "of", "the", "hands", "200", "15"],
        ["extra", "boxes", "100", "25"],
        ["total", "300", "40"],
        ["Partie:", "0", "300,", "1", "40"],
        ["Manche", "2"],
        ["hand", "0", "1"],
        ["5", "1:", "undercut", "4–4", "•", "+10", "10"],
    ]


def test_a_partie_won() -> None:
    lines = sheet("\n".join(["0 100 0"] * 21), "--variant", "oklahoma_extra")
    assert lines[-4:] == [
        "Partie: 0 2000, 1 0",
        "",
        "0 has won the partie.",
        "After the end, not counted: line 21",
    ]


def test_a_spade_doubles() -> None:
    line = sheet("0 knock 3 25 6S", "--variant", "spades_double")[4]
    assert line.split() == ["1", "0:", "knock", "3–25", "+22×2", "44"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("fr", ["Gin Rami moderne", "undercut 9–4", "donnes gagnées jusqu’ici", "donne nulle"]),
        ("ru", ["Современный джин рамми", "подрезка 9–4", "выиграно конов", "ничья"]),
    ],
)
def test_sheets_in_other_languages(code: str, words: list[str]) -> None:
    out = "\n".join(sheet(FRIDAY, "--lang", code))
    assert [word for word in words if word not in out] == []


def test_the_options_come_before_the_heading() -> None:
    lines = sheet(FRIDAY, "--variant", "classic", "--players", "Boris Anna")
    assert lines[0] == "Classic Gin Rummy (20/10/20)"
    assert lines[3].split() == ["hand", "Boris", "Anna"]


def test_a_file_and_standard_input_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    file.write_bytes(b"\xef\xbb\xbf" + FRIDAY.replace("\n", "\r\n").encode())
    assert ginrummy("score", str(file)).out == ginrummy("score", "-", stdin=FRIDAY).out


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text("# Friday\n\n0 25\n0 knock 12 30\n", encoding="utf-8")
    said = "a knock with 12 points: the limit is 10 (RULES 5.2)"
    assert refused("score", str(file)) == f"ginrummy: {file}:4: {said}"
    assert refused("score", stdin="0 knock 12 30") == f"ginrummy: -:1: {said}"


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        (FRIDAY.encode("utf-16"), [], "-: this is text in UTF-16: save it as UTF-8"),
        ("игроки: Анна, Борис\n# 5\nАнна 5".encode("cp1251"), [], "-:1: this is not text in UTF-8, perhaps"),
        (b"0 25\n1 25 # \xe9", [], "-:2: this is not text in UTF-8, perhaps"),
        ("variant: nope", [], "-:1: there is no variant “nope”"),
        ("variant:\n0 5", [], "-:1: there is no variant “”; there are: "),
        ("players: Anna", [], "-:1: two names belong here, a comma between them"),
        ("", ["--players", "Anna,Anna"], "--players: both players have the same name"),
        ("", ["--dealer", "Carl"], "--dealer: “Carl” is no player yet: first say who plays"),
        ("\ndealer: Carl", [], "-:2: “Carl” is no player yet: first say who plays"),
    ],
)
def test_a_wrong_heading_is_named(text: str | bytes, arguments: list[str], said: str) -> None:
    assert refused("score", *arguments, stdin=text).startswith(f"ginrummy: {said}")
