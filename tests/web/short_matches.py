"""Matches that are soon over, by house rules: whoever draws may knock with anything; no hand wins alone."""

from __future__ import annotations

from tests.web.player import Player

RULES = {
    "knock_limit.type": "fixed",
    "knock_limit.value": "100",
    "undercut_bonus": "0",
    "gin_bonus": "0",
    "game_target": "101",
}
"""No hand scores more than 100 points, so that there are two at least."""
_MOST_TURNS = 200


def match_of_two(address: str) -> str:
    """Return the path of the page of a match that two people have just finished."""
    host, guest = Player(address), Player(address)
    guest.join(host.lay(**RULES))
    for _turn in range(_MOST_TURNS):
        for one in (host, guest):
            one.look()
            if one.is_awaited:
                one.say(one.choice())
        if "match-over" in host.page:
            return host.path.replace("tables", "games")
    raise AssertionError("the match has no end")
