"""Build of the site: the files for the browser."""
