"""JSON encoding of views, scores and variants, and its decoder, for programs that play.

Cards are in the notation of records (`7H`), moves in that of `ginrummy.game.moves`. The fields are listed in
docs/engine-protocol.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from ginrummy.game.cards import Hand, face_code, hand_of, parse_face
from ginrummy.game.game import Phase
from ginrummy.game.moves import NO_HAND, Melds, MoveKind, as_melds, non_empty_melds, ordered_faces
from ginrummy.game.public_view import PublicView
from ginrummy.game.view import CLOSING_NAMES, HIDDEN, EarlierHand, Event, View, known_hand
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_instance
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules import scoring, turns
from ginrummy.rules import turns as dealing
from ginrummy.rules.cards import is_card
from ginrummy.rules.scoring import Column, HandScore, Sheet
from ginrummy.rules.showdown import Defence
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import State
from ginrummy.rules.types import NOBODY, SEATS, Face, Seat, other_seat, seat_or_none
from ginrummy.variants import Variant, preset_of, variant_from_values, variant_values

Json = dict[str, Any]
UNREADABLE: Final = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OverflowError,  # 1e999 is infinite, not a whole number
    RecursionError,  # brackets nested without end
)
"""Exceptions raised by JSON of an unexpected form."""
_Made = TypeVar("_Made")
_GREATEST: Final = 2**31 - 1
_WITH_BONUS: Final = (scoring.UNDERCUT, scoring.GIN, scoring.BIG_GIN)


class WireError(GinRummyError):
    """JSON that this encoder would not write."""


def view_json(view: View) -> Json:
    """Return all fields of `view`, with the legal moves of its seat."""
    as_instance(view, View, "view_json")
    return {
        "number": view.number,
        "seat": view.seat,
        "dealer": view.dealer,
        "turn": view.turn,
        "phase": view.phase.value,
        **_cards_json(view),
        **_opponent_json(view),
        "knock_limit": view.knock_limit,
        "knock_limits": view.knock_limits,
        "events": [_event_json(event) for event in view.events],
        **_showdown_json(view, _codes_or_none(view.shown)),
        "match": sheet_json(view.variant, view.sheet),
        "earlier": [_earlier_json(hand) for hand in view.earlier],
        "legal": [str(move) for move in view.legal_moves()],
        "leaves": view.leaves,
    }


def public_view_json(view: PublicView) -> Json:
    """Return all fields of `view`, with the names of `view_json` where they are the same."""
    return {
        "number": view.number,
        "dealer": view.dealer,
        "turn": view.turn,
        "phase": view.phase.value,
        **_piles_json(view),
        "sizes": list(view.sizes),
        "known": [card_codes(hand) for hand in view.known],
        "possible": [card_codes(hand) for hand in view.possible],
        "events": [_event_json(event) for event in view.events],
        **_showdown_json(view, [_codes_or_none(hand) for hand in view.shown]),
        "match": sheet_json(view.variant, view.sheet),
    }


def _cards_json(view: View) -> Json:
    own = {"hand": card_codes(view.hand), "deadwood": view.deadwood()}
    return own | _piles_json(view) | {"taken": code_or_none(view.taken)}


def _piles_json(view: View | PublicView) -> Json:
    return {
        "pile": [face_code(face) for face in view.pile],
        "pile_size": view.pile_size,
        "stock": view.stock,
        "upcard": code_or_none(view.upcard),
    }


def _opponent_json(view: View) -> Json:
    return {
        "opponent_size": view.opponent_size,
        "opponent_known": card_codes(view.opponent_known),
        "opponent_possible": card_codes(view.opponent_possible),
        "opponent_taken": [face_code(face) for face in view.opponent_taken],
        "opponent_refused": [face_code(face) for face in view.opponent_refused],
        "opponent_discards": [face_code(face) for face in view.opponent_discards],
    }


def _showdown_json(view: View | PublicView, shown: Any) -> Json:
    return {
        "closing": view.closing,
        "spread": None if view.spread is None else spread_json(view.spread),
        "defence": None if view.defence is None else defence_json(view.defence),
        "shown": shown,
        "score": None if view.score is None else score_json(view.score),
    }


def _earlier_json(hand: EarlierHand) -> Json:
    return {
        "dealer": hand.dealer,
        "upcard": code_or_none(hand.upcard),
        "events": [_event_json(event) for event in hand.events],
        "hand": card_codes(hand.hand),
        "shown": _codes_or_none(hand.shown),
        "score": score_json(hand.score),
    }


def _event_json(event: Event) -> Json:
    fields: Json = {"seat": event.seat, "move": event.kind.value}
    return fields | {"card": face_code(event.face)} if is_card(event.face) else fields


def spread_json(spread: Spread) -> Json:
    """Return the melds of a layout and the cards left over."""
    return {"melds": melds_json(spread.melds), "unmatched": card_codes(spread.unmatched)}


def defence_json(defence: Defence) -> Json:
    """Return the lay-offs on each meld of the spread, and the defender's own layout."""
    return {"laid": [card_codes(cards) for cards in defence.laid], **spread_json(defence.own)}


