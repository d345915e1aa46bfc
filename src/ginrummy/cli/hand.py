"""`ginrummy hand`: the best melds of a hand, and the closings that eleven cards allow."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import click

from ginrummy.cli.options import (
    card_option,
    detect_card_language,
    json_option,
    read_card,
    read_cards,
    require_companion_option,
    variant_option,
)
from ginrummy.coach import ActionWorth, Judgement, judge
from ginrummy.coach.decisions import count_meld_outs, hand_after
from ginrummy.coach.explanations import preference_reason
from ginrummy.coach.view_of_real_cards import view_from_cards
from ginrummy.game.cards import Hand, face_code, face_text, faces_of, hand_of, reject_surplus_cards
from ginrummy.game.legality import find_illegality, knock_limit_clause
from ginrummy.game.moves import BIG_GIN, CLOSINGS, NO_HAND, Move, MoveKind, knock
from ginrummy.game.view import View
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.locale.errors import CardError, GinRummyError
from ginrummy.locale.numbers import percent_text, signed_text
from ginrummy.players.judgement import action_json
from ginrummy.rules import melds, spreads, turns
from ginrummy.rules.cards import NO_FACE, is_card, single, without
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import State
from ginrummy.rules.types import Face, Points
from ginrummy.terminal.output import (
    cards_text,
    hand_codes,
    melds_text,
    print_json,
    print_lines,
    screen_width,
)
from ginrummy.text.json import melds_json
from ginrummy.text.ledger.text_columns import column_lines, responsive_column_lines
from ginrummy.text.sentences import move_name, points_text
from ginrummy.variants import LIMIT_DISCARD, LIMIT_UPCARD, NONE, NamedVariant, Variant

SHOWN: Final = 5


def advice_lines(view: View) -> list[str]:
    """Return the best moves in words, the outs, the dangerous discards, and the reason for the first move."""
    judgement = judge(view)
    rows = [_heading(), *(_cells(view, judgement, action) for action in judgement.actions[:SHOWN])]
    name = move_name(judgement.best.move, top=view.top)
    best = _("A strong player: {move}.").format(move=name)
    if len(judgement.actions) > 1:
        why = preference_reason(view, judgement, judgement.best, judgement.actions[1])
        best = _("A strong player: {move} ({why}).").format(move=name, why=why)
    return [*responsive_column_lines(rows, right=(1, 2, 3, 4), most=screen_width()), "", best]


def _heading() -> list[str]:
    return [
        pgettext("column heading", "Advice"),
        pgettext("column", "match won"),
        pgettext("column", "points"),
        pgettext("column heading", "cards that help"),
        pgettext("column heading", "danger"),
    ]


def _cells(view: View, judgement: Judgement, action: ActionWorth) -> list[str]:
    helps = count_meld_outs(view, hand_after(view, action.move))
    danger = "–"
    if action.move.kind is MoveKind.DISCARD:
        danger = percent_text(judgement.other.wants[action.move.face], 0)
    is_end = action.move.kind in CLOSINGS
    worth = [percent_text(action.win, 1), signed_text(action.points, 1)]
    return [move_name(action.move, top=view.top), *worth, "–" if is_end else str(helps), danger]


def advice_json(view: View) -> dict[str, Any]:
    """Return the best moves as JSON values."""
    judgement = judge(view)
    return {
        "advice": [
            action_json(action)
            | {
                "helps": count_meld_outs(view, hand_after(view, action.move)),
                "danger": judgement.other.wants[action.move.face]
                if action.move.kind is MoveKind.DISCARD
                else None,
            }
            for action in judgement.actions
        ]
    }


class Discard(NamedTuple):
    """One possible discard: the deadwood it leaves, and the closing or the reason against it."""

    face: Face
    deadwood: Points
    closing: str
    closing_deadwood: int
    refusal: str


class Situation(NamedTuple):
    """The cards that matter for closing, `NO_FACE` for each that was not given."""

    upcard: Face
    top: Face
    taken: Face
    first_turn: bool


def command() -> click.Command:
    """Return the command `hand` in the current language."""
    return click.Command(
        "hand",
        callback=hand,
        help=_(
            "Find the best melds of CARDS and their deadwood. With one card more than a hand, say for each "
            "discard what it leaves and whether it may knock or go gin, and if not, why."
        ),
        params=[
            click.Argument(
                ["cards"],
                nargs=-1,
                required=True,
                metavar=_("CARDS") + "...",
                help=_("Cards such as 7H, TS or 10♠, together or apart."),
            ),
            variant_option(),
            card_option("--upcard", _("The upcard of the deal, where it sets the limit.")),
            card_option("--top", _("The visible discard, where it sets the limit.")),
            card_option("--taken", _("The card just taken from the pile: it may not go back.")),
            click.Option(
                ["--advise"],
                is_flag=True,
                help=_("Say what a strong player does, what helps and what is dangerous."),
            ),
            click.Option(
                ["--gone"],
                default="",
                metavar=_("CARDS"),
                help=_("The cards discarded so far, for --advise; the last one on top."),
            ),
            click.Option(["--first-turn"], is_flag=True, help=_("It is the first turn of the hand.")),
            json_option(),
        ],
    )


def hand(
    *,
    cards: tuple[str, ...],
    variant: NamedVariant,
    upcard: str | None,
    top: str | None,
    taken: str | None,
    first_turn: bool,
    advise: bool,
    gone: str,
    as_json: bool,
) -> None:
    """Print the melds and the deadwood of `cards`."""
    require_companion_option("gone", "advise")
    row = variant.row
    letters = detect_card_language(cards, upcard, top, taken, gone)
    faces = read_cards(cards, packs=row.decks, where=_("CARDS"), letters=letters)
    check_hand_size(row, len(faces))
    situation = Situation(
        read_card(upcard, where="--upcard", letters=letters),
        read_card(top, where="--top", letters=letters),
        read_card(taken, where="--taken", letters=letters),
        first_turn,
    )
    held = hand_of(faces)
    is_full = len(faces) > row.hand_dealer
    if is_card(situation.taken) and not is_full:
        raise CardError(_("it counts only in a hand after the draw"), where="--taken", clause="4.6")
    if is_full:
        check_situation(row, faces, situation)
    thrown = read_cards(gone, packs=row.decks, where="--gone", letters=letters)
    view = view_for_advice(row, faces, situation, thrown) if advise else None
    if as_json:
        print_json(hand_json(row, held, situation, is_full=is_full) | (advice_json(view) if view else {}))
    else:
        lines = hand_lines(row, held, situation, is_full=is_full)
        print_lines([*lines, *(["", *advice_lines(view)] if view else [])])


def hand_json(row: Variant, held: Hand, situation: Situation, *, is_full: bool) -> dict[str, Any]:
    """Return the melds, the deadwood and, before a discard, the closings of `held`, as JSON values."""
    return layout_json(row, held) | (closings_json(row, discard_state(held, situation)) if is_full else {})


def hand_lines(row: Variant, held: Hand, situation: Situation, *, is_full: bool) -> list[str]:
    """Return the melds, the deadwood and, before a discard, the closings of `held`, in words."""
    if not is_full:
        return column_lines(layout_rows(row, held))
    state = discard_state(held, situation)
    return [*column_lines([*layout_rows(row, held), *limit_rows(row, state)]), "", *discard_lines(row, state)]


def view_for_advice(
    row: Variant, faces: tuple[Face, ...], situation: Situation, thrown: tuple[Face, ...]
) -> View:
    """Return the view of a player who holds `faces`. Raise `CardError` where they do not determine it."""
    if len(faces) < row.hand_dealer:
        raise CardError(_("advice needs a whole hand"), where="--advise", clause="3.2")
    if len(faces) == row.hand_dealer and not is_card(situation.top):
        raise CardError(_("it is needed: the question is whether to take it"), where="--top")
    pile = (*thrown, situation.top) if is_card(situation.top) else thrown
    reject_surplus_cards((*faces, *thrown), packs=row.decks, where="--gone")
    reject_surplus_cards((*faces, *pile), packs=row.decks, where="--top")
    return view_from_cards(
        row,
        hand_of(faces),
        pile,
        upcard=situation.upcard,
        taken=situation.taken,
        turns_done=0 if situation.first_turn else max(1, len(pile)),
    )


def check_hand_size(row: Variant, count: int) -> None:
    """Raise `CardError` for more cards than a hand ever holds, or none (RULES 3.2, 5.1)."""
    most = row.hand_dealer + 1
    if count == 0:
        raise CardError(_("there is no card"), where=_("CARDS"), clause="3.2")
    if count > most:
        text = ngettext("{count} card: a hand holds at most {most}",
                        "{count} cards: a hand holds at most {most}", count)  # fmt: skip
        raise CardError(text.format(count=count, most=most), where=_("CARDS"), clause="3.2")


def check_situation(row: Variant, faces: tuple[Face, ...], situation: Situation) -> None:
    """Raise `GinRummyError` for cards in impossible places, and for a knock limit that cannot be known."""
    taken, top = situation.taken, situation.top
    if is_card(taken) and taken not in faces:
        text = _("{card} is not in the hand").format(card=face_text(taken, language()))
        raise CardError(text, where="--taken", clause="4.6")
    if is_card(top):
        reject_surplus_cards((*faces, top), packs=row.decks, where="--top")
    if row.knock_limit == LIMIT_UPCARD and not is_card(situation.upcard):
        text = _("it is needed: the upcard sets the limit")
        raise GinRummyError(text, where="--upcard", clause=knock_limit_clause(row))
    governed = row.knock_limit == LIMIT_DISCARD and not turns.has_limit_per_discard(row)
    if governed and not is_card(top) and not is_card(taken):
        text = _("it is needed: the visible discard sets the limit")
        raise GinRummyError(text, where="--top", clause=knock_limit_clause(row))


def discard_state(held: Hand, situation: Situation) -> State:
    """Return the state of the rules in which seat 0 holds `held` and must discard."""
    pile = single(situation.top) if is_card(situation.top) else NO_HAND
    return State(
        phase=turns.DISCARD,
        turn=0,
        dealer=1,
        hands=(held, NO_HAND),
        stock=0,
        pile=turns.Pile(pile, situation.top, NO_FACE),
        upcard=situation.upcard,
        taken=situation.taken,
        turns=0 if situation.first_turn else 1,
        idle=0,
        closing=turns.NO_CLOSING,
        closed=NO_FACE,
    )


def best_layout(row: Variant, held: Hand) -> Spread:
    """Return the automatic arrangement of `held`, of least deadwood (RULES 2.6, 6.2)."""
    return spreads.spread_without_bound(row, held, NO_HAND)


def layout_json(row: Variant, held: Hand) -> dict[str, Any]:
    """Return the best melds of `held` and the unmatched cards, as JSON values."""
    best = best_layout(row, held)
    return {
        "total": melds.points_of(row, held),
        "deadwood": melds.points_of(row, best.unmatched),
        "unmatched": hand_codes(best.unmatched),
        "melds": melds_json(best.melds),
    }


def layout_rows(row: Variant, held: Hand) -> list[list[str]]:
    """Return the best melds of `held` and the unmatched cards, in words."""
    best = best_layout(row, held)
    total, left = melds.points_of(row, held), melds.points_of(row, best.unmatched)
    return [
        [_("Melds"), melds_text(best.melds)],
        [_("Unmatched"), cards_text(faces_of(best.unmatched))],
        [_("Deadwood"), _("{left} (all cards: {total})").format(left=left, total=points_text(total))],
    ]


def possible_discards(row: Variant, state: State) -> list[Discard]:
    """Return every possible discard of the hand to move, sorted by the deadwood it leaves."""
    closings = turns.choices(row, state).closings
    found = [
        _discard(row, state, face, may_close=bool(closings >> face & 1))
        for face in faces_of(Hand(state.hands[0].cards, 0))
    ]
    return sorted(found, key=lambda discard: (discard.deadwood, discard.face))


def _discard(row: Variant, state: State, face: Face, *, may_close: bool) -> Discard:
    left = Points(melds.deadwood(row, without(state.hands[0], single(face))))
    if not may_close:
        return Discard(face, left, "", NONE, refusal_text(row, state, knock(face)))
    closing = "gin" if left == 0 else "knock"
    return Discard(face, left, closing, turns.closing_deadwood(row, state, face), "")


def refusal_text(row: Variant, state: State, move: Move) -> str:
    """Return why the rules refuse `move`, with the clause, or nothing for a legal move."""
    refusal = find_illegality(row, state, None, move, is_over=False)
    return "" if refusal is None else str(GinRummyError(refusal.what, clause=refusal.clause))


def knock_limits(row: Variant, state: State) -> dict[str, int | None]:
    """Return the knock limit in force, or that of each card where one's own discard sets it (RULES 5.4)."""
    if turns.has_limit_per_discard(row):
        faces = faces_of(Hand(state.hands[0].cards, 0))
        return {face_code(face): turns.knock_limit(row, state, face) for face in faces}
    limit = turns.knock_limit(row, state, NO_FACE)
    return {"": None if limit == NONE else limit}


