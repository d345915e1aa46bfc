"""What the log says of requests that are refused: a line, as anybody may send as many as they like."""

from __future__ import annotations

import logging


class OneLine(logging.Filter):
    """Leaves out where in the code a request was refused, which says nothing about it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return that `record` is written, without a traceback where the client is at fault."""
        is_refusal = 400 <= getattr(record, "status_code", 0) < 500
        if is_refusal or record.name.startswith("django.security"):
            record.exc_info = record.exc_text = None
        return True
