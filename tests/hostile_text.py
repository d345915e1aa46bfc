"""Worst-case texts for regular expressions, and a limit on the processor time of parsers."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, product
from re import _constants as kinds
from re import _parser as regex_parser
from typing import Any, Final

Node = tuple[Any, Any]
_SAMPLES: Final = 4
"""Number of sample texts for each part of an expression."""
_ENDS: Final = ("", "\n!", "b\n!")
_LITERALS: Final = 8
"""Number of characters of an expression that are tried in pairs."""
_LONG: Final = 12
"""Repeats up to this number are cheap."""
_REPEATS: Final = (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT)
_OTHERS: Final = "a0 -,;:.\x01é"
_OF_CATEGORY: Final = {
    kinds.CATEGORY_DIGIT: "0",
    kinds.CATEGORY_NOT_DIGIT: "a ",
    kinds.CATEGORY_SPACE: " \t",
    kinds.CATEGORY_NOT_SPACE: "a-",
    kinds.CATEGORY_WORD: "a0",
    kinds.CATEGORY_NOT_WORD: " -",
}


class TooSlow(BaseException):
    """A call took more processor time than allowed."""


@contextmanager
def processor_seconds(most: float) -> Iterator[None]:
    """Raise `TooSlow` after `most` seconds of processor time of this process."""

    def stop(_signal: int, _frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    gc.disable()
    signal.setitimer(signal.ITIMER_VIRTUAL, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        gc.enable()
        signal.signal(signal.SIGVTALRM, before)


def hostile_texts(pattern: str, flags: int, size: int) -> set[str]:
    """Return texts of `size` that match each repeat of `pattern` and end with a mismatch."""
    tree = regex_parser.parse(pattern, flags)
    signs = sorted(_signs(tree))
    texts = {sign * size + end for sign in signs for end in _ENDS}
    literals = [sign for sign in signs if not sign.isalnum()][:_LITERALS]
    texts |= {(one + other) * (size // 2) for one, other in product(literals, repeat=2)}
    for before, body, after in _repeats(tree, ""):
        texts |= {before + body * (size // len(body)) + end for end in (*_ENDS, f"{after}\0")}
        for whole in (before + body, before + body + body + after):
            texts.add(whole * (size // len(whole)) + "\n!")
    return texts


def _signs(nodes: Iterable[Node]) -> set[str]:
    """Return a character for each part of an expression that matches one."""
    inner = {sign for node in nodes for part in _parts(node) for sign in _signs(part)}
    return inner | {text for node in nodes for text in _samples_of(node)[:2] if len(text) == 1}


def _repeats(nodes: Iterable[Node], before: str) -> Iterator[tuple[str, str, str]]:
    """Yield prefix, body and suffix of each long repeat."""
    sequence = list(nodes)
    for number, (kind, value) in enumerate(sequence):
        if kind in _REPEATS and value[1] > _LONG:
            after = _samples(sequence[number + 1 :])[0]
            yield from ((before, body, after) for body in _samples(value[2]) if body)
        for part in _parts((kind, value)):
            yield from _repeats(part, before)
        before += _samples_of((kind, value))[0]


def _parts(node: Node) -> Sequence[Iterable[Node]]:
    """Return the expressions within `node`."""
    kind, value = node
    if kind in _REPEATS:
        return (value[2],)
    if kind is kinds.SUBPATTERN:
        return (value[3],)
    if kind is kinds.BRANCH:
        return tuple(value[1])
    if kind in (kinds.ASSERT, kinds.ASSERT_NOT):
        return (value[1],)
    return (value,) if kind is kinds.ATOMIC_GROUP else ()


def _samples(nodes: Iterable[Node]) -> list[str]:
    """Return some texts that an expression matches."""
    texts = product(*(_samples_of(node)[:2] for node in nodes))
    return ["".join(parts) for parts in islice(texts, _SAMPLES)]


def _samples_of(node: Node) -> list[str]:
    kind, value = node
    if kind is kinds.LITERAL:
        return [chr(value)]
    if kind is kinds.NOT_LITERAL:
        return [sign for sign in _OTHERS if sign != chr(value)][:_SAMPLES]
    if kind is kinds.ANY:
        return ["a", " "]
    if kind is kinds.IN:
        return _of_class(value)[:_SAMPLES]
    if kind in _REPEATS:
        return [text * max(value[0], 1) for text in _samples(value[2])]
    if kind is kinds.BRANCH:
        return [text for branch in value[1] for text in _samples(branch)[:2]]
    if kind is kinds.ASSERT and value[0] < 0:
        return _samples(value[1])
    inner = _parts(node) if kind in (kinds.SUBPATTERN, kinds.ATOMIC_GROUP) else ()
    return _samples(inner[0]) if inner else [""]


def _of_class(members: Sequence[Node]) -> list[str]:
    signs: list[str] = []
    for kind, value in members:
        if kind is kinds.LITERAL:
            signs.append(chr(value))
        elif kind is kinds.RANGE:
            signs += [chr(value[0]), chr(value[1])]
        elif kind is kinds.CATEGORY:
            signs += _OF_CATEGORY[value]
    if members[0][0] is not kinds.NEGATE:
        return signs
    return [sign for sign in _OTHERS if sign not in signs]
