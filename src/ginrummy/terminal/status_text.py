"""Texts on the state of the table: the match, the other seat, the piles."""

from __future__ import annotations

from ginrummy.game.cards import Spelling, card_sign, faces_of
from ginrummy.game.view import View
from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import placed
from ginrummy.rules import scoring
from ginrummy.terminal.local_table import PERSON, LocalTable
from ginrummy.text.game_text import cards_text, event_text, governor_text, limit_text, with_possible
from ginrummy.variants import INSPECT_ALL

_PILE_SHOWN = 8


def title_text(table: LocalTable) -> str:
    """Return the name of the game and the number of the hand."""
    return _("{title} · hand {number}").format(
        title=table.variant.title(language()), number=table.match.number + 1
    )


def score_text(table: LocalTable) -> str:
    """Return the score of the match: of the current manche, then of the partie, where manches are played."""
    variant, sheet = table.match.variant, table.match.sheet_now
    own, other = scoring.totals(variant, sheet)
    if not scoring.plays_manches(variant):
        return _("You {own} · {name} {other}").format(own=own, name=table.name, other=other)
    manche = sheet.columns[0].points
    text = _("You {own} · {name} {other} · partie {own_partie}–{other_partie}")
    return text.format(own=manche[0], name=table.name, other=manche[1], own_partie=own, other_partie=other)


def other_text(table: LocalTable, view: View, spelling: Spelling = card_sign) -> str:
    """Return the number of cards in the other hand, those that are known and those that are possible."""
    size = view.opponent_size
    known = faces_of(view.opponent_known)
    if view.shown is None and known:
        text = ngettext("{name} holds {size} card: {cards}",
                        "{name} holds {size} cards, among them {cards}", size)  # fmt: skip
    else:
        text = ngettext("{name} holds {size} card", "{name} holds {size} cards", size)
    text = text.format(name=table.name, size=size, cards=cards_text(known, spelling))
    return with_possible(text, cards_text(faces_of(view.opponent_possible), spelling))


def other_news(view: View, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return the cards that the other seat has taken, passed and discarded."""
    parts = (
        (_("took {cards}"), view.opponent_taken),
        (_("left {cards}"), tuple(dict.fromkeys(view.opponent_refused))),
        (_("discarded {cards}"), view.opponent_discards),
    )
    return tuple(text.format(cards=cards_text(faces, spelling)) for text, faces in parts if faces)


def facts(view: View, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return the facts next to the piles: the stock, the limit, the card that sets it, the pile."""
    count = view.state.stock
    stock = ngettext("{count} card in the stock", "{count} cards in the stock", count).format(count=count)
    lines = (stock, limit_text(view), governor_text(view, spelling), pile_text(view, spelling))
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
    dealer = _("You dealt.") if view.dealer == PERSON else _("{name} dealt.").format(name=table.name)
    upcard = view.upcard
    if upcard is None:
        return dealer
    turned_up = _("Turned up: {card}").format(card=spelling(upcard))
    return f"{dealer} {turned_up}"


def history_lines(table: LocalTable, view: View, spelling: Spelling = card_sign) -> list[str]:
    """Return the history of the hand, one event per line."""
    events = [event_text(event, seat=PERSON, name=table.name, spelling=spelling) for event in view.events]
    return [dealer_text(table, view, spelling), *events]


def table_lines(table: LocalTable, spelling: Spelling) -> tuple[str, ...]:
    """Return everything visible on the table, to be read out."""
    view = table.view
    top = view.top
    return (
        f"{title_text(table)}. {score_text(table)}.",
        dealer_text(table, view, spelling),
        *facts(view, spelling),
        _("The pile is empty.") if top is None else _("On the pile: {card}").format(card=spelling(top)),
        other_text(table, view, spelling),
        *(placed(table.name, news) for news in other_news(view, spelling)),
    )