def score_json(score: HandScore) -> Json:
    """Return the score of a hand; `winner` is `None` if no seat scores."""
    return {
        "kind": scoring.KIND_NAMES[score.kind],
        "winner": seat_or_none(score.winner),
        **score_numbers(score),
    }


def score_numbers(score: HandScore) -> dict[str, int]:
    """Return the numbers of the score of a hand."""
    names = ("points", "difference", "bonus", "multiplier", "extra_coups")
    return {name: getattr(score, name) for name in names}


def sheet_json(variant: Variant, sheet: Sheet) -> Json:
    """Return the score of a match from its sheet."""
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
    """Return the name of the preset equal to `row`, `None` for a house rule, and its rules as in a file."""
    return {"name": preset_of(row), "rules": dict(sorted(variant_values(row).items()))}


def write_view(view: View | PublicView) -> str:
    """Return a view as one line of JSON, including its rules."""
    if isinstance(view, PublicView):
        value = {"public_view": public_view_json(view)}
    else:
        value = {"view": view_json(as_instance(view, View, "write_view"))}
    return json.dumps({"variant": variant_json(view.variant)} | value, ensure_ascii=False)


def read_view(text: str) -> View:
    """Return the view that `write_view` wrote. Raises `WireError` or `VariantError` for anything else."""
    return _read(text, "view", parse_view_json)


def read_public_view(text: str) -> PublicView:
    """Return the public view that `write_view` wrote; raises as `read_view` does for anything else."""
    return _read(text, "public_view", parse_public_view_json)


def _read(text: str, name: str, made: Callable[[Variant, Json], _Made]) -> _Made:
    try:
        value = json.loads(text)
        return made(parse_variant_json(value["variant"]), value[name])
    except GinRummyError:
        raise
    except UNREADABLE as error:
        raise WireError(_("this is not a view: {error}").format(error=repr(error))) from error


def melds_json(melds: Melds) -> list[list[str]]:
    """Return the cards of each meld in playing order."""
    return [[face_code(face) for face in ordered_faces(meld)] for meld in non_empty_melds(melds)]


def card_codes(hand: Hand) -> list[str]:
    """Return the cards of `hand`, suit by suit, a twin twice."""
    return list(hand.codes)


def _codes_or_none(hand: Hand | None) -> list[str] | None:
    return None if hand is None else card_codes(hand)


def code_or_none(face: Face | None) -> str | None:
    """Return the notation of a card, or `None` for no card."""
    return None if face is None else face_code(face)


def parse_variant_json(value: Json) -> Variant:
    """Return the row that `variant_json` wrote. Raises `WireError` or `VariantError`."""
    rules = value.get("rules")
    if not isinstance(rules, dict):
        raise WireError(_("this is not a variant"))
    return variant_from_values(rules)


def parse_view_json(variant: Variant, value: Json) -> View:
    """Return the view of `variant` that `view_json` wrote. Raises `WireError` for anything else."""
    return _of_json(variant, value, _view)


def parse_public_view_json(variant: Variant, value: Json) -> PublicView:
    """Return the view of `variant` that `public_view_json` wrote. Raises `WireError` for anything else."""
    return _of_json(variant, value, _public_view)


def _of_json(variant: Variant, value: Json, made: Callable[[Variant, Json], _Made]) -> _Made:
    try:
        return made(variant, value)
    except UNREADABLE as error:
        raise WireError(_("this is not a view: {error}").format(error=repr(error))) from error


def _view(variant: Variant, value: Json) -> View:
    events = tuple(map(_event, value["events"]))
    state = _state(variant, value, events)
    shown = _or_none(_hand, value["shown"])
    own, across = _hand(value["hand"]), other_seat(value["seat"])
    other = known_hand(variant, events, state.upcard, across, shown)
    return View(
        variant=variant,
        seat=_seat(value["seat"]),
        turn=_seat(value["turn"]),
        phase=Phase(value["phase"]),
        state=state._replace(hands=(own, other) if value["seat"] == 0 else (other, own)),
        pile=tuple(map(parse_face, value["pile"])),
        pile_size=_number(value["pile_size"]),
        events=events,
        spread=_or_none(_spread, value["spread"]),
        defence=_or_none(_defence, value["defence"]),
        shown=shown,
        score=_final_score(value),
        sheet=_sheet(value["match"]),
        number=_number(value["number"]),
        earlier=tuple(map(_earlier, value.get("earlier", ()))),
    )


def _earlier(value: Json) -> EarlierHand:
    return EarlierHand(
        dealer=_seat(value["dealer"]),
        upcard=_or_none(parse_face, value["upcard"]),
        events=tuple(map(_event, value["events"])),
        hand=_hand(value["hand"]),
        shown=_or_none(_hand, value["shown"]),
        score=_score(value["score"]),
    )


