"""Rules for template sources."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from django.utils.functional import lazy
from django.utils.translation import override
from jinja2 import DictLoader
from markupsafe import Markup

import ginrummy.web
from ginrummy.locale import language, using_language
from ginrummy.web.config.templating import environment

WEB = Path(ginrummy.web.__file__).parent
TEMPLATES = sorted(WEB.rglob("templates/**/*.*"))
WIDEST = 200


def test_no_line_of_a_template_is_too_wide_to_read() -> None:
    lines = [
        (f"{path.name}:{number}", len(line))
        for path in TEMPLATES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
    ]
    assert len(TEMPLATES) > 30
    assert [(place, width) for place, width in lines if width > WIDEST] == []


def test_every_name_with_a_default_is_given_somewhere() -> None:
    """Any other unknown name is an error, but a default hides one that was renamed."""
    pages = "\n".join(path.read_text("utf-8") for path in TEMPLATES)
    views = "\n".join(path.read_text("utf-8") for path in WEB.rglob("*.py"))
    optional = set(re.findall(r"(?<!\|)\b[\w.]+(?=\|default\(| is defined| is not defined)", pages))
    given = {"caller", *re.findall(r'"(\w+)"', views), *re.findall(r"(\w+) ?=", pages)}
    assert {name for name in optional if not given & set(name.split("."))} == set()


def written(source: str, **names: object) -> str:
    """Return the page rendered from the template `source`."""
    found = environment(autoescape=True, loader=DictLoader({"page": source}))
    return found.get_template("page").render(**names)


def test_no_line_ends_inside_a_date() -> None:
    dates = {"en": "3 November 2026", "fr": "3 novembre 2026", "ru": "3 ноября 2026"}
    for code, said in dates.items():
        with using_language(code), override(code):
            assert written("{{ day(date) }}", date=date(2026, 11, 3)) == said.replace(" ", "\u00a0")


def test_what_is_said_is_escaped_once_and_what_is_marked_stays() -> None:
    source = "{{ plain }}|{{ plain }}|{{ marked }}|{{ number }}|{{ later }}|{{ plain ~ marked }}"
    later = lazy(lambda: Markup("<i>"), Markup)()
    names = {"plain": "<b>", "marked": Markup("<b>"), "number": 7, "later": later}
    assert written(source, **names) == "&lt;b&gt;|&lt;b&gt;|<b>|7|<i>|&lt;b&gt;<b>"


def test_functions_and_macros_are_called_as_they_are() -> None:
    source = "{% for one in (1, 2) %}{{ plain(one, end='?') }}{% endfor %}"
    source += "{{ plain(*[3], **{'end': '-'}) }}"
    source += "{% macro twice(text, end='.') %}{{ text }}{{ text }}{{ end }}{{ caller() }}{% endmacro %}"
    source += (
        "{% call twice('<') %}{{ 'a'.upper() }}{% endcall %}{% call twice(end='!', text=1) %}{% endcall %}"
    )
    assert written(source, plain=lambda one, *, end: f"{one}{end}") == "1?2?3-&lt;&lt;.A11!"


def test_a_part_that_is_the_same_for_the_same_values_is_rendered_once() -> None:
    rendered: list[str] = []

    def noted(text: str) -> str:
        rendered.append(text)
        return f"{text} {language()}"

    pages = {"page": "{{ kept_part('part', text=text) }}" * 2, "part": "<p>{{ noted(text) }}</p>"}
    found = environment(autoescape=True, loader=DictLoader(pages))
    found.globals["noted"] = noted
    for code in ("en", "fr"):
        with using_language(code):
            assert found.get_template("page").render(text="<") == f"<p>&lt; {code}</p>" * 2
    assert "<p>b " in found.get_template("page").render(text="b")
    assert rendered == ["<", "<", "b"]
