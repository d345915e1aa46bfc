"""How what an installation lacks is come by: from where the installation itself came."""

from __future__ import annotations

import json
import shlex
from importlib.util import find_spec
from pathlib import Path

from ginrummy.locale import _

NAME = "ginrummy"


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
    """Return the command that brings `extras`, from where this installation came."""
    wanted = f"{source()}[{','.join(extras)}]"
    return f"pip install {shlex.quote(wanted)}"


def source() -> str:
    """Return what pip installs this package from: its source tree, or its name where an index brought it.

    A tree that is there no more is `.`: the one that the reader is to be in.
    """
    beside = Path(__file__).parents[2]
    if (beside / "pyproject.toml").exists():
        return str(beside)
    # Only where it is asked: these are a third of what an import of the law would take.
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        origin = distribution(NAME).read_text("direct_url.json")  # PEP 610: written unless an index was asked
    except PackageNotFoundError:
        return "."
    if origin is None:
        return NAME
    tree = Path(url2pathname(urlsplit(str(json.loads(origin)["url"])).path))
    return str(tree) if (tree / "pyproject.toml").exists() else "."
