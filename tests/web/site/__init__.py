"""The table in the browser alone."""
