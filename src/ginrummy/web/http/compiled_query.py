"""Questions asked at every move: Django writes their SQL once a connection, not once a request.

To write it takes several times as long as a database on the same machine takes to answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

M = TypeVar("M", bound=Model)
Ask = Callable[[tuple[Any, ...]], None]
_KEPT: Final = "_ginrummy_compiled_queries"
_FIRST_MARK: Final = 2_113_929_217
"""Large, and within the range of every column: Django asks nothing where nothing can be found."""


class CompiledQuery(Generic[M]):
    """A query of which nothing but some values, given by `kinds` (`str` or `int`), differs from time to time.

    `make` returns the query for such values; related rows may be selected, but none prefetched.
    """

    def __init__(self, make: Callable[..., QuerySet[M]], *kinds: type[str] | type[int]) -> None:
        self._make = make
        self._marks = [kind(_FIRST_MARK + place) for place, kind in enumerate(kinds)]
        """What stands for the values while the SQL is written: nothing that a query would hold by itself."""

    def rows(self, *values: str | int) -> list[M]:
        """Return the rows for `values`."""
        rows, ask = self._compiled()
        ask(values)
        return list(rows)

    def first(self, *values: str | int) -> M | None:
        """Return the first row for `values`, `None` where there is none."""
        return next(iter(self.rows(*values)), None)

    def _compiled(self) -> tuple[ModelIterable[M], Ask]:
        """Return the query of this thread's connection, and what sets the values that it asks for."""
        kept = vars(connections["default"]).setdefault(_KEPT, {})
        if self not in kept:
            kept[self] = self._compile()
        found: tuple[ModelIterable[M], Ask] = kept[self]
        return found

    def _compile(self) -> tuple[ModelIterable[M], Ask]:
        queryset = self._make(*self._marks).using("default")
        compiler: Any = queryset.query.get_compiler(using="default")
        sql, written = compiler.as_sql()
        if any(written.count(mark) != 1 for mark in self._marks):
            raise ValueError(f"not each of the values stands once among {written} in {sql}")
        places = [written.index(mark) for mark in self._marks]
        converters = compiler.get_converters([column[0] for column in compiler.select])
        asked = list(written)

        def ask(values: tuple[Any, ...]) -> None:
            for place, value in zip(places, values, strict=True):
                asked[place] = value

        compiler.as_sql = lambda: (sql, tuple(asked))
        compiler.get_converters = lambda _columns: converters
        setattr(queryset.query, "get_compiler", lambda **_connection: compiler)  # noqa: B010
        return ModelIterable(queryset), ask
