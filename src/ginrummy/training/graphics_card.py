"""Where a network learns: on the processor by NumPy, or on a graphics card by CuPy, which reckons alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from ginrummy.installed_extras import install_command


def cupy() -> Any:
    """Return CuPy; raises `ValueError` where it is not installed, or has no graphics card to reckon on."""
    try:
        import cupy
    except ImportError as error:
        raise ValueError(f"--gpu needs CuPy: {install_command('gpu')}") from error
    try:
        cupy.zeros(1)
    except Exception as error:  # CUDA's own kinds of error: no driver, no card, one that is full
        raise ValueError(f"--gpu finds no graphics card: {error}") from error
    return cupy


def on_processor(values: Any) -> Any:
    """Return an array as one of NumPy's, wherever it lies."""
    return values if type(values) is np.ndarray else values.get()
