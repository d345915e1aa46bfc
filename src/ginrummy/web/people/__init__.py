"""People: guests and account owners, their names, sessions and preferences."""
