"""The line of a key in a TOML text, and the cost of hostile texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.locale.errors import VariantError
from ginrummy.variants import parse_variant
from ginrummy.variants.toml_text import field_line_number
from tests.hostile_text import processor_seconds

SIZE = 8_000
"""Maximum size of a request."""


@pytest.mark.parametrize(
    ("text", "field", "line"),
    [
        (
            'base = "x"\n\n[values]\n# c\n  knock_limit = { type = "fixed", value = 5 }',
            "knock_limit.value",
            5,
        ),
        ('[values]\n[values.knock_limit]\ntype = "fixed"\nvalue = 77', "knock_limit.value", 4),
        ('[values]\n[values.knock_limit]\ntype = "fixed"\nvalue = 77', "knock_limit", 2),
        ('[values]\n[values.knock_limit]\ntype = "fixed"', "knock_limit.value", 2),
        ('about = {en = """\n  zzz = 1\n"""}\nzzz = 1', "zzz", 4),
        ("columns = [1,\n2,\n3]\nzzz = 1", "zzz", 4),
        ("a.b = 1\nc.d = 2\na.e = 3", "a.e", 3),
        ("\na.b = 1\nc.d = 2\na.e = 3", "a", 2),
        ('[name]\nen = "x"\n[values.shutout]\ntype = "x"\n[source]\n[values.other]', "other", 6),
        ("\n[[values]]\na = 1\n[[values]]", "values", 2),
        ('a = 1\n"b.c" = 3', "b.c", 2),
        ('a = 1\n"b\\u0063" = 3', "bc", 2),
        ("a = 1\r\nb = 2\r\nc = 3\r\n", "c", 3),
        ("a = '\u2028'\nb = 2", "b", 2),
        ("a = 1", "b", 0),
        ("[values]\na = 1", "b", 0),
        ("a" + ".a" * 200 + " = 1", "a", 0),
    ],
)
def test_the_line_of_a_field(text: str, field: str, line: int) -> None:
    assert field_line_number(text, field) == line


VALUES = (
    "1",
    "true",
    '"a = 1"',
    "[1, 2]",
    "[\n1,\n\n2\n]",
    '"""\nb = 1\n[values]\n"""',
    "'''\n#\n'''",
    "{ a = 1 }",
)
BETWEEN = ("", "\n", "# a = 1\n", "  \n", "\t# [values]\n\n")


@given(
    st.lists(st.tuples(st.sampled_from(BETWEEN), st.sampled_from(VALUES)), min_size=1, max_size=12),
    st.integers(0, 12),
)
def test_each_key_is_found_where_it_was_written(written: list[tuple[str, str]], heading: int) -> None:
    text, lines = "", {}
    for number, (between, value) in enumerate(written):
        text += between + ("[values]\n" if number == heading else "")
        lines[f"key_{number}"] = text.count("\n") + 1
        text += f"key_{number} = {value}\n"
    assert {key: field_line_number(text, key) for key in lines} == lines


HOSTILE = {
    "blanks in a text of many lines": 'about = {en = """\n' + " " * SIZE + '\n"""}\n',
    "blanks": " " * SIZE + "\n",
    "lines": "\n" * SIZE,
    "comments": "#\n" * (SIZE // 2),
    "keys": "".join(f"k{number} = 1\n" for number in range(SIZE // 9)),
    "a key in parts": "a" + ".a" * (SIZE // 2) + " = 1\n",
    "keys in parts": "".join(f"k{number}{'.a' * 90} = 1\n" for number in range(SIZE // 190)),
    "tables by turns": "".join(f"[a.t{number}]\n[b.t{number}]\n" for number in range(SIZE // 18)),
    "lists of tables": "[[a]]\n[[b]]\n" * (SIZE // 12),
    "a list": "a = [" + "1," * (SIZE // 2) + "]\n",
    "lists within lists": "a = " + "[" * (SIZE // 2) + "]" * (SIZE // 2) + "\n",
    "tables within tables": "a = " + "{a=" * (SIZE // 4) + "1" + "}" * (SIZE // 4) + "\n",
    "a table in a line": "a = {" + ", ".join(f"k{number}.b = 1" for number in range(SIZE // 13)) + "}\n",
    "digits": f"game_target = {'9' * SIZE}\n",
    "digits of sixteen": f"game_target = 0x{'f' * SIZE}\n",
    "digits in pairs": f"game_target = {'1_' * (SIZE // 2)}1\n",
    "an exponent": f"game_target = 1e{'9' * SIZE}\n",
    "a broken text": 'a = "' + "\\u0041" * (SIZE // 6) + "\n",
    "an unended text": 'a = """' + '"" ' * (SIZE // 3) + "\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_text_takes_long_to_refuse(text: str) -> None:
    with processor_seconds(2), pytest.raises(VariantError) as caught:
        parse_variant(text + "zzz = 1\n", name="house", where="house.toml")
    assert len(str(caught.value)) < 300
