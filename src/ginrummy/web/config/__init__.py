"""How the web server is put together: settings, addresses, templates, what runs beside the pages."""
