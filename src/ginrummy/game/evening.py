"""Evening of more people than two: who may sit down, the matches, and what everybody has gained (RULES 14).

An `Evening` is a value: `play` returns the next one. A pad rebuilds it from its hands after each edit, a
table plays board by board.

    >>> from ginrummy.game.evening import start_evening
    >>> from ginrummy.rules.forms import PARTNERSHIP
    >>> from ginrummy.rules.scoring import score_void
    >>> from ginrummy.variants import DEFAULT
    >>> evening = start_evening(PARTNERSHIP, DEFAULT, ("Anna", "Boris", "Clara", "Denis"))
    >>> evening.boards
    ((0, 2), (1, 3))
    >>> evening.play(0, 2, score_void()).boards
    ((1, 3),)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ginrummy.game.evening_matches import BoardHand, EachMatch, EveningMatch, Pair, SideMatch, Sides
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules import forms, scoring
from ginrummy.rules.forms import (
    SEAT_BOARDS,
    SEAT_CAPTAIN,
    SEAT_EVERYBODY,
    SEAT_FREE,
    SEAT_LONGEST_OUT,
    SEAT_LOSER_OUT,
    SHEET_EACH,
    SHEET_SIDES,
    Form,
)
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.types import NOBODY
from ginrummy.variants import Variant


class EveningError(GinRummyError):
    """People, or a hand of theirs, that a form does not allow."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening so far: its people in order, its hands, and its matches in the order of their beginning.

    `line` has the people at the one board of a form, and then those who wait for it. `dealer` is a person, or
    with boards of two sides a side, or `NOBODY` where it is unknown.
    """

    form: Form
    variant: Variant
    people: tuple[str, ...]
    line: tuple[int, ...]
    dealer: int = NOBODY
    hands: tuple[BoardHand, ...] = ()
    matches: tuple[EveningMatch, ...] = ()
    deals: int = 0

    @property
    def finished(self) -> tuple[EveningMatch, ...]:
        """The matches that are over."""
        return tuple(match for match in self.matches if match.is_over)

    @property
    def open_matches(self) -> tuple[EveningMatch, ...]:
        """The matches in play."""
        return tuple(match for match in self.matches if not match.is_over)

    @property
    def sides(self) -> Sides:
        """The two sides of the next hand, where a form has sides."""
        if self.form.seating == SEAT_CAPTAIN:
            count, number = len(self.people), len(self.finished)
            box = forms.box_person(count, number)
            return (box,), tuple(forms.captain_person(count, number, turn) for turn in range(count - 1))
        half = len(self.people) // 2
        return tuple(range(half)), tuple(range(half, 2 * half))

    @property
    def boards(self) -> tuple[Pair, ...]:
        """The boards that may be played now: two people each, no person twice."""
        return _BOARDS[self.form.seating](self)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The people who sit out of the next hand, in order."""
        playing = {person for board in self.boards for person in board}
        order = self.line or tuple(range(len(self.people)))
        return tuple(person for person in order if person not in playing)

    @property
    def dealers(self) -> tuple[int, ...]:
        """The people who deal at the boards that may be played now, as far as that is known."""
        if self.dealer == NOBODY:
            return ()
        if self.form.seating == SEAT_BOARDS:
            side = self.sides[self.dealer]
            return tuple(person for board in self.boards for person in board if person in side)
        return (self.dealer,)

    @property
    def is_over(self) -> bool:
        """Whether everybody has met everybody; other forms have no end."""
        return self.form.seating == SEAT_EVERYBODY and not self.boards

    @property
    def gains(self) -> tuple[int, ...]:
        """The points that each person has gained by the matches that are over (14.9)."""
        over = self.finished
        return tuple(sum(match.gain(person) for match in over) for person in range(len(self.people)))

    @property
    def wins(self) -> tuple[int, ...]:
        """The matches that each person has won."""
        over = self.finished
        return tuple(sum(person in match.winners for match in over) for person in range(len(self.people)))

    @property
    def hands_won(self) -> tuple[int, ...]:
        """The hands that each person has won."""
        return tuple(sum(hand.winner == person for hand in self.hands) for person in range(len(self.people)))

    @property
    def ranking(self) -> tuple[int, ...]:
        """The people in order of matches won, then of points gained (14.9)."""
        wins, gains = self.wins, self.gains
        return tuple(sorted(range(len(self.people)), key=lambda one: (-wins[one], -gains[one])))

    def verify_board(self, first: int, second: int) -> None:
        """Raise `EveningError` if these two may not play the next hand (14.11)."""
        if first == second:
            raise EveningError(_("two different people play a hand"), clause="14.11")
        if self.form.seating == SEAT_BOARDS:
            self._verify_sides(first, second)
        elif self.form.seating == SEAT_EVERYBODY:
            self._verify_meeting(first, second)
        elif self.form.seating != SEAT_FREE:
            for person in (first, second):
                if person not in self.boards[0]:
                    raise self._error(_("{name} sits out of this hand"), "14.11", person)

    def play(self, first: int, second: int, score: HandScore) -> Evening:
        """Return the evening with a hand of two people, `first` in seat 0. Raises `EveningError`."""
        self.verify_board(first, second)
        hand = BoardHand(first, second, score)
        return _PLAY[self.form.seating](replace(self, hands=(*self.hands, hand)), hand)

    def opponent(self, person: int) -> int:
        """Return whom `person` plays now. Raises `EveningError` if there is no one such person."""
        others = [sum(board) - person for board in self.boards if person in board]
        if len(others) == 1:
            return others[0]
        if self.form.seating == SEAT_BOARDS:
            due = next(sum(board) - person for board in _deal_boards(self) if person in board)
            self.verify_board(person, due)
        elif self.form.seating not in (SEAT_EVERYBODY, SEAT_FREE):
            raise self._error(_("{name} sits out of this hand"), "14.11", person)
        raise self._error(_("say against whom {name} played"), "14.3", person)

    def _verify_sides(self, first: int, second: int) -> None:
        half = len(self.people) // 2
        if first // half == second // half:
            raise self._error(_("{name} and {other} are on one side"), "14.11", first, second)
        due = next(sum(board) - first for board in _deal_boards(self) if first in board)
        if due != second:
            raise self._error(_("in this deal {name} plays {other}"), "14.4", first, due)
        if (min(first, second), max(first, second)) not in self.boards:
            text = _("the board of {name} and {other} is entered already in this deal")
            raise self._error(text, "14.11", first, second)

    def _verify_meeting(self, first: int, second: int) -> None:
        if open_match(self, first, second) is not None:
            return
        if meetings(self, first, second) >= self.form.meetings:
            raise self._error(_("{name} and {other} have no match left"), "14.8", first, second)
        for match in self.open_matches:
            assert isinstance(match, SideMatch)
            for person in (first, second):
                if match.side_of(person) != NOBODY:
                    other = match.sides[1 - match.side_of(person)][0]
                    text = _("{name} is in the middle of a match against {other}")
                    raise self._error(text, "14.8", person, other)

    def _error(self, text: str, clause: str, person: int, other: int = NOBODY) -> EveningError:
        names = {"name": self.people[person], "other": self.people[other]}
        return EveningError(text.format(**names), clause=clause)


