"""64-bit words for compiled code: NumPy's when it is installed, else integers with wraparound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

_WORDS: Final = 1 << 64
_SIGN: Final = 1 << 63


class Word64(int):
    """A word without NumPy: arithmetic on it yields words again, modulo 2**64."""

    def __new__(cls, value: int) -> Word64:
        return super().__new__(cls, value % _WORDS)

    def __add__(self, other: int) -> Word64:
        return Word64(int(self) + other)

    def __mul__(self, other: int) -> Word64:
        return Word64(int(self) * other)

    def __mod__(self, other: int) -> Word64:
        return Word64(int(self) % other)

    def __xor__(self, other: int) -> Word64:
        return Word64(int(self) ^ other)

    def __and__(self, other: int) -> Word64:
        return Word64(int(self) & other)

    def __rshift__(self, other: int) -> Word64:
        return Word64(int(self) >> other)


def as_signed(word: int) -> int:
    """Return the signed number with the same 64 bits as `word`."""
    return (word + _SIGN) % _WORDS - _SIGN


if TYPE_CHECKING:
    uint64: Any
    int64: Any
else:
    try:
        from numpy import int64, uint64
    except ModuleNotFoundError:
        uint64, int64 = Word64, as_signed
