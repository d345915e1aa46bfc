"""Views, scores and variants as JSON: what a program on the other end of a wire is told.

Cards are in the notation of records (`7H`), moves in that of `ginrummy.moves`. The fields are listed in
docs/engine-protocol.md.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ginrummy.cards import Hand, face_code, faces_of
from ginrummy.game import Phase
from ginrummy.moves import Melds, held, in_order
from ginrummy.rules import scoring, turns
from ginrummy.rules.melds import single, without
from ginrummy.rules.scoring import Column, HandScore, Sheet
from ginrummy.rules.showdown import Defence, least_of
from ginrummy.rules.spreads import Spread
from ginrummy.variants import Variant, load_variant, preset_names, row_values
from ginrummy.view import Event, View

Json = dict[str, Any]

CLOSINGS = {turns.CLOSED_KNOCK: "knock", turns.CLOSED_GIN: "gin", turns.CLOSED_BIG_GIN: "big_gin"}


def view_json(view: View) -> Json:
    """Return all that `view` shows, and what its seat may play now."""
    return {
        "number": view.number,
        "seat": view.seat,
        "dealer": view.dealer,
        "turn": view.turn,
        "phase": view.phase.value,
        **_cards_json(view),
        **_opponent_json(view),
        "knock_limit": view.knock_limit,
        "events": [_event_json(event) for event in view.events],
        **_showdown_json(view),
        "match": sheet_json(view.variant, view.sheet),
        "legal": [str(move) for move in view.legal_moves()],
        "leaves": leaves_json(view),
    }


def leaves_json(view: View) -> dict[str, int]:
    """Return the least deadwood that each discard would leave, where its seat is to discard."""
    if not view.is_my_turn or view.phase is not Phase.DISCARD:
        return {}
    row, hand = view.variant, view.hand
    return {
        face_code(face): least_of(row, without(hand, single(face))) for face in faces_of(Hand(hand.cards, 0))
    }


def _cards_json(view: View) -> Json:
    return {
        "hand": codes(view.hand),
        "deadwood": view.deadwood(),
        "pile": [face_code(face) for face in view.pile],
        "pile_size": view.pile_size,
        "stock": view.state.stock,
        "upcard": code_or_none(view.state.upcard),
        "taken": code_or_none(view.state.taken),
    }


def _opponent_json(view: View) -> Json:
    return {
        "opponent_size": view.opponent_size,
        "opponent_known": codes(view.known),
        "opponent_taken": [face_code(face) for face in view.opponent_taken],
        "opponent_refused": [face_code(face) for face in view.opponent_refused],
        "opponent_discards": [face_code(face) for face in view.opponent_discards],
    }


def _showdown_json(view: View) -> Json:
    return {
        "closing": CLOSINGS.get(view.state.closing),
        "spread": None if view.spread is None else spread_json(view.spread),
        "defence": None if view.defence is None else defence_json(view.defence),
        "shown": None if view.shown is None else codes(view.shown),
        "score": None if view.score is None else score_json(view.score),
    }


def _event_json(event: Event) -> Json:
    told: Json = {"seat": event.seat, "move": event.kind.value}
    return told | {"card": face_code(event.face)} if event.face >= 0 else told


def spread_json(spread: Spread) -> Json:
    """Return the melds of a layout and the cards left over."""
    return {"melds": melds_json(spread.melds), "unmatched": codes(spread.unmatched)}


def defence_json(defence: Defence) -> Json:
    """Return what the defender lays on each meld of the spread, and its own layout."""
    return {"laid": [codes(cards) for cards in defence.laid], **spread_json(defence.own)}


def score_json(score: HandScore) -> Json:
    """Return how a hand ended; `winner` is `None` where nobody scores."""
    return {
        "kind": scoring.KIND_NAMES[score.kind],
        "winner": seat_or_none(score.winner),
        "points": score.points,
        "difference": score.difference,
        "bonus": score.bonus,
        "multiplier": score.multiplier,
        "extra_coups": score.extra_coups,
    }


def sheet_json(variant: Variant, sheet: Sheet) -> Json:
    """Return where a match stands by its score sheet."""
    return {
        "hands": sheet.hands,
        "void_hands": sheet.void_hands,
        "totals": list(scoring.totals(variant, sheet)),
        "columns": [_column_json(column) for column in sheet.columns[: variant.columns]],
        "partie": list(sheet.partie),
        "manches_won": list(sheet.manches_won),
        "last_manche": _column_json(sheet.last_manche) if sheet.last_manche != scoring.new_column() else None,
        "manche_ended": bool(sheet.manche_ended),
        "finished": bool(sheet.finished),
        "winner": seat_or_none(scoring.match_winner(variant, sheet)),
    }


def _column_json(column: Column) -> Json:
    return {
        "points": list(column.points),
        "entries": list(column.entries),
        "boxes": list(column.boxes),
        "extra_coups": list(column.extra_coups),
        "closed_by": seat_or_none(column.closed_by),
    }


def variant_json(row: Variant) -> Json:
    """Return the name of the preset that `row` is, `None` for a house rule, and its rules as in a file."""
    return {"name": preset_of(row), "rules": dict(sorted(row_values(row).items()))}


@cache
def preset_of(row: Variant) -> str | None:
    """Return the name of the first preset with exactly these rules, `None` where there is none."""
    return next((name for name in preset_names() if load_variant(name).row == row), None)


def melds_json(melds: Melds) -> list[list[str]]:
    """Return the cards of each meld as players lay them."""
    return [[face_code(face) for face in in_order(meld)] for meld in held(melds)]


def codes(hand: Hand) -> list[str]:
    """Return the cards of `hand`, suit by suit, a twin twice."""
    return [face_code(face) for face in faces_of(hand)]


def code_or_none(face: int) -> str | None:
    """Return the notation of a card, `None` for no card."""
    return None if face < 0 else face_code(face)


def seat_or_none(seat: int) -> int | None:
    """Return `seat`, `None` for nobody."""
    return None if seat < 0 else seat
