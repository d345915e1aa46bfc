"""Reserved names: those of bots, guests and deleted accounts, in every language."""

from __future__ import annotations

from functools import cache
from typing import Final

from ginrummy.locale import LANGUAGES, _, using_language
from ginrummy.players import bot_name, player_names
from ginrummy.web.people.lookalikes import is_of, shapes, skeleton

_DIGITS: Final = frozenset(sign for digit in "0123456789" for sign in skeleton(digit)) | set("0123456789")


def is_reserved(name: str) -> bool:
    """Return whether `name` looks like that of a bot, a guest without a name, or a deleted account.

    >>> is_reserved("Guest 12"), is_reserved("Ada")
    (True, False)
    """
    names, guests = _reserved()
    return any(
        shape in names or any(_is_numbered(shape, guest) for guest in guests) for shape in _shapes(name)
    )


def _shapes(name: str) -> set[str]:
    """Return the skeletons of `name` without spaces and marks."""
    return shapes("".join(sign for sign in name if not is_of(sign, "ZPM")))


def _is_numbered(shape: str, guest: str) -> bool:
    rest = shape.removeprefix(guest)
    return rest not in ("", shape) and all(sign in _DIGITS or sign.isdecimal() for sign in rest)


@cache
def _reserved() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the skeletons of all reserved names, and the prefixes of numbered guests."""
    names, guests = set[str](), set[str]()
    for language in LANGUAGES:
        with using_language(language):
            for name in (_("Former player"), *map(bot_name, player_names())):
                names |= _shapes(name)
            guests |= _shapes(_("Guest {number}").format(number=""))
    return frozenset(names), tuple(guests)
