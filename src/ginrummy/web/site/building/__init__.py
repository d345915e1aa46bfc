"""How the site is built: what the browser gets, and in which files."""
