"""Compiler of plain functions of the rules to an ES module. It rejects all else with file and line.

Plain functions take and return `int`, `bool`, tuples of one type, and `NamedTuple`s of these. They call only
plain functions, and use assignments, `if`, `for` over a range or a tuple, `while` and `return`. Every
expression has one of these types, known from the annotations. Conditions are `bool`s, and only numbers are
compared. Numbers are exact as in Python: a result that JavaScript cannot represent exactly throws. The output
has types in JSDoc.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, Final, get_args, get_origin, get_type_hints

Typed = tuple[str, Any]

PRELUDE: Final = """\
/** @param {number} value */
const int = (value) => {
  if (!Number.isSafeInteger(value)) throw new RangeError("not an exact integer");
  return value + 0;
};
/** @param {number} a @param {number} b */
const modulo = (a, b) => {
  const rest = a % b;
  return int(rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest);
};
/** @param {number} a @param {number} b */
const quotient = (a, b) => int(int(a - modulo(a, b)) / b);
/** @template T @param {readonly T[]} values @param {number} place */
const item = (values, place) => {
  if (!(place >= 0 && place < values.length)) throw new RangeError("no such item");
  return values[place];
};
/** @param {number} start @param {number} stop */
const range = (start, stop) => Array.from({ length: Math.max(stop - start, 0) }, (_, place) => start + place);
/** @type {Record<string, (a: number, b: number) => number>} */
const bits = {
  and: (a, b) => int(Number(BigInt(a) & BigInt(b))),
  or: (a, b) => int(Number(BigInt(a) | BigInt(b))),
  xor: (a, b) => int(Number(BigInt(a) ^ BigInt(b))),
  left: (a, b) => int(Number(BigInt(a) << BigInt(b))),
  right: (a, b) => int(Number(BigInt(a) >> BigInt(b))),
};
"""
_RESERVED: Final = frozenset(
    keyword
    for line in (
        "arguments await bits break case catch class const continue debugger default delete do else enum",
        "eval export extends false finally for function if implements import in instanceof int interface",
        "item let modulo new null package private protected public quotient range return static super switch",
        "this throw true try typeof undefined var void while with yield NaN Infinity Math Number Array",
        "BigInt RangeError",
    )
    for keyword in line.split()
)
_ARITHMETIC: Final[dict[type[ast.operator], str]] = {
    ast.Add: "int({0} + {1})",
    ast.Sub: "int({0} - {1})",
    ast.Mult: "int({0} * {1})",
    ast.FloorDiv: "quotient({0}, {1})",
    ast.Mod: "modulo({0}, {1})",
    ast.BitAnd: "bits.and({0}, {1})",
    ast.BitOr: "bits.or({0}, {1})",
    ast.BitXor: "bits.xor({0}, {1})",
    ast.LShift: "bits.left({0}, {1})",
    ast.RShift: "bits.right({0}, {1})",
}
_COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "===",
    ast.NotEq: "!==",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_EXTREMES: Final = {"max": "Math.max", "min": "Math.min"}


class NotPlain(ValueError):
    """The code has no exact translation. The message names file and line."""


def translated(roots: Sequence[Callable[..., Any]]) -> str:
    """Return the ES module of `roots` and all functions that they call. Raise `NotPlain`."""
    known: dict[str, Callable[..., Any]] = {}
    texts: dict[str, str] = {}
    records: set[type] = set()
    waiting = list(roots)
    while waiting:
        function = waiting.pop(0)
        name = function.__name__
        if known.setdefault(name, function) is not function:
            raise NotPlain(f"two functions are called {name}")
        if name not in texts:
            body = _Body(function)
            texts[name] = body.text
            waiting += body.called
            records |= body.records
    shapes = "".join(_shape(record) for record in sorted(records, key=lambda record: record.__name__))
    return "\n".join((PRELUDE, shapes, *(texts[name] for name in sorted(texts))))


class _Body:
    """Function or `NamedTuple` in translation: its output, the functions it calls, the records it reads."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.called: list[Callable[..., Any]] = []
        self._file = Path(inspect.getsourcefile(function) or "?").name
        self._names = vars(sys.modules[function.__module__])
        self._types: dict[str, Any] = {}
        self.records: set[type] = set()
        lines, self._above = inspect.getsourcelines(function)
        self.text = self._record(function) if isinstance(function, type) else self._function(function, lines)

    def _record(self, record: type) -> str:
        types = _fields(record)
        fields = list(types)
        names = [_safe(field) for field in fields]
        pairs = ", ".join(f"{field}: {name}" for field, name in zip(fields, names, strict=True))
        heading = self._heading(dict(zip(names, types.values(), strict=True)), record)
        return f"{heading}export const {_safe(record.__name__)} = ({', '.join(names)}) => ({{ {pairs} }});\n"

    def _heading(self, parameters: Mapping[str, Any], returned: Any) -> str:
        for found in (*parameters.values(), returned):
            self.records |= _records(found)
        told = "".join(f" * @param {{{_named(found)}}} {name}\n" for name, found in parameters.items())
        return f"/**\n{told} * @returns {{{_named(returned)}}}\n */\n"

    def _function(self, function: Callable[..., Any], lines: Sequence[str]) -> str:
        node = ast.parse("".join(lines)).body[0]
        if not isinstance(node, ast.FunctionDef) or not isinstance(function, FunctionType):
            raise self._refused(node, "not a function")
        spec = node.args
        if spec.vararg or spec.kwarg or spec.kwonlyargs or spec.defaults or node.decorator_list:
            raise self._refused(node, "a function has plain parameters and no decorator")
        hints = get_type_hints(function)
        parameters = [argument.arg for argument in spec.args]
        self._types = {name: hints[name] for name in parameters}
        self._returned = hints["return"]
        body = self._block(node.body, "  ")
        own = [(_safe(name), found) for name, found in self._types.items() if name not in parameters]
        declared = "".join(f"  /** @type {{{_named(found)}}} */\n  let {name};\n" for name, found in own)
        for _name, found in own:
            self.records |= _records(found)
        heading = self._heading({_safe(name): hints[name] for name in parameters}, self._returned)
        names = ", ".join(map(_safe, parameters))
        return f"{heading}export function {_safe(node.name)}({names}) {{\n{declared}{body}}}\n"

    def _refused(self, node: ast.AST, why: str) -> NotPlain:
        line = self._above + getattr(node, "lineno", 1) - 1
        return NotPlain(f"{self._file}:{line}: {why}")

    def _block(self, statements: Sequence[ast.stmt], indent: str) -> str:
        return "".join(self._statement(statement, indent) for statement in statements)

    def _statement(self, node: ast.stmt, indent: str) -> str:
        match node:
            case ast.Expr(ast.Constant(str())):
                return ""
            case ast.Return(ast.expr() as value):
                return f"{indent}return {self._of(value, self._returned)};\n"
            case ast.Assign([target], value):
                return f"{indent}{self._assigned(target, self._value(value))};\n"
            case ast.AugAssign(ast.Name() as target, operator, value):
                loaded = ast.copy_location(ast.Name(target.id, ast.Load()), target)
                changed = ast.copy_location(ast.BinOp(loaded, operator, value), node)
                return f"{indent}{self._assigned(target, self._value(changed))};\n"
            case ast.If():
                return self._if(node, indent)
            case ast.For(ast.Name() as target, iterated, body, []):
                return self._for(target, iterated, body, indent)
            case ast.While(test, body, []):
                inner = self._block(body, indent + "  ")
                return f"{indent}while ({self._of(test, bool)}) {{\n{inner}{indent}}}\n"
        raise self._refused(node, f"{type(node).__name__} is not plain")

    def _if(self, node: ast.If, indent: str) -> str:
        inner = indent + "  "
        text = f"{indent}if ({self._of(node.test, bool)}) {{\n{self._block(node.body, inner)}{indent}}}"
        if node.orelse:
            text += f" else {{\n{self._block(node.orelse, inner)}{indent}}}"
        return text + "\n"

    def _for(self, target: ast.Name, iterated: ast.expr, body: Sequence[ast.stmt], indent: str) -> str:
        values, element = self._iterated(iterated)
        self._assigned(target, ("", element))
        inner = self._block(body, indent + "  ")
        return f"{indent}for ({_safe(target.id)} of {values}) {{\n{inner}{indent}}}\n"

    def _iterated(self, node: ast.expr) -> Typed:
        match node:
            case ast.Call(ast.Name("range"), [stop], []):
                return f"range(0, {self._of(stop, int)})", int
            case ast.Call(ast.Name("range"), [start, stop], []):
                return f"range({self._of(start, int)}, {self._of(stop, int)})", int
        text, found = self._value(node)
        return text, self._element(node, found)

    def _element(self, node: ast.AST, found: Any) -> Any:
        parts = set(_parts(found))
        if len(parts) != 1:
            raise self._refused(node, "not a tuple of one type")
        return parts.pop()

    def _assigned(self, target: ast.expr, value: Typed) -> str:
        text, found = value
        if isinstance(target, ast.Name):
            if self._types.setdefault(target.id, found) != found:
                raise self._refused(target, f"{target.id} has another type here")
            return f"{_safe(target.id)} = {text}"
        names = target.elts if isinstance(target, ast.Tuple) else []
        parts = _parts(found)
        if not names or len(names) != len(parts):
            raise self._refused(target, "as many names belong here as there are values")
        places = [self._assigned(name, ("", part)) for name, part in zip(names, parts, strict=True)]
        return f"[{', '.join(place.removesuffix(' = ') for place in places)}] = {text}"

    def _of(self, node: ast.expr, wanted: Any) -> str:
        """Return the translation of an expression that must have the type `wanted`."""
        text, found = self._value(node)
        if found != wanted:
            raise self._refused(node, f"{ast.unparse(node)} is no {getattr(wanted, '__name__', wanted)}")
        return text

    def _value(self, node: ast.expr) -> Typed:
        match node:
            case ast.Constant(bool() as value):
                return str(value).lower(), bool
            case ast.Constant(int() as value):
                return str(value), int
            case ast.Name(name):
                return self._name(node, name)
            case ast.Attribute(value, name):
                return self._field(node, value, name)
            case ast.Subscript(value, index):
                text, found = self._value(value)
                return f"item({text}, {self._of(index, int)})", self._element(node, found)
            case ast.Tuple(parts):
                values = [self._value(part) for part in parts]
                return f"[{', '.join(text for text, _found in values)}]", _tuple(values)
            case ast.Call(ast.Name(name), arguments, []):
                return self._call(node, name, arguments)
            case ast.Call(ast.Attribute(value, "_replace"), [], changes):
                return self._replaced(node, value, changes)
            case ast.IfExp(test, body, orelse):
                text, found = self._value(body)
                return f"({self._of(test, bool)} ? {text} : {self._of(orelse, found)})", found
        return self._operation(node)

    def _operation(self, node: ast.expr) -> Typed:
        match node:
            case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
                form = _ARITHMETIC[type(operator)]
                return form.format(self._of(left, int), self._of(right, int)), int
            case ast.UnaryOp(ast.USub(), value):
                return f"int(-{self._of(value, int)})", int
            case ast.UnaryOp(ast.Not(), value):
                return f"!({self._of(value, bool)})", bool
            case ast.BoolOp(operator, values):
                sign = " && " if isinstance(operator, ast.And) else " || "
                return f"({sign.join(self._of(value, bool) for value in values)})", bool
            case ast.Compare(left, [operator], [right]) if type(operator) in _COMPARISONS:
                sign = _COMPARISONS[type(operator)]
                return f"({self._of(left, int)} {sign} {self._of(right, int)})", bool
        raise self._refused(node, f"{ast.unparse(node)} is not plain")

    def _name(self, node: ast.expr, name: str) -> Typed:
        if name in self._types:
            return _safe(name), self._types[name]
        value = self._names.get(name)
        if type(value) is not int:
            raise self._refused(node, f"{name} is neither a parameter nor a number")
        return f"({value})" if value < 0 else str(value), int

    def _field(self, node: ast.expr, value: ast.expr, name: str) -> Typed:
        text, found = self._value(value)
        fields = _fields(found)
        if name not in fields:
            raise self._refused(node, f"{name} is no field")
        return f"{text}.{name}", fields[name]

    def _replaced(self, node: ast.expr, value: ast.expr, changes: Sequence[ast.keyword]) -> Typed:
        text, found = self._value(value)
        fields = _fields(found)
        if any(change.arg not in fields for change in changes):
            raise self._refused(node, "only fields are replaced")
        pairs = [f"{change.arg}: {self._of(change.value, fields[change.arg or ''])}" for change in changes]
        return f"{{ ...{text}, {', '.join(pairs)} }}", found

    def _call(self, node: ast.expr, name: str, arguments: Sequence[ast.expr]) -> Typed:
        if name == "abs" and len(arguments) == 1:
            return f"Math.abs({self._of(arguments[0], int)})", int
        if name == "int" and len(arguments) == 1:
            return f"Number({self._of(arguments[0], bool)})", int
        if name in _EXTREMES and len(arguments) > 1:
            return f"{_EXTREMES[name]}({', '.join(self._of(one, int) for one in arguments)})", int
        called: Any = self._names.get(name)
        if name in self._types or not (isinstance(called, FunctionType) or _fields(called)):
            raise self._refused(node, f"{name} is no function of the law")
        wanted = _fields(called) if isinstance(called, type) else get_type_hints(called)
        result = called if isinstance(called, type) else wanted.pop("return")
        if len(wanted) != len(arguments):
            raise self._refused(node, f"{name} takes {len(wanted)} values")
        texts = [self._of(one, kind) for one, kind in zip(arguments, wanted.values(), strict=True)]
        self.called.append(called)
        return f"{_safe(called.__name__)}({', '.join(texts)})", result


