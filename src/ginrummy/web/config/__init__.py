"""How the web server is put together: settings, addresses, headers, the door for asynchronous requests."""
