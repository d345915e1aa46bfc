"""Static pages: home, rules and hosting."""
