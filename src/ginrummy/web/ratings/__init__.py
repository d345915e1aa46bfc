"""How well people play: Glicko-2 ratings by family of variants, and the tallies of finished matches."""
