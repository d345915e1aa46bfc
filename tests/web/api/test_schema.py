"""Schemathesis over the whole OpenAPI document: every response matches the document."""

from __future__ import annotations

import random
import zlib
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import positive_data_acceptance
from schemathesis.core.parameters import ParameterLocation

from ginrummy.web.api.auth import new_token
from ginrummy.web.http.limits import counter
from ginrummy.web.people.models import Person
from ginrummy.web.rooms import membership
from ginrummy.web.sheets.service import create_sheet, set_entry_link
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Event
from ginrummy.web.tables.table_state import RESIGN
from tests.web.play import person, proposal, step, table_of_two

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # The one streamed response is read to its end here, without an event loop.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators"),
]
EXAMPLES = 25
_UNCOMPRESSED = {"Accept-Encoding": "identity"}  # the client of these tests reads no other


class House:
    """A person with a token, at tables of every kind; and a table of others."""

    def __init__(self) -> None:
        self.owner: Person = person("Ada")
        self.token = new_token(self.owner, "test")
        other = person("Ben")
        waiting = creation.create(proposal(is_listed=True), other, cut="1")
        playing = creation.create(proposal(seed=3), self.owner, cut="1")
        playing = service.join(playing.key, other, cut="2")
        for _move in range(3):
            playing = step(playing, (self.owner, other), random.Random(1))
        over, first, _second = table_of_two()
        service.submit_event_text(over.key, first, 2, RESIGN)
        strange, _one, _two = table_of_two()
        self.keys = (waiting.key, playing.key, strange.key, over.key)
        self.over = over.key
        room = membership.create_room(self.owner, "Club", "standard")
        self.room = membership.enter(room.key, other).key
        self.strange = strange
        sheet = create_sheet(other, "form: king\nplayers: Anna, Boris, Clara\nAnna gin 31\n")
        self.evening = set_entry_link(sheet.key, other, is_open=True).entry_key or ""

    def history(self) -> list[tuple[int, str]]:
        """Return the events of a table at which the owner has no seat."""
        return list(Event.objects.filter(table=self.strange).values_list("seat", "text"))


@pytest.fixture
def house(transactional_db: None) -> House:
    return House()


schema = schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())


def aimed(case: Case[Any], house: House) -> None:
    """Send two of three cases to an existing table; a stream that would not end to none."""
    if "key" not in case.path_parameters:
        return
    lot = zlib.crc32(repr(case.path_parameters["key"]).encode())
    if lot % 3:
        is_stream = case.path.endswith("/stream")
        key = house.over if is_stream else house.keys[lot % len(house.keys)]
        if case.path.startswith("/rooms") and not is_stream:
            key = house.room
        elif case.path.startswith("/evenings") and not is_stream:
            key = house.evening
        case.path_parameters["key"] = key


def shown(case: Case[Any], house: House) -> dict[str, str]:
    """Return the headers with the token, unless the case is about a missing or wrong header."""
    headers = case.meta.components.get(ParameterLocation.HEADER) if case.meta is not None else None
    if headers is not None and headers.mode is GenerationMode.NEGATIVE:
        return _UNCOMPRESSED
    return _UNCOMPRESSED | {"Authorization": f"Bearer {house.token}"}


@pytest.mark.long
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_one_that_the_document_promises(case: Case[Any], house: House) -> None:
    counter.clear()
    aimed(case, house)
    before = house.history()
    # The law may refuse what a schema allows: an unplayable variant, an illegal move.
    case.call_and_validate(headers=shown(case, house), excluded_checks=[positive_data_acceptance])
    assert house.history() == before
