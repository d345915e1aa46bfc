"""`ginrummy puzzles`: positions with one best move, solved in the terminal and rated."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

import click
from platformdirs import user_data_path

from ginrummy.coach.glicko import Strength, change_text
from ginrummy.coach.puzzles import Puzzle, PuzzleFilter, all_puzzles
from ginrummy.coach.puzzles.answers import action_value_rows, answer_verdict, is_right_answer
from ginrummy.coach.puzzles.collection import LEVELS
from ginrummy.coach.puzzles.puzzle import nearest_puzzles, new_puzzle, new_solver, update_ratings
from ginrummy.coach.puzzles.themes import THEMES
from ginrummy.game.cards import card_sign
from ginrummy.game.game import Phase
from ginrummy.game.layouts import Arrangement, arrange_hand, reasonable_layouts
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.locale import _, language, ngettext, pgettext
from ginrummy.locale.errors import GinRummyError, prefix_place
from ginrummy.locale.numbers import parse_number
from ginrummy.players.player import is_showdown
from ginrummy.rules.types import other_seat
from ginrummy.terminal.command_parser import (
    CommandWord,
    command_help_line,
    localized_word,
    parse_command,
    parse_move,
)
from ginrummy.terminal.conversation import Conversation, PersonLeft, Read, Write, read_line
from ginrummy.terminal.output import screen_width, wrap_text, write_text
from ginrummy.terminal.table_text import opponent_card_texts, table_facts
from ginrummy.text.ledger.text_columns import responsive_column_lines
from ginrummy.text.record import save_record
from ginrummy.text.rulebook.advice import usual_game_name
from ginrummy.text.sentences import hand_lines, move_name, prompt_text, refusal_sentence, spread_lines
from ginrummy.variants import load_variant, preset_names


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """A person's rating at puzzles. `puzzles` has the strengths of the puzzles tried here."""

    own: Strength = field(default_factory=new_solver)
    solved: int = 0
    streak: int = 0
    longest: int = 0
    puzzles: dict[int, Strength] = field(default_factory=dict)

    def with_answer(self, puzzle: Puzzle, *, is_solved: bool) -> PuzzleProgress:
        """Return the progress after an answer. A puzzle that was tried before changes nothing."""
        if puzzle.number in self.puzzles:
            return self
        own, other = update_ratings(self.own, new_puzzle(puzzle), is_solved=is_solved)
        streak = self.streak + 1 if is_solved else 0
        return replace(
            self,
            own=own,
            solved=self.solved + is_solved,
            streak=streak,
            longest=max(self.longest, streak),
            puzzles=self.puzzles | {puzzle.number: other},
        )

    def next_number(self, wanted: PuzzleFilter, draw: random.Random) -> int | None:
        """Return an untried puzzle that `wanted` accepts, or `None` where none is left."""
        shelf = all_puzzles()
        left = [number for number in shelf.matching(wanted) if number not in self.puzzles]
        return draw.choice(nearest_puzzles(left, shelf.ratings, self.own.value)) if left else None


def progress_file() -> Path:
    """Return the path of the progress file."""
    return user_data_path("ginrummy", appauthor=False) / "puzzles.json"


def load_progress(path: Path) -> PuzzleProgress:
    """Return the progress stored at `path`, or a new one where the file is missing or unreadable."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        puzzles = {int(number): Strength(**each) for number, each in kept.pop("puzzles").items()}
        return PuzzleProgress(own=Strength(**kept.pop("own")), puzzles=puzzles, **kept)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return PuzzleProgress()


def save_progress(path: Path, progress: PuzzleProgress) -> None:
    """Write `progress` to `path`. Raise `RecordError` or `OSError` on failure."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_record(path, json.dumps(asdict(progress)) + "\n")


def command() -> click.Command:
    """Return the command `puzzles` in the current language."""
    return click.Command(
        "puzzles",
        callback=puzzles,
        help=_(
            "Solve puzzles: positions from play in which one move is clearly best. You and the puzzle are "
            "rated by your first answer, and the coach says why."
        ),
        params=[
            click.Option(["--theme"], type=click.Choice(list(THEMES)), default=None, metavar=_("THEME"),
                         help=_("Only those about THEME: {names}.").format(names=", ".join(THEMES))),
            click.Option(["--variant"], type=click.Choice(["any", *preset_names()]), metavar=_("NAME"),
                         help=_("Only those of the preset NAME, or of any; else of the usual game.")),
            click.Option(["--level"], type=click.Choice(list(LEVELS)), metavar=_("LEVEL"),
                         help=_("Only those of this difficulty: {names}.").format(names=", ".join(LEVELS))),
            click.Option(["--number"], type=int, default=None, metavar=_("NUMBER"),
                         help=_("The puzzle of this number, first.")),
        ],
    )  # fmt: skip


def puzzles(*, theme: str | None, variant: str | None, level: str | None, number: int | None) -> None:
    """Show puzzle after puzzle until the person leaves."""
    shelf = all_puzzles()
    if number is not None and number not in shelf:
        raise GinRummyError(_("there is no puzzle of this number"), where=str(number))
    table = PuzzleTable(load_progress(progress_file()))
    game = "" if variant == "any" else variant or usual_game_name()
    wanted = PuzzleFilter(game=game, theme=theme or "", level=level or "")
    try:
        following = number if number is not None else table.progress.next_number(wanted, random.Random())
        while following is not None:
            table.solve(shelf[following])
            table.ask(
                _("Enter for the next one, “{quit}” to leave: ").format(quit=localized_word(CommandWord.QUIT))
            )
            following = table.progress.next_number(wanted, random.Random())
        table.say(_("You have tried all of these."))
    except PersonLeft:
        table.say(_("Goodbye."))


