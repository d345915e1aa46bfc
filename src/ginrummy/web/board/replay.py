"""Replay of a finished match, step by step: with all cards, or as one seat saw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from markupsafe import Markup

from ginrummy.coach.charts import score_graph
from ginrummy.game.cards import card_sign
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.score_sheet import ScoreSheet
from ginrummy.game.view import face_or_none, last_event, view_of_game
from ginrummy.locale import _, ngettext
from ginrummy.locale.numbers import parse_number
from ginrummy.rules import scoring
from ginrummy.rules.types import NOBODY, SEATS, Face, Points, Seat, other_seat
from ginrummy.text.commentary import ending_commentary, ending_kind_text, event_line, games_by_half_turn
from ginrummy.text.sentences import event_text, score_lines
from ginrummy.web.board.board import names_addressed_to, names_for_seat, seat_avatar, seat_names
from ginrummy.web.board.cards import CardGroup, ShownCard, inactive_cards, meld_groups
from ginrummy.web.board.deal_check import deal_check_context, deal_check_texts
from ginrummy.web.board.hand_end import ShownHand, early_end_text, showdown_hand
from ginrummy.web.bots import review_requests
from ginrummy.web.ratings.models import Change
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import current_state

EVERYTHING = "all"
EYES = (EVERYTHING, "0", "1")


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """Position in a match and the observer: `hand` from 1, after `step` moves, `eyes` one of `EYES`."""

    hand: int = 1
    step: int = 0
    eyes: str = EVERYTHING

    @property
    def query(self) -> str:
        """Query string of the moment."""
        return "?" + urlencode({"hand": self.hand, "step": self.step, "eyes": self.eyes})

    @property
    def viewer(self) -> Seat | None:
        """Observing seat, `None` for all cards."""
        return None if self.eyes == EVERYTHING else Seat(int(self.eyes))


@dataclass(frozen=True, slots=True)
class ReplaySide:
    """Visible part of one seat: `laid_out` once it is on the table, without `groups` if only backs are
    visible.

    `taken` and `left` are the cards that the other seat remembers: taken from the pile or left there.
    """

    seat: Seat
    name: str
    is_dealer: bool
    size: int
    deadwood: Points | None
    groups: tuple[CardGroup, ...]
    laid_out: ShownHand | None
    taken: tuple[Face, ...] = ()
    left: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Entry of the move list: its text, and the moment just after the move."""

    text: str
    at: ReplayMoment
    is_now: bool


@dataclass(frozen=True, slots=True)
class HandEntry:
    """Entry of the list of hands: result and first moment."""

    number: int
    title: str
    at: ReplayMoment
    is_now: bool


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """Page of one moment, with links to others. The lower side comes first.

    `mover` is the name of the player to move, empty when the hand is over.
    """

    now: ReplayMoment
    steps: int
    hands: int
    sides: tuple[ReplaySide, ReplaySide]
    pile: tuple[ShownCard, ...]
    stock: int
    next_cards: tuple[ShownCard, ...]
    said: str
    result: tuple[str, ...]
    lines: tuple[MoveLine, ...]
    chapters: tuple[HandEntry, ...]
    eyes: tuple[tuple[str, ReplayMoment], ...]
    mover: str
    back: ReplayMoment | None
    on: ReplayMoment | None
    hand_before: ReplayMoment | None
    hand_after: ReplayMoment | None


def parse_replay_moment(query: Mapping[str, str], match: Match) -> ReplayMoment:
    """Parse the moment of a query string. Raise `Http404` if the match does not have it."""
    hand, step = _number(query.get("hand", "1")), _number(query.get("step", "0"))
    eyes = query.get("eyes", EVERYTHING)
    if not 1 <= hand <= len(match.games) or eyes not in EYES:
        raise Http404
    if step > len(match.games[hand - 1].plays):
        raise Http404
    return ReplayMoment(hand, step, eyes)


def _number(text: str) -> int:
    number = parse_number(text)
    if number is None:
        raise Http404
    return number


