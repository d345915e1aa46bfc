"""`ginrummy replay`: a recorded match turn by turn, as one text or by keys."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import click

from ginrummy.cli.file_arguments import check_output_file, load_posters
from ginrummy.cli.options import require_companion_option
from ginrummy.coach.decisions import turn_numbers
from ginrummy.game.cards import Hand, face_text, faces_of
from ginrummy.game.game import Game, Phase
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View, view_of_game
from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import RecordError
from ginrummy.rules import melds, scoring, spreads
from ginrummy.rules.cards import is_card
from ginrummy.rules.types import SEATS, Face, Seat
from ginrummy.terminal.command_parser import JCUKEN
from ginrummy.terminal.output import cards_text, print_lines
from ginrummy.text.commentary import ending_commentary, event_line, games_by_half_turn, spread_text
from ginrummy.text.ledger.text_columns import column_lines
from ginrummy.text.record import Record, load_record
from ginrummy.text.sentences import append_closing_discards

INDENT: Final = " " * 8


class ReplayPosition(NamedTuple):
    """Position in a record: the number of the hand, from 0, and the number of half-turns played in it."""

    hand: int
    played: int


def title_line(record: Record) -> str:
    """Return the variant, the players and the date."""
    date = record.headers.get("Date", ("",))[0]
    title = record.variant.title(language())
    first, second = record.players
    text = _("{variant}. {first} against {second}.").format(variant=title, first=first, second=second)
    return f"{text} {date}".rstrip()


def hand_heading(record: Record, hand: int) -> str:
    """Return the number of a hand, its dealer and the upcard."""
    game = record.match.games[hand]
    text = _("Hand {number}. {name} deals.").format(number=hand + 1, name=record.players[game.dealer])
    if not is_card(game.state.upcard):
        return text
    upcard = _("Upcard: {card}.").format(card=face_text(Face(game.state.upcard), language()))
    return f"{text} {upcard}"


def hand_rows(record: Record, game: Game, viewer: Seat | None) -> list[str]:
    """Return the two hands, one per line: both open, or the other seat's as far as `viewer` knows it."""
    rows = [[record.players[place], hand_text(game, place, viewer)] for place in SEATS]
    return column_lines(rows, indent=INDENT)


def hand_text(game: Game, owner: Seat, viewer: Seat | None) -> str:
    """Return the melds and cards of seat `owner`, or what `viewer` knows of them."""
    view = view_of_game(game, owner if viewer is None else viewer)
    if viewer in (None, owner) or view.shown is not None:
        return _arrange_hand(game, game.state.hands[owner])
    return _known_text(view)


def _arrange_hand(game: Game, hand: Hand) -> str:
    shown = spreads.spread_without_bound(game.variant, hand, game.state.pile.cards)
    return f"{spread_text(shown)} ({melds.points_of(game.variant, shown.unmatched)})"


def _known_text(view: View) -> str:
    size = view.opponent_size
    text = ngettext("{size} card", "{size} cards", size).format(size=size)
    known, possible = faces_of(view.opponent_known), faces_of(view.opponent_possible)
    if known:
        text = _("{cards}, known: {known}").format(cards=text, known=cards_text(known))
    return append_closing_discards(text, cards_text(possible)) if possible else text


def score_lines(record: Record, hand: int) -> Iterator[str]:
    """Yield the result of a hand and the sheet after it, or nothing before its end."""
    match = record.match
    score = match.games[hand].score
    if score is None:
        return
    yield ending_commentary(score, record.players)
    sheet = match.score_sheet.rows[hand].sheet
    rows = [[name, *(str(column.points[seat]) for column in sheet.columns[: match.variant.columns])]
            for seat, name in zip(SEATS, record.players, strict=True)]  # fmt: skip
    if scoring.plays_manches(match.variant):
        for row, points in zip(rows, sheet.partie, strict=True):
            row.append(_("partie: {points}").format(points=points))
    yield from column_lines(rows, right=range(1, len(rows[0])), indent=INDENT)


def result_line(record: Record) -> str:
    """Return the winner, or that the match is not over."""
    match = record.match
    if match.winner is None:
        return _("The match is not finished.")
    own, other = scoring.totals(match.variant, match.current_sheet)[:: 1 - 2 * match.winner]
    text = _("{name} has won the match, {own} to {other}.")
    return text.format(name=record.players[match.winner], own=own, other=other)


