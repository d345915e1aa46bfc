"""What every template can say: texts, addresses, static files, cards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache, lru_cache
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any, Final

from django.conf import settings
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils.formats import date_format
from django_htmx.jinja import htmx_script
from jinja2 import Environment, StrictUndefined
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from jinja2.runtime import Context
from jinja2.utils import internalcode
from markupsafe import Markup, escape

from ginrummy import locale
from ginrummy.cards import SUIT_LETTERS, card_sign, face_code, face_name, parse_faces, rank_text
from ginrummy.numerals import number_text
from ginrummy.rulebook.glossary import glossary
from ginrummy.web.bots.levels import players
from ginrummy.web.design.rich_text import explained, with_cards

_PLAIN: Final = frozenset((FunctionType, MethodType, BuiltinMethodType))
_PARTS_KEPT: Final = 256
_SCOPES: Final = frozenset(("_loop_vars", "_block_vars"))
"""What Jinja hands to every call in a loop or a block, for those that ask for the context."""


class PlainCalls(Context):
    """The names in a template; what asks for neither context nor environment is called as it is.

    Jinja looks at every callable for such wishes, two hundred times a board.
    """

    @internalcode
    def call(self, found: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
        """Return what `found` returns for the arguments."""
        if type(found) not in _PLAIN or hasattr(found, "jinja_pass_arg"):
            return super().call(found, *arguments, **named)
        for name in _SCOPES.intersection(named):
            del named[name]
        return found(*arguments, **named)


class EscapingOnce(CodeGenerator):
    """Writes the Python of a template, in which a text that was escaped before is not escaped anew."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


class TemplateEnvironment(Environment):
    """The environment of the templates: much is said again and again, in each of them."""

    context_class = PlainCalls
    code_generator_class = EscapingOnce

    @staticmethod
    def escaped(value: object) -> str:
        """Return `value` as it is written into a page."""
        return _escaped_text(value) if type(value) is str else escape(value)


@lru_cache(4096)
def _escaped_text(text: str) -> Markup:
    return escape(text)


def environment(**options: Any) -> Environment:
    """Return the environment of the templates; an unknown name in one is an error."""
    found = TemplateEnvironment(
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
        "htmx_script": htmx_script,
        "face_code": face_code,
        "face_name": face_name,
        "card_sign": card_sign,
        "players": players,
        "has_others": settings.HAS_OTHERS,
        "has_reviews": settings.HAS_REVIEWS,
        "offline_size": _offline_size,
        "with_cards": with_cards,
        "explained": explained,
        "glossary": glossary,
        "faces_in": parse_faces,
        "words_seen": lambda: set[str](),
        "day": day_text,
        "suit_letter": lambda face: SUIT_LETTERS[locale.language()][face // 13],
        "rank_text": lambda face: rank_text(face % 13, locale.language()),
    }
    found.globals |= _parts_kept(found)
    return found


def day_text(moment: date) -> str:
    """Return a day as the language spoken writes it; no line ends inside it."""
    text: str = date_format(moment, "j E Y" if locale.language() == "ru" else "j F Y")
    return text.replace(" ", "\u00a0")


def _parts_kept(found: Environment) -> dict[str, Callable[..., Markup]]:
    """Return what templates draw once for the same values: cards, and parts that know nothing else."""

    @cache
    def drawn(face: int, letters: str, style: str, is_sample: bool, _language: str) -> Markup:
        template = found.get_template("design/face.html")
        text = template.render(face=face, letters=letters, style=style, is_sample=is_sample)
        return Markup(text.strip())

    def card_drawn(face: int, letters: str, style: str = "usual", *, is_sample: bool = False) -> Markup:
        return drawn(face, letters, style, is_sample, locale.language())

    @lru_cache(_PARTS_KEPT)
    def rendered(name: str, _language: str, _prefix: str, **values: object) -> Markup:
        return Markup(found.get_template(name).render(values))

    def kept_part(name: str, **values: object) -> Markup:
        """Return the part `name` of a page, rendered once for the same values: it knows nothing else."""
        return rendered(name, locale.language(), get_script_prefix(), **values)

    return {"card_drawn": card_drawn, "kept_part": kept_part}


def compile_templates() -> None:
    """Compile every template now, lest the first visitors wait for it."""
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    templates = backend.env
    for name in templates.list_templates():
        templates.get_template(name)


def _offline_size() -> str:
    return number_text(settings.OFFLINE_MEGABYTES, 1) if settings.OFFLINE_MEGABYTES else ""


def _url(name: str, *arguments: object) -> str:
    return _reversed(get_script_prefix(), name, *arguments)


@lru_cache(4096)
def _reversed(_prefix: str, name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)