def build_replay_page(
    match: Match, now: ReplayMoment, names: tuple[str, str], *, reader: Seat | None = None
) -> ReplayPage:
    """Return the page of a finished match at a moment, addressed to the seat of the `reader` or anybody."""
    own_names = names_addressed_to(reader, names)
    games = games_by_half_turn(match.games[now.hand - 1])
    game = games[now.step]
    below = (reader or SEATS[0]) if now.viewer is None else now.viewer
    view = view_of_game(game, below)
    is_open = now.viewer is None
    back, on, before, after = _ways(match, now)
    return ReplayPage(
        now=now,
        steps=len(games) - 1,
        hands=len(match.games),
        sides=(_side(game, below, own_names, now), _side(game, other_seat(below), own_names, now)),
        pile=inactive_cards(game.pile if is_open else view.pile),
        stock=game.state.stock,
        next_cards=inactive_cards(game.stock) if is_open else (),
        said=_move_sentence(games, names, now, reader),
        result=_result(game, names, reader),
        lines=tuple(
            MoveLine(
                _move_line(games[step], names, now, reader),
                replace(now, step=step),
                step == now.step,
            )
            for step in range(1, len(games))
        ),
        chapters=tuple(_chapter(match, number, now) for number in range(1, len(match.games) + 1)),
        eyes=_eyes(names, now, reader),
        mover="" if game.is_over else own_names[game.turn],
        back=back,
        on=on,
        hand_before=before,
        hand_after=after,
    )


def _side(game: Game, seat: Seat, names: tuple[str, str], now: ReplayMoment) -> ReplaySide:
    view = view_of_game(game, seat if now.viewer is None else now.viewer)
    shown = showdown_hand(view, seat)
    is_seen = now.viewer in (None, seat)
    remembered = not is_seen and shown is None
    return ReplaySide(
        seat=seat,
        name=names[seat],
        is_dealer=game.dealer == seat,
        size=sum(pack.bit_count() for pack in game.state.hands[seat]),
        deadwood=view_of_game(game, seat).deadwood() if is_seen and shown is None else None,
        groups=meld_groups(view_of_game(game, seat)) if is_seen else (),
        laid_out=shown,
        taken=view.opponent_taken if remembered else (),
        left=view.opponent_refused if remembered else (),
    )


def _move_line(game: Game, names: tuple[str, str], now: ReplayMoment, reader: Seat | None) -> str:
    """Return the last move in words, to the `reader` who played it."""
    if reader is None or game.plays[-1].seat != reader:
        return event_line(game, names, now.viewer)
    seen = last_event(game, reader if now.viewer is None else now.viewer)
    return event_text(seen, seat=reader, name="")


def _result(game: Game, names: tuple[str, str], reader: Seat | None) -> tuple[str, ...]:
    """Return the result of the hand in words, to the `reader` or to anybody."""
    if game.score is None:
        return ()
    if reader is None:
        return (ending_commentary(game.score, names),)
    return score_lines(view_of_game(game, reader), name=names[other_seat(reader)])


def hand_result_text(match: Match, hand: int, names: tuple[str, str]) -> str:
    """Return the result of a hand, numbered from 1, for anybody. Empty for a hand that was not played out."""
    return " ".join(_result(match.games[hand - 1], names, None))


def _move_sentence(
    games: tuple[Game, ...], names: tuple[str, str], now: ReplayMoment, reader: Seat | None
) -> str:
    """Return the last move in words, or the dealer."""
    if now.step:
        return _move_line(games[now.step], names, now, reader)
    upcard = face_or_none(games[0].state.upcard)
    text = _("Hand {number}. {name} deals.").format(number=now.hand, name=names[games[0].dealer])
    if games[0].dealer == reader:
        text = ". ".join((_("Hand {number}").format(number=now.hand), _("You deal.")))
    if upcard is None:
        return text
    return " ".join((text, _("Upcard: {card}.").format(card=card_sign(upcard))))


def _chapter(match: Match, number: int, now: ReplayMoment) -> HandEntry:
    score = match.games[number - 1].score
    title = ""
    if score is not None:
        title = f"{ending_kind_text(score)} · {score.points}" if score.winner != NOBODY else _("no score")
    return HandEntry(number, title, replace(now, hand=number, step=0), number == now.hand)


def _eyes(
    names: tuple[str, str], now: ReplayMoment, reader: Seat | None
) -> tuple[tuple[str, ReplayMoment], ...]:
    titles = [_("All cards"), *(_("As {name} saw it").format(name=name) for name in names)]
    if reader is not None:
        titles[1 + reader] = _("As you saw it")
    return tuple((title, replace(now, eyes=eyes)) for title, eyes in zip(titles, EYES, strict=True))


