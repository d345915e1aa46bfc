"""The same table without a server: what differs where the application runs in the browser alone."""
