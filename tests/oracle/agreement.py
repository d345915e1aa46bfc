"""The same question to law and oracle; each function fails if the answers differ.

Questions: deadwood of a hand and of its discards, the automatic spread, manual spreads and defences, the
automatic defence and the score.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ginrummy.game.cards import FACE_COUNT, Hand, faces_of
from ginrummy.game.game import Game
from ginrummy.game.moves import NO_HAND, Move, MoveKind, defence_from_move
from ginrummy.locale.errors import IllegalMove
from ginrummy.rules import discards, scoring, showdown, spreads, turns
from ginrummy.rules.cards import NO_FACE, size_of
from ginrummy.rules.melds import (
    NO_LIMIT,
    deadwood_with_max_unmatched,
    is_meld,
    least_deadwood,
    points_of,
    run_table_of,
)
from ginrummy.rules.showdown import Defence
from ginrummy.rules.types import Seat
from ginrummy.variants import LIMIT_FIXED, Variant
from tests.oracle import melds as oracle_melds
from tests.oracle import showdown as oracle_showdown
from tests.oracle.cards import PACK, Card, Cards, hand_of, less, total, without
from tests.oracle.melds import Arrangement, Arranger
from tests.oracle.words import FACES, arrangement_of, cards_of, law_hand, law_melds, law_spread, params_of

KNOCKER = 1
NO_CLOSING_CARD = -1


def same_deadwood(row: Variant, cards: list[Card]) -> int:
    """Compare and return the least deadwood (RULES 2.6)."""
    found = least_deadwood(law_hand(cards), run_table_of(row), row.set_same_suit_duplicates)
    assert found == oracle_melds.least_deadwood(hand_of(cards), params_of(row)), cards
    return found


def same_discards(row: Variant, cards: list[Card]) -> int:
    """Compare deadwood after each discard of eleven cards, and the discards that close. Return the least."""
    hand, whole = law_hand(cards), hand_of(cards)
    runs, same_suit = run_table_of(row), row.set_same_suit_duplicates
    due = deadwood_after_discards(row, whole)
    deadwoods = [-1] * FACE_COUNT
    discards.fill_deadwoods(hand, runs, same_suit, deadwoods)
    assert deadwoods == [due.get(face, -1) for face in range(FACE_COUNT)], whole
    least, allowed = min(due.values()), hand.cards & (hand.cards - 1)
    for limit in (10, least + 2):
        closing = discards.closing_discards(hand, allowed, runs, same_suit, limit)
        within = sum(1 << face for face, left in due.items() if left <= limit)
        assert closing == within & allowed, (whole, limit)
    return least


def deadwood_after_discards(row: Variant, hand: Cards) -> dict[int, int]:
    """Return the oracle's deadwood after each discard, by face."""
    arranger = Arranger(hand, params_of(row))
    left = {FACES[card]: arranger.least(less(hand, card)) for card in set(hand)}
    return {face: points for face, points in left.items() if points is not None}


def same_bounded_deadwood(row: Variant, cards: list[Card], most: int) -> bool:
    """Compare the least deadwood with a limit of unmatched cards. Return whether there is any (RULES 5.5)."""
    left = Arranger(hand_of(cards), params_of(row)).least(hand_of(cards), most)
    found = deadwood_with_max_unmatched(row, law_hand(cards), most)
    assert found == (NO_LIMIT if left is None else left), (cards, most)
    return found != NO_LIMIT


def same_meld(row: Variant, cards: list[Card]) -> bool:
    """Compare and return whether some cards are a meld."""
    found = is_meld(row, law_hand(cards))
    assert found == oracle_melds.is_meld(hand_of(cards), params_of(row)), cards
    return found


def same_spread(row: Variant, cards: list[Card], gone: list[Card]) -> bool:
    """Check that the automatic spread is one of the best, with `gone` out of play. Return whether it had a
    choice (RULES 6.2).
    """
    hand, params = hand_of(cards), params_of(row)
    least = Arranger(hand, params).least(hand, params["knock_max_unmatched"])
    if least is None:
        return False
    legal = oracle_melds.spreads(hand, params, least)
    found = arrangement_of(spreads.best_spread(row, law_hand(cards), law_hand(gone)))
    assert found in legal, (hand, found)
    ranks = {spread: oracle_showdown.spread_rank(spread, params, tuple(gone)) for spread in legal}
    assert ranks[found] == min(ranks.values()), (hand, found, gone)
    return len(set(ranks.values())) > 1


def best_of(row: Variant, cards: list[Card], size: int) -> list[Card]:
    """Return `cards` without the worst discards one after the other, until `size` are left."""
    hand = hand_of(cards)
    arranger = Arranger(hand, params_of(row))
    while len(hand) > size:
        hand = min(
            (less(hand, card) for card in sorted(set(hand))), key=lambda kept: arranger.least(kept) or 0
        )
    return list(hand)


def some_arrangement(chance: random.Random, row: Variant, cards: list[Card]) -> Arrangement:
    """Return an arrangement of `cards`, of the least deadwood or near it."""
    hand = hand_of(cards)
    arranger = Arranger(hand, params_of(row))
    least = arranger.least(hand)
    assert least is not None
    return chance.choice(sorted(arranger.arrangements(hand, least + chance.choice((0, 0, 5)))))


