"""What is made when the package is built or installed: the catalogues compiled, a README that stands alone.

Git keeps only the `.po` files, and a README whose links lead to its neighbours in the source tree. Where the
project is published is not known here: whoever publishes it says so by `GINRUMMY_REPOSITORY`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY = "GINRUMMY_REPOSITORY"
"""The address of the published repository, `https://HOST/OWNER/ginrummy`; its files are below `blob/main`."""
PICTURE = re.compile(r"^(!\[[^]]*\]\()((?!https?:)[^)]*)(\)\n+)", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^]]*)\]\(((?!https?:|#)[^)]*)\)")


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
    """Gives a package index the README without what leads nowhere there, and what addresses there are."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put in the README, and the addresses of the project where `GINRUMMY_REPOSITORY` says what it is."""
        repository = os.environ.get(REPOSITORY, "").rstrip("/")
        page = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = with_addresses(page, repository) if repository else without_links(page)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = addresses(repository) if repository else {}


def without_links(page: str) -> str:
    """Return `page` without its pictures, each link to a file being the name of the file."""
    return LINK.sub(r"\1", PICTURE.sub("", page))


def with_addresses(page: str, repository: str) -> str:
    """Return `page`, the links and pictures of which lead to files of the repository."""
    page = LINK.sub(rf"[\1]({repository}/blob/main/\2)", page)
    return PICTURE.sub(rf"\1{repository}/raw/main/\2\3", page)


def addresses(repository: str) -> dict[str, str]:
    """Return the addresses that a package index shows beside the project."""
    pages = {"Documentation": "docs/index.md", "Rules": "RULES.md", "Changes": "CHANGES.md"}
    below = {name: f"{repository}/blob/main/{path}" for name, path in pages.items()}
    return {"Source": repository, "Issues": f"{repository}/issues"} | below
