"""An evening in a link or a file: reading, merging, refusals."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.web.people.models import Person
from ginrummy.web.sheets import service
from ginrummy.web.sheets.evening_links import FRAGMENT, LONGEST_LINK, evening_link, read_packed
from ginrummy.web.sheets.models import Sheet
from ginrummy.web.sheets.service import LONGEST_TEXT, SheetRefused
from tests.web.forms import field
from tests.web.play import client_of, person

HEAD = "form: free\nvariant: classic\nplayers: Anna, Boris, Clara\n"
HANDS = ["Anna Boris gin 40\n", "Clara Anna 20\n", "Boris Anna knock 3 25\n", "Anna Clara 9\n"]


def packed(text: str) -> str:
    """Return the fragment's value in the link with `text`."""
    return evening_link("https://a.example/", text).partition(f"#{FRAGMENT}")[2]


@given(st.text(max_size=300))
def test_a_link_gives_its_text_back(text: str) -> None:
    assert read_packed(packed(text)) == text


@given(st.text(max_size=60), st.data())
def test_a_link_with_another_character_is_refused(text: str, data: st.DataObject) -> None:
    word = packed(text)
    place = data.draw(st.integers(0, len(word) - 1))
    other = word[:place] + data.draw(st.sampled_from("AZaz09-_ é%=")) + word[place + 1 :]
    with suppress(SheetRefused):
        assert read_packed(other) == text, "only the unused bits of the last character may differ"


@pytest.mark.parametrize(
    "word",
    ["", "A", "é", "%00", packed(HEAD)[:-3], packed(HEAD) + "AAAA",
     urlsafe_b64encode(zlib.compress(b" " * (LONGEST_TEXT + 1))).decode(),
     urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode()],
)  # fmt: skip
def test_what_is_no_evening_is_refused(word: str) -> None:
    with pytest.raises(SheetRefused):
        read_packed(word)


def test_a_link_too_long_for_a_code_is_not_made() -> None:
    evening = HEAD + "".join(f"Anna knock {n % 10} {n}\n" for n in range(60))
    assert 0 < len(evening_link("https://a.example/", evening)) < LONGEST_LINK
    noise = "".join(f"# {zlib.crc32(bytes([n]))}\n" for n in range(255))
    assert evening_link("https://a.example/", HEAD + noise) == ""


def sheet_with(*versions: str) -> tuple[Sheet, Person]:
    """Return a sheet with each of these texts as a version, and its owner."""
    owner = person("Ada")
    sheet = service.create_sheet(owner, HEAD + versions[0])
    for text in versions[1:]:
        change = service.SheetChange("text", HEAD + text)
        sheet = service.edit_sheet(sheet.key, owner, sheet.current, change.build_edit())
    return sheet, owner


def merged(client: Client, sheet: Sheet, theirs: str) -> str:
    """Return the page after merging with `theirs`."""
    told = {"packed": packed(theirs), "action": "merge", "to": sheet.key}
    return client.post("/evenings/received", told, follow=True).content.decode()


one, two, three, four = HANDS


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("mine", "theirs", "result"),
    [
        ([one + two], one + two + three, one + two + three),
        ([one + two, one + two + three], one + two, one + two + three),
        ([one + two, "Anna Boris gin 41\n" + two], one + two + three, "Anna Boris gin 41\n" + two + three),
        ([one + two, one + two + four], "Anna Boris gin 41\n" + two, "Anna Boris gin 41\n" + two + four),
        (
            [one + two, "Anna Boris gin 41\n" + two],
            one + "Clara Anna 21\n",
            "Anna Boris gin 41\nClara Anna 21\n",
        ),
    ],
)
def test_a_merge_knows_from_the_edits_here_what_is_new_there(
    mine: list[str], theirs: str, result: str
) -> None:
    sheet, owner = sheet_with(*mine)
    merged(client_of(owner), sheet, HEAD + theirs)
    sheet.refresh_from_db()
    assert sheet.text == HEAD + result


@pytest.mark.django_db
def test_hands_that_both_have_added_stay_and_are_named() -> None:
    sheet, owner = sheet_with(one, one + three)
    text = merged(client_of(owner), sheet, HEAD + one + two)
    assert "“Clara Anna 20” counts, and so does “Boris Anna knock 3 25”" in text
    sheet.refresh_from_db()
    assert sheet.text == HEAD + one + three + two