def closings_json(row: Variant, state: State) -> dict[str, Any]:
    """Return the deadwood after each discard, which ones may close, and why the others may not."""
    discards = possible_discards(row, state)
    limits = knock_limits(row, state)
    big_gin = turns.choices(row, state).big_gin
    refused = "" if big_gin else refusal_text(row, state, BIG_GIN)
    return {
        **({"limit": limits[""]} if "" in limits else {"limits": limits}),
        "closings": {face_code(d.face): [d.closing, d.closing_deadwood] for d in discards if d.closing},
        "big_gin": big_gin,
        "discards": {face_code(d.face): d.deadwood for d in discards},
        "refused": {face_code(d.face): d.refusal for d in discards if d.refusal},
        **({"big_gin_refused": refused} if refused else {}),
    }


def limit_rows(row: Variant, state: State) -> list[list[str]]:
    """Return the knock limit and the big gin in words, if any."""
    rows, limits = [], knock_limits(row, state)
    if "" in limits:
        rows.append([_("Limit"), _limit_text(limits[""])])
    if row.big_gin_bonus != NONE:
        verdict = refusal_text(row, state, BIG_GIN) or _("yes")
        rows.append([_("Big gin"), verdict])
    return rows


def discard_lines(row: Variant, state: State) -> list[str]:
    """Return the deadwood after each discard and whether it may close, in words."""
    limits = knock_limits(row, state)
    own = "" not in limits
    heads = [
        pgettext("column heading", "Discard"),
        pgettext("column heading", "leaves"),
        *([pgettext("column heading", "limit")] if own else []),
        pgettext("column heading", "closes"),
    ]
    body = [_discard_cells(discard, limits) for discard in possible_discards(row, state)]
    return column_lines([heads, *body], right=(1, 2) if own else (1,))


def _discard_cells(discard: Discard, limits: dict[str, int | None]) -> list[str]:
    cells = [face_text(discard.face, language()), str(discard.deadwood)]
    if "" not in limits:
        cells.append(str(limits[face_code(discard.face)]))
    return [*cells, discard.refusal or _closing_text(discard)]


def _closing_text(discard: Discard) -> str:
    if discard.closing == "gin":
        return pgettext("how a hand ends", "gin")
    return _("knock: {points}").format(points=points_text(discard.closing_deadwood))


def _limit_text(limit: int | None) -> str:
    if limit is None:
        return _("only gin closes")
    return points_text(limit)
