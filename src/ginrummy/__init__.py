"""The complete Gin Rummy: every way it is played, from one exact law.

`import ginrummy` is enough to play, look again, keep and check a match:

>>> import ginrummy
>>> match = ginrummy.Match.start("standard", 7)
>>> view = ginrummy.view_of(match, seat=match.game.turn)
>>> [str(move) for move in view.legal_moves()]
['draw', 'take']

Names are loaded on first use. Simulators, environments, tournaments, the client of a server, the worth of
actions and the coach are packages of their own: `ginrummy.kernel`, `ginrummy.lab.envs`, `ginrummy.lab.arena`,
`ginrummy.players.online`, `ginrummy.players` and `ginrummy.coach`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ginrummy.game.cards import (
        Hand,
        best_spread,
        deadwood,
        face_code,
        face_text,
        hand_of,
        parse_face,
        parse_faces,
    )
    from ginrummy.game.game import Game, Phase, Played
    from ginrummy.game.match import Match
    from ginrummy.game.moves import Move, MoveKind
    from ginrummy.game.public_view import PublicView, public_view_of
    from ginrummy.game.shuffle import DealError, Seeds, commitment, new_secret, seeds_from_number, verify_deal
    from ginrummy.game.view import EarlierHand, Event, View, view_of, view_of_game
    from ginrummy.locale import set_language, using_language
    from ginrummy.locale.errors import CardError, GinRummyError, IllegalMove, RecordError, VariantError
    from ginrummy.players import Player, PlayerError, decision_random, load_player, player_names
    from ginrummy.text.json import read_public_view, read_view, view_json, write_view
    from ginrummy.text.record import Record, load_record, read_record, read_records, save_record, write_record
    from ginrummy.variants import NamedVariant, Variant, load_variant, parse_variant, preset_names

__version__ = "0.1.0"

_HOMES = {
    "game.cards": (
        "Hand",
        "best_spread",
        "deadwood",
        "face_code",
        "face_text",
        "hand_of",
        "parse_face",
        "parse_faces",
    ),
    "game.shuffle": ("DealError", "Seeds", "commitment", "new_secret", "seeds_from_number", "verify_deal"),
    "locale.errors": ("CardError", "GinRummyError", "IllegalMove", "RecordError", "VariantError"),
    "game.game": ("Game", "Phase", "Played"),
    "locale": ("set_language", "using_language"),
    "game.match": ("Match",),
    "game.moves": ("Move", "MoveKind"),
    "players": ("Player", "PlayerError", "decision_random", "load_player", "player_names"),
    "game.public_view": ("PublicView", "public_view_of"),
    "text.record": ("Record", "load_record", "read_record", "read_records", "save_record", "write_record"),
    "variants": ("NamedVariant", "Variant", "load_variant", "parse_variant", "preset_names"),
    "game.view": ("EarlierHand", "Event", "View", "view_of", "view_of_game"),
    "text.json": ("read_public_view", "read_view", "view_json", "write_view"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "CardError",
    "DealError",
    "EarlierHand",
    "Event",
    "Game",
    "GinRummyError",
    "Hand",
    "IllegalMove",
    "Match",
    "Move",
    "MoveKind",
    "NamedVariant",
    "Phase",
    "Played",
    "Player",
    "PlayerError",
    "PublicView",
    "Record",
    "RecordError",
    "Seeds",
    "Variant",
    "VariantError",
    "View",
    "best_spread",
    "commitment",
    "deadwood",
    "decision_random",
    "face_code",
    "face_text",
    "hand_of",
    "load_player",
    "load_record",
    "load_variant",
    "new_secret",
    "parse_face",
    "parse_faces",
    "parse_variant",
    "player_names",
    "preset_names",
    "public_view_of",
    "read_public_view",
    "read_record",
    "read_records",
    "read_view",
    "save_record",
    "seeds_from_number",
    "set_language",
    "using_language",
    "verify_deal",
    "view_json",
    "view_of",
    "view_of_game",
    "write_record",
    "write_view",
]


if not TYPE_CHECKING:  # type checkers must report a name that is not listed above

    def __getattr__(name: str) -> Any:
        """Import and return a public name on first use."""
        home = _HOME_OF.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{home}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted({*globals(), *__all__})
