"""Static files under names that tell their content, as on a server; the browser keeps them itself."""

from __future__ import annotations

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class NamedFiles(ManifestStaticFilesStorage):
    """Files renamed once, when the site is built; imports between scripts are renamed too."""

    support_js_module_import_aggregation = True