def start_evening(form: Form, variant: Variant, people: Sequence[str], *, dealer: int = NOBODY) -> Evening:
    """Return the evening before its first hand; `dealer` is the person who deals first, if known.

    Raises `EveningError` for people or a variant that the form does not allow (14.1, 14.4, 14.10, 14.11).
    """
    names = tuple(people)
    if len({name.casefold() for name in names}) < len(names):
        raise EveningError(_("two people have the same name"), clause="14.11")
    if not form.people_least <= len(names) <= form.people_most:
        text = _("players in this form: {least} to {most}, not {count}")
        shown = text.format(least=form.people_least, most=form.people_most, count=len(names))
        raise EveningError(shown, clause="14.1")
    if form.seating == SEAT_BOARDS and len(names) % 2:
        raise EveningError(_("two sides of equal size need an even number of people"), clause="14.4")
    if form.sheet == SHEET_EACH and (variant.columns > 1 or scoring.plays_manches(variant)):
        raise EveningError(_("this form is played with one column and without a partie"), clause="14.10")
    if form.seating == SEAT_BOARDS:
        half = len(names) // 2
        variant = variant._replace(game_target=forms.side_target(form, variant, half))
        dealer = dealer if dealer == NOBODY else dealer // half
    if form.seating in (SEAT_EVERYBODY, SEAT_FREE) and dealer != NOBODY:
        raise EveningError(_("in this form no dealer is noted"), clause="14.3")
    has_line = form.seating in (SEAT_LOSER_OUT, SEAT_LONGEST_OUT)
    one_board = form.sheet == SHEET_SIDES or has_line
    line = tuple(range(len(names))) if has_line else ()
    evening = Evening(form, variant, names, line, dealer if one_board else NOBODY)
    if form.seating != SEAT_BOARDS and evening.dealer != NOBODY and dealer not in evening.boards[0]:
        raise EveningError(_("{name} sits out of this hand").format(name=names[dealer]), clause="14.11")
    return evening


