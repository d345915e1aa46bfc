"""Length of a match of each preset between two `steady`: prints the minutes of `ginrummy.variants.GROUPS`.

    python -m bench.match_lengths [--matches 30]

Two people play a turn in about eight seconds; a deal, a showdown and its score take them 45 seconds.
"""

from __future__ import annotations

import argparse
from statistics import mean
from typing import Final

from bench.lessons import turns_of
from ginrummy.game.match import Match
from ginrummy.game.view import view_of
from ginrummy.players import load_player
from ginrummy.variants import preset_names

TURN_SECONDS: Final = 8
HAND_SECONDS: Final = 45
STEP: Final = 5
"""Minutes are rounded to a multiple of it."""


def main() -> None:
    """Play, and print a line for each preset."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--matches", type=int, default=30)
    count = options.parse_args().matches
    for name in preset_names():
        matches = [play_match(name, seed) for seed in range(count)]
        hands = mean(len(match.games) for match in matches)
        turns = mean(sum(sum(turns_of(game)) for game in match.games) for match in matches)
        minutes = STEP * max(1, round((turns * TURN_SECONDS + hands * HAND_SECONDS) / 60 / STEP))
        print(f"{name:<24}{hands:>6.1f} hands{turns:>8.0f} turns{minutes:>6} minutes", flush=True)


def play_match(preset: str, seed: int) -> Match:
    """Return a match between two `steady`."""
    match = Match.start(preset, seed)
    players = (load_player("steady", seed=seed), load_player("steady", seed=seed + 1))
    while not match.is_over:
        if match.game.is_over:
            match = match.next_hand()
        match = match.play(players[match.game.turn].decide(view_of(match, match.game.turn)))
    return match


if __name__ == "__main__":
    main()
