"""Short matches by house rules: anyone may knock with any deadwood; no hand wins alone."""

from __future__ import annotations

from dataclasses import replace

from ginrummy.variants import files, form_files, load_variant
from ginrummy.variants.form_files import load_form
from tests.web.player import Player

RULES = {
    "knock_limit.type": "fixed",
    "knock_limit.value": "100",
    "undercut_bonus": "0",
    "gin_bonus": "0",
    "game_target": "101",
}
"""No hand scores more than 100 points, so that a match has at least two."""
_MOST_TURNS = 200
SIDE_TARGET = 60


def only_brief_matches() -> None:
    """Let this process play its plain game and its game of two sides by short rules, as a room does."""
    game, form = load_variant("standard"), load_form("partnership")
    games = {game.name: replace(game, row=game.row._replace(knock_value=100))}
    forms = {form.name: replace(form, row=form.row._replace(target_2=SIDE_TARGET))}
    any_game, any_form = files._load_preset, form_files._load_form
    files._load_preset = lambda name: games.get(name) or any_game(name)  # type: ignore[assignment]
    form_files._load_form = lambda name: forms.get(name) or any_form(name)  # type: ignore[assignment]


def match_of_two(address: str) -> str:
    """Return the path of a match that two people have just finished."""
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