def _ways(
    match: Match, now: ReplayMoment
) -> tuple[ReplayMoment | None, ReplayMoment | None, ReplayMoment | None, ReplayMoment | None]:
    """Return the previous and the next moment, and the first moments of the previous and the next hand."""
    lengths = [len(game.plays) for game in match.games]
    before = replace(now, hand=now.hand - 1, step=0) if now.hand > 1 else None
    after = replace(now, hand=now.hand + 1, step=0) if now.hand < len(lengths) else None
    if now.step:
        back: ReplayMoment | None = replace(now, step=now.step - 1)
    else:
        back = replace(before, step=lengths[before.hand - 1]) if before else None
    on = replace(now, step=now.step + 1) if now.step < lengths[now.hand - 1] else after
    return back, on, before, after


def turning_point(
    sheet: ScoreSheet, winner: Seat | None, names: Sequence[str], *, reader: Seat | None = None
) -> str:
    """Return a sentence to `reader` on the hand in which the winner took the lead for good.

    It is empty if the winner never led, and after a single hand.
    """
    place = None if winner is None else _last_lead(sheet, winner)
    if winner is None or place is None or len(sheet.rows) == 1:
        return ""
    is_own = winner == reader
    if place == 0:
        if is_own:
            return _("You were ahead from the first hand to the last.")
        return _("Ahead from the first hand to the last: {name}.").format(name=names[winner])
    row = sheet.rows[place]
    text = ngettext(
        "The turning point: hand {number}, {kind} for {points} point.",
        "The turning point: hand {number}, {kind} for {points} points.",
        row.score.points,
    ).format(number=place + 1, kind=row.title, points=row.score.points)
    after = _("You were ahead from then on.") if is_own else _("Ahead from then on: {name}.")
    return " ".join((text, after.format(name=names[winner])))


def _last_lead(sheet: ScoreSheet, winner: Seat) -> int | None:
    """Return the hand, from 0, in which `winner` took its final lead by the totals of the sheet."""
    lead, place = 0, None
    for number, row in enumerate(sheet.rows):
        totals = scoring.totals(sheet.variant, row.sheet)
        before, lead = lead, totals[winner] - totals[1 - winner]
        if lead > 0 >= before:
            place = number
    return place if lead > 0 else None


def match_end_context(table: Table, *, seat: Seat | None) -> dict[str, Any]:
    """Return the context of the page of a finished match."""
    state = current_state(table)
    match = state.match
    names, own_names = seat_names(table), names_for_seat(table, seat)
    found: dict[str, Any] = {"table": table, "names": names, "state": state, "end_seat": seat}
    found |= {"own_names": own_names}
    found |= {"ended": early_end_text(state, names)} | _rematch_of(table, seat)
    found |= {
        "figures": [seat_avatar(table, place) for place in SEATS],
        "reviews_at_once": review_requests.server_makes_reviews(),
    }
    if match is None:
        return found | {"sheet": None, "check": None, "check_words": None, "turning": "", "graph": ""}
    sheet = match.score_sheet
    return found | {
        "sheet": sheet,
        "graph": Markup(score_graph(sheet, own_names, seat=seat or SEATS[0])) if sheet.rows else "",
        "turning": turning_point(sheet, state.winner, own_names, reader=None if table.shared_by_id else seat),
        "check": deal_check_context(table, state, match),
        "check_words": deal_check_texts(match, names),
    }


def _rematch_of(table: Table, seat: Seat | None) -> dict[str, Any]:
    """Return the rematch, if any, whether `seat` is invited to it, the opponent, and the rating change."""
    nothing: dict[str, Any] = {"later": None, "seal": "", "is_asked": False, "opponent": None, "change": None}
    if seat is None:
        return nothing
    people = {one.number: one.person for one in table.taken}
    opponent, later = people.get(other_seat(seat)), Table.objects.filter(rematch_of=table).first()
    return nothing | {
        "later": later,
        "seal": "" if later is None else next(filter(None, current_state(later).seals), ""),
        "is_asked": later is not None and later.invited == people.get(seat) and not later.is_declined,
        "opponent": None if opponent is None or opponent.is_gone else opponent,
        "change": Change.objects.filter(seat__table=table, seat__number=seat).first(),
    }
