"""Puzzles as plain forms: chosen, answered once, rated for both sides, explained."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from ginrummy.coach.puzzles import Puzzle, PuzzleFilter, all_puzzles
from ginrummy.coach.puzzles.answers import have_same_effect
from ginrummy.coach.puzzles.collection import level_of
from ginrummy.coach.puzzles.puzzle import NEAREST, new_puzzle, new_solver, update_ratings
from ginrummy.coach.puzzles.themes import THEMES
from ginrummy.web.accounts.guest_merge import merge_guest
from ginrummy.web.http.limits import STRANGER
from ginrummy.web.people.models import Person
from ginrummy.web.puzzles.models import Attempt, PuzzleRating, Solver
from ginrummy.web.puzzles.solvers import next_puzzle_number
from tests.web.forms import offer
from tests.web.play import account, client_of, person

pytestmark = pytest.mark.django_db

SHELF = all_puzzles()
THROWN = next(puzzle for puzzle in SHELF.values() if "discard" in puzzle.themes)
LAID = next(puzzle for puzzle in SHELF.values() if "lay_off" in puzzle.themes)


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.number}"


def moves_on(text: str) -> set[str]:
    """Return the labels of a page's buttons."""
    return set(re.findall(r'name="move"\s+value="([^"]+)"', text))


@pytest.mark.parametrize("puzzle", [THROWN, LAID], ids=["thrown", "laid off"])
def test_every_action_stands_on_the_page_and_none_is_marked(puzzle: Puzzle) -> None:
    text = page(Client(), address(puzzle))
    for option in puzzle.options:
        assert str(option.move) in moves_on(text)
    assert "primary" not in re.sub(r'id="discard"\s+class="primary"', "", text)
    assert "advised" not in text


def test_an_address_makes_only_so_many_people_of_itself() -> None:
    known, answer = client_of(person()), {"move": str(THROWN.solution)}
    before = Person.objects.count()
    codes = [Client().post(address(THROWN), answer).status_code for _stranger in range(STRANGER.times + 2)]
    assert codes == [302] * STRANGER.times + [429] * 2
    assert Person.objects.count() - before == STRANGER.times
    assert Client().post("/settings", {"name": "Ada"}).status_code == 429
    assert known.post(address(THROWN), answer).status_code == 302


@pytest.mark.parametrize("puzzle", [THROWN, LAID], ids=["thrown", "laid off"])
def test_a_stranger_answers_right_and_is_told_why(puzzle: Puzzle) -> None:
    client = Client()
    response = client.post(address(puzzle), {"move": str(puzzle.solution)})
    assert (response.status_code, response["Location"]) == (302, address(puzzle))
    text = page(client, address(puzzle))
    assert "Right:" in text
    assert moves_on(text) == set()
    solver = Solver.objects.get()
    assert (solver.tried, solver.solved, solver.streak) == (1, 1, 1)
    assert solver.value > new_solver().value
    assert PuzzleRating.objects.get().value < new_puzzle(puzzle).value


def test_a_wrong_answer_is_told_what_is_better_and_ends_the_row() -> None:
    someone = person()
    client = client_of(someone)
    client.post(address(THROWN), {"move": str(THROWN.solution)})
    client.post(address(LAID), {"move": str(LAID.options[-1].move)})
    text = page(client, address(LAID))
    assert "Not the best. Better:" in text
    assert "your answer" in text
    assert len(re.findall(r"<tr", text)) == len(LAID.options) + 1
    solver = Solver.objects.get(person=someone)
    assert (solver.tried, solver.solved, solver.streak, solver.longest) == (2, 1, 0, 1)


def test_only_the_first_answer_counts() -> None:
    someone = person()
    client = client_of(someone)
    wrong = next(each.move for each in THROWN.options[1:] if not have_same_effect(each.move, THROWN.solution))
    client.post(address(THROWN), {"move": str(wrong)})
    before = Solver.objects.get(person=someone).value
    client.post(address(THROWN), {"move": str(THROWN.solution)})
    assert Solver.objects.get(person=someone).value == before
    assert not Attempt.objects.get(person=someone).is_right


def test_both_are_rated_by_glicko() -> None:
    someone = person()
    client_of(someone).post(address(THROWN), {"move": str(THROWN.solution)})
    own, theirs = update_ratings(new_solver(), new_puzzle(THROWN), is_solved=True)
    solver, rated = Solver.objects.get(person=someone), PuzzleRating.objects.get(number=THROWN.number)
    assert (solver.strength, rated.strength) == (own, theirs)
    assert own.deviation < new_solver().deviation


