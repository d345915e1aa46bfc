"""Parser for melds and lay-offs as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ginrummy.cli.options import read_cards
from ginrummy.game.cards import RANK_COUNT, Hand, faces_of, hand_of, reject_surplus_cards
from ginrummy.game.layouts import spread_extensions
from ginrummy.game.legality import illegal_move
from ginrummy.game.moves import Melds, as_melds, non_empty_melds, remove_melds
from ginrummy.locale import _, ngettext
from ginrummy.locale.errors import GinRummyError, IllegalMove
from ginrummy.locale.numbers import parse_number
from ginrummy.rules import melds, spreads
from ginrummy.rules.cards import contains_cards, size_of
from ginrummy.rules.types import Face
from ginrummy.rules.variant import LARGEST_SET, SHORTEST_SET
from ginrummy.terminal.output import cards_text
from ginrummy.variants import ACE_CORNER, NONE, Variant

_BETWEEN_MELDS = re.compile(r"[/|+;\n]")
_ON_MELD = re.compile(r"(?<![^\s,;>])([^\s,;>]+)\s*>\s*([^\s,;>]*)")


class MeldInput(NamedTuple):
    """Context of the parser: the rules, the language of the card letters, the name of the input in errors."""

    row: Variant
    letters: str
    where: str

    def cards(self, text: str) -> tuple[Face, ...]:
        """Return the faces that `text` lists. Raise `CardError` for bad text."""
        return read_cards(text, packs=self.row.decks, where=self.where, letters=self.letters)


def read_melds(typed: MeldInput, texts: Sequence[str]) -> Melds:
    """Return the melds of `texts`, which are separated or have to be found.

    Raise `IllegalMove` for cards that are no meld, and `CardError` for a card listed twice.
    """
    found = [meld for text in texts for meld in _melds_in(typed, text)]
    try:
        return as_melds(found)
    except GinRummyError as error:
        raise IllegalMove(error.what, where=typed.where, clause=error.clause) from None


def _melds_in(typed: MeldInput, text: str) -> Iterator[Hand]:
    parts = [part for part in _BETWEEN_MELDS.split(text) if part.strip(" ,")]
    if len(parts) == 1:
        parts = _comma_parts(typed, text) or parts
    for part in parts:
        faces = typed.cards(part)
        meld = hand_of(faces)
        if melds.is_meld(typed.row, meld):
            yield meld
        else:
            yield from _found_melds(typed, part, faces)


def _comma_parts(typed: MeldInput, text: str) -> list[str]:
    """Return the melds of `KS KH KD, 4D 5D 6D`, or nothing where commas separate single cards."""
    parts = [part for part in text.split(",") if part.strip()]
    sizes = [len(typed.cards(part)) for part in parts]
    return parts if len(parts) > 1 and min(sizes) >= SHORTEST_SET else []


def _found_melds(typed: MeldInput, text: str, faces: tuple[Face, ...]) -> Iterator[Hand]:
    """Yield the melds of `faces`: split at blanks, else consecutive, else in any arrangement."""
    row = typed.row
    words = [typed.cards(word) for word in re.split(r"[\s,]+", text) if word]
    chunks = [hand_of(word) for word in words]
    if len(chunks) > 1 and all(melds.is_meld(row, chunk) for chunk in chunks):
        return iter(chunks)
    in_turn = _consecutive(row, faces)
    if in_turn:
        return iter(in_turn)
    if len(faces) <= row.hand_dealer + 1:
        best = spreads.spread_without_bound(row, hand_of(faces), Hand(0, 0))
        if best.unmatched.cards == 0:
            return iter(non_empty_melds(best.melds))
    raise illegal_move("no_meld", not_a_meld_clause(row, faces), where=typed.where, cards=faces)


def _consecutive(row: Variant, faces: tuple[Face, ...]) -> list[Hand]:
    """Return the fewest melds that `faces` make in the given order, or none."""
    best: list[list[Hand] | None] = [[]]
    for end in range(1, len(faces) + 1):
        found: list[Hand] | None = None
        for start in range(end):
            before, meld = best[start], hand_of(faces[start:end])
            if before is not None and melds.is_meld(row, meld):
                found = [*before, meld] if found is None or len(before) + 1 < len(found) else found
        best.append(found)
    return best[-1] or []


def not_a_meld_clause(row: Variant, faces: Sequence[Face]) -> str:
    """Return the clause of RULES.md for `faces`, which are no meld: that of the closest kind of meld."""
    ranks = {face % RANK_COUNT for face in faces}
    if len(ranks) == 1:
        return "2.1" if len(faces) < SHORTEST_SET else "2.7" if len(faces) > LARGEST_SET else "2.4"
    if len({face // RANK_COUNT for face in faces}) > 1:
        return "2.2"
    if row.run_max != NONE and len(faces) > row.run_max:
        return "2.7"
    return "2.3" if 0 in ranks and row.ace_run != ACE_CORNER else "2.2"


def read_lay_offs(typed: MeldInput, text: str, spread_melds: Melds) -> Melds:
    """Return the cards laid off on each of `spread_melds`, from `KC>1 7D>3` or from cards alone."""
    placed: list[list[Face]] = [[], [], []]
    for word, number in _ON_MELD.findall(text):
        placed[_place_of(typed, word, number, len(non_empty_melds(spread_melds)))] += typed.cards(word)
    loose = typed.cards(_ON_MELD.sub(" ", text))
    reject_surplus_cards([*chain(*placed), *loose], packs=typed.row.decks)
    fixed, cards = as_melds([hand_of(faces) for faces in placed]), hand_of([*chain(*placed), *loose])
    ways = [
        way
        for way in spread_extensions(typed.row, cards, spread_melds)
        if all(map(contains_cards, way, fixed))
    ]
    if not loose or not ways:
        return fixed
    fullest = min(ways, key=lambda way: size_of(remove_melds(cards, way)))
    left = remove_melds(cards, fullest)
    if left.cards:
        text = _("{cards} fits no meld of the spread").format(cards=cards_text(faces_of(left)))
        raise IllegalMove(text, where=typed.where, clause="6.3")
    return fullest


def _place_of(typed: MeldInput, word: str, number: str, count: int) -> int:
    """Return the index, from 0, of the meld for `word`. Raise `IllegalMove` for no such meld."""
    place = parse_number(number, most=count)
    if place:
        return place - 1
    text = _("“{text}” does not say to which meld the card is added").format(text=f"{word}>{number}")
    if number.isdecimal():
        text = ngettext("there is no meld {number}: the spread has {count} meld",
                        "there is no meld {number}: the spread has {count} melds", count)  # fmt: skip
        text = text.format(number=number, count=count)
    raise IllegalMove(text, where=typed.where, clause="6.3")
