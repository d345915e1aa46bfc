"""Bit-set functions for which a processor has single instructions."""

from __future__ import annotations


def bit_count(mask: int) -> int:
    """Return how many bits of `mask` are set."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Return the index of the lowest set bit of a non-zero `mask`."""
    return (mask & -mask).bit_length() - 1
