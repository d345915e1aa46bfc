"""What this server has dealt, beside what chance deals."""