def _fields(found: Any) -> dict[str, Any]:
    """Return the types of a `NamedTuple`'s fields by name, empty for any other type."""
    if not (isinstance(found, type) and issubclass(found, tuple) and hasattr(found, "_fields")):
        return {}
    return get_type_hints(found)


def _parts(found: Any) -> tuple[Any, ...]:
    """Return the types of a tuple's items, empty for any other type."""
    origin: Any = get_origin(found)
    parts = get_args(found) if origin is tuple else ()
    return () if Ellipsis in parts else parts


def _records(found: Any) -> set[type]:
    """Return the `NamedTuple`s that a type consists of, including itself."""
    fields = _fields(found)
    parts = fields.values() if fields else _parts(found)
    return set().union(*map(_records, parts), {found} if fields else ())


def _named(found: Any) -> str:
    """Return the TypeScript name of a type."""
    if found in (int, bool):
        return "number" if found is int else "boolean"
    parts = _parts(found)
    return f"[{', '.join(map(_named, parts))}]" if parts else str(found.__name__)


def _shape(record: type) -> str:
    """Return the TypeScript declaration of a `NamedTuple`."""
    fields = ", ".join(f"{field}: {_named(found)}" for field, found in _fields(record).items())
    return f"/** @typedef {{{{ {fields} }}}} {record.__name__} */\n"


def _tuple(values: Sequence[Typed]) -> Any:
    return tuple.__class_getitem__(tuple(found for _text, found in values))


def _safe(name: str) -> str:
    """Return `name`, renamed if JavaScript or the prelude reserves it."""
    return f"{name}_" if name in _RESERVED else name
