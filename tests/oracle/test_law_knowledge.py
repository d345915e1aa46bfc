"""Law against oracle: the knowledge of each seat and of spectators (RULES 4.9)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from ginrummy.game.cards import face_code
from ginrummy.game.game import Game, Phase
from ginrummy.game.moves import CLOSING_DISCARDS, MoveKind
from ginrummy.game.public_view import public_view_of_game
from ginrummy.game.view import view_of_game
from ginrummy.rules import scoring, turns
from ginrummy.rules.types import Card as CardNumber
from ginrummy.rules.types import Seat
from ginrummy.variants import Variant, load_variant, preset_names
from tests.at_random import bold_play
from tests.oracle.cards import PACK, Card
from tests.oracle.dense import dense_deck
from tests.oracle.knowledge import Counts, Deal, Sight, Worlds
from tests.oracle.lockstep import card_numbers
from tests.oracle.words import cards_of, params_of

WATCHERS = (0, 1, None)
MOST_HANDS = 60
TWO_PACK = load_variant("two_pack").row
HOUSES = {
    **{name: load_variant(name).row for name in preset_names()},
    "face_up": TWO_PACK._replace(closing_discard_face_down=0),
    "thrown_back": TWO_PACK._replace(allow_discard_taken_card=1),
    "thrown_back_gin": load_variant("two_pack_gin_only").row._replace(allow_discard_taken_card=1),
    "last_discard": TWO_PACK._replace(wall_action=2),
    "own_discard": TWO_PACK._replace(limit_source=2, knock_max_unmatched=-1),
    "short": load_variant("standard").row._replace(endless_turns=4),
}

TO_THE_END = TWO_PACK._replace(wall_stock=0)
"""In hands played to the end of the stock, counting finds more than the law does."""


def small(row: Variant) -> Variant:
    """Return `row` with hands of three cards, four where the non-dealer has one more."""
    return row._replace(hand_dealer=3, hand_nondealer=3 + row.hand_nondealer - row.hand_dealer)


def small_game(row: Variant, chance: random.Random) -> Game:
    """Return a hand dealt from eleven cards, or with two packs from six of which there are two each."""
    ranks, suits = chance.choice([("A23", "SH"), ("9TJ", "SD"), ("KA2", "HC")])
    pack = [rank + suit for rank, suit in product(ranks, suits)] * 2
    if row.decks == 1:
        pack = [rank + suit for rank, suit in product(ranks, "SHDC")][:-1]
    chance.shuffle(pack)
    deck, dealer = tuple(map(CardNumber, card_numbers(pack))), Seat(chance.randrange(2))
    state = turns.deal_deck(row, deck, dealer)
    missing = len(PACK) * row.decks - len(deck)
    return Game(row, dealer, deck, state._replace(stock=state.stock - missing))


def deal_of(game: Game, watcher: int | None) -> Deal:
    """Return the deal of `game` as seen by `watcher`."""
    upcard = game.state.upcard
    hands = tuple(map(cards_of, game.state.hands))
    pack = tuple(face_code(card % len(PACK)) for card in game.deck)
    return Deal(
        params_of(game.variant),
        pack,
        (len(hands[0]), len(hands[1])),
        face_code(upcard) if upcard >= 0 else None,
        watcher,
        () if watcher is None else hands[watcher],
    )


def sights_of(game: Game, watcher: int | None) -> list[Sight]:
    """Return the observations of `watcher` at the last move of `game`, and the hands laid open."""
    seat, move, face = game.plays[-1]
    hidden = [MoveKind.DRAW, *CLOSING_DISCARDS][: 3 if game.variant.closing_discard_face_down else 1]
    is_seen = face >= 0 and (seat == watcher or move.kind not in hidden)
    sights = [Sight(seat, move.kind.value, face_code(face) if is_seen else None)]
    if move.kind is MoveKind.SPREAD:
        sights.append(Sight(seat, "shown", None, cards_of(game.state.hands[seat])))
    if game.score is not None and game.score.kind != scoring.VOID:
        sights += [Sight(each, "shown", None, cards_of(game.state.hands[each])) for each in (0, 1)]
    return sights


def told(game: Game, watcher: int | None, seat: int) -> tuple[Counter[Card], Counter[Card]]:
    """Return the law's knowledge of `watcher` about the hand of `seat`: certain and possible cards."""
    if watcher is None:
        public = public_view_of_game(game)
        return Counter(cards_of(public.known[seat])), Counter(cards_of(public.possible[seat]))
    view = view_of_game(game, watcher)
    return Counter(cards_of(view.opponent_known)), Counter(cards_of(view.opponent_possible))