_FORWARD: Final = (" ", "\r", "\n", "n", "l", "\x1b[C", "\x1bOC", "àM", "\x00M")
_BACK: Final = ("p", "h", "\x7f", "\b", "\x1b[D", "\x1bOD", "àK", "\x00K")
_NEXT_HAND: Final = ("N", "j", "\x1b[B", "\x1bOB", "\x1b[6~", "àP", "\x00P")
_LAST_HAND: Final = ("P", "k", "\x1b[A", "\x1bOA", "\x1b[5~", "àH", "\x00H")
_LEAVE: Final = ("q", "Q", "\x1b")
_BEGUN: Final = re.compile(r"\x1b(?:\[[0-9;]*|O)?")
_KEY: Final = re.compile(rf"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|[à\x00].|{_BEGUN.pattern}|.", re.DOTALL)
_OURS, _THEIRS = "".join(JCUKEN), "".join(JCUKEN.values())
_LATIN: Final = str.maketrans(_THEIRS + _THEIRS.upper(), _OURS + _OURS.upper())
"""Key map from a Russian keyboard to the keys of an English one."""
_SHOWN_EVENTS: Final = 4


def command() -> click.Command:
    """Return the command `replay` in the current language."""
    return click.Command(
        "replay",
        callback=replay,
        help=_(
            "Step through the match recorded in FILE. At a terminal the keys turn the pages: → and ← go a "
            "step, ↓ and ↑ a hand, q leaves. Elsewhere, or with --plain, everything is printed."
        ),
        params=[
            click.Argument(["file"], type=click.Path(path_type=Path), metavar=_("FILE")),
            click.Option(["--seat"], type=click.Choice(["0", "1"]), help=_("Show only what this seat saw.")),
            click.Option(
                ["--hand"],
                type=click.IntRange(min=1),
                metavar=_("NUMBER"),
                help=_("This hand alone; with keys, the first."),
            ),
            click.Option(["--plain"], is_flag=True, help=_("Print everything, without keys.")),
            click.Option(
                ["--picture"],
                type=click.Path(path_type=Path),
                metavar=_("FILE"),
                help=_("Write the end of the hand as a picture (.png), or its moves as an animation (.gif)."),
            ),
            click.Option(
                ["--turn"],
                type=click.IntRange(min=1),
                metavar=_("NUMBER"),
                help=_("With --picture, the position before this turn of the hand."),
            ),
        ],
    )


def replay(
    *, file: Path, seat: str | None, hand: int | None, plain: bool, picture: Path | None, turn: int | None
) -> None:
    """Show the match in `file`, or write a `picture` of one hand."""
    require_companion_option("turn", "picture")
    record = load_record(file)
    hands = range(len(record.match.games)) if hand is None else [_hand_number(record, hand, file)]
    viewer = None if seat is None else Seat(int(seat))
    if picture is not None:
        _write_picture(record, hands[0], turn, viewer, picture)
    elif plain or not (sys.stdout.isatty() and sys.stdin.isatty()):
        print_lines(_pages(record, hands, viewer))
    else:
        _turn_pages(record, hands[0], viewer)


def _hand_number(record: Record, hand: int, file: Path) -> int:
    count = len(record.match.games)
    if hand > count:
        text = ngettext("the record has {count} hand only", "the record has {count} hands only", count)
        raise RecordError(text.format(count=count), where=str(file))
    return hand - 1


def _write_picture(record: Record, hand: int, turn: int | None, viewer: Seat | None, path: Path) -> None:
    """Write a picture or an animation of a hand, or of the position before `turn`."""
    output = check_output_file(path, lambda _path: False)
    posters = load_posters()
    game, names, kind = record.match.games[hand], record.players, path.suffix.lower()
    if kind == ".gif" and turn is None:
        drawn = posters.hand_gif(game, names, hand + 1, viewer=viewer)
    elif kind != ".png":
        raise RecordError(_("a picture ends in .png, the animation of a hand in .gif"), where=str(path))
    elif turn is None:
        drawn = posters.hand_png(game, names, hand + 1, viewer=viewer)
    else:
        drawn = posters.position_png(_position_before(game, turn), names, viewer=viewer)
    assert output is not None
    output.write(drawn)


