"""Cards named in a text, and cards hidden from a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from ginrummy.game.cards import FACE_COUNT, Hand, face_code, face_name, face_text, faces_of
from ginrummy.game.match import Match
from ginrummy.game.view import MOST_EARLIER, view_of
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.cards import without
from ginrummy.rules.types import Face, Seat

CODE = re.compile(r"(?<![\w-])[A23456789TJQK][SHDC](?![\w-])")


def hidden_from(match: Match, seat: Seat) -> set[Face]:
    """Return the faces of which `seat` can know no card: in the stock, or unseen in the other hand."""
    view = view_of(match, seat)
    other = match.game.state.hands[1 - seat]
    is_open = view.shown is not None
    unseen = Hand(0, 0) if is_open else without(other, view.opponent_known)
    faces = {*faces_of(unseen), *match.game.stock}
    known = set(faces_of(other if is_open else view.opponent_known))  # the other twin may be in the stock
    seen = set(faces_of(view.hand)) | known | {event.face for event in view.events}
    return faces - seen - {view.state.upcard}


@cache
def spellings() -> dict[str, int]:
    """Return every notation of a card with its card."""
    found: dict[str, int] = {face_code(face): face for face in map(Face, range(FACE_COUNT))}
    for language in LANGUAGES:
        found |= {face_text(face, language): face for face in map(Face, range(FACE_COUNT))}
        with using_language(language):
            for face in map(Face, range(FACE_COUNT)):
                found |= dict.fromkeys((face_name(face), f"{face_name(face):object}"), face)
    return found


@cache
def words() -> re.Pattern[str]:
    """Return a pattern for a card's name as a separate word, the longest alternative first."""
    found = sorted((word for word in spellings() if not CODE.fullmatch(word)), key=len, reverse=True)
    first = "".join(sorted({word[0] for word in found}))
    return re.compile(rf"(?<!\w)(?=[{first}])(?:{'|'.join(map(re.escape, found))})(?!\w)")


def mentioned(text: str) -> set[int]:
    """Return the cards named in `text` in any notation, as separate words."""
    return {spellings()[word] for pattern in (CODE, words()) for word in pattern.findall(text)}


def mentions(text: str, face: int) -> bool:
    """Return whether `text` names the card."""
    return face in mentioned(text)


def of_this_hand(told: Any) -> Any:
    """Return JSON without finished hands: their cards are public, and elsewhere now."""
    if isinstance(told, list):
        return [of_this_hand(each) for each in told]
    if isinstance(told, dict):
        return {name: of_this_hand(value) for name, value in told.items() if name != "earlier"}
    return told


def ended_hands(told: Any) -> Iterator[tuple[int, Any]]:
    """Yield the finished hands in JSON, each with its number in the match."""
    if isinstance(told, dict) and "earlier" in told:
        assert len(told["earlier"]) == min(told["number"], MOST_EARLIER)
        yield from enumerate(told["earlier"], told["number"] - len(told["earlier"]))
    for each in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from ended_hands(each)
