"""False records are refused at the right line, with the reason and the clause."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.locale import using_language
from ginrummy.locale.errors import RecordError
from ginrummy.text.record import read_record, write_record
from tests.record.texts import assert_refused, record_of, refusal, sample

FORGERIES = [
    ('[GinRummy "1"]', '[GinRummy "2"]', "[GinRummy", "this is a record of version 2", "12.1"),
    ('[GinRummy "1"]\n', "", "[Variant", 'a record begins with [GinRummy "1"]', "12.1"),
    ('[GinRummy "1"]', "[GinRummy 1]", "[GinRummy", "“[GinRummy 1]” is no header", "12.1"),
    ("spades_double", "spades_triple", "[Variant", "there is no variant “spades_triple”", "13.4"),
    ("spades_double", "../../etc/passwd.toml", "[Variant", "there is no variant", "13.4"),
    ('[Variant "spades_double"]\n', "", None, "the header [Variant] is missing", "12.1"),
    ("[Date ", "[Dates ", "[Dates", "there is no such header; there are: GinRummy, Variant", "12.1"),
    ('[Date "2025-11-21"]', '[Date "2025-11-31"]', "[Date", "a date is written YYYY-MM-DD", "12.1"),
    ('[Date "2025-11-21"]', '[Date "20251121"]', "[Date", "a date is written YYYY-MM-DD", "12.1"),
    ('[Date "2025-11-21"]', '[Date "2025" "11"]', "[Date", "takes 1 text", "12.1"),
    ('[Players "Anna" "Boris"]', '[Players "Anna"]', "[Players", "takes 2 texts", "12.1"),
    ('[Players "Anna" "Boris"]\n', "", None, "the header [Players] is missing", "12.1"),
    ('"Anna"', '"An\\na"', "[Players", "is no header", "12.1"),
    ('"Anna"', '"An\x1b[2Jna"', "[Players", "a character that cannot be written on one line", "12.1"),
    ('[Dealer "1"]', '[Dealer "1"]\n[Dealer "1"]', None, "this header is there already", "12.1"),
    ('[Dealer "1"]', '[Dealer "1"]\n[GinRummy "1"]', None, "this header is there already", "12.1"),
    ('[Dealer "1"]', '[Dealer "0"]', "[Cut ", "by the cut the other seat deals", "3.1"),
    ('[Dealer "1"]', '[Dealer "2"]', "[Dealer", "the dealer is seat 0 or seat 1", "3.1"),
    ('[Cut "8S 2D"]', '[Cut "8S 3D"]', "[Cut ", "by the seeds the cards cut are 8S 2D", "3.1"),
    ('[Cut "8S 2D"]', '[Cut "8S"]', "[Cut ", "each seat cuts one card", "3.1"),
    ('[Cut "8S 2D"]', '[Cut "8S XX"]', "[Cut ", "“XX” is not a card", "1.5"),
    ('[Cut "8S 2D"]', '[Cut "8S 8D"]', "[Cut ", "both cut again on equal ranks", "3.1"),
    ('[Cut "8S 2D"]', '[Cut "8S 2D, 8S 2D"]', "[Cut ", "both cut again on equal ranks", "3.1"),
    ("[Secret \"00", "[Secret \"01", "[Secret", "the secret is not the one whose", "3.6"),
    ("[Secret \"00", "[Secret \"", "[Secret", "a secret is 64 digits", "3.6"),
    ("[Commitment \"6c", "[Commitment \"7c", "[Secret", "the secret is not the one", "3.6"),
    (r"\[Commitment .*\n", "", None, "the header [Commitment] is missing", "12.1"),
    (r"\[Cuts .*\n", "", None, "the header [Cuts] is missing", "12.1"),
    ('[Cuts "12345" "cœur"]', '[Cuts "12346" "cœur"]', "[Cut ", "by the seeds the cards cut are", "3.1"),
    (r'"12345" "cœur"\]\n\[Cut "8S 2D"\]', '"12345" "coeur"]', "deal 0", "“deal 0 ", "3.2"),
    (r"\[Secret .*\n", "", "deal 0", "without seeds the deck stands here", "3.6"),
    ("hand 1 dealer 1", "hand 2 dealer 1", "hand", "“hand 1 dealer 1” is due here, not “hand 2", "3.4"),
    ("hand 1 dealer 1", "hand 1 dealer 0", "hand", "“hand 1 dealer 1” is due here", "3.4"),
    ("hand 1 dealer 1\n", "", "deal 0", "here a hand begins", "12.1"),
    ("deal 0 8S", "deal 0 7S", "deal 0", "“deal 0 8S KS 7H 9H QH 3C 4C 5C 9C TC” is due here", "3.2"),
    ("upcard 6C", "upcard 7C", "upcard", "“upcard 6C” is due here, not “upcard 7C”", "3.3"),
    ("upcard 6C\n", "", "1. ", "“upcard 6C” is due here, not “1. pass pass”", "3.3"),
    ("1. pass pass", "2. pass pass", "2. pass", "here row 1 is due", "12.1"),
    ("1. pass pass", "1. pass", "2. ", "a row holds two turns", "12.1"),
    ("1. pass pass", "1. pass pass pass", "1. ", "a row holds two turns", "12.1"),
    ("1. pass pass", "1.", "1.", "a row holds two turns", "12.1"),
    ("1. pass pass", "1. PASS pass", "1. ", "this is no turn", "12.1"),
    ("+JC-KS", "+JC-KC", "2. ", "K♣ is not in the hand", "4.5"),
    ("+JC-KS", "+JD-KS", "2. ", "the stock gives J♣ here, not J♦", "3.6"),
    ("+JC-KS", "<6C-KS", "2. ", "both passed the upcard", "4.1"),
    ("+JC-KS", "pass", "2. ", "only the first upcard may be passed", "4.4"),
    ("+JC-KS", "-KS", "2. ", "a card must be drawn or taken first", "4.4"),
    ("+JC-KS", "+JC-KS!", "2. ", "would be left, the limit is 6", "5.3"),
    ("+JC-KS", "+JC-KS#", "2. ", "gin leaves nothing, but", "5.6"),
    ("+JC-KS", "+JC##", "2. ", "big gin is not played in this variant", "5.7"),
    ("+JC-KS <KS-TS", "+JC -KS", "2. ", "the turn before this one lacks its discard", "4.5"),
    ("<KS-TS", "<QH-TS", "2. ", "on the pile lies K♠ here, not Q♥", "4.4"),
    ("<KS-TS", "<KS-KS", "2. ", "the card just taken may not be discarded at once", "4.6"),
    ("<KS-TS", "<KS-TS!", "2. ", "points would be left", "5.3"),
    ("2. +JC-KS <KS-TS\n3.", "2.", "2. +6S", "the stock gives J♣ here, not 6♠", "3.6"),
    ("4. +8H-8S!\n", "", "spread", "nobody has closed the hand yet", "6.1"),
    ("4. +8H-8S!", "4. +8H-8S", "spread", "nobody has closed the hand yet", "6.1"),
    ("4. +8H-8S!", "4. +8H-8S! pass", "4. ", "the hand is closed: now it is laid out", "6.1"),
    ("7H8H9H 3C4C5C", "7H8H9H 3C4C5C6C", "spread", "not all of these are free in the hand", "2.5"),
    ("7H8H9H 3C4C5C", "7H8H9H 3C5C4D", "spread", "is no meld", "2"),
    ("7H8H9H 3C4C5C 9CTCJC (6S)", "7H8H9H 3C4C5C (6S 9C TC JC)", "spread", "would be left, the limit", "6.1"),
    ("7H8H9H 3C4C5C 9CTCJC (6S)", "7H8H9H 3C4C5C 9CTCJC ()", "spread", "what is left over: 6♠", "2.6"),
    ("7H8H9H 3C4C5C 9CTCJC (6S)", "7H8H9H 3C4C5C 9CTCJC", "spread", "this is no spread", "12.1"),
    ("7H8H9H 3C4C5C", "7H8H9H KSKHKD 3C4C5C", "spread", "a hand has at most three melds", "6.1"),
    ("7H8H9H 3C4C5C", "7H8H9H 3C4C", "spread", "“3C4C” is no meld", "12.1"),
    (r"spread .*\n", "", "lay", "the hand is closed: now it is laid out", "6.1"),
    ("8C>3", "8C>1", "lay", "8♣ does not fit meld 1", "6.5"),
    ("8C>3", "8C>4", "lay", "“8C>4” is no meld", "12.1"),
    ("8C>3", "QC>3", "lay", "not all of these are free in the hand", "2.5"),
    ("8C>3 (KS", "(KS", "lay", "in brackets stands what is left over", "2.6"),
    (r"lay .*\n", "", "score", "“result unfinished” is due here, not “score knock 0 47+0=47”", "9.6"),
    ("47+0=47\n", "48+0=48\n", "score", "is due here, not “score knock 0 48+0=48”", "7"),
    ("score knock 0", "score knock 1", "score", "“score knock 0 47+0=47” is due here", "7"),
    (r"score .*\n", "", "sheet", "“score knock 0 47+0=47” is due here, not “sheet 47-0”", "7"),
    ("sheet 47-0", "sheet 0-47", "sheet", "“sheet 47-0” is due here, not “sheet 0-47”", "9"),
    ("result unfinished", "result 0 47-0", "result", "is due here, not “result 0 47-0”", "9.6"),
    ("result unfinished", "result unfinished\nresult unfinished", None, "nothing follows the result", "12.1"),
    ("result unfinished", "hand 2 dealer 1\nresult unfinished", "hand 2", "“hand 2 dealer 0” is due", "3.4"),
    ("result unfinished", "well played!\nresult unfinished", "well", "“well played!” is no line", "12.1"),
    ("sheet 47-0", "sheet 47-0\nhand 2 dealer 0\nhand 2 dealer 0", None, "“deal 0 ", "3.2"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "start", "what", "clause"), FORGERIES)
def test_forgeries_are_refused_at_their_line(
    old: str, new: str, start: str | None, what: str, clause: str
) -> None:
    text = sample()
    forged = text.replace(old, new) if old in text else re.sub(old, new, text)
    assert forged != text
    if start is not None:
        assert_refused(forged, start, what, clause)
    else:
        error = refusal(forged)
        assert what in error.what
        assert error.clause == clause


@pytest.mark.parametrize(
    ("code", "words"), [("fr", "ligne 16, «\u00a0+JC-KC\u00a0»"), ("ru", "строка 16, «+JC-KC»")]
)
def test_a_refusal_speaks_the_language(code: str, words: str) -> None:
    with using_language(code):
        assert refusal(sample().replace("+JC-KS", "+JC-KC")).where == words


FREE = ("[Date", "[Cut ", "[Site")


def spoken_lines(text: str) -> list[int]:
    return [number for number, line in enumerate(text.split("\n")) if line]


@pytest.mark.parametrize("name", ["sample", "three", "spades"])
def test_no_line_can_be_left_out_doubled_or_exchanged(name: str) -> None:
    text = record_of(name, hands=2)
    lines = text.split("\n")
    for number in spoken_lines(text):
        if not lines[number].startswith(FREE):
            refused_or_same_rules(lines[:number] + lines[number + 1 :], text)
        refusal("\n".join([*lines[: number + 1], *lines[number:]]))
    said = (number for number in spoken_lines(text) if not lines[number].startswith("["))
    for first, second in pairwise(said):
        exchanged = list(lines)
        exchanged[first], exchanged[second] = lines[second], lines[first]
        refusal("\n".join(exchanged))


def refused_or_same_rules(lines: list[str], text: str) -> None:
    """Assert that `lines`, one fewer than in `text`, are refused, unless only a title or rule is missing."""
    shorter = "\n".join(lines)
    if shorter.count("[Title") == text.count("[Title") and shorter.count("[Rule") == text.count("[Rule"):
        refusal(shorter)


@pytest.mark.parametrize("name", ["sample", "twins"])
def test_a_record_cut_off_anywhere_is_refused(name: str) -> None:
    text = record_of(name, hands=1)
    for length in range(0, len(text) - 1, 1 if name == "sample" else 5):
        refusal(text[:length])
    assert "the record breaks off after this" in refusal(text[: text.index("result")]).what
    assert refusal("").what == 'a record begins with [GinRummy "1"]'


@given(data=st.data())
@settings(max_examples=150)
def test_a_text_changed_anywhere_is_refused_or_says_another_true_thing(data: st.DataObject) -> None:
    text = sample()
    for _change in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 3))
        text = (
            text[:place] + data.draw(st.text(max_size=3) | st.sampled_from(sample())) + text[place + gone :]
        )
    try:
        record = read_record(text)
    except RecordError:
        refusal(text)
    else:
        again = write_record(record.match, variant=record.variant, players=record.players)
        assert read_record(again).match == record.match


@given(text=st.text())
def test_any_text_is_refused_quietly(text: str) -> None:
    refusal(text)
    refusal('[GinRummy "1"]\n' + text)
