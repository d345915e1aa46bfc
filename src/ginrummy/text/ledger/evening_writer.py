"""Writer for the file of an evening that is played at tables: names, headings, one line a hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count, islice, permutations
from typing import Final

from ginrummy.game.game import Game
from ginrummy.game.score_sheet import parse_ending
from ginrummy.rules import melds, scoring
from ginrummy.rules.forms import Form
from ginrummy.rules.scoring import UNKNOWN
from ginrummy.rules.types import NOBODY, Seat, other_seat
from ginrummy.text.ledger.evening_ledger import people_text, person_at_start
from ginrummy.text.ledger.hand_line_parser import HandLine, LedgerError, line_tokens
from ginrummy.text.ledger.ledger_text import parse_heading
from ginrummy.text.ledger.score_ledger import LONGEST_NAME, validate_names

_LONGEST: Final = LONGEST_NAME - 6
"""Longest name before a number that tells it from another one."""
_SEPARATORS: Final = str.maketrans("/#=", "   ")
_DASHES: Final = ("-", "–", "—")


def played_hand(game: Game) -> HandLine:
    """Return the score of a finished hand, who closed it, and the deadwood of both seats."""
    assert game.score is not None
    closer = NOBODY if game.spread is None else Seat(game.state.turn)
    return HandLine(game.score, closer, _deadwoods(game))


def _deadwoods(game: Game) -> tuple[int, int]:
    """Return the deadwood of both seats, `UNKNOWN` for a void hand."""
    if game.spread is not None and game.defence is not None:
        knocker = melds.points_of(game.variant, game.spread.unmatched)
        defender = melds.points_of(game.variant, game.defence.own.unmatched)
        return (knocker, defender) if game.state.turn == 0 else (defender, knocker)
    if game.score is not None and game.score.kind == scoring.WALL_COMPARE:
        own, other = (melds.deadwood(game.variant, hand) for hand in game.state.hands)
        return own, other
    return UNKNOWN, UNKNOWN


def hand_text(game: Game, names: tuple[str, str]) -> str:
    """Return the line of a finished hand; `names` are those of seats 0 and 1.

    It reads back to the same score.
    """
    line = played_hand(game)
    kind, closer = line.score.kind, line.closer
    seat = Seat(0) if closer == NOBODY else closer
    own, other = line.deadwoods[seat], line.deadwoods[other_seat(seat)]
    if kind == scoring.UNDERCUT:
        seat = other_seat(seat)
    endings = {
        scoring.KNOCK: f"knock {own} {other}",
        scoring.TIE: f"knock {own} {other}",
        scoring.UNDERCUT: f"undercut {own} {other}",
        scoring.GIN: f"gin {other}",
        scoring.GIN_VOID: f"gin {other}",
        scoring.BIG_GIN: f"biggin {other}",
        scoring.WALL_COMPARE: f"wall {own} {other}",
    }
    words = [names[seat], names[other_seat(seat)], endings.get(kind, "void")]
    return " ".join(words + ["♠"] * (line.score.multiplier > 1))


def evening_names(names: Sequence[str], fixed: Sequence[str] = ()) -> tuple[str, ...]:
    """Return names for a ledger that has the names `fixed`, as near to `names` as its lines allow.

    >>> evening_names(("Anna", "anna", "Gin", "Zoé (Paris)"))
    ('Anna', 'anna-2', 'P.Gin', 'Zoé Paris')
    >>> evening_names(("Jean", "Paul"), fixed=("Jean Paul", "Bob"))
    ('Jean-3', 'Paul-4')
    """
    plain = distinct_names([_plain_name(name) for name in names], fixed)
    joined = distinct_names(["-".join(name.split()) for name in plain], fixed)
    numbered = tuple(f"{name}-{number}" for number, name in enumerate(joined, len(fixed) + 1))
    for found in (plain, joined, numbered):
        if _may_be_read((*fixed, *found)):
            return found
    taken = {word.casefold() for name in fixed for word in name.split()}
    numbers = (f"P{number}" for number in count(len(fixed) + 1) if f"p{number}" not in taken)
    return tuple(islice(numbers, len(names)))


def _plain_name(name: str) -> str:
    """Return `name` without what has a meaning in a line."""
    shown = "".join(sign if sign.isprintable() else " " for sign in name.translate(_SEPARATORS))
    words = [word for word in line_tokens(shown) if word not in _DASHES]
    plain = " ".join(words)[:_LONGEST].strip()
    is_word = parse_ending(plain.split()) is not None or parse_heading(f"{plain} x") != ("", "")
    return f"P.{plain}" if is_word or not plain[:1].isalpha() else plain


def distinct_names(names: Sequence[str], fixed: Sequence[str] = ()) -> tuple[str, ...]:
    """Return `names` with numbers where they stand among `fixed` or occur twice."""
    taken, found = {name.casefold() for name in fixed}, list[str]()
    for name in names:
        numbers = (f"{name}-{number}" for number in count(2))
        found.append(next(one for one in chain((name,), numbers) if one.casefold() not in taken))
        taken.add(found[-1].casefold())
    return tuple(found)


def _may_be_read(names: Sequence[str]) -> bool:
    """Return whether a line that begins with any two of `names` names these two, whatever follows."""
    words = [name.casefold().split() for name in names]
    if any(first == second[: len(first)] for first, second in permutations(words, 2)):
        return False
    try:
        validate_names(names, "")
        for first, second in permutations(range(len(names)), 2):
            tokens = line_tokens(f"{names[first]} {names[second]} gin 2")
            place, count = person_at_start(tokens, names)
            if place != first or person_at_start(tokens[count:], names)[0] != second:
                return False
    except LedgerError:
        return False
    return True


def evening_heading(form: str, row: Form, variant: str, names: Sequence[str], **others: str) -> str:
    """Return the headings of a file; `others` (stakes, dealer) are left out where they are empty."""
    headings = {"form": form, "variant": variant, "players": people_text(names, row), **others}
    return "".join(f"{field}: {value}\n" for field, value in headings.items() if value)
