"""A graphics card: the law compiled for it, one thread a table, and the arrays in its memory, by CuPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from ginrummy.kernel.cuda_target import code_file, function_name
from ginrummy.kernel.exports import ArrayKind, Export
from ginrummy.kernel.installed_extras import install_command
from ginrummy.kernel.vectorized_rules import Rows

THREADS: Final = 64
"""Threads of a block. A multiprocessor holds 256 of a kernel that uses all registers."""


def import_cupy() -> Any:
    """Return CuPy. Raises `ValueError` when it is not installed or finds no graphics card."""
    try:
        import cupy
    except ImportError as error:
        raise ValueError(f"a graphics card needs CuPy: {install_command('gpu')}") from error
    try:
        cupy.zeros(1)
    except Exception as error:  # CUDA's own errors: no driver, no card, or one that is full
        raise ValueError(f"no graphics card is found: {error}") from error
    return cupy


class GraphicsCard:
    """A graphics card with the kernels of `exports`. `arrays` is CuPy, whose arrays are in its memory."""

    def __init__(self, exports: Sequence[Export]) -> None:
        """Load the kernels. The first time they are compiled."""
        self.arrays = import_cupy()
        self._exports = {export.function: export for export in exports}
        self._module = self.arrays.RawModule(path=str(code_file(exports)))

    def __deepcopy__(self, _memo: object) -> GraphicsCard:
        return self

    def run(self, function: Callable[..., Any], count: int, *arguments: Any) -> None:
        """Start the kernel of `function` with a thread for each of `count` tables.

        Arguments are integers and arrays of the card, each with a first dimension of `count`. Records are
        rows of bytes. The kernel runs after those started before it.
        """
        export = self._exports[function]
        kernel = self._module.get_function(function_name(export))
        blocks = -(-count // THREADS)
        kernel((blocks,), (THREADS,), (np.int64(count), *_slots(export, arguments)))

    def bytes_of(self, record: Any) -> Any:
        """Return a copy of a NumPy record or array in the card's memory, as bytes."""
        rows = np.atleast_1d(np.asarray(record))
        return self.arrays.asarray(rows.view(np.uint8).reshape(len(rows), rows.dtype.itemsize))

    def rows(self, content: Any, dtype: np.dtype[Any]) -> Rows:
        """Return a copy of the card's rows of bytes as an array of `dtype` of this machine."""
        found: Rows = self.arrays.asnumpy(content).view(dtype).reshape(len(content))
        return found


def _slots(export: Export, arguments: Sequence[Any]) -> Iterator[Any]:
    """Yield what the slots of a kernel take: integers, and addresses of arrays, each before its lengths."""
    for kind, argument in zip(export.arguments, arguments, strict=True):
        yield np.int64(argument) if isinstance(kind, str) else argument
        if isinstance(kind, ArrayKind):
            yield from map(np.int64, argument.shape[: kind.dimensions])
