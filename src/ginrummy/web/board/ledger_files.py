"""Files of a ledger to download: the text of `ginrummy score`, CSV, JSON and a picture."""

from __future__ import annotations

import json
from functools import partial
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from ginrummy.locale import language
from ginrummy.text.json import Json
from ginrummy.text.ledger.edited_ledger import AnyLedger
from ginrummy.text.ledger.evening_json import evening_json, hands_csv
from ginrummy.text.ledger.evening_ledger import EveningLedger
from ginrummy.text.ledger.sheet_json import ledger_json
from ginrummy.web.board.drawn_pictures import drawn_picture, etag_of
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import TooFast, too_fast_response

FILES: Final = ("evening.txt", "evening.csv", "evening.json", "evening.png")
TYPES: Final = {
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "png": "image/png",
}
"""Content types of the files by the ending of their names."""


def ledger_data(ledger: AnyLedger) -> Json:
    """Return what a ledger says as JSON data, as `ginrummy score --json` does."""
    return evening_json(ledger) if isinstance(ledger, EveningLedger) else ledger_json(ledger)


def ledger_file(request: HttpRequest, name: str, ledger: AnyLedger, text: str, day: str) -> HttpResponseBase:
    """Return the file `name` of `ledger`, which was read from `text`, for a download with its day.

    Raise `Http404` for a name that is none of `FILES`.
    """
    if name not in FILES or (name == "evening.png" and not settings.HAS_OTHERS):
        raise Http404
    if name == "evening.png":
        return _picture(request, ledger, text, day)
    if name == "evening.csv":
        text = hands_csv(ledger_data(ledger))
    elif name == "evening.json":
        text = json_text(ledger_data(ledger))
    stem, _dot, ending = name.rpartition(".")
    return download(f"{stem}-{day}.{ending}", text)


@show_refusals
def _picture(request: HttpRequest, ledger: AnyLedger, text: str, day: str) -> HttpResponseBase:
    """Return the picture of a sheet, unless the browser has the same one or the sheet is too large."""
    etag = etag_of(text, language())
    found = get_conditional_response(request, etag=etag)
    if found is not None:
        return found
    try:
        drawn = drawn_picture(request, etag, partial(_draw, ledger))
    except TooFast as error:
        return too_fast_response(error)
    response = download(f"evening-{day}.png", drawn)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _draw(ledger: AnyLedger) -> bytes:
    from ginrummy.text.posters import sheet_png  # a server that draws nothing loads no Pillow

    return sheet_png(ledger)


def json_text(data: Json) -> str:
    """Return `data` as the text of a file."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def download(name: str, content: str | bytes) -> HttpResponse:
    """Return `content` as a file for a download under `name`, whose ending is one of `TYPES`."""
    response = HttpResponse(content, content_type=TYPES[name.rpartition(".")[2]])
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Robots-Tag"] = "noindex"
    return response
