"""The catalogues are complete, and each context has its own language."""

from __future__ import annotations

import ast
import asyncio
import io
import re
import string
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from gettext import GNUTranslations
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from ginrummy.cli import help_examples
from ginrummy.coach.reviewing import map_in_parallel
from ginrummy.game.cards import RANK_LETTERS, SUIT_LETTERS
from ginrummy.lab.arena.workers import run_in_threads
from ginrummy.locale import (
    LANGUAGES,
    _,
    bind_language,
    detect_language,
    language,
    ngettext,
    set_language,
    using_language,
)
from ginrummy.terminal.command_parser import WORDS
from ginrummy.text.rulebook.advice import USUAL
from ginrummy.web.api.lobby_routes import TableFilter

SOURCES = Path(__file__).parents[1] / "src" / "ginrummy"
TRANSLATED = [code for code in LANGUAGES if code != "en"]
PLURALS = {
    "fr": {0: 0, 1: 0, 2: 1, 5: 1, 21: 1},
    "ru": {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1, 25: 2, 111: 2, 121: 0},
}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
MARKS = {"_", "N_", "ngettext", "pgettext"}

COUNTS = (
    "bytes|cards|count|coups|deals|games|guests|hands|left|limit|matches|minutes|most|number|pairs|points|seconds"
    "|size|stock|target|times|turns|waiting|worlds"
)
NO_NOUNS = {"après", "autres", "dans", "does", "fits", "sans", "fois", "remporte", "times", "vous", "wins"}
NEVER_ONE = {
    "A name has 1 to {most} letters.",
    "A run has at most {most} cards.",
    "AdPoker gives eleven cards to the player who begins, and the deal to the winner of a hand. It has "
    "Hollywood, Oklahoma, spades that double, and an ace round the corner. It counts {hands} deals: as many "
    "as there are ten-card hands.",
    "A set is {least} or {most} cards of one rank: {cards}.",
    "Hand {number}: all {count} cards lie where the secret and the cuts put them.",
    "No card can be added to a set of {most} or to a run of {longest}.",
    "No card can be added to a set of {most}.",
    "Note: a hand has {number} cards; fewer were given.",
    "That is the whole game: in a match you play hand after hand, to {target} points.",
    "There is less time than it seems. Between two strong players a hand lasts some {turns} turns; after "
    "three of them {deadwood_3} points of deadwood are left, after six only {deadwood_6}. A player who saves "
    "two kings for better days is often caught with them.",
    "Two players, {cards} cards each. The rest is the stock, face down; its top card is the upcard.",
    "a deck has {size} cards, here are {found}",
    "a line has at most {most} characters",
    "a text in a header has at most {most} characters",
    "it is longer than {most} characters",
    "the cut of seat {seat} is longer than {bytes} bytes",
    "the deck has {size} cards, this deal has {found}",
    "this is longer than any record: more than {most} characters",
    "you have {count} tokens: revoke one first",
    "{done} of {count} played",
}
"""Texts whose number is a limit or a size and never one."""

Key = tuple[str | None, str]


def catalogue_file(code: str, suffix: str) -> Path:
    return SOURCES / "locale" / code / "LC_MESSAGES" / f"ginrummy.{suffix}"


def read_catalogue(code: str) -> Catalog:
    with catalogue_file(code, "po").open("rb") as file:
        return read_po(file, locale=code)


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    if text is None:
        return ()
    return (text,) if isinstance(text, str) else tuple(text)


def key_of(message: Message) -> Key:
    context = message.context  # Babel returns bytes for a compiled catalogue
    return context.decode() if isinstance(context, bytes) else context, forms(message.id)[0]


