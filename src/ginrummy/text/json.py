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
from ginrummy.game.moves import NO_HAND, Melds, MoveKind, in_order, melds_of, non_empty_melds
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
from ginrummy.variants import Variant, preset_of, row_of, row_values

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
        "known": [codes(hand) for hand in view.known],
        "possible": [codes(hand) for hand in view.possible],
        "events": [_event_json(event) for event in view.events],
        **_showdown_json(view, [_codes_or_none(hand) for hand in view.shown]),
        "match": sheet_json(view.variant, view.sheet),
    }


def _cards_json(view: View) -> Json:
    own = {"hand": codes(view.hand), "deadwood": view.deadwood()}
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
        "opponent_known": codes(view.opponent_known),
        "opponent_possible": codes(view.opponent_possible),
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
        "hand": codes(hand.hand),
        "shown": _codes_or_none(hand.shown),
        "score": score_json(hand.score),
    }


def _event_json(event: Event) -> Json:
    told: Json = {"seat": event.seat, "move": event.kind.value}
    return told | {"card": face_code(event.face)} if is_card(event.face) else told


def spread_json(spread: Spread) -> Json:
    """Return the melds of a layout and the cards left over."""
    return {"melds": melds_json(spread.melds), "unmatched": codes(spread.unmatched)}


def defence_json(defence: Defence) -> Json:
    """Return the lay-offs on each meld of the spread, and the defender's own layout."""
    return {"laid": [codes(cards) for cards in defence.laid], **spread_json(defence.own)}


def score_json(score: HandScore) -> Json:
    """Return the score of a hand; `winner` is `None` if no seat scores."""
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
    return {"name": preset_of(row), "rules": dict(sorted(row_values(row).items()))}


def write_view(view: View | PublicView) -> str:
    """Return a view as one line of JSON, including its rules."""
    if isinstance(view, PublicView):
        told = {"public_view": public_view_json(view)}
    else:
        told = {"view": view_json(as_instance(view, View, "write_view"))}
    return json.dumps({"variant": variant_json(view.variant)} | told, ensure_ascii=False)


def read_view(text: str) -> View:
    """Return the view that `write_view` wrote. Raises `WireError` or `VariantError` for anything else."""
    return _read(text, "view", view_of_json)


def read_public_view(text: str) -> PublicView:
    """Return the public view that `write_view` wrote; raises as `read_view` does for anything else."""
    return _read(text, "public_view", public_view_of_json)


def _read(text: str, name: str, made: Callable[[Variant, Json], _Made]) -> _Made:
    try:
        told = json.loads(text)
        return made(variant_of(told["variant"]), told[name])
    except GinRummyError:
        raise
    except UNREADABLE as error:
        raise WireError(_("this is not a view: {error}").format(error=repr(error))) from error


def melds_json(melds: Melds) -> list[list[str]]:
    """Return the cards of each meld in playing order."""
    return [[face_code(face) for face in in_order(meld)] for meld in non_empty_melds(melds)]


def codes(hand: Hand) -> list[str]:
    """Return the cards of `hand`, suit by suit, a twin twice."""
    return list(hand.codes)


def _codes_or_none(hand: Hand | None) -> list[str] | None:
    return None if hand is None else codes(hand)


def code_or_none(face: Face | None) -> str | None:
    """Return the notation of a card, or `None` for no card."""
    return None if face is None else face_code(face)


def variant_of(told: Json) -> Variant:
    """Return the row that `variant_json` wrote. Raises `WireError` or `VariantError`."""
    rules = told.get("rules")
    if not isinstance(rules, dict):
        raise WireError(_("this is not a variant"))
    return row_of(rules)


def view_of_json(variant: Variant, told: Json) -> View:
    """Return the view of `variant` that `view_json` wrote. Raises `WireError` for anything else."""
    return _of_json(variant, told, _view)


def public_view_of_json(variant: Variant, told: Json) -> PublicView:
    """Return the view of `variant` that `public_view_json` wrote. Raises `WireError` for anything else."""
    return _of_json(variant, told, _public_view)


def _of_json(variant: Variant, told: Json, made: Callable[[Variant, Json], _Made]) -> _Made:
    try:
        return made(variant, told)
    except UNREADABLE as error:
        raise WireError(_("this is not a view: {error}").format(error=repr(error))) from error


def _view(variant: Variant, told: Json) -> View:
    events = tuple(map(_event, told["events"]))
    state = _state(variant, told, events)
    shown = _or_none(_hand, told["shown"])
    own, across = _hand(told["hand"]), other_seat(told["seat"])
    other = known_hand(variant, events, state.upcard, across, shown)
    return View(
        variant=variant,
        seat=_seat(told["seat"]),
        turn=_seat(told["turn"]),
        phase=Phase(told["phase"]),
        state=state._replace(hands=(own, other) if told["seat"] == 0 else (other, own)),
        pile=tuple(map(parse_face, told["pile"])),
        pile_size=_number(told["pile_size"]),
        events=events,
        spread=_or_none(_spread, told["spread"]),
        defence=_or_none(_defence, told["defence"]),
        shown=shown,
        score=_final_score(told),
        sheet=_sheet(told["match"]),
        number=_number(told["number"]),
        earlier=tuple(map(_earlier, told.get("earlier", ()))),
    )


