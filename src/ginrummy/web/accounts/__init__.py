"""Accounts: making one, signing in and out, the password, leaving."""
