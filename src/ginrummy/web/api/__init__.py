"""The API: JSON over HTTP for programs, with tokens, described by OpenAPI (docs/api.md)."""
