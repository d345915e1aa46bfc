"""Pictures of values in notebooks, by functions that are loaded on first use: they import the values."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def picture_method(place: str) -> Callable[[Any], str]:
    """Return a method that draws its value by the function at `module:name` of this package."""
    module, _colon, name = place.partition(":")

    def draw(value: Any) -> str:
        picture: str = getattr(import_module(f"ginrummy.{module}"), name)(value)
        return picture

    return draw
