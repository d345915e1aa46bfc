"""The events of a game in sentences: at the table, in the third person, and at the showdown."""

from __future__ import annotations

from collections.abc import Iterable

from ginrummy.game.cards import RANK_COUNT, CardText, Hand, Spelling, card_sign, face_name, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.layouts import Arrangement, Faces, HeldHand, Layout
from ginrummy.game.match import Match
from ginrummy.game.moves import Melds, Move, MoveKind, non_empty_melds, ordered_faces
from ginrummy.game.public_view import PublicView
from ginrummy.game.view import HIDDEN, Event, View
from ginrummy.locale import N_, _, ngettext, pgettext
from ginrummy.locale.errors import GinRummyError, clause_text, join_series
from ginrummy.rules import melds, scoring, turns
from ginrummy.rules.cards import is_card
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.types import Face, Points, Seat
from ginrummy.variants import LIMIT_DISCARD, LIMIT_UPCARD, WALL_VOID

ARRANGEMENTS = {
    Arrangement.MELDS: N_("by melds"),
    Arrangement.RANK: N_("by rank"),
    Arrangement.SUIT: N_("by suit"),
    Arrangement.OWN: N_("your own order"),
}
KINDS = {
    scoring.KNOCK: N_("Knock"),
    scoring.UNDERCUT: N_("Undercut"),
    scoring.GIN: N_("Gin"),
    scoring.BIG_GIN: N_("Big gin"),
}


def card_name(face: Face) -> CardText:
    """Return a card in words, `7 of hearts`."""
    return face_name(Face(face))


def cards_text(faces: Iterable[Face], spelling: Spelling = card_sign) -> CardText:
    """Return cards one after another. A list of signs is the same as the object of a verb."""
    texts = [spelling(face) for face in faces]
    if spelling is card_sign:
        return CardText(signs := " ".join(texts), signs)
    return CardText(", ".join(texts), ", ".join(f"{text:object}" for text in texts))


def melds_text(parts: Melds, left: Hand | None = None, spelling: Spelling = card_sign) -> CardText:
    """Return melds separated by bars, with the unmatched cards `left` after the last bar."""
    groups = [ordered_faces(meld) for meld in non_empty_melds(parts)]
    if left is not None and left.cards:
        groups.append(faces_of(left))
    return _groups_text(groups, spelling)


def _groups_text(groups: Iterable[Iterable[Face]], spelling: Spelling) -> CardText:
    texts = [cards_text(group, spelling) for group in groups]
    if spelling is card_sign:
        return CardText(signs := " | ".join(texts), signs)
    return CardText(join_series(texts), join_series([f"{text:object}" for text in texts]))


def points_text(points: int) -> str:
    """Return a number of points in words."""
    return ngettext("{points} point", "{points} points", points).format(points=points)


def event_text(event: Event, *, seat: Seat, name: str, spelling: Spelling = card_sign) -> str:
    """Return the text of an event for the person in `seat`."""
    unseen = _yours_unseen() if event.face == HIDDEN else {}
    template = (_yours() | unseen if event.seat == seat else _theirs())[event.kind]
    card = CardText("") if event.face == HIDDEN else spelling(event.face)
    return template.format(name=name, card=card)


def _yours() -> dict[MoveKind, str]:
    laid_out = pgettext("told", "You lay out your hand.")
    return {
        MoveKind.PASS: pgettext("told", "You pass."),
        MoveKind.TAKE: pgettext("told", "You take the {card}."),
        MoveKind.DRAW: pgettext("told", "You draw the {card}."),
        MoveKind.DISCARD: pgettext("told", "You discard the {card}."),
        MoveKind.KNOCK: pgettext("told", "You knock and put the {card} face down."),
        MoveKind.GIN: pgettext("told", "You go gin and put the {card} face down."),
        MoveKind.BIG_GIN: pgettext("told", "You have big gin!"),
        MoveKind.SPREAD: laid_out,
        MoveKind.LAY_OFF: laid_out,
    }


