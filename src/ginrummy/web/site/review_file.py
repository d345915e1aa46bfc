"""Review with all its moments in one page: a file that needs no network, or a part of another page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import Environment
from markupsafe import Markup

from ginrummy.coach import Review
from ginrummy.coach.charts import page_kind
from ginrummy.coach.review_parts import review_parts
from ginrummy.game.match import Match
from ginrummy.web.board.replay import ReplayMoment, build_replay_page
from ginrummy.web.board.review import build_review_panel, costliest_moment_query, decision_at, move_marks
from ginrummy.web.config.templating import environment
from ginrummy.web.people.preferences import Preferences

REVIEW: Final = "review"
"""Kind of the page (`coach.charts.is_page`)."""
CARDS: Final = "cards.svg"
"""Address of the drawings of cards in a section, which its page replaces by the true one."""
_STYLES: Final = ("design/base.css", "design/chart.css", "board/game.css")


@dataclass(frozen=True, slots=True)
class PageMoment(ReplayMoment):
    """Moment of the match `match`, counted from 1, of a page that has them all."""

    match: int = 1

    @property
    def query(self) -> str:
        """Fragment of the moment in its page."""
        return f"#{self.match}.{self.hand}.{self.step}"


def review_section(
    found: Review, match: Match, game: str, names: tuple[str, str], *, number: int = 1, address: str = ""
) -> str:
    """Return the review of match `number` of a page, in the current language.

    `address` is the page of the match on a server, empty for none.
    """
    parts = review_parts(found)
    first = costliest_moment_query(parts)
    start = PageMoment(int(first.get("hand", 1)), int(first.get("step", 0)), match=number)
    hands = [
        [
            (page, decision_at(parts, page.now, names))
            for step in range(len(played.plays) + 1)
            for page in [build_replay_page(match, replace(start, hand=hand, step=step), names)]
        ]
        for hand, played in enumerate(match.games, start=1)
    ]
    return _render(
        "review_section",
        game=game,
        names=names,
        match=match,
        start=start,
        hands=hands,
        review=build_review_panel(parts, start, names, names),
        marks=[move_marks(parts, hand) for hand in range(1, len(match.games) + 1)],
        address=address,
    )


def review_file(sections: Iterable[str]) -> str:
    """Return a page of sections with styles, drawings and script inside, in the current language."""
    return _render(
        "review_file",
        kind=Markup(page_kind(REVIEW)),
        styles=Markup("".join(map(_static_file, _STYLES))),
        script=Markup(_static_file("board/review_moments.js")),
        drawings=Markup(_static_file("design/cards.svg")),
        sections=[Markup(section.replace(f"{CARDS}#", "#")) for section in sections],
    )


def _render(name: str, **context: object) -> str:
    template = _environment().get_template(f"board/{name}.html")
    return re.sub(r"\n\s+", "\n", template.render(context, preferences=Preferences()))


@cache
def _environment() -> Environment:
    """Return the environment of all templates, in which every drawing has the address `CARDS`."""
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    found = environment(loader=backend.env.loader, autoescape=True)
    found.globals["static"] = lambda _name: CARDS
    return found


def _static_file(name: str) -> str:
    package = f"ginrummy.web.{name.partition('/')[0]}"
    return files(package).joinpath("static", name).read_text(encoding="utf-8")
