"""What a player says and does, as values with text both ways.

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

from ginrummy.argument_checks import given, whole_number
from ginrummy.card_seat_types import Face
from ginrummy.cards import Hand, face_code, faces_of, hand_of, parse_face, parse_faces
from ginrummy.errors import IllegalMove, shown_value
from ginrummy.locale import _
from ginrummy.rules import card_encoding as law
from ginrummy.rules.card_encoding import FACE_COUNT, suit_of
from ginrummy.rules.hand import is_well_formed, single, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.variant import Variant

NO_HAND = Hand(0, 0)
NO_FACE = Face(law.NO_FACE)
Melds = tuple[Hand, Hand, Hand]
NO_MELDS: Melds = (NO_HAND, NO_HAND, NO_HAND)


class MoveKind(Enum):
    """The kinds of move; the value is the word of the notation."""

    PASS = "pass"
    TAKE = "take"
    DRAW = "draw"
    DISCARD = "discard"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "biggin"
    SPREAD = "spread"
    LAY_OFF = "lay"

    __repr__ = Enum.__str__  # which is code


CLOSINGS: Final = (MoveKind.KNOCK, MoveKind.GIN, MoveKind.BIG_GIN)
"""What closes a hand."""
CLOSING_DISCARDS: Final = (MoveKind.KNOCK, MoveKind.GIN)
"""What closes a hand with a discard: big gin keeps all its cards."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move. `face` is the discard; `melds` the mover's melds; `laid` what goes on each shown meld."""

    kind: MoveKind
    face: Face = NO_FACE
    melds: Melds = NO_MELDS
    laid: Melds = NO_MELDS

    def __init__(
        self, kind: MoveKind | str, face: int = NO_FACE, melds: Melds = NO_MELDS, laid: Melds = NO_MELDS
    ) -> None:
        """Make a move of its parts, or read one from its text: `Move("7H")`."""
        said = parse_move(kind) if isinstance(kind, str) else None
        if said is None:
            given(kind, MoveKind, "Move", error=IllegalMove)
        number = whole_number(face)
        face = face if number is None else Face(number)
        parts = (kind, face, melds, laid) if said is None else (said.kind, said.face, said.melds, said.laid)
        for name, part in zip(("kind", "face", "melds", "laid"), parts, strict=True):
            object.__setattr__(self, name, part)

    def __repr__(self) -> str:
        """Return the move as code: `Move("7H")`, or its parts where no text says them."""
        if _has_text(self):
            return f'Move("{self}")'
        return f"Move({self.kind}, {self.face}, {self.melds}, {self.laid})"

    def __str__(self) -> str:
        """Return the move's text; `parse_move` reads it back."""
        if self.kind is MoveKind.DISCARD:
            return face_code(self.face)
        if self.kind in CLOSING_DISCARDS:
            return f"{self.kind.value}:{face_code(self.face)}"
        if self.kind is MoveKind.SPREAD:
            return f"spread:{melds_text(self.melds)}"
        if self.kind is MoveKind.LAY_OFF:
            return f"lay:{laid_text(self.laid)}" + "".join(f"/{hand_text(meld)}" for meld in held(self.melds))
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


def closing(variant: Variant, hand: Hand, face: int) -> Move:
    """Return the closing of `hand` with `face`: gin where nothing is left, else a knock (RULES 5.6)."""
    return gin(face) if deadwood(variant, without(hand, single(face))) == 0 else knock(face)


def held(melds: Melds) -> tuple[Hand, ...]:
    """Return the melds that are there."""
    return tuple(meld for meld in melds if meld.cards)


def without_gaps(move: Move) -> Move:
    """Return `move` with its melds in the first places, as its text has them."""
    melds = melds_of(list(held(move.melds)))
    return move if melds == move.melds else replace(move, melds=melds)


def in_order(meld: Hand) -> tuple[Face, ...]:
    """Return the faces of a meld as players lay them, a run over the corner from its low end."""
    faces = faces_of(meld)
    for place in range(1, len(faces)):
        if suit_of(faces[0]) == suit_of(faces[-1]) and faces[place] - faces[place - 1] > 1:
            return faces[place:] + faces[:place]
    return faces


def hand_text(hand: Hand) -> str:
    """Return the cards of `hand` in notation, unspaced."""
    return "".join(face_code(face) for face in in_order(hand))


def melds_text(melds: Melds) -> str:
    """Return melds in notation, slashes between them."""
    return "/".join(hand_text(meld) for meld in held(melds))


def laid_text(laid: Melds) -> str:
    """Return lay-offs in notation: each card and the number of its meld."""
    return ",".join(
        f"{face_code(face)}>{place}" for place, cards in enumerate(laid, start=1) for face in faces_of(cards)
    )


def melds_of(hands: list[Hand]) -> Melds:
    """Return at most three melds as the law wants them; raises `IllegalMove` for more."""
    if len(hands) > len(NO_MELDS):
        raise IllegalMove(_("a hand has at most three melds"), clause="6.1")
    filled = [*hands, *NO_MELDS][: len(NO_MELDS)]
    return filled[0], filled[1], filled[2]


def parse_move(text: str) -> Move:
    """Return the move that `text` says; raises `IllegalMove` or `CardError` for no move's text."""
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
        return Move(kind, melds=parse_melds(melds), laid=parse_laid(laid))
    if rest:
        raise IllegalMove(_("“{text}” is not a move").format(text=text.strip()))
    return Move(kind)


def playable(move: object, where: str) -> Move:
    """Return `move`, made of cards and melds as the law reads them; raises `IllegalMove` else."""
    move = given(move, Move, where, error=IllegalMove)
    face = whole_number(move.face)
    is_one = face is not None and NO_FACE <= face < FACE_COUNT
    if not (is_one and _are_melds(move.melds) and _are_melds(move.laid)):
        raise IllegalMove(_("{value} is no move").format(value=shown_value(move)), where=where)
    return move


def _are_melds(parts: Any) -> bool:
    """Return whether `parts` are three sets of cards that packs hold."""
    if parts is NO_MELDS:
        return True
    is_three = isinstance(parts, tuple) and len(parts) == len(NO_MELDS)
    return is_three and all(isinstance(part, Hand) and is_well_formed(part) for part in parts)


def _has_text(move: Move) -> bool:
    """Return whether its text says all of `move`, whatever a player has made it of."""
    try:
        return parse_move(str(move)) == move
    except Exception:
        return False


def parse_melds(text: str) -> Melds:
    """Return the melds that stand in `text`, slashes between them."""
    return melds_of([hand_of(parse_faces(part, packs=2)) for part in text.split("/") if part.strip()])


def parse_laid(text: str) -> Melds:
    """Return the lay-offs of `text`, such as `7S>1,8S>1`, a place for each meld."""
    on_melds: list[list[Face]] = [[], [], []]
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        card, _arrow, place = part.partition(">")
        if place.strip() not in ("1", "2", "3"):
            raise IllegalMove(
                _("“{text}” does not say which meld the card goes on").format(text=part), clause="6.3"
            )
        on_melds[int(place) - 1].append(parse_face(card))
    return melds_of([hand_of(faces) for faces in on_melds])
