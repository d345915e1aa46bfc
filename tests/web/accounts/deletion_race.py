"""Accounts deleted while somebody sits down: `python -m tests.web.accounts.deletion_race ROUNDS`.

It uses the database named by the environment and prints the results as JSON.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import django

Work = Callable[[], object]
_SPREAD: Final = 0.01
_failures: Counter[str] = Counter()


def main(rounds: int) -> None:
    """Race in every way in turn. Print the inconsistencies and errors."""
    django.setup()
    from ginrummy.web.tables.models import Status, Table

    for number in range(rounds):
        together(works(number), random.Random(number))
    open_tables = Table.objects.exclude(status=Status.OVER)
    found = {
        "seated": open_tables.filter(seats__person__is_gone=True).count(),
        "invited": open_tables.filter(invited__is_gone=True).count(),
        "failures": dict(_failures),
    }
    print(json.dumps(found))


def works(number: int) -> list[Work]:
    """Return the concurrent actions of a round: somebody sits down, and one of the two deletes the
    account.
    """
    from ginrummy.web.accounts.account_deletion import delete_account
    from ginrummy.web.accounts.guest_merge import merge_guest
    from ginrummy.web.tables import creation, service
    from tests.web.play import account, person, proposal

    host, other = account(), account()
    plain = proposal()
    if number % 8 == 0:
        return [
            lambda: creation.create(plain, other, cut="1", bot="simple", bot_cut="2"),
            lambda: delete_account(other),
        ]
    if number % 8 == 1:
        return [
            lambda: creation.create(replace(plain, invited=other), host, cut="1"),
            lambda: delete_account(other),
        ]
    if number % 8 == 2:
        guest = person()
        creation.create(plain, guest, cut="1")
        return [lambda: merge_guest(guest, other), lambda: delete_account(other)]
    laid = {
        3: replace(plain, invited=other),
        4: replace(plain, is_rated=True, pace="600+20"),
    }.get(number % 8, plain)
    seal = {"seal": "a" * 64} if number % 8 == 5 else {"cut": "1"}
    table = creation.create(laid, host, **seal)
    who = host if number % 8 > 4 else other
    others: list[Work] = [lambda: delete_account(other)] if number % 8 == 7 else []
    return [lambda: service.join(table.key, other, cut="2"), lambda: delete_account(who), *others]


def together(works: list[Work], chance: random.Random) -> None:
    """Run all of `works` concurrently."""
    gate = threading.Barrier(len(works))
    racers = [
        threading.Thread(target=attempt, args=(gate, chance.random() * _SPREAD, work)) for work in works
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()


def attempt(gate: threading.Barrier, pause: float, work: Work) -> None:
    """Run `work`. A refusal is fine, any other failure is counted."""
    from django.db import connections

    from ginrummy.locale.errors import GinRummyError

    try:
        gate.wait()
        time.sleep(pause)
        work()
    except GinRummyError:
        return
    except Exception as error:
        _failures[f"{type(error).__name__}: {error}"[:120]] += 1
    finally:
        connections.close_all()


if __name__ == "__main__":
    main(int(sys.argv[1]))
