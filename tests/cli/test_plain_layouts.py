"""Hands, showdowns and score sheets worked out on paper, typed as a player types them."""

from __future__ import annotations

from typing import Any

import pytest

from ginrummy.rules.types import Seat
from tests.cli.running import ginrummy, refused

THREE = "4S5S6S 9H9D9C QDQCQS"
RING = "KSAS2S 4H4D4C 9H9D9C 7H"
GIN = "4H5H6H7H / 9S9D9C / KSKDKC"
KNOCK = "4H5H6H / 9S9D9C / KSKDKC"
HIGH = "JSQSKS / 4H5H6H / 9H9D9C"
BIG = "4S5S6S7S / 9H9D9C / QDQCQSQH"
BROKEN = "8H 3H 9H KH 2S 5C 6C 7D QD QS"
ACE = "AS TS 2S 3C 5C 7D 8D TH QD QH"
MELDED = "KSKDKC 2H3H4H 8S8D JC 5D"


@pytest.mark.parametrize(
    ("variant", "hand", "deadwood"),
    [
        ("standard", "AS2S3S 4H5H6H 7D8D9D KC", 10),
        ("standard", "KSQS AS2S3S 4H4D4C 9H9D", 38),
        ("high_low_ace", "AS QSKS 2S3S 4H4D4C 9H9D", 23),  # the ace is high: 2 3 9 9
        ("round_the_corner", "QSKSAS2S3S 4H4D4C 9H9D", 18),
        ("high_low_ace", RING, 34),  # K A 2 is no run, and an ace counts 15
        ("round_the_corner", RING, 7),
        ("two_pack", "7H7H7S 4D5D6D TCJCQC 2S", 2),
        ("two_pack", "KSKSKHKDKC 4D5D6D 2S 3H", 15),  # five kings: four and one
        ("two_pack", "KSKSKHKHKDKC 4D5D6D 2S", 2),  # six: three and three
        ("two_pack", "7S7S7H7H7D7D7C 2S3S4S", 0),  # seven: three and four
        ("two_pack", "4D4D5D5D6D6D TCJCQCKC", 0),
        ("two_pack", "4D5D5D6D TCJCQC 2S2H2C", 5),  # no run holds a rank twice
        ("two_pack", "QSKSAS AS2S3S 5H5H5D 8C", 8),  # one ace high, its twin low
    ],
)
def test_deadwood(variant: str, hand: str, deadwood: int) -> None:
    assert ginrummy("hand", hand, "--variant", variant, "--json").json["deadwood"] == deadwood


@pytest.mark.parametrize(
    ("variant", "hand", "options", "closings"),
    [
        ("straight", f"{THREE} 6H KD", "", ""),
        ("straight", f"{THREE}QH KD", "", "KD gin 0"),
        ("oklahoma", f"{THREE} AH KD", "--upcard AC", "KD knock 1"),
        ("oklahoma", f"{THREE} 2H KD", "--upcard AC", ""),
        ("oklahoma_full", f"{THREE} AH KD", "--upcard AC", ""),
        ("oklahoma_full", f"{THREE}QH KD", "--upcard AC", "KD gin 0"),
        ("two_pack", f"{THREE} 6H KD", "--top AD", "KD knock 6, 6H knock 10"),
        ("two_pack", f"{THREE} 6H KD", "--top 5D", ""),
        ("two_pack", f"{THREE} 5H KD", "--top 5D", "KD knock 5"),
        ("two_pack", "4S5S6S7S 9H9D9C 2H 3C 2D KD", "--top TD", ""),  # seven points, but three cards
        ("two_pack", "4S5S6S7S 9H9D9C9S 2H 3C KD", "--top TD", "KD knock 5"),
        ("standard", f"{THREE} 6H KD", "--taken KD", "6H knock 10"),
        ("two_pack", f"{THREE} KD KD", "--top TD --taken KD", "KD knock 10"),  # its twin goes
        ("high_low_ace", f"{THREE} AH KD", "", "AH knock 10"),
        ("eaai", f"{THREE} 7H 4H", "", "7H knock 4, 4H knock 7"),
        ("round_the_corner", "JSQSKSAS2S3S 4H4D4C 7H 9C", "", "9C knock 7, 7H knock 9"),
        (
            "round_the_corner",
            "5S6S7S8S9STSJSQSKSAS2S",
            "",
            "5S gin 0, 6S knock 5, 8S gin 0, 9S gin 0, TS gin 0, JS gin 0, QS gin 0, AS knock 2, 2S gin 0",
        ),
    ],
)
def test_closings(variant: str, hand: str, options: str, closings: str) -> None:
    found = ginrummy("hand", hand, "--variant", variant, *options.split(), "--json").json
    due = [each.split() for each in closings.split(", ") if each]
    assert found["closings"] == {card: [kind, int(left)] for card, kind, left in due}
    assert found["big_gin"] is False


