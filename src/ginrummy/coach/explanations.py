"""Reason why one action is better than another, as a sentence made of facts."""

from __future__ import annotations

from collections.abc import Iterator

from ginrummy.coach.decisions import (
    count_meld_outs,
    deadwood_after,
    hand_after,
    is_unmeldable,
    meld_of_card,
    possible_meld_cards,
)
from ginrummy.game.cards import Spelling, card_sign
from ginrummy.game.moves import CLOSINGS, MoveKind, ordered_faces
from ginrummy.game.view import View
from ginrummy.locale import _, ngettext
from ginrummy.locale.numbers import percent_text
from ginrummy.players.judgement import ActionWorth, Judgement
from ginrummy.text.sentences import cards_text

SAFE = 0.03
"""Greatest chance, that the other hand melds it, at which a card is called safe."""
APART = 0.05
"""Least difference of chances that is worth mentioning."""
POINTS_APART = 3


def preference_reason(
    view: View, judgement: Judgement, better: ActionWorth, worse: ActionWorth, spelling: Spelling = card_sign
) -> str:
    """Return why `better` is preferable to `worse`, without a capital and a full stop."""
    found = list(preference_reasons(view, judgement, better, worse, spelling))
    if not found:
        more, less = percent_text(better.win, 1), percent_text(worse.win, 1)
        text = _("the match is then won in {more} of cases, not {less}")
        same = _("both win the match in {share} of cases")
        return same.format(share=more) if more == less else text.format(more=more, less=less)
    if len(found) == 1:
        return found[0]
    return _("{one}; {two}").format(one=found[0], two=found[1])


def preference_reasons(
    view: View, judgement: Judgement, better: ActionWorth, worse: ActionWorth, spelling: Spelling
) -> Iterator[str]:
    """Yield the reasons for `better`, the most important first."""
    kinds = {better.move.kind, worse.move.kind}
    if MoveKind.LAY_OFF in kinds:
        yield defence_scores_text(better, worse)
    elif MoveKind.SPREAD in kinds:
        yield _("it leaves the other hand less to lay off")
    elif kinds & set(CLOSINGS):
        yield from closing_reasons(view, better, worse)
    elif kinds == {MoveKind.DISCARD}:
        yield from discard_reasons(view, judgement, better, worse, spelling)
    else:
        yield from draw_reasons(view, better, worse, spelling)
    if worse.points > better.points + 1 and MoveKind.LAY_OFF not in kinds:
        yield _("at this score the match asks for it, though it brings fewer points")


def defence_scores_text(better: ActionWorth, worse: ActionWorth) -> str:
    """Return the scores of two defences."""
    count = round(better.points - worse.points)
    text = ngettext("it saves {count} point", "it saves {count} points", count)
    return text.format(count=count)


def closing_reasons(view: View, better: ActionWorth, worse: ActionWorth) -> Iterator[str]:
    """Yield the reasons to close or to play on."""
    if better.move.kind in (MoveKind.GIN, MoveKind.BIG_GIN):
        yield _("it is gin: no card is left over")
    elif better.move.kind is MoveKind.KNOCK and worse.move.kind is MoveKind.KNOCK:
        yield from _deadwood_reason(view, better, worse)
    elif better.move.kind is MoveKind.KNOCK:
        if round(100 * better.endings.won) > round(100 * worse.endings.won):
            text = _("knocking now wins the hand in {more} of cases; playing on in {less}")
            yield _shares(text, better, worse)
    elif max(better.endings.won - worse.endings.won, better.endings.gin - APART) < 0:
        return
    elif worse.endings.lost_undercut >= APART:
        text = _("a knock now is undercut in {risk} of cases; playing on wins in {more}, by gin in {gin}")
        yield text.format(
            risk=percent_text(worse.endings.lost_undercut, 0),
            more=percent_text(better.endings.won, 0),
            gin=percent_text(better.endings.gin, 0),
        )
    elif better.points > worse.points:
        text = _("playing on goes gin in {gin} of cases, and brings more than the knock")
        yield text.format(gin=percent_text(better.endings.gin, 0))


def draw_reasons(view: View, better: ActionWorth, worse: ActionWorth, spelling: Spelling) -> Iterator[str]:
    """Yield the reasons to take the top of the pile or to leave it."""
    top = view.top
    if top is not None and MoveKind.TAKE in (better.move.kind, worse.move.kind):
        take = better.move if better.move.kind is MoveKind.TAKE else worse.move
        meld = meld_of_card(view, hand_after(view, take), top)
        if meld is not None and take is better.move:
            cards = cards_text(ordered_faces(meld), spelling)
            yield _("the {card} makes {cards}").format(card=spelling(top), cards=cards)
        if meld is None and take is better.move and (loose := possible_meld_cards(view, top)):
            cards = cards_text(loose, spelling)
            yield _("the {card} goes with {cards}").format(card=spelling(top), cards=cards)
        if meld is None and take is worse.move:
            yield _("the {card} makes no meld, and taking it shows what you collect").format(
                card=spelling(top)
            )
    if better.endings.won - worse.endings.won >= 0.01:
        yield _shares(_("the hand is then won in {more} of cases, not {less}"), better, worse)


def discard_reasons(
    view: View, judgement: Judgement, better: ActionWorth, worse: ActionWorth, spelling: Spelling
) -> Iterator[str]:
    """Yield the differences of two discards: melds, safety, outs, deadwood."""
    good, bad = better.move.face, worse.move.face
    names = {"better": spelling(good), "worse": spelling(bad)}
    meld = meld_of_card(view, view.hand, bad)
    if meld is not None and meld_of_card(view, view.hand, good) is None:
        cards = cards_text(ordered_faces(meld), spelling)
        yield _("the {worse} belongs to {cards}").format(cards=cards, **names)
    wants = judgement.other.wants
    if wants[bad] - wants[good] >= APART:
        if is_unmeldable(view, good):
            text = _(
                "the {better} is safe, as the cards that go with it are gone or yours; the {worse} makes a "
                "meld for the other hand in {more} of cases"
            )
        elif wants[good] <= SAFE:
            text = _("the {better} is safe; the {worse} makes a meld for the other hand in {more} of cases")
        else:
            text = _("the {worse} makes a meld for the other hand in {more} of cases, the {better} in {less}")
        yield text.format(more=percent_text(wants[bad], 0), less=percent_text(wants[good], 0), **names)
    kept, lost = (count_meld_outs(view, hand_after(view, each.move)) for each in (better, worse))
    if kept > lost:
        text = ngettext(
            "{count} card still out helps you without the {better}, {other} without the {worse}",
            "{count} cards still out help you without the {better}, {other} without the {worse}",
            kept,
        )
        yield text.format(count=kept, other=lost, **names)
    yield from _deadwood_reason(view, better, worse)


def _deadwood_reason(view: View, better: ActionWorth, worse: ActionWorth) -> Iterator[str]:
    left, other = deadwood_after(view, better.move), deadwood_after(view, worse.move)
    if other - left >= POINTS_APART:
        text = ngettext("it leaves {count} point of deadwood, not {other}",
                        "it leaves {count} points of deadwood, not {other}", left)  # fmt: skip
        yield text.format(count=left, other=other)


def _shares(text: str, better: ActionWorth, worse: ActionWorth) -> str:
    more, less = (percent_text(each.endings.won, 0) for each in (better, worse))
    return text.format(more=more, less=less)