@pytest.mark.parametrize("text", ["", "nonsense", "biggin", "lay:7S>1", "9" * 400])
def test_what_cannot_be_played_is_no_answer(text: str) -> None:
    response = Client().post(address(THROWN), {"move": text})
    assert response.status_code == 400
    assert not Attempt.objects.exists()
    assert not Person.objects.exists()


def test_there_is_no_puzzle_of_that_number() -> None:
    assert Client().get("/puzzles/999999999").status_code == 404


def test_the_next_one_is_new_of_the_theme_and_near_in_rating() -> None:
    someone = person()
    theme = "discard"
    wanted = PuzzleFilter("oklahoma", theme, "easy")
    first = next_puzzle_number(someone, wanted, random.Random(1))
    assert first is not None
    assert (theme in SHELF.themes[first], SHELF.games[first]) == (True, "oklahoma")
    assert level_of(SHELF.ratings[first]) == "easy"
    answer = {"move": str(SHELF[first].solution)}
    client_of(someone).post(f"/puzzles/{first}?theme={theme}", answer)
    found = {next_puzzle_number(someone, wanted, random.Random(seed)) for seed in range(60)}
    assert first not in found
    own = Solver.objects.get(person=someone).value
    apart = sorted(abs(SHELF.ratings[number] - own) for number in SHELF.matching(wanted) if number != first)
    nearest = apart[:NEAREST][-1]
    assert all(number and abs(SHELF.ratings[number] - own) <= nearest for number in found)


def test_who_has_tried_none_gets_one_of_the_easiest_of_the_game() -> None:
    easiest = sorted(SHELF.ratings[number] for number in SHELF.matching(PuzzleFilter("oklahoma")))
    for someone in (None, person()):
        found = {
            next_puzzle_number(someone, PuzzleFilter("oklahoma"), random.Random(seed)) for seed in range(60)
        }
        assert all(number and SHELF.games[number] == "oklahoma" for number in found)
        assert max(SHELF.ratings[number or 0] for number in found) <= easiest[NEAREST - 1]
        assert len(found) > 1


def test_one_goes_on_with_what_was_chosen(client: Client) -> None:
    response = client.get("/puzzles/next?game=oklahoma&theme=lay_off&level=medium")
    assert response.status_code == 302
    assert response["Location"].endswith("?game=oklahoma&theme=lay_off&level=medium")
    chosen = response["Location"]
    client.post(chosen, {"move": str(SHELF[int(re.findall(r"\d+", chosen)[0])].solution)})
    assert '/puzzles/next?game=oklahoma&theme=lay_off&level=medium"' in page(client, chosen)
    response = client.get("/puzzles/next?theme=no_such_theme&game=/etc/passwd&level=9")
    assert (response.status_code, "?" in response["Location"]) == (302, False)


def number_in(response: Any) -> int:
    return int(re.findall(r"/puzzles/(\d+)", response["Location"])[0])


@pytest.mark.parametrize(("language", "usual"), [("en", "standard"), ("ru", "russian")])
def test_a_puzzle_is_of_the_game_that_the_player_plays(language: str, usual: str) -> None:
    client = Client(headers={"accept-language": language})
    assert SHELF.games[number_in(client.get("/puzzles/next"))] == usual
    client.post("/play", {"offer": offer(client), "cut": "1", "game": "two_pack"})
    assert {SHELF.games[number_in(client.get("/puzzles/next"))] for _time in range(6)} == {"two_pack"}
    assert '<option value="two_pack" selected>' in page(client, "/puzzles")
    every = {SHELF.games[number_in(client.get("/puzzles/next?game="))] for _time in range(20)}
    assert len(every) > 1


def test_what_a_guest_has_solved_comes_along_into_an_account_that_has_solved_nothing() -> None:
    guest, owner = person(), account()
    client_of(guest).post(address(THROWN), {"move": str(THROWN.solution)})
    merge_guest(guest, owner)
    assert Solver.objects.get().person == owner
    assert Attempt.objects.get().person == owner
    other = person()
    client_of(other).post(address(LAID), {"move": str(LAID.solution)})
    merge_guest(other, owner)
    assert Attempt.objects.filter(person=owner).count() == 1


def test_all_tried_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    someone = person()
    for number in SHELF.matching(PuzzleFilter(theme="lay_off")):
        Attempt.objects.create(person=someone, number=number, move="x", is_right=True, before=1, after=1)
    assert "You have tried all of these." in page(client_of(someone), "/puzzles/next?theme=lay_off")


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_first_page_names_every_theme_there_is(language: str) -> None:
    text = page(Client(headers={"accept-language": language}), "/puzzles?game=")
    there = {theme for themes in SHELF.themes.values() for theme in themes}
    assert set(re.findall(r"theme=(\w+)", text)) == there <= set(THEMES)
