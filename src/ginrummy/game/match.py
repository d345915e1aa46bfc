"""A whole match as an immutable value: hand after hand, until the score sheet is complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ginrummy.game import shuffle
from ginrummy.game.game import Game
from ginrummy.game.moves import Move
from ginrummy.game.notebook import picture_method
from ginrummy.game.score_sheet import ScoreSheet, build_score_sheet, enter_score
from ginrummy.game.shuffle import DealError, Seeds, seeds_from_number
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_seat
from ginrummy.locale.errors import IllegalMove
from ginrummy.rules import scoring
from ginrummy.rules.scoring import Sheet
from ginrummy.rules.types import Seat, seat_or_none
from ginrummy.variants import CUT_LOW, NamedVariant, Variant, resolve_variant, variant_text


@dataclass(frozen=True, slots=True)
class Match:
    """A match: the seeds of its deals, the hands played, the current hand, and the score sheet.

    `sheet` holds the finished hands only; the current hand is entered when it ends. Without seeds each deck
    is supplied when it is dealt, as at a real table.
    """

    variant: Variant
    seeds: Seeds | None
    finished: tuple[Game, ...]
    game: Game
    sheet: Sheet

    def __repr__(self) -> str:
        """Return the state of the match on one line."""
        points = scoring.totals(self.variant, self.current_sheet)
        turn = "" if self.game.is_over else f", turn={self.game.turn}"
        return (
            f'Match("{variant_text(self.variant)}", hand={self.number + 1}, dealer={self.game.dealer}, '
            f"totals={points}, phase={self.game.phase.value}{turn})"
        )

    def __str__(self) -> str:
        """Return the number of the hand and the score of seats 0 and 1, in the current language."""
        own, other = scoring.totals(self.variant, self.current_sheet)
        return _("Hand {number}: {text}").format(number=self.number + 1, text=f"{own}–{other}")

    _repr_svg_ = picture_method("game.pictures:match_picture")

    @classmethod
    def start(
        cls,
        variant: Variant | NamedVariant | str | Path,
        seeds: Seeds | int | str,
        *,
        dealer: int | None = None,
    ) -> Match:
        """Return the match before its first move, with the first dealer by cut or lot by default (RULES 3.1).

        `variant` may be a name or a file. `seeds` may be the number or word that `--seed` takes.

        >>> Match.start("hollywood", 7)
        Match("hollywood", hand=1, dealer=0, totals=(0, 0), phase=discard, turn=1)
        """
        variant = resolve_variant(variant)
        seeds = seeds if isinstance(seeds, Seeds) else seeds_from_number(seeds)
        first = first_dealer(variant, seeds) if dealer is None else as_seat(dealer, "Match.start")
        game = Game.deal(variant, dealer=first, deck=shuffle.shuffled_deck(seeds, 0, variant.decks))
        return cls(variant, seeds, (), game, scoring.new_sheet())

    @classmethod
    def from_deck(cls, variant: Variant, deck: Sequence[int], *, dealer: int) -> Match:
        """Return the match before its first move, without seeds. Raises `CardError` for an invalid deck."""
        return cls(variant, None, (), Game.deal(variant, dealer=dealer, deck=deck), scoring.new_sheet())

    @property
    def number(self) -> int:
        """The number of the hand on the table, from 0."""
        return len(self.finished)

    @property
    def is_over(self) -> bool:
        """Whether the match is won, the hand on the table included."""
        return scoring.is_match_over(self.current_sheet)

    @property
    def winner(self) -> Seat | None:
        """The seat that has won the match, `None` before its end (RULES 9.6, 10.7, 11.3)."""
        return seat_or_none(scoring.match_winner(self.variant, self.current_sheet))

    @property
    def current_sheet(self) -> Sheet:
        """The score sheet, including the current hand if it has ended."""
        return (
            self.sheet if self.game.score is None else enter_score(self.variant, self.sheet, self.game.score)
        )

    @property
    def score_sheet(self) -> ScoreSheet:
        """The sheet of the finished hands as players write it, row by row."""
        return build_score_sheet(self.variant, (game.score for game in self.games))

    @property
    def games(self) -> tuple[Game, ...]:
        """All hands, the one on the table last."""
        return (*self.finished, self.game)

    def play(self, move: Move | str) -> Match:
        """Return the match after `move`, or its text, in the current hand. Raises `IllegalMove`."""
        return replace(self, game=self.game.play(move))

    def next_hand(self, deck: Sequence[int] | None = None) -> Match:
        """Return the match with the next hand dealt, from `deck` if there are no seeds (RULES 3.4, 3.5).

        Raises `IllegalMove` during a hand and after the match, `DealError` unless there are either seeds or a
        deck.
        """
        score = self.game.score
        if score is None:
            raise IllegalMove(_("the hand is not over"), clause="3.4")
        if self.is_over:
            raise IllegalMove(_("the match is over"), clause="9.1")
        dealer = scoring.next_dealer(self.variant, self.game.dealer, score.winner)
        game = Game.deal(self.variant, dealer=dealer, deck=self._next_deck(deck))
        return replace(self, finished=self.games, game=game, sheet=self.current_sheet)

    def _next_deck(self, given: Sequence[int] | None) -> Sequence[int]:
        if self.seeds is not None and given is None:
            return shuffle.shuffled_deck(self.seeds, self.number + 1, self.variant.decks)
        if self.seeds is None and given is not None:
            return given
        raise DealError(_("a match is dealt by its seeds or, if it has none, by given decks"), clause="3.6")


def first_dealer(variant: Variant, seeds: Seeds) -> Seat:
    """Return the seat that deals first, by the cut or by lot (RULES 3.1)."""
    if variant.first_dealer == CUT_LOW:
        return shuffle.dealer_by_cut(shuffle.cut_faces(seeds))
    return shuffle.dealer_by_lot(seeds)
