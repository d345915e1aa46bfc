"""Score pad for real cards, which runs in the browser with the rules of the server."""
