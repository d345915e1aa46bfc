"""Queue of coach hints: a page requests one, a bot worker computes it, the page polls for it.

No page blocks on a hint: it shows a quick hint until the coach's is ready. A browser that runs the coach
itself computes first and submits its result, which only its own seat ever reads.
"""

from __future__ import annotations

from collections.abc import Generator
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q

from ginrummy.coach.hints import advice_steps
from ginrummy.game.moves import parse_move
from ginrummy.game.view import View, view_of
from ginrummy.locale import language, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.player import Found
from ginrummy.rules.types import Seat
from ginrummy.web.bots import bot_turn
from ginrummy.web.bots.bot_turn import kill_if_stuck
from ginrummy.web.bots.models import Thought
from ginrummy.web.http.now import is_recent, now, recent_condition
from ginrummy.web.tables.job_queue import Queue
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import current_state

LEASE: Final = timedelta(seconds=20)
"""Time that the requesting browser has to compute the hint itself. A bot worker has as long as for a turn."""
LONGEST: Final = 1000
"""Limit on the characters of an answer that a browser submits."""
PATIENCE: Final = timedelta(seconds=90)
"""Time that a page polls. The first hint on a machine has to wait until the coach is compiled."""


def request_hint(table: Table, seat: Seat, number: int, about: str = "", *, is_own: bool = False) -> Thought:
    """Return the hint for `seat` at event `number`, or the answer about a move. Queue it if it is new.

    `is_own` means that the requesting browser computes the hint itself.
    """
    place: dict[str, Any] = {"table": table, "seat": seat, "language": language()}
    given_up = {"answer": "", "due__gt": now() + PATIENCE}  # requested before the clock was set back
    found = Thought.objects.filter(**place, number=number, about=about).exclude(**given_up).first()
    if found is not None:
        return found
    lease = now() + LEASE if is_own else None
    job = {"due": now(), "lease": lease, "holder": "", "tries": 0}
    blank = {"number": number, "answer": "", "move": "", "about": about, **job}
    return Thought.objects.update_or_create(**place, defaults=blank)[0]


def store_hint(
    table: Table, seat: Seat, view: View, number: int, about: str, *, move: str, answer: str
) -> bool:
    """Store the result of a browser for its own seat. Return whether it was requested and valid."""
    try:
        is_legal = view.refusal(parse_move(move)) is None
    except GinRummyError:
        return False
    place = {"table": table, "seat": seat, "language": language(), "number": number, "about": about}
    wanted = Thought.objects.filter(**place, answer="")
    is_said = 0 < len(answer) <= LONGEST
    return is_legal and is_said and wanted.update(move=move, answer=answer, lease=None) == 1


def is_pending(thought: Thought) -> bool:
    """Return whether an answer may still arrive."""
    return not thought.answer and is_recent(thought.due, PATIENCE)


def _compute_hint(thought: Thought) -> Generator[None, None, None]:
    """Store the coach's hint, or delete the request if the table has moved on."""
    state = current_state(thought.table)
    view = None if state.match is None else view_of(state.match, thought.seat)
    if view is None or state.number != thought.number or not view.is_my_turn:
        hints.row_with_lease(thought).delete()
        return
    with kill_if_stuck():
        move, answer = yield from _spoken(thought.language, advice_steps(view, thought.about))
    hints.row_with_lease(thought).update(answer=answer, move=str(move), lease=None)


hints: Final = Queue(
    name="hint",
    jobs=Thought.objects,
    is_due=lambda: Q(recent_condition("due", PATIENCE), answer=""),
    work=_compute_hint,
    lease=bot_turn.LEASE,
    abandon=lambda held: held.update(due=now() - PATIENCE, lease=None),
)
"""The requested hints. The page stops waiting for one that was abandoned."""


def _spoken(code: str, work: Generator[None, None, Found]) -> Generator[None, None, Found]:
    """Run `work` in pieces in the language `code`. Between pieces the caller's language applies."""
    while True:
        try:
            with using_language(code):
                next(work)
        except StopIteration as done:
            found: Found = done.value
            return found
        yield
