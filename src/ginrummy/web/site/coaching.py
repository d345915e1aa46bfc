"""What a page of a server asks the coach of the browser that shows it: the review of a match, a hint.

The worker that calls this has no database and no Django; the words are those of the server's own processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from ginrummy.coach import review
from ginrummy.coach.review_page import match_page
from ginrummy.locale import using_language
from ginrummy.players.incremental_thinking import whole
from ginrummy.record import read_record
from ginrummy.table.hints import coached_words
from ginrummy.wire import read_view


def reviewed(asked: str, heard: Callable[[int, int], object]) -> str:
    """Return the page of the review of a match, asked for as `board.review_views` does, its `record` added.

    `heard` is told how many decisions have been judged, and how many there are.
    """
    told = json.loads(asked)
    made = review(read_record(told["record"]).match, quick=True, workers=1, report=heard)
    first, second = told["names"]
    with using_language(told["language"]):
        return match_page(made, told["title"], (first, second), address=told["address"])


def advised(asked: str, _heard: object = None) -> str:
    """Return the best move and the coach's words, as JSON, for the seat whose `view` is told.

    `about` is the move that is asked about, nothing where it is what to do.
    """
    told = json.loads(asked)
    with using_language(told["language"]):
        move, answer = whole(coached_words(read_view(told["view"]), told["about"]))
    return json.dumps({"move": str(move), "answer": answer})