def messages_of(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def is_translated(message: Message) -> bool:
    return bool(message.string) and all(text.strip() for text in forms(message.string))


def translated(catalogue: Catalog) -> list[Message]:
    return [message for message in messages_of(catalogue) if is_translated(message) and not message.fuzzy]


def texts_of_the_sources() -> dict[Key, tuple[str, ...]]:
    found = {}
    for _file, _line, text, _comments, context in extract_from_dir(SOURCES, METHODS):
        found[context, forms(text)[0]] = forms(text)
    return found


def listed(problem: str, items: Iterable[object]) -> str:
    return "\n".join([f"{problem} (see docs/languages.md):", *(f"  {item}" for item in items)])


def placeholders(text: str) -> frozenset[str]:
    fields = {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}
    return frozenset(fields | set(re.findall(r"%\(\w+\)\w|%[sdrf]", text)))


def wanted_placeholders(texts: tuple[str, ...]) -> set[frozenset[str]]:
    """Return the allowed placeholders: all, or those of one form if the forms differ."""
    of_forms = [placeholders(text) for text in texts]
    apart = not any(one <= other for one, other in permutations(of_forms, 2))
    return {frozenset().union(*of_forms), *(of_forms if apart else ())}


@pytest.mark.long
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_of_the_sources_is_in_the_catalogue(code: str) -> None:
    known = {key_of(message): forms(message.id) for message in messages_of(read_catalogue(code))}
    texts = texts_of_the_sources()
    missing = [text for key, text in texts.items() if known.get(key) != text]
    assert not missing, listed(f"not in the catalogue “{code}”; run `make messages`", missing)
    unused = [text for key, text in known.items() if key not in texts]
    assert not unused, listed(f"only in the catalogue “{code}”; run `make messages`", unused)


def test_no_text_hides_in_another() -> None:
    """On Python 3.11 Babel ignores f-strings, on 3.12 it reads them."""
    hidden = [
        f"{file.name}:{call.lineno}: {ast.unparse(call)}"
        for file in SOURCES.rglob("*.py")
        for text in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS
        if any(isinstance(said, ast.Constant) for said in call.args)
    ]
    assert not hidden, listed("texts within f-strings, which may not be collected", hidden)


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated(code: str) -> None:
    catalogue = read_catalogue(code)
    done = {key_of(message) for message in translated(catalogue)}
    wanting = [message.id for message in messages_of(catalogue) if key_of(message) not in done]
    assert not wanting, listed(f"empty or fuzzy in “{code}”", wanting)


@pytest.mark.parametrize("code", TRANSLATED)
def test_plurals_follow_the_language(code: str) -> None:
    catalogue = read_catalogue(code)
    number_of_forms = len(set(PLURALS[code].values()))
    wrong = [
        message.id
        for message in translated(catalogue)
        if len(forms(message.string)) != (number_of_forms if message.pluralizable else 1)
    ]
    assert not wrong, listed(f"“{code}” has {number_of_forms} plural forms, these have not", wrong)
    catalogue.add(("one of a test", "many of a test"), tuple("012"[:number_of_forms]))
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    counted = GNUTranslations(compiled)
    for number, form in PLURALS[code].items():
        assert counted.ngettext("one of a test", "many of a test", number) == str(form), number


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_keep_the_placeholders(code: str) -> None:
    wrong = []
    for message in translated(read_catalogue(code)):
        wanted = wanted_placeholders(forms(message.id))
        if any(placeholders(text) not in wanted for text in forms(message.string)):
            wrong.append(f"{message.id!r}: {message.string!r}")
    assert not wrong, listed(f"other placeholders in “{code}”", wrong)


def test_french_signs_have_their_spaces() -> None:
    """A non-breaking space (U+00A0, or the thin U+202F) before : ; ! ? and inside « »; and ’."""
    wrong = re.compile("[ ][:;!?»]|«[^\u00a0\u202f]|[^\u00a0\u202f]»|[\\w}][;!?](?:\\s|$)|\\w'\\w")
    texts = [text for message in translated(read_catalogue("fr")) for text in forms(message.string)]
    assert not (plain := [text for text in texts if wrong.search(text)]), listed(
        "run tools/set-spaces", plain
    )


def test_no_russian_line_begins_with_a_dash() -> None:
    """A non-breaking space (U+00A0) stands before a dash within a text."""
    texts = [text for message in translated(read_catalogue("ru")) for text in forms(message.string)]
    assert not (plain := [text for text in texts if " —" in text]), listed("run tools/set-spaces", plain)


def test_what_is_counted_is_said_by_its_number() -> None:
    """“1 points” is wrong in every language: a number that may be one needs `ngettext`."""
    counted = re.compile(rf"\{{(?:{COUNTS})\}}[ \u00a0]([a-zéèêœ]{{3,}}[sx])\b")
    wrong = [
        forms(message.id)[0]
        for message in messages_of(read_catalogue("fr"))
        if isinstance(message.id, str) and message.id not in NEVER_ONE
        for text in (message.id, *forms(message.string))
        if set(counted.findall(text)) - NO_NOUNS
    ]
    assert not wrong, listed("say these with ngettext", sorted(set(wrong)))
    assert {key_of(message)[1] for message in messages_of(read_catalogue("fr"))} >= NEVER_ONE


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_line_ends_between_a_number_and_its_unit(code: str) -> None:
    """The English texts are the keys of the catalogues."""
    apart = re.compile(r"[\d}] (?:[MGk]?B|[MGk]o|[МГк]?Б|k?m|px|m?s|м?с|min|мин|h|ч|%)(?![\w’'])")
    texts = [
        text
        for message in translated(read_catalogue(code))
        for text in (*forms(message.id), *forms(message.string))
        if apart.search(text)
    ]
    assert not texts, listed("a space that no line ends at (U+00A0) before the unit", texts)


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_compiled_catalogue_is_the_written_one(code: str) -> None:
    with catalogue_file(code, "mo").open("rb") as file:
        compiled = {key_of(message): forms(message.string) for message in messages_of(read_mo(file))}
    written = {key_of(message): forms(message.string) for message in translated(read_catalogue(code))}
    stale = [key for key in {*written, *compiled} if compiled.get(key) != written.get(key)]
    assert not stale, listed(f"stale .mo of “{code}”; run `make messages`", stale)


def marked_calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
                yield f"{path.relative_to(SOURCES)}:{node.lineno}", node


def test_no_text_is_put_together_before_it_is_translated() -> None:
    glued = [
        place
        for place, call in marked_calls()
        if any(isinstance(argument, ast.JoinedStr | ast.BinOp | ast.Call) for argument in call.args[:1])
    ]
    assert not glued, listed("translate first, fill in afterwards", glued)


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "fr-CA"}, "fr"),
        ({"LANG": "frr_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LC_ALL": "ru_RU", "LC_MESSAGES": "fr_FR", "LANG": "en_GB"}, "ru"),
        ({"LC_ALL": "", "LANG": "fr_FR"}, "fr"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], code: str) -> None:
    assert detect_language(environment) == code


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no such language: 'de'"):
        set_language("de")


