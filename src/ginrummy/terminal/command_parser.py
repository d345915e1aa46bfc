"""Parser for typed commands in three languages, with cards in each language's letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import Final, NamedTuple

from ginrummy.game.cards import detect_letters_language, faces_of, hand_of, parse_face, parse_faces
from ginrummy.game.game import Phase
from ginrummy.game.moves import (
    BIG_GIN,
    DRAW,
    PASS,
    TAKE,
    Melds,
    Move,
    MoveKind,
    as_melds,
    discard,
    gin,
    knock,
)
from ginrummy.game.view import View
from ginrummy.locale import N_, _, language
from ginrummy.locale.ascii_text import ascii_text
from ginrummy.locale.errors import CardError, GinRummyError, IllegalMove, prefix_place
from ginrummy.players.candidate_actions import best_closing
from ginrummy.rules.cards import single, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.types import Face


class CommandWord(Enum):
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


WORDS: Final[dict[str, dict[CommandWord, tuple[str, ...]]]] = {
    "en": {
        CommandWord.DRAW: ("draw", "stock"),
        CommandWord.TAKE: ("take",),
        CommandWord.PASS: ("pass",),
        CommandWord.DISCARD: ("discard", "throw"),
        CommandWord.KNOCK: ("knock",),
        CommandWord.GIN: ("gin",),
        CommandWord.BIG_GIN: ("big gin", "biggin"),
        CommandWord.SPREAD: ("spread",),
        CommandWord.LAY: ("lay off", "lay"),
        CommandWord.HINT: ("hint", "why not", "how safe is"),
        CommandWord.UNDO: ("undo",),
        CommandWord.HAND: ("hand",),
        CommandWord.TABLE: ("table",),
        CommandWord.PILE: ("pile",),
        CommandWord.SCORE: ("score", "sheet"),
        CommandWord.ARRANGE: ("arrange", "sort"),
        CommandWord.SPELL: ("spell",),
        CommandWord.RULES: ("rules",),
        CommandWord.HELP: ("help", "?"),
        CommandWord.QUIT: ("quit", "exit"),
    },
    "fr": {
        CommandWord.DRAW: ("piocher", "pioche", "talon"),
        CommandWord.TAKE: ("prendre", "prends"),
        CommandWord.PASS: ("passer", "passe"),
        CommandWord.DISCARD: ("jeter", "jette", "défausser", "défausse"),
        CommandWord.KNOCK: ("frapper", "frappe", "descendre", "descends"),
        CommandWord.GIN: ("gin",),
        CommandWord.BIG_GIN: ("grand gin",),
        CommandWord.SPREAD: ("étaler", "abattre"),
        CommandWord.LAY: ("placer", "ajouter"),
        CommandWord.HINT: ("conseil", "pourquoi pas"),
        CommandWord.UNDO: ("annuler", "annule"),
        CommandWord.HAND: ("main",),
        CommandWord.TABLE: ("table",),
        CommandWord.PILE: ("voir la défausse", "tas"),
        CommandWord.SCORE: ("marque", "feuille", "score"),
        CommandWord.ARRANGE: ("ranger", "range"),
        CommandWord.SPELL: ("épeler",),
        CommandWord.RULES: ("règles", "règle"),
        CommandWord.HELP: ("aide", "?"),
        CommandWord.QUIT: ("quitter", "quitte"),
    },
    "ru": {
        CommandWord.DRAW: ("взять из добора", "из добора", "добор", "взять из колоды", "из колоды", "колода"),
        CommandWord.TAKE: ("взять из сброса", "взять"),
        CommandWord.PASS: ("пас", "спасовать"),
        CommandWord.DISCARD: ("сбросить", "сброс"),
        CommandWord.KNOCK: ("стук", "стучать", "стучу"),
        CommandWord.GIN: ("джин",),
        CommandWord.BIG_GIN: ("большой джин",),
        CommandWord.SPREAD: ("выложить", "выкладка"),
        CommandWord.LAY: ("достроить",),
        CommandWord.HINT: ("подсказка", "почему не"),
        CommandWord.UNDO: ("отменить", "отмена"),
        CommandWord.HAND: ("карты", "рука"),
        CommandWord.TABLE: ("стол",),
        CommandWord.PILE: ("показать сброс", "стопка"),
        CommandWord.SCORE: ("счёт", "запись"),
        CommandWord.ARRANGE: ("разложить", "порядок"),
        CommandWord.SPELL: ("словами",),
        CommandWord.RULES: ("правила",),
        CommandWord.HELP: ("помощь", "?"),
        CommandWord.QUIT: ("выход", "выйти"),
    },
}
ALSO: Final[dict[str, dict[CommandWord, tuple[str, ...]]]] = {
    "en": {
        CommandWord.DRAW: ("draw from the stock", "draw a card"),
        CommandWord.TAKE: ("take it", "take the card"),
        CommandWord.GIN: ("go gin",),
        CommandWord.BIG_GIN: ("declare big gin",),
        CommandWord.SPREAD: ("lay out",),
    },
    "fr": {
        CommandWord.DRAW: ("piocher au talon", "piochez au talon", "piochez"),
        CommandWord.TAKE: ("prenez-la", "prenez", "prendre la carte", "prendre la retourne"),
        CommandWord.PASS: ("passez",),
        CommandWord.DISCARD: ("jetez",),
        CommandWord.KNOCK: ("frappez",),
        CommandWord.GIN: ("faire gin", "faites gin", "fais gin"),
        CommandWord.BIG_GIN: ("faire grand gin", "annoncez grand gin", "annoncer grand gin"),
        CommandWord.SPREAD: ("étalez",),
    },
    "ru": {
        CommandWord.DRAW: ("взять карту из добора", "возьмите из добора"),
        CommandWord.TAKE: ("возьмите её", "возьмите", "взять её", "взять карту из сброса"),
        CommandWord.PASS: ("спасуйте", "пасовать", "пасую"),
        CommandWord.DISCARD: ("сбросьте",),
        CommandWord.KNOCK: ("постучать", "стучите"),
        CommandWord.GIN: ("объявить джин", "объявите джин"),
        CommandWord.BIG_GIN: ("объявить большой джин", "объявите большой джин"),
        CommandWord.SPREAD: ("выложите",),
    },
}
"""Spellings accepted but absent from the help: the words with which hints and moves are printed."""

FIRST_LAYOUT: Final = {
    "en": ("take the first layout", "first layout"),
    "fr": ("prenez le premier étalement", "prendre le premier étalement", "premier étalement"),
    "ru": (
        "выложите первым способом",
        "выложить первым способом",
        "возьмите первую выкладку",
        "взять первую выкладку",
        "первая выкладка",
    ),
}
"""Commands for the best layout of a hand, as a hint prints them."""

_BEFORE_CARD: Final = re.compile(
    r"(?:with|the|avec|en posant|le|la|с картой|(?:от|по)ложив|карту|с"
    r"|s kartoi|(?:ot|po)lozhiv|kartu|s)\s+|l['’]",
    re.IGNORECASE,
)
CARD_EXAMPLE: Final = {
    "en": {"card": "7H", "run": "4S5S6S", "set": "9H9D9C"},
    "fr": {"card": "7C", "run": "4P5P6P", "set": "9C9K9T"},
    "ru": {"card": "7Ч", "run": "4П5П6П", "set": "9Ч9Б9Т"},
}
LETTERS: Final = {
    "d": CommandWord.DRAW,
    "t": CommandWord.TAKE,
    "p": CommandWord.PASS,
    "k": CommandWord.KNOCK,
    "g": CommandWord.GIN,
    "b": CommandWord.BIG_GIN,
    "h": CommandWord.HINT,
    "u": CommandWord.UNDO,
    "s": CommandWord.SCORE,
    "a": CommandWord.ARRANGE,
    "r": CommandWord.RULES,
    "q": CommandWord.QUIT,
}
JCUKEN: Final = dict(zip("qwertyuiop[]asdfghjkl;'zxcvbnm,.", "йцукенгшщзхъфывапролджэячсмитьбю", strict=True))
_FOLDED: Final = str.maketrans("ёéèêà’", "еeeea'")
_ARROW: Final = re.compile("[>→=]")
_BLANKS: Final = re.compile(r"[\s,;]+")


class Command(NamedTuple):
    """A parsed command: its word and the rest of the line."""

    word: CommandWord
    rest: str = ""


def localized_word(word: CommandWord) -> str:
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


def _longest(typed: str, code: str) -> tuple[CommandWord, int] | None:
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
        return view.automatic_layout()
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
        raise unknown_command_error(text) from None


def _is_first_layout(text: str) -> bool:
    return any(fold_case(text) in _spellings(FIRST_LAYOUT[code]) for code in (language(), "en"))


def unknown_command_error(text: str) -> GinRummyError:
    """Return the error for `text` that is no command."""
    told = _("“{text}” is not understood; type “{help}”")
    return GinRummyError(told.format(text=text.strip(), help=localized_word(CommandWord.HELP)))


def _bare(text: str) -> str:
    """Return the card in `text` without a preposition or article: the 7H, avec R♠, карту 6 червей."""
    bare = text.strip()
    while found := _BEFORE_CARD.match(bare):
        bare = bare[found.end() :]
    return bare


def parse_move_command(view: View, command: Command) -> Move:
    """Return the move of `command`. Raise `GinRummyError` where it is no move."""
    plain = {
        CommandWord.DRAW: DRAW,
        CommandWord.TAKE: TAKE,
        CommandWord.PASS: PASS,
        CommandWord.BIG_GIN: BIG_GIN,
    }
    if command.word in plain:
        validate_argument(view, command)
        return plain[command.word]
    if command.word is CommandWord.SPREAD:
        return Move(MoveKind.SPREAD, melds=parse_melds(command.rest))
    if command.word is CommandWord.LAY:
        return parse_defence(command.rest)
    if command.word is CommandWord.DISCARD:
        return discard(parse_command_card(command))
    if command.word in (CommandWord.KNOCK, CommandWord.GIN):
        return parse_closing(view, command)
    raise GinRummyError(_("“{text}” is not a move").format(text=localized_word(command.word)))


def validate_argument(view: View, command: Command) -> None:
    """Raise `GinRummyError` for extra text after a command without arguments.

    A card after "take" must be the top of the pile.
    """
    if not command.rest:
        return
    if command.word is not CommandWord.TAKE:
        raise unknown_command_error(f"{localized_word(command.word)} {command.rest}")
    try:
        face = parse_face(_bare(command.rest), language())
    except CardError:
        raise unknown_command_error(f"{localized_word(command.word)} {command.rest}") from None
    if face != view.top:
        raise IllegalMove(_("only the top card of the pile may be taken"), clause="4.4")


def parse_closing(view: View, command: Command) -> Move:
    """Return the knock or gin of `command`, with its card or else the best one."""
    make = knock if command.word is CommandWord.KNOCK else gin
    if command.rest:
        return make(parse_command_card(command))
    return make(best_closing_card(view))


def best_closing_card(view: View) -> Face:
    """Return the best card to close with. Where none may close, return the one with the clearest refusal.

    That is the discard that leaves the least deadwood: without a knock on it there is no knock at all.
    """
    best = best_closing(view)
    if best is not None:
        return best.face
    return min(faces_of(view.hand), key=lambda face: deadwood(view.variant, without(view.hand, single(face))))


def parse_command_card(command: Command) -> Face:
    """Return the card of `command`. Raise `CardError` for bad text."""
    if not command.rest:
        text = _("say which card, as in “{word} {card}”")
        raise CardError(text.format(word=localized_word(command.word), card=CARD_EXAMPLE[language()]["card"]))
    return parse_face(_bare(command.rest), language())


def parse_melds(text: str) -> Melds:
    """Return the melds in `text`, separated by `/`, `|` or `;`, in the letters of the language."""
    return _melds_in(text, detect_letters_language([text], language()))


def _melds_in(text: str, letters: str) -> Melds:
    parts = [part for part in re.split(r"[/|;]", text) if part.strip()]
    return as_melds([hand_of(parse_faces(part, packs=2, language=letters)) for part in parts])


def parse_defence(text: str) -> Move:
    """Return a defence: lay-offs such as `7S>1, 8S>1` and, after a slash, own melds."""
    pieces, letters = re.split(r"[/|]", text), detect_letters_language([text], language())
    laid: list[list[Face]] = [[], [], []]
    own = []
    for piece in pieces:
        if _ARROW.search(piece):
            _lay_all(piece, laid, letters)
        elif piece.strip():
            own.append(piece)
    placed = as_melds([hand_of(faces) for faces in laid])
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
    what = _("“{text}” does not say to which meld the card is added").format(text=text)
    return IllegalMove(what, clause="6.3")


MEANINGS: Final = {
    CommandWord.DRAW: N_("draw the top card of the stock"),
    CommandWord.TAKE: N_("take the top card of the discard pile"),
    CommandWord.PASS: N_("leave the card that is offered"),
    CommandWord.DISCARD: N_("discard a card; the card alone will do"),
    CommandWord.KNOCK: N_("knock with a card, or with the best one"),
    CommandWord.GIN: N_("go gin with a card, or with the best one"),
    CommandWord.BIG_GIN: N_("declare big gin"),
    CommandWord.SPREAD: N_("lay a closed hand out in melds, slashes between them"),
    CommandWord.LAY: N_("lay cards off on melds of the spread, then your own melds after a slash"),
    CommandWord.HINT: N_("ask what a strong player would do"),
    CommandWord.UNDO: N_("take your last move back, if it showed you nothing hidden"),
    CommandWord.HAND: N_("show your cards"),
    CommandWord.TABLE: N_("show what lies on the table and what the other player has done"),
    CommandWord.PILE: N_("show the pile, where it may be looked at"),
    CommandWord.SCORE: N_("show the score sheet"),
    CommandWord.ARRANGE: N_("sort the hand another way"),
    CommandWord.SPELL: N_("show cards in words, or as signs"),
    CommandWord.RULES: N_("show the rules"),
    CommandWord.HELP: N_("list these words"),
    CommandWord.QUIT: N_("leave; the match is saved and resumes next time"),
}


def command_help_line(word: CommandWord) -> str:
    """Return the spelling of `word` and its effect."""
    forms = list(WORDS[language()][word])
    if word in _EXAMPLES:
        forms.append(_EXAMPLES[word].format(word=forms[0], **CARD_EXAMPLE[language()]))
    return prefix_place(", ".join(forms), _(MEANINGS[word]))


_EXAMPLES: Final = {
    CommandWord.DISCARD: "{word} {card}",
    CommandWord.KNOCK: "{word} {card}",
    CommandWord.SPREAD: "{word} {run} / {set}",
    CommandWord.LAY: "{word} {card}>1 / {set}",
}
