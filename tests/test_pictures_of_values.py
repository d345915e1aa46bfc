"""Pictures for notebooks: values display themselves, and a view shows no more than its seat knows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ginrummy.coach import review
from ginrummy.game.cards import FACE_COUNT, Hand, faces_of, hand_of
from ginrummy.game.match import Match
from ginrummy.game.view import view_of
from ginrummy.locale import using_language
from ginrummy.players import load_player
from tests.playing import whole

PROJECT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"
DARK, RED = "#1b1b1b", "#c62828"


def texts(picture: str) -> list[str]:
    """Return the texts on the cards of a picture, in order. It must be well-formed."""
    return [each.text or "" for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def svg_of(value: object) -> str:
    """Return the SVG of `value` in a notebook."""
    picture: str = value._repr_svg_()  # type: ignore[attr-defined]
    return picture


@pytest.mark.parametrize(("code", "ranks"), [("en", "A 10 Q"), ("fr", "A 10 D"), ("ru", "Т 10 Д")])
def test_a_hand_shows_its_cards_in_the_letters_of_the_language(code: str, ranks: str) -> None:
    with using_language(code):
        picture = svg_of(Hand("AS TH QD"))
    assert texts(picture) == ranks.split()
    assert [DARK in part for part in picture.split("<g ")[1:]] == [True, False, False]
    assert picture.count("<path") == 3


def test_every_card_has_a_picture_of_its_own() -> None:
    assert len({svg_of(hand_of([face])) for face in range(FACE_COUNT)}) == FACE_COUNT
    assert len(texts(svg_of(hand_of([5, 5])))) == 2


def test_a_view_shows_the_known_cards_of_the_other_hand_and_no_other() -> None:
    match, players = Match.start("standard", 7), [load_player("simple")] * 2
    for _move in range(24):
        view = view_of(match, match.game.turn)
        known, own = len(faces_of(view.opponent_known)), len(faces_of(view.hand))
        written = texts(svg_of(view))
        assert written[known : view.opponent_size] == [""] * (view.opponent_size - known)
        assert written[view.opponent_size] == str(view.stock)
        assert len(written) == view.opponent_size + 1 + (view.top is not None) + own
        if match.game.is_over:
            break
        match = match.play(players[match.game.turn].decide(view))
    assert "" not in texts(svg_of(match.game))
    assert ElementTree.fromstring(svg_of(match)).findtext(f"{SVG}title") == str(match)


def test_a_review_shows_its_course_in_a_frame() -> None:
    found = review(whole("standard", seed=2, hands=1), quick=True, workers=1)
    frame = ElementTree.fromstring(found._repr_html_())
    assert frame.tag == "iframe"
    assert "<h1>Player 1 against Player 2</h1>" in frame.attrib["srcdoc"]
    assert frame.attrib["srcdoc"].count("<polyline") == 3
    assert "accuracy" in frame.attrib["srcdoc"]


@pytest.mark.long
def test_the_notebook_shows_what_its_cells_come_to() -> None:
    command = [sys.executable, "tools/run-notebook", "examples/walkthrough.ipynb", "--check"]
    ran = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
