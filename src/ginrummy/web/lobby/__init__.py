"""Ways to a table: a quick one, one with house rules, an invitation, the open ones."""
