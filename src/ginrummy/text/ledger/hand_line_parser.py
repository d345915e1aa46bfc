"""Parser for one line of a ledger: the player, the ending, and deadwoods or points, in three languages.

Anna 25            Anna scores 25           Anna 50 x2         with two extra boxes
Anna knock 3 25    with 3 against 25        Boris undercut 9 4 at 9 against 4
Anna gin 31        Anna biggin 31           wall 26 45         the stock ran out
void               no score                 … ♠  … 6♠          the upcard, where spades double
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, NamedTuple
from unicodedata import normalize

from ginrummy.game import hand_entry
from ginrummy.game.cards import RANK_COUNT, parse_face
from ginrummy.game.hand_entry import POINTS
from ginrummy.game.legality import above_limit
from ginrummy.game.score_sheet import ending_title, endings_by_words, parse_ending
from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import CardError, GinRummyError
from ginrummy.rules import scoring, turns
from ginrummy.rules.cards import NO_FACE, is_card
from ginrummy.rules.scoring import (
    BIG_GIN,
    GIN,
    GIN_VOID,
    KNOCK,
    TIE,
    UNDERCUT,
    UNKNOWN,
    VOID,
    WALL_COMPARE,
    HandScore,
)
from ginrummy.rules.types import NOBODY, SEATS, Face, Seat, other_seat
from ginrummy.variants import LIMIT_DISCARD, LIMIT_FIXED, LIMIT_UPCARD, Variant
from ginrummy.variants import WALL_COMPARE as COMPARED_AT_WALL

_SUIT_WORDS: Final = {
    word: suit
    for suit, words in enumerate((
        ("spade", "spades", "pique", "piques", "пика", "пики"),
        ("heart", "hearts", "cœur", "coeur", "черва", "черви"),
        ("diamond", "diamonds", "carreau", "бубна", "бубны"),
        ("club", "clubs", "trèfle", "trefle", "трефа", "трефы", "крести"),
    ))
    for word in words
}  # fmt: skip
_RANGE: Final = re.compile(r"(?<=\d)(?:\s+[-–—:/]\s+|[-–—:/])(?=\d)")
_DASHES: Final = ("-", "–", "—")
_NAMELESS: Final = (VOID, WALL_COMPARE, TIE, GIN_VOID)
"""Endings of a hand that may be written without a player."""

_TOKEN: Final = re.compile(r"[^\s,;:()]+")
_NUMBER: Final = re.compile(r"[+-]?\d{1,9}")
_STROKES: Final = re.compile(r"[x×хX*](\d{1,6})")
NAMELESS: Final = ("0", "1")
"""Names of unnamed players."""

_ALIKE: Final = 0.7
"""Least likeness of a misspelt ending, from 0 to 1."""
_UP: Final = ("up", "upcard", "retourne", "открытая")
_TOP: Final = ("top", "défausse", "defausse", "сброс")


class LedgerError(GinRummyError):
    """An invalid line of a ledger."""


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand as written: its score, the closing seat, the deadwoods by seat (`UNKNOWN` if missing)."""

    score: HandScore
    closer: Seat = NOBODY
    deadwoods: tuple[int, int] = (UNKNOWN, UNKNOWN)


class _Words(NamedTuple):
    """A tokenized line."""

    seat: Seat
    kind: int
    numbers: tuple[int, ...]
    strokes: int
    upcard: int
    suit_only: bool
    top: int


def read_line(text: str, variant: Variant, players: tuple[str, str]) -> HandLine:
    """Return the hand in `text`. Raises `LedgerError` for an invalid line."""
    words = _parse_words(text, players)
    if words.kind == VOID:
        return _void_line(words, variant)
    if words.kind == WALL_COMPARE:
        return _wall_line(words, variant)
    if words.kind == POINTS:
        return _points_line(words, variant)
    if words.strokes != UNKNOWN:
        raise LedgerError(_("extra boxes are counted by the kind of the hand"), clause="7.8")
    return _closing_line(words, variant)


def read_player(word: str, players: tuple[str, str]) -> Seat:
    """Return the seat of the player `word`: 0 or 1, a name, or an unambiguous prefix of a name.

    Raises `LedgerError` for any other word.
    """
    if word in NAMELESS:
        return Seat(int(word))
    word = normalize("NFC", word)
    for seat in SEATS:
        if word.casefold() == players[seat].casefold():
            return seat
    meant = [seat for seat in SEATS if players[seat].casefold().startswith(word.casefold())]
    if len(meant) != 1:
        known = ", ".join(dict.fromkeys((*NAMELESS, *players)))
        text = _("“{word}” is no player; there are: {players}")
        if players == NAMELESS and parse_ending([word]) is None:
            text = _("“{word}” is no player yet: first say who plays, as in “players: Anna, Boris”")
        raise LedgerError(text.format(word=word, players=known))
    return meant[0]


