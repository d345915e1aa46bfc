"""Lessons in the browser: texts and pictures, positions on the felt, explanations by the coach."""
