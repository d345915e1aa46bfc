"""Accounts: sign-up, sign-in and sign-out, passwords, deletion."""
