"""Parser for typed commands in three languages, with cards in each language's letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import Final, NamedTuple

from ginrummy.game.cards import faces_of, hand_of, letters_of, parse_face, parse_faces
from ginrummy.game.game import Phase
from ginrummy.game.moves import (
    BIG_GIN,
    DRAW,
    PASS,
    TAKE,
    Melds,
    Move,
    MoveKind,
    discard,
    gin,
    knock,
    melds_of,
)
from ginrummy.game.view import View
from ginrummy.locale import N_, _, language
from ginrummy.locale.ascii_text import ascii_text
from ginrummy.locale.errors import CardError, GinRummyError, IllegalMove, prefix_place
from ginrummy.players.candidate_actions import best_closing
from ginrummy.rules.cards import single, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.types import Face


class Word(Enum):
    """Commands at the table."""

    DRAW = "draw"
    TAKE = "take"
    PASS = "pass"
    DISCARD = "discard"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big gin"
    SPREAD = "spread"
    LAY = "lay"
    HINT = "hint"
    UNDO = "undo"
    HAND = "hand"
    TABLE = "table"
    PILE = "pile"
    SCORE = "score"
    ARRANGE = "arrange"
    SPELL = "spell"
    RULES = "rules"
    HELP = "help"
    QUIT = "quit"


WORDS: Final[dict[str, dict[Word, tuple[str, ...]]]] = {
    "en": {
        Word.DRAW: ("draw", "stock"),
        Word.TAKE: ("take",),
        Word.PASS: ("pass",),
        Word.DISCARD: ("discard", "throw"),
        Word.KNOCK: ("knock",),
        Word.GIN: ("gin",),
        Word.BIG_GIN: ("big gin", "biggin"),
        Word.SPREAD: ("spread",),
        Word.LAY: ("lay off", "lay"),
        Word.HINT: ("hint", "why not", "how safe is"),
        Word.UNDO: ("undo",),
        Word.HAND: ("hand",),
        Word.TABLE: ("table",),
        Word.PILE: ("pile",),
        Word.SCORE: ("score", "sheet"),
        Word.ARRANGE: ("arrange", "sort"),
        Word.SPELL: ("spell",),
        Word.RULES: ("rules",),
        Word.HELP: ("help", "?"),
        Word.QUIT: ("quit", "exit"),
    },
    "fr": {
        Word.DRAW: ("piocher", "pioche", "talon"),
        Word.TAKE: ("prendre", "prends"),
        Word.PASS: ("passer", "passe"),
        Word.DISCARD: ("jeter", "jette", "défausser", "défausse"),
        Word.KNOCK: ("frapper", "frappe", "descendre", "descends"),
        Word.GIN: ("gin",),
        Word.BIG_GIN: ("grand gin",),
        Word.SPREAD: ("étaler", "abattre"),
        Word.LAY: ("placer", "ajouter"),
        Word.HINT: ("conseil", "pourquoi pas"),
        Word.UNDO: ("annuler", "annule"),
        Word.HAND: ("main",),
        Word.TABLE: ("table",),
        Word.PILE: ("voir la défausse", "tas"),
        Word.SCORE: ("marque", "feuille", "score"),
        Word.ARRANGE: ("ranger", "range"),
        Word.SPELL: ("épeler",),
        Word.RULES: ("règles", "règle"),
        Word.HELP: ("aide", "?"),
        Word.QUIT: ("quitter", "quitte"),
    },
    "ru": {
        Word.DRAW: ("взять из добора", "из добора", "добор", "взять из колоды", "из колоды", "колода"),
        Word.TAKE: ("взять из сброса", "взять"),
        Word.PASS: ("пас", "спасовать"),
        Word.DISCARD: ("сбросить", "сброс"),
        Word.KNOCK: ("стук", "стучать", "стучу"),
        Word.GIN: ("джин",),
        Word.BIG_GIN: ("большой джин",),
        Word.SPREAD: ("выложить", "выкладка"),
        Word.LAY: ("достроить",),
        Word.HINT: ("подсказка", "почему не"),
        Word.UNDO: ("отменить", "отмена"),
        Word.HAND: ("карты", "рука"),
        Word.TABLE: ("стол",),
        Word.PILE: ("показать сброс", "стопка"),
        Word.SCORE: ("счёт", "запись"),
        Word.ARRANGE: ("разложить", "порядок"),
        Word.SPELL: ("словами",),
        Word.RULES: ("правила",),
        Word.HELP: ("помощь", "?"),
        Word.QUIT: ("выход", "выйти"),
    },
}
ALSO: Final[dict[str, dict[Word, tuple[str, ...]]]] = {
    "en": {
        Word.DRAW: ("draw from the stock", "draw a card"),
        Word.TAKE: ("take it", "take the card"),
        Word.GIN: ("go gin",),
        Word.BIG_GIN: ("declare big gin",),
        Word.SPREAD: ("lay out",),
    },
    "fr": {
        Word.DRAW: ("piocher au talon", "piochez au talon", "piochez"),
        Word.TAKE: ("prenez-la", "prenez", "prendre la carte", "prendre la retourne"),
        Word.PASS: ("passez",),
        Word.DISCARD: ("jetez",),
        Word.KNOCK: ("frappez",),
        Word.GIN: ("faire gin", "faites gin", "fais gin"),
        Word.BIG_GIN: ("faire grand gin", "annoncez grand gin", "annoncer grand gin"),
        Word.SPREAD: ("étalez",),
    },
    "ru": {
        Word.DRAW: ("взять карту из добора", "возьмите из добора"),
        Word.TAKE: ("возьмите её", "возьмите", "взять её", "взять карту из сброса"),
        Word.PASS: ("спасуйте", "пасовать", "пасую"),
        Word.DISCARD: ("сбросьте",),
        Word.KNOCK: ("постучать", "стучите"),
        Word.GIN: ("объявить джин", "объявите джин"),
        Word.BIG_GIN: ("объявить большой джин", "объявите большой джин"),
        Word.SPREAD: ("выложите",),
    },
}
"""Spellings accepted but absent from the help: the words with which hints and moves are printed."""

FIRST_LAYOUT: Final = {
    "en": ("take the first layout", "first layout"),
    "fr": ("prenez le premier étalement", "prendre le premier étalement", "premier étalement"),
    "ru": ("возьмите первую выкладку", "взять первую выкладку", "первая выкладка"),
}
"""Commands for the best layout of a hand, as a hint prints them."""

_BEFORE_CARD: Final = re.compile(
    r"(?:with|the|avec|en posant|le|la|с картой|(?:от|по)ложив карту|карту|с"
    r"|s kartoi|(?:ot|po)lozhiv kartu|kartu|s)\s+",
    re.IGNORECASE,
)
CARD_EXAMPLE: Final = {
    "en": {"card": "7H", "run": "4S5S6S", "set": "9H9D9C"},
    "fr": {"card": "7C", "run": "4P5P6P", "set": "9C9K9T"},
    "ru": {"card": "7Ч", "run": "4П5П6П", "set": "9Ч9Б9Т"},
}
LETTERS: Final = {
    "d": Word.DRAW,
    "t": Word.TAKE,
    "p": Word.PASS,
    "k": Word.KNOCK,
    "g": Word.GIN,
    "b": Word.BIG_GIN,
    "h": Word.HINT,
    "u": Word.UNDO,
    "s": Word.SCORE,
    "a": Word.ARRANGE,
    "r": Word.RULES,
    "q": Word.QUIT,
}
JCUKEN: Final = dict(zip("qwertyuiop[]asdfghjkl;'zxcvbnm,.", "йцукенгшщзхъфывапролджэячсмитьбю", strict=True))
_FOLDED: Final = str.maketrans("ёéèêà’", "еeeea'")
_ARROW: Final = re.compile("[>→=]")
_BLANKS: Final = re.compile(r"[\s,;]+")


class Command(NamedTuple):
    """A parsed command: its word and the rest of the line."""

    word: Word
    rest: str = ""


def word_of(word: Word) -> str:
    """Return the spelling of `word` in the current language."""
    return WORDS[language()][word][0]


def parse_command(text: str) -> Command | None:
    """Return the command at the start of `text`, in the current language or English, or `None`."""
    typed = fold_case(text)
    for code in dict.fromkeys((language(), "en")):
        found = _longest(typed, code)
        if found is not None:
            word, length = found
            return Command(word, text.strip()[length:].strip(" ,"))
    return _letter_command(typed)


def fold_case(text: str) -> str:
    """Return `text` without capitals and accents, for comparison. The length stays the same."""
    return text.strip().lower().translate(_FOLDED)


def _longest(typed: str, code: str) -> tuple[Word, int] | None:
    words = (WORDS[code], ALSO[code])
    spelled = [
        (spelling, word) for table in words for word, forms in table.items() for spelling in _spellings(forms)
    ]
    for form, word in sorted(spelled, key=lambda item: -len(item[0])):
        if typed == form or typed.startswith((f"{form} ", f"{form},")):
            return word, len(form)
    return None


def _spellings(forms: Iterable[str]) -> set[str]:
    """Return each of `forms` with its transliteration for keyboards that have only ASCII."""
    return {spelling for form in map(fold_case, forms) for spelling in (form, ascii_text(form))}


def _letter_command(typed: str) -> Command | None:
    for letter, word in LETTERS.items():
        if typed in (letter, JCUKEN[letter]):
            return Command(word)
    return None


def parse_move(view: View, text: str) -> Move:
    """Return the viewer's move that `text` means.

    A card alone is a discard. A closing without a card takes the best one. Melds alone are a spread, or the
    defender's melds. A reason after a colon, as in a hint, is ignored. Raise `GinRummyError` for anything
    else.
    """
    text = text.partition(":")[0]
    if view.phase in (Phase.SPREAD, Phase.LAY_OFF) and _is_first_layout(text):
        return view.automatic()
    command = parse_command(text)
    if command is not None:
        return parse_move_command(view, command)
    if view.phase is Phase.SPREAD:
        return Move(MoveKind.SPREAD, melds=parse_melds(text))
    if view.phase is Phase.LAY_OFF:
        return parse_defence(text)
    try:
        return discard(parse_face(_bare(text), language()))
    except CardError:
        raise not_understood(text) from None


def _is_first_layout(text: str) -> bool:
    return any(fold_case(text) in _spellings(FIRST_LAYOUT[code]) for code in (language(), "en"))


def not_understood(text: str) -> GinRummyError:
    """Return the error for `text` that is no command."""
    told = _("“{text}” is not understood; type “{help}”")
    return GinRummyError(told.format(text=text.strip(), help=word_of(Word.HELP)))


def _bare(text: str) -> str:
    """Return the card in `text` without a preposition or article: the 7H, avec R♠, карту 6 червей."""
    bare = text.strip()
    while found := _BEFORE_CARD.match(bare):
        bare = bare[found.end() :]
    return bare


def parse_move_command(view: View, command: Command) -> Move:
    """Return the move of `command`. Raise `GinRummyError` where it is no move."""
    plain = {Word.DRAW: DRAW, Word.TAKE: TAKE, Word.PASS: PASS, Word.BIG_GIN: BIG_GIN}
    if command.word in plain:
        refuse_other_card(view, command)
        return plain[command.word]
    if command.word is Word.SPREAD:
        return Move(MoveKind.SPREAD, melds=parse_melds(command.rest))
    if command.word is Word.LAY:
        return parse_defence(command.rest)
    if command.word is Word.DISCARD:
        return discard(face_of(command))
    if command.word in (Word.KNOCK, Word.GIN):
        return closing_of(view, command)
    raise GinRummyError(_("“{text}” is not a move").format(text=word_of(command.word)))


def refuse_other_card(view: View, command: Command) -> None:
    """Raise `GinRummyError` for extra text after a command without arguments.

    A card after "take" must be the top of the pile.
    """
    if not command.rest:
        return
    if command.word is not Word.TAKE:
        raise not_understood(f"{word_of(command.word)} {command.rest}")
    try:
        face = parse_face(_bare(command.rest), language())
    except CardError:
        raise not_understood(f"{word_of(command.word)} {command.rest}") from None
    if face != view.top:
        raise IllegalMove(_("only the top card of the pile may be taken"), clause="4.4")


def closing_of(view: View, command: Command) -> Move:
    """Return the knock or gin of `command`, with its card or else the best one."""
    make = knock if command.word is Word.KNOCK else gin
    if command.rest:
        return make(face_of(command))
    return make(face_to_close_with(view))


def face_to_close_with(view: View) -> Face:
    """Return the best card to close with. Where none may close, return the one with the clearest refusal.

    That is the discard that leaves the least deadwood: without a knock on it there is no knock at all.
    """
    best = best_closing(view)
    if best is not None:
        return best.face
    return min(faces_of(view.hand), key=lambda face: deadwood(view.variant, without(view.hand, single(face))))


def face_of(command: Command) -> Face:
    """Return the card of `command`. Raise `CardError` for bad text."""
    if not command.rest:
        text = _("say which card, as in “{word} {card}”")
        raise CardError(text.format(word=word_of(command.word), card=CARD_EXAMPLE[language()]["card"]))
    return parse_face(_bare(command.rest), language())


def parse_melds(text: str) -> Melds:
    """Return the melds in `text`, separated by `/`, `|` or `;`, in the letters of the language."""
    return _melds_in(text, letters_of([text], language()))


def _melds_in(text: str, letters: str) -> Melds:
    parts = [part for part in re.split(r"[/|;]", text) if part.strip()]
    return melds_of([hand_of(parse_faces(part, packs=2, language=letters)) for part in parts])


def parse_defence(text: str) -> Move:
    """Return a defence: lay-offs such as `7S>1, 8S>1` and, after a slash, own melds."""
    pieces, letters = re.split(r"[/|]", text), letters_of([text], language())
    laid: list[list[Face]] = [[], [], []]
    own = []
    for piece in pieces:
        if _ARROW.search(piece):
            _lay_all(piece, laid, letters)
        elif piece.strip():
            own.append(piece)
    placed = melds_of([hand_of(faces) for faces in laid])
    return Move(MoveKind.LAY_OFF, melds=_melds_in("/".join(own), letters), laid=placed)


def _lay_all(piece: str, laid: list[list[Face]], letters: str) -> None:
    """Append every `CARDS>MELD` of `piece` to `laid`."""
    cards, *behind = _ARROW.split(piece)
    for text in behind:
        place, *left = _BLANKS.split(text.strip(), maxsplit=1)
        if place not in ("1", "2", "3") or not cards.strip(" ,;"):
            raise _placeless(f"{cards.strip()}>{place}")
        laid[int(place) - 1] += parse_faces(cards.strip(" ,;"), language=letters)
        cards = "".join(left)
    if cards.strip(" ,;"):
        raise _placeless(cards.strip())


def _placeless(text: str) -> IllegalMove:
    what = _("“{text}” does not say which meld the card goes on").format(text=text)
    return IllegalMove(what, clause="6.3")


MEANINGS: Final = {
    Word.DRAW: N_("draw the top card of the stock"),
    Word.TAKE: N_("take the top card of the discard pile"),
    Word.PASS: N_("leave the card that is offered"),
    Word.DISCARD: N_("discard a card; the card alone will do"),
    Word.KNOCK: N_("knock with a card, or with the best one"),
    Word.GIN: N_("go gin with a card, or with the best one"),
    Word.BIG_GIN: N_("declare big gin"),
    Word.SPREAD: N_("lay a closed hand out in melds, slashes between them"),
    Word.LAY: N_("lay cards off on melds of the spread, then your own melds after a slash"),
    Word.HINT: N_("ask what a strong player would do"),
    Word.UNDO: N_("take your last move back, if it showed you nothing hidden"),
    Word.HAND: N_("say your cards"),
    Word.TABLE: N_("say what lies on the table and what the other player has done"),
    Word.PILE: N_("say the pile, where it may be looked at"),
    Word.SCORE: N_("say the score sheet"),
    Word.ARRANGE: N_("sort the hand another way"),
    Word.SPELL: N_("say cards in words, or as signs"),
    Word.RULES: N_("say the rules"),
    Word.HELP: N_("list these words"),
    Word.QUIT: N_("leave; the match is kept, and goes on the next time"),
}


def meaning_line(word: Word) -> str:
    """Return the spelling of `word` and its effect."""
    forms = list(WORDS[language()][word])
    if word in _EXAMPLES:
        forms.append(_EXAMPLES[word].format(word=forms[0], **CARD_EXAMPLE[language()]))
    return prefix_place(", ".join(forms), _(MEANINGS[word]))


_EXAMPLES: Final = {
    Word.DISCARD: "{word} {card}",
    Word.KNOCK: "{word} {card}",
    Word.SPREAD: "{word} {run} / {set}",
    Word.LAY: "{word} {card}>1 / {set}",
}
