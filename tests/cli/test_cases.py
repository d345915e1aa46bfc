"""The golden cases on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import expected_part, ginrummy, golden_cases, house_rule

Case = dict[str, Any]
SEATS = {0: "knocker", 1: "defender", None: None}


def each(*kinds: str) -> pytest.MarkDecorator:
    cases = golden_cases(*kinds)
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def variant_of(case: Case, folder: Path) -> list[str]:
    return ["--variant", house_rule(folder, case["variant"], case.get("params", {}))]


def given_option(name: str, value: str | None) -> list[str]:
    return [] if value is None else [name, value]


@each("deadwood")
def test_deadwood(case: Case, tmp_path: Path) -> None:
    ran = ginrummy("hand", *case["given"]["hand"], *variant_of(case, tmp_path), "--json")
    assert expected_part(ran.json, case["expected"]) == case["expected"]


@each("closings")
def test_closings(case: Case, tmp_path: Path) -> None:
    given = case["given"]
    ran = ginrummy(
        "hand",
        " ".join(given["hand"]),
        *variant_of(case, tmp_path),
        *given_option("--upcard", given.get("upcard")),
        *given_option("--top", given.get("discard_top")),
        *given_option("--taken", given.get("taken_from_discard")),
        "--json",
    )
    found = ran.json
    assert expected_part(found, case["expected"]) == case["expected"]
    assert (
        found["closings"].keys() | found["refused"].keys() == set(given["hand"]) == found["discards"].keys()
    )
    assert not found["closings"].keys() & found["refused"].keys()


@each("showdown")
def test_showdown(case: Case, tmp_path: Path) -> None:
    given = case["given"]
    ran = ginrummy(
        "showdown",
        "--spread",
        " / ".join(" ".join(meld) for meld in given["knocker_melds"]),
        "--unmatched",
        " ".join(given["knocker_unmatched"]),
        "--defender",
        "".join(given["defender_hand"]),
        *variant_of(case, tmp_path),
        *given_option("--upcard", given.get("upcard")),
        *(["--big-gin"] if given.get("big_gin") else []),
        "--json",
    )
    assert expected_part(ran.json, case["expected"]) == case["expected"]


@each("score")
def test_score_of_a_hand(case: Case, tmp_path: Path) -> None:
    given = case["given"]
    word = "gin" if given.get("gin") else "knock"
    line = f"0 {word} {given['knocker_deadwood']} {given['defender_deadwood']} {given.get('upcard', '')}"
    ran = ginrummy("score", "-", *variant_of(case, tmp_path), "--json", stdin=line)
    (hand,) = ran.json["hands"]
    hand["winner"] = SEATS[hand["winner"]]
    assert expected_part(hand, case["expected"]) == case["expected"]


@each("game", "hollywood", "manche")
def test_ledger(case: Case, tmp_path: Path) -> None:
    lines = [" ".join("-" if cell is None else str(cell) for cell in hand) for hand in case["given"]["hands"]]
    file = tmp_path / "ledger.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    ran = ginrummy("score", str(file), *variant_of(case, tmp_path), "--json")
    assert expected_part(ran.json, case["expected"]) == case["expected"]
    assert ginrummy("score", str(file), *variant_of(case, tmp_path)).status == 0


@each("wall")
def test_end_of_the_stock(case: Case, tmp_path: Path) -> None:
    variant = variant_of(case, tmp_path)
    deadwoods = [
        ginrummy("hand", *hand, *variant, "--json").json["deadwood"] for hand in case["given"]["hands"]
    ]
    line = "wall {} {}".format(*deadwoods)
    (hand,) = ginrummy("score", *variant, "--json", stdin=line).json["hands"]
    assert expected_part(hand, case["expected"]) == case["expected"]


@each("next_dealer")
def test_next_dealer(case: Case, tmp_path: Path) -> None:
    given = case["given"]
    line = "void" if given["winner"] is None else f"{given['winner']} 10"
    heading = ["--dealer", str(given["dealer"])]
    ran = ginrummy("score", *variant_of(case, tmp_path), *heading, "--json", stdin=line)
    assert ran.json["next_dealer"] == case["expected"]["next_dealer"]
