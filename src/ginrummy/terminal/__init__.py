"""The table in the terminal, full-screen or line by line, and its saved matches."""
