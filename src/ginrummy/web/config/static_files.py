"""Static files: hashed and compressed at the start of the server, answered whole."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Files under names that tell their content, so that browsers keep them; imports are renamed too."""

    support_js_module_import_aggregation = True


class Files(WhiteNoiseMiddleware):  # type: ignore[misc]  # untyped
    """WhiteNoise without streaming: our files are small, and an asynchronous server sends them at once."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Return the file as an answer."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response.headers["Content-Type"]
        for name, value in found.headers:
            response.headers[name] = value
        return response
