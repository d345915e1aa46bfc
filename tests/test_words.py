"""One term for one thing in each language (docs/terms.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from ginrummy.locale import LANGUAGES
from ginrummy.variants import load_variant, preset_names

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "src" / "ginrummy" / "locale"
TERMS = (ROOT / "docs" / "terms.md").read_text("utf-8")


class Forbidden(NamedTuple):
    """A wrong word and the right term; the English texts and phrases in which it is right."""

    pattern: str
    instead: str
    where: str = r"(?!)"
    allowed: str = r"(?!)"


FORBIDDEN = {
    "en": [
        Forbidden(r"\bextra-coups?\b|\bstrokes?\b", "extra box", where=r"The bar is what was dealt"),
        Forbidden(r"\bwins the \w+: \{|has won it: \{", "the first to reach"),
        Forbidden(r"\bgood-bye\b", "Goodbye"),
        Forbidden(r"\ba figure\b", "face card"),
        Forbidden(r"\bthr(?:ow|ows|own|owing)\b", "discard"),
        Forbidden(r"\bstock (?:is|was) finished\b", "stock"),
        Forbidden(r"\bput(?:ting)? (?:it |one )?away\b", "discard"),
        Forbidden(r"\bfeeds?\b", "help"),
        Forbidden(r"\bon equality\b", "if equal"),
    ],
    "fr": [
        Forbidden(
            r"\bcoups?\b", "donne", where=r"\bmove[sd]?\b|\bTaken back\b", allowed=r"extra-coups?|coup d’œil"
        ),
        Forbidden(r"\bfigures?\b", "combinaison", where=r"\bface card\b|\{figure\}"),
        Forbidden(r"\bparties?\b", "match", where=r"partie\b|Good game", allowed=r"(?:en|\w+t) partie"),
        Forbidden(r"\benregistrements?\b", "relevé"),
        Forbidden(r"\b(?:gin ferme|qui a fermé|(?:donne|main) (?:\w+ )*fermée)\b", "terminer"),
        Forbidden(r"\bdéfauss(?:er|ez)\b", "jeter"),
        Forbidden(r"\bvainqueurs?\b|\bjeu courant\b", "gagnant"),
        Forbidden(r"\b(?:des|de|un|son) doubles?\b", "jumelle"),
        Forbidden(r"\bla pioche\b|\bpiocher dans\b", "talon"),
        Forbidden(r"\bcontrées?\b|\bet contre à\b", "undercut"),
        Forbidden(r"\bpaquets?\b", "jeu", where=r"Python package"),
        Forbidden(r"\bsièges?\b", "place"),
        Forbidden(r"\bhauteurs?\b", "rang"),
        Forbidden(r"\bgin pur\b", "gin droit"),
        Forbidden(r"\b(?:avez|ai|a) (?:grand )?gin\b", "faire gin"),
        Forbidden(r"(?<!le )\bpique double\b", "le pique double", allowed=r"\(pique double\)"),
    ],
    "ru": [
        Forbidden(r"подрез", "снятие", where=r"undercut"),
        Forbidden(r"колод", "добор", where=r"\b(?:packs?|decks?|cut)\b"),
        Forbidden(r"манш", "малая партия"),
        Forbidden(r"парти", "матч", where=r"\b(?:partie|manche)"),
        Forbidden(r"дополнительн\w* кон", "премиальная отметка"),
        Forbidden(r"сдач", "кон", where=r"\b(?:deal|dealer|deals|dealt)\b"),
        Forbidden(r"кон\w* (?:не засчитан|ничей)", "ничья"),
        Forbidden(r"\bпиш(?:у|ет|ете)\b", "получает", where=r"is writing"),
        Forbidden(r"\b(?:лист\w*|для) записи\b", "лист счёта"),
        Forbidden(r"\bотложи(?:ть|в|те)\b", "положить"),
        Forbidden(r"\bдыр", "ран"),
        Forbidden(r"подклад|прикладк|приложен", "достроить"),
        Forbidden(r"\bранг", "достоинство"),
        Forbidden(r"исходн\w+ числ", "зерно"),
        Forbidden(r"\bкон\w* закры|закрыт? кон|закончи\w* кон|кончает кон", "завершить"),
        Forbidden(r"раскладк", "выкладка", where=r"keyboard layout"),
        Forbidden(r"чистый джин", "прямой джин"),
        Forbidden(r"\b(?:под)?к[оа]рмлив", "помогать"),
        Forbidden(r"карта\s— пика|верхняя (после|до) взятия|указывайте последний сброс", "открытая карта"),
        Forbidden(r"\bрук(?:а|и|у|ой|е|ам|ами)?\b", "карты на руках", where=r"at second hand"),
    ],
}  # fmt: skip
BEFORE_A_NAME = {
    "fr": r"\b(?:de|que|lorsque|puisque|jusqu’à ce que) \{NAME\}",
    "ru": r"\b(?:у|с|за|от|против|для|к|ко|без|о|об|игрок(?:а|у|ом)) \{NAME\}|\{NAME\} \w+л(?:а|ся|ась)?\b",
}
BEFORE_A_CARD = {
    "fr": r"\b(?:jete[rz]|prendre|prenez|posant|avec|sans|place[rz]?|placé|plaçant|étale[rz]) \{CARD\}",
    "ru": r"\b(?:сбро(?:сьте|сить)|взять|возьмите|положив|карт[уой]+|выложит[еь]|достр\w+|даёт|в) \{CARD\}",
}
CARDS = "(?:cards?|top|better|worse|melds|laid)"
NAMES = "(?:name|winner|loser|dealer|player)"


class Text(NamedTuple):
    """A text of a language and its English original."""

    english: str
    said: str


def texts_of_the_catalogue(code: str) -> Iterator[Text]:
    """Yield every text of a catalogue, each plural form separately, and English's own."""
    with (LOCALE / ("fr" if code == "en" else code) / "LC_MESSAGES" / "ginrummy.po").open("rb") as file:
        messages: list[Message] = [message for message in read_po(file) if message.id]
    for message in messages:
        english = message.id if isinstance(message.id, str) else "\n".join(message.id)
        said = message.id if code == "en" else message.string
        for form in (said,) if isinstance(said, str) else said or ():
            yield Text(english, form)