@pytest.mark.parametrize(("variant", "played"), [("modern", True), ("standard", False), ("straight", True)])
def test_eleven_melded_cards(variant: str, played: bool) -> None:
    found = ginrummy("hand", BIG.replace("/", ""), "--variant", variant, "--json").json
    assert found["big_gin"] is played
    assert set(found["closings"]) == {"4S", "7S", "QD", "QC", "QS", "QH"}


@pytest.mark.parametrize(
    ("variant", "laid", "defender", "options", "due"),
    [
        ("eaai", f"{KNOCK} + 2D", "2H3H7H8H9HKH QS JD TC 5S", "", ("knock", "knocker", 2, 35, 33)),
        ("eaai", f"{KNOCK} + TH", "2H3H7H8H9HKH 4C 2S2D2C", "", ("undercut", "defender", 10, 4, 31)),
        ("eaai", f"{KNOCK} + 4S", "2H3H7H8H9HKH 4C 2S2D2C", "", ("undercut", "defender", 4, 4, 25)),
        ("two_pack", f"{KNOCK} + TH", "2H3H7H8H9HKH 4C 2S2D2C", "--top TD", (..., "defender", 10, 4, 26)),
        ("eaai", GIN, BROKEN, "", ("gin", "knocker", 0, 70, 95)),
        ("round_the_corner_hoyle", GIN, BROKEN, "", ("gin", "knocker", 0, 40, 60)),
        ("round_the_corner_hoyle", GIN, "8H3H9HKH 2S2D2C 5C6C7C", "", ("gin_void", None, 0, 0, 0)),
        ("eaai", GIN, "2S2D2C 5C6C7C8C THJHQH", "", ("gin", "knocker", 0, 0, 25)),
        ("eaai", f"{KNOCK} + 2D", "2S2H2C 5C6C7C8C THJHQH", "", ("undercut", "defender", 2, 0, 27)),
        ("oklahoma_full", GIN, BROKEN, "--upcard 6S", ("gin", "knocker", 0, 70, 190)),
        ("oklahoma_full", GIN, BROKEN, "--upcard 6D", ("gin", "knocker", 0, 70, 95)),
        (
            "spades_double",
            f"{KNOCK} + 6C",
            "2S3D5C7D8DTCTDJHQDQS",
            "--upcard 6S",
            ("knock", "knocker", 6, 75, 138),
        ),
        (  # the fifth king has no place
            "two_pack",
            "KSKHKDKC / 4H5H6H7H + 2S 3C",
            "KS 8H 3H TD JC QS 5C 6C 8S 2D",
            "--top TD",
            ("knock", "knocker", 5, 61, 56),
        ),
        (  # a twin of a king has
            "two_pack",
            "KSKSKH / 4H5H6H7H8H + 2S 3C",
            "KH 9H 3H TD JC QS 5C 6C 8S 2D",
            "--top TD",
            ("knock", "knocker", 5, 51, 46),
        ),
        ("eaai", f"{HIGH} + 2D", ACE, "", ("knock", "knocker", 2, 56, 54)),
        ("high_low_ace", f"{HIGH} + 2D", ACE, "", ("knock", "knocker", 2, 55, 53)),
        ("round_the_corner", f"{HIGH} + 2D", ACE, "", ("knock", "knocker", 2, 53, 51)),
        ("modern", BIG, MELDED, "--big-gin", ("big_gin", "knocker", 0, 31, 62)),
        ("two_pack", BIG, MELDED, "--big-gin", ("big_gin", "knocker", 0, 31, 81)),
        ("high_low_ace", BIG, MELDED, "--big-gin", ("big_gin", "knocker", 0, 31, 71)),
    ],
)
def test_showdown(variant: str, laid: str, defender: str, options: str, due: tuple[Any, ...]) -> None:
    spread, _plus, unmatched = laid.partition(" + ")
    named = ["--spread", spread, "--unmatched", unmatched, "--defender", defender, "--variant", variant]
    found = ginrummy("showdown", *named, *options.split(), "--json").json
    kind, *rest = due
    assert kind in (found["kind"], ...)
    fields = ("winner", "knocker_deadwood", "defender_deadwood", "points")
    assert [found[field] for field in fields] == rest


