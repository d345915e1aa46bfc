"""The search with a part taken away or added, to see what it is worth: players for the arena."""

from __future__ import annotations

from ginrummy.players.belief import PATIENT, PROMPT
from ginrummy.players.champion import ChampionPlayer
from ginrummy.players.search import SearchPlayer

WORLDS = 400


class Whole(SearchPlayer):
    """Nothing taken away."""

    name = "whole"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS)


class NoBelief(SearchPlayer):
    """All hands that the other may hold are alike."""

    name = "no belief"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, belief=False)


class PromptOnly(SearchPlayer):
    """The other is taken for one that plays as `simple` does."""

    name = "prompt only"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, styles=1 << PROMPT)


class PatientOnly(SearchPlayer):
    """The other is taken for one that plays as `steady` does."""

    name = "patient only"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, styles=1 << PATIENT)


class PointsAlone(SearchPlayer):
    """Points are played for, whatever the score of the match."""

    name = "points alone"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, for_match=False)


class Doubtful(SearchPlayer):
    """`steady`'s move is left only for one that is better by a whole standard error."""

    name = "doubtful"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, doubt=1.0)


class Trusting(SearchPlayer):
    """The move that did best is played, however little better."""

    name = "trusting"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, doubt=0.0)


class WithPrior(ChampionPlayer):
    """Begun from what the network thinks, as the champion is."""

    name = "with prior"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS)
