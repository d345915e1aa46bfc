"""Python client for a table of a server: `Server`, `sit_down`, `Seat`, `play_match` (docs/api.md)."""

from ginrummy.players.online.match import play_match, sit_down
from ginrummy.players.online.seat import Seat
from ginrummy.players.online.server import Address, Lost, Refused, Server, address_of

__all__ = ["Address", "Lost", "Refused", "Seat", "Server", "address_of", "play_match", "sit_down"]
