"""The end of each help: an example that works. Its usage: brackets for optional arguments."""

from __future__ import annotations

import re
import shlex

import click
import pytest

from ginrummy.cli.command_group import COMMANDS, root_command
from ginrummy.cli.help_examples import EXAMPLES, command_examples
from ginrummy.locale import LANGUAGES, using_language
from tests.cli.running import ginrummy

RUN = ("hand", "showdown", "variants", "rules")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_ends_with_an_example(name: str, code: str) -> None:
    ran = ginrummy(name, "--help", "--lang", code)
    with using_language(code):
        assert all(f"  {line}\n" in ran.out for line in command_examples(name))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", RUN)
def test_an_example_runs(name: str, code: str) -> None:
    with using_language(code):
        for line in command_examples(name):
            ran = ginrummy(*shlex.split(line)[1:], "--lang", code)
            assert (ran.status, ran.err) == (0, ""), line


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_options_that_there_are(name: str) -> None:
    command = root_command().get_command(click.Context(root_command()), name)
    assert command is not None
    known = {option for param in command.params for option in param.opts}
    for line in command_examples(name):
        assert {word for word in shlex.split(line) if word.startswith("--")} <= known


@pytest.mark.parametrize(
    ("name", "usage"),
    [
        ("score", "[OPTIONS] [FILE]"),
        ("rules", "[OPTIONS] [NAME|FILE.toml]"),
        ("variants", "[OPTIONS] [NAME|FILE.toml]"),
        ("replay", "[OPTIONS] FILE"),
        ("hand", "[OPTIONS] CARDS..."),
    ],
)
def test_what_may_be_left_out_stands_in_brackets(name: str, usage: str) -> None:
    assert ginrummy(name, "--help").out.splitlines()[0].endswith(usage)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_shell_is_to_take_as_one_word_stands_in_quotes_that_it_knows(code: str) -> None:
    ran = ginrummy("showdown", "--help", "--lang", code)
    quoted = [" ".join(text.split()) for text in re.findall(r'"([^"]*)"', ran.out)]
    assert len(quoted) == 5
    assert [("/" in text, ">" in text) for text in quoted[:3]] == [
        (True, False),
        (False, True),
        (False, False),
    ]
