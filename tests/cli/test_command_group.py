"""The program as a whole: help and errors in three languages, exit status, start-up."""

from __future__ import annotations

import gettext
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from babel.messages.extract import extract_from_file

from ginrummy.cli import click_translations, command_group, error_messages
from ginrummy.locale import LANGUAGES, language, using_language
from tests.cli.running import ginrummy, refused

COMMANDS = list(command_group.COMMANDS)
ENVIRONMENT = {**os.environ, "COLUMNS": "80"}


def subcommand_words(name: str) -> list[str]:
    """Return the help texts of a command and its parameters in the language in use."""
    command = command_group.root_command().get_command(click.Context(command_group.root_command()), name)
    assert command is not None
    return [command.help or "", *(getattr(param, "help", "") or "" for param in command.params)]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("arguments", [["--help"], ["-h"], [], *([name, "--help"] for name in COMMANDS)])
def test_help_speaks_the_language(arguments: list[str], code: str) -> None:
    ran = ginrummy("--lang", code, *arguments)
    assert (ran.status, ran.err) == (0, "")
    usage = {"en": "Usage: ginrummy", "fr": "Utilisation\u00a0: ginrummy", "ru": "Использование: ginrummy"}
    heading = {"en": "Options:", "fr": "Options\u00a0:", "ru": "Параметры:"}
    this_help = {"en": "Show this message", "fr": "Afficher cette aide", "ru": "Показать эту справку"}
    assert ran.out.startswith(usage[code])
    assert heading[code] in ran.out
    assert this_help[code] in ran.out


@pytest.mark.parametrize("code", ["fr", "ru"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_word_of_help_is_translated(name: str, code: str) -> None:
    with using_language("en"):
        english = subcommand_words(name)
    with using_language(code):
        translated = subcommand_words(name)
    same = [text for text, other in zip(english, translated, strict=True) if text and text == other]
    assert not same


def test_the_group_lists_every_command_and_imports_none() -> None:
    code = (
        "import sys; from ginrummy.cli import main; main(['--help'])\n"
        "print(*(m for m in sys.modules if m.startswith('ginrummy.')))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=ENVIRONMENT)
    help_text, _end, modules = ran.stdout.rpartition("Check the deal")
    assert all(f"\n  {name} " in help_text + _end for name in COMMANDS[:-1])
    assert not {
        "ginrummy.rules",
        "ginrummy.variants",
        *(module for module, _ in command_group.COMMANDS.values()),
    } & set(modules.split())


def test_lang_stands_anywhere() -> None:
    card = {"en": "K♠", "fr": "R♠", "ru": "К♠"}
    for code in LANGUAGES:
        for arguments in (["--lang", code, "hand", "KS"], ["hand", "KS", f"--lang={code}"]):
            assert card[code] in ginrummy(*arguments).out
    assert language() == "en"


def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert ginrummy("--help").out.startswith("Использование")
    assert ginrummy("--lang", "en", "--help").out.startswith("Usage")


def test_an_unknown_language_is_refused() -> None:
    assert "'de' is not one of 'en', 'fr', 'ru'" in refused("--lang", "de", "hand", "7H")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hand"], "ginrummy hand: Missing argument 'CARDS...'. Try 'ginrummy hand --help' for help."),
        (["hnad"], "ginrummy: No such command 'hnad'. Did you mean 'hand'? Try 'ginrummy --help' for help."),
        (["hand", "7H", "--foo"], "No such option '--foo'."),
        (["hand", "7H", "--upcard"], "Option '--upcard' requires an argument."),
        (["forms", "king", "b"], "Got unexpected extra argument (b)"),
        (["showdown"], "Missing option '--spread'."),
        (["hand", "7H", "--variant", "nope"], "there is no variant “nope”"),
        (["score", "/no/such/file"], "ginrummy: /no/such/file: no such file or folder"),
        (["score", "/"], "ginrummy: /: this is a folder"),
    ],
)
def test_errors_are_one_line(arguments: list[str], said: str) -> None:
    assert said in refused(*arguments)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "fr",
            "ginrummy hand: Il manque l’argument 'CARTES...'. "
            "Pour de l’aide\u00a0: «\u00a0ginrummy hand --help\u00a0».",
        ),
        ("ru", "ginrummy hand: Не хватает аргумента 'КАРТЫ...'. Справка: «ginrummy hand --help»."),
    ],
)
def test_errors_of_usage_speak_the_language(code: str, said: str) -> None:
    assert refused("hand", "--lang", code) == said
    assert "'x'" not in refused("score", "x", "y", "--lang", code)


