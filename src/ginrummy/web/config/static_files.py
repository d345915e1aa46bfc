"""Static files, hashed, compressed and sent in one piece. The table without a server is served with them."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

OFFLINE: Final = "offline/"
"""URL prefix of the table without a server, if the server offers one."""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Storage with content hashes in file names, so that browsers cache for ever.

    Imports are rewritten too.
    """

    support_js_module_import_aggregation = True


class Files(WhiteNoiseMiddleware):  # type: ignore[misc]  # untyped
    """WhiteNoise without streaming: the files are small, and an asynchronous server sends each at once."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        if settings.OFFLINE is not None:
            self.add_files(str(settings.OFFLINE), prefix=f"/{OFFLINE}")

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Return the response with the file."""
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
