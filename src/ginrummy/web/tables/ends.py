"""A finished match: the secret shown, every hand step by step, the record to take away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ginrummy.game import Game
from ginrummy.match import Match
from ginrummy.record import write_record
from ginrummy.table import words
from ginrummy.variants import NamedVariant, load_variant, preset_names
from ginrummy.view import view_of_game
from ginrummy.web.ratings.models import Change
from ginrummy.web.tables.board import log_of, names_of
from ginrummy.web.tables.cards import CardGroup, ShownCard, hand_groups, shown_cards
from ginrummy.web.tables.endings import comment, told
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.sheets import score_sheet
from ginrummy.web.tables.standing import Standing
from ginrummy.web.tables.standings import standing_of

EVERYTHING = "all"


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a hand, as a reader of the finished match sees it."""

    hand: int
    step: int
    steps: int
    hands: int
    eyes: str
    holdings: tuple[tuple[CardGroup, ...], ...]
    pile: tuple[ShownCard, ...]
    stock: int
    log: tuple[str, ...]
    result: tuple[str, ...]


def end_of(table: Table, *, seat: int | None) -> dict[str, Any]:
    """Return what the page of a finished match is made of."""
    standing = standing_of(table)
    match = standing.match
    names = names_of(table)
    found: dict[str, Any] = {"table": table, "names": names, "standing": standing, "end_seat": seat}
    found |= {"ended": told(standing, names)} | _rematch_of(table, seat)
    if match is None:
        return found | {"sheet": None, "check": None}
    return found | {
        "sheet": score_sheet(match.variant, match.games),
        "check": check_of(table, standing, match),
    }


def _rematch_of(table: Table, seat: int | None) -> dict[str, Any]:
    """Return the rematch, if any, whether `seat` is asked, who the opponent is, what changed."""
    nothing: dict[str, Any] = {"later": None, "is_asked": False, "opponent": None, "change": None}
    if seat is None:
        return nothing
    people = {one.number: one.person for one in table.seats.select_related("person")}
    opponent, later = people.get(1 - seat), Table.objects.filter(rematch_of=table).first()
    return nothing | {
        "later": later,
        "is_asked": later is not None and later.invited == people.get(seat) and not later.is_declined,
        "opponent": None if opponent is None or opponent.is_gone else opponent,
        "change": Change.objects.filter(seat__table=table, seat__number=seat).first(),
    }


def check_of(table: Table, standing: Standing, match: Match) -> dict[str, Any]:
    """Return what the browser needs in order to compute the deals again (docs/deals.md)."""
    return {
        "secret": table.secret,
        "commitment": table.commitment,
        "cuts": list(standing.cuts),
        "packs": match.variant.decks,
        "decks": [list(game.deck) for game in match.games],
    }


def named_variant(table: Table) -> NamedVariant:
    """Return the variant of `table` with its names; house rules have one name only."""
    if table.variant_name in preset_names() and load_variant(table.variant_name).row == table.variant:
        return load_variant(table.variant_name)
    return NamedVariant("house", {"en": "House rules"}, {}, {}, table.variant, "")


def record_of(table: Table) -> str:
    """Return the record of the finished match at `table`."""
    standing = standing_of(table)
    match = standing.match
    assert match is not None
    date = table.created.date().isoformat()
    text = write_record(match, variant=named_variant(table), players=names_of(table), date=date)
    return text + comment(standing)


def step_of(table: Table, match: Match, *, hand: int, step: int, eyes: str) -> Step:
    """Return hand `hand` (from 1) after `step` moves, seen with the eyes of a seat or of everybody."""
    game = match.games[hand - 1]
    now = replayed(game, step)
    names = names_of(table)
    seats = (0, 1) if eyes == EVERYTHING else (int(eyes),)
    view = view_of_game(now, seats[0])
    return Step(
        hand=hand,
        step=step,
        steps=len(game.plays),
        hands=len(match.games),
        eyes=eyes,
        holdings=tuple(_holding(now, seat, seats) for seat in (0, 1)),
        pile=shown_cards(now.pile if eyes == EVERYTHING else view.pile),
        stock=now.state.stock,
        log=log_of(view, names[1 - seats[0]]),
        result=words.score_lines(view, name=names[1 - seats[0]]),
    )


def replayed(game: Game, step: int) -> Game:
    """Return `game` after its first `step` moves."""
    found = Game.deal(game.variant, dealer=game.dealer, deck=game.deck)
    for move in game.moves[:step]:
        found = found.play(move)
    return found


def _holding(game: Game, seat: int, seats: tuple[int, ...]) -> tuple[CardGroup, ...]:
    """Return the hand of `seat` where those eyes see it, nothing where they do not."""
    if seat in seats:
        return hand_groups(view_of_game(game, seat), "melds")
    return ()