def _yours_unseen() -> dict[MoveKind, str]:
    """Return the text of the person's own events as the opponent saw them."""
    return {
        MoveKind.DRAW: pgettext("told", "You draw from the stock."),
        MoveKind.KNOCK: pgettext("told", "You knock!"),
        MoveKind.GIN: pgettext("told", "You go gin!"),
    }


def _theirs() -> dict[MoveKind, str]:
    laid_out = pgettext("told", "{name} lays out the hand.")
    return {
        MoveKind.PASS: pgettext("told", "{name} passes."),
        MoveKind.TAKE: pgettext("told", "{name} takes the {card}."),
        MoveKind.DRAW: pgettext("told", "{name} draws from the stock."),
        MoveKind.DISCARD: pgettext("told", "{name} discards the {card}."),
        MoveKind.KNOCK: pgettext("told", "{name} knocks!"),
        MoveKind.GIN: pgettext("told", "{name} goes gin!"),
        MoveKind.BIG_GIN: pgettext("told", "{name} has big gin!"),
        MoveKind.SPREAD: laid_out,
        MoveKind.LAY_OFF: laid_out,
    }


def append_closing_discards(text: str, cards: str) -> str:
    """Return `text` about a hand, with the `cards` one of which may be the closing discard (RULES 4.9)."""
    return _("{text}, perhaps {cards}").format(text=text, cards=cards) if cards else text


def limit_text(view: View) -> str:
    """Return the knock limit in force for the hand, or for the seat to move."""
    limit = view.knock_limit
    if limit is None and turns.has_limit_per_discard(view.variant):
        return _("The limit is the value of the card you close with")
    if limit is None:
        return _("Only gin ends the hand")
    if limit == 0:
        return _("Gin only, no knock")
    return ngettext("You may knock with {limit} or less", "You may knock with {limit} or less", limit).format(
        limit=limit
    )


def limit_card_text(view: View, spelling: Spelling = card_sign) -> str:
    """Return the card that sets the limit or doubles the hand, or nothing where none does."""
    variant, upcard, texts = view.variant, view.upcard, []
    if variant.knock_limit == LIMIT_DISCARD and not turns.has_limit_per_discard(variant):
        texts.append(_("The limit is the value of the visible discard"))
    if upcard is not None and scoring.spade_multiplier(variant, upcard) > 1:
        texts.append(_("Turned up: {card}. A spade: the hand counts double").format(card=spelling(upcard)))
    elif upcard is not None and (variant.knock_limit == LIMIT_UPCARD or variant.spade_double):
        texts.append(_("Turned up: {card}").format(card=spelling(upcard)))
    return ". ".join(texts)


def prompt_text(view: View, spelling: Spelling = card_sign) -> str:
    """Return the prompt for the person's decision."""
    top = CardText("") if view.top is None else spelling(view.top)
    phase = view.state.phase
    if view.phase is Phase.OFFER:
        return _("Take the {card}, or pass.").format(card=top)
    if view.phase is Phase.DRAW:
        if phase == turns.STOCK_ONLY or not top:
            return _("Draw from the stock.")
        return _("Draw from the stock, or take the {card}.").format(card=top)
    if view.phase is Phase.LAST_DISCARD:
        return _("The last discard: take the {card} to close with it, or pass.").format(card=top)
    if phase == turns.MUST_CLOSE:
        return _("Close the hand: choose the card to discard.")
    return discard_prompt(view)


def discard_prompt(view: View) -> str:
    """Return the possible actions of a person with one card too many."""
    kinds = {move.kind for move in view.legal_moves()}
    if MoveKind.BIG_GIN in kinds:
        return _("Big gin! Every card is in a meld.")
    if MoveKind.GIN in kinds:
        return _("You can go gin.")
    if MoveKind.KNOCK in kinds:
        return _("Discard a card, or knock.")
    return _("Discard a card.")


def hand_result_text(score: HandScore, *, seat: Seat, name: str) -> str:
    """Return the winner and the points of a finished hand."""
    if score.winner == scoring.NOBODY:
        return _("Nobody scores.")
    if score.winner == seat:
        text = ngettext("You score {points} point.", "You score {points} points.", score.points)
    else:
        text = ngettext("{name} scores {points} point.", "{name} scores {points} points.", score.points)
    return text.format(name=name, points=score.points)


