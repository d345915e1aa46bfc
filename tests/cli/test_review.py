"""The command `ginrummy review`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ginrummy.coach import Review, review
from ginrummy.game.match import Match
from ginrummy.locale import LANGUAGES
from tests.cli.running import ginrummy, refused
from tests.playing import whole
from tests.record.texts import text_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with records of a hand each."""
    for number, seed in enumerate((1, 2)):
        text = text_of(whole("standard", seed=seed, hands=1), "standard")
        (tmp_path / f"{number}.gin").write_text(text, encoding="utf-8")
    return tmp_path


@cache
def reviewed(match: Match, quick: bool, seed: int) -> Review:
    """Return the review of `match`, which has no words and is the same in every language."""
    return review(match, quick=quick, seed=seed)


@pytest.fixture
def reviewed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Review a match once for all languages."""

    def found(match: Match, *, quick: bool, seed: int, report: object) -> Review:
        return reviewed(match, quick, seed)

    monkeypatch.setattr("ginrummy.cli.review.review", found)


@pytest.mark.long
@pytest.mark.usefixtures("reviewed_once")
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_match_is_told_in_words_and_on_a_page(folder: Path, code: str) -> None:
    page = folder / "page.html"
    ran = ginrummy("review", str(folder / "0.gin"), "--quick", "--all", "--html", str(page), "--lang", code)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("%") > 8
    assert "{" not in ran.out
    assert f'lang="{code}"' in page.read_text(encoding="utf-8")


@pytest.mark.long
def test_a_folder_is_reviewed_match_by_match(folder: Path) -> None:
    told = ginrummy("review", str(folder), "--quick", "--json").json
    assert len(told["matches"]) == 2
    assert {each["variant"] for each in told["matches"]} == {"standard"}
    alone = ginrummy("review", str(folder / "1.gin"), "--quick", "--json").json
    assert alone == told["matches"][1]


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "what.gin"
    file.write_text("what?\n", encoding="utf-8")
    assert "what.gin" in refused("review", str(file))


@pytest.mark.parametrize("command", [("review",), ("stats",), ("export",), ("export", "--format", "json")])
def test_a_folder_without_a_record_is_no_silence(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / ".hidden.gin").write_text("", encoding="utf-8")
    said = refused(*command, str(tmp_path))
    assert said == f"ginrummy: {tmp_path}: there is no record in this folder"


@pytest.mark.usefixtures("reviewed_once")
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_accuracies_fit_the_usual_terminal(
    folder: Path, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    out = ginrummy("review", str(folder / "0.gin"), "--quick", "--lang", code).out
    assert max(map(len, out.splitlines())) <= 80
