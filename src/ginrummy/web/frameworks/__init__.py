"""Replaced internals of Django and uvicorn. tests/web/frameworks fails when one of them changes."""
