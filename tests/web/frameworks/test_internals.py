"""The internals of other packages that `web.frameworks` replaces or calls: a changed one fails here by name.

Read the new source, adapt our module where needed, and record the new digest.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler, SQLInsertCompiler, SQLUpdateCompiler
from django.db.models.sql.query import Query
from django.db.models.sql.subqueries import InsertQuery, UpdateQuery
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

INTERNALS: Final[dict[Callable[..., Any], str]] = {
    Query.get_compiler: "e4f5a2509c95",
    InsertQuery.insert_values: "c1a5f2f91696",
    UpdateQuery.add_update_values: "b6dd3a972005",
    SQLCompiler.as_sql: "0f0b77905ec8",
    SQLCompiler.execute_sql: "c1be0e0faedc",
    SQLCompiler.get_converters: "c6c8c1b71882",
    SQLCompiler.results_iter: "d279d61b80a3",
    SQLInsertCompiler.as_sql: "497ecc56a091",
    SQLInsertCompiler.pre_save_val: "f9efbaa8ba5c",
    SQLInsertCompiler.prepare_value: "2e49a07e78af",
    SQLUpdateCompiler.as_sql: "3fd8726c853d",
    ModelIterable.__iter__: "c2a744b8c18e",
    BaseHandler.get_response: "3d6a79b124c2",
    BaseHandler.load_middleware: "a1fb7ee5f858",
    ASGIHandler.handle: "98faeb5bef80",
    ASGIRequest.__init__: "5ff1464df4bf",
    HttpToolsProtocol.connection_made: "6efb565ff3d3",
    HttpToolsProtocol.connection_lost: "c91a4c9bf2e2",
    HttpToolsProtocol.data_received: "010a7ae59a5d",
    HttpToolsProtocol.on_headers_complete: "1ea8589acfad",
    HttpToolsProtocol.on_message_complete: "1fbad42dc31f",
    HttpToolsProtocol.shutdown: "d7351fa33f00",
}


def digest_of(function: Callable[..., Any]) -> str:
    """Return a digest of the source of `function`."""
    return hashlib.sha256(inspect.getsource(function).encode()).hexdigest()[:12]


@pytest.mark.parametrize("function", INTERNALS, ids=lambda function: function.__qualname__)
def test_an_internal_that_we_replace_or_call_is_unchanged(function: Callable[..., Any]) -> None:
    assert digest_of(function) == INTERNALS[function]
