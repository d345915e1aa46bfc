"""The coach in the browser for pages of a server: the review of a match, a hint.

The worker that calls this has no database. Its texts are the same as those of the server.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import django

from ginrummy.coach import review
from ginrummy.coach.hints import advice_steps
from ginrummy.locale import using_language
from ginrummy.players.player import run_to_end
from ginrummy.text.json import read_view
from ginrummy.text.record import read_record


def review_html(request_json: str, report_progress: Callable[[int, int], object]) -> str:
    """Return the HTML of a match review for the request of `board.replay_views`, with its `record` added.

    `report_progress` is called with the number of evaluated decisions and the total.
    """
    django.setup()
    from ginrummy.web.site.review_file import review_section

    told = json.loads(request_json)
    match, (first, second) = read_record(told["record"]).match, told["names"]
    made = review(match, quick=True, workers=1, report=report_progress)
    with using_language(told["language"]):
        return review_section(made, match, told["title"], (first, second), address=told["address"])


def advice_json(request_json: str, _heard: object = None) -> str:
    """Return the best move and the coach's text, as JSON, for the seat of the given `view`.

    `about` is the move in question, or empty for a hint.
    """
    told = json.loads(request_json)
    with using_language(told["language"]):
        move, answer = run_to_end(advice_steps(read_view(told["view"]), told["about"]))
    return json.dumps({"move": str(move), "answer": answer})
