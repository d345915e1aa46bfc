"""Cards typed as they are printed, in every encoding and language, for every command that reads cards."""

from __future__ import annotations

import contextlib
import io
import json
import re
from itertools import takewhile
from typing import Any
from unittest.mock import patch

import pytest

from ginrummy.cli import main, plain_letters
from ginrummy.cli.options import detect_card_language, read_card, read_cards
from ginrummy.game.cards import FACE_COUNT, Spelling, card_sign, face_code, face_text, hand_of, parse_faces
from ginrummy.game.game import Phase
from ginrummy.game.moves import as_melds, discard, gin, knock
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.types import Face
from ginrummy.terminal.command_parser import WORDS, parse_command, parse_defence, parse_melds, parse_move
from ginrummy.text.ledger.score_ledger import read_ledger
from ginrummy.text.sentences import card_name, cards_text, melds_text, move_name
from tests.table.seats import first

FACES = tuple(map(Face, range(FACE_COUNT)))
ENCODINGS = ("utf-8", "ascii", "latin-1", "cp1252", "cp437", "koi8-r", "cp866", "cp1251", "mac_cyrillic")
SPELLINGS = (card_sign, card_name)
DEALS = (
    "AS 2S 3S TS JH QH KH TC JC KC",
    "4S 5S 6S 7S 8S 9S QS KS QC KD",
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH",
    "AD 2D 3D 4D 5D 6D 7D 8D 9D TD",
    "AC 2C 3C 4C 5C 6C 7C 8C 9C JD QD",
)
"""Every card of the pack."""
everywhere = pytest.mark.parametrize("encoding", ENCODINGS)
spoken = pytest.mark.parametrize("code", LANGUAGES)


def shown(text: str, encoding: str) -> str:
    """Return `text` as printed in this encoding."""
    plain_letters.register_error_handler()
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding=encoding)):
        return text.encode(encoding, plain_letters.NAME).decode(encoding)


def printed(encoding: str, code: str, *arguments: str) -> str:
    """Return the output of `ginrummy` on a terminal with this encoding."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    with contextlib.redirect_stdout(out), patch("sys.stderr", io.StringIO()) as complaints:
        assert main([*arguments, "--lang", code]) == 0, complaints.getvalue()
        out.flush()
    raw = out.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode(encoding)


@everywhere
@spoken
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_one_card(encoding: str, code: str, spelling: Spelling) -> None:
    with using_language(code):
        for face in FACES:
            text = shown(spelling(face), encoding)
            letters = detect_card_language([text])
            assert read_card(text, where="--top", letters=letters) == face, text
            assert read_cards([text, text], packs=2, where="CARDS", letters=letters) == (face, face), text


def values(encoding: str, code: str, *arguments: str) -> dict[str, Any]:
    """Return the values printed by a command."""
    found: dict[str, Any] = json.loads(printed(encoding, code, *arguments, "--json"))
    return found


@everywhere
@spoken
@pytest.mark.parametrize("deal", DEALS)
def test_the_hand_that_hand_prints(encoding: str, code: str, deal: str) -> None:
    typed = [face_text(face) for face in parse_faces(deal)]
    lines = printed(encoding, code, "hand", *typed).splitlines()
    melds, left = (re.split(r"\s{2,}", line)[1] for line in lines[:2])
    words = [part for part in (*melds.split(" | "), left) if part != shown("–", encoding)]
    assert values(encoding, code, "hand", *words) == values(encoding, code, "hand", *typed)


@everywhere
@spoken
def test_the_showdown_that_showdown_prints(encoding: str, code: str) -> None:
    def settled(spread: str, unmatched: str, defender: str, laid: str) -> dict[str, Any]:
        given = ("--spread", spread, "--unmatched", unmatched, "--defender", defender, "--laid-off", laid)
        return values(encoding, code, "showdown", *given)

    spread, left, other = "K♠K♥K♦ / J♠J♥J♦ / 4♦5♦6♦", "A♠", "K♣J♣7♦8♦3♠5♥6♣Q♠10♥2♣"
    given = ("--spread", spread, "--unmatched", left, "--defender", other)
    lines = printed(encoding, code, "showdown", *given).splitlines()
    _knocker, melds, unmatched = re.split(r"\s{2,}", lines[0])
    laid = [" ".join(takewhile(is_card, line.partition(":")[2].split())) for line in lines[2:5]]
    kept = lines[1].rpartition(":")[2].partition("=")[0]
    shown_left = unmatched.partition(":")[2].partition("=")[0]
    again = settled(melds, shown_left, " ".join([kept, *laid]), " ".join(laid))
    assert again == settled(spread, left, other, "K♣ J♣ 8♦ 7♦")
    assert again["laid_off"] == ["7D", "8D", "JC", "KC"]


def is_card(word: str) -> bool:
    return word[0].isdigit() or word[0].isupper()


@everywhere
@spoken
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_moves_at_the_table(encoding: str, code: str, spelling: Spelling) -> None:
    view = first(lambda table: table.view.is_my_turn and table.view.phase is Phase.DISCARD).view
    with using_language(code):
        for face in FACES:
            card = shown(spelling(face), encoding)
            assert parse_move(view, card) == discard(face), card
            assert parse_move(view, f"knock {card}") == knock(face), card
            for move in (discard(face), knock(face), gin(face)):
                said = shown(move_name(move, spelling=spelling), encoding)
                assert parse_move(view, said) == move, said


@everywhere
@spoken
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_melds_and_lay_offs_at_the_table(encoding: str, code: str, spelling: Spelling) -> None:
    with using_language(code):
        for deal in DEALS:
            faces = parse_faces(deal)
            melds = as_melds([hand_of(faces[:3]), hand_of(faces[3:6]), hand_of(faces[6:])])
            text = shown(melds_text(melds, spelling=spelling), encoding)
            assert parse_melds(text) == melds, text
            card, others = (shown(cards_text(part, spelling), encoding) for part in (faces[:1], faces[1:4]))
            move = parse_defence(f"{card}>2 / {others}")
            assert (move.laid[1], move.melds[0]) == (hand_of(faces[:1]), hand_of(faces[1:4])), others


@everywhere
@spoken
def test_words_of_the_table(encoding: str, code: str) -> None:
    with using_language(code):
        for word, forms in WORDS[code].items():
            for form in forms:
                assert parse_command(shown(form, encoding)) == (word, ""), form


@everywhere
@spoken
def test_the_upcard_on_the_score_pad(encoding: str, code: str) -> None:
    with using_language(code):
        for face in FACES:
            card = shown(card_sign(face), encoding)
            ledger = read_ledger(f"variant: spades_double\nplayers: Anna, Boris\nAnna 25 {card}\n")
            (line,) = ledger.entries
            assert line.line.score.multiplier == (2 if face_code(face)[1] == "S" else 1), card
