"""The score sheet at the table: the totals of a running manche, and numbers."""

from __future__ import annotations

import random
import re

import pytest

from ginrummy.locale import LANGUAGES
from ginrummy.variants import load_variant
from ginrummy.web.tables.table_state import TableState, current_state
from tests.web.match_moments import first_play
from tests.web.play import client_of, person, step, table_of_two
from tests.web.scene_tables import table_at

EXTRA = "oklahoma_extra"
GAPS = {"en": ",", "fr": "\u202f", "ru": "\u202f"}


def is_in_first_manche(state: TableState) -> bool:
    """Return whether a player of the first manche leads, and a hand has ended."""
    match = state.match
    if match is None or not state.is_between_hands:
        return False
    column = match.score_sheet.sheet.columns[0]
    return match.score_sheet.totals == (0, 0) and max(column.points) > 0


def foot_of(text: str) -> list[list[str]]:
    """Return the texts of the sheet's footer rows."""
    foot = text.split("<tfoot>")[1].split("</tfoot>")[0]
    return [re.sub(r"<[^>]+>", " ", row).split() for row in foot.split("</tr>")[:-1]]


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_running_manche_has_a_line_of_its_own_above_that_of_the_partie(language: str) -> None:
    ada = person()
    play = first_play(EXTRA, is_in_first_manche, hands=9, seed=0)
    client = client_of(ada)
    headers = {"accept-language": language}
    page = client.get(f"/tables/{table_at(ada, None, EXTRA, play).key}", headers=headers)
    match = play.state.match
    assert match is not None
    text = page.content.decode()
    running, partie = foot_of(text)
    assert tuple(map(int, running[-2:])) == match.score_sheet.sheet.columns[0].points
    assert running[0] == {"en": "This", "fr": "Cette", "ru": "Эта"}[language]
    assert partie == [{"en": "Partie", "fr": "Partie", "ru": "Партия"}[language], "0", "0"]
    row = load_variant(EXTRA).row
    target = text.split('class="target">')[1].split("</p>")[0]
    assert ";" not in target
    assert row.session_target >= 1000
    assert f"{row.session_target:,}".replace(",", GAPS[language]) in target


@pytest.mark.django_db
def test_a_sheet_at_the_table_begins_with_its_reader() -> None:
    table, first, second = table_of_two(seed=1)
    chance = random.Random(1)
    while not any(totals := current_state(table).match.score_sheet.totals):  # type: ignore[union-attr]
        table = step(table, (first, second), chance)
    for reader, other, own in ((first, second, totals), (second, first, totals[::-1])):
        text = client_of(reader).get(f"/tables/{table.key}").content.decode()
        assert re.findall(r'class="who" title="([^"]*)"', text)[:2] == ["You", str(other)]
        assert foot_of(text)[-1][-2:] == list(map(str, own))
        scored = re.findall(r"<td>(.*?)</td>", text.split("</tbody>")[0].split("<tr")[-1], re.DOTALL)
        assert [cell.strip() != "" for cell in scored] == [points > 0 for points in own]
