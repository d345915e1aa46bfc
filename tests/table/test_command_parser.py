"""Typed commands in three languages."""

from __future__ import annotations

from functools import partial

import pytest

from ginrummy.coach.hints import Hint, advice_text, quick_hint
from ginrummy.game.cards import Spelling, card_sign, face_text, faces_of, hand_of, parse_face, parse_faces
from ginrummy.game.game import Phase
from ginrummy.game.moves import (
    BIG_GIN,
    DRAW,
    PASS,
    TAKE,
    Move,
    MoveKind,
    as_melds,
    discard,
    gin,
    knock,
    non_empty_melds,
)
from ginrummy.game.view import View
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules.cards import single, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.types import Face
from ginrummy.terminal.command_parser import (
    LETTERS,
    WORDS,
    CommandWord,
    command_help_line,
    parse_command,
    parse_defence,
    parse_move,
)
from ginrummy.terminal.local_table import LocalTable
from ginrummy.text.sentences import card_name, move_name
from tests.table.seats import first

SEVEN = parse_face("7H")


def view_in(phase: Phase) -> View:
    return first(lambda table: table.view.is_my_turn and table.view.phase is phase).view


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_is_read_back_in_its_language(code: str) -> None:
    with using_language(code):
        for word, forms in WORDS[code].items():
            for form in forms:
                assert parse_command(form) == (word, ""), form
                assert parse_command(f"  {form.upper()}  7H ") == (word, "7H"), form


@pytest.mark.parametrize("code", LANGUAGES)
def test_english_words_are_read_everywhere(code: str) -> None:
    with using_language(code):
        assert parse_command("draw") == (CommandWord.DRAW, "")
        assert parse_command("quit") == (CommandWord.QUIT, "")


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_word_has_a_meaning_that_is_said(code: str) -> None:
    with using_language(code):
        lines = [command_help_line(word) for word in CommandWord]
    assert len(set(lines)) == len(CommandWord)
    assert all(": " in line for line in lines)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_means_two_things(code: str) -> None:
    forms = [form for words in WORDS[code].values() for form in words]
    assert len(forms) == len(set(forms))


def test_single_letters_work_on_a_russian_keyboard_too() -> None:
    for letter, word in LETTERS.items():
        assert parse_command(letter) == (word, "")
    assert parse_command("в") == (CommandWord.DRAW, "")
    assert parse_command("К") == (CommandWord.RULES, "")


@pytest.mark.parametrize(
    ("code", "text", "move"),
    [
        ("en", "draw", DRAW),
        ("en", "t", TAKE),
        ("en", "pass", PASS),
        ("en", "7H", discard(SEVEN)),
        ("en", "discard 7♥", discard(SEVEN)),
        ("en", "knock 7h", knock(SEVEN)),
        ("en", "gin 7H", gin(SEVEN)),
        ("en", "big gin", BIG_GIN),
        ("fr", "piocher", DRAW),
        ("fr", "prendre", TAKE),
        ("fr", "jeter 7C", discard(SEVEN)),
        ("fr", "défausser 7C", discard(SEVEN)),
        ("fr", "defausse 7♥", discard(SEVEN)),
        ("fr", "7C", discard(SEVEN)),
        ("fr", "frapper VC", knock(parse_face("JH"))),
        ("fr", "grand gin", BIG_GIN),
        ("ru", "взять из колоды", DRAW),
        ("ru", "взять", TAKE),
        ("ru", "взять из сброса", TAKE),
        ("ru", "сбросить 7Ч", discard(SEVEN)),
        ("ru", "Тч", discard(parse_face("AH"))),
        ("ru", "стук КБ", knock(parse_face("KD"))),
        ("ru", "большой джин", BIG_GIN),
        ("ru", "пас", PASS),
    ],
)
def test_a_move_is_typed(code: str, text: str, move: Move) -> None:
    with using_language(code):
        assert parse_move(view_in(Phase.DISCARD), text) == move


def test_a_knock_without_a_card_takes_the_best_one() -> None:
    view = first(
        lambda table: (
            table.view.is_my_turn and any(move.kind is MoveKind.KNOCK for move in table.view.legal_moves())
        ),
    ).view
    move = parse_move(view, "knock")
    assert move.kind is MoveKind.KNOCK
    assert view.refusal(move) is None


def test_melds_are_typed_at_the_showdown() -> None:
    fours, nines = parse_faces("4S5S6S"), parse_faces("9H9D9C")
    melds = as_melds([hand_of(fours), hand_of(nines)])
    spread = Move(MoveKind.SPREAD, melds=melds)
    view = view_in(Phase.SPREAD)
    assert parse_move(view, "4S5S6S / 9H9D9C") == spread
    assert parse_move(view, "spread 4S 5S 6S | 9H 9D 9C") == spread
    with using_language("fr"):
        assert parse_move(view, "4P5P6P / 9C9K9T") == spread
    with using_language("ru"):
        assert parse_move(view, "выложить 4П5П6П / 9Ч9Б9Т") == spread


@pytest.mark.parametrize("text", ["7S>1, 8S>1 / TC JC QC", "7S8S > 1 | TCJCQC", "7S=1 8S=1 / TCJCQC"])
def test_lay_offs_are_typed(text: str) -> None:
    laid = as_melds([hand_of(parse_faces("7S8S"))])
    own = as_melds([hand_of(parse_faces("TCJCQC"))])
    assert parse_defence(text) == Move(MoveKind.LAY_OFF, melds=own, laid=laid)


