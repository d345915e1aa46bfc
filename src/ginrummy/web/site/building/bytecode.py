"""Run by the interpreter of the browser while the site is built: every module of an archive, compiled.

What is compiled needs no source beside it. Texts for readers and asserts are left out, as with `python -OO`,
and where each instruction stands: a fault is told by the names of the functions on the way to it.
"""

from __future__ import annotations

import io
import marshal
import tarfile
from importlib.util import MAGIC_NUMBER
from types import CodeType

NOWHERE = 0xFF
"""Of the table of places: eight instructions that stand nowhere. With none at all no fault could be told."""
UNIT = 16
"""Bytes of code that those eight take."""
HEAD = MAGIC_NUMBER + bytes(12)
"""Before the code stand its version, and of the source when it was written, which nobody asks."""


def compiled(path: str, source: bytes) -> tuple[str, bytes]:
    """Return the path and the content of what stands in the place of a module."""
    if not path.endswith(".py"):
        return path, source
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    return f"{path}c", HEAD + marshal.dumps(without_places(code))


def without_places(code: CodeType) -> CodeType:
    """Return `code`, and all code in it, its instructions standing nowhere in the source."""
    inner = (without_places(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    places = bytes([NOWHERE]) * -(-len(code.co_code) // UNIT)
    return code.replace(co_linetable=places, co_consts=tuple(inner))


with tarfile.open("/in.tar") as given, tarfile.open("/out.tar", "w", format=tarfile.USTAR_FORMAT) as made:
    for member in given:
        file = given.extractfile(member)
        assert file is not None
        name, content = compiled(member.name, file.read())
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        made.addfile(entry, io.BytesIO(content))
