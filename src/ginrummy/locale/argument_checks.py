"""Validation of arguments at the public interface: the law behind it checks nothing.

Each function returns the value in its required type, NumPy integers as Python's own, or raises an error that
names the public function, `where`, and the value.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Hashable, Iterable
from os import PathLike
from pathlib import Path
from typing import Any, SupportsFloat, TypeVar

from ginrummy.locale import LANGUAGES, _
from ginrummy.locale.errors import CardError, GinRummyError, safe_repr
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.rules.types import Face, Seat

_Kind = TypeVar("_Kind")


def as_face(value: object, where: str) -> Face:
    """Return `value` as a card. Raises `CardError` unless it is a number from 0 to 51.

    >>> as_face(51, "face_code")
    51
    """
    number = whole_number_or_none(value)
    if number is None or not 0 <= number < FACE_COUNT:
        message = _("a card is a number from 0 to {last}, not {value}")
        said = message.format(last=FACE_COUNT - 1, value=safe_repr(value))
        raise CardError(said, where=where, clause="1.1")
    return Face(number)


def as_seat(value: object, where: str) -> Seat:
    """Return `value` as a seat, 0 or 1."""
    number = whole_number_or_none(value)
    if number not in (0, 1):
        raise GinRummyError(_("a seat is 0 or 1, not {value}").format(value=safe_repr(value)), where=where)
    return Seat(number)


def as_whole_number(value: object, where: str, *, least: int | None = None, most: int | None = None) -> int:
    """Return `value` as a whole number, within `least` and `most` if given."""
    number = whole_number_or_none(value)
    if number is None:
        raise GinRummyError(_("{value} is no whole number").format(value=safe_repr(value)), where=where)
    _refuse_outside(number, where, least, most)
    return number


def as_number(value: Any, where: str, *, least: float | None = None, most: float | None = None) -> float:
    """Return `value` as a number, whole or not, within `least` and `most` if given."""
    try:
        number = float(value) if isinstance(value, SupportsFloat) else math.nan
    except OverflowError:
        number = math.inf if value > 0 else -math.inf
    except TypeError:  # a class instead of an instance
        number = math.nan
    if math.isnan(number):
        raise GinRummyError(_("{value} is no number").format(value=safe_repr(value)), where=where)
    _refuse_outside(number, where, least, most)
    return number


def _refuse_outside(number: float, where: str, least: float | None, most: float | None) -> None:
    if least is not None and number < least:
        message = _("{number} is too small: the least is {least}")
        raise GinRummyError(message.format(number=number, least=least), where=where)
    if most is not None and number > most:
        message = _("{number} is too big: the most is {most}")
        raise GinRummyError(message.format(number=number, most=most), where=where)


def as_flag(value: object, where: str) -> bool:
    """Return `value` as `True` or `False`; 1, 0 and NumPy booleans are accepted."""
    is_flag = isinstance(value, Hashable) and value in (False, True)
    return bool(value) if is_flag else as_instance(value, bool, where)


def as_tuple(values: Iterable[_Kind], where: str) -> tuple[_Kind, ...]:
    """Return `values` as a tuple. Raises for a plain string."""
    if not isinstance(values, Iterable) or isinstance(values, str | bytes):
        raise GinRummyError(_("a list is wanted, not {value}").format(value=safe_repr(values)), where=where)
    return tuple(values)


def as_text(value: object, where: str, *, error: type[GinRummyError] = GinRummyError) -> str:
    """Return `value` as text."""
    if not isinstance(value, str):
        raise error(_("a text is wanted, not {value}").format(value=safe_repr(value)), where=where)
    return value


def as_path(value: object, where: str, *, error: type[GinRummyError] = GinRummyError) -> Path:
    """Return `value` as the path of a file or folder."""
    if not isinstance(value, str | PathLike):
        raise error(_("a path is wanted, not {value}").format(value=safe_repr(value)), where=where)
    return Path(value)


def as_language(value: object, where: str) -> str:
    """Return `value` as one of ginrummy's languages."""
    if value not in LANGUAGES:
        message = _("there is no language {value}; there are: {known}")
        said = message.format(value=safe_repr(value), known=", ".join(LANGUAGES))
        raise GinRummyError(said, where=where)
    return str(value)


def as_instance(
    value: object, kind: type[_Kind], where: str, *, error: type[GinRummyError] = GinRummyError
) -> _Kind:
    """Return `value` if it is an instance of `kind`."""
    if not isinstance(value, kind):
        message = _("{wanted} is wanted, not {value}")
        raise error(message.format(wanted=kind.__name__, value=safe_repr(value)), where=where)
    return value


def whole_number_or_none(value: Any) -> int | None:
    """Return `value` as a Python integer, or `None` if it is not a whole number."""
    try:
        return operator.index(value)
    except TypeError:
        return None
