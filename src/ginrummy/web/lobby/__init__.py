"""Ways to a table: quick play, house rules, invitations and open tables."""
