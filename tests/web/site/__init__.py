"""Tests of the offline table."""
