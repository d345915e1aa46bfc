"""Browsers that take messages: registered by their session, moved along with it, sent to all at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet

from ginrummy.web.alerts.alert_settings import alert_settings_of, store_alert_settings
from ginrummy.web.alerts.models import Device
from ginrummy.web.alerts.push import Answer, PushError, PushTarget, parse_target, post
from ginrummy.web.http.now import now
from ginrummy.web.people.models import BrowserSession, Person

MOST_DEVICES: Final = 10
MOST_FAILURES: Final = 8
_GONE: Final = (404, 410)
_KEPT_FOR: Final = timedelta(days=1)
"""Time for which a push service keeps a message for a browser that is off."""


class PostResult(NamedTuple):
    """Which devices took a message, by primary key, and the pause before the next try.

    Those that are gone are deleted and missing.
    """

    taken: dict[int, bool]
    pause: timedelta


def devices_of(person: Person) -> QuerySet[Device]:
    """Return the devices of `person`, the latest first."""
    found = Device.objects.filter(session__person=person, session__ended=None)
    return found.select_related("session").order_by("-pk")


def register_device(session: BrowserSession, target: PushTarget, texts: Mapping[str, str]) -> None:
    """Register the browser of `session`, which described itself by `texts`, as `target` says.

    It leaves any other session. The oldest devices of the person give way.
    """
    with transaction.atomic():
        Device.objects.filter(Q(endpoint=target.endpoint) ^ Q(session=session)).delete()
        # Another session may register the same browser at this moment: the later one gets it.
        Device.objects.update_or_create(
            endpoint=target.endpoint, defaults={**texts, "session": session, "failures": 0}
        )
        kept = list(devices_of(session.person).values_list("pk", flat=True)[:MOST_DEVICES])
        Device.objects.filter(session__person=session.person).exclude(pk__in=kept).delete()


def keep_device(*, before: BrowserSession, after: BrowserSession, **_rest: object) -> None:
    """Let the browser of a guest who signs in keep its alerts. One of another account loses them."""
    if before.person_id != after.person_id and before.person.user_id is not None:
        forget_devices(sessions=[before.pk])
        return
    Device.objects.filter(session=before).update(session=after)
    if before.person.alerts and not after.person.alerts:
        store_alert_settings(after.person, alert_settings_of(before.person))


def forget_devices(*, sessions: Collection[int], **_rest: object) -> None:
    """Delete the devices of ended `sessions` (primary keys)."""
    Device.objects.filter(session__in=sessions).delete()


def post_to_devices(devices: Iterable[Device], messages: Mapping[str, Any], topic: str) -> PostResult:
    """Post the message of its language to each device, all at once."""
    asked = list(devices)
    answers = asyncio.run(_post_all(asked, messages, topic))
    outcomes = {device.pk: answer.status for device, answer in zip(asked, answers, strict=True)}
    Device.objects.filter(pk__in=[key for key, status in outcomes.items() if status in _GONE]).delete()
    taken = {key: status // 100 == 2 for key, status in outcomes.items() if status not in _GONE}
    Device.objects.filter(pk__in=[key for key in taken if taken[key]]).update(succeeded=now(), failures=0)
    failed = Device.objects.filter(pk__in=[key for key in taken if not taken[key]])
    failed.update(failures=F("failures") + 1)
    failed.filter(failures__gte=MOST_FAILURES).delete()
    return PostResult(taken, max((answer.pause for answer in answers), default=timedelta(0)))


async def _post_all(devices: Iterable[Device], messages: Mapping[str, Any], topic: str) -> list[Answer]:
    return await asyncio.gather(*(_answer(each, messages[each.language], topic) for each in devices))


async def _answer(device: Device, message: Any, topic: str) -> Answer:
    try:
        target = parse_target(device.endpoint, device.key, device.auth)
        text = json.dumps(message, ensure_ascii=False).encode()
        return await post(target, text, seconds=int(_KEPT_FOR.total_seconds()), topic=topic)
    except PushError:
        return Answer(0)
