"""Compiler of an archive's modules, run by the browser's interpreter during the build.

Compiled modules need no source. Docstrings and asserts are left out, as with `python -OO`, and so are line
numbers: a traceback has only the names of functions.
"""

from __future__ import annotations

import io
import marshal
import tarfile
from importlib.util import MAGIC_NUMBER
from types import CodeType

NOWHERE = 0xFF
"""Location entry (PEP 626): eight instructions without a line. An empty table would break tracebacks."""
UNIT = 16
"""Bytes of code in eight instructions."""
HEAD = MAGIC_NUMBER + bytes(12)
"""Header of a .pyc file: the version, and 12 bytes about the source, which nothing reads."""


def compile_module(path: str, source: bytes) -> tuple[str, bytes]:
    """Return the path and the content of the compiled module."""
    if not path.endswith(".py"):
        return path, source
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    return f"{path}c", HEAD + marshal.dumps(strip_source_locations(code))


def strip_source_locations(code: CodeType) -> CodeType:
    """Return `code`, and all code objects in it, without source locations."""
    inner = (strip_source_locations(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    places = bytes([NOWHERE]) * -(-len(code.co_code) // UNIT)
    return code.replace(co_linetable=places, co_consts=tuple(inner))


with tarfile.open("/in.tar") as given, tarfile.open("/out.tar", "w", format=tarfile.USTAR_FORMAT) as made:
    for member in given:
        file = given.extractfile(member)
        assert file is not None
        name, content = compile_module(member.name, file.read())
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        made.addfile(entry, io.BytesIO(content))
