"""Log filter for refused requests: one line each, because clients may send any number of them."""

from __future__ import annotations

import logging


class OneLine(logging.Filter):
    """Removes the traceback of a refused request, which has no use."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return true, after removing the traceback of a client error."""
        is_refusal = 400 <= getattr(record, "status_code", 0) < 500
        if is_refusal or record.name.startswith("django.security"):
            record.exc_info = record.exc_text = None
        return True
