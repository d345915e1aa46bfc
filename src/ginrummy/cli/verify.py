"""`ginrummy verify`: a record's deal, moves and score, recomputed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from ginrummy.cli.error_messages import BAD_INPUT
from ginrummy.cli.options import json_option
from ginrummy.cli.replay import result_line, title_line
from ginrummy.game.match import first_dealer
from ginrummy.game.shuffle import cut_faces
from ginrummy.locale import N_, _, ngettext, pgettext
from ginrummy.locale.errors import RecordError, join_series
from ginrummy.rules import scoring
from ginrummy.terminal.output import cards_text, print_json, print_lines
from ginrummy.text.ledger.text_columns import column_lines
from ginrummy.text.record import Record, load_record
from ginrummy.variants import CUT_LOW

_FINGERPRINT: Final = re.compile("[0-9a-f]{64}")


class VerifiedFacts(NamedTuple):
    """Verified facts: source of the decks, fingerprint, first dealer, number of sealed cuts."""

    from_seeds: bool
    fingerprint: str | None
    was_given: bool
    first_dealer: str
    sealed: int
    moves: int


_DEALERS: Final = {
    "cut": N_("by the cut"),
    "lot": N_("by the lot of the seeds"),
    "chosen": N_("chosen, not by the seeds"),
}


def command() -> click.Command:
    """Return the command `verify` in the current language."""
    return click.Command(
        "verify",
        callback=verify,
        help=_(
            "Check the record in FILE: deal the cards again from its seeds, play every move by the rules "
            "and compute every score. What is not so is said on one line, and the exit status is 2."
        ),
        params=[
            click.Argument(["file"], type=click.Path(path_type=Path), metavar=_("FILE")),
            click.Option(
                ["--commitment"],
                metavar="HEX",
                help=_("The fingerprint that was shown before the deal: the record must have the same."),
            ),
            json_option(),
        ],
    )


def verify(*, file: Path, commitment: str | None, as_json: bool) -> int:
    """Print the checks of the record in `file` and return the exit status."""
    try:
        record = load_record(file)
        checked = verified_facts(record, commitment, str(file))
    except RecordError as error:
        if not as_json:
            raise
        print_json({"file": str(file), "ok": False, "error": error_json(error)})
        return BAD_INPUT
    if as_json:
        print_json({"file": str(file), "ok": True} | record_json(record, checked))
    else:
        print_lines(
            [title_line(record), "", *column_lines(check_rows(record, checked)), "", result_line(record)]
        )
    return 0


def verified_facts(record: Record, commitment: str | None, where: str) -> VerifiedFacts:
    """Return the verified facts of `record`, which was checked on reading.

    `commitment` is the given fingerprint.

    Raise `RecordError` unless the record has that fingerprint (RULES 3.6).
    """
    fingerprint = record.headers.get("Commitment", (None,))[0]
    if commitment is not None:
        require_fingerprint(fingerprint, commitment.strip().lower(), where)
    return VerifiedFacts(
        record.match.seeds is not None,
        fingerprint,
        commitment is not None,
        first_dealer_method(record),
        sum(map(bool, record.headers.get("Seals", ()))),
        sum(len(game.plays) for game in record.match.games),
    )


def require_fingerprint(fingerprint: str | None, expected: str, where: str) -> None:
    """Raise `RecordError` unless `expected` is the `fingerprint` of the record."""
    if not _FINGERPRINT.fullmatch(expected):
        raise RecordError(_("a fingerprint is 64 digits 0 to 9, a to f"), where="--commitment", clause="3.6")
    if fingerprint is None:
        raise RecordError(_("the record has no fingerprint"), where=where, clause="3.6")
    if fingerprint != expected:
        what = _("the record has another fingerprint than the one given")
        raise RecordError(what, where=where, clause="3.6")


def first_dealer_method(record: Record) -> str:
    """Return how the first dealer was found: `cut_faces`, `lot` or `chosen`."""
    match = record.match
    if match.seeds is None:
        return "cut" if "Cut" in record.headers else "chosen"
    if first_dealer(match.variant, match.seeds) != match.games[0].dealer:
        return "chosen"
    return "cut" if match.variant.first_dealer == CUT_LOW else "lot"


def check_rows(record: Record, checked: VerifiedFacts) -> list[list[str]]:
    """Return the checks as rows."""
    hands = len(record.match.games)
    moves = ngettext("{moves} move, legal", "{moves} moves, all legal", checked.moves)
    score = ngettext(
        "{hands} hand, the sheet and the result", "{hands} hands, the sheet and the result", hands
    )
    return [
        [pgettext("what was checked", "Fingerprint"), fingerprint_text(checked)],
        *seal_rows(checked),
        [pgettext("what was checked", "Deal"), deal_text(hands, from_seeds=checked.from_seeds)],
        [pgettext("what was checked", "First dealer"), dealer_text(record, checked)],
        [pgettext("what was checked", "Play"), moves.format(moves=checked.moves)],
        [pgettext("what was checked", "Score"), score.format(hands=hands)],
    ]


def deal_text(hands: int, *, from_seeds: bool) -> str:
    """Return the source of the decks of so many hands."""
    if from_seeds:
        text = ngettext(
            "{hands} deck dealt again from the seeds", "{hands} decks dealt again from the seeds", hands
        )
    else:
        text = ngettext(
            "{hands} deck stands in the record: where it comes from is not known",
            "{hands} decks stand in the record: where they come from is not known",
            hands,
        )
    return text.format(hands=hands)


def fingerprint_text(checked: VerifiedFacts) -> str:
    """Return the meaning of the fingerprint."""
    if checked.fingerprint is None:
        return pgettext("fingerprint", "none")
    if not checked.from_seeds:
        return _("there, but without its secret the deal cannot be checked yet")
    if checked.was_given:
        return _("that of the secret, and the one given")
    return _("that of the secret (--commitment compares it with the one you were shown)")


def seal_rows(checked: VerifiedFacts) -> list[list[str]]:
    """Return the row of a sealed cut, or none where both seats cut openly."""
    text = _("that of its seal (the player who cut later was shown the seal and can compare)")
    return [[pgettext("what was checked", "Sealed cut"), text]] if checked.sealed else []


def dealer_text(record: Record, checked: VerifiedFacts) -> str:
    """Return the first dealer and how that was decided."""
    name = record.players[record.match.games[0].dealer]
    text = f"{name}, {_(_DEALERS[checked.first_dealer])}"
    if checked.first_dealer == "cut" and record.match.seeds is not None:
        pairs = join_series(cards_text(pair) for pair in cut_faces(record.match.seeds))
        return f"{text} ({pairs})"
    return text


def record_json(record: Record, checked: VerifiedFacts) -> dict[str, Any]:
    """Return the checks as JSON values."""
    match = record.match
    return {
        "variant": record.variant.name,
        "players": list(record.players),
        "hands": len(match.games),
        "moves": checked.moves,
        "deal": "seeds" if checked.from_seeds else "decks",
        "commitment": checked.fingerprint,
        "commitment_given": checked.was_given,
        "first_dealer": checked.first_dealer,
        "sealed_cuts": checked.sealed,
        "finished": match.is_over,
        "winner": match.winner,
        "totals": list(scoring.totals(match.variant, match.current_sheet)),
    }


def error_json(error: RecordError) -> dict[str, str]:
    """Return an error as JSON values."""
    return {"where": error.where, "what": error.what, "clause": error.clause}
