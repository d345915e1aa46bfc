"""Pages about the API: tokens and documentation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ginrummy.locale import _, language, using_language
from ginrummy.web.api.auth import TooManyTokens, new_token, revoke_token
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import CREATE, SETTINGS, limit_posts
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest

_TEXTS: Final = ("summary", "description")
_REFERENCE: Final = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of an operation, or a field of a schema, with the schema that its type names, if any."""

    name: str
    kind: str
    schema: str
    told: str
    is_required: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """A route: method, path, parameters and responses."""

    method: str
    path: str
    told: str
    needs_token: bool
    parameters: tuple[Field, ...]
    body: str
    answers: tuple[tuple[str, str, str], ...]
    example: str


@dataclass(frozen=True, slots=True)
class Schema:
    """A JSON object with its fields."""

    name: str
    fields: tuple[Field, ...]


def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document in the current language."""
    return _document(language())


@cache
def _document(code: str) -> dict[str, Any]:
    from ginrummy.web.api.api import api

    plain = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/")))
    if settings.PATH:
        plain["servers"] = [{"url": settings.PATH}]
    routes = [route for methods in plain["paths"].values() for route in methods.values()]
    for one in (*routes, *plain["components"]["schemas"].values()):
        one.pop("description", None)  # a docstring, meant for readers of the code
    with using_language(code):
        found: dict[str, Any] = _translate_texts(plain)
    return found


def _translate_texts(node: Any) -> Any:
    """Return `node` with its summaries and descriptions in the current language."""
    if isinstance(node, list):
        return [_translate_texts(part) for part in node]
    if not isinstance(node, dict):
        return node
    return {
        name: _(value) if name in _TEXTS and isinstance(value, str) and value else _translate_texts(value)
        for name, value in node.items()
    }


def operations(spec: dict[str, Any]) -> tuple[Operation, ...]:
    """Return the routes of the document `spec`, in its order."""
    return tuple(
        _operation(method, path, route)
        for path, methods in spec["paths"].items()
        for method, route in methods.items()
    )


def _operation(method: str, path: str, route: dict[str, Any]) -> Operation:
    body = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return Operation(
        method=method.upper(),
        path=path,
        told=route["summary"],
        needs_token="security" in route,
        parameters=tuple(_parameter(one) for one in route["parameters"]),
        body=_schema_name(body),
        answers=tuple(_answers(route)),
        example=_example(method.upper(), path, route, body),
    )


def _parameter(one: dict[str, Any]) -> Field:
    schema = one["schema"]
    told = one.get("description", "")
    return Field(one["name"], _kind(schema), "", told, is_required=one["required"])


def _answers(route: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield for each response: its statuses, the name of its schema if any, and its type."""
    statuses: dict[tuple[str, str], list[str]] = {}
    for status, answer in route["responses"].items():
        content = answer.get("content", {})
        schema = next(iter(content.values()))["schema"] if content else {}
        named = _schema_name(schema)
        statuses.setdefault((named, _kind(schema) if named else ", ".join(content)), []).append(status)
    for (named, kind), some in statuses.items():
        yield ", ".join(some), named, kind


def _example(method: str, path: str, route: dict[str, Any], body: dict[str, Any]) -> str:
    words = ["curl"]
    if method != "GET":
        words.append(f"-X {method}")
    if "security" in route:
        words.append('-H "Authorization: Bearer $GINRUMMY_TOKEN"')
    if body:
        words.append(f"--json '{json.dumps(_EXAMPLES[_schema_name(body)])}'")
    place = path.replace("{key}", "$KEY").replace("{name}", "standard").replace("{number}", "1")
    return " ".join([*words, f"$SERVER{place}"])


_EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "AlertChanges": {"turn": True, "quiet_from": 22, "quiet_to": 7, "zone": "Europe/Paris"},
    "NewTable": {"variant": "standard", "against": "steady"},
    "NewSeek": {"variant": "standard", "clock": "300+15"},
    "NewFriend": {"name": "Ada"},
    "Cut": {"cut": "7"},
    "SealedCut": {"cut": "7", "nonce": "000102030405060708090a0b0c0d0e0f"},
    "TableAction": {"number": 2, "move": "draw"},
    "RoomSettings": {"title": "Thursday club", "game": "hollywood"},
    "RoomChanges": {"title": "Thursday club"},
    "RoomTable": {"cut": "7"},
    "EveningStart": {"players": [12, "novice", 13, "casual"]},
    "BotPlace": {"bot": "casual"},
    "OwnCut": {"cut": "7"},
    "NewRole": {"role": "helper"},
    "NewEvening": {"text": "form: king\nplayers: Anna, Boris, Clara\n"},
    "EveningEdit": {"version": 0, "line": "Anna gin 31"},
}


def schemas(spec: dict[str, Any]) -> tuple[Schema, ...]:
    """Return the schemas of the document `spec`, sorted by name."""
    return tuple(
        Schema(name, tuple(_fields(schema))) for name, schema in sorted(spec["components"]["schemas"].items())
    )


def _fields(schema: dict[str, Any]) -> Iterator[Field]:
    required = schema.get("required", ())
    for name, one in schema.get("properties", {}).items():
        texts = (part.get("description") for part in (one, *one.get("anyOf", ())))
        told = next(filter(None, texts), "")
        yield Field(name, _kind(one), _schema_name(one), told, is_required=name in required)


def _schema_name(schema: dict[str, Any]) -> str:
    """Return the name of the schema that `schema` refers to, alone, in a list or with null, else nothing."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(_REFERENCE)
    inner = [schema["items"]] if "items" in schema else schema.get("anyOf", schema.get("allOf", []))
    return next(filter(None, map(_schema_name, inner)), "")


def _kind(schema: dict[str, Any]) -> str:
    """Return the type of `schema` in short form: `integer`, `[string]`, `View | null`."""
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(map(_kind, schema["anyOf"]))
    if "items" in schema:
        return f"[{_kind(schema['items'])}]"
    return _schema_name(schema) or str(schema.get("type", "any"))


@require_POST
@limit_posts("create", CREATE)
def tokens(request: HttpRequest) -> HttpResponse:
    """Create a token and show it once."""
    try:
        text = new_token(visitor_or_guest(request), request.POST.get("name", ""))
    except TooManyTokens as error:
        return error_page(request, error.what, status=409)
    return render(
        request, "api/token.html", {"token": text, "address": request.build_absolute_uri(reverse("home"))}
    )


@require_POST
@limit_posts("settings", SETTINGS)
def token(request: HttpRequest, number: int) -> HttpResponse:
    """Revoke a token. Repeating this is harmless."""
    revoke_token(visitor(request), number)
    return redirect("settings")


@require_safe
def openapi(_request: HttpRequest) -> JsonResponse:
    """Return the OpenAPI document in the request's language."""
    return JsonResponse(openapi_document())


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Show the OpenAPI document to people."""
    told = openapi_document()
    context = {"told": told, "operations": operations(told), "schemas": schemas(told)}
    return render(request, "api/api.html", context | {"address": request.build_absolute_uri(reverse("home"))})
