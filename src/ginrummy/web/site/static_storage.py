"""Static files with content hashes in their names, as on a server. The browser caches them itself."""

from __future__ import annotations

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class NamedFiles(ManifestStaticFilesStorage):
    """Files renamed once, at build time. Imports between scripts are adapted."""

    support_js_module_import_aggregation = True
