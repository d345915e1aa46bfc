"""Random input at the plain table, in each state of a game and each language: it answers and continues."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from ginrummy.cli.puzzles import PuzzleProgress, PuzzleTable
from ginrummy.coach.decisions import match_moments
from ginrummy.coach.puzzles import PuzzleFilter, all_puzzles
from ginrummy.game.cards import card_sign, face_code, face_text, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.types import Face
from ginrummy.terminal.command_parser import (
    ALSO,
    FIRST_LAYOUT,
    JCUKEN,
    LETTERS,
    WORDS,
    CommandWord,
    parse_command,
)
from ginrummy.terminal.conversation import PersonLeft
from ginrummy.terminal.local_table import LocalTable, new_deal, new_exercise, new_table
from ginrummy.terminal.plain import PlainTable
from ginrummy.terminal.saved_matches import MatchStore, SavedMatch
from ginrummy.terminal.session_setup import Session
from ginrummy.variants import load_variant, parse_variant
from tests.playing import variant_of, whole
from tests.some_of import some_of
from tests.table.seats import sittings

GAMES = ("standard", "two_pack", "oklahoma", "hollywood", "straight", "eleven_card", "russian", "classic")
QUESTIONS = frozenset(CommandWord) - {
    CommandWord.DRAW,
    CommandWord.TAKE,
    CommandWord.PASS,
    CommandWord.DISCARD,
    CommandWord.KNOCK,
    CommandWord.GIN,
    CommandWord.BIG_GIN,
    CommandWord.SPREAD,
    CommandWord.LAY,
    CommandWord.UNDO,
}
"""The words that do not change the match."""
FORMS = [
    form
    for code in LANGUAGES
    for forms in (*WORDS[code].values(), *ALSO[code].values(), FIRST_LAYOUT[code])
    for form in forms
]
WORDS_TYPED = [
    form
    for form in (*FORMS, *LETTERS, *(JCUKEN[letter] for letter in LETTERS))
    if form
    not in {
        *WORDS["en"][CommandWord.QUIT],
        *WORDS["fr"][CommandWord.QUIT],
        *WORDS["ru"][CommandWord.QUIT],
        "q",
        "й",
    }
]
ODD = (
    *("?", "zebra", "KS", "7H 7H", "10H", "1H", "♠", "K♠", "🂡", "7X", "the", "with the", "7H:", ": 7H"),
    *("0", "1", "9", "-1", "99", "9" * 50, "²", "½", "nan", "1e9", "\x00", "\ud800", "\u202e", "A" * 600),
    *(">", ">1", "/", "/ /", "|", ";", ",", "7H>1", "7H>9", "7H>1, 8H>2 / 9H9D9C", "KSKHKD>1 / KSKHKD"),
    *(
        "AS2S3S / AS2S3S",
        "AS2S3S/4S5S6S/7S8S9S/TSJSQS",
        "ASKSQSJSTS9S8S7S6S5S4S3S2S",
        "why not",
        "how safe is",
    ),
)
LINES = 30


class Typist(PlainTable):
    """A person who types `lines` at a table, checks each reply, and leaves."""

    def __init__(self, folder: Path, table: LocalTable, lines: Iterator[str]) -> None:
        self.lines, self.typed, self.heard = lines, "", list[str]()
        store = MatchStore(folder / "matches")
        session = Session(table.variant, table.against, 5, store, folder / "settings.json")
        super().__init__(session, read=self.next_line, write=self.heard.append)

    def next_line(self, _prompt: str) -> str:
        """Return the next line."""
        self.typed = next(self.lines, "quit")
        return self.typed

    def run_command(self, table: LocalTable, text: str) -> LocalTable:
        """Check that every line is answered, and that no question changes the match."""
        before = len(self.heard)
        after = super().run_command(table, text)
        command = parse_command(text)
        assert len(self.heard) > before or after is not table or not text
        if command is not None and command.word in QUESTIONS:
            assert after.match == table.match
        return after


def lines_for(view: View, chance: random.Random, code: str) -> Iterator[str]:
    """Yield lines of words, cards and nonsense in every combination, mostly with cards of `view`."""
    faces = [*faces_of(view.hand), *(() if view.top is None else (view.top,))]
    spellings: tuple[Callable[[Face], str], ...] = (card_sign, face_code, lambda face: face_text(face, code))
    questions = [form for spoken in {code, "en"} for form in WORDS[spoken][CommandWord.HINT]]
    for _number in range(LINES):
        cards = [chance.choice(spellings)(face) for face in chance.sample(faces, min(3, len(faces)))]
        about = chance.choice(
            (chance.choice(ODD), cards[0], " ".join(cards), f"{cards[0]}>{chance.randrange(5)}")
        )
        word, question = chance.choice(WORDS_TYPED), chance.choice(questions)
        yield chance.choice(
            (word, f"{word} {about}", f"{question} {word}", f"{question} {word} {about}",
             f"{question} {about}?", about, word.upper(), word[: chance.randrange(1, len(word) + 1)])
        )  # fmt: skip


def state_of(table: LocalTable) -> str:
    """Return which state of a game the person is in."""
    view = table.view
    if view.phase is Phase.OVER:
        return "match over" if table.match.is_over else "hand over"
    last = view.events[-1].kind if view.events else None
    return (
        f"{view.phase.value} after {last.value}"
        if last in (MoveKind.TAKE, MoveKind.DRAW)
        else view.phase.value
    )


@cache
def states(name: str) -> dict[str, LocalTable]:
    """Return a table in each state in short matches of `name` in which the person may act."""
    row = load_variant(name).row
    partie = "session_target = 40\n" if row.session_target > 0 else ""
    text = f'base = "{name}"\ngame_target = 20\n{partie}'
    short = parse_variant(text, name="short", where="short")
    found: dict[str, LocalTable] = {}
    for seed in range(1, 5):
        start = new_table(short, against="simple", seeds=new_deal(seed).seeds(""), player_seed=seed)
        for table in sittings(start, seed=seed):
            if not table.is_opponent_turn:
                found.setdefault(state_of(table), table)
    return found


@pytest.mark.parametrize("code", some_of(LANGUAGES, "ru"))
@pytest.mark.parametrize("name", GAMES)
def test_nothing_typed_ends_a_game(name: str, code: str, tmp_path: Path) -> None:
    met = states(name)
    assert {"draw", "discard after draw", "hand over", "match over"} <= met.keys()
    assert {"offer", "spread", "lay_off"} & met.keys() or name == "straight"
    for state, table in met.items():
        chance = random.Random(f"{name} {code} {state}")
        type_at(table, lines_for(table.view, chance, code), tmp_path, code)


def type_at(table: LocalTable, lines: Iterator[str], folder: Path, code: str) -> None:
    """Type `lines` at `table` in the language `code`. Return the one that ended the game, if any."""
    with using_language(code):
        typist = Typist(folder, table, lines)
        try:
            typist.play_session([SavedMatch(table, None)], ask=False)
        except Exception as error:
            error.add_note(f"after {typist.typed!r} in the state {state_of(table)}")
            raise
        assert parse_command(typist.typed) == (CommandWord.QUIT, "")


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_word_is_answered_in_every_state(code: str, tmp_path: Path) -> None:
    """A known word always has a reply, never a rematch."""
    questions = [form for form in WORDS_TYPED if parsed(form, code) in QUESTIONS]
    for table in states("standard").values():
        type_at(table, iter(questions), tmp_path, code)


def parsed(form: str, code: str) -> CommandWord | None:
    """Return which word `form` is in the language `code`."""
    with using_language(code):
        command = parse_command(form)
    return command.word if command is not None else None


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_typed_ends_an_exercise(code: str, tmp_path: Path) -> None:
    match = whole("twins", hands=3)
    chance = random.Random(code)
    for moment in chance.sample(list(match_moments(match)), 6):
        table = new_exercise(variant_of("twins"), match, moment, against="simple")
        type_at(table, lines_for(table.view, chance, code), tmp_path, code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_typed_ends_a_puzzle(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.cli.puzzles.progress_file", lambda: tmp_path / "puzzles.json")
    shelf, chance = all_puzzles(), random.Random(code)
    with using_language(code):
        for theme in ("draw", "discard", "knock", "lay_off", "spread"):
            number = shelf.matching(PuzzleFilter(theme=theme))[0]
            lines = iter([*lines_for(shelf[number].view, chance, code), "quit"])
            table = PuzzleTable(PuzzleProgress(), read=partial(next_of, lines), write=list[str]().append)
            for _answer in range(LINES):
                try:
                    table.solve(shelf[number])
                except PersonLeft:
                    break
            else:
                raise AssertionError("the person cannot leave")


def next_of(lines: Iterator[str], _prompt: str) -> str:
    """Return the next of `lines`."""
    return next(lines)
