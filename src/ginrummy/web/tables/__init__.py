"""Tables of the server: event log, service, clocks, presence and server-sent events."""
