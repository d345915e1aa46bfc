"""Views of a finished hand as files that messengers show: a picture and an animation."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from ginrummy.game.game import Game
from ginrummy.locale import _, language
from ginrummy.rules.types import Seat
from ginrummy.web.board.board import seat_names
from ginrummy.web.board.drawn_pictures import drawn_picture, etag_of
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import TooFast, too_fast_response
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import Person
from ginrummy.web.tables import service
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state

_PUBLIC: Final = "public, max-age=86400"
_OWN: Final = "private, no-cache"


@require_safe
@show_refusals
def hand_file(request: HttpRequest, key: str, hand: int, kind: str) -> HttpResponseBase:
    """Send a hand as a file of that `kind`: to anybody after the match, before it to a player as seen."""
    try:
        table, game, viewer = _ended_hand(key, hand, visitor(request))
        names = seat_names(table)
        etag = etag_of(table.key, hand, kind, viewer, names, len(game.plays), language())
        response = get_conditional_response(request, etag=etag)
        if response is None:
            drawn = drawn_picture(request, etag, lambda: _draw(kind, game, names, hand, viewer))
            response = HttpResponse(drawn, content_type=f"image/{kind}", headers={"ETag": etag})
    except TooFast as error:
        return too_fast_response(error)
    response.headers["Cache-Control"] = _PUBLIC if viewer is None else _OWN
    return response


def _ended_hand(key: str, hand: int, person: Person | None) -> tuple[Table, Game, Seat | None]:
    """Return a hand, numbered from 1, that `person` may see, and the seat that sees it, `None` for all cards.

    Raise `NoTable`, `Stale` while strangers may see nothing of the match, `Http404` without such a hand.
    """
    table = service.find_table(key)
    match = current_state(table).match
    is_over = table.status == Status.OVER
    viewer = None if is_over or table.shared_by_id else service.seat_number(table, person)
    if match is None or (viewer is None and not is_over):
        raise Stale(_("the match is not over"))
    games = match.games if is_over else [game for game in match.games if game.is_over]
    if not 1 <= hand <= len(games):
        raise Http404
    return table, games[hand - 1], viewer


def _draw(kind: str, game: Game, names: tuple[str, str], hand: int, viewer: Seat | None) -> bytes:
    from ginrummy.text.posters import hand_gif, hand_png  # a server that draws nothing loads no Pillow

    drawers = {"png": hand_png, "gif": hand_gif}
    return drawers[kind](game, names, hand, viewer=viewer)
