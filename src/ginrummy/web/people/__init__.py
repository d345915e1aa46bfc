"""Who is at the table: guests, accounts and what they prefer."""
