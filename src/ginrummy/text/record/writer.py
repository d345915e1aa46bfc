"""Writer of records: a match as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date as calendar_date
from typing import Final

from ginrummy.game.match import Match
from ginrummy.game.score_sheet import build_score_sheet
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_instance, as_text, as_tuple
from ginrummy.locale.errors import RecordError
from ginrummy.text.record.headers import (
    NO_NONCES,
    VERSION,
    deal_opening_lines,
    header_line,
    variant_from_row,
    variant_lines,
)
from ginrummy.text.record.lines import (
    deal_lines,
    deck_line,
    hand_heading_line,
    result_line,
    score_line,
    sheet_line,
    showdown_lines,
    turn_lines,
)
from ginrummy.variants import NamedVariant

NO_NAMES: Final = ("seat 0", "seat 1")


def write_record(
    match: Match,
    *,
    variant: NamedVariant | None = None,
    players: tuple[str, str] = NO_NAMES,
    date: str | None = None,
    site: str | None = None,
    reveal: bool = True,
    nonces: tuple[str, str] = NO_NONCES,
) -> str:
    """Return the record of `match` so far, played by `variant`.

    The default `variant` is the first preset with these rules, or a house rule without a title. Without
    `reveal` the secret of the deals is left out, and with it the current hand unless it is over: the finished
    hands are written with their decks. `date` is `YYYY-MM-DD`. Raises `RecordError` for a text that cannot be
    written, and when nothing may be shown yet.
    """
    as_instance(match, Match, "write_record", error=RecordError)
    variant = variant_from_row(match.variant) if variant is None else variant
    as_instance(variant, NamedVariant, "write_record", error=RecordError)
    for text in (*as_tuple(players, "write_record"), *as_tuple(nonces, "write_record")):
        as_text(text, "write_record", error=RecordError)
    if variant.row != match.variant:
        raise RecordError(_("the match is played by other rules"), where=variant.name, clause="13.2")
    shown = match if reveal or match.seeds is None else _finished_hands(match)
    return "\n".join(
        [
            header_line("GinRummy", VERSION),
            *variant_lines(variant),
            header_line("Players", *players),
            *_occasion_lines(date, site),
            *deal_opening_lines(match, reveal=reveal, nonces=nonces),
            *_hands(shown, with_decks=match.seeds is None or not reveal),
            "",
            result_line(shown),
            "",
        ]
    )


def _occasion_lines(date: str | None, site: str | None) -> Iterator[str]:
    if date is not None:
        check_date(date)
        yield header_line("Date", date)
    if site is not None:
        yield header_line("Site", site)


def check_date(text: str) -> None:
    """Raise `RecordError` unless `text` is a calendar day, `YYYY-MM-DD`."""
    try:
        is_day = re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text) and calendar_date.fromisoformat(text)
    except ValueError:
        is_day = None
    if not is_day:
        raise RecordError(_("a date is written YYYY-MM-DD"), where="Date", clause="12.1")


def _finished_hands(match: Match) -> Match:
    """Return `match` without the current hand, unless that one is over."""
    if match.game.is_over:
        return match
    if not match.finished:
        message = _("no hand is finished, and the secret of the deals is not shown yet")
        raise RecordError(message, clause="3.6")
    *before, last = match.finished
    sheet = build_score_sheet(match.variant, (game.score for game in before)).sheet
    return replace(match, finished=tuple(before), game=last, sheet=sheet)


def _hands(match: Match, *, with_decks: bool) -> Iterator[str]:
    rows = match.score_sheet.rows
    for number, game in enumerate(match.games):
        yield from ("", hand_heading_line(number, game.dealer))
        if with_decks:
            yield deck_line(game)
        yield from (*deal_lines(game), *turn_lines(game), *showdown_lines(game))
        if game.score is not None:
            yield from (score_line(game.score), sheet_line(match.variant, rows[number].sheet))
