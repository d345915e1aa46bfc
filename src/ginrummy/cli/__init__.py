"""The `ginrummy` command. Each subcommand is a module that is imported only when it is called."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `arguments`, by default those of the process, and return the exit status."""
    from ginrummy.cli.command_group import run

    return run(arguments)