def texts_of_the_presets(code: str) -> Iterator[Text]:
    """Yield the names and descriptions of the variants."""
    for name in preset_names():
        variant = load_variant(name)
        yield Text(variant.title("en"), variant.title(code))
        yield Text(variant.about["en"], variant.about[code])


def texts_in(code: str) -> list[Text]:
    return [*texts_of_the_catalogue(code), *texts_of_the_presets(code)]


def wrong_words(code: str, texts: list[Text]) -> list[str]:
    """Return the wrong words of a text with the right terms."""
    return [
        f"{text.said!r}: say “{word.instead}”"
        for word in FORBIDDEN[code]
        for text in texts
        if not re.search(word.where, text.english, re.IGNORECASE)
        and re.search(word.pattern, re.sub(word.allowed, "", text.said, flags=re.IGNORECASE), re.IGNORECASE)
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_wrong_word_comes_back(code: str) -> None:
    assert wrong_words(code, texts_in(code)) == []


def test_the_rules_keep_to_their_words() -> None:
    law = [Text("", line) for line in (ROOT / "RULES.md").read_text("utf-8").splitlines()]
    assert wrong_words("en", law) == []


@pytest.mark.parametrize(
    ("code", "english", "said"),
    [
        ("en", "", "Some hands earn strokes."),
        ("fr", "The hand is over.", "Le coup est terminé."),
        ("fr", "by melds", "par figures"),
        ("fr", "the record has no fingerprint", "l’enregistrement n’a pas d’empreinte"),
        ("ru", "the cut of seat {seat}", "подрезка места {seat}"),
        ("ru", "draw from the stock", "взять из колоды"),
        ("ru", "Manche {number}", "Манша {number}"),
    ],
)
def test_a_wrong_word_is_found(code: str, english: str, said: str) -> None:
    assert len(wrong_words(code, [Text(english, said)])) == 1


@pytest.mark.parametrize(
    ("code", "english", "said"),
    [
        ("fr", "Check the moves.", "Vérifier les coups."),
        ("fr", "an extra box", "un extra-coup"),
        ("fr", "points of a face card", "points d’une figure"),
        ("ru", "undercut", "подрезка"),
        ("ru", "one pack", "одна колода"),
        ("ru", "cards in your hand", "карты на руках"),
    ],
)
def test_the_same_word_is_right_elsewhere(code: str, english: str, said: str) -> None:
    assert wrong_words(code, [Text(english, said)]) == []


@pytest.mark.parametrize("code", BEFORE_A_NAME)
def test_a_name_is_never_declined(code: str) -> None:
    """No preposition, elision or gendered verb next to a name: it stays as its owner wrote it."""
    pattern = BEFORE_A_NAME[code].replace("NAME", NAMES)
    assert [text.said for text in texts_in(code) if re.search(pattern, text.said, re.IGNORECASE)] == []


@pytest.mark.parametrize("code", BEFORE_A_CARD)
def test_a_card_after_a_verb_is_its_object(code: str) -> None:
    """`{card:object}` has the article in French, and the accusative in Russian."""
    pattern = BEFORE_A_CARD[code].replace("CARD", CARDS)
    assert [text.said for text in texts_in(code) if re.search(pattern, text.said, re.IGNORECASE)] == []


def test_the_variants_are_printed_with_french_spaces() -> None:
    plain = re.compile("[ ][:;!?»]|« ")
    assert [text.said for text in texts_of_the_presets("fr") if plain.search(text.said)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_terms_that_are_demanded_stand_in_the_table(code: str) -> None:
    column = {"en": 1, "fr": 2, "ru": 3}[code]
    told = "\n".join(row.split("|")[column] for row in TERMS.splitlines() if row.count("|") == 4)
    assert [word.instead for word in FORBIDDEN[code] if word.instead.lower() not in told.lower()] == []