def _public_view(variant: Variant, value: Json) -> PublicView:
    events = tuple(map(_event, value["events"]))
    state = _state(variant, value, events)
    shown, other_shown = (_or_none(_hand, hand) for hand in value["shown"])
    known, other_known = (
        known_hand(variant, events, state.upcard, seat, hand)
        for seat, hand in zip(SEATS, (shown, other_shown), strict=True)
    )
    return PublicView(
        variant=variant,
        turn=_seat(value["turn"]),
        phase=Phase(value["phase"]),
        state=state._replace(hands=(known, other_known)),
        sizes=_both(value["sizes"]),
        pile=tuple(map(parse_face, value["pile"])),
        pile_size=_number(value["pile_size"]),
        events=events,
        spread=_or_none(_spread, value["spread"]),
        defence=_or_none(_defence, value["defence"]),
        shown=(shown, other_shown),
        score=_final_score(value),
        sheet=_sheet(value["match"]),
        number=_number(value["number"]),
    )


def _event(value: Json) -> Event:
    return Event(_seat(value["seat"]), MoveKind(value["move"]), _face(value.get("card")))


def _state(variant: Variant, value: Json, events: tuple[Event, ...]) -> State:
    """Return the law's state after `events`, with empty hands."""
    empty = (NO_HAND, NO_HAND)
    state = dealing.first_state(variant, _seat(value["dealer"]), empty, _face(value["upcard"]))
    closing = next((number for number, name in CLOSING_NAMES.items() if name == value["closing"]), 0)
    for event in events:
        state = _after(variant, state, event, closing)._replace(hands=empty)
    return state


def _after(variant: Variant, state: State, event: Event, closing: int) -> State:
    """Return `state` after a move as the viewer saw it, without changes to the hands."""
    kind = event.kind
    if kind is MoveKind.PASS:
        return turns.leave_top(variant, state)
    if kind is MoveKind.TAKE:
        return turns.take_top(state)
    if kind is MoveKind.DRAW:
        return turns.draw_stock(state, max(event.face, 0))
    if kind is MoveKind.DISCARD:
        return turns.discard_card(variant, state, event.face)
    if kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
        return state
    return turns.closed_state(state, NO_HAND, closing, event.face)


def _sheet(value: Json) -> Sheet:
    blank = scoring.new_column()
    columns = [*map(_column, value["columns"]), blank, blank, blank]
    last = value["last_manche"]
    return Sheet(
        columns=(columns[0], columns[1], columns[2]),
        partie=_both(value["partie"]),
        manches_won=_both(value["manches_won"]),
        last_manche=blank if last is None else _column(last),
        manche_ended=int(value["manche_ended"]),
        hands=_number(value["hands"]),
        void_hands=_number(value["void_hands"]),
        finished=int(value["finished"]),
    )


def _column(value: Json) -> Column:
    return Column(
        points=_both(value["points"]),
        entries=_both(value["entries"]),
        boxes=_both(value["boxes"]),
        extra_coups=_both(value["extra_coups"]),
        closed_by=_seat_or_nobody(value["closed_by"]),
    )


def _score(value: Json) -> HandScore:
    return HandScore(
        kind=scoring.KIND_NAMES.index(value["kind"], 1),
        winner=_seat_or_nobody(value["winner"]),
        difference=_number(value["difference"]),
        bonus=_number(value["bonus"]),
        multiplier=_number(value["multiplier"]),
        points=_number(value["points"]),
        extra_coups=_number(value["extra_coups"]),
    )


def _final_score(value: Json) -> HandScore | None:
    """Return the score of a hand. Raises `ValueError` when its parts are missing."""
    score = _or_none(_score, value["score"])
    if score is None:
        return None
    needed = {scoring.VOID: (), scoring.WALL_COMPARE: ("shown",)}.get(score.kind, ("spread", "defence"))
    missing = [name for name in needed if value[name] is None]
    if missing or (score.bonus and score.kind not in _WITH_BONUS):
        raise ValueError(*missing)
    return score


def _spread(value: Json) -> Spread:
    return Spread(as_melds([_hand(meld) for meld in value["melds"]]), _hand(value["unmatched"]))


def _defence(value: Json) -> Defence:
    return Defence(as_melds([_hand(cards) for cards in value["laid"]]), _spread(value))


def _hand(value: list[str]) -> Hand:
    return hand_of([parse_face(code) for code in value])


def _or_none(made: Callable[[Any], _Made], value: Any) -> _Made | None:
    return None if value is None else made(value)


def _both(value: list[int]) -> tuple[int, int]:
    first, second = value
    return _number(first), _number(second)


def _number(value: Any) -> int:
    """Return `value` if it is a whole number that fits in an array. Raises `TypeError` otherwise."""
    if type(value) is not int or abs(value) > _GREATEST:
        raise TypeError(value)
    return value


def _face(code: str | None) -> Face:
    return HIDDEN if code is None else parse_face(code)


def _seat(value: Any) -> Seat:
    """Return the seat with that number. Raises `ValueError` for any other."""
    return SEATS[SEATS.index(_number(value))]


def _seat_or_nobody(value: Any) -> Seat:
    return NOBODY if value is None else _seat(value)
