"""Score pad: hands as people write them down, and the resulting sheet. See `docs/score-pad.md`."""
