"""Configuration of the web server: settings, URLs, templates, startup and background workers."""
