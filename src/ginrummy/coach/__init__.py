"""The coach: what each decision was worth, judged from what the seat knew (docs/coach.md).

Importing this package costs nothing; Numba and NumPy are loaded when something is judged.
"""

from __future__ import annotations

from collections.abc import Iterable

from ginrummy.coach.judgement import ActionWorth, Endings, Judgement, OtherHand, judgement_json
from ginrummy.moves import Move
from ginrummy.view import View

__all__ = ["ActionWorth", "Endings", "Judgement", "OtherHand", "judge", "judgement_json"]

WORLDS = 400


def judge(
    view: View,
    *,
    worlds: int = WORLDS,
    seed: int = 0,
    also: Iterable[Move] = (),
    milliseconds: float | None = None,
) -> Judgement:
    """Return what every sensible action of the seat to move is worth, and those of `also`.

    All comes from the view, the seed and the number of worlds, hands that the other seat may hold. With
    `milliseconds` no further worlds are begun after that time: then the clock decides too. Raises
    `GinRummyError` out of turn and where nothing is left to decide.
    """
    from ginrummy.coach.judging import judged

    return judged(view, worlds=worlds, seed=seed, also=tuple(also), milliseconds=milliseconds)