def _position_before(game: Game, turn: int) -> Game:
    """Return the position before a turn of `game`. Raise `RecordError` where there is none."""
    for position, number in zip(games_by_half_turn(game), turn_numbers(game), strict=False):
        if number == turn:
            return position
    raise RecordError(_("the hand has no turn {turn}").format(turn=turn))


def _pages(record: Record, hands: Iterable[int], seat: Seat | None) -> Iterator[str]:
    """Yield the lines of whole hands."""
    yield title_line(record)
    for hand in hands:
        yield ""
        yield hand_heading(record, hand)
        yield from _hand_lines(record, games_by_half_turn(record.match.games[hand]), seat)
        yield from score_lines(record, hand)
    yield from ("", result_line(record))


def _hand_lines(record: Record, games: tuple[Game, ...], seat: Seat | None) -> Iterator[str]:
    yield from hand_rows(record, games[0], seat)
    last = 0
    for game, turn in zip(games[1:], turn_numbers(games[-1]), strict=True):
        number = f"{turn:3}. " if turn > last else " " * 5
        last = turn
        yield number + event_line(game, record.players, seat)
        if game.plays[-1].move.kind is MoveKind.DISCARD:
            yield from hand_rows(record, game, seat)


def _turn_pages(record: Record, hand: int, seat: Seat | None) -> None:
    """Show one position at a time until the person leaves."""
    place: ReplayPosition | None = ReplayPosition(hand, 0)
    cut_off = ""
    while place is not None:
        click.clear()
        print_lines(_page(record, place, seat))
        sys.stdout.flush()
        keys, cut_off = split_keys(cut_off + click.getchar())
        for key in keys:
            place = place and next_position(record, place, key)


def split_keys(typed: str) -> tuple[list[str], str]:
    r"""Return the keys in `typed`, and the start of an escape sequence that was cut off at the end.

    A key that is held down arrives several times in one read, and a read may end inside a sequence.

    >>> split_keys("\x1b[C\x1b[Cn\x1b[")
    (['\x1b[C', '\x1b[C', 'n'], '\x1b[')
    """
    keys = _KEY.findall(typed)
    cut_off = keys.pop() if len(keys) > 1 and _BEGUN.fullmatch(keys[-1]) else ""
    return [key.translate(_LATIN) for key in keys], cut_off


def _page(record: Record, place: ReplayPosition, seat: Seat | None) -> Iterator[str]:
    games = games_by_half_turn(record.match.games[place.hand])
    game = games[place.played]
    yield from (title_line(record), "", hand_heading(record, place.hand), "")
    yield from hand_rows(record, game, seat)
    yield from ("", _table_line(game), "")
    for past in games[max(1, place.played - _SHOWN_EVENTS + 1) : place.played + 1]:
        yield INDENT + event_line(past, record.players, seat)
    if game.phase is Phase.OVER:
        yield from score_lines(record, place.hand)
        if place.hand == record.match.number:
            yield from ("", result_line(record))
    yield from ("", _("→ ← a step   ↓ ↑ a hand   q leaves"))


def _table_line(game: Game) -> str:
    pile = game.pile
    text = ngettext("{count} card in the stock, on the pile: {top}",
                    "{count} cards in the stock, on the pile: {top}", game.state.stock)  # fmt: skip
    return INDENT + text.format(count=game.state.stock, top=cards_text(pile[-1:]))


def next_position(record: Record, position: ReplayPosition, key: str) -> ReplayPosition | None:
    """Return the position after `key` at `position`, or `None` to leave."""
    if key in _LEAVE:
        return None
    if key in _FORWARD:
        return _forward(record, position)
    if key in _BACK:
        return _back(record, position)
    if key in _NEXT_HAND:
        return ReplayPosition(min(position.hand + 1, record.match.number), 0)
    if key in _LAST_HAND:
        return ReplayPosition(
            position.hand - 1 if position.played == 0 and position.hand else position.hand, 0
        )
    return position


def _forward(record: Record, place: ReplayPosition) -> ReplayPosition:
    if place.played < len(record.match.games[place.hand].plays):
        return ReplayPosition(place.hand, place.played + 1)
    return ReplayPosition(place.hand + 1, 0) if place.hand < record.match.number else place


def _back(record: Record, place: ReplayPosition) -> ReplayPosition:
    if place.played:
        return ReplayPosition(place.hand, place.played - 1)
    if not place.hand:
        return place
    return ReplayPosition(place.hand - 1, len(record.match.games[place.hand - 1].plays))
