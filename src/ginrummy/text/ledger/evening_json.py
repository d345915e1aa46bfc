"""The ledger of an evening as JSON data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ginrummy.game.evening_matches import EachMatch, EveningMatch
from ginrummy.game.payments import fewest_payments
from ginrummy.game.stakes import stake_gains
from ginrummy.game.totals import Total
from ginrummy.rules import scoring
from ginrummy.rules.scoring import UNKNOWN
from ginrummy.rules.types import NOBODY
from ginrummy.text.csv_text import csv_text
from ginrummy.text.json import score_numbers
from ginrummy.text.ledger.evening_ledger import EveningEntry, EveningLedger


def evening_json(ledger: EveningLedger) -> dict[str, Any]:
    """Return `ledger` as JSON data; people are numbered from 0, in the order of `players`.

    The parts before the last are `earlier`, and `totals` has what everybody has won in all of them.
    """
    return _part(ledger) | {
        "earlier": [_part(part) for part in ledger.earlier],
        "totals": totals_json(ledger.totals),
    }


def totals_json(totals: Sequence[Total]) -> list[dict[str, Any]]:
    """Return what each person has won, with stakes in hundredths by their unit."""
    return [asdict(total) for total in totals]


def _part(ledger: EveningLedger) -> dict[str, Any]:
    evening = ledger.evening
    wins, hands, gains = evening.wins, evening.hands_won, evening.gains
    return {
        "form": ledger.form.name,
        "variant": ledger.variant.name,
        "players": list(ledger.people),
        "target": evening.variant.game_target,
        "hands": [_hand(entry) for entry in ledger.entries],
        "matches": [_match(match) for match in evening.matches],
        "standings": [
            {"player": person, "matches_won": wins[person], "hands_won": hands[person], "gain": gains[person]}
            for person in evening.ranking
        ],
        "payments": [payment._asdict() for payment in fewest_payments(gains)],
        "stakes": ledger.stakes._asdict(),
        "stake_gains": list(stake_gains(evening, ledger.stakes)),
        "stake_payments": [
            payment._asdict() for payment in fewest_payments(stake_gains(evening, ledger.stakes))
        ],
        "boards": [list(board) for board in evening.boards],
        "waiting": list(evening.waiting),
        "dealers": list(evening.dealers),
        "is_over": evening.is_over,
    }


def _hand(entry: EveningEntry) -> dict[str, Any]:
    line, score, people = entry.line, entry.line.score, entry.hand[:2]
    return {
        "line": entry.number,
        "text": entry.text,
        "players": list(people),
        "kind": scoring.KIND_NAMES[score.kind] or None,
        "winner": None if score.winner == NOBODY else people[score.winner],
        "knocker": None if line.closer == NOBODY else people[line.closer],
        "deadwood": None if line.deadwoods[0] == UNKNOWN else list(line.deadwoods),
        **score_numbers(score),
    }


def _match(match: EveningMatch) -> dict[str, Any]:
    """Return a match: hands are numbered from 0, and `totals` are those of the sides or of each person."""
    found: dict[str, Any] = {"is_over": match.is_over, "winners": list(match.winners)}
    if isinstance(match, EachMatch):
        people = range(match.people)
        return found | {
            "sides": None,
            "deals": [[hand] for hand in match.hands],
            "totals": [match.points(person) for person in people],
            "gains": {str(person): match.gain(person) for person in people},
        }
    return found | {
        "sides": [list(side) for side in match.sides],
        "deals": [list(deal.hands) for deal in match.deals],
        "open_hands": list(match.open_hands),
        "totals": list(match.score_sheet.totals),
        "gains": {str(person): match.gain(person) for side in match.sides for person in side},
    }


def hands_csv(data: Mapping[str, Any]) -> str:
    """Return the hands in the JSON data of a ledger for a spreadsheet, a line each.

    Parts are numbered from 1, and so are the hands, over all parts.
    """
    rows: list[dict[str, Any]] = []
    for number, part in enumerate((*data.get("earlier", ()), data), start=1):
        people = part["players"]
        for hand in part["hands"]:
            first, second = hand.get("players", (0, 1))
            winner = "" if hand["winner"] is None else people[hand["winner"]]
            names = {"first": people[first], "second": people[second], "winner": winner}
            rows.append(hand | names | {"part": number, "hand": len(rows) + 1})
    return csv_text(("part", "hand", "first", "second", "kind", "winner", "points"), rows)
