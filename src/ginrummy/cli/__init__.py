"""The `ginrummy` command: one module a subcommand, each imported only when it is called."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line `arguments` (those of the process unless given) and return the exit status."""
    from ginrummy.cli.command_group import run

    return run(arguments)
