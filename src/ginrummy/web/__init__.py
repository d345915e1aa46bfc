"""The table in the browser: a Django project whose truth is an event log of moves."""
