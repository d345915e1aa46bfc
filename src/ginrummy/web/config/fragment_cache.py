"""Cache of template fragments that depend only on their arguments, such as cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from django.urls import get_script_prefix
from jinja2 import Environment
from markupsafe import Markup

from ginrummy.locale import language
from ginrummy.rules.types import Face

_PARTS: Final = 256
_CARDS: Final = 4096


def parts_kept(environment: Environment) -> dict[str, Callable[..., Markup]]:
    """Return template globals that render cached fragments with the templates of `environment`."""

    def drawn(name: str, _language: str, _prefix: str, **values: object) -> Markup:
        return Markup(environment.get_template(name).render(values).strip())

    cards, parts = lru_cache(_CARDS)(drawn), lru_cache(_PARTS)(drawn)

    def card(name: str, **values: object) -> Markup:
        return cards(f"design/{name}.html", language(), get_script_prefix(), **values)

    def kept_part(name: str, **values: object) -> Markup:
        """Return the fragment `name`, which depends only on `values`."""
        return parts(name, language(), get_script_prefix(), **values)

    def drawing(face: Face, letters: str, style: str = "usual", *, is_sample: bool = False) -> Markup:
        return card("face", face=face, letters=letters, style=style, is_sample=is_sample)

    def lying(shown: Any, preferences: Any) -> Markup:
        """Return a card without a button."""
        return card("lying", card=shown, letters=preferences.letters, style=preferences.face)

    def pressed(shown: Any, preferences: Any, advised: str) -> Markup:
        """Return a card as a button, highlighted if its move is the one `advised`."""
        is_advised = shown.move == advised
        return card(
            "pressed", card=shown, letters=preferences.letters, style=preferences.face, is_advised=is_advised
        )

    return {
        "card_drawn": drawing,
        "card_lying": lying,
        "card_pressed": pressed,
        "card_back": lambda preferences: card("back", back=preferences.back),
        "card_backs": lambda count, preferences: card("backs", count=count, back=preferences.back),
        "kept_part": kept_part,
    }
