"""Guided first hand: a prepared deal, with a text for each step."""
