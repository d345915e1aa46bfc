"""Django's PostgreSQL, whose connections are looked at before each request without asking the server."""
