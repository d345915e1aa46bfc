"""Statistics of the server's deals, compared with chance."""
