"""How what an installation lacks is come by: from where the installation itself came."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ginrummy.locale import _

NAME: Final = "ginrummy"
_EXTRA: Final = re.compile(r"extra == ['\"]([\w-]+)['\"]")


def has_numpy() -> bool:
    """Return whether NumPy is installed."""
    return find_spec("numpy") is not None


def compiler_missing() -> str:
    """Return what to install to run the compiled law."""
    what = _("it needs Numba ({fast}) or wasmtime, which is smaller ({light})")
    return what.format(fast=install_command("fast"), light=install_command("light"))


def numpy_missing() -> str:
    """Return what to install to play as the network does."""
    what = _("it needs NumPy (pip install numpy), or what runs the compiled law ({light})")
    return what.format(light=install_command("light"))


def install_command(*extras: str) -> str:
    """Return the command that brings `extras`, from where this installation came, else one by one."""
    place = _place()
    wanted = [f"{place}[{','.join(extras)}]"] if place else dict.fromkeys(_requirements(extras))
    return f"pip install {shlex.join(wanted)}"


def _place() -> str:
    """Return what pip can install this package from again: a tree, a file, its name; empty for nothing."""
    beside = Path(__file__).parents[2]
    if _is_tree(beside):
        return str(beside)
    # Only where it is asked: these are a third of what an import of the law would take.
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        origin = distribution(NAME).read_text("direct_url.json")  # PEP 610: written unless an index was asked
    except PackageNotFoundError:
        return NAME
    if origin is None:
        return NAME
    address = urlsplit(str(json.loads(origin)["url"]))
    place = Path(url2pathname(address.path))
    return str(place) if address.scheme == "file" and (place.is_file() or _is_tree(place)) else ""


def _is_tree(folder: Path) -> bool:
    return (folder / "pyproject.toml").exists()


def _requirements(extras: Iterable[str]) -> Iterator[str]:
    """Yield what `extras` consist of, as the metadata of the installation say."""
    from importlib.metadata import requires

    for line in requires(NAME) or ():
        requirement, _semicolon, marker = map(str.strip, line.partition(";"))
        extra = _EXTRA.search(marker)
        if extra is not None and extra[1] in extras:
            condition = marker.replace(extra[0], "").removesuffix(" and ").strip("()").replace("'", '"')
            yield f"{requirement}; {condition}" if condition else requirement
