"""What is made when the package is built or installed: the catalogues compiled, a README that stands alone.

Git keeps only the `.po` files, and a README whose links lead to its neighbours in the source tree.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n+", re.MULTILINE)
LINK = re.compile(r"\[([^]]*)\]\((?!https?:|#)[^)]*\)")


class CatalogueBuildHook(BuildHookInterface[Any]):
    """Writes a `.mo` beside each `.po`; hatchling puts them into the wheel as artifacts."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile each catalogue before the files of the package are gathered."""
        for source in sorted(Path(self.root, "src", "ginrummy", "locale").rglob("*.po")):
            with source.open("rb") as written:
                catalogue = read_po(written, locale=source.parents[1].name)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)


class ReadmeHook(MetadataHookInterface):
    """Gives a package index the README without what leads nowhere there: its pictures and links to files."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put in the README, each link to a file being the name of the file."""
        page = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = LINK.sub(r"\1", PICTURE.sub("", page))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
