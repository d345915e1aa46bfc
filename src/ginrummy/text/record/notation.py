"""Notation of records for cards, turns, spreads and lay-offs: parser and formatter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ginrummy.game.cards import Hand, face_code, faces_of, hand_of, parse_face
from ginrummy.game.game import Played
from ginrummy.game.moves import (
    BIG_GIN,
    DRAW,
    NO_FACE,
    PASS,
    TAKE,
    Melds,
    Move,
    MoveKind,
    as_melds,
    hand_text,
    non_empty_melds,
    remove_melds,
)
from ginrummy.game.moves import discard as discarding
from ginrummy.locale import _
from ginrummy.locale.errors import RecordError
from ginrummy.rules.types import Face

CARD: Final = "[A2-9TJQK][SHDC]"
_TURN: Final = re.compile(rf"pass|([+<])({CARD})(?:-({CARD})([!#]?)|(##))?|-({CARD})([!#]?)")
_MELD: Final = re.compile(rf"(?:{CARD}){{3,13}}")
_LAID: Final = re.compile(rf"({CARD})>([123])")
_SHOWN: Final = re.compile(rf"(spread|lay)((?: [^ ()]+)*) \(((?:{CARD}(?: {CARD})*)?)\)")
_SIGNS: Final = {MoveKind.DISCARD: "", MoveKind.KNOCK: "!", MoveKind.GIN: "#"}
_ENDS: Final = {sign: kind for kind, sign in _SIGNS.items()}
_SOURCES: Final = {"+": DRAW, "<": TAKE}


class HalfTurn(NamedTuple):
    """Half of a turn: the move, and the face of the card that it moves, `NO_FACE` for none."""

    move: Move
    face: Face


def turn_tokens(plays: Iterable[Played]) -> tuple[str, ...]:
    """Return the turns of a hand, one token each; the last may be half a turn."""
    tokens: list[str] = []
    is_open = False
    for _seat, move, face in plays:
        if move.kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
            continue
        text = _half(move, face)
        if is_open:
            tokens[-1] += text
        else:
            tokens.append(text)
        is_open = move.kind in (MoveKind.DRAW, MoveKind.TAKE)
    return tuple(tokens)


def _half(move: Move, face: Face) -> str:
    if move.kind is MoveKind.PASS:
        return "pass"
    if move.kind is MoveKind.BIG_GIN:
        return "##"
    if move.kind is MoveKind.DRAW:
        return f"+{face_code(face)}"
    if move.kind is MoveKind.TAKE:
        return f"<{face_code(face)}"
    return f"-{face_code(face)}{_SIGNS[move.kind]}"


def parse_turn(token: str) -> tuple[HalfTurn, ...]:
    """Return the moves in a token. Raises `RecordError` if it is not a turn."""
    found = _TURN.fullmatch(token)
    if found is None:
        raise RecordError(_("this is no turn"), clause="12.1")
    source, drawn, thrown, sign, big_gin, only, only_sign = found.groups()
    halves = [HalfTurn(_SOURCES[source], parse_face(drawn))] if source else []
    if big_gin:
        halves.append(HalfTurn(BIG_GIN, NO_FACE))
    elif thrown or only:
        halves.append(_end(parse_face(thrown or only), sign or only_sign or ""))
    return tuple(halves) or (HalfTurn(PASS, NO_FACE),)


def _end(face: Face, sign: str) -> HalfTurn:
    kind = _ENDS[sign]
    return HalfTurn(discarding(face) if kind is MoveKind.DISCARD else Move(kind, face), face)


def is_half_turn(token: str) -> bool:
    """Return whether a token is a turn that still lacks its discard."""
    return token[0] in _SOURCES and "-" not in token and "#" not in token


def faces_text(faces: Iterable[Face]) -> str:
    """Return faces in notation, a blank between them."""
    return " ".join(map(face_code, faces))


def spread_text(move: Move, hand: Hand) -> str:
    """Return the line of a spread of `hand`: its melds, the unmatched cards in brackets."""
    return _layout_text("spread", map(hand_text, non_empty_melds(move.melds)), remove_melds(hand, move.melds))


def lay_off_text(move: Move, hand: Hand) -> str:
    """Return the line of the defender's lay-offs and own melds, the cards left over in brackets."""
    laid = [
        f"{face_code(face)}>{place}" for place, cards in enumerate(move.laid, 1) for face in faces_of(cards)
    ]
    rest = remove_melds(remove_melds(hand, move.laid), move.melds)
    return _layout_text("lay", [*laid, *map(hand_text, non_empty_melds(move.melds))], rest)


def _layout_text(word: str, tokens: Iterable[str], rest: Hand) -> str:
    return " ".join([word, *tokens, f"({faces_text(faces_of(rest))})"])


def parse_showdown_line(text: str) -> tuple[Move, Hand]:
    """Return the spread or the lay-offs in a line, and the cards in brackets.

    Raises `RecordError` or `CardError` for any other line.
    """
    found = _SHOWN.fullmatch(text)
    if found is None:
        raise RecordError(_("this is no spread and no lay-off"), clause="12.1")
    word, tokens, rest = found.groups()
    move = _spread(tokens.split()) if word == "spread" else _lay_off(tokens.split())
    return move, hand_of(map(parse_face, rest.split()))


def _spread(tokens: Sequence[str]) -> Move:
    return Move(MoveKind.SPREAD, melds=_parse_melds(tokens))


def _lay_off(tokens: Sequence[str]) -> Move:
    on_melds: list[list[Face]] = [[], [], []]
    own = []
    for token in tokens:
        laid = _LAID.fullmatch(token)
        if laid is None:
            own.append(token)
        else:
            on_melds[int(laid[2]) - 1].append(parse_face(laid[1]))
    return Move(MoveKind.LAY_OFF, melds=_parse_melds(own), laid=as_melds([hand_of(on) for on in on_melds]))


def _parse_melds(tokens: Sequence[str]) -> Melds:
    for token in tokens:
        if not _MELD.fullmatch(token):
            raise RecordError(_("“{text}” is no meld").format(text=token), clause="12.1")
    return as_melds([_meld(token) for token in tokens])


def _meld(token: str) -> Hand:
    return hand_of(parse_face(token[place : place + 2]) for place in range(0, len(token), 2))
