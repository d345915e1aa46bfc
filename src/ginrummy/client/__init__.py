"""Python client for a table of a server: `Server`, `sit_down`, `Seat`, `play_match` (docs/api.md)."""

from ginrummy.client.match import play_match, sit_down
from ginrummy.client.seat import Seat
from ginrummy.client.server import Address, Lost, Refused, Server, address_of

__all__ = ["Address", "Lost", "Refused", "Seat", "Server", "address_of", "play_match", "sit_down"]
