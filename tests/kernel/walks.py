"""Random hands by the plain law, with dense cards, compared with the compiled law."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.actions import BIG_GIN, DRAW, action_count, after_action, nth_action
from ginrummy.kernel.vectorized_rules import Rows, rows_as_states, states_as_rows
from ginrummy.rules.cards import bit_count
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.melds import run_table_of
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, Choices, State, choices, deal_deck, next_face
from ginrummy.variants import Variant, load_variant, preset_names, variant_from_values
from tests.oracle.dense import dense_deck
from tests.oracle.house import random_row
from tests.oracle.lockstep import card_numbers

CLOSING_CHANCE = 0.3
DRAWING_CHANCE = 0.6
SHARP_CHANCE = 0.8


class Visit(NamedTuple):
    """A state, its legal actions, the chosen action, the next card of the stock, the next state."""

    state: State
    options: Choices
    action: int
    face: int
    after: State


class Walk(NamedTuple):
    """A hand played to its end: every state, the last state and its score."""

    visits: list[Visit]
    last: State
    score: HandScore


def presets() -> list[Variant]:
    """Return the rows of all presets."""
    return [load_variant(name).row for name in preset_names()]


def house_rules(seed: int, count: int) -> list[Variant]:
    """Return `count` variants with random options."""
    chance = random.Random(seed)
    return [random_row(chance) for _number in range(count)]


def seldom_played() -> list[Variant]:
    """Return options that no preset has.

    The last discard taken to close (RULES 8.4), no bonus at equality (7.3), gin void by lay-offs (7.6).
    """
    high, higher = {"type": "fixed", "value": 25}, {"type": "fixed", "value": 60}
    return [
        variant_from_values({"wall_action": "last_discard", "wall_stock": 20, "knock_limit": high}),
        variant_from_values({"undercut_on_tie": False, "layoff_on_knock": False, "knock_limit": higher}),
        variant_from_values(
            {
                "layoff_on_gin": True,
                "gin_void_if_defender_zero": True,
                "knock_limit": {"type": "none"},
                "big_gin_bonus": 50,
                "decks": 2,
                "set_same_suit_duplicates": True,
            }
        ),
    ]


def walk(variant: Variant, chance: random.Random) -> Walk:
    """Return a random hand from a dense deck; draws are preferred to takes."""
    deck = card_numbers(dense_deck(chance, variant.decks))
    state, visits = deal_deck(variant, deck, chance.randrange(2)), []
    while state.phase < CLOSED:
        options, face = choices(variant, state), next_face(deck, state)
        action = chosen(variant, state, options, chance)
        after = after_action(variant, state, action, face)
        visits.append(Visit(state, options, action, face, after))
        state = after
    return Walk(visits, state, automatic_score(variant, state))


def same_law(variant: Variant, walks: list[Walk], law: Any = vectorized_rules) -> int:
    """Assert that compiled and plain law agree on every state of `walks`. Return the number of states."""
    visits = [visit for walk in walks for visit in walk.visits]
    states = same_choices(variant, visits, law)
    actions, faces = [visit.action for visit in visits], [visit.face for visit in visits]
    following = rows_as_states(law.states_after(states, actions, faces, variant=variant))
    for visit, after in zip(visits, following, strict=True):
        assert after == visit.after, (variant, visit)
    same_scores(variant, walks, law)
    return len(visits)


def same_choices(variant: Variant, visits: list[Visit], law: Any) -> Rows:
    """Assert that both laws have the same legal actions in each state. Return the states as rows."""
    states = states_as_rows(visit.state for visit in visits)
    assert rows_as_states(states) == [visit.state for visit in visits]
    found = law.choices(states, variant=variant)
    allowed = zip(*(found[name].tolist() for name in Choices._fields), strict=True)
    for visit, options in zip(visits, allowed, strict=True):
        assert Choices(*options) == visit.options, (variant, visit)
    return states


def same_scores(variant: Variant, walks: list[Walk], law: Any) -> None:
    """Assert that both laws score the ends of `walks` alike."""
    ends = states_as_rows(walk.last for walk in walks)
    for walk, row in zip(walks, law.scores(ends, variant=variant), strict=True):
        score = walk.score
        due = (score.kind, score.winner, score.points, score.multiplier, score.extra_coups)
        names = ("kind", "winner", "points", "multiplier", "extra_coups")
        assert tuple(int(row[name]) for name in names) == due, (variant, walk.last)
        assert (row["turns"], row["dealer"]) == (walk.last.turns, walk.last.dealer)


def chosen(variant: Variant, state: State, options: Choices, chance: random.Random) -> int:
    """Return a random legal action: often the best discard, sometimes a knock, mostly a draw."""
    if options.draw and chance.random() < DRAWING_CHANCE:
        return DRAW
    if options.big_gin and chance.random() < CLOSING_CHANCE:
        return BIG_GIN
    if options.closings and (not options.discards or chance.random() < CLOSING_CHANCE):
        return nth_action(options._replace(discards=0), chance.randrange(bit_count(options.closings)))
    if options.discards and chance.random() < SHARP_CHANCE:
        return best_discard(variant, state, options.discards)
    return nth_action(options, chance.randrange(action_count(options)))


def best_discard(variant: Variant, state: State, allowed: int) -> int:
    """Return the card of `allowed` that leaves the least deadwood."""
    deadwoods = [0] * FACE_COUNT
    hand = state.hands[state.turn]
    fill_deadwoods(hand, run_table_of(variant), variant.set_same_suit_duplicates, deadwoods)
    return min((face for face in range(FACE_COUNT) if allowed >> face & 1), key=deadwoods.__getitem__)
