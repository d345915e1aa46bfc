"""Ratings of players: Glicko-2 by family of variants, and tallies of finished matches."""
