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
V = TypeVar("V", str, int)
_KEPT: Final = "_ginrummy_compiled_queries"
_MARKS: Final[dict[type, Any]] = {str: "\x1fthe value asked for\x1f", int: -7_640_891_576_956_012_809}
"""What stands for the value while the SQL is written: nothing that a query would hold by itself."""


class CompiledQuery(Generic[M, V]):
    """A query with one value, of type `kind`, that differs from time to time.

    `make` returns the query for a value; related rows may be selected, but none prefetched.
    """

    def __init__(self, kind: type[V], make: Callable[[V], QuerySet[M]]) -> None:
        self._mark: V = _MARKS[kind]
        self._make = make

    def rows(self, value: V) -> list[M]:
        """Return the rows for `value`."""
        rows, ask_for = self._compiled()
        ask_for(value)
        return list(rows)

    def first(self, value: V) -> M | None:
        """Return the first row for `value`, `None` where there is none."""
        return next(iter(self.rows(value)), None)

    def _compiled(self) -> tuple[ModelIterable[M], Callable[[V], None]]:
        """Return the query of this thread's connection, and what sets the value that it asks for."""
        kept = vars(connections["default"]).setdefault(_KEPT, {})
        if self not in kept:
            kept[self] = self._compile()
        found: tuple[ModelIterable[M], Callable[[V], None]] = kept[self]
        return found

    def _compile(self) -> tuple[ModelIterable[M], Callable[[V], None]]:
        queryset = self._make(self._mark).using("default")
        compiler: Any = queryset.query.get_compiler(using="default")
        sql, written = compiler.as_sql()
        if list(written).count(self._mark) != 1:
            raise ValueError(f"the value asked for stands {list(written).count(self._mark)} times in {sql}")
        place, parameters = list(written).index(self._mark), list(written)
        converters = compiler.get_converters([column[0] for column in compiler.select])

        def ask_for(value: V) -> None:
            parameters[place] = value

        compiler.as_sql = lambda: (sql, tuple(parameters))
        compiler.get_converters = lambda _columns: converters
        setattr(queryset.query, "get_compiler", lambda **_connection: compiler)  # noqa: B010
        return ModelIterable(queryset), ask_for
