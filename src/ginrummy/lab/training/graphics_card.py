"""Array module for training: NumPy on the processor, or CuPy with the same functions on a graphics card."""

from __future__ import annotations

from typing import Any

import numpy as np

from ginrummy.kernel.installed_extras import install_command


def cupy() -> Any:
    """Return CuPy. Raises `ValueError` when it is not installed or finds no graphics card."""
    try:
        import cupy
    except ImportError as error:
        raise ValueError(f"--gpu needs CuPy: {install_command('gpu')}") from error
    try:
        cupy.zeros(1)
    except Exception as error:  # CUDA's own errors: no driver, no card, or one that is full
        raise ValueError(f"--gpu finds no graphics card: {error}") from error
    return cupy


def on_processor(values: Any) -> Any:
    """Return an array of either module as a NumPy array."""
    return values if type(values) is np.ndarray else values.get()
