"""`ginrummy showdown`: score a hand from a real table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import click

from ginrummy.cli.meld_input import MeldInput, read_lay_offs, read_melds
from ginrummy.cli.options import (
    card_option,
    detect_card_language,
    json_option,
    read_card,
    read_cards,
    variant_option,
)
from ginrummy.game.cards import Hand, faces_of, hand_of, reject_surplus_cards
from ginrummy.game.layouts import spread_extensions
from ginrummy.game.legality import above_limit, find_illegality, illegal_move
from ginrummy.game.moves import NO_HAND, Melds, Move, MoveKind, ordered_faces, remove_melds
from ginrummy.game.score_sheet import ending_title
from ginrummy.locale import _, ngettext
from ginrummy.locale.errors import CardError, IllegalMove, join_series
from ginrummy.rules import melds, scoring, showdown, spreads, turns
from ginrummy.rules.cards import NO_FACE, is_card, join_hands, size_of
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.showdown import Defence
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import State
from ginrummy.terminal.output import (
    cards_text,
    hand_codes,
    melds_text,
    print_json,
    print_lines,
)
from ginrummy.text.json import melds_json, score_numbers
from ginrummy.text.ledger.text_columns import column_lines
from ginrummy.text.sentences import points_text
from ginrummy.variants import LIMIT_DISCARD, LIMIT_NONE, LIMIT_UPCARD, NONE, NamedVariant, Variant

_SIDES = {0: "knocker", 1: "defender"}


class ClosedHand(NamedTuple):
    """Cards on the table: the knocker's spread and the defender's cards, and the kind of closing."""

    spread: Spread
    defender: Hand
    state: State


def command() -> click.Command:
    """Return the command `showdown` in the current language."""
    return click.Command(
        "showdown",
        callback=settle,
        help=_(
            "Settle a hand: the knocker's melds and unmatched cards against the defender's cards. Lay-offs "
            "and the defender's melds are the best there are, unless they are given."
        ),
        params=[
            click.Option(
                ["--spread"],
                multiple=True,
                required=True,
                metavar=_("MELDS"),
                help=_('The knocker\'s melds, as in "KS KH KD / 4D 5D 6D"; may be repeated.'),
            ),
            _cards_option("--unmatched", _("The knocker's unmatched cards.")),
            _cards_option("--defender", _("The defender's cards."), required=True),
            click.Option(["--big-gin"], is_flag=True, help=_("The knocker declared big gin.")),
            variant_option(),
            card_option("--upcard", _("The upcard of the deal.")),
            card_option("--top", _("The visible discard, where it sets the limit.")),
            click.Option(
                ["--laid-off"],
                metavar=_("CARDS"),
                help=_('What the defender lays off, as in "KC>1 7D>3" (meld 1, meld 3) or "KC 7D".'),
            ),
            click.Option(["--defender-melds"], metavar=_("MELDS"), help=_("The defender's own melds.")),
            json_option(),
        ],
    )


def _cards_option(name: str, help_text: str, *, required: bool = False) -> click.Option:
    return click.Option([name], multiple=True, required=required, metavar=_("CARDS"), help=help_text)


def settle(
    *,
    spread: tuple[str, ...],
    unmatched: tuple[str, ...],
    defender: tuple[str, ...],
    big_gin: bool,
    variant: NamedVariant,
    upcard: str | None,
    top: str | None,
    laid_off: str | None,
    defender_melds: str | None,
    as_json: bool,
) -> None:
    """Print the result of the hand."""
    row = variant.row
    letters = detect_card_language(spread, unmatched, defender, upcard, top, laid_off, defender_melds)
    shown = read_melds(MeldInput(row, letters, "--spread"), spread)
    left = hand_of(read_cards(unmatched, packs=row.decks, where="--unmatched", letters=letters))
    other = hand_of(read_cards(defender, packs=row.decks, where="--defender", letters=letters))
    reject_surplus_in_options(
        {"--spread": shown, "--unmatched": (left,), "--defender": (other,)}, packs=row.decks
    )
    validate_hand_sizes(row, shown, left, other, big_gin=big_gin)
    governing = (
        read_card(upcard, where="--upcard", letters=letters),
        read_card(top, where="--top", letters=letters),
    )
    closed = ClosedHand(
        Spread(shown, left), other, closed_state(shown, left, other, governing, big_gin=big_gin)
    )
    validate_closing(row, closed)
    defence = complete_defence(row, closed, laid_off, defender_melds, letters=letters)
    score = showdown.score_showdown(row, closed.state, closed.spread, defence)
    if as_json:
        print_json(result_json(row, closed.spread, defence, score))
    else:
        print_lines([*result_lines(row, closed.spread, defence, score), *uncertainty_notes(row, closed)])


def reject_surplus_in_options(hands_by_option: Mapping[str, Iterable[Hand]], *, packs: int) -> None:
    """Raise `CardError` for a card used more often than the packs hold it. The error names the options."""
    faces = {
        name: [face for part in parts for face in faces_of(part)] for name, parts in hands_by_option.items()
    }
    for face, count in Counter(face for found in faces.values() for face in found).items():
        try:
            reject_surplus_cards([face] * count, packs=packs)
        except CardError as error:
            where = ", ".join(name for name, found in faces.items() if face in found)
            raise CardError(error.what, where=where, clause=error.clause) from None


def validate_hand_sizes(row: Variant, shown: Melds, left: Hand, other: Hand, *, big_gin: bool) -> None:
    """Raise `CardError` for a hand of zero or too many cards (RULES 3.2, 5.7)."""
    knocker = size_of(left) + sum(size_of(meld) for meld in shown)
    sizes = (
        ("--spread", knocker, row.hand_dealer + (1 if big_gin else 0)),
        ("--defender", size_of(other), row.hand_dealer),
    )
    for where, count, most in sizes:
        if count == 0:
            raise CardError(_("there is no card"), where=where, clause="3.2")
        if count <= most:
            continue
        if where == "--spread" and count == most + 1 and left == NO_HAND and row.big_gin_bonus != NONE:
            text = _("one card too many: leave out the closing discard, or add --big-gin")
            raise CardError(text, where=where, clause="5.7")
        text = ngettext("{count} card: a hand holds at most {most}",
                        "{count} cards: a hand holds at most {most}", count)  # fmt: skip
        raise CardError(text.format(count=count, most=most), where=where, clause="3.2")


def closed_state(
    shown: Melds, left: Hand, other: Hand, governing: tuple[int, int], *, big_gin: bool
) -> State:
    """Return the state of the rules in which seat 0 has closed with these cards."""
    hand = left
    for meld in shown:
        hand = join_hands(hand, meld)
    closing = turns.CLOSED_GIN if left == NO_HAND else turns.CLOSED_KNOCK
    upcard, top = governing
    return State(
        phase=turns.CLOSED,
        turn=0,
        dealer=1,
        hands=(hand, other),
        stock=0,
        pile=turns.Pile(NO_HAND, top, NO_FACE),
        upcard=upcard,
        taken=NO_FACE,
        turns=1,
        idle=0,
        closing=turns.CLOSED_BIG_GIN if big_gin else closing,
        closed=top,
    )


def is_limit_known(row: Variant, state: State) -> bool:
    """Return whether the given cards determine the knock limit."""
    if row.knock_limit == LIMIT_UPCARD:
        return is_card(state.upcard)
    return row.knock_limit != LIMIT_DISCARD or is_card(state.pile.top)


def validate_closing(row: Variant, closed: ClosedHand) -> None:
    """Raise `IllegalMove` for an illegal closing, as far as the given cards show (RULES 5)."""
    spread, state = closed.spread, closed.state
    points = melds.points_of(row, spread.unmatched)
    if state.closing == turns.CLOSED_BIG_GIN:
        _refuse_big_gin(row, closed, points)
    elif state.closing == turns.CLOSED_KNOCK:
        if melds.deadwood(row, state.hands[0]) == 0:
            text = _("this hand is gin: all of it is laid out in melds")
            raise IllegalMove(text, where="--unmatched", clause="6.1")
        _refuse_knock(row, closed, points)


def _refuse_big_gin(row: Variant, closed: ClosedHand, points: int) -> None:
    if row.big_gin_bonus == NONE:
        raise illegal_move("no_big_gin", "5.7", where="--big-gin")
    if points > 0:
        raise illegal_move("big_gin_leaves", "5.7", where="--unmatched", left=points)
    if size_of(closed.state.hands[0]) <= row.hand_dealer:
        raise illegal_move("big_gin_undrawn", "5.7", where="--big-gin")


def _refuse_knock(row: Variant, closed: ClosedHand, points: int) -> None:
    most = row.knock_max_unmatched
    if row.knock_limit == LIMIT_NONE:
        raise illegal_move("gin_only", "5.8", where="--unmatched", left=points)
    if most != NONE and size_of(closed.spread.unmatched) > most:
        raise illegal_move("unmatched", "5.5", where="--unmatched", most=most)
    limit = turns.spread_limit(row, closed.state)
    if is_limit_known(row, closed.state) and points > limit:
        raise above_limit(row, points, limit, where="--unmatched")


def complete_defence(
    row: Variant, closed: ClosedHand, laid_off: str | None, defender_melds: str | None, *, letters: str
) -> Defence:
    """Return the given defence, verified, and the best one for the rest (RULES 6.3-6.6)."""
    spread, hand, closing = closed.spread, closed.defender, closed.state.closing
    if laid_off is None and defender_melds is None:
        return showdown.best_defence(row, hand, spread, closing)
    own = read_melds(MeldInput(row, letters, "--defender-melds"), (defender_melds or "",))
    laid = read_lay_offs(MeldInput(row, letters, "--laid-off"), laid_off or "", spread.melds)
    move = Move(MoveKind.LAY_OFF, melds=own, laid=laid)
    # The knock limit is already checked: here the rules check only the defence.
    refused = find_illegality(row, closed.state, spread, move, is_over=False)
    if refused is not None:
        raise refused.with_place("--defender-melds" if laid_off is None else "--laid-off")
    rest = remove_melds(remove_melds(hand, laid), own)
    if defender_melds is None:
        return Defence(laid, spreads.spread_without_bound(row, rest, NO_HAND))
    if laid_off is None and showdown.may_lay_off(row, closing):
        ways = spread_extensions(row, rest, spread.melds)
        laid = min(ways, key=lambda way: melds.points_of(row, remove_melds(rest, way)))
        rest = remove_melds(rest, laid)
    return Defence(laid, Spread(own, rest))


def result_json(row: Variant, spread: Spread, defence: Defence, score: HandScore) -> dict[str, Any]:
    """Return the result of the hand, with the field names of the worked cases."""
    return {
        "kind": scoring.KIND_NAMES[score.kind],
        "winner": _SIDES.get(score.winner),
        "knocker_deadwood": melds.points_of(row, spread.unmatched),
        "defender_deadwood": melds.points_of(row, defence.own.unmatched),
        "defender_unmatched": hand_codes(defence.own.unmatched),
        "defender_melds": melds_json(defence.own.melds),
        "laid_off": hand_codes(showdown.laid_off_cards(defence)),
        **score_numbers(score),
    }


def result_lines(row: Variant, spread: Spread, defence: Defence, score: HandScore) -> list[str]:
    """Return the whole showdown in words."""
    rows = [
        [_("Knocker"), melds_text(spread.melds), _left_text(row, spread.unmatched)],
        [_("Defender"), melds_text(defence.own.melds), _left_text(row, defence.own.unmatched)],
    ]
    return [*column_lines(rows), *_laid_lines(spread, defence), "", _verdict(score)]


def _left_text(row: Variant, unmatched: Hand) -> str:
    if not unmatched.cards:
        return _("nothing left")
    points = points_text(melds.points_of(row, unmatched))
    return _("left: {cards} = {points}").format(cards=cards_text(faces_of(unmatched)), points=points)


def _laid_lines(spread: Spread, defence: Defence) -> list[str]:
    return [
        _("Laid off: {cards} on {meld}").format(
            cards=cards_text(ordered_faces(laid)), meld=cards_text(ordered_faces(meld))
        )
        for laid, meld in zip(defence.laid, spread.melds, strict=True)
        if laid.cards
    ]


def _verdict(score: HandScore) -> str:
    kind = ending_title(score.kind)
    if score.winner == scoring.NOBODY:
        return _("{kind}: nobody scores").format(kind=kind)
    sides = (_("{kind}: the knocker scores {points}"), _("{kind}: the defender scores {points}"))
    text = sides[score.winner].format(kind=kind, points=calculation_text(score))
    if score.extra_coups:
        boxes = ngettext("{number} extra box", "{number} extra boxes", score.extra_coups)
        text = join_series([text, boxes.format(number=score.extra_coups)])
    return text


def calculation_text(score: HandScore) -> str:
    """Return how the points of a hand add up: `(10 + 25) × 2 = 70`."""
    total = points_text(score.points)
    if score.bonus == 0 and score.multiplier == 1:
        return total
    text = f"{score.difference} + {score.bonus}" if score.bonus else str(score.difference)
    if score.multiplier > 1:
        text = f"({text}) × {score.multiplier}" if score.bonus else f"{text} × {score.multiplier}"
    return f"{text} = {total}"


def uncertainty_notes(row: Variant, closed: ClosedHand) -> list[str]:
    """Return notes on what the given cards leave open."""
    found = []
    state = closed.state
    if size_of(state.hands[0]) < row.hand_dealer or size_of(closed.defender) < row.hand_dealer:
        found.append(_("Note: a hand has {number} cards; fewer were given.").format(number=row.hand_dealer))
    if state.closing == turns.CLOSED_KNOCK and not is_limit_known(row, state):
        found.append(_("Note: without the card that sets it, the limit was not checked."))
    if row.spade_double and not is_card(state.upcard):
        found.append(_("Note: without the upcard, no spade was counted double."))
    return found
