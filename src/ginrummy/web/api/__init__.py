"""The web API: JSON over HTTP for programs, with tokens and an OpenAPI document (docs/api.md)."""
