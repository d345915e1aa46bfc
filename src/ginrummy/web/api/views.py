"""Pages about the API: tokens and documentation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ginrummy.web.api.openapi import document, operations, schemas
from ginrummy.web.api.tokens import TooManyTokens, new_token, take_back
from ginrummy.web.http.error_pages import failure
from ginrummy.web.http.rate_limits import CREATE, SETTINGS, limited
from ginrummy.web.people.current_visitor import visitor, welcome


@require_POST
@limited("create", CREATE)
def tokens(request: HttpRequest) -> HttpResponse:
    """Create a token and show it once."""
    try:
        text = new_token(welcome(request), request.POST.get("name", ""))
    except TooManyTokens as error:
        return failure(request, error.what, status=409)
    return render(
        request, "api/token.html", {"token": text, "address": request.build_absolute_uri(reverse("home"))}
    )


@require_POST
@limited("settings", SETTINGS)
def token(request: HttpRequest, number: int) -> HttpResponse:
    """Revoke a token. Repeating this is harmless."""
    take_back(visitor(request), number)
    return redirect("settings")


@require_safe
def openapi(_request: HttpRequest) -> JsonResponse:
    """Return the OpenAPI document in the request's language."""
    return JsonResponse(document())


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Show the OpenAPI document to people."""
    told = document()
    context = {"told": told, "operations": operations(told), "schemas": schemas(told)}
    return render(request, "api/api.html", context | {"address": request.build_absolute_uri(reverse("home"))})
