"""The tables: their event log, the service that writes it, the streams that say how far it is."""