@pytest.mark.parametrize(
    ("variant", "line", "kind", "winner", "points"),
    [
        ("modern", "0 undercut 9 4", "undercut", 0, 30),
        ("eleven_card", "1 knock 5 5", "undercut", 0, 10),
        ("classic", "0 gin 31", "gin", 0, 51),
        ("two_pack", "0 knock 8 3", "undercut", 1, 25),
        ("two_pack", "0 knock 8 0", "undercut", 1, 28),
        ("high_low_ace", "wall 26 45", "wall_compare", 0, 19),
        ("high_low_ace", "1 wall 26 45", "wall_compare", 1, 19),
        ("high_low_ace", "wall 30 30", "wall_compare", None, 0),
        ("eaai", "wall 26 45", "void", None, 0),
        ("spades_double", "0 gin 30 ♠", "gin", 0, 100),
        ("spades_double", "1 knock 6 20 6S", "knock", 1, 28),
        ("oklahoma_full", "0 gin 30 S", "gin", 0, 110),
    ],
)
def test_a_line_of_the_pad(variant: str, line: str, kind: str, winner: Seat | None, points: int) -> None:
    (hand,) = ginrummy("score", "-", "--variant", variant, "--json", stdin=line).json["hands"]
    assert (hand["kind"], hand["winner"], hand["points"]) == (kind, winner, points)


@pytest.mark.parametrize(
    ("variant", "lines", "final", "winner"),
    [
        ("russian_tournament", "0 50, 1 30, 0 55", [255, 55], 0),
        ("modern", "0 60, void, 0 45", [360, 0], 0),  # 105 twice, 100 for the game, two boxes
        ("classic", "1 100", [0, 320], 1),
        ("oklahoma_full", "0 100 2, 0 60", [360, 0], 0),
        ("hollywood", "0 60, 0 50, 0 40, 1 20, 0 15, 1 30, 0 50", [520, 50], 0),
        ("hollywood", "1 99, 0 100, 1 50, 1 60, 0 10, 0 95", [305, 369], 1),  # the rubber lost it
        ("hollywood", "0 10, 0 10, 0 10, 0 100", [760, 0], 0),
    ],
)
def test_a_sheet(variant: str, lines: str, final: list[int], winner: Seat) -> None:
    text = lines.replace(", ", "\n")
    found = ginrummy("score", "-", "--variant", variant, "--json", stdin=text).json
    assert (found["final"], found["winner"], found["unplayed"]) == (final, winner, [])


def test_columns_that_are_closed_are_skipped() -> None:
    text = "1 99\n0 100\n1 50\n1 60\n0 10\n0 95"
    found = ginrummy("score", "-", "--variant", "hollywood", "--json", stdin=text).json
    assert found["entries"] == [[1], [1], [2], [2, 3], [3], [3]]
    assert found["columns"] == [[100, 99], [0, 110], [105, 60]]
    assert (found["closed_by"], found["games_won"], found["blitzes"]) == ([0, 1, 0], [2, 1], [0, 1])
    assert found["rubber"] == 0


LAID = ["showdown", "--spread", KNOCK]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hand", "7H 7H"], "7♥"),
        (["hand", "7H7H7H", "--variant", "two_pack"], "7♥"),
        (["hand", "1H"], "1H"),
        (["hand", "AS2S3S4S5S6S7S8S9STSJSQS"], "12"),
        (["hand", "\x00\ud800"], ""),
        (["hand", f"{THREE} 6H KD", "--taken", "2C"], "2♣"),
        ([*LAID, "--unmatched", "2D", "--defender", "2D3D"], "2♦"),
        ([*LAID, "--unmatched", "JH AH", "--defender", "2S3D5C7D8DTCTDJDQDQS"], ""),
        ([*LAID, "--unmatched", "QH 2D", "--defender", "2S3D5C7D8DTCTDJHQDQS"], ""),
        (["showdown", "--spread", "4H5H7H", "--defender", "2S"], ""),
        ([*LAID, "--unmatched", "7C", "--defender", "2S3D5C7D8DTCTDJHQDQS", "--variant", "straight"], "5."),
        (["score", "-", "--variant", "classic"], "5.7"),
        (["score", "-", "--variant", "oklahoma"], "5.7"),
    ],
)
def test_what_cannot_be_is_refused(arguments: list[str], said: str) -> None:
    assert said in refused(*arguments, stdin="0 biggin 31")
