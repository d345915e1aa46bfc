"""Tests of the evenings with real cards."""
