"""Moves of a player as values, with a parser and a formatter.

| text | move |
|---|---|
| `pass` | leave the upcard, or the last discard |
| `take` | take the top of the discard pile |
| `draw` | draw the top of the stock |
| `7H` | discard |
| `knock:7H` `gin:7H` | close the hand, discarding face down |
| `biggin` | declare big gin |
| `spread:4S5S6S/9H9D9C` | lay out a closed hand in these melds, the other cards unmatched |
| `lay:7S>1,8S>1/TC JC QC` | lay off cards on melds of the spread (1 to 3), own melds after the slash |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from ginrummy.game.cards import Hand, face_code, faces_of, hand_of, parse_face, parse_faces
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_instance, whole_number_or_none
from ginrummy.locale.errors import IllegalMove, safe_repr
from ginrummy.rules import cards as law
from ginrummy.rules.cards import FACE_COUNT, is_well_formed, single, suit_of, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.showdown import Defence
from ginrummy.rules.spreads import Spread
from ginrummy.rules.types import Face
from ginrummy.rules.variant import Variant

NO_HAND = Hand(0, 0)
NO_FACE = Face(law.NO_FACE)
Melds = tuple[Hand, Hand, Hand]
NO_MELDS: Melds = (NO_HAND, NO_HAND, NO_HAND)


class MoveKind(Enum):
    """The kinds of move. The value is the word of the notation."""

    PASS = "pass"
    TAKE = "take"
    DRAW = "draw"
    DISCARD = "discard"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "biggin"
    SPREAD = "spread"
    LAY_OFF = "lay"

    __repr__ = Enum.__str__  # valid code


CLOSINGS: Final = (MoveKind.KNOCK, MoveKind.GIN, MoveKind.BIG_GIN)
"""The moves that close a hand."""
CLOSING_DISCARDS: Final = (MoveKind.KNOCK, MoveKind.GIN)
"""The moves that close a hand with a discard; big gin keeps all cards."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move: `face` is the discard, `melds` the mover's melds, `laid` the cards for each shown meld."""

    kind: MoveKind
    face: Face = NO_FACE
    melds: Melds = NO_MELDS
    laid: Melds = NO_MELDS

    def __init__(
        self, kind: MoveKind | str, face: int = NO_FACE, melds: Melds = NO_MELDS, laid: Melds = NO_MELDS
    ) -> None:
        """Create a move from its parts, or from its text: `Move("7H")`."""
        said = parse_move(kind) if isinstance(kind, str) else None
        if said is None:
            as_instance(kind, MoveKind, "Move", error=IllegalMove)
        number = whole_number_or_none(face)
        face = face if number is None else Face(number)
        parts = (kind, face, melds, laid) if said is None else (said.kind, said.face, said.melds, said.laid)
        for name, part in zip(("kind", "face", "melds", "laid"), parts, strict=True):
            object.__setattr__(self, name, part)

    def __repr__(self) -> str:
        """Return the move as code: `Move("7H")`, or its parts where no text describes it."""
        if _has_text(self):
            return f'Move("{self}")'
        return f"Move({self.kind}, {self.face}, {self.melds}, {self.laid})"

    def __str__(self) -> str:
        """Return the move's text, the inverse of `parse_move`."""
        if self.kind is MoveKind.DISCARD:
            return face_code(self.face)
        if self.kind in CLOSING_DISCARDS:
            return f"{self.kind.value}:{face_code(self.face)}"
        if self.kind is MoveKind.SPREAD:
            return f"spread:{melds_text(self.melds)}"
        if self.kind is MoveKind.LAY_OFF:
            return f"lay:{lay_offs_text(self.laid)}" + "".join(
                f"/{hand_text(meld)}" for meld in non_empty_melds(self.melds)
            )
        return str(self.kind.value)


PASS = Move(MoveKind.PASS)
TAKE = Move(MoveKind.TAKE)
DRAW = Move(MoveKind.DRAW)
BIG_GIN = Move(MoveKind.BIG_GIN)


def discard(face: int) -> Move:
    """Return the discard of `face`."""
    return Move(MoveKind.DISCARD, Face(face))


def knock(face: int) -> Move:
    """Return the knock that discards `face`."""
    return Move(MoveKind.KNOCK, face)


def gin(face: int) -> Move:
    """Return the gin that discards `face`."""
    return Move(MoveKind.GIN, face)


def closing_move(variant: Variant, hand: Hand, face: int) -> Move:
    """Return the closing of `hand` with `face`: gin when nothing is left, else a knock (RULES 5.6)."""
    return gin(face) if deadwood(variant, without(hand, single(face))) == 0 else knock(face)


def non_empty_melds(melds: Melds) -> tuple[Hand, ...]:
    """Return the non-empty melds."""
    return tuple(meld for meld in melds if meld.cards)


