"""Who is at the table: guests and players, what they are called and what they prefer."""
