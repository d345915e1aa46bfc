"""Routes of alerts: switches, quiet hours and devices of a person."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest
from ninja import Router, Status

from ginrummy.locale import N_, _
from ginrummy.text.json import Json
from ginrummy.web.alerts.alert_settings import (
    alert_settings_of,
    change_alert_settings,
    store_alert_settings,
    zones,
)
from ginrummy.web.alerts.devices import devices_of
from ginrummy.web.api import schemas
from ginrummy.web.api.auth import count_api_request, response_schemas, token_person
from ginrummy.web.api.errors import Malformed, NothingThere
from ginrummy.web.http.limits import SETTINGS

router = Router()


@router.get(
    "/alerts",
    response=response_schemas(schemas.Alerts),
    summary=N_("Your alerts: switches, quiet hours, devices."),
)
def own_alerts(request: HttpRequest) -> Json:
    """Return the alerts of the caller."""
    person = token_person(request)
    devices = [
        {"number": one.pk, "name": str(one), "language": one.language, "created": one.created.isoformat()}
        for one in devices_of(person)
    ]
    return asdict(alert_settings_of(person)) | {"devices": devices}


@router.patch(
    "/alerts",
    response=response_schemas(schemas.Alerts),
    summary=N_("Change switches or quiet hours; what is left out stays."),
)
def change_alerts(request: HttpRequest, wanted: schemas.AlertChanges) -> Json:
    """Change the fields that were sent. Raise `Malformed` for an unknown time zone."""
    count_api_request(request, "settings", SETTINGS)
    person = token_person(request)
    if wanted.zone and wanted.zone not in zones():
        raise Malformed(_("There is no such time zone."), where="zone")
    store_alert_settings(
        person, change_alert_settings(alert_settings_of(person), wanted.dict(exclude_unset=True))
    )
    return own_alerts(request)


@router.delete(
    "/alerts/devices/{int:number}",
    response=response_schemas(None, 404, status=204),
    summary=N_("Remove a device."),
)
def remove_device(request: HttpRequest, number: int) -> Status[None]:
    """Remove a device of the caller. Raise `NothingThere` for any other."""
    count_api_request(request, "settings", SETTINGS)
    if not devices_of(token_person(request)).filter(pk=number).delete()[0]:
        raise NothingThere(_("there is no such device"), where="number")
    return Status(204, None)