def line_tokens(text: str) -> list[str]:
    """Return the words of a line; `3-25` is two of them."""
    text = normalize("NFC", text)
    return [text[start:end] for start, end in token_spans(text)]


def token_spans(text: str) -> list[tuple[int, int]]:
    """Return where the words of `line_tokens` begin and end in `text`, which is composed."""
    return [found.span() for found in _TOKEN.finditer(_RANGE.sub(_blank, text))]


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def has_nameless_ending(tokens: Sequence[str]) -> bool:
    """Return whether `tokens` begin with an ending that needs no player."""
    ending = parse_ending(tokens)
    return ending is not None and ending[0] in _NAMELESS


def _parse_words(text: str, players: tuple[str, str]) -> _Words:
    tokens = line_tokens(text)
    words = _Words(NOBODY, POINTS, (), UNKNOWN, NO_FACE, False, NO_FACE)
    if tokens and not has_nameless_ending(tokens):
        seat, count = _player_at_start(tokens, players)
        words = words._replace(seat=seat)
        tokens = [token for token in tokens[count:] if token not in _DASHES]
    if not tokens:
        raise LedgerError(_("the line does not say how the hand ended"))
    while tokens:
        ending = parse_ending(tokens) if words.kind == POINTS else None
        if ending is None:
            words, tokens = _with_token(words, tokens[0]), tokens[1:]
        else:
            words, tokens = words._replace(kind=ending[0]), tokens[ending[1] :]
    return words


def _player_at_start(tokens: list[str], players: tuple[str, str]) -> tuple[Seat, int]:
    """Return the seat of the player at the start of a line, and the number of words of the name.

    If two names match, such as Anna and Anna Maria, the longer one is meant.
    """
    names = [(seat, players[seat].casefold().split()) for seat in SEATS]
    for seat, words in sorted(names, key=lambda name: -len(name[1])):
        if [token.casefold() for token in tokens[: len(words)]] == words:
            return seat, len(words)
    return read_player(tokens[0], players), 1


def _with_token(words: _Words, token: str) -> _Words:
    strokes = _STROKES.fullmatch(token)
    if _NUMBER.fullmatch(token):
        return words._replace(numbers=(*words.numbers, int(token)))
    if strokes is not None and words.strokes == UNKNOWN:
        return words._replace(strokes=int(strokes[1]))
    return _with_card(words, token)


def _with_card(words: _Words, token: str) -> _Words:
    name, equals, card = token.partition("=")
    if equals and name.casefold() in _TOP:
        return words._replace(top=_face(card))
    if equals and name.casefold() not in _UP:
        raise LedgerError(_("“{word}” is not understood").format(word=token))
    text = card if equals else token
    if words.upcard != NO_FACE:
        raise LedgerError(_("“{word}” is not understood").format(word=token))
    suit = _suit(text)
    if suit is not None:
        return words._replace(upcard=suit * RANK_COUNT, suit_only=True)
    return words._replace(upcard=_face(text), suit_only=False)


def _suit(text: str) -> int | None:
    """Return the suit named by a word, a sign or a letter of the current language."""
    if text.casefold() in _SUIT_WORDS:
        return _SUIT_WORDS[text.casefold()]
    if len(text.rstrip("\ufe0f")) != 1:
        return None
    try:
        return parse_face("2" + text, language()) // RANK_COUNT
    except CardError:
        return None


def _face(text: str) -> Face:
    try:
        return parse_face(text, language())
    except CardError:
        raise _unknown_word(text) from None


def _unknown_word(word: str) -> LedgerError:
    """Return the error for `word`, with the ending that resembles it most, if any."""
    near = get_close_matches(word.casefold(), endings_by_words(), n=1, cutoff=_ALIKE)
    if not near or near[0] == word.casefold():
        return LedgerError(_("“{word}” is not understood").format(word=word))
    told = _("“{word}” is not understood; did you mean “{ending}”?")
    return LedgerError(told.format(word=word, ending=near[0]))


def _points_line(words: _Words, variant: Variant) -> HandLine:
    """Parse a line of points: those of the hand before a spade doubles them, and extra boxes."""
    points, strokes = _points_and_strokes(words)
    _refuse_fault(variant, POINTS, points, strokes, words)
    return HandLine(hand_entry.score_of(variant, POINTS, words.seat, points, strokes, words.upcard))


def _points_and_strokes(words: _Words) -> tuple[int, int]:
    numbers = words.numbers
    if words.strokes != UNKNOWN and len(numbers) < 2:
        numbers = (*numbers, words.strokes)
    elif words.strokes != UNKNOWN or len(numbers) > 2:
        raise LedgerError(_("the line has too many numbers"))
    if not words.numbers:
        raise LedgerError(_("the line has no points"))
    points, strokes = (*numbers, 0)[:2]
    return points, strokes


