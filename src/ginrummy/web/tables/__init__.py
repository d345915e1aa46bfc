"""The tables: their event log, the service that writes it, what a seat is shown of it."""
