"""The door for programs: JSON over HTTP with tokens, described by OpenAPI (docs/api.md)."""
