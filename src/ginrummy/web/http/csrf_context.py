"""What marks the forms of a page as ours: the same token in all of them, masked once a page."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject


def context(request: HttpRequest) -> dict[str, Any]:
    """Return `csrf_input`, made where a template asks for it and once only, in place of Django's."""
    return {"csrf_input": SimpleLazyObject(partial(csrf_input, request))}
