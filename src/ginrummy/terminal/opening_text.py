"""Texts before the first hand."""

from __future__ import annotations

from ginrummy.game import shuffle
from ginrummy.game.cards import RANK_COUNT, Spelling, card_sign
from ginrummy.game.match import Match
from ginrummy.locale import _, language
from ginrummy.locale.errors import placed
from ginrummy.rules import scoring
from ginrummy.terminal.local_table import PERSON, Deal, LocalTable
from ginrummy.variants import CUT_LOW, NamedVariant


def resume_lines(table: LocalTable) -> tuple[str, ...]:
    """Return the unfinished match and its score."""
    if table.match.seeds is None:
        text = _("An exercise against {name}: the cards lie as they really lay, later hands are dealt anew.")
    else:
        text = _("A match is unfinished: {title}, against {name}.")
    (own, other), partie = standing(table.match)
    stands = _("Hand {number}; you have {own}, {name} has {other}.").format(
        number=table.match.number + 1, own=own, name=table.name, other=other
    )
    title = table.variant.title(language())
    told = f"{stands} {partie}." if partie else stands
    return text.format(title=title, name=table.name), told


def match_title(table: LocalTable) -> str:
    """Return the title of an unfinished match in a list: game, opponent, score."""
    (own, other), partie = standing(table.match)
    text = _("{title}, against {name}: hand {number}, {own}–{other}")
    told = text.format(
        title=table.variant.title(language()),
        name=table.name,
        number=table.match.number + 1,
        own=own,
        other=other,
    )
    return " · ".join(filter(None, (told, partie)))


def standing(match: Match) -> tuple[tuple[int, int], str]:
    """Return the score of `match`: the points of the game, or of the manche and, in words, the partie."""
    sheet = match.sheet_now
    own, other = scoring.totals(match.variant, sheet)
    if not scoring.plays_manches(match.variant):
        return (own, other), ""
    return sheet.columns[0].points, placed(_("Partie"), f"{own}–{other}")


def commitment_lines(variant: NamedVariant, dealt: Deal, *, name: str) -> tuple[str, ...]:
    """Return the texts before the person's cut: the game, the fingerprint, the other seat's cut."""
    title = variant.title(language())
    lines = [
        _("{title}, against {name}").format(title=title, name=name),
        variant.about.get(language(), ""),
        "",
        _("Fingerprint (SHA-256) of the secret that decides the deals:"),
        dealt.fingerprint,
    ]
    if dealt.fixed:
        lines.append(_("The deals follow from the seed; there is nothing to cut."))
    else:
        lines.append(_("{name} has cut with “{cut}”.").format(name=name, cut=dealt.other_cut))
    return tuple(lines)


def cut_lines(match: Match, *, name: str, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return how the first dealer was decided (RULES 3.1)."""
    assert match.seeds is not None
    if match.variant.first_dealer != CUT_LOW:
        return (_("Lots were drawn."), dealer_text(match, name=name))
    lines = []
    for own, other in shuffle.cut(match.seeds):
        text = _("You cut the {own}, {name} the {other}.")
        lines.append(text.format(own=spelling(own), name=name, other=spelling(other)))
        if own % RANK_COUNT == other % RANK_COUNT:
            lines.append(_("Equal ranks: both cut again."))
    return (*lines, _("The lower card deals."), dealer_text(match, name=name))


def dealer_text(match: Match, *, name: str) -> str:
    """Return the dealer of the hand on the table."""
    return _("You deal.") if match.game.dealer == PERSON else _("{name} deals.").format(name=name)
