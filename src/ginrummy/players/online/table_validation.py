"""Validation of the tables that a server sends."""

from __future__ import annotations

import re
from typing import Any, Final

from ginrummy.locale import _
from ginrummy.locale.errors import on_one_line
from ginrummy.text.json import WireError

Json = dict[str, Any]
_KEY: Final = re.compile(r"[\w-]+", re.ASCII)
_LONGEST_NAME: Final = 60
_SEATS: Final = (0, 1)
_NOTHING: Final = type(None)
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "key": (str,),
    "number": (int,),
    "status": (str,),
    "seat": (int, _NOTHING),
    "winner": (int, _NOTHING),
    "seats": (list, tuple),
    "awaited": (list, tuple),
    "moves": (list, tuple),
    "variant": (dict,),
    "view": (dict, _NOTHING),
    "sheet": (dict, _NOTHING),
}
"""The fields that a player needs (docs/api.md), and the types of each."""


def table_of(value: Json) -> Json:
    """Return `value` where it is a valid table. Raise `WireError` otherwise."""
    wrong = [name for name, kinds in _KINDS.items() if type(value.get(name, ...)) not in kinds]
    if not wrong:
        wrong = [name for name, is_so in _facts(value).items() if not is_so]
    if wrong:
        raise WireError(_("the server tells of no table: {error}").format(error=", ".join(wrong)))
    return value


def table_of_seat(value: Json) -> Json:
    """Return `value` where it is a table seen from one of its seats. Raise `WireError` otherwise."""
    if table_of(value)["seat"] is None:
        raise WireError(_("the server tells of no table: {error}").format(error="seat"))
    return value


def printable_name(value: Json | None) -> str:
    """Return the name of a seat or a person, safe to print. Raise `WireError` where there is none."""
    name = (value or {}).get("name")
    if not isinstance(name, str):
        raise WireError(_("this is no server of ginrummy"))
    return on_one_line(name, _LONGEST_NAME)


def _facts(value: Json) -> dict[str, bool]:
    """Return for each field whether it is consistent with the others."""
    seats, sheet, view = value["seats"], value["sheet"], value["view"]
    is_dealt = view is not None
    return {
        "key": _KEY.fullmatch(value["key"]) is not None,
        "seat": value["seat"] in (*_SEATS, None),
        "winner": value["winner"] in (*_SEATS, None),
        "seats": len(seats) == len(_SEATS) and all(_is_seat(one, is_taken=is_dealt) for one in seats),
        "moves": all(isinstance(one, str) for one in value["moves"]) and (is_dealt or not value["moves"]),
        "view": view is None or isinstance(view.get("legal"), list),
        "sheet": _is_sheet(sheet) if is_dealt else True,
    }


def _is_seat(value: Any, *, is_taken: bool) -> bool:
    return (value is None and not is_taken) or (
        isinstance(value, dict) and isinstance(value.get("name"), str)
    )


def _is_sheet(value: Any) -> bool:
    totals = value.get("totals") if isinstance(value, dict) else None
    return isinstance(totals, list | tuple) and [type(total) for total in totals] == [int, int]
