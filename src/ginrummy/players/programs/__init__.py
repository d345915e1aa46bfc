"""Programs of other people as players: engines and Python in subprocesses."""
