"""The guided first hand: a prepared deal, and what is said at each step of it."""