ANSWERS: Final = (
    CommandWord.DRAW,
    CommandWord.TAKE,
    CommandWord.PASS,
    CommandWord.DISCARD,
    CommandWord.KNOCK,
    CommandWord.GIN,
    CommandWord.BIG_GIN,
    CommandWord.SPREAD,
    CommandWord.LAY,
)
"""Possible answers, as the help lists them."""


class PuzzleTable(Conversation):
    """Table for puzzles that prints through `write` and reads through `read`."""

    def __init__(
        self, progress: PuzzleProgress, *, read: Read = read_line, write: Write = write_text
    ) -> None:
        super().__init__(read, write)
        self.progress = progress

    def solve(self, puzzle: Puzzle) -> None:
        """Show one puzzle, comment on the answer, and save the progress."""
        view = puzzle.view
        self.say(*position_lines(puzzle, view))
        move = self.answer(view)
        before = self.progress
        self.progress = before.with_answer(puzzle, is_solved=is_right_answer(puzzle, view, move))
        save_progress(progress_file(), self.progress)
        self.say(
            "", *wrap_text(answer_verdict(puzzle, view, move)), "", *action_value_lines(puzzle, move), ""
        )
        self.say(*progress_lines(before, self.progress, puzzle))

    def answer(self, view: View) -> Move:
        """Return the person's answer, a legal move in this position."""
        layouts = layout_choices(view)
        for place, layout in enumerate(layouts, start=1):
            self.say(prefix_place(str(place), move_name(layout)))
        while True:
            text = self.ask(_("Your answer: "))
            command = parse_command(text)
            if command is not None and command.word is CommandWord.HELP:
                self.say(*map(command_help_line, ANSWERS))
                continue
            if layouts and (chosen := parse_number(text, most=len(layouts))):
                return layouts[chosen - 1]
            try:
                move = parse_move(view, text)
            except GinRummyError as error:
                self.say(refusal_sentence(error))
                continue
            refusal = view.refusal(move)
            if refusal is None:
                return move
            self.say(refusal_sentence(refusal))


def layout_choices(view: View) -> list[Move]:
    """Return the layouts to choose from, in an order that hides the best. None before the showdown."""
    if not is_showdown(view):
        return []
    return sorted((layout.move for layout in reasonable_layouts(view)), key=lambda move: str(move)[::-1])


def position_lines(puzzle: Puzzle, view: View) -> Iterator[str]:
    """Yield the lines that show the position."""
    columns = view.sheet.columns[: view.variant.columns]
    own, other = (
        " · ".join(str(one.points[seat]) for one in columns) for seat in (view.seat, other_seat(view.seat))
    )
    title = load_variant(puzzle.preset).title(language())
    yield ""
    yield " · ".join((_("Puzzle {number}").format(number=puzzle.number), title))
    score = _("You: {own}. {name}: {other}.").format(own=own, name=_("Bot"), other=other)
    target = view.variant.game_target
    yield (
        f"{score} " + ngettext("Played to {target}", "Played to {target}", target).format(target=target) + "."
    )
    yield _("You dealt.") if view.dealer == view.seat else _("{name} dealt.").format(name=_("Bot"))
    for news in opponent_card_texts(view):
        yield prefix_place(_("Bot"), news)
    yield from table_facts(view)
    if view.top is not None and not is_showdown(view):
        yield _("On the pile: {card}").format(card=card_sign(view.top))
    if view.phase is Phase.LAY_OFF:
        yield from spread_lines(view, card_sign)
    yield _("Your hand:")
    held = arrange_hand(view.variant, view.hand, Arrangement.MELDS, out_of_play=view.state.pile.cards)
    yield from hand_lines(held, spelling=card_sign)
    yield _("Deadwood {points}.").format(points=view.deadwood())
    yield _("How do you lay out your hand?") if is_showdown(view) else prompt_text(view)


def action_value_lines(puzzle: Puzzle, move: Move) -> list[str]:
    """Return the value of each action, one per line under a heading."""
    heading = ("", pgettext("column", "match won"), "±", pgettext("column", "points"), "")
    return responsive_column_lines(
        (heading, *action_value_rows(puzzle, move)), right=(1, 2, 3), most=screen_width()
    )


def progress_lines(before: PuzzleProgress, after: PuzzleProgress, puzzle: Puzzle) -> Iterator[str]:
    """Yield the change of the rating and the theme of the puzzle."""
    about = ", ".join(_(THEMES[theme][0]) for theme in puzzle.themes)
    yield prefix_place(_("Themes"), about)
    if before is after:
        yield _("You had tried it before: only the first answer counts.")
        return
    change = change_text(before.own.value, after.own.value)
    yield prefix_place(_("Your rating"), f"{round(after.own.value)} ({change})")
    text = _("In a row: {count}, at best {longest}.")
    yield text.format(count=after.streak, longest=after.longest)
