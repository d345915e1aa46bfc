"""`ginrummy think`: the value of each action of one turn in a recorded match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from ginrummy.cli.options import json_option
from ginrummy.coach.decisions import Moment, turn_moments
from ginrummy.game.cards import FACE_COUNT, face_text, faces_of
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.locale.numbers import number_text, percent_text, signed_text
from ginrummy.players import MOST_WORLDS, WORLDS, Judgement, OtherHand, judge, judgement_json
from ginrummy.players.player import is_showdown
from ginrummy.rules.types import Face
from ginrummy.terminal.output import cards_text, print_json, print_lines, screen_width
from ginrummy.text.ledger.text_columns import responsive_column_lines
from ginrummy.text.record import Record, load_record
from ginrummy.text.sentences import move_name

SHOWN_CARDS: Final = 12


def command() -> click.Command:
    """Return the command `think` in the current language."""
    return click.Command(
        "think",
        callback=think,
        help=_(
            "Say what each move of one turn of the match in FILE was worth: the chance to win the match "
            "and the points to be expected, from what the player knew, and what the other hand may have been."
        ),
        params=[
            click.Argument(["file"], type=click.Path(path_type=Path), metavar=_("FILE")),
            click.Option(["--at"], required=True, metavar=_("HAND.TURN"),
                         help=_("The hand and the turn, numbered as replay does: 2.17.")),
            worlds_option(WORLDS),
            seed_option(),
            json_option(),
        ],
    )  # fmt: skip


def worlds_option(default: int) -> click.Option:
    """Return `--worlds`, the number of sampled hands of the other seat."""
    return click.Option(
        ["--worlds"],
        type=click.IntRange(min=50, max=MOST_WORLDS),
        default=default,
        show_default=True,
        help=_("How many hands of the other player are tried."),
    )


def seed_option() -> click.Option:
    """Return `--seed`, the seed of the random numbers."""
    return click.Option(
        ["--seed"],
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help=_("What chance comes from: the same number gives the same answer."),
    )


def think(*, file: Path, at: str, worlds: int, seed: int, as_json: bool) -> None:
    """Print the judgements of the turn `at` of the match in `file`."""
    record = load_record(file)
    moments = turn_moments(record.match, at)
    judgements = [judge(each.view, worlds=worlds, seed=seed, also=[each.move]) for each in moments]
    if as_json:
        print_json(
            {
                "file": str(file),
                "decisions": [decision_json(*each) for each in zip(moments, judgements, strict=True)],
            }
        )
        return
    for place, each in enumerate(zip(moments, judgements, strict=True)):
        print_lines([*([""] if place else []), *decision_lines(record, *each)])


def decision_json(moment: Moment, judgement: Judgement) -> dict[str, Any]:
    """Return one decision as JSON values."""
    place = {"hand": moment.hand, "turn": moment.turn, "played": str(moment.move)}
    return place | judgement_json(judgement)


def decision_lines(record: Record, moment: Moment, judgement: Judgement) -> Iterator[str]:
    """Yield one decision in words."""
    held = cards_text(faces_of(moment.view.hand))
    text = _("{place}  {name} holds {cards}")
    yield text.format(place=moment.place, name=record.players[moment.seat], cards=held)
    yield ""
    rows = action_rows(moment, judgement)
    yield from responsive_column_lines(rows, right=(1, 2, 3), indent="  ", most=screen_width())
    yield ""
    yield from belief_lines(judgement.other, draws=not is_showdown(moment.view))
    text = ngettext("Compared in {count} world, seed {seed}.", "Compared in {count} worlds, seed {seed}.",
                    judgement.worlds)  # fmt: skip
    yield text.format(count=number_text(judgement.worlds, 0), seed=judgement.seed)


def action_rows(moment: Moment, judgement: Judgement) -> list[list[str]]:
    """Return the actions as rows under a heading, with the one played marked."""
    rows = [["", pgettext("column", "match won"), "±", pgettext("column", "points"), ""]]
    for action in judgement.actions:
        mark = pgettext("move", "← played") if action.move == moment.move else ""
        rows.append(
            [
                move_name(action.move, top=moment.top),
                percent_text(action.win, 1),
                number_text(100 * action.error, 1),
                signed_text(action.points, 1),
                mark,
            ]
        )
    return rows


def belief_lines(other: OtherHand, *, draws: bool) -> Iterator[str]:
    """Yield the belief about the other hand and, where it still `draws`, the effects of its next card."""
    text = _("The other hand: deadwood {points}.")
    if draws:
        text = _(
            "The other hand: deadwood {points}; with its next card it can knock in {knock}, go gin in {gin}."
        )
    yield text.format(
        points=number_text(other.deadwood, 0),
        knock=percent_text(other.knock, 0),
        gin=percent_text(other.gin, 0),
    )
    likely = sorted(range(FACE_COUNT), key=lambda face: -other.held[face])[:SHOWN_CARDS]
    cards = [
        f"{face_text(Face(face), language())} {percent_text(other.held[face], 0)}"
        for face in likely
        if other.held[face] > 0
    ]
    yield _("Likeliest there: {cards}.").format(cards=", ".join(cards))
