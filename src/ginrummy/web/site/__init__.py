"""The application without a server, running in the browser alone: everything that differs there."""
