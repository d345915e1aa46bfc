"""The compiled law with the interface of the plain one: each function takes a `Variant`."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.runtimes import Plain
from ginrummy.variants import Variant


class Module:
    """The functions of one module of the law, each compiled on first use."""

    def __init__(self, source: ModuleType) -> None:
        """Wrap the functions of `source`."""
        self._source = source

    def __getattr__(self, name: str) -> Plain:
        """Return the compiled function `name`; it takes a `Variant` as the plain one does."""
        function = compile_function(getattr(self._source, name))

        def call(*args: Any) -> Any:
            return function(*(variant_record(arg) if isinstance(arg, Variant) else arg for arg in args))

        return call


class Law:
    """The compiled law by module: `law().melds.least_deadwood(hand, runs, same_suit)`."""

    def __getattr__(self, name: str) -> Module:
        """Return the module `name` of `ginrummy.rules`."""
        return Module(import_module(f"ginrummy.rules.{name}"))


def law() -> Law:
    """Return the compiled law. Each function compiles on first use and is called like the plain one."""
    return Law()