@pytest.mark.parametrize("name", HOUSES)
def test_what_is_known_is_what_every_possible_hand_holds(name: str) -> None:
    chance, row, seen = random.Random(name), small(HOUSES[name]), Counter[str]()
    is_hidden = row.closing_discard_face_down == 1
    for number in range(MOST_HANDS):
        if number >= 6 and bool(seen["doubt"]) == is_hidden:
            break
        game, watcher = small_game(row, chance), WATCHERS[number % 3]
        worlds, sure = Worlds(deal_of(game, watcher)), [Counter[Card](), Counter[Card]()]
        for after in bold_play(game, chance, turns=20):
            for sight in sights_of(after, watcher):
                worlds.see(sight)
            for seat in {0, 1} - {watcher}:
                before, (sure[seat], doubt) = sure[seat], told(after, watcher, seat)
                assert sure[seat] == worlds.sure(seat), (str(after), watcher, seat)
                assert not doubt or doubt == before - sure[seat]
                assert all(lies_or_is_held(worlds, seat, card) for card in doubt)
                seen.update(sure=len(sure[seat]), doubt=len(doubt))
    assert seen["sure"] > 20
    assert bool(seen["doubt"]) == is_hidden


def lies_or_is_held(worlds: Worlds, seat: int, card: Card) -> bool:
    """Return whether `card` is the closing discard in some world and in a hand in another."""
    closed = {world.closed == card for world in worlds.worlds}
    held = {world.hands[seat].count(card) for world in worlds.worlds}
    return closed == {True, False} and len(held) > 1


@pytest.mark.parametrize("name", HOUSES)
def test_what_is_known_in_whole_packs(name: str) -> None:
    chance, row, seen = random.Random(name), HOUSES[name], 0
    for number in range(6):
        deck, watcher = card_numbers(dense_deck(chance, row.decks)), WATCHERS[number % 3]
        game = Game.deal(row, dealer=chance.randrange(2), deck=deck)
        counts = Counts(deal_of(game, watcher))
        for after in bold_play(game, chance, turns=50):
            for sight in sights_of(after, watcher):
                counts.see(sight)
            for seat in {0, 1} - {watcher}:
                sure, _doubt = told(after, watcher, seat)
                assert sure == counts.sure(seat), (str(after), watcher, seat)
                seen += len(sure)
    assert seen > 60


@pytest.mark.parametrize("name", ["two_pack", "eaai", "thrown_back"])
def test_the_oracle_counts_as_it_enumerates(name: str) -> None:
    chance = random.Random(name)
    for _hand in range(3):
        game = small_game(small(HOUSES[name]), chance)
        hand = [*bold_play(game, chance, turns=24)]
        for watcher in WATCHERS:
            deal = deal_of(game, watcher)
            worlds, counts = Worlds(deal), Counts(deal)
            for sight in (sight for after in hand for sight in sights_of(after, watcher)):
                worlds.see(sight)
                counts.see(sight)
                for seat in {0, 1} - {watcher}:
                    assert counts.sure(seat) == worlds.sure(seat)


@pytest.mark.parametrize("name", ["two_pack", "eaai", "oklahoma", "last_discard", "to_the_end"])
def test_what_is_known_is_true_of_every_hand_that_may_close_so(name: str) -> None:
    chance, row, closed = random.Random(name), small(HOUSES.get(name, TO_THE_END)), 0
    for _hand in range(MOST_HANDS):
        if closed == 8:
            break
        game, watcher = small_game(row, chance), chance.randrange(2)
        worlds = Worlds(deal_of(game, watcher), lawful=True)
        for after in bold_play(game, chance, turns=24):
            for sight in sights_of(after, watcher):
                worlds.see(sight)
            sure, _doubt = told(after, watcher, 1 - watcher)
            assert sure <= worlds.sure(1 - watcher)
            closed += after.phase is Phase.SPREAD and after.turn != watcher
    assert closed == 8
