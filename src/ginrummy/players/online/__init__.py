"""Python client for a table of a server: `Client`, `sit_down`, `OnlineSeat`, `play_match` (docs/api.md)."""

from ginrummy.players.online.client import Address, Client, Lost, Refused, address_of
from ginrummy.players.online.match import play_match, sit_down
from ginrummy.players.online.seat import OnlineSeat

__all__ = ["Address", "Client", "Lost", "OnlineSeat", "Refused", "address_of", "play_match", "sit_down"]
