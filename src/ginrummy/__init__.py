"""The complete Gin Rummy: every way it is played, from one exact law.

`import ginrummy` is enough to play, look again, keep and check a match:

>>> import ginrummy
>>> match = ginrummy.Match.start("standard", 7)
>>> view = ginrummy.view_of(match, seat=match.game.turn)
>>> [str(move) for move in view.legal_moves()]
['draw', 'take']

Names are loaded on first use. Simulators, environments, tournaments, the client of a server, the worth of
actions and the coach are packages of their own: `ginrummy.kernel`, `ginrummy.envs`, `ginrummy.arena`,
`ginrummy.client`, `ginrummy.players` and `ginrummy.coach`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ginrummy.cards import Hand, face_code, face_text, hand_of, parse_face, parse_faces
    from ginrummy.errors import CardError, GinRummyError, IllegalMove, RecordError, VariantError
    from ginrummy.game import Game, Phase, Played
    from ginrummy.hand_deadwood import best_spread, deadwood
    from ginrummy.locale import set_language, using_language
    from ginrummy.match import Match
    from ginrummy.moves import Move, MoveKind
    from ginrummy.players import Player, PlayerError, chance, load_player, player_names
    from ginrummy.public_view import PublicView, public_view_of
    from ginrummy.record import Record, load_record, read_record, read_records, save_record, write_record
    from ginrummy.shuffle import DealError, Seeds, commitment, new_secret, seeds_from_number, verify_deal
    from ginrummy.variants import NamedVariant, Variant, load_variant, parse_variant, preset_names
    from ginrummy.view import EarlierHand, Event, View, view_of, view_of_game
    from ginrummy.wire import read_public_view, read_view, view_json, write_view

__version__ = "0.1.0"

_HOMES = {
    "cards": ("Hand", "face_code", "face_text", "hand_of", "parse_face", "parse_faces"),
    "shuffle": ("DealError", "Seeds", "commitment", "new_secret", "seeds_from_number", "verify_deal"),
    "errors": ("CardError", "GinRummyError", "IllegalMove", "RecordError", "VariantError"),
    "game": ("Game", "Phase", "Played"),
    "hand_deadwood": ("best_spread", "deadwood"),
    "locale": ("set_language", "using_language"),
    "match": ("Match",),
    "moves": ("Move", "MoveKind"),
    "players": ("Player", "PlayerError", "chance", "load_player", "player_names"),
    "public_view": ("PublicView", "public_view_of"),
    "record": ("Record", "load_record", "read_record", "read_records", "save_record", "write_record"),
    "variants": ("NamedVariant", "Variant", "load_variant", "parse_variant", "preset_names"),
    "view": ("EarlierHand", "Event", "View", "view_of", "view_of_game"),
    "wire": ("read_public_view", "read_view", "view_json", "write_view"),
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
    "chance",
    "commitment",
    "deadwood",
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
