"""Texts of the table: before the first hand, and on the state of the match."""

from __future__ import annotations

from ginrummy.game import shuffle
from ginrummy.game.cards import RANK_COUNT, Spelling, card_sign, faces_of
from ginrummy.game.match import Match
from ginrummy.game.view import View
from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import prefix_place
from ginrummy.rules import scoring
from ginrummy.terminal.local_table import PERSON, LocalTable, SealedDeal
from ginrummy.text.sentences import (
    append_closing_discards,
    cards_text,
    event_text,
    limit_card_text,
    limit_text,
)
from ginrummy.variants import CUT_LOW, INSPECT_ALL, NamedVariant


def unfinished_match_lines(table: LocalTable) -> tuple[str, ...]:
    """Return the unfinished match and its score."""
    if table.match.seeds is None:
        text = _("An exercise against {name}: the cards lie as they really lay, later hands are new deals.")
    else:
        text = _("A match is unfinished: {title}, against {name}.")
    (own, other), partie = match_score(table.match)
    stands = _("Hand {number}; you have {own}, {name} has {other}.").format(
        number=table.match.number + 1, own=own, name=table.opponent_name, other=other
    )
    title = table.variant.title(language())
    told = f"{stands} {partie}." if partie else stands
    return text.format(title=title, name=table.opponent_name), told


def match_title(table: LocalTable) -> str:
    """Return the title of an unfinished match in a list: game, opponent, score."""
    (own, other), partie = match_score(table.match)
    text = _("{title}, against {name}: hand {number}, {own}–{other}")
    told = text.format(
        title=table.variant.title(language()),
        name=table.opponent_name,
        number=table.match.number + 1,
        own=own,
        other=other,
    )
    return " · ".join(filter(None, (told, partie)))


def match_score(match: Match) -> tuple[tuple[int, int], str]:
    """Return the score of `match`: the points of the game, or of the manche and, in words, the partie."""
    sheet = match.current_sheet
    own, other = scoring.totals(match.variant, sheet)
    if not scoring.plays_manches(match.variant):
        return (own, other), ""
    return sheet.columns[0].points, prefix_place(_("Partie"), f"{own}–{other}")


def commitment_lines(variant: NamedVariant, dealt: SealedDeal, *, name: str) -> tuple[str, ...]:
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


def first_dealer_lines(match: Match, *, name: str, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return how the first dealer was decided (RULES 3.1)."""
    assert match.seeds is not None
    if match.variant.first_dealer != CUT_LOW:
        return (_("Lots were drawn."), first_dealer_text(match, name=name))
    lines = []
    for own, other in shuffle.cut_faces(match.seeds):
        text = _("You cut the {own}, {name} the {other}.")
        lines.append(text.format(own=spelling(own), name=name, other=spelling(other)))
        if own % RANK_COUNT == other % RANK_COUNT:
            lines.append(_("Equal ranks: both cut again."))
    return (*lines, _("The lower card deals."), first_dealer_text(match, name=name))


def first_dealer_text(match: Match, *, name: str) -> str:
    """Return the dealer of the hand on the table."""
    return _("You deal.") if match.game.dealer == PERSON else _("{name} deals.").format(name=name)


_PILE_SHOWN = 8


def hand_title(table: LocalTable) -> str:
    """Return the name of the game and the number of the hand."""
    return _("{title} · hand {number}").format(
        title=table.variant.title(language()), number=table.match.number + 1
    )


def score_text(table: LocalTable) -> str:
    """Return the score of the match: of the current manche, then of the partie, where manches are played."""
    variant, sheet = table.match.variant, table.match.current_sheet
    own, other = scoring.totals(variant, sheet)
    if not scoring.plays_manches(variant):
        return _("You {own} · {name} {other}").format(own=own, name=table.opponent_name, other=other)
    manche = sheet.columns[0].points
    text = _("You {own} · {name} {other} · partie {own_partie}–{other_partie}")
    return text.format(
        own=manche[0], name=table.opponent_name, other=manche[1], own_partie=own, other_partie=other
    )


def opponent_hand_text(table: LocalTable, view: View, spelling: Spelling = card_sign) -> str:
    """Return the number of cards in the other hand, those that are known and those that are possible."""
    size = view.opponent_size
    known = faces_of(view.opponent_known)
    if view.shown is None and known:
        text = ngettext("{name} holds {size} card: {cards}",
                        "{name} holds {size} cards, among them {cards}", size)  # fmt: skip
    else:
        text = ngettext("{name} holds {size} card", "{name} holds {size} cards", size)
    text = text.format(name=table.opponent_name, size=size, cards=cards_text(known, spelling))
    return append_closing_discards(text, cards_text(faces_of(view.opponent_possible), spelling))


def opponent_card_texts(view: View, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return the cards that the other seat has taken, passed and discarded."""
    parts = (
        (_("took {cards}"), view.opponent_taken),
        (_("left {cards}"), tuple(dict.fromkeys(view.opponent_refused))),
        (_("discarded {cards}"), view.opponent_discards),
    )
    return tuple(text.format(cards=cards_text(faces, spelling)) for text, faces in parts if faces)


def table_facts(view: View, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return the facts next to the piles: the stock, the limit, the card that sets it, the pile."""
    count = view.state.stock
    stock = ngettext("{count} card in the stock", "{count} cards in the stock", count).format(count=count)
    lines = (stock, limit_text(view), limit_card_text(view, spelling), pile_text(view, spelling))
    return tuple(line for line in lines if line)


def pile_text(view: View, spelling: Spelling = card_sign) -> str:
    """Return the visible end of the pile, the top last."""
    if view.variant.discard_inspect != INSPECT_ALL or len(view.pile) < 2:
        return ""
    shown = view.pile[-_PILE_SHOWN:]
    more = "… " if len(view.pile) > len(shown) else ""
    return _("Pile: {cards}").format(cards=more + cards_text(shown, spelling))


def dealer_text(table: LocalTable, view: View, spelling: Spelling = card_sign) -> str:
    """Return the dealer and the upcard."""
    dealer = _("You dealt.") if view.dealer == PERSON else _("{name} dealt.").format(name=table.opponent_name)
    upcard = view.upcard
    if upcard is None:
        return dealer
    turned_up = _("Turned up: {card}").format(card=spelling(upcard))
    return f"{dealer} {turned_up}"


def history_lines(table: LocalTable, view: View, spelling: Spelling = card_sign) -> list[str]:
    """Return the history of the hand, one event per line."""
    events = [
        event_text(event, seat=PERSON, name=table.opponent_name, spelling=spelling) for event in view.events
    ]
    return [dealer_text(table, view, spelling), *events]


def table_lines(table: LocalTable, spelling: Spelling) -> tuple[str, ...]:
    """Return everything visible on the table, to be read out."""
    view = table.view
    top = view.top
    return (
        f"{hand_title(table)}. {score_text(table)}.",
        dealer_text(table, view, spelling),
        *table_facts(view, spelling),
        _("The pile is empty.") if top is None else _("On the pile: {card}").format(card=spelling(top)),
        opponent_hand_text(table, view, spelling),
        *(prefix_place(table.opponent_name, news) for news in opponent_card_texts(view, spelling)),
    )
