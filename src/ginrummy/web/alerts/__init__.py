"""Alerts to people who have no page open: by push to their browsers, or by e-mail."""
