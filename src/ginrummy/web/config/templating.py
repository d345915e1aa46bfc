"""What every template can say: texts, addresses, static files, cards."""

from __future__ import annotations

import re
from typing import Any, Final

from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django_htmx.jinja import htmx_script
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from ginrummy import locale
from ginrummy.cards import SUIT_LETTERS, SUIT_SIGNS, face_code, face_name, rank_text
from ginrummy.table.words import card_sign
from ginrummy.web.tables.bots import players

_CARD: Final = re.compile(rf"\w{{1,2}}([{SUIT_SIGNS}])")


def environment(**options: Any) -> Environment:
    """Return the environment of the templates; an unknown name in one is an error."""
    found = Environment(
        **options | {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    )
    found.globals |= {
        "_": locale._,
        "ngettext": locale.ngettext,
        "pgettext": locale.pgettext,
        "language": locale.language,
        "static": static,
        "url": _url,
        "htmx_script": htmx_script,
        "face_code": face_code,
        "face_name": face_name,
        "card_sign": card_sign,
        "players": players,
        "with_cards": with_cards,
        "day": lambda moment: date_format(moment, "j E Y" if locale.language() == "ru" else "j F Y"),
        "suit_letter": lambda face: SUIT_LETTERS[locale.language()][face // 13],
        "rank_text": lambda face: rank_text(face % 13, locale.language()),
    }
    return found


def with_cards(text: str) -> Markup:
    """Return `text` for a page, each card in it on a small white card in the colour of its suit."""
    return Markup(_CARD.sub(_small_card, str(escape(text))))


def _small_card(found: re.Match[str]) -> str:
    return f'<span class="chip s{SUIT_SIGNS.index(found[1])}">{found[0]}</span>'


def _url(name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)
