"""Ranks, suits, card numbers and hands, with parsers and formatters in three languages.

A *face* is `suit * 13 + rank`: suits ♠ ♥ ♦ ♣ are 0 to 3, ranks ace to king 0 to 12. The second pack of a
104-card game repeats the faces: card `c` and card `c + 52` are twins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from ginrummy.game.notebook import picture_method
from ginrummy.locale import LANGUAGES, N_, _, language, pgettext, using_language
from ginrummy.locale.argument_checks import (
    as_face,
    as_instance,
    as_language,
    as_text,
    as_tuple,
    as_whole_number,
)
from ginrummy.locale.ascii_text import ascii_text
from ginrummy.locale.errors import CardError
from ginrummy.rules import cards as card_notation
from ginrummy.rules import melds, spreads
from ginrummy.rules.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    FACE_COUNT,
    HEARTS,
    JACK,
    KING,
    QUEEN,
    RANK_CODES,
    RANK_COUNT,
    SPADES,
    SUIT_CODES,
    SUIT_COUNT,
    SUIT_SIGNS,
    TEN,
    Hand,
)
from ginrummy.rules.spreads import Spread
from ginrummy.rules.types import Face, Points
from ginrummy.variants import DEFAULT, NamedVariant, Variant, resolve_variant

__all__ = [
    "ACE",
    "CLUBS",
    "DIAMONDS",
    "FACE_COUNT",
    "HEARTS",
    "JACK",
    "KING",
    "QUEEN",
    "RANK_CODES",
    "RANK_COUNT",
    "RANK_LETTERS",
    "SPADES",
    "SUIT_CODES",
    "SUIT_COUNT",
    "SUIT_LETTERS",
    "SUIT_SIGNS",
    "TEN",
    "CardText",
    "Hand",
    "Spelling",
    "card_sign",
    "detect_letters_language",
    "face_code",
    "face_name",
    "face_text",
    "faces_of",
    "hand_of",
    "parse_face",
    "parse_faces",
    "rank_name",
    "rank_text",
    "reject_surplus_cards",
    "word_letters_language",
]

SUIT_LETTERS = {"en": "SHDC", "fr": "PCKT", "ru": "ПЧБТ"}
RANK_LETTERS = {"en": "A23456789TJQK", "fr": "A23456789TVDR", "ru": "Т23456789TВДК"}
_EXTRA_RANKS = {"en": {}, "fr": {}, "ru": {"А": ACE}}
_EXTRA_SUITS = {"en": {}, "fr": {}, "ru": {"К": CLUBS}}
_RANK_NAMES = (
    N_("ace"),
    *(N_("2"), N_("3"), N_("4"), N_("5"), N_("6"), N_("7"), N_("8"), N_("9"), N_("10")),
    *(N_("jack"), N_("queen"), N_("king")),
)
_OF_SUIT = (N_("of spades"), N_("of hearts"), N_("of diamonds"), N_("of clubs"))
_FILLER = re.compile(r"[\s,;]+")
_BETWEEN_NAMES = re.compile(r"[,;\n]")
_BETWEEN_MELDS = re.compile(r"[/|+>→=]")
_DASH = re.compile(r"(?:(?<!\s)\s+)?[-‐‑‒–—−]\s*")
_ARTICLES = ("the", "le", "la")
_VARIATION_SELECTOR = "\ufe0f"
_HOLLOW_SIGNS = "♤♡♢♧"
_SIGNS = frozenset(SUIT_SIGNS + _HOLLOW_SIGNS)
_CODES = tuple(map(card_notation.face_code, range(FACE_COUNT)))
_MOST_PACKS = 2


class CardText(str):
    """Text of a card. The format `object` shows it as the object of a verb, as its language has it.

    French adds the article, `la D♠`; Russian declines the name, `даму пик`.
    """

    object_form: str

    def __new__(cls, text: str, object_form: str = "") -> CardText:
        card = super().__new__(cls, text)
        card.object_form = object_form
        return card

    def __format__(self, spec: str) -> str:
        return self.object_form if spec == "object" else super().__format__(spec)


Spelling = Callable[[Face], CardText]
"""Formatter of a card, written or spoken."""


def hand_of(faces: Iterable[int]) -> Hand:
    """Return the hand of `faces`, each at most twice.

    >>> hand_of([0, 1, 1])
    Hand("AS2S2S")
    """
    cards = twins = 0
    for face in as_tuple(faces, "hand_of"):
        bit = 1 << as_face(face, "hand_of")
        if twins & bit:
            raise CardError(
                _("{card} is there three times").format(card=face_text(Face(face), language())), clause="1.1"
            )
        twins |= cards & bit
        cards |= bit
    return Hand(cards, twins)


def faces_of(hand: Hand) -> tuple[Face, ...]:
    """Return the faces of `hand` in ascending order, a twin twice.

    >>> faces_of(Hand("AS2S2S"))
    (0, 1, 1)
    """
    found = []
    both, twice = int(hand.cards | hand.twins), int(hand.cards & hand.twins)
    while both:
        lowest = both & -both
        found += [Face(lowest.bit_length() - 1)] * (2 if twice & lowest else 1)
        both ^= lowest
    return tuple(found)


def face_code(face: int) -> str:
    """Return the notation of records and programs, in any language: `7H`, `TS`."""
    return _CODES[as_face(face, "face_code")]


def face_text(face: Face, language: str = "en") -> str:
    """Return the card as players of `language` read it.

    >>> face_text(9), face_text(12, "fr"), face_text(12, "ru")
    ('10♠', 'R♠', 'К♠')
    """
    suit, rank = divmod(as_face(face, "face_text"), RANK_COUNT)
    return rank_text(rank, as_language(language, "face_text")) + SUIT_SIGNS[suit]


def card_sign(face: Face) -> CardText:
    """Return a card as printed, `7♥`, in the letters of the current language."""
    rank, sign = face % RANK_COUNT, face_text(face, language())
    name, as_object = rank_name(rank), _object_names(language())[rank]
    article = as_object.removesuffix(name) if as_object.endswith(name) else ""
    return CardText(sign, article + sign)


def rank_text(rank: int, language: str = "en") -> str:
    """Return the index of a rank as players of `language` write it, ten as `10`."""
    return "10" if rank == TEN else RANK_LETTERS[language][rank]


def rank_name(rank: int) -> str:
    """Return the spoken name of a rank in the current language, such as `7` or `queen`."""
    return _(_RANK_NAMES[rank])


def face_name(face: Face) -> CardText:
    """Return the spoken name of a card in the current language, such as `7 of hearts`."""
    suit, rank = divmod(face, RANK_COUNT)
    of_suit = _(_OF_SUIT[suit])
    return CardText(f"{rank_name(rank)} {of_suit}", f"{_object_names(language())[rank]} {of_suit}")


@cache
def _object_names(_language: str) -> tuple[str, ...]:
    """Return the names of the ranks as objects of a verb: with the article, in the accusative."""
    return (
        pgettext("object", "ace"),
        pgettext("object", "2"),
        pgettext("object", "3"),
        pgettext("object", "4"),
        pgettext("object", "5"),
        pgettext("object", "6"),
        pgettext("object", "7"),
        pgettext("object", "8"),
        pgettext("object", "9"),
        pgettext("object", "10"),
        pgettext("object", "jack"),
        pgettext("object", "queen"),
        pgettext("object", "king"),
    )


def parse_face(text: str, language: str = "en") -> Face:
    """Return the face named by `text`: `7H`, `7♥`, `♥7`, `10H`, `th`, or in the letters of `language`.

    Raises `CardError` for anything else. English letters are accepted too unless `language` uses them: in
    French `C` is cœur, in English clubs.
    """
    word = _rank_first(as_text(text, "parse_face", error=CardError).strip().upper())
    rank = _ranks(as_language(language, "parse_face")).get(word[:-1])
    suit = _suits(language).get(word[-1:])
    if rank is None or suit is None:
        named = _named_faces().get(_folded_name(text))
        if named is not None:
            return named
        raise CardError(_("“{text}” is not a card").format(text=text.strip()), clause="1.5")
    return Face(suit * RANK_COUNT + rank)


def parse_faces(text: str, *, packs: int = 1, language: str = "en") -> tuple[Face, ...]:
    """Return the faces listed in `text`, in its order; cards may be separate or joined (`4S5S6S`, `4S-5S`).

    Raises `CardError` for a word that is not a card, for an ambiguous range, two cards or a run (`4S-9S`),
    and for a card more often than `packs` packs hold it.
    """
    chunks = _chunks(as_text(text, "parse_faces", error=CardError))
    cut = [_words(chunk, as_language(language, "parse_faces")) for chunk in chunks]
    letters = word_letters_language((word for words in cut for word in words), language)
    found = [tuple(parse_face(word, letters) for word in words) for words in cut]
    for chunk, each in zip(chunks, found, strict=True):
        _refuse_range(chunk, each)
    faces = tuple(face for each in found for face in each)
    reject_surplus_cards(faces, packs=as_whole_number(packs, "parse_faces", least=1, most=_MOST_PACKS))
    return faces


def detect_letters_language(texts: Iterable[str], language: str) -> str:
    """Return the language of the card letters in `texts`, which belong together.

    >>> detect_letters_language(["TCJCQC"], "fr"), detect_letters_language(["TCJCQC", "2D / 7S>1"], "fr")
    ('fr', 'en')
    """
    parts = [part for text in texts for part in _BETWEEN_MELDS.split(text)]
    words = [word for part in parts for chunk in _chunks(part) for word in _words(chunk, language)]
    return word_letters_language(filter(_ends_in_letter, words), language)


def _ends_in_letter(word: str) -> bool:
    return word[-1:].isalpha()


def _chunks(text: str) -> list[str]:
    """Return the words of `text`, with names of cards such as `king of spades` in one piece."""
    found: list[str] = []
    for part in _BETWEEN_NAMES.split(_DASH.sub("-", text)):
        is_name = " " in part.strip() and _folded_name(part) in _named_faces()
        found += [part.strip()] if is_name else [chunk for chunk in _FILLER.split(part) if chunk]
    return found


def _folded_name(text: str) -> str:
    words = ascii_text(text.lower()).split()
    return " ".join(words[1:] if words and words[0] in _ARTICLES else words).removeprefix("l'")


@cache
def _named_faces() -> dict[str, Face]:
    """Return the face of each spoken card name, in all languages, also declined or with a number."""
    found: dict[str, Face] = {}
    for code in LANGUAGES:
        with using_language(code):
            for face in map(Face, range(FACE_COUNT)):
                suit, rank = divmod(face, RANK_COUNT)
                name = face_name(face)
                for spoken in (name, f"{name:object}", f"{rank + 1} {_(_OF_SUIT[suit])}"):
                    found.setdefault(_folded_name(spoken), face)
    return found


def word_letters_language(words: Iterable[str], language: str) -> str:
    """Return the language of the card letters in `words`: English when only English fits them.

    >>> word_letters_language(["JC", "7D"], "fr"), word_letters_language(["VC", "7K"], "fr")
    ('en', 'fr')
    """
    letters = {word[-1:].upper() for word in words} - set(SUIT_SIGNS)
    english, own = set(SUIT_CODES), set(SUIT_LETTERS[language])
    return "en" if letters & english - own and letters <= english else language


def reject_surplus_cards(faces: Iterable[Face], *, packs: int, where: str = "") -> None:
    """Raise `CardError`, at `where`, for a card that is in no `packs` packs so often (RULES 1.1)."""
    seen: dict[Face, int] = {}
    for face in faces:
        seen[face] = seen.get(face, 0) + 1
        if seen[face] > packs:
            message = _("{card} is there twice") if packs == 1 else _("{card} is there three times")
            raise CardError(message.format(card=face_text(face, language())), where=where, clause="1.1")


def _words(chunk: str, language: str) -> list[str]:
    """Split `4S5S6S`, `4S-5S` or `♠4♠5` into cards, rank first; return anything else in one piece."""
    cut = [_together(part, language) for part in chunk.split("-")]
    return [word for words in cut for word in words] if all(cut) else [chunk]


def _together(part: str, language: str) -> list[str]:
    """Return the joined cards in `part`, rank first, or nothing if it contains anything else."""
    kinds = ((word, words) for word, words in _patterns(language) if words.fullmatch(part))
    return [_rank_first(each) for word, _words in kinds for each in word.findall(part)]


def _rank_first(word: str) -> str:
    """Return a card with its suit last, and without variation selectors."""
    bare = word.replace(_VARIATION_SELECTOR, "")
    return bare[1:] + bare[0] if bare[:1] in _SIGNS and bare[-1] not in _SIGNS else bare


def _refuse_range(chunk: str, faces: tuple[Face, ...]) -> None:
    """Raise `CardError` for two cards joined by a dash that may mean a run from one to the other."""
    if len(faces) == 2 and "-" in chunk:
        (suit, rank), (other_suit, other_rank) = (divmod(face, RANK_COUNT) for face in faces)
        if suit == other_suit and abs(rank - other_rank) != 1:
            text = _("“{text}” may be two cards or a run: write each card, as in 4♠ 5♠ 6♠")
            raise CardError(text.format(text=chunk), clause="1.5")


_Pattern = tuple[re.Pattern[str], re.Pattern[str]]


@cache
def _patterns(language: str) -> tuple[_Pattern, _Pattern]:
    """Return the patterns of one card and of joined cards, with the suit after the rank or before it."""
    suits, signs = re.escape("".join(_suits(language))), "".join(_SIGNS)
    rank = rf"(?:10|[^\s{_VARIATION_SELECTOR}{signs}])"
    behind = rf"{rank}[{suits}{suits.lower()}]{_VARIATION_SELECTOR}?"
    before = rf"[{signs}]{_VARIATION_SELECTOR}?{rank}"
    return _pattern(behind), _pattern(before)


def _pattern(word: str) -> _Pattern:
    return re.compile(word), re.compile(f"(?:{word})+")


@cache
def _ranks(language: str) -> dict[str, int]:
    table = {letter: rank for rank, letter in enumerate(RANK_CODES)}
    table |= {letter: rank for rank, letter in enumerate(RANK_LETTERS[language])}
    return table | _EXTRA_RANKS[language] | {"10": TEN}


@cache
def _suits(language: str) -> dict[str, int]:
    table: dict[str, int] = {}
    for letters in (SUIT_CODES, SUIT_SIGNS, _HOLLOW_SIGNS, SUIT_LETTERS[language]):
        table |= {letter: suit for suit, letter in enumerate(letters)}
    return table | _EXTRA_SUITS[language]


NO_CARDS = Hand()


def deadwood(hand: Hand | str, variant: Variant | NamedVariant | str | Path = DEFAULT) -> Points:
    """Return the least deadwood of `hand`, in points.

    >>> deadwood("4S5S6S 9H9D9C KD"), deadwood("QS KS AS"), deadwood("QS KS AS", "round_the_corner")
    (10, 21, 0)
    """
    return Points(melds.deadwood(resolve_variant(variant), _hand(hand, "deadwood")))


def best_spread(
    hand: Hand | str, variant: Variant | NamedVariant | str | Path = DEFAULT, *, gone: Hand | str = NO_CARDS
) -> Spread:
    """Return the melds and the unmatched cards of `hand` laid out with the least deadwood.

    Of equal layouts it is the one with the fewest lay-offs for a defender. `gone` are cards out of play.

    >>> best_spread("4S5S6S 9H9D9C KD").unmatched
    Hand("KD")
    """
    return spreads.spread_without_bound(
        resolve_variant(variant), _hand(hand, "best_spread"), _hand(gone, "best_spread")
    )


def _hand(hand: Hand | str, where: str) -> Hand:
    if isinstance(hand, str):
        return hand_of(parse_faces(hand, packs=2))
    return as_instance(hand, Hand, where, error=CardError)


# The law draws nothing, so its hand gets its picture here.
Hand._repr_svg_ = picture_method("game.pictures:hand_picture")  # type: ignore[attr-defined]
