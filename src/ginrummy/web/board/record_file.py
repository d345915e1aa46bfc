"""Downloadable record of a finished match."""

from __future__ import annotations

from ginrummy.text.record import write_record
from ginrummy.variants import NamedVariant, load_variant, preset_names
from ginrummy.web.board.board import seat_names
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import CLAIM, RESIGN, TIME, VOID, TableState, current_state


def variant_from_row(table: Table) -> NamedVariant:
    """Return the variant of `table` with its names. House rules have only one name."""
    if table.variant_name in preset_names() and load_variant(table.variant_name).row == table.variant:
        return load_variant(table.variant_name)
    return NamedVariant("house", {"en": "House rules"}, {}, {}, table.variant, "")


def match_record_text(table: Table) -> str:
    """Return the record of the finished match at `table`."""
    state = current_state(table)
    match = state.match
    assert match is not None
    date = table.created.date().isoformat()
    text = write_record(
        match, variant=variant_from_row(table), players=seat_names(table), date=date, nonces=state.nonces
    )
    return text + outcome_comment(state)


def outcome_comment(state: TableState) -> str:
    """Return the final comment of the record of a match that ended early, in English as all records."""
    if state.ending == VOID:
        return "; both times were out at once: nobody has won\n"
    if state.resigned is None:
        return ""
    how = {RESIGN: "gave the match up", TIME: "ran out of time", CLAIM: "was away, and the match was claimed"}
    return f"; seat {state.resigned} {how[state.ending]}: seat {1 - state.resigned} has won\n"