def score_lines(view: View, *, name: str) -> tuple[str, ...]:
    """Return the calculation of the hand's score, one sentence per line, the winner last."""
    score = view.score
    if score is None:
        return ()
    lines = [ending_text(view, score, name)]
    if score.bonus:
        lines.append(bonus_text(score))
    if score.multiplier > 1 and score.points:
        lines.append(spade_doubling_text(score))
    if score.extra_coups:
        lines.append(extra_coups_text(score))
    return (*lines, hand_result_text(score, seat=view.seat, name=name))


def extra_coups_text(score: HandScore) -> str:
    """Return the number of extra boxes for the hand (RULES 7.8)."""
    text = ngettext("{extra} extra box for it.", "{extra} extra boxes for it.", score.extra_coups)
    return text.format(extra=score.extra_coups)


def ending_text(view: View, score: HandScore, name: str) -> str:
    """Return how the hand ended, with the deadwood of both. `name` is the other seat's."""
    if score.kind == scoring.VOID:
        return void_text(view)
    if score.kind == scoring.WALL_COMPARE:
        own = view.deadwood()
        other = opponent_deadwood(view)
        text = _(
            "The stock has run out. You hold {own}, the other hand {other}: the difference is {difference}."
        )
        return text.format(own=own, other=other, difference=score.difference)
    knocker, defender = knocker_and_defender_deadwood(view)
    names = (_("You"), name) if view.state.turn == view.seat else (name, _("You"))
    told = {"knocker": f"{names[0]} {knocker}", "defender": f"{names[1]} {defender}"}
    if score.kind == scoring.TIE:
        return _("{knocker} against {defender}: a tie.").format(**told)
    if score.kind == scoring.GIN_VOID:
        return _("Gin, but the defender has no deadwood left: it is void.")
    kind = _(KINDS[score.kind])
    if score.kind in (scoring.GIN, scoring.BIG_GIN):
        text = ngettext("{kind}: {left} point is left to the defender.",
                        "{kind}: {left} points are left to the defender.", defender)  # fmt: skip
        return text.format(kind=kind, left=defender)
    more, less = max(knocker, defender), min(knocker, defender)
    text = _("{kind}: {knocker} against {defender}, {more} − {less} = {difference}.")
    return text.format(kind=kind, more=more, less=less, difference=score.difference, **told)


def void_text(view: View) -> str:
    """Return why a hand is void (RULES 4.8, 8.2, 8.4)."""
    if view.state.idle >= view.variant.endless_turns:
        turned = view.variant.endless_turns
        text = ngettext(
            "{turned} turn without a draw from the stock: the hand is void.",
            "{turned} turns without a draw from the stock: the hand is void.",
            turned,
        )
        return text.format(turned=turned)
    if view.variant.wall_action == WALL_VOID:
        return _("The stock has run out: the hand is void.")
    return _("Nobody closes with the last discard: the hand is void.")


def bonus_text(score: HandScore) -> str:
    """Return the bonus and its sum with the difference."""
    text = _("Bonus for {kind}: {difference} + {bonus} = {total}.")
    kinds = {
        scoring.UNDERCUT: pgettext("bonus", "the undercut"),
        scoring.GIN: pgettext("bonus", "gin"),
        scoring.BIG_GIN: pgettext("bonus", "big gin"),
    }
    total = score.difference + score.bonus
    return text.format(kind=kinds[score.kind], difference=score.difference, bonus=score.bonus, total=total)


def spade_doubling_text(score: HandScore) -> str:
    """Return the doubling by a spade turned up (RULES 7.7)."""
    total = score.difference + score.bonus
    text = _("A spade was turned up: {total} × {multiplier} = {points}.")
    return text.format(total=total, multiplier=score.multiplier, points=score.points)


def knocker_and_defender_deadwood(view: View | PublicView) -> tuple[Points, Points]:
    """Return the remaining deadwood of the knocker and of the defender."""
    assert view.spread is not None
    assert view.defence is not None
    knocker = melds.points_of(view.variant, view.spread.unmatched)
    defender = melds.points_of(view.variant, view.defence.own.unmatched)
    return Points(knocker), Points(defender)


