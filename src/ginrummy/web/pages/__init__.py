"""Pages to read: the first page, the rules, how to host."""