def _refuse_fault(variant: Variant, how: int, own: int, other: int, words: _Words) -> None:
    """Raise `LedgerError` for an impossible hand."""
    fault = hand_entry.entry_fault(variant, how, own, other, words.upcard)
    if how == KNOCK and fault in (hand_entry.FINE, *hand_entry.ABOVE_LIMIT):
        _refuse_knock(words, variant, own)
    if fault == hand_entry.FINE:
        return
    text, clause = hand_entry.FAULTS[fault]
    limit = hand_entry.fault_limit(variant, fault, words.upcard)
    raise LedgerError(_(text).format(limit=limit, deadwood=max(own, other)), clause=clause)


def _closing_line(words: _Words, variant: Variant) -> HandLine:
    """Parse a line with a closing: the law computes its score."""
    closer, own, other = _closing_numbers(words)
    declared = {UNDERCUT: KNOCK, TIE: KNOCK, GIN_VOID: GIN}.get(words.kind, words.kind)
    _refuse_fault(variant, declared, own, other, words)
    score = hand_entry.score_of(variant, declared, max(closer, 0), own, other, words.upcard)
    if words.kind == UNDERCUT and score.kind != UNDERCUT:
        text = _("{own} against {other} is no undercut")
        raise LedgerError(text.format(own=own, other=other), clause="7.2" if own != other else "7.3")
    if words.kind in (TIE, GIN_VOID) and score.kind != words.kind:
        text = _("{own} against {other} is not “{kind}” here")
        raise LedgerError(text.format(own=own, other=other, kind=ending_title(words.kind)), clause="7")
    deadwoods = (other, own) if closer == 1 else (own, other)
    return HandLine(score, closer, deadwoods)


def _closing_numbers(words: _Words) -> tuple[Seat, int, int]:
    """Return the closing seat, its deadwood, and the other's."""
    numbers = words.numbers
    if words.kind in (GIN, BIG_GIN, GIN_VOID):
        if len(numbers) == 2 and numbers[0] != 0:
            raise LedgerError(_("gin leaves nothing: its deadwood is 0"), clause="5.6")
        if not numbers:
            raise LedgerError(_("the deadwood of the other player is missing"), clause="7")
        numbers = numbers if len(numbers) != 1 else (0, *numbers)
    if len(numbers) != 2:
        raise LedgerError(_("two deadwoods belong here: the knocker's and the defender's"), clause="7")
    if words.kind == UNDERCUT:
        return other_seat(words.seat), max(numbers), min(numbers)
    return words.seat, numbers[0], numbers[1]


def _refuse_knock(words: _Words, variant: Variant, deadwood: int) -> None:
    """Raise `LedgerError` for a knock above the limit, if the line determines it (RULES 5.2-5.4)."""
    if variant.knock_limit == LIMIT_FIXED:
        limit, clause = variant.knock_value, "5.2"
    elif variant.knock_limit == LIMIT_UPCARD and is_card(words.upcard) and not words.suit_only:
        limit, clause = turns.limit_of_card(variant, words.upcard), "5.3"
    elif variant.knock_limit == LIMIT_DISCARD and is_card(words.top):
        limit, clause = turns.limit_of_card(variant, words.top), "5.4"
    else:
        limit, clause = turns.best_limit(variant), "5.3" if variant.knock_limit == LIMIT_UPCARD else "5.4"
    if deadwood > limit == 0:
        raise LedgerError(above_limit(variant, deadwood, limit).what, clause=clause)
    if deadwood > limit:
        text = ngettext("a knock with {left} point: the limit is {limit}",
                        "a knock with {left} points: the limit is {limit}", deadwood)  # fmt: skip
        raise LedgerError(text.format(left=deadwood, limit=limit), clause=clause)


def _void_line(words: _Words, variant: Variant) -> HandLine:
    """Parse a hand without a score; the sheet prints the deadwoods after it if the stock ran out."""
    if not any(words.numbers):
        return HandLine(scoring.score_void())
    line = _wall_line(words, variant) if len(words.numbers) == len(SEATS) else None
    if line is None or line.score.kind != VOID:
        raise LedgerError(_("a void hand has no points"), clause="8.2")
    return line


def _wall_line(words: _Words, variant: Variant) -> HandLine:
    """Parse a hand whose stock ran out: both deadwoods, first that of the named player, if any."""
    numbers = words.numbers
    compared = variant.wall_action == COMPARED_AT_WALL
    if len(numbers) not in (0, 2) or (compared and not numbers):
        raise LedgerError(_("two deadwoods belong here, one for each player"), clause="8.3")
    if not numbers:
        return HandLine(scoring.score_void())
    first, second = numbers if words.seat != 1 else numbers[::-1]
    _refuse_fault(variant, WALL_COMPARE, first, second, words)
    score = hand_entry.score_of(variant, WALL_COMPARE, NOBODY, first, second, words.upcard)
    return HandLine(score, NOBODY, (first, second))
