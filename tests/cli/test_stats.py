"""The command `ginrummy stats`."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest

from ginrummy.locale import LANGUAGES
from tests.cli.running import ginrummy, refused


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_matches_of_a_folder_are_told_in_words(folder: Path, code: str) -> None:
    ran = ginrummy("stats", str(folder), "--unjudged", "--lang", code)
    assert (ran.status, ran.err) == (0, "")
    assert "3" in ran.out.splitlines()[0]
    assert "{" not in ran.out


def test_reviews_bring_accuracy_luck_and_what_went_wrong(folder: Path) -> None:
    page = folder.parent / "page.html"
    ran = ginrummy("stats", str(folder / "b.gin"), "--json", "--html", str(page))
    told = ran.json
    assert told["reviewed"] == told["matches"] == 1
    assert 0 <= told["accuracy"] <= 100
    assert {"draw", "discard"} <= set(told["phases"])
    assert all(each["examples"][0]["place"] == str(folder / "b.gin") for each in told["habits"])
    assert "<svg" in page.read_text(encoding="utf-8")
    other = ginrummy(
        "stats", str(folder / "b.gin"), "--json", "--unjudged", "--player", told["course"][0]["opponent"]
    )
    assert other.json["hands"]["points"] + told["hands"]["points"] > 0


def test_a_name_is_one_whatever_the_form_of_its_letters(folder: Path, tmp_path: Path) -> None:
    text = (folder / "b.gin").read_text("utf-8")
    header = next(line for line in text.splitlines() if line.startswith("[Players"))
    for form in ("NFC", "NFD"):
        name = normalize(form, "Zoé")
        (tmp_path / f"{form}.gin").write_text(text.replace(header, f'[Players "{name}" "Boris"]'), "utf-8")
    for name in ("Zoé", normalize("NFD", "Zoé")):
        told = ginrummy("stats", str(tmp_path), "--unjudged", "--json", "--player", name).json
        assert (told["player"], told["matches"]) == ("Zoé", 2)
    other = ginrummy("stats", str(tmp_path), "--unjudged", "--json", "--player", "Boris").json
    assert [each["opponent"] for each in other["course"]] == ["Zoé", "Zoé"]


def test_somebody_who_does_not_play_there_is_refused(folder: Path) -> None:
    assert "Nobody Else" in refused("stats", str(folder), "--unjudged", "--player", "Nobody Else")


@pytest.mark.parametrize(("code", "said"), [("en", "0 / 0"), ("fr", "0 / 0"), ("ru", "0 / 0")])
def test_whole_numbers_of_matches_have_no_tenths(folder: Path, code: str, said: str) -> None:
    out = ginrummy("stats", str(folder / "b.gin"), "--unjudged", "--lang", code).out
    assert f" {said}\n" in out
