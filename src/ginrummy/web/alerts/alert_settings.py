"""Switches and quiet hours of a person: the value of `Person.alerts`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from ginrummy.locale import LANGUAGES
from ginrummy.web.alerts.models import Kind
from ginrummy.web.people.models import Person

HOURS: Final = range(24)
SWITCHES: Final = (Kind.TURN.value, Kind.ARRIVAL.value, Kind.INVITATION.value, Kind.ROUND.value, "mail")


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones. To list them opens some hundred files."""
    return frozenset(available_timezones())


@dataclass(frozen=True, slots=True)
class AlertSettings:
    """One switch for each kind of alert and one for e-mails, all off at first, and the quiet hours.

    These begin and end at full hours of `zone`, the next day if the end is earlier. Without a `zone` there
    are none. E-mails are in the `language` of the page where they were chosen.
    """

    turn: bool = False
    arrival: bool = False
    invitation: bool = False
    round: bool = False
    mail: bool = False
    quiet_from: int = 0
    quiet_to: int = 0
    zone: str = ""
    language: str = ""

    def wants(self, kind: str) -> bool:
        """Return whether the switch of `kind` is on. A test has no switch."""
        return kind == Kind.TEST or getattr(self, kind) is True

    def quiet_until(self, moment: datetime) -> datetime | None:
        """Return the end of the quiet hours that `moment` is in, `None` outside them.

        >>> chosen = AlertSettings(quiet_from=22, quiet_to=7, zone="Europe/Paris")
        >>> print(chosen.quiet_until(datetime(2026, 7, 1, 21, tzinfo=UTC)))
        2026-07-02 05:00:00+00:00
        """
        if not self.zone or self.quiet_from == self.quiet_to:
            return None
        local = moment.astimezone(ZoneInfo(self.zone))
        since = (local.hour - self.quiet_from) % 24
        if since >= (self.quiet_to - self.quiet_from) % 24:
            return None
        end = local.replace(hour=self.quiet_to, minute=0, second=0, microsecond=0, fold=0)
        return (end if end > local else end + timedelta(days=1)).astimezone(UTC)


def alert_settings_of(person: Person) -> AlertSettings:
    """Return the alert settings of `person`."""
    return change_alert_settings(AlertSettings(), person.alerts)


def change_alert_settings(chosen: AlertSettings, values: dict[str, Any]) -> AlertSettings:
    """Return `chosen` with the valid ones of `values`, which come from a form or from the database."""
    good: dict[str, Any] = {name: values[name] is True for name in SWITCHES if name in values}
    good |= {name: values[name] for name in ("quiet_from", "quiet_to") if values.get(name) in HOURS}
    if values.get("zone") == "" or values.get("zone") in zones():
        good["zone"] = values["zone"]
    if values.get("language") in LANGUAGES:
        good["language"] = values["language"]
    return replace(chosen, **good)


def store_alert_settings(person: Person, chosen: AlertSettings) -> None:
    """Store `chosen`: nothing where all is as at first, so that a move need not look at them."""
    person.alerts = asdict(chosen) if any(getattr(chosen, name) for name in SWITCHES) or chosen.zone else {}
    person.save(update_fields=("alerts",))
