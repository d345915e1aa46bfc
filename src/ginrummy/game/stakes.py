"""Stakes of an evening: what each person gains at the prices of a point, a box, a match (RULES 14.13)."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final, NamedTuple

from ginrummy.game.evening import Evening

HUNDRED: Final = 100
_LEAST_STEM: Final = 3
_ENDING: Final = re.compile(
    "|s|es|y|ies|x|l|ux|[авеийоухыьюя]|а[мх]|ег|ей|ен|ень|[еёо]к|ов|ьги|я[мх]|й?к[аиоу]|ков|н[аиуыя]|ней"
)
"""Ending by which singular and plural of a unit differ: `bean` and `beans`, `копейка` and `копеек`."""


class Stakes(NamedTuple):
    """Prices in hundredths of `unit`, which is a currency or anything else that is counted."""

    point: int = 0
    box: int = 0
    match: int = 0
    evening: int = 0
    unit: str = ""


NO_STAKES: Final = Stakes()


def is_same_unit(one: str, other: str) -> bool:
    """Return whether both name one unit, perhaps in the singular and the plural.

    >>> is_same_unit("euro", "euros"), is_same_unit("рубль", "рублей"), is_same_unit("dry figs", "dry peas")
    (True, True, False)
    """
    words, others = one.casefold().split(), other.casefold().split()
    return len(words) == len(others) and all(map(_is_same_word, words, others))


def _is_same_word(one: str, other: str) -> bool:
    pairs = zip(one, other, strict=False)
    shared = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return one == other or (
        shared >= _LEAST_STEM and all(_ENDING.fullmatch(word, shared) for word in (one, other))
    )


def stake_gains(evening: Evening, stakes: Stakes) -> tuple[int, ...]:
    """Return what each person gains by the matches that are over, in hundredths of the unit; the sum is 0.

    >>> from ginrummy.game.evening import start_evening
    >>> from ginrummy.rules import forms, scoring
    >>> from ginrummy.variants import DEFAULT
    >>> form = forms.PARTNERSHIP._replace(seating=forms.SEAT_FREE, people_least=2)
    >>> hand = scoring.score_void()._replace(winner=0, points=105, difference=105)
    >>> evening = start_evening(form, DEFAULT, ("Anna", "Boris")).play(0, 1, hand)
    >>> stake_gains(evening, Stakes(point=5, match=100, unit="€"))
    (625, -625)
    """
    people = range(len(evening.people))
    gains = [
        sum(
            stakes.point * match.gain(person)
            + stakes.box * match.box_gain(person)
            + stakes.match * match.matches_gained(person)
            for match in evening.finished
        )
        for person in people
    ]
    best = evening_winner(evening)
    if best is not None:
        for person in people:
            gains[person] += stakes.evening * (len(people) - 1 if person == best else -1)
    return tuple(gains)


def evening_winner(evening: Evening) -> int | None:
    """Return the first of the evening, `None` before the end of a match and where two are equal (14.9)."""
    if not evening.finished:
        return None
    wins, gains, (first, second, *_rest) = evening.wins, evening.gains, evening.ranking
    return None if (wins[first], gains[first]) == (wins[second], gains[second]) else first
