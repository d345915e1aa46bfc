"""Hints of the coach: asked for by a page, thought over in a process of the bots, shown when they are there.

No page waits for one: it shows the hint that comes at once until the coach's is there. A browser that has the
coach itself is let think first, and says what it has found; only the seat that it sits in ever reads that.
"""

from __future__ import annotations

import logging
from collections.abc import Generator
from datetime import timedelta
from typing import Any, Final

from django.db import Error, IntegrityError, transaction
from django.db.models import QuerySet

from ginrummy.card_seat_types import Seat
from ginrummy.errors import GinRummyError
from ginrummy.locale import language, using_language
from ginrummy.moves import parse_move
from ginrummy.players.incremental_thinking import Found, whole
from ginrummy.table.hints import coached_words
from ginrummy.view import View, view_of
from ginrummy.web.bots import lane_readiness, leases
from ginrummy.web.bots.bot_turn import killed_if_stuck
from ginrummy.web.bots.models import Thought
from ginrummy.web.http.now import is_recent, now, recent
from ginrummy.web.tables.models import Lane, Table
from ginrummy.web.tables.state_cache import state_of

LEASE: Final = timedelta(seconds=20)
"""So long the browser that asks may think first; a process of the bots thinks as long as for a turn."""
LONGEST: Final = 1000
PATIENCE: Final = timedelta(seconds=90)
"""So long a page asks again: the first time on a machine the coach has to be compiled."""
_log = logging.getLogger(__name__)


def asked(table: Table, seat: Seat, number: int, about: str = "", *, is_own: bool = False) -> Thought:
    """Return the hint for `seat` at event `number`, or the answer about a move; asked for unless it was.

    `is_own` says that the browser which asks thinks by itself.
    """
    place: dict[str, Any] = {"table": table, "seat": seat, "language": language()}
    given_up = {"answer": "", "asked__gt": now() + PATIENCE}  # asked for by a clock that was set back since
    found = Thought.objects.filter(**place, number=number, about=about).exclude(**given_up).first()
    lease = now() + LEASE if is_own else None
    thought = found or Thought(lease=lease)
    if not thought.answer and (thought.lease is None or thought.lease < now()):
        lane_readiness.want(Lane.SEARCH)
    if found is not None:
        return found
    blank = {"number": number, "asked": now(), "lease": lease, "answer": "", "move": "", "about": about}
    try:
        with transaction.atomic():
            return Thought.objects.update_or_create(**place, defaults=blank)[0]
    except IntegrityError:  # another page was first
        return Thought.objects.get(**place)


def answered(
    table: Table, seat: Seat, view: View, number: int, about: str, *, move: str, answer: str
) -> bool:
    """Keep what the browser of `seat` has found for itself; return whether that was asked for and can be."""
    try:
        is_legal = view.refusal(parse_move(move)) is None
    except GinRummyError:
        return False
    place = {"table": table, "seat": seat, "language": language(), "number": number, "about": about}
    wanted = Thought.objects.filter(**place, answer="")
    is_said = 0 < len(answer) <= LONGEST
    return is_legal and is_said and wanted.update(move=move, answer=answer, lease=None) == 1


def is_awaited(thought: Thought) -> bool:
    """Return whether the answer is still to come."""
    return not thought.answer and is_recent(thought.asked, PATIENCE)


def due() -> QuerySet[Thought]:
    """Return the hints that are asked for and that nobody thinks of yet."""
    return Thought.objects.filter(leases.is_free("lease"), recent("asked", PATIENCE), answer="")


def think_next() -> bool:
    """Think over the hint that has waited longest; return whether there was one."""
    work = begun_next()
    if work is None:
        return False
    with killed_if_stuck():
        whole(work)
    return True


def begun_next() -> Generator[None, None, None] | None:
    """Claim the hint that has waited longest; return the work on it by pieces, `None` where none waits."""
    thought = leases.first_of(due, "asked", lambda _thought: {"lease": now() + leases.LEASE})
    return None if thought is None else _thinking(thought)


def give_back() -> None:
    """Let hints be begun anew that whoever has ended was thinking over: nobody else thinks."""
    Thought.objects.filter(answer="").update(lease=None)


def _thinking(thought: Thought) -> Generator[None, None, None]:
    """Find a hint; where that fails nobody waits for it any longer."""
    try:
        yield from _answering(thought)
    except Error:
        raise
    except Exception:
        _log.exception("no hint could be found at table %s, event %s", thought.table.key, thought.number)
        Thought.objects.filter(pk=thought.pk).update(asked=now() - PATIENCE, lease=None)


def _answering(thought: Thought) -> Generator[None, None, None]:
    """Write the coach's hint, unless the table has moved on."""
    state = state_of(thought.table)
    view = None if state.match is None else view_of(state.match, thought.seat)
    if view is None or state.number != thought.number or not view.is_my_turn:
        Thought.objects.filter(pk=thought.pk).delete()
        return
    move, answer = yield from _spoken(thought.language, coached_words(view, thought.about))
    kept = Thought.objects.filter(pk=thought.pk, number=thought.number, about=thought.about)
    kept.update(answer=answer, move=str(move), lease=None)


def _spoken(code: str, work: Generator[None, None, Found]) -> Generator[None, None, Found]:
    """Do `work` by pieces that speak `code`: in between others speak as they do."""
    while True:
        try:
            with using_language(code):
                next(work)
        except StopIteration as done:
            found: Found = done.value
            return found
        yield