def _earlier(told: Json) -> EarlierHand:
    return EarlierHand(
        dealer=_seat(told["dealer"]),
        upcard=_or_none(parse_face, told["upcard"]),
        events=tuple(map(_event, told["events"])),
        hand=_hand(told["hand"]),
        shown=_or_none(_hand, told["shown"]),
        score=_score(told["score"]),
    )


def _public_view(variant: Variant, told: Json) -> PublicView:
    events = tuple(map(_event, told["events"]))
    state = _state(variant, told, events)
    shown, other_shown = (_or_none(_hand, hand) for hand in told["shown"])
    known, other_known = (
        known_hand(variant, events, state.upcard, seat, hand)
        for seat, hand in zip(SEATS, (shown, other_shown), strict=True)
    )
    return PublicView(
        variant=variant,
        turn=_seat(told["turn"]),
        phase=Phase(told["phase"]),
        state=state._replace(hands=(known, other_known)),
        sizes=_both(told["sizes"]),
        pile=tuple(map(parse_face, told["pile"])),
        pile_size=_number(told["pile_size"]),
        events=events,
        spread=_or_none(_spread, told["spread"]),
        defence=_or_none(_defence, told["defence"]),
        shown=(shown, other_shown),
        score=_final_score(told),
        sheet=_sheet(told["match"]),
        number=_number(told["number"]),
    )


def _event(told: Json) -> Event:
    return Event(_seat(told["seat"]), MoveKind(told["move"]), _face(told.get("card")))


def _state(variant: Variant, told: Json, events: tuple[Event, ...]) -> State:
    """Return the law's state after `events`, with empty hands."""
    empty = (NO_HAND, NO_HAND)
    state = dealing.first_state(variant, _seat(told["dealer"]), empty, _face(told["upcard"]))
    closing = next((number for number, name in CLOSING_NAMES.items() if name == told["closing"]), 0)
    for event in events:
        state = _after(variant, state, event, closing)._replace(hands=empty)
    return state


def _after(variant: Variant, state: State, event: Event, closing: int) -> State:
    """Return `state` after a move as the viewer saw it, without changes to the hands."""
    kind = event.kind
    if kind is MoveKind.PASS:
        return turns.leave(variant, state)
    if kind is MoveKind.TAKE:
        return turns.take_top(state)
    if kind is MoveKind.DRAW:
        return turns.draw_stock(state, max(event.face, 0))
    if kind is MoveKind.DISCARD:
        return turns.discard_card(variant, state, event.face)
    if kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
        return state
    return turns.closed_state(state, NO_HAND, closing, event.face)


def _sheet(told: Json) -> Sheet:
    blank = scoring.new_column()
    columns = [*map(_column, told["columns"]), blank, blank, blank]
    last = told["last_manche"]
    return Sheet(
        columns=(columns[0], columns[1], columns[2]),
        partie=_both(told["partie"]),
        manches_won=_both(told["manches_won"]),
        last_manche=blank if last is None else _column(last),
        manche_ended=int(told["manche_ended"]),
        hands=_number(told["hands"]),
        void_hands=_number(told["void_hands"]),
        finished=int(told["finished"]),
    )


def _column(told: Json) -> Column:
    return Column(
        points=_both(told["points"]),
        entries=_both(told["entries"]),
        boxes=_both(told["boxes"]),
        extra_coups=_both(told["extra_coups"]),
        closed_by=_seat_or_nobody(told["closed_by"]),
    )


def _score(told: Json) -> HandScore:
    return HandScore(
        kind=scoring.KIND_NAMES.index(told["kind"], 1),
        winner=_seat_or_nobody(told["winner"]),
        difference=_number(told["difference"]),
        bonus=_number(told["bonus"]),
        multiplier=_number(told["multiplier"]),
        points=_number(told["points"]),
        extra_coups=_number(told["extra_coups"]),
    )


def _final_score(told: Json) -> HandScore | None:
    """Return the score of a hand. Raises `ValueError` when its parts are missing."""
    score = _or_none(_score, told["score"])
    if score is None:
        return None
    needed = {scoring.VOID: (), scoring.WALL_COMPARE: ("shown",)}.get(score.kind, ("spread", "defence"))
    missing = [name for name in needed if told[name] is None]
    if missing or (score.bonus and score.kind not in _WITH_BONUS):
        raise ValueError(*missing)
    return score


def _spread(told: Json) -> Spread:
    return Spread(melds_of([_hand(meld) for meld in told["melds"]]), _hand(told["unmatched"]))


def _defence(told: Json) -> Defence:
    return Defence(melds_of([_hand(cards) for cards in told["laid"]]), _spread(told))


def _hand(told: list[str]) -> Hand:
    return hand_of([parse_face(code) for code in told])


def _or_none(made: Callable[[Any], _Made], told: Any) -> _Made | None:
    return None if told is None else made(told)


def _both(told: list[int]) -> tuple[int, int]:
    first, second = told
    return _number(first), _number(second)


def _number(told: Any) -> int:
    """Return `told` if it is a whole number that fits in an array. Raises `TypeError` otherwise."""
    if type(told) is not int or abs(told) > _GREATEST:
        raise TypeError(told)
    return told


def _face(code: str | None) -> Face:
    return HIDDEN if code is None else parse_face(code)


def _seat(told: Any) -> Seat:
    """Return the seat with that number. Raises `ValueError` for any other."""
    return SEATS[SEATS.index(_number(told))]


def _seat_or_nobody(told: Any) -> Seat:
    return NOBODY if told is None else _seat(told)
