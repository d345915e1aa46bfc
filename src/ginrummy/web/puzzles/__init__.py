"""Puzzles in the browser: solved on the felt, rated against who solves them."""
