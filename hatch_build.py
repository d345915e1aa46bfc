"""Compile the catalogues of texts when the package is built or installed: git keeps only the `.po` files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueBuildHook(BuildHookInterface[Any]):
    """Writes a `.mo` beside each `.po`; hatchling puts them into the wheel as artifacts."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile each catalogue before the files of the package are gathered."""
        for source in sorted(Path(self.root, "src", "ginrummy", "locale").rglob("*.po")):
            with source.open("rb") as written:
                catalogue = read_po(written, locale=source.parents[1].name)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