def test_clicks_gettext_is_left_as_it_was() -> None:
    before = gettext.textdomain(), os.environ.get("LANGUAGE")
    with click_translations.using_click_language("fr"):
        assert gettext.gettext("Missing option") == "Il manque l’option"
    assert (gettext.textdomain(), os.environ.get("LANGUAGE")) == before


def texts_of_click() -> Iterator[str]:
    folder = Path(click.__file__).parent
    for file in ("core.py", "exceptions.py", "formatting.py", "decorators.py", "parser.py", "types.py"):
        for _line, text, *_rest in extract_from_file("python", str(folder / file)):
            yield text if isinstance(text, str) else text[0]


def test_the_words_listed_are_words_of_click() -> None:
    said_by_click = set(texts_of_click()) | {"required"}
    ours = {
        *click_translations.click_help_texts(),
        *click_translations.click_error_texts(),
        *click_translations.click_plural_texts(),
    }
    assert ours - said_by_click == set()


def test_an_interruption_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object, **_named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ginrummy.cli.hand.read_cards", interrupt)
    ran = ginrummy("hand", "7H")
    assert (ran.status, ran.out, ran.err.strip()) == (130, "", "")


def test_a_fault_of_the_program_is_no_bad_input() -> None:
    with pytest.raises(ValueError, match="a bug"):
        error_messages.error_line(ValueError("a bug"))


def test_a_reader_that_leaves_gets_no_traceback() -> None:
    ran = subprocess.run(
        f"'{sys.executable}' -m ginrummy rules | head -1", shell=True, capture_output=True, text=True
    )
    assert (ran.stdout.count("\n"), ran.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_said() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "ginrummy", "rules"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (ran.returncode, ran.stderr) == (2, "ginrummy: no space is left on the disk\n")


def test_the_version_is_printed() -> None:
    assert ginrummy("--version").out.startswith("ginrummy 0.")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("rules", "--markdown", "--json"), "--markdown and --json do not go together"),
        (("variants", "standard", "--options"), "NAME|FILE.toml and --options do not go together"),
        (("score", "--json", "--pad"), "--pad and --json do not go together"),
        (("export", "a.gin", "--unjudged", "--full"), "--unjudged and --full do not go together"),
        (("arena", "simple", "random", "--hands", "2", "--games", "2"), "--hands and --games do not go"),
        (
            ("dataset", "simple", "random", "--hands", "2", "--games", "2", "--out", "a"),
            "--hands and --games",
        ),
        (("arena", "simple", "random", "--error", "0.05"), "--error: this is of use with --sprt only"),
        (("arena", "simple", "random", "--records"), "--records: this is of use with --out only"),
        (("hand", "7H8H9H", "--gone", "KS"), "--gone: this is of use with --advise only"),
        (("play", "--new", "--resume"), "--resume and --new do not go together"),
    ],
)
def test_options_of_which_one_would_not_be_heeded_are_refused(
    arguments: tuple[str, ...], complaint: str
) -> None:
    assert complaint in refused(*arguments)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_what_is_piped_may_begin_with_a_byte_order_mark(mark: bytes) -> None:
    said = ginrummy("play", "--plain", "--new", "--seed", "3", "--against", "simple", stdin=mark + b"draw\n")
    assert (said.status, "is not understood" in said.out) == (0, False)
    assert ginrummy("score", "-", stdin=mark + b"players: Anna, Boris\nAnna 25\n").status == 0