def opponent_deadwood(view: View) -> Points:
    """Return the least deadwood of the other hand, which is shown."""
    assert view.shown is not None
    return Points(melds.deadwood(view.variant, view.shown))


def card_group_text(faces: Faces, *, is_meld: bool, spelling: Spelling) -> str:
    """Return a group of cards. A run in words is abbreviated: `run: 4, 5, 6 of spades`."""
    listed = cards_text(faces, spelling)
    if spelling is card_sign or not is_meld:
        return listed
    if len({face % RANK_COUNT for face in faces}) == 1:
        three, more = pgettext("of three cards", "set: {cards}"), pgettext("of four cards", "set: {cards}")
        return (three if len(faces) == 3 else more).format(cards=listed)
    ranks = [spelling(face).partition(" ")[0] for face in faces[:-1]]
    return _("run: {cards}").format(cards=", ".join([*ranks, spelling(faces[-1])]))


def hand_lines(held: HeldHand, *, spelling: Spelling) -> tuple[str, ...]:
    """Return a hand in its current order: one group per line in words, one line in symbols."""
    groups = [
        card_group_text(group, is_meld=place < held.melds, spelling=spelling)
        for place, group in enumerate(held.groups)
    ]
    return (" | ".join(groups),) if spelling is card_sign else tuple(groups)


def refusal_sentence(refusal: Exception) -> str:
    """Return the reason of a refusal as a sentence, with the clause of the rules."""
    if not isinstance(refusal, GinRummyError):
        return str(refusal)
    law = f" ({clause_text(refusal.clause)})" if refusal.clause else ""
    return f"{refusal.what[:1].upper()}{refusal.what[1:]}{law}"


def match_end_lines(match: Match, *, seat: Seat, name: str) -> tuple[str, ...]:
    """Return the winner of a finished match, the totals, and the secret of its deals."""
    if not match.is_over:
        return ()
    own, other = scoring.totals(match.variant, match.current_sheet)
    totals = _("You {own} · {name} {other}").format(own=own, name=name, other=other)
    if match.seeds is None:
        return match_winner_text(match, seat=seat, name=name), totals
    secret = _("Secret of the deals: {secret}").format(secret=match.seeds.secret)
    return match_winner_text(match, seat=seat, name=name), totals, secret


def match_winner_text(match: Match, *, seat: Seat, name: str) -> str:
    """Return the winner of a finished match."""
    if match.winner is None:
        return _("The match is drawn.")
    if match.winner == seat:
        return _("You have won the match!")
    return _("{name} has won the match.").format(name=name)


def move_name(move: Move, spelling: Spelling = card_sign, *, top: Face | None = None) -> str:
    """Return the name of `move` as a noun or an infinitive. `top` is the card that may be taken."""
    names = {
        MoveKind.PASS: _("pass"),
        MoveKind.TAKE: _("take the card") if top is None else _("take the {top}"),
        MoveKind.DRAW: _("draw from the stock"),
        MoveKind.DISCARD: _("discard {card}"),
        MoveKind.KNOCK: _("knock with {card}"),
        MoveKind.GIN: _("gin with {card}"),
        MoveKind.BIG_GIN: _("big gin"),
        MoveKind.SPREAD: _layout_name(move),
        MoveKind.LAY_OFF: _layout_name(move),
    }
    card = spelling(move.face) if is_card(move.face) else ""
    return names[move.kind].format(
        card=card,
        top="" if top is None else spelling(top),
        melds=melds_text(move.melds, spelling=spelling),
        laid=_groups_text((faces_of(cards) for cards in move.laid if cards.cards), spelling),
    )


def _layout_name(move: Move) -> str:
    """Return the name of a layout of melds, of lay-offs, of both or of neither."""
    melds, laid = any(non_empty_melds(move.melds)), any(cards.cards for cards in move.laid)
    if melds and laid:
        return _("lay out {melds}, laying off {laid}")
    if melds and move.kind is MoveKind.LAY_OFF:
        return _("lay out {melds}, laying off nothing")
    if melds:
        return _("lay out {melds}")
    return _("lay off {laid}") if laid else _("lay out nothing")


