"""Stakes as people write them: `0.05 € a point; 1 € a match` (RULES 14.13)."""

from __future__ import annotations

import re
from typing import Final

from ginrummy.game.stakes import HUNDRED, NO_STAKES, Stakes, is_same_unit
from ginrummy.locale import _, language
from ginrummy.locale.errors import on_one_line
from ginrummy.locale.numbers import number_text
from ginrummy.text.ledger.hand_line_parser import LedgerError

LONGEST_UNIT: Final = 20
MOST_PRICE: Final = 1_000_000
_BETWEEN: Final = re.compile(r";|,\s|\s\+\s|\n")
_ITEM: Final = re.compile(
    r"(?P<before>[^\d\s]*)\s*(?P<whole>\d{1,7})(?:[.,](?P<part>\d{1,2}))?\s*(?P<after>.*)",
    re.DOTALL,
)
_SMALL: Final = frozenset(
    ("a", "an", "per", "for", "the", "le", "la", "par", "gagnée", "gagnées", "за", "выигранный", "выигранных")
)
"""Words that mean nothing in a price."""
_KINDS: Final = {
    "point": "point", "points": "point", "очко": "point", "очка": "point", "очков": "point",
    "box": "box", "boxes": "box", "hand": "box", "hands": "box", "donne": "box", "donnes": "box",
    "кон": "box", "кона": "box", "конов": "box",
    "match": "match", "matches": "match", "matchs": "match",
    "матч": "match", "матча": "match", "матчей": "match",
    "evening": "evening", "soirée": "evening", "вечер": "evening",
}  # fmt: skip
_SIGNS: Final = "$£€¥"


def parse_stakes(text: str) -> Stakes:
    """Return the stakes in `text`: a price for each of point, box, match and evening, in one unit.

    >>> parse_stakes("0,05 € le point; 1 € le match")
    Stakes(point=5, box=0, match=100, evening=0, unit='€')

    Of singular and plural the unit is that of the greatest price. Raises `LedgerError` for a text that is
    no price, for a kind that occurs twice, and for two units.
    """
    found = NO_STAKES
    for item in filter(None, map(str.strip, _BETWEEN.split(text))):
        kind, price, unit = _parse_price(item)
        if getattr(found, kind):
            raise _error(_("“{text}”: this price is given twice"), item)
        if found != NO_STAKES and not is_same_unit(unit, found.unit):
            raise _error(_("“{text}”: all stakes are in one unit"), item)
        unit = found.unit if price < max(found[:-1]) else unit
        found = Stakes(**found._asdict() | {kind: price, "unit": unit})
    if found == NO_STAKES:
        raise _error(_("“{text}” is no stake: write “0.05 € a point; 1 € a match”"), text)
    return found


def _parse_price(item: str) -> tuple[str, int, str]:
    """Return the kind of a price, its hundredths and its unit."""
    found = _ITEM.fullmatch(item)
    before, whole, cents, after = found.groups(default="") if found else ("", "", "", "")
    words = [word for word in after.replace("/", " ").split() if word.casefold() not in _SMALL]
    *words, last = words or [""]
    kind = _KINDS.get(last.casefold())
    unit = " ".join([before, *words]).strip()
    if kind is None or any(map(str.isdigit, unit)):
        raise _error(_("“{text}” is no stake: write “0.05 € a point; 1 € a match”"), item)
    price = HUNDRED * int(whole) + int(cents.ljust(2, "0"))
    if not 0 < price <= HUNDRED * MOST_PRICE:
        raise _error(_("“{text}”: a price is more than 0 and at most a million"), item)
    if len(unit) > LONGEST_UNIT or not unit.isprintable():
        raise _error(_("“{text}”: the unit is too long"), item)
    return kind, price, unit


def _error(what: str, text: str) -> LedgerError:
    return LedgerError(what.format(text=on_one_line(text, 2 * LONGEST_UNIT)), clause="14.13")


def amount_text(hundredths: int, unit: str, *, is_signed: bool = False) -> str:
    """Return an amount in the format of the current language, with cents only where there are any.

    >>> amount_text(-446, "$", is_signed=True), amount_text(300, "beans")
    ('−$4.46', '3\\xa0beans')
    """
    places = 2 if hundredths % HUNDRED else 0
    text = number_text(abs(hundredths) / HUNDRED, places)
    sign = "−" if hundredths < 0 else "+" if is_signed and hundredths > 0 else ""
    if language() == "en" and unit and unit in _SIGNS:
        return f"{sign}{unit}{text}"
    return f"{sign}{text}\u00a0{unit}" if unit else f"{sign}{text}"


def stakes_text(stakes: Stakes) -> str:
    """Return the stakes in words."""
    texts = {
        "point": _("{amount} a point"),
        "box": _("{amount} a box"),
        "match": _("{amount} a match"),
        "evening": _("{amount} for the evening"),
    }
    prices = [(getattr(stakes, kind), text) for kind, text in texts.items()]
    return ", ".join(text.format(amount=amount_text(price, stakes.unit)) for price, text in prices if price)