def open_match(evening: Evening, first: int, second: int) -> SideMatch | None:
    """Return the match in play between two people, if any."""
    for match in evening.open_matches:
        if isinstance(match, SideMatch) and {first, second} == {match.sides[0][0], match.sides[1][0]}:
            return match
    return None


def meetings(evening: Evening, first: int, second: int) -> int:
    """Return how many matches of two people have begun."""
    return sum(
        isinstance(match, SideMatch) and {first, second} == {match.sides[0][0], match.sides[1][0]}
        for match in evening.matches
    )


def _deal_boards(evening: Evening) -> tuple[Pair, ...]:
    """Return all boards of the deal in play."""
    first, second = evening.sides
    places = (
        forms.opponent(evening.form, len(first), evening.deals, len(evening.finished), place)
        for place in range(len(first))
    )
    return tuple((person, second[place]) for person, place in zip(first, places, strict=True))


def _boards_of_sides(evening: Evening) -> tuple[Pair, ...]:
    """Return the boards of the deal in play that have not ended (14.5)."""
    ended = {evening.hands[number][:2] for match in evening.open_matches for number in _open_hands(match)}
    return tuple(board for board in _deal_boards(evening) if not {board, board[::-1]} & ended)


def _open_hands(match: EveningMatch) -> tuple[int, ...]:
    return match.open_hands if isinstance(match, SideMatch) else ()


def _board_of_chouette(evening: Evening) -> tuple[Pair, ...]:
    """Return the box and its captain (14.7)."""
    box, _others = evening.sides
    losses = 0
    for match in evening.open_matches:
        losses = sum(evening.hands[number].winner in box for number in match.hands)
    captain = forms.captain_person(len(evening.people), len(evening.finished), losses)
    return ((box[0], captain),)


def _board_of_line(evening: Evening) -> tuple[Pair, ...]:
    first, second = evening.line[:2]
    return ((first, second),)


def _boards_of_everybody(evening: Evening) -> tuple[Pair, ...]:
    """Return the matches in play, and for the people who are free the first of the rounds (14.8)."""
    boards = list(_boards_in_play(evening))
    count = len(evening.people)
    for turn in range(evening.form.meetings):
        for number in range(forms.round_count(count)):
            for person in range(count):
                other = forms.round_partner(count, number, person)
                busy = {each for board in boards for each in board}
                if other > person and not {person, other} & busy and meetings(evening, person, other) == turn:
                    boards.append((person, other))
    return tuple(boards)


def _boards_of_free_play(evening: Evening) -> tuple[Pair, ...]:
    """Return the matches in play; two people alone have one board."""
    return ((0, 1),) if len(evening.people) == 2 else _boards_in_play(evening)


def _boards_in_play(evening: Evening) -> tuple[Pair, ...]:
    return tuple(
        (match.sides[0][0], match.sides[1][0])
        for match in evening.open_matches
        if isinstance(match, SideMatch)
    )


_BOARDS: Final[dict[int, Callable[[Evening], tuple[Pair, ...]]]] = {
    SEAT_BOARDS: _boards_of_sides,
    SEAT_CAPTAIN: _board_of_chouette,
    SEAT_LOSER_OUT: _board_of_line,
    SEAT_LONGEST_OUT: _board_of_line,
    SEAT_EVERYBODY: _boards_of_everybody,
    SEAT_FREE: _boards_of_free_play,
}


def _with_match(evening: Evening, old: EveningMatch | None, new: EveningMatch) -> Evening:
    """Return `evening` with `new` in place of its match `old`, or as its last match."""
    if old is None:
        return replace(evening, matches=(*evening.matches, new))
    matches = tuple(new if match is old else match for match in evening.matches)
    return replace(evening, matches=matches)