_YOU_CLOSED = {
    turns.CLOSED_KNOCK: N_("You knocked"),
    turns.CLOSED_GIN: N_("You went gin"),
    turns.CLOSED_BIG_GIN: N_("You had big gin"),
}
_THEY_CLOSED = {
    turns.CLOSED_KNOCK: N_("{name} knocked"),
    turns.CLOSED_GIN: N_("{name} went gin"),
    turns.CLOSED_BIG_GIN: N_("{name} had big gin"),
}


def closing_title(view: View, *, name: str) -> str:
    """Return who closed the hand, and how."""
    closing = view.state.closing
    if view.state.turn == view.seat:
        return _(_YOU_CLOSED[closing])
    return _(_THEY_CLOSED[closing]).format(name=name)


def unmatched_text(left: Hand, points: int, spelling: Spelling = card_sign) -> str:
    """Return the unmatched cards and their points."""
    if not left.cards:
        return _("nothing left")
    text = ngettext("left {cards} ({points} point)", "left {cards} ({points} points)", points)
    return text.format(cards=cards_text(faces_of(left), spelling), points=points)


def layout_text(layout: Layout, spelling: Spelling = card_sign) -> str:
    """Return a layout as a choice: lay-offs, melds, unmatched cards, and the openings for the other seat."""
    parts = [*lay_off_texts(layout.move, spelling), *meld_texts(layout.move, spelling)]
    parts.append(unmatched_text(layout.left, layout.deadwood, spelling))
    if layout.openings:
        count = layout.openings
        text = ngettext("{count} card could be laid off", "{count} cards could be laid off", count)
        parts.append(text.format(count=count))
    return " · ".join(parts) if spelling is card_sign else join_series(parts)


def lay_off_texts(move: Move, spelling: Spelling = card_sign) -> list[str]:
    """Return the cards that `move` lays off, one text per meld of the spread."""
    return [
        _("on {number}: {cards}").format(number=number, cards=cards_text(faces_of(cards), spelling))
        for number, cards in enumerate(move.laid, start=1)
        if cards.cards
    ]


def meld_texts(move: Move, spelling: Spelling = card_sign) -> list[str]:
    """Return the melds of `move`."""
    return [cards_text(ordered_faces(meld), spelling) for meld in non_empty_melds(move.melds)]


def spread_lines(view: View, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return the knocker's spread: its numbered melds, then the unmatched cards."""
    assert view.spread is not None
    points = melds.points_of(view.variant, view.spread.unmatched)
    return (
        *(
            f"{number}. {cards_text(ordered_faces(meld), spelling)}"
            for number, meld in enumerate(view.spread.melds, start=1)
            if meld.cards
        ),
        unmatched_text(view.spread.unmatched, points, spelling),
    )


def defence_lines(view: View, spelling: Spelling = card_sign) -> tuple[str, ...]:
    """Return the defender's lay-offs, melds and unmatched cards."""
    assert view.defence is not None
    own, laid = view.defence.own, view.defence.laid
    move = Move(MoveKind.LAY_OFF, melds=own.melds, laid=laid)
    points = melds.points_of(view.variant, own.unmatched)
    return (
        *lay_off_texts(move, spelling),
        *meld_texts(move, spelling),
        unmatched_text(own.unmatched, points, spelling),
    )


def hands_lines(view: View, *, name: str, spelling: Spelling = card_sign) -> tuple[tuple[str, ...], ...]:
    """Return both hands of a finished one: a title and the lines below it for each."""
    if view.spread is not None and view.defence is not None:
        defender = _("{name} defends").format(name=name) if view.state.turn == view.seat else _("You defend")
        return (
            (closing_title(view, name=name), *spread_lines(view, spelling)),
            (defender, *defence_lines(view, spelling)),
        )
    if view.score is None or view.score.kind == scoring.VOID or view.shown is None:
        return ()
    return (
        (_("Your hand"), cards_text(faces_of(view.hand), spelling)),
        (_("The hand of {name}").format(name=name), cards_text(faces_of(view.shown), spelling)),
    )
