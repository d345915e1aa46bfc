"""Markup of texts: cards as small white cards, terms of the game as buttons that explain them."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup, escape

from ginrummy.game.cards import SUIT_SIGNS
from ginrummy.locale import _, language
from ginrummy.text.rulebook.glossary import glossary

_CARD: Final = rf"\w{{1,2}}(?P<suit>[{SUIT_SIGNS}])"
_CARDS: Final = re.compile(_CARD)
_TERM: Final = re.compile(r'[(«„“]?<button type="button" class="term"[^<>]*>[^<]*</button>[.,:;!?…)»]+')
"""A term with its adjacent punctuation: a browser would break the line between the two."""
_GAME: Final = r"(?![\w-]|(?i:\s(?:rumm|ram|рам)))"
"""Lookahead after a term: it is neither a part of a longer word nor of the name of the game."""


def mark_cards(text: str) -> Markup:
    """Return `text` as HTML with each card on a small white card in the colour of its suit."""
    return Markup(_CARDS.sub(_small_card, str(escape(text))))


def mark_terms(text: str, seen: set[str] | None = None) -> Markup:
    """Return `text` as HTML with cards, and with terms as buttons that open their explanation.

    Only the first use of a term is a button. The terms in `seen` are none, and the terms found are added to
    it. The page has to include the template `design/glossary.html`.
    """
    found, told = _marked_terms(text, frozenset(seen or ()), language())
    if seen is not None:
        seen |= told
    return found


@lru_cache(1024)
def _marked_terms(text: str, seen: frozenset[str], spoken: str) -> tuple[Markup, set[str]]:
    """Return the HTML of `mark_terms` and the set of terms seen so far."""
    told, role = set(seen), _("explained word")

    def mark_term(found: re.Match[str]) -> str:
        name = (found.lastgroup or "").replace("_", "-")
        if found["suit"]:
            return _small_card(found)
        if name in told:
            return found[0]
        told.add(name)
        heard = f'aria-haspopup="dialog" aria-roledescription="{role}"'
        return f'<button type="button" class="term" {heard} popovertarget="term-{name}">{found[0]}</button>'

    marked = _words(spoken).sub(mark_term, str(escape(text)))
    return Markup(_TERM.sub(r'<span class="tied">\g<0></span>', marked)), told


def _small_card(found: re.Match[str]) -> str:
    return f'<span class="chip s{SUIT_SIGNS.index(found["suit"])}">{found[0]}</span>'


@cache
def _words(_language: str) -> re.Pattern[str]:
    """Return the pattern of cards and terms. Longer terms come first."""
    terms = sorted(glossary(), key=lambda term: -len(term.title))
    words = (f"(?P<{term.name.replace('-', '_')}>{term.forms})" for term in terms)
    return re.compile(rf"(?P<card>{_CARD})|(?<![\w-])(?i:{'|'.join(words)}){_GAME}")
