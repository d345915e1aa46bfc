"""What templates draw once for the same values: cards, and parts of pages that know nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

from django.urls import get_script_prefix
from jinja2 import Environment
from markupsafe import Markup

from ginrummy.locale import language

_PARTS: Final = 256
_CARDS: Final = 4096


def parts_kept(environment: Environment) -> dict[str, Callable[..., Markup]]:
    """Return, by their names in templates, what draws with the templates of `environment`."""

    def drawn(name: str, values: dict[str, Any]) -> Markup:
        return Markup(environment.get_template(name).render(values).strip())

    @cache
    def face_drawn(face: int, letters: str, style: str, is_sample: bool, _language: str) -> Markup:
        values = {"face": face, "letters": letters, "style": style, "is_sample": is_sample}
        return drawn("design/face.html", values)

    def card_drawn(face: int, letters: str, style: str = "usual", *, is_sample: bool = False) -> Markup:
        return face_drawn(face, letters, style, is_sample, language())

    @lru_cache(_CARDS)
    def card_shown(
        name: str, card: Any, letters: str, style: str, is_advised: bool, _language: str
    ) -> Markup:
        values = {"card": card, "letters": letters, "style": style, "is_advised": is_advised}
        return drawn(name, values)

    def lying(card: Any, preferences: Any) -> Markup:
        """Return a card that only lies there."""
        return card_shown("design/lying.html", card, preferences.letters, preferences.face, False, language())

    def pressed(card: Any, preferences: Any, advised: str) -> Markup:
        """Return a card that can be pressed, marked where its move is the one `advised`."""
        is_advised = card.move == advised
        return card_shown(
            "design/pressed.html", card, preferences.letters, preferences.face, is_advised, language()
        )

    @lru_cache(_PARTS)
    def part(name: str, _language: str, _prefix: str, **values: object) -> Markup:
        return drawn(name, values)

    def kept_part(name: str, **values: object) -> Markup:
        """Return the part `name` of a page, which knows nothing but `values`."""
        return part(name, language(), get_script_prefix(), **values)

    return {
        "card_drawn": card_drawn,
        "card_lying": lying,
        "card_pressed": pressed,
        "card_back": lambda preferences: kept_part("design/back.html", back=preferences.back),
        "card_backs": lambda count, preferences: kept_part(
            "design/backs.html", count=count, back=preferences.back
        ),
        "kept_part": kept_part,
    }