def remove_melds(hand: Hand, parts: Melds) -> Hand:
    """Return `hand` less `parts`, all of which it holds."""
    for part in parts:
        hand = without(hand, part)
    return hand


def defence_from_move(hand: Hand, move: Move) -> Defence:
    """Return the defence for `hand` described by a lay-off move."""
    return Defence(move.laid, Spread(move.melds, remove_melds(remove_melds(hand, move.laid), move.melds)))


def with_melds_first(move: Move) -> Move:
    """Return `move` with its melds in the first places, as in its text."""
    melds = as_melds(list(non_empty_melds(move.melds)))
    return move if melds == move.melds else replace(move, melds=melds)


def ordered_faces(meld: Hand) -> tuple[Face, ...]:
    """Return the faces of a meld in playing order; a run over the corner starts at its low end."""
    faces = faces_of(meld)
    for place in range(1, len(faces)):
        if suit_of(faces[0]) == suit_of(faces[-1]) and faces[place] - faces[place - 1] > 1:
            return faces[place:] + faces[:place]
    return faces


def hand_text(hand: Hand) -> str:
    """Return the cards of `hand` in notation, without spaces."""
    return "".join(face_code(face) for face in ordered_faces(hand))


def melds_text(melds: Melds) -> str:
    """Return melds in notation, separated by slashes."""
    return "/".join(hand_text(meld) for meld in non_empty_melds(melds))


def lay_offs_text(laid: Melds) -> str:
    """Return lay-offs in notation: each card and the number of its meld."""
    return ",".join(
        f"{face_code(face)}>{place}" for place, cards in enumerate(laid, start=1) for face in faces_of(cards)
    )


def as_melds(hands: list[Hand]) -> Melds:
    """Return at most three melds in the law's form. Raises `IllegalMove` for more."""
    if len(hands) > len(NO_MELDS):
        raise IllegalMove(_("a hand has at most three melds"), clause="6.1")
    filled = [*hands, *NO_MELDS][: len(NO_MELDS)]
    return filled[0], filled[1], filled[2]


def parse_move(text: str) -> Move:
    """Return the move described by `text`. Raises `IllegalMove` or `CardError` for other text."""
    word, _colon, rest = text.strip().partition(":")
    try:
        kind = MoveKind(word.lower())
    except ValueError:
        return discard(parse_face(text))
    if kind in (MoveKind.DISCARD, *CLOSING_DISCARDS):
        return Move(kind, parse_face(rest))
    if kind is MoveKind.SPREAD:
        return Move(kind, melds=parse_melds(rest))
    if kind is MoveKind.LAY_OFF:
        laid, _slash, melds = rest.partition("/")
        return Move(kind, melds=parse_melds(melds), laid=parse_lay_offs(laid))
    if rest:
        raise IllegalMove(_("“{text}” is not a move").format(text=text.strip()))
    return Move(kind)


def validate_move(move: object, where: str) -> Move:
    """Return `move` with valid cards and melds in the law's form, else raise `IllegalMove`."""
    move = as_instance(move, Move, where, error=IllegalMove)
    face = whole_number_or_none(move.face)
    is_one = face is not None and NO_FACE <= face < FACE_COUNT
    if not (is_one and _are_melds(move.melds) and _are_melds(move.laid)):
        raise IllegalMove(_("{value} is no move").format(value=safe_repr(move)), where=where)
    return move


def _are_melds(parts: Any) -> bool:
    """Return whether `parts` are three sets of cards from the packs."""
    if parts is NO_MELDS:
        return True
    is_three = isinstance(parts, tuple) and len(parts) == len(NO_MELDS)
    return is_three and all(isinstance(part, Hand) and is_well_formed(part) for part in parts)


def _has_text(move: Move) -> bool:
    """Return whether a text describes all of `move`, which a player may have built from any parts."""
    try:
        return parse_move(str(move)) == move
    except Exception:
        return False


def parse_melds(text: str) -> Melds:
    """Return the melds in `text`, separated by slashes."""
    return as_melds([hand_of(parse_faces(part, packs=2)) for part in text.split("/") if part.strip()])


def parse_lay_offs(text: str) -> Melds:
    """Return the lay-offs of `text`, such as `7S>1,8S>1`, with a place for each meld."""
    on_melds: list[list[Face]] = [[], [], []]
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        card, _arrow, place = part.partition(">")
        if place.strip() not in ("1", "2", "3"):
            raise IllegalMove(
                _("“{text}” does not say to which meld the card is added").format(text=part), clause="6.3"
            )
        on_melds[int(place) - 1].append(parse_face(card))
    return as_melds([hand_of(faces) for faces in on_melds])
