"""`ginrummy score`: sheets, and lines that are refused."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ginrummy.coach.charts import season_svg
from ginrummy.text.ledger.ledger_text import LONGEST_LEDGER
from ginrummy.text.ledger.season import read_season
from ginrummy.variants.files import LONGEST_RULES
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
        "Partie: 0 2,000, 1 0",
        "",
        "0 has won the partie.",
        "After the end, not counted: line 21",
    ]
    more = sheet("\n".join(["0 100 0"] * 23), "--variant", "oklahoma_extra")
    assert more[-1] == "After the end, not counted: lines 21–23"


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
        ("players: Zoé, Boris\nZoé 5".encode("cp1252"), [], "-:1: this is not text in UTF-8, perhaps"),
        (FRIDAY.encode("utf-16-le"), [], "-: this is text in UTF-16: save it as UTF-8"),
        (FRIDAY.encode("utf-32"), [], "-: this is text in UTF-32: save it as UTF-8"),
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


KING = "form: king\nplayers: Anna, Boris, Clara\nstakes: 2 € a match\nAnna gin 80\nClara gin 31\nClara 60\n"
TWO = "players: anna, Zoe\u0301\nAnna 40\nZoé gin 80\n"


def season_files(folder: Path) -> list[str]:
    """Write three evenings and return their files."""
    texts = {"a.txt": KING, "b.txt": TWO, "c.txt": "form: free\nplayers: Clara, ZOÉ\nClara gin 90\n"}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [str(folder / name) for name in texts]


@pytest.mark.parametrize("code", ["en", "fr", "ru"])
def test_a_season_adds_evenings_up(tmp_path: Path, code: str) -> None:
    ran = ginrummy("score", "--season", "--lang", code, *season_files(tmp_path))
    assert (ran.status, ran.err) == (0, "")
    table, course, payments = ran.out.split("\n\n")
    rows = [re.split(r"  +", line) for line in table.splitlines()[1:]]
    assert [row[:6] for row in rows] == [
        ["1", "Clara", "2", "2", "3", "+231"],
        ["2", "Zoé", "2", "1", "1", "−50"],
        ["3", "Anna", "2", "1", "2", "−76"],
        ["4", "Boris", "1", "0", "0", "−105"],
    ]
    assert [line.split()[0] for line in course.splitlines()[1:]] == [row[1] for row in rows]
    assert course.splitlines()[1].split()[1].endswith("█")
    assert [line.split()[:3] for line in payments.splitlines()[1:]] == [["Boris", "→", "Clara"]]


def test_a_season_as_json_sums_to_nothing(tmp_path: Path) -> None:
    found = ginrummy("score", "--season", "--json", *season_files(tmp_path)).json
    assert [total["name"] for total in found["totals"]] == ["Anna", "Boris", "Clara", "Zoé"]
    assert [total["evenings"] for total in found["totals"]] == [2, 1, 2, 2]
    assert sum(total["gain"] for total in found["totals"]) == 0
    assert [course[-1] for course in found["courses"]] == [total["gain"] for total in found["totals"]]
    assert [total["stakes"] for total in found["totals"]] == [{"€": 0}, {"€": -200}, {"€": 200}, {}]
    assert found["stake_payments"] == {"€": [{"payer": 1, "receiver": 2, "amount": 200}]}


@pytest.mark.parametrize("code", ["en", "fr", "ru"])
def test_a_season_is_drawn_into_a_file(tmp_path: Path, code: str) -> None:
    graph = tmp_path / "season.svg"
    ran = ginrummy("score", "--season", "--lang", code, "--graph", str(graph), *season_files(tmp_path))
    assert (ran.status, ran.err) == (0, "")
    drawn = ElementTree.parse(graph).getroot()
    space = "{http://www.w3.org/2000/svg}"
    lines = drawn.findall(f"{space}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [4] * 4
    assert len({(line.attrib["stroke"], line.attrib["stroke-dasharray"]) for line in lines}) == 4
    texts = [text.text for text in drawn.findall(f"{space}text")]
    assert texts[-4:] == ["Clara", "Zoé", "Anna", "Boris"]
    assert "there is another file" in refused(
        "score", "--season", "--graph", str(graph), *season_files(tmp_path)
    )
    assert "ends in .svg" in refused("score", "--season", "--graph", "x.png", *season_files(tmp_path))
    assert "--season only" in refused("score", "--graph", "x.svg", season_files(tmp_path)[0])


def test_a_season_says_that_an_unfinished_match_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text("players: Anna, Boris\nAnna 83\n", encoding="utf-8")
    season = ginrummy("score", "--season", str(file)).out
    assert "1 match is not finished: its points do not count." in season
    whole = ginrummy("score", "--season", *season_files(tmp_path)[:1], str(file), str(file)).out
    assert "matches are not finished: their points do not count." in whole


def test_a_season_is_a_table_for_spreadsheets(tmp_path: Path) -> None:
    found = ginrummy("score", "--season", "--csv", "--lang", "fr", *season_files(tmp_path)).out
    assert found.splitlines()[:2] == [
        "\ufeffperson;evenings;matches won;hands won;points;won €", "Clara;2;2;3;231;2,0"
    ]  # fmt: skip


def test_a_season_knows_people_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "nameless.txt"
    file.write_text("0 25\n", encoding="utf-8")
    assert "name the players: a season knows people by their names" in refused("score", "--season", str(file))
    first, second, _third = season_files(tmp_path)
    assert "several files are a season: --season" in refused("score", first, second)
    assert refused("score", "--season", "--form", "king", first).endswith(
        "--season and --form do not go together"
    )


@pytest.mark.parametrize(
    ("code", "sign", "mark"), [("en", ",", ""), ("fr", ";", "\ufeff"), ("ru", ";", "\ufeff")]
)
def test_hands_are_a_table_for_spreadsheets(code: str, sign: str, mark: str) -> None:
    evening = ginrummy(
        "score", "--csv", "--lang", code, stdin=KING + "form: free\nBoris Clara knock 3 25\n"
    ).out
    lines = [line.replace(sign, " ") for line in evening.splitlines()]
    assert lines[0] == f"{mark}part hand first second kind winner points"
    assert (lines[1], lines[-1]) == ("1 1 Anna Boris gin Anna 105", "2 4 Boris Clara knock Boris 22")
    assert len(lines) == 5
    two = ginrummy("score", "--csv", "--lang", code, stdin=TWO).out.splitlines()
    assert two[2].split(sign) == ["1", "2", "anna", "Zoé", "gin", "Zoé", "105"]
    assert refused("score", "--csv", "--json", stdin=TWO).endswith("do not go together")


THREE = "form: winner_stays\nvariant: classic\nplayers: Anna, Boris, Clara\n"
FOUR = "form: partnership\nplayers: Anna, Boris – Clara, Denis\n"


def merged(
    folder: Path, base: str | None, mine: str, theirs: str, *options: str
) -> tuple[int, str, list[str]]:
    """Return status, text and errors of a merge of two files, without their folder."""
    texts = {"mine.txt": mine, "theirs.txt": theirs} | ({} if base is None else {"base.txt": base})
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    files = [str(folder / name) for name in texts]
    ran = ginrummy("score", "--merge", *files[:2], *(["--base", files[2]] if files[2:] else []), *options)
    return ran.status, ran.out, ran.err.replace(f"{folder}/", "").splitlines()


def test_two_phones_with_hands_of_two_boards_merge(tmp_path: Path) -> None:
    both = (f"{FOUR}Anna 25\n", f"{FOUR}Denis gin 31\n# late\n")
    for base in (FOUR, None):
        assert merged(tmp_path, base, *both) == (0, f"{FOUR}Anna 25\nDenis gin 31\n# late\n", [])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "theirs.txt:4: “Anna 26” is a remark now: both have changed this line"),
        ("fr", "theirs.txt:4\u00a0: «\u00a0Anna 26\u00a0» est maintenant une remarque\u00a0: "
               "les deux ont changé cette ligne"),
        ("ru", "theirs.txt:4: «Anna 26» теперь примечание: эту строку изменили оба"),
    ],
)  # fmt: skip
def test_a_merge_names_what_clashes_and_loses_no_line(tmp_path: Path, code: str, said: str) -> None:
    base = f"{THREE}Anna 25\n"
    both = (f"{THREE}Anna 27\nClara 9\n", f"{THREE}Anna 26\nClara 9\n")
    status, text, told = merged(tmp_path, base, *both, "--lang", code)
    assert (status, text) == (1, f"{THREE}Anna 27\n# Anna 26\nClara 9\nClara 9\n")
    assert told[0] == said
    assert len(told) == 2
    assert told[1].startswith("theirs.txt:5")
    assert told[1].count("Clara 9") == 2


def test_a_hand_that_cannot_be_after_a_merge_is_named(tmp_path: Path) -> None:
    status, text, told = merged(tmp_path, THREE, f"{THREE}Anna 5\n", f"{THREE}Boris 5\n")
    assert (status, text) == (1, f"{THREE}Anna 5\nBoris 5\n")
    assert told[1:] == ["-:5: Boris sits out of this hand (RULES 14.11)"]


def test_a_merge_is_written_over_no_other_file(tmp_path: Path) -> None:
    mine, theirs = "0 5\r\n1 6\r\n", "0 5\n1 6\n1 7\n"
    other = tmp_path / "other.txt"
    other.write_text("0 9\n", encoding="utf-8")
    status, _text, told = merged(tmp_path, None, mine, theirs, "--output", str(other))
    assert (status, told) == (2, ["ginrummy: other.txt: there is another file of that name already"])
    for name in ("new.txt", "mine.txt"):
        assert merged(tmp_path, None, mine, theirs, "--output", str(tmp_path / name)) == (0, "", [])
        assert (tmp_path / name).read_bytes() == b"0 5\r\n1 6\r\n1 7\r\n"
    assert other.read_text("utf-8") == "0 9\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["a.txt"], "--merge: two files are merged"),
        (["a.txt", "a.txt", "--form", "king"], "--merge and --form do not go together"),
        (["a.txt", "a.txt", "--csv"], "--merge and --csv do not go together"),
        (["-", "-"], "-: standard input can be read only once"),
        (["-", "a.txt", "--base", "-"], "-: standard input can be read only once"),
        (
            ["a.txt", "a.txt", "--base", "latin.txt"],
            "latin.txt:1: this is not text in UTF-8, perhaps in a Windows code page: save it as UTF-8",
        ),
        (["a.txt", "bad.txt"], "bad.txt:1: a knock with 12 points: the limit is 10 (RULES 5.2)"),
        (
            ["a.txt", "two.txt"],
            "a.txt + two.txt: “variant: modern”: there is such a heading already, in line 1",
        ),
    ],
)
def test_files_that_cannot_be_merged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("a", "players: Anna, Boris\nvariant: modern\nAnna 5\n"),
        ("bad", "0 knock 12 30\n"),
        ("two", "variant: modern\nplayers: Anna, Boris\nAnna 5\n"),
    ):
        Path(f"{name}.txt").write_text(text, encoding="utf-8")
    Path("latin.txt").write_bytes("Zoé 5".encode("latin-1"))
    assert refused("score", "--merge", *arguments) == f"ginrummy: {said}"


def test_a_base_belongs_to_a_merge() -> None:
    for option in ("--base", "--output"):
        assert refused("score", option, "a.txt", stdin="0 5").endswith("this is of use with --merge only")


def test_a_sheet_is_drawn_into_a_file(tmp_path: Path) -> None:
    picture = tmp_path / "evening.png"
    for text in (KING, FRIDAY):
        ran = ginrummy("score", "--picture", str(picture), stdin=text)
        assert (ran.status, ran.out, ran.err) == (0, "", "")
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert "there is another file" in refused("score", "--picture", str(picture), stdin=text)
        picture.unlink()
    assert "ends in .png" in refused("score", "--picture", "x.gif", stdin=KING)
    assert "do not go together" in refused("score", "--season", "--picture", "x.png", stdin=KING)


def test_the_graph_of_a_season_names_everybody() -> None:
    names = [f"P{evening}x{number}" for evening in range(3) for number in range(40)]
    evenings = [names[start : start + 40] for start in (0, 40, 80)]
    texts = [
        (f"{number}.txt", f"form: free\nplayers: {', '.join(some)}\n{some[0]} {some[1]} gin 80\n")
        for number, some in enumerate(evenings)
    ]
    drawn = season_svg(read_season(texts))
    assert all(f">{name}<" in drawn for name in names)


@pytest.mark.parametrize("options", [(), ("--pad",), ("--season",)])
def test_a_file_that_is_far_too_long_is_refused_before_it_fills_the_memory(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "evening.txt"
    with file.open("wb") as written:
        written.truncate(LONGEST_LEDGER + 1)
    assert refused("score", *options, str(file)) == f"ginrummy: {file}: that is too long for an evening"


def test_rules_that_are_far_too_long_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("#" * (LONGEST_RULES + 1), encoding="utf-8")
    told = f"ginrummy: {file}: that is too long for the rules of a game"
    assert refused("variants", str(file)) == told
