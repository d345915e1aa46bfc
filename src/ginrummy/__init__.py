"""The complete Gin Rummy: every way it is played, from one exact law."""

__version__ = "0.1.0"
