"""The command run in this process, and the golden cases as its arguments."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from ginrummy.cli import main

GOLDEN = Path(__file__).parents[1] / "golden" / "cases.json"


class Ran(NamedTuple):
    """The result of a command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The values printed by `--json`."""
        assert self.status == 0, self.err
        return json.loads(self.out)


def ginrummy(*arguments: str, stdin: str | bytes = "") -> Ran:
    """Run `ginrummy` with `arguments`, in English unless they say otherwise."""
    typed = stdin if isinstance(stdin, bytes) else stdin.encode()
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = main(list(arguments))
    return Ran(status, out.getvalue(), err.getvalue())


def refused(*arguments: str, stdin: str | bytes = "") -> str:
    """Return the one error line of `ginrummy`: nothing printed, exit status 2."""
    ran = ginrummy(*arguments, stdin=stdin)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1
    return ran.err.rstrip("\n")


def golden_cases(*kinds: str) -> list[dict[str, Any]]:
    """Return the golden cases whose `given.type` is one of `kinds`."""
    return [case for case in json.loads(GOLDEN.read_text())["cases"] if case["given"]["type"] in kinds]


def house_rule(folder: Path, base: str, params: dict[str, Any]) -> str:
    """Return the value of `--variant` for the preset `base` with `params`: its name, or a file."""
    if not params:
        return base
    lines = [f'base = "{base}"', *(f"{name} = {_toml(value)}" for name, value in params.items())]
    file = folder / "house.toml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def _toml(value: Any) -> str:
    if value is None:
        return '"none"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(part)}" for name, part in value.items()) + " }"
    return json.dumps(value)


def expected_part(found: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Return those fields of `found` that the case has."""
    return {name: found.get(name, "missing") for name in expected}