def test_a_language_holds_for_its_block() -> None:
    with using_language("fr"):
        assert (language(), _("ace")) == ("fr", "as")
        with using_language("ru"):
            assert (language(), _("ace")) == ("ru", "туз")
        assert _("ace") == "as"
    assert (language(), _("ace")) == ("en", "ace")


def test_english_counts_by_itself() -> None:
    assert [ngettext("one", "many", number) for number in (0, 1, 2)] == ["many", "one", "many"]


async def test_tasks_speak_their_own_languages() -> None:
    async def ace_in(code: str) -> str:
        set_language(code)
        await asyncio.sleep(0)
        return _("ace")

    assert await asyncio.gather(*map(ace_in, LANGUAGES)) == ["ace", "as", "туз"]
    assert language() == "en"


@pytest.mark.parametrize("code", LANGUAGES)
def test_threads_and_processes_speak_the_language_of_those_who_start_them(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8" if code == "en" else "C")
    with using_language(code):
        assert list(run_in_threads(lambda _shared, _item: language(), None, range(3), 2)) == [code] * 3
        assert list(map_in_parallel(lambda _item: language(), range(3), 2)) == [code] * 3
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            assert pool.submit(bind_language(language)).result() == code


def test_every_table_has_every_language() -> None:
    """The instructions of `CONTRIBUTING.md` for a new language."""
    tables = (SUIT_LETTERS, RANK_LETTERS, WORDS, USUAL, help_examples._CARDS)
    for table in tables:
        assert set(table) == set(LANGUAGES)
    assert set(get_args(TableFilter.model_fields["language"].annotation)) == {"", *LANGUAGES}
