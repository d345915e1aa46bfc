"""Numbers in input, requests and files: bounded everywhere."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.cli.score_pad import apply_line, pad_from_text
from ginrummy.locale import using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import parse_number, percent_text
from ginrummy.text.json import read_view
from ginrummy.text.ledger.score_ledger import read_ledger
from ginrummy.text.record import read_record
from ginrummy.variants import parse_variant, parse_variant_text, variant_from_values

LONG = "9" * 5000


@given(st.text() | st.text("0123456789²٣_-+. ") | st.integers().map(str))
def test_a_number_is_what_python_reads_too_and_never_raises(text: str) -> None:
    number = parse_number(text)
    assert number is None or (number == int(text) and 0 <= number < 10**9)


@pytest.mark.parametrize("number", [0, 7, 10**9 - 1])
def test_a_number_is_read_as_it_was_written(number: int) -> None:
    assert parse_number(str(number)) == number


@pytest.mark.parametrize("value", [LONG, "0x" + "f" * 5000, f"[0x{'f' * 5000}]"])
def test_a_variant_file_with_a_number_of_many_digits_is_refused(value: str) -> None:
    with pytest.raises(GinRummyError) as caught:
        parse_variant(f"big_gin_bonus = {value}", name="x", where="x.toml")
    assert len(str(caught.value)) < 300


def test_rows_and_views_with_a_number_of_many_digits_are_refused() -> None:
    with pytest.raises(GinRummyError):
        parse_variant_text(f"target={LONG}")
    with pytest.raises(GinRummyError):
        variant_from_values({"big_gin_bonus": 10**5000})
    with pytest.raises(GinRummyError):
        read_view(json.dumps({"variant": 1}).replace("1", LONG))


def test_a_record_with_a_number_of_many_digits_is_refused() -> None:
    for value in ("9" * 1900, "0x" + "f" * 1900):
        with pytest.raises(GinRummyError):
            read_record(f'[Variant "house"]\n[Rule "big_gin_bonus" "{value}"]\n')


@pytest.mark.parametrize("word", ["correct", "delete", "insert"])
@pytest.mark.parametrize("number", [LONG, "²", "-1"])
def test_the_score_pad_says_what_it_wants_where_a_number_is_none(word: str, number: str) -> None:
    pad = pad_from_text("players: Anna, Boris\nAnna 25")
    left, told = apply_line(pad, f"{word} {number} Anna 25" if word != "delete" else f"{word} {number}")
    assert left.ledger == pad.ledger
    assert "say " in told


@pytest.mark.parametrize("line", [f"Anna {LONG}", f"Anna gin {LONG}", f"Anna gin 31 x{LONG}", f"void {LONG}"])
def test_a_line_of_a_ledger_with_a_number_of_many_digits_is_refused(line: str) -> None:
    with pytest.raises(GinRummyError):
        read_ledger(f"players: Anna, Boris\n{line}")


@pytest.mark.parametrize(
    ("code", "share", "text"),
    [
        ("ru", -0.026, "−2,6\u00a0%"),
        ("en", -0.026, "−2.6%"),
        ("fr", -0.0001, "0,0\u00a0%"),
        ("en", 1.026, "102.6%"),
    ],
)
def test_a_share_below_nothing_has_a_true_minus(code: str, share: float, text: str) -> None:
    with using_language(code):
        assert percent_text(share, 1) == text