@pytest.mark.django_db
def test_an_evening_is_shown_and_asked_about_before_anything_changes() -> None:
    sheet, owner = sheet_with(one)
    client, theirs = client_of(owner), HEAD + one + two
    assert client.get("/evenings/received").status_code == 302
    shown = client.post("/evenings/received", {"packed": packed(theirs)}).content.decode()
    assert "Anna: gin" in shown
    assert shown.count(sheet.key) == 2
    assert 'value="merge"' in shown
    assert 'value="replace"' in shown
    assert [each.text for each in Sheet.objects.all()] == [HEAD + one]
    same = client.post("/evenings/received", {"packed": packed(HEAD + one)}).content.decode()
    assert "You have exactly this evening already" in same
    assert 'value="merge"' not in same

    answer = client.post(
        "/evenings/received", {"packed": packed(theirs), "action": "replace", "to": sheet.key}
    )
    assert answer.headers["Location"] == f"/evenings/{sheet.key}"
    sheet.refresh_from_db()
    assert sheet.text == theirs
    assert service.undo(sheet.key, owner, sheet.current).text == HEAD + one
    client.post("/evenings/received", {"packed": packed(theirs), "action": "keep"})
    assert Sheet.objects.count() == 2


@pytest.mark.django_db
def test_nothing_of_others_is_merged_or_replaced_by_a_link() -> None:
    sheet, _owner = sheet_with(one)
    for action in ("merge", "replace"):
        told = {"packed": packed(HEAD + two), "action": action, "to": sheet.key}
        assert Client().post("/evenings/received", told).status_code == 403
    answer = Client().post("/evenings/received", {"packed": packed("form: nothing\n")})
    assert answer.status_code == 409
    assert "Traceback" not in answer.content.decode()
    sheet.refresh_from_db()
    assert sheet.text == HEAD + one


def opened(client: Client, text: str) -> str:
    """Return the response to the file with `text`."""
    file = SimpleUploadedFile("friday.txt", text.encode())
    return client.post("/evenings/", {"file": file, "text": ""}, follow=True).content.decode()


def choose(client: Client, shown: str, action: str, key: str) -> str:
    """Return the page after pressing `action` for the sheet `key` on the page `shown`."""
    assert 'action="/evenings/received"' in shown
    told = {"packed": field(shown, "packed"), "action": action, "to": key}
    return client.post("/evenings/received", told, follow=True).content.decode()


def texts(owner: Person) -> Sequence[str]:
    return [each.text for each in owner.sheets.order_by("pk")]


@pytest.mark.django_db
@pytest.mark.parametrize(("mark", "line_end"), [("", "\n"), ("", "\r\n"), ("\ufeff", "\r\n")])
def test_a_file_of_an_evening_that_is_here_is_merged_replaces_it_or_is_kept(mark: str, line_end: str) -> None:
    sheet, owner = sheet_with(one + two, "Anna Boris gin 41\n" + two)
    mine, theirs = (
        HEAD + "Anna Boris gin 41\n" + two,
        (mark + HEAD + one + two + three).replace("\n", line_end),
    )
    client = client_of(owner)
    shown = opened(client, theirs)
    assert "You have a similar evening already" in shown
    assert texts(owner) == [mine]

    choose(client, shown, "merge", sheet.key)
    assert texts(owner) == [mine + three]
    sheet.refresh_from_db()
    service.undo(sheet.key, owner, sheet.current)
    choose(client, shown, "replace", sheet.key)
    assert texts(owner) == [theirs]
    sheet.refresh_from_db()
    service.undo(sheet.key, owner, sheet.current)
    choose(client, shown, "keep", "")
    assert texts(owner) == [mine, theirs]


@pytest.mark.django_db
def test_two_edited_copies_that_clash_keep_both_lines_and_name_them() -> None:
    sheet, owner = sheet_with(one, "Anna Boris gin 41\n")
    client = client_of(owner)
    told = choose(client, opened(client, HEAD + "Anna Boris gin 42\n" + two), "merge", sheet.key)
    assert "“Anna Boris gin 42” is a remark now" in told
    assert texts(owner) == [HEAD + "Anna Boris gin 41\n# Anna Boris gin 42\n" + two]


@pytest.mark.django_db
def test_a_file_of_other_people_opens_at_once_and_an_equal_one_is_recognised() -> None:
    sheet, owner = sheet_with(one)
    client = client_of(owner)
    assert "You have exactly this evening already" in opened(client, sheet.text)
    assert "Dora" in opened(client, "form: king\nplayers: Dora, Emil, Fred\nDora gin 12\n")
    assert len(texts(owner)) == 2
    assert "Anna" in opened(Client(), sheet.text)
    assert Sheet.objects.count() == 3
