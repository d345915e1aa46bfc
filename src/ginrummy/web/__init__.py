"""Web application: a Django project whose source of truth is an event log of moves."""
