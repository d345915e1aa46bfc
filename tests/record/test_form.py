"""Tolerated text, invisible text, and the grammar of docs/records.md."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from ginrummy.game import shuffle
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.text.record import read_record, write_record
from ginrummy.variants import NamedVariant
from tests.playing import VARIANTS, variant_of, whole
from tests.record.texts import doc_blocks, record_of, refusal, sample, text_of


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", " \t\n"),
        lambda text: "  " + text.replace("\n", "\n\t"),
        lambda text: text.replace("\n", "\n\n\n"),
        lambda text: "\n; a comment\n" + text + "; another\n",
        lambda text: text.replace("\n", " ; said here\n"),
        lambda text: re.sub(r"(?m)^(\d.*)$", lambda row: row[0].replace(" ", "   \t "), text),
        lambda text: text.rstrip("\n"),
    ],
)
def test_blanks_comments_and_line_ends_do_not_matter(change: Callable[[str], str]) -> None:
    for text in (sample(), record_of("three")):
        assert read_record(change(text)) == read_record(text)


def test_a_semicolon_in_a_quoted_text_is_no_comment() -> None:
    text = sample().replace('"Anna"', '"Anna; \\"A\\""')
    assert read_record(text).players == ('Anna; "A"', "Boris")


def test_headers_after_the_first_stand_in_any_order() -> None:
    lines = sample().split("\n")
    lines[1:9] = reversed(lines[1:9])
    assert read_record("\n".join(lines)).match == read_record(sample()).match


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x" * (1 << 22) + "x", "this is longer than any record: more than 4194304 characters"),
        ("x" * (1 << 22), "a line has at most 2000 characters"),
        ('[GinRummy "1"]\n' + "1. " + "+7H-9C " * 10**5, "a line has at most 2000 characters"),
        ("\n" * (1 << 22), "a record begins with"),
        (
            '[GinRummy "1"]\n' + "".join(f"[Rule {'a' * (n % 9 + 1)} = {n}]\n" for n in range(10**4)),
            "there already",
        ),
        ('[GinRummy "1"]\n[Players ' + '"\\\\" ' * 300 + "]", "is no header"),
        ('[GinRummy "1"]\n[Players "' + "\\" * 1900 + "]", "is no header"),
        (";" * 1999 + "\n" + "\ufeff", "is no line of a record"),
    ],
    ids=[
        "huge",
        "one line",
        "a hundred thousand tokens",
        "empty lines",
        "headers",
        "texts",
        "backslashes",
        "second mark",
    ],
)
def test_hostile_texts_are_refused_soon(text: str, what: str) -> None:
    error = refusal(text)
    assert what in error.what
    assert len(str(error)) < 300


def test_a_very_long_hand_is_read() -> None:
    row = variant_of("idle").row._replace(endless_turns=1000, wall_stock=2)
    house = NamedVariant("patient", {}, {}, {}, row, "")
    match = long_hand(Match.start(row, shuffle.seeds_from_number(5)), 4000)
    assert read_record(write_record(match, variant=house)).match == match


def long_hand(match: Match, turns: int) -> Match:
    for turn in range(turns):
        kind = MoveKind.DRAW if turn % 500 == 499 else MoveKind.TAKE
        moves = match.game.legal_moves()
        match = match.play(next((move for move in moves if move.kind is kind), moves[0]))
        match = match.play(next(move for move in match.game.legal_moves() if move.kind is MoveKind.DISCARD))
        if match.game.is_over:
            break
    return match


def grammar() -> re.Pattern[str]:
    return re.compile(doc_blocks("regex")[0], re.VERBOSE)


def test_the_grammar_of_the_documentation_matches_every_line() -> None:
    pattern, kinds = grammar(), set()
    for name in VARIANTS:
        match = whole(name, hands=9)
        texts = [text_of(match, name), write_record(match, variant=variant_of(name), reveal=False)]
        for line in "\n".join(texts).split("\n"):
            found = pattern.fullmatch(line)
            assert found or not line, line
            kinds |= {found.lastgroup} if found else set()
    assert kinds == set(pattern.groupindex)


@pytest.mark.parametrize(
    "line",
    ["", "1. PASS", "1. +7H-9C+", "1. pass pass pass", "0. pass", "hand 0 dealer 1", "score gin",
     "score void 0", "result", "spread 4S5S", "lay 7S>4 ()", "upcard 1H", "deal 2 7H 8H 9H", "[players]",
     "[Rule a = b]"],
)  # fmt: skip
def test_the_grammar_of_the_documentation_matches_nothing_else(line: str) -> None:
    assert not grammar().fullmatch(line)


def test_the_sample_of_the_documentation_is_a_record() -> None:
    record = read_record(sample())
    assert record.players == ("Anna", "Boris")
    assert (
        write_record(record.match, variant=record.variant, players=record.players, date="2025-11-21")
        == sample()
    )