def _play_deal(evening: Evening, _hand: BoardHand) -> Evening:
    """Return `evening` with its last hand as one board of the deal (14.5)."""
    old = evening.open_matches[0] if evening.open_matches else None
    match = old if isinstance(old, SideMatch) else SideMatch(evening.variant, evening.sides)
    match = match.enter_board(evening.form, evening.hands)
    after = _with_match(evening, old, match)
    if match.open_hands:
        return after
    winner = match.deals[-1].rows[0].score.winner
    return replace(after, deals=evening.deals + 1, dealer=_next_dealer(evening, winner))


def _next_dealer(evening: Evening, winner: int) -> int:
    """Return who deals next among two seats: the first has dealt if `evening.dealer` is 0."""
    if evening.dealer == NOBODY:
        return NOBODY
    return scoring.next_dealer(evening.variant, evening.dealer, winner)


def _play_chouette(evening: Evening, hand: BoardHand) -> Evening:
    """Return `evening` with a hand of the box and the captain (14.7)."""
    old = evening.open_matches[0] if evening.open_matches else None
    match = old if isinstance(old, SideMatch) else SideMatch(evening.variant, evening.sides)
    after = _with_match(evening, old, match.enter_hand(len(evening.hands) - 1, hand))
    return _with_dealer(evening, after, hand)


def _with_dealer(before: Evening, after: Evening, hand: BoardHand) -> Evening:
    """Return `after` with its dealer: the one who comes in, else by 3.4 and 3.5 (14.3)."""
    board = after.boards[0]
    comers = [person for person in board if person not in hand[:2]]
    if comers:
        return replace(after, dealer=comers[0])
    if before.dealer == NOBODY:
        return after
    people = hand[:2]
    dealer = scoring.next_dealer(after.variant, people.index(before.dealer), hand.score.winner)
    return replace(after, dealer=people[dealer])


def _play_line(evening: Evening, hand: BoardHand) -> Evening:
    """Return `evening` with a hand of the two at the board, and the line after it (14.3)."""
    old = evening.open_matches[0] if evening.open_matches else None
    number = len(evening.hands) - 1
    if evening.form.sheet == SHEET_EACH:
        each = old if isinstance(old, EachMatch) else EachMatch.start(evening.variant, len(evening.people))
        after = _with_match(evening, old, each.enter_hand(number, hand))
        return _with_dealer(evening, _moved_line(after, hand.winner), hand)
    match = old if isinstance(old, SideMatch) else _match_of_two(evening, *evening.line[:2])
    match = match.enter_hand(number, hand)
    after = _with_match(evening, old, match)
    if match.is_over:
        after = _moved_line(after, match.winners[0])
    return _with_dealer(evening, after, hand)


def _moved_line(evening: Evening, winner: int) -> Evening:
    """Return `evening` with the line after a hand or a match that `winner` has won (14.3)."""
    board, waiting = evening.line[:2], evening.line[2:]
    seat = NOBODY if winner == NOBODY else board.index(winner)
    leaves = forms.leaving_seat(evening.form, seat)
    if leaves == NOBODY or not waiting:
        return evening
    return replace(evening, line=(board[1 - leaves], *waiting, board[leaves]))


def _match_of_two(evening: Evening, first: int, second: int) -> SideMatch:
    return SideMatch(evening.variant, ((first,), (second,)))


def _play_meeting(evening: Evening, hand: BoardHand) -> Evening:
    """Return `evening` with a hand of two people in their match (14.8)."""
    first, second = hand[:2]
    old = open_match(evening, first, second)
    match = old or _match_of_two(evening, first, second)
    return _with_match(evening, old, match.enter_hand(len(evening.hands) - 1, hand))


_PLAY: Final[dict[int, Callable[[Evening, BoardHand], Evening]]] = {
    SEAT_BOARDS: _play_deal,
    SEAT_CAPTAIN: _play_chouette,
    SEAT_LOSER_OUT: _play_line,
    SEAT_LONGEST_OUT: _play_line,
    SEAT_EVERYBODY: _play_meeting,
    SEAT_FREE: _play_meeting,
}
