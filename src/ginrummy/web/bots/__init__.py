"""Bots of the server: names, decisions and worker processes."""
