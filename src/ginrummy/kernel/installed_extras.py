"""Install hints for optional dependencies, from the source of the current installation."""

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


def compiler_install_hint() -> str:
    """Return the install hint for compiling functions for this machine."""
    what = _("this needs Numba, which compiles for this machine: {command}")
    return what.format(command=install_command("fast"))


def runtime_install_hint() -> str:
    """Return the install hint for running the compiled law."""
    return _("it needs wasmtime: {light}").format(light=install_command("light"))


def install_command(*extras: str) -> str:
    """Return the command that installs `extras`, from this installation's source, else one by one."""
    place = _place()
    wanted = [f"{place}[{','.join(extras)}]"] if place else dict.fromkeys(_requirements(extras))
    return f"pip install {shlex.join(wanted)}"


def _place() -> str:
    """Return pip's source for this package: a tree, a file, or its name; empty if unknown."""
    beside = Path(__file__).parents[3]
    if _is_tree(beside):
        return str(beside)
    # Imported here: these modules are a third of the import time of the law.
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        origin = distribution(NAME).read_text("direct_url.json")  # PEP 610: absent if installed from an index
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
    """Yield the requirements of `extras` from the metadata of the installation."""
    from importlib.metadata import requires

    for line in requires(NAME) or ():
        requirement, _semicolon, marker = map(str.strip, line.partition(";"))
        extra = _EXTRA.search(marker)
        if extra is not None and extra[1] in extras:
            condition = marker.replace(extra[0], "").removesuffix(" and ").strip("()").replace("'", '"')
            yield f"{requirement}; {condition}" if condition else requirement
