"""The lessons in the browser: read, played on the felt, answered with a reason, progress saved."""

from __future__ import annotations

import pytest
from django.test import Client

from ginrummy.coach.lessons import LESSONS, lesson_positions
from ginrummy.coach.lessons.answers import typical_error
from ginrummy.locale import LANGUAGES
from ginrummy.players.player import is_showdown
from ginrummy.web.accounts.guest_merge import merge_guest
from ginrummy.web.learn.models import LessonAnswer
from tests.web.play import account, client_of, person

pytestmark = pytest.mark.django_db
NAME = LESSONS[1].name


def text_of(client: Client, address: str, code: str = "en") -> str:
    answer = client.get(address, headers={"accept-language": code})
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.mark.parametrize("code", LANGUAGES)
def test_all_lessons_can_be_read_and_lead_to_their_positions(code: str) -> None:
    client = Client()
    page = text_of(client, "/lessons/", code)
    for lesson in LESSONS:
        assert f"/lessons/{lesson.name}" in page
        text = text_of(client, f"/lessons/{lesson.name}", code)
        assert f'<html lang="{code}"' in text
        assert text.count(f"/lessons/{lesson.name}/") >= 5
        assert "{" not in text.partition("<article")[2].partition("</article>")[0]
    assert "/lessons/" in text_of(client, "/", code)


def test_every_position_is_shown_on_the_felt() -> None:
    client = Client()
    for lesson in LESSONS:
        for place, puzzle in enumerate(lesson_positions(lesson.name), start=1):
            text = text_of(client, f"/lessons/{lesson.name}/{place}")
            assert 'class="felt puzzle' in text
            assert f"Lesson {LESSONS.index(lesson) + 1} · Position {place}</h1>" in text
            assert str(puzzle.number) not in text
            assert is_showdown(puzzle.view) or f'value="{puzzle.solution}"' in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_answer_is_told_kept_and_may_be_given_again(code: str) -> None:
    puzzle = lesson_positions(NAME)[0]
    own = person()
    client = client_of(own)
    wrong = typical_error(puzzle).move
    address = f"/lessons/{NAME}/1"
    assert client.post(address, {"move": str(wrong)}).status_code == 302
    told = text_of(client, address, code)
    assert "verdict wrong" in told
    assert f"/lessons/{NAME}/2" in told
    assert 'class="answer"' not in text_of(client, f"{address}?again=1", code)
    client.post(address, {"move": str(puzzle.solution)})
    assert "verdict right" in text_of(client, address, code)
    (kept,) = LessonAnswer.objects.filter(person=own)
    assert (kept.lesson, kept.place, kept.is_right) == (NAME, 1, True)
    assert text_of(client, "/lessons/", code).count('class="found"') == 1


def test_what_is_no_move_or_no_position_is_refused() -> None:
    assert Client().post(f"/lessons/{NAME}/1", {"move": "KS KS"}).status_code == 400
    assert Client().get(f"/lessons/{NAME}/6").status_code == 404
    assert Client().get("/lessons/nothing").status_code == 404
    assert not LessonAnswer.objects.exists()


def test_a_guest_takes_its_progress_along() -> None:
    guest, owner = person(), account()
    for lesson, place in ((NAME, 1), (NAME, 2)):
        LessonAnswer.objects.create(person=guest, lesson=lesson, place=place, move="draw", is_right=True)
    LessonAnswer.objects.create(person=owner, lesson=NAME, place=1, move="take", is_right=False)
    merge_guest(guest, owner)
    kept = LessonAnswer.objects.filter(person=owner).order_by("place").values_list("place", "is_right")
    assert list(kept) == [(1, False), (2, True)]
