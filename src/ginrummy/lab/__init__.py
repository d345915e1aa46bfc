"""Tools for research: the arena, environments for learners and training."""
