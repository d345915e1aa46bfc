"""Pages to read: the first page, rules, settings, how to host."""
