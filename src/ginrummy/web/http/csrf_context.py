"""CSRF token for templates: one masked token per page, shared by all its forms."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject


def context(request: HttpRequest) -> dict[str, Any]:
    """Return `csrf_input`, created on demand and only once per page, in place of Django's."""
    return {"csrf_input": SimpleLazyObject(partial(csrf_input, request))}
