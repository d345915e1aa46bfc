"""Tables for tests: against a bot, or of two people, and players of any legal move."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count

from django.contrib.auth.models import User
from django.test import Client

from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.shuffle import new_secret
from ginrummy.players.player import run_to_end
from ginrummy.variants import load_variant
from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import Lane, Table
from ginrummy.web.tables.rated_eligibility import have_both_moved
from ginrummy.web.tables.table_state import NEXT, RESIGN, TableState, current_state

_people = count()


def person(name: str = "") -> Person:
    """Return a new person."""
    return Person.objects.create(name=name or f"Person {next(_people)}")


def account(name: str = "") -> Person:
    """Return a new person with an account."""
    found = person(name)
    found.user = User.objects.create(username=found.name)
    found.save()
    return found


def client_of(person: Person) -> Client:
    """Return a browser of `person`."""
    client = Client()
    session = client.session
    session["person"] = person.key
    session.save()
    client.cookies["ginrummy_session"] = session.session_key or ""
    return client


def proposal(
    variant: str = "standard", *, seed: int | None = None, is_listed: bool = False, pace: str = ""
) -> Proposal:
    """Return a proposal of a table; the same `seed` gives the same cards."""
    secret = new_secret() if seed is None else new_secret(random.Random(seed).randbytes)
    return Proposal(load_variant(variant).row, variant, secret, is_listed=is_listed, pace=pace)


def table_of_two(
    variant: str = "standard", *, seed: int | None = None, pace: str = ""
) -> tuple[Table, Person, Person]:
    """Return a table after both cuts, and both people by seat."""
    first, second = person(), person()
    table = creation.create(proposal(variant, seed=seed, pace=pace), first, cut="one")
    return service.join(table.key, second, cut="two"), first, second


def rated_table(
    variant: str = "standard", *, seed: int | None = None, people: tuple[Person, Person] | None = None
) -> tuple[Table, Person, Person]:
    """Return a rated table of two accounts after both cuts, and both people by seat."""
    first, second = people or (account(), account())
    laid = replace(proposal(variant, seed=seed, pace="600+20"), is_rated=True)
    table = creation.create(laid, first, cut="one")
    return service.join(table.key, second, cut="two"), first, second


def both_move(table: Table, people: tuple[Person, Person]) -> Table:
    """Return `table` after a move of each seat."""
    chance = random.Random(1)
    while not have_both_moved(match_of(table)):
        table = step(table, people, chance)
    return table


def match_of(table: Table) -> Match:
    """Return the match at `table`, after both cuts."""
    match = current_state(table).match
    assert match is not None
    return match


def rated_match(
    first: Person, second: Person, *, loser: int = 0, variant: str = "standard", seed: int | None = None
) -> Table:
    """Return the table of a rated match that `loser` has resigned after a move of each."""
    people = (first, second)
    table = both_move(rated_table(variant, seed=seed, people=people)[0], people)
    return service.submit_event_text(table.key, people[loser], table.number, RESIGN)


def anything(state: TableState, chance: random.Random) -> str:
    """Return a possible event of the seat to move: closings and layouts are preferred."""
    if state.is_between_hands:
        return NEXT
    assert state.match is not None
    game = state.match.game
    legal = game.legal_moves()
    closings = [move for move in legal if move.kind.value in ("knock", "gin", "biggin")]
    if game.phase in (Phase.SPREAD, Phase.LAY_OFF):
        return str(legal[0])
    return str(chance.choice(closings or legal))


def step(table: Table, people: tuple[Person, Person], chance: random.Random) -> Table:
    """Return `table` after one event of the seat to move."""
    state = current_state(table)
    seat = min(state.awaited)
    return service.submit_event_text(table.key, people[seat], table.number, anything(state, chance))


def play_turn(table: Table) -> Table:
    """Return `table` after the move of its bot, whose turn it is."""
    run_to_end(turns[Lane.QUICK].run(table))
    return Table.objects.get(pk=table.pk)


def bots_answer(table: Table) -> Table:
    """Return `table` after all due events of its bots, as by their processes."""
    table.refresh_from_db()
    while table.bot_due is not None:
        play_turn(table)
        table = Table.objects.get(pk=table.pk)
    return table
