"""Precompiled queries for every move. Django compiles their SQL once per connection, not per call.

Compiling takes several times as long as a database on the same machine takes to answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable
from django.db.models.sql.subqueries import InsertQuery, UpdateQuery

M = TypeVar("M", bound=Model)
Ask = Callable[[tuple[Any, ...]], None]
_KEPT: Final = "_ginrummy_compiled_queries"
_FIRST_MARK: Final = 2_113_929_217
"""A large placeholder within the range of every column: Django skips a query for an impossible value."""


class CompiledQuery(Generic[M]):
    """A query whose only variable parts are some values, with types `kinds` (`str` or `int`).

    `make` returns the query for such values. It may select related rows, but not prefetch any.
    """

    def __init__(self, make: Callable[..., QuerySet[M]], *kinds: type[str] | type[int]) -> None:
        self._make = make
        self._marks = [kind(_FIRST_MARK + place) for place, kind in enumerate(kinds)]
        """Placeholders for the values during compilation, different from any constant of the query."""

    def rows(self, *values: str | int) -> list[M]:
        """Return the rows for `values`."""
        rows, ask = self._query()
        ask(values)
        return list(rows)

    def first(self, *values: str | int) -> M | None:
        """Return the first row for `values`, or `None`."""
        return next(iter(self.rows(*values)), None)

    def _query(self) -> tuple[ModelIterable[M], Ask]:
        """Return the query of this thread's connection, and the function that sets its values."""
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


class CompiledInsert(Generic[M]):
    """Inserts rows of `model`. Nothing is read back, so a row has no primary key afterwards."""

    def __init__(self, model: type[M]) -> None:
        self._model = model

    def write(self, row: M) -> None:
        """Insert `row`. Raise the database's errors."""
        sql, fields, compiler = self._statement(row)
        values = [compiler.prepare_value(field, compiler.pre_save_val(field, row)) for field in fields]
        with connections["default"].cursor() as cursor:
            cursor.execute(sql, values)

    def _statement(self, row: M) -> tuple[str, list[Any], Any]:
        kept = vars(connections["default"]).setdefault(_KEPT, {})
        if self not in kept:
            fields = [field for field in self._model._meta.local_concrete_fields if not field.primary_key]
            query = InsertQuery(self._model)
            query.insert_values(fields, [row])
            compiler: Any = query.get_compiler(using="default")
            ((sql, _values),) = compiler.as_sql()
            kept[self] = sql, fields, compiler
        found: tuple[str, list[Any], Any] = kept[self]
        return found


class CompiledUpdate(Generic[M]):
    """Updates columns of rows of `model`. The SQL depends on which values are NULL.

    In PostgreSQL `then` is appended to the statement: a further action for the updated rows.
    """

    def __init__(self, model: type[M], *, then: str = "") -> None:
        self._model = model
        self._then = then

    def write(self, found_by: dict[str, Any], changes: dict[str, Any]) -> int:
        """Update the rows with the values `found_by`, none of them NULL. Return their number."""
        database = connections["default"]
        told = [(name, value) for name, value in changes.items() if value is not None]
        told += sorted(found_by.items())  # in the order in which Django sorts filters
        values = [self._field(name).get_db_prep_save(value, connection=database) for name, value in told]
        with database.cursor() as cursor:
            cursor.execute(self._statement(found_by, changes), values)
            return int(cursor.rowcount)

    def _field(self, name: str) -> Any:
        return self._model._meta.get_field(name)

    def _statement(self, found_by: dict[str, Any], changes: dict[str, Any]) -> str:
        """Return the SQL for these columns on this thread's connection."""
        kept = vars(connections["default"]).setdefault(_KEPT, {})
        key = self, *sorted(found_by), *((name, value is None) for name, value in changes.items())
        if key not in kept:
            query: Any = self._model._default_manager.filter(**found_by).query.chain(UpdateQuery)
            query.add_update_values(changes)
            then = self._then if connections["default"].vendor == "postgresql" else ""
            kept[key] = f"{query.get_compiler(using='default').as_sql()[0]} {then}".rstrip()
        return str(kept[key])
