"""Key bindings of the table for the keyboards of three languages.

A letter stands for its physical key: on a Russian keyboard the key D types `в`, so `в` draws. The digits
choose cards. On a French keyboard the same keys type `&é"'(-è_çà)` without shift.
"""

from __future__ import annotations

from typing import Final

from ginrummy.game.game import Phase
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View
from ginrummy.locale import language, pgettext
from ginrummy.terminal.command_parser import JCUKEN, CommandWord
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.tui.card_widgets import digit_keys
from ginrummy.terminal.tui.widgets import Cap
from ginrummy.variants import INSPECT_ALL

LETTERS: Final = {
    "d": "draw",
    "t": "take",
    "p": "pass",
    "x": "discard",
    "k": "knock",
    "g": "gin",
    "b": "big_gin",
    "u": "undo",
    "h": "hint",
    "a": "arrange",
    "v": "pile",
    "s": "score",
    "r": "rules",
    "q": "quit",
    "[": "move_left",
    "]": "move_right",
    "/": "type",
    "?": "help",
}
NAMED: Final = {
    "enter": "discard",
    "left": "previous",
    "right": "next",
    "shift+left": "move_left",
    "shift+right": "move_right",
    "escape": "let_go",
    "f1": "help",
}
MOVES: Final = {
    "draw": MoveKind.DRAW,
    "take": MoveKind.TAKE,
    "pass": MoveKind.PASS,
    "discard": MoveKind.DISCARD,
    "knock": MoveKind.KNOCK,
    "gin": MoveKind.GIN,
    "big_gin": MoveKind.BIG_GIN,
}
SERVICE_OF: Final = {
    CommandWord.UNDO: "undo",
    CommandWord.HINT: "hint",
    CommandWord.ARRANGE: "arrange",
    CommandWord.PILE: "pile",
    CommandWord.SCORE: "score",
    CommandWord.RULES: "rules",
    CommandWord.HELP: "help",
    CommandWord.QUIT: "quit",
}
UNSHIFTED_DIGITS: Final = "&é\"'(-è_çà)"


def action_key(action: str) -> str:
    """Return the key of `action`, as printed on an English keyboard."""
    return next(letter for letter, done in LETTERS.items() if done == action)


def key_action(key: str, character: str | None) -> str | None:
    """Return the action of a key, or `None` for none."""
    if key in NAMED:
        return NAMED[key]
    typed = (character or "").lower()
    if typed in LETTERS:
        return LETTERS[typed]
    return _RUSSIAN.get(typed)


_RUSSIAN: Final = {JCUKEN[letter]: action for letter, action in LETTERS.items() if letter in JCUKEN} | {
    ".": "type",
    ",": "help",
}


def digit_index(character: str | None) -> int | None:
    """Return the place, from 0, of the card that a digit key chooses."""
    if not character:
        return None
    if language() == "fr" and character in UNSHIFTED_DIGITS:
        return UNSHIFTED_DIGITS.index(character)
    return digit_keys().index(character) if character in digit_keys() else None


def table_key_caps(table: LocalTable, view: View) -> tuple[list[Cap], list[Cap]]:
    """Return the keys of the moves possible now, and those of all other actions."""
    kinds = {move.kind for move in view.legal_moves()}
    choosing = view.phase is Phase.DISCARD and view.is_my_turn
    moves = [Cap("1-9 ←→", pgettext("key", "choose"), "next")] if choosing else []
    labels = move_labels()
    moves += [key_cap(action, labels[action]) for action, kind in MOVES.items() if kind in kinds]
    hidden = {
        "undo": not table.may_undo,
        "hint": not view.is_my_turn,
        "pile": view.variant.discard_inspect != INSPECT_ALL,
    }
    return moves, [
        key_cap(action, label) for action, label in service_labels().items() if not hidden.get(action)
    ]


def key_cap(action: str, label: str) -> Cap:
    """Return the key of `action`."""
    return Cap(action_key(action), label, action)


def move_labels() -> dict[str, str]:
    """Return the labels of the keys that make a move."""
    return {
        "draw": pgettext("key", "draw"),
        "take": pgettext("key", "take"),
        "pass": pgettext("key", "pass"),
        "discard": pgettext("key", "discard"),
        "knock": pgettext("key", "knock"),
        "gin": pgettext("key", "gin"),
        "big_gin": pgettext("key", "big gin"),
    }


def service_labels() -> dict[str, str]:
    """Return the labels of the other keys."""
    return {
        "undo": pgettext("key", "undo"),
        "hint": pgettext("key", "hint"),
        "arrange": pgettext("key", "arrange"),
        "pile": pgettext("key", "pile"),
        "score": pgettext("key", "score"),
        "rules": pgettext("key", "rules"),
        "type": pgettext("key", "type"),
        "help": pgettext("key", "help"),
        "quit": pgettext("key", "quit"),
    }
