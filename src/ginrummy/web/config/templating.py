"""Jinja environment of all templates, with globals for texts, URLs, static files and cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

from django.conf import settings
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django_htmx.jinja import htmx_script
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from ginrummy import locale
from ginrummy.game.cards import SUIT_LETTERS, card_sign, face_code, face_name, parse_faces, rank_text
from ginrummy.locale import language
from ginrummy.locale.numbers import number_text
from ginrummy.rules.cards import RANK_COUNT, TEN
from ginrummy.rules.types import Face
from ginrummy.text.rulebook.advice import preset_groups
from ginrummy.text.rulebook.glossary import glossary
from ginrummy.web.design.card_term_markup import mark_cards, mark_terms
from ginrummy.web.http.now import day_text
from ginrummy.web.people.views import url_with_next

_PARTS: Final = 256
_CARDS: Final = 4096


def cached_fragments(environment: Environment) -> dict[str, Callable[..., Markup]]:
    """Return template globals that render cached fragments with the templates of `environment`."""

    def render(name: str, _language: str, _prefix: str, **values: object) -> Markup:
        return Markup(environment.get_template(name).render(values).strip())

    cards, parts = lru_cache(_CARDS)(render), lru_cache(_PARTS)(render)

    def card(name: str, **values: object) -> Markup:
        return cards(f"design/{name}.html", language(), get_script_prefix(), **values)

    def kept_part(name: str, **values: object) -> Markup:
        """Return the fragment `name`, which depends only on `values`."""
        return parts(name, language(), get_script_prefix(), **values)

    def drawing(face: Face, letters: str, style: str = "usual", *, is_sample: bool = False) -> Markup:
        return card("face", face=face, letters=letters, style=style, is_sample=is_sample)

    def lying_card(shown: Any, preferences: Any) -> Markup:
        """Return a card without a button."""
        return card("lying", card=shown, letters=preferences.letters, style=preferences.face)

    def pressed_card(shown: Any, preferences: Any, advised: str) -> Markup:
        """Return a card as a button, highlighted if its move is the one `advised`."""
        is_advised = shown.move == advised
        return card(
            "pressed", card=shown, letters=preferences.letters, style=preferences.face, is_advised=is_advised
        )

    return {
        "card_drawn": drawing,
        "card_lying": lying_card,
        "card_pressed": pressed_card,
        "card_back": lambda preferences: card("back", back=preferences.back),
        "card_backs": lambda count, preferences: card("backs", count=count, back=preferences.back),
        "kept_part": kept_part,
    }


def environment(**options: Any) -> Environment:
    """Return the environment of the templates. An undefined name in a template is an error."""
    found = Environment(
        **options | {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    )
    found.globals |= {
        "_": locale._,
        "ngettext": locale.ngettext,
        "pgettext": locale.pgettext,
        "language": locale.language,
        "language_names": locale.LANGUAGE_NAMES,
        "static": cache(static),
        "url": _url,
        "url_with_next": url_with_next,
        "htmx_script": htmx_script,
        "face_code": face_code,
        "face_name": face_name,
        "card_sign": card_sign,
        "has_others": settings.HAS_OTHERS,
        "has_reviews": settings.HAS_REVIEWS,
        "offline_size": _offline_size,
        "mark_cards": mark_cards,
        "mark_terms": mark_terms,
        "number_text": number_text,
        "glossary": glossary,
        "preset_groups": preset_groups,
        "faces_in": parse_faces,
        "RANK_COUNT": RANK_COUNT,
        "TEN": TEN,
        "words_seen": lambda: set[str](),
        "day": day_text,
        "suit_letter": lambda face: SUIT_LETTERS[locale.language()][face // RANK_COUNT],
        "rank_text": lambda face: rank_text(face % RANK_COUNT, locale.language()),
    }
    found.globals |= cached_fragments(found)
    return found


def compile_templates() -> None:
    """Compile every template now, so that the first visitors need not wait."""
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    templates = backend.env
    for name in templates.list_templates():
        templates.get_template(name)


def _offline_size() -> str:
    return number_text(settings.OFFLINE_MEGABYTES, 1) if settings.OFFLINE_MEGABYTES else ""


def _url(name: str, *arguments: object) -> str:
    return _reverse(get_script_prefix(), name, *arguments)


@lru_cache(4096)
def _reverse(_prefix: str, name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)