def test_a_defence_is_in_one_alphabet() -> None:
    """In French C alone is cœur. The S shows that the input is English."""
    with using_language("fr"):
        move = parse_defence("7S>1, 8S>1 / TCJCQC")
    assert move.melds == as_melds([hand_of(parse_faces("TCJCQC"))])


@pytest.mark.parametrize(
    ("code", "text", "complaint"),
    [
        ("en", "fly", "“fly” is not understood; type “help”"),
        ("fr", "voler", "«\u00a0voler\u00a0» n’est pas compris\u202f; tapez «\u00a0aide\u00a0»"),
        ("ru", "лететь", "«лететь» непонятно; введите «помощь»"),
        ("en", "discard", "say which card, as in “discard 7H”"),
        ("en", "knock 1H", "“1H” is not a card (RULES 1.5)"),
        ("en", "hand", "“hand” is not a move"),
    ],
)
def test_what_cannot_be_meant_is_refused(code: str, text: str, complaint: str) -> None:
    view = view_in(Phase.DISCARD)
    with using_language(code), pytest.raises(GinRummyError) as refused:
        parse_move(view, text)
    assert str(refused.value) == complaint


@pytest.mark.parametrize("text", ["7S>4", "7S>1 8S", "7S>1>2", ">1", "7S>", "7S>1, 8S / TCJCQC"])
def test_a_lay_off_on_no_meld_is_refused(text: str) -> None:
    with pytest.raises(GinRummyError, match="does not say to which meld"):
        parse_defence(text)


def test_a_closing_that_cannot_be_is_refused() -> None:
    view = first(
        lambda table: (
            table.view.phase is Phase.DISCARD
            and {move.kind for move in table.view.legal_moves()} == {MoveKind.DISCARD}
        ),
        "straight",
    ).view
    for word in ("gin", "knock"):
        move = parse_move(view, word)
        left = {
            face: deadwood(view.variant, without(view.hand, single(face))) for face in faces_of(view.hand)
        }
        assert left[move.face] == min(left.values())
        assert view.refusal(move) is not None


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("spelling", [card_sign, card_name])
def test_what_a_hint_says_can_be_typed(code: str, spelling: Spelling) -> None:
    kinds = set()
    with using_language(code):
        for view in positions():
            for move in view.legal_moves():
                if move.kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
                    continue
                kinds.add(move.kind)
                name = move_name(move, spelling, top=view.top)
                assert parse_move(view, name) == move, name
                hint = advice_text(Hint(move, "10 points are left."), spelling)
                assert parse_move(view, hint) == move, hint
                assert parse_move(view, hint.partition(":")[0]) == move, hint
    assert len(kinds) >= 6


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("spelling", [card_sign, card_name])
@pytest.mark.parametrize("phase", [Phase.SPREAD, Phase.LAY_OFF])
def test_a_hint_at_the_showdown_can_be_typed(code: str, spelling: Spelling, phase: Phase) -> None:
    view = view_in(phase)
    with using_language(code):
        told = advice_text(quick_hint(view, spelling), spelling)
        assert ":" in told
        assert parse_move(view, told) == view.automatic_layout()
        assert parse_move(view, told.partition(":")[0]) == view.automatic_layout()


def test_several_melds_of_a_hint_can_be_typed() -> None:
    view = first(several_melds).view
    for code in LANGUAGES:
        for spelling in (card_sign, card_name):
            with using_language(code):
                assert (
                    parse_move(view, advice_text(quick_hint(view, spelling), spelling))
                    == view.automatic_layout()
                )


def several_melds(table: LocalTable) -> bool:
    """Return whether the person lays out more than one meld."""
    view = table.view
    return (
        view.is_my_turn
        and view.phase is Phase.SPREAD
        and len(non_empty_melds(view.automatic_layout().melds)) > 1
    )


def positions() -> list[View]:
    """Return positions for each kind of move."""
    wanted = {
        MoveKind.PASS: "russian",
        MoveKind.DRAW: "standard",
        MoveKind.DISCARD: "standard",
        MoveKind.KNOCK: "standard",
        MoveKind.GIN: "straight",
    }
    return [first(partial(may_make, kind), name).view for kind, name in wanted.items()]


def may_make(kind: MoveKind, table: LocalTable) -> bool:
    """Return whether a move of `kind` is legal."""
    return kind in {move.kind for move in table.view.legal_moves()}


def test_a_card_that_does_not_lie_there_is_not_taken() -> None:
    view = first(partial(may_make, MoveKind.TAKE)).view
    top = face_text(Face(view.state.pile.top))
    assert parse_move(view, f"take the {top}") == TAKE
    other = "2♠" if top != "2♠" else "3♠"
    with pytest.raises(GinRummyError, match="only the top card of the pile may be taken"):
        parse_move(view, f"take {other}")


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("en", "take something else"),
        ("en", "pass the salt"),
        ("fr", "prendre au talon"),
        ("ru", "взять туда"),
        ("ru", "добор и стук"),
    ],
)
def test_words_behind_a_word_are_not_passed_over(code: str, typed: str) -> None:
    view = first(partial(may_make, MoveKind.TAKE)).view
    with using_language(code), pytest.raises(GinRummyError):
        parse_move(view, typed)