def same_judgement_of_spread(row: Variant, cards: list[Card], spread: Arrangement, limit: int) -> bool:
    """Compare and return whether a manual spread is legal within `limit` (RULES 6.1)."""
    params = params_of(row)
    rest = without(hand_of(cards), [card for meld in spread.melds for card in meld])
    right = rest is not None and all(oracle_melds.is_meld(meld, params) for meld in spread.melds)
    right = right and total(rest or (), params) <= limit
    most = params["knock_max_unmatched"]
    right = right and (most is None or len(rest or ()) <= most)
    within = row._replace(knock_limit=LIMIT_FIXED, knock_value=limit)
    game = closed_game(within, law_hand(cards), NO_HAND, turns.CLOSED_KNOCK, None)
    move = Move(MoveKind.SPREAD, melds=law_melds(spread.melds))
    assert is_played(game, move) == right, (cards, spread)
    return right


def is_played(game: Game, move: Move) -> bool:
    """Return whether the law accepts `move`."""
    try:
        game.play(move)
    except IllegalMove:
        return False
    return True


def same_settlement(
    row: Variant, spread: Arrangement, defender: list[Card], closing: int, upcard: Card | None
) -> Defence:
    """Compare the automatic defence, which is returned, and the score (RULES 6.6, 7)."""
    game = defended_game(row, spread, defender, closing, upcard)
    over = game.play(game.automatic_layout())
    defence = over.defence
    assert defence is not None
    assert over.score is not None
    score, due = oracle_showdown.settle(
        spread,
        hand_of(defender),
        params_of(row),
        big_gin=closing == turns.CLOSED_BIG_GIN,
        upcard=upcard,
    )
    assert points_of(row, defence.own.unmatched) == due.deadwood, (spread, defender)
    assert size_of(showdown.laid_off_cards(defence)) == len(due.laid_off), (spread, defender)
    assert score_in_words(row, over.score, KNOCKER) == score, (spread, defender)
    return defence


def defended_game(
    row: Variant, spread: Arrangement, defender: list[Card], closing: int, upcard: Card | None = None
) -> Game:
    """Return a game after `spread`, with `defender` to lay off."""
    game = closed_game(row, NO_HAND, law_hand(defender), closing, upcard)
    return replace(game, spread=law_spread(spread))


def closed_game(row: Variant, knocker: Hand, defender: Hand, closing: int, upcard: Card | None) -> Game:
    """Return a game in which seat 1, with the cards `knocker`, has closed the hand."""
    state = turns.State(
        phase=turns.CLOSED,
        turn=KNOCKER,
        dealer=0,
        hands=(defender, knocker),
        stock=9,
        pile=turns.Pile(NO_HAND, NO_FACE, NO_FACE),
        upcard=NO_FACE if upcard is None else FACES[upcard],
        taken=NO_FACE,
        turns=5,
        idle=0,
        closing=closing,
        closed=NO_CLOSING_CARD,
    )
    return Game(row, Seat(0), (), state)


def score_in_words(row: Variant, score: scoring.HandScore, knocker: int) -> oracle_showdown.Score:
    """Return a score of the law in the oracle's notation."""
    winners = {knocker: "knocker", 1 - knocker: "defender", scoring.NOBODY: None}
    return oracle_showdown.Score(
        scoring.KIND_NAMES[score.kind],
        winners[score.winner],
        score.points,
        score.bonus,
        score.multiplier,
        score.extra_coups,
        scoring.boxes_won(row, score),
    )


def same_judgement_of_defence(game: Game, spread: Arrangement, defence: Move) -> bool:
    """Compare and return whether a manual defence is legal (RULES 6.3 to 6.6)."""
    row, defender = game.variant, cards_of(game.state.hands[game.turn])
    params = params_of(row)
    allowed = row.layoff_on_knock if game.state.closing == turns.CLOSED_KNOCK else row.layoff_on_gin
    right, used = True, list[Card]()
    for place, laid in enumerate(map(cards_of, defence.laid)):
        used += laid
        meld = spread.melds[place] if place < len(spread.melds) else ()
        if laid:
            right = right and bool(allowed) and laid_by_steps(row, meld, laid)
    for own in map(cards_of, defence.melds):
        used += own
        right = right and (not own or oracle_melds.is_meld(own, params))
    right = right and without(defender, used) is not None
    assert is_played(game, defence) == right, (spread, defender, defence)
    return right


def laid_by_steps(row: Variant, meld: Cards, laid: Cards) -> bool:
    """Return whether `laid` can be laid off on `meld` card by card, a meld each time (RULES 6.4-6.5)."""
    if not meld:
        return False
    rests = oracle_showdown.after_lay_offs((meld,), laid, params_of(row))
    return () in rests


def random_defence(chance: random.Random, hand: Hand, move: Move) -> Move:
    """Return the lay-off `move` of `hand` with one card at a random place: legal or not."""
    places = [*move.laid, *move.melds, defence_from_move(hand, move).own.unmatched]
    sources = [place for place, part in enumerate(places) if part.cards]
    source, target = chance.choice(sources), chance.randrange(len(places))
    face = chance.choice(faces_of(places[source]))
    held = [list(faces_of(part)) for part in places]
    held[source].remove(face)
    if held[target].count(face) < 2:
        held[target].append(face)
    parts = [law_hand(PACK[each] for each in faces) for faces in held]
    return Move(MoveKind.LAY_OFF, melds=(parts[3], parts[4], parts[5]), laid=(parts[0], parts[1], parts[2]))


def random_spread(chance: random.Random, spread: Arrangement) -> Arrangement:
    """Return `spread` with one card moved to a random place: legal or not."""
    rows = [list(meld) for meld in spread.melds] + [list(spread.unmatched)]
    source = chance.choice([row for row in rows if row])
    card = source.pop(chance.randrange(len(source)))
    target = chance.choice(rows)
    if target.count(card) < 2:
        target.append(card)
    return Arrangement(tuple(hand_of(row) for row in rows[:-1] if row), hand_of(rows[-1]))
