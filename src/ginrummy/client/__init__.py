"""A table of a server, for a program or a terminal: its JSON routes, the seat, the player who sits there."""
