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


def table_of(told: Json) -> Json:
    """Return `told` where it is a valid table. Raise `WireError` otherwise."""
    wrong = [name for name, kinds in _KINDS.items() if type(told.get(name, ...)) not in kinds]
    if not wrong:
        wrong = [name for name, is_so in _facts(told).items() if not is_so]
    if wrong:
        raise WireError(_("the server tells of no table: {error}").format(error=", ".join(wrong)))
    return told


def table_of_seat(told: Json) -> Json:
    """Return `told` where it is a table seen from one of its seats. Raise `WireError` otherwise."""
    if table_of(told)["seat"] is None:
        raise WireError(_("the server tells of no table: {error}").format(error="seat"))
    return told


def printable_name(told: Json | None) -> str:
    """Return the name of a seat or a person, safe to print. Raise `WireError` where there is none."""
    name = (told or {}).get("name")
    if not isinstance(name, str):
        raise WireError(_("this is no server of ginrummy"))
    return on_one_line(name, _LONGEST_NAME)


def _facts(told: Json) -> dict[str, bool]:
    """Return for each field whether it is consistent with the others."""
    seats, sheet, view = told["seats"], told["sheet"], told["view"]
    is_dealt = view is not None
    return {
        "key": _KEY.fullmatch(told["key"]) is not None,
        "seat": told["seat"] in (*_SEATS, None),
        "winner": told["winner"] in (*_SEATS, None),
        "seats": len(seats) == len(_SEATS) and all(_is_seat(one, is_taken=is_dealt) for one in seats),
        "moves": all(isinstance(one, str) for one in told["moves"]) and (is_dealt or not told["moves"]),
        "view": view is None or isinstance(view.get("legal"), list),
        "sheet": _is_sheet(sheet) if is_dealt else True,
    }


def _is_seat(told: Any, *, is_taken: bool) -> bool:
    return (told is None and not is_taken) or (isinstance(told, dict) and isinstance(told.get("name"), str))


def _is_sheet(told: Any) -> bool:
    totals = told.get("totals") if isinstance(told, dict) else None
    return isinstance(totals, list | tuple) and [type(total) for total in totals] == [int, int]
