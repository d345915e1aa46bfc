"""The choice of layouts: all legal, the best first, none missing."""

from __future__ import annotations

import pytest

from ginrummy.game.cards import Hand, hand_of, parse_faces
from ginrummy.game.game import Game, Phase
from ginrummy.game.layouts import MOST_CHOICES, maximal_spreads, melds_in, reasonable_layouts
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind, knock, melds_text, non_empty_melds
from ginrummy.game.view import view_of
from ginrummy.rules import melds
from ginrummy.rules.cards import contains_cards, join_hands, size_of
from ginrummy.rules.showdown import may_lay_off
from ginrummy.rules.spreads import Spread, is_legal_spread
from ginrummy.rules.turns import spread_limit
from ginrummy.text.sentences import layout_text
from ginrummy.variants import Variant, load_variant
from tests.table.seats import matches

STANDARD = load_variant("standard").row


def hand(text: str) -> Hand:
    return hand_of(parse_faces(text, packs=2))


def showdowns(name: str, *, seed: int = 1, hands: int = 6) -> list[Match]:
    return [
        match
        for match in matches(name, seed=seed, hands=hands)
        if match.game.phase in (Phase.SPREAD, Phase.LAY_OFF)
    ]


@pytest.mark.parametrize(
    "name", ["standard", "two_pack", "round_the_corner_hoyle", "high_low_ace", "oklahoma"]
)
def test_every_layout_offered_is_legal_and_the_first_is_the_best(name: str) -> None:
    offered = 0
    for match in showdowns(name):
        view = view_of(match, match.game.turn)
        layouts = reasonable_layouts(view)
        assert 1 <= len(layouts) <= MOST_CHOICES
        assert layouts[0].move == view.automatic_layout()
        for layout in layouts:
            assert view.refusal(layout.move) is None, str(layout.move)
            assert layout.deadwood >= layouts[0].deadwood
            assert layout.deadwood == melds.points_of(match.variant, layout.left)
        assert len(
            {(layout.move.laid, frozenset(non_empty_melds(layout.move.melds))) for layout in layouts}
        ) == len(layouts)
        offered += len(layouts)
    assert offered > len(showdowns(name)), "no hand had a choice"


def test_another_spread_of_the_same_deadwood_is_offered() -> None:
    """6.1: 4-5-6 or the set of sixes, 8 points left either way."""
    parts = maximal_spreads(STANDARD, hand("4S5S6S 6H6D 9S9H9D KC2D"))
    shown = {melds_text(spread.melds) for spread in parts}
    assert shown == {"4S5S6S/9S9H9D", "6S6H6D/9S9H9D"}


def test_a_layout_takes_up_every_card_and_meld_that_it_can() -> None:
    parts = maximal_spreads(STANDARD, hand("4S5S6S7S8S9S KC2D3H4C"))
    assert [melds_text(spread.melds) for spread in parts] == ["4S5S6S7S8S9S"]


def test_twins_stand_in_two_runs() -> None:
    parts = maximal_spreads(load_variant("two_pack").row, hand("4S4S5S5S6S6S KC2D3H9C"))
    assert [melds_text(spread.melds) for spread in parts] == ["4S5S6S/4S5S6S"]


@pytest.mark.parametrize("name", ["standard", "round_the_corner", "two_pack", "high_low_ace"])
def test_the_melds_found_are_those_of_the_law(name: str) -> None:
    for match in showdowns(name, hands=3):
        for seat in (0, 1):
            check_melds(match.variant, match.game.state.hands[seat])


def check_melds(variant: Variant, cards: Hand) -> None:
    found = melds_in(variant, cards)
    assert len(set(found)) == len(found)
    assert all(melds.is_meld(variant, meld) and contains_cards(cards, meld) for meld in found)
    least = min(melds.points_of(variant, spread.unmatched) for spread in maximal_spreads(variant, cards))
    assert least == melds.deadwood(variant, cards)


def test_the_defender_may_choose_not_to_lay_off() -> None:
    for match in showdowns("standard", hands=12):
        view = view_of(match, match.game.turn)
        if view.phase is Phase.LAY_OFF and any(cards.cards for cards in view.automatic_layout().laid):
            assert any(
                not any(cards.cards for cards in layout.move.laid) for layout in reasonable_layouts(view)
            )
            return
    raise AssertionError("nobody laid anything off")


def test_what_a_spread_lets_the_other_lay_off_is_counted() -> None:
    game = knocked()
    layout = reasonable_layouts(view_of(game, game.game.turn))[0]
    known = join_hands(game.game.state.hands[game.game.turn], game.game.state.pile.cards)
    assert 0 <= layout.openings <= 52 - size_of(known)


def knocked() -> Match:
    """Return a match just after a knock."""
    return next(
        match
        for match in matches("standard", seed=4)
        if match.game.phase is Phase.SPREAD and match.game.plays[-1].move.kind is MoveKind.KNOCK
    )


def test_a_knock_within_the_limit_may_be_spread_worse() -> None:
    game: Game = knocked().game
    assert knock(game.state.closed).kind is MoveKind.KNOCK
    view = view_of(knocked(), game.turn)
    for layout in reasonable_layouts(view):
        spread = Spread(layout.move.melds, layout.left)
        assert is_legal_spread(game.variant, view.hand, spread, spread_limit(game.variant, game.state))


@pytest.mark.parametrize("name", ["straight", "last"])
def test_nothing_is_said_to_be_laid_off_on_a_gin(name: str) -> None:
    """6.5: if nothing may be laid off after gin, a layout has no openings."""
    gins = 0
    for seed in range(1, 12):
        for match in showdowns(name, seed=seed, hands=8):
            view = view_of(match, match.game.turn)
            if view.phase is Phase.SPREAD and not may_lay_off(match.variant, view.state.closing):
                gins += 1
                assert all(layout.openings == 0 for layout in reasonable_layouts(view))
                assert "laid off" not in layout_text(reasonable_layouts(view)[0])
    assert gins, "no hand ended with gin"
