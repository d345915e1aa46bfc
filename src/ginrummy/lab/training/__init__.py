"""Training of our players: one runnable file per method."""
