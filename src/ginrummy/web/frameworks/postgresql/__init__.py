"""Django's PostgreSQL backend with a check of connections that needs no round trip."""
