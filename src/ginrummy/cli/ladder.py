"""`ginrummy ladder`: the place of a player among frozen players of known strength."""

from __future__ import annotations

from pathlib import Path

import click

from ginrummy.cli.arena import worker_options
from ginrummy.cli.arena_output import share_text, signed_interval_text
from ginrummy.cli.dataset import show_progress
from ginrummy.cli.options import debug_option, json_option
from ginrummy.lab.arena.confidence_intervals import CONFIDENCE
from ginrummy.lab.arena.report import interval_json, pairing_json
from ginrummy.lab.arena.run_plan import MOST_LEGS
from ginrummy.lab.ladder import HANDS, LATEST, Placement, load_ladder, place
from ginrummy.locale import _, pgettext
from ginrummy.locale.numbers import percent_text
from ginrummy.terminal.output import print_json, print_lines
from ginrummy.text.ledger.text_columns import column_lines


def command() -> click.Command:
    """Return the command `ladder` in the current language."""
    return click.Command(
        "ladder",
        callback=ladder,
        help=_(
            "Place PLAYER on a ladder of players whose rules, deals and strengths never change, from random "
            "to champion. PLAYER is a name, a program or Python, as for arena. "
            "docs/benchmark.md has the ladder."
        ),
        params=[
            click.Argument(["player"], metavar=_("PLAYER")),
            click.Option(["--ladder", "name"], default=LATEST, show_default=True, help=_("The ladder.")),
            click.Option(
                ["--hands"],
                type=click.IntRange(2, MOST_LEGS),
                default=HANDS,
                show_default=True,
                help=_("Play this many hands against each rung."),
            ),
            click.Option(
                ["--against"], multiple=True, help=_("Play against this rung alone; may be repeated.")
            ),
            *worker_options(),
            click.Option(
                ["--out"],
                type=click.Path(file_okay=False, path_type=Path),
                help=_("Keep the results in this folder; the same command resumes there."),
            ),
            debug_option(),
            json_option(),
        ],
    )


def ladder(
    *,
    player: str,
    name: str,
    hands: int,
    against: tuple[str, ...],
    workers: int | None,
    move_time: float,
    out: Path | None,
    as_json: bool,
) -> None:
    """Print the place of `player` on the ladder `name`."""
    with show_progress() as report:
        found = place(
            player, ladder=name, hands=hands, against=against, workers=workers, move_time=move_time,
            folder=out, report=report,
        )  # fmt: skip
    if as_json:
        strength = interval_json(found.strength)
        results = [pairing_json(result) for result in found.results]
        print_json({"ladder": found.ladder, "player": player, "strength": strength, "results": results})
    else:
        print_lines(placement_lines(found))


def placement_lines(found: Placement) -> list[str]:
    """Return the ladder, best player first, with the placed player between its rungs."""
    results = {result.second: result for result in found.results}
    rows = [(rung.strength, rung.player) for rung in load_ladder(found.ladder).rungs]
    heads = [pgettext("arena", "Player"), _("Strength"), _("Points a hand"), pgettext("arena", "Won")]
    body = []
    for strength, name in sorted([*rows, (found.strength, "")], reverse=True):
        result = results.get(name)
        cells = [signed_interval_text(result.points), share_text(result.share)] if result else ["", ""]
        body.append([name or f"→ {found.player}", signed_interval_text(strength), *cells])
    title = _("Ladder {name}: {player} against each rung").format(name=found.ladder, player=found.player)
    note = _("The intervals hold the truth {percent} of the time; they count deals, not hands.")
    return [title, "", *column_lines([heads, *body]), "", note.format(percent=percent_text(CONFIDENCE, 0))]
