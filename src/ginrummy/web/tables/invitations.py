"""What somebody who was sent the link sees before joining: every option, the fingerprint, who asks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from ginrummy.web.tables.board import names_of
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.offers import random_cut
from ginrummy.web.tables.options import described
from ginrummy.web.tables.timing import time_rules


def invitation(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Return what the page of a table that waits for a second player is made of."""
    link = request.build_absolute_uri(request.path)
    return {
        "table": table,
        "names": names_of(table),
        "link": link,
        "options": described(table.variant),
        "cut": random_cut(),
        "time_rules": time_rules(table.pace),
    }
