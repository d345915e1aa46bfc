"""Pictures of a hand as files: readable in three languages, small, short, without hidden cards."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from unittest import mock

import pytest
from babel.messages.pofile import read_po
from PIL import Image, ImageDraw, ImageFont

import ginrummy.locale
from ginrummy.game.cards import RANK_LETTERS, SUIT_SIGNS, faces_of
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.view import view_of_game
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players import load_player
from ginrummy.rules.types import SEATS
from ginrummy.text import posters
from ginrummy.text.commentary import games_by_half_turn
from ginrummy.text.ledger.evening_ledger import read_evening
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.score_ledger import read_ledger
from ginrummy.text.posters import FONT, hand_gif, hand_png, sheet_png

NAMES = ("Ada", "Борис")


def played(variant: str = "standard", *, player: str = "simple", seed: int = 7) -> Game:
    """Return a hand played to its end."""
    match, players = Match.start(variant, seed), [load_player(player, seed=seat) for seat in SEATS]
    while not match.game.is_over:
        seat = match.game.turn
        match = match.play(players[seat].decide(view_of_game(match.game, seat)))
    return match.game


def opened(file: bytes) -> Image.Image:
    return Image.open(BytesIO(file))


def inked(sign: str) -> bytes:
    """Return the pixels of `sign` in the font of the pictures."""
    image = Image.new("L", (80, 80))
    ImageDraw.Draw(image).text((20, 50), sign, fill=255, font=ImageFont.truetype(FONT, 40), anchor="ls")
    return image.tobytes()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_picture_has_the_size_that_messengers_show_and_the_words_of_its_language(code: str) -> None:
    game = played()
    with using_language(code):
        picture = opened(hand_png(game, NAMES, 1))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert picture.tobytes() != opened(hand_png(game, ("Ada", "Ada"), 1)).tobytes()
    others = [each for each in LANGUAGES if each != code]
    for other in others:
        with using_language(other):
            assert picture.convert("RGB") != opened(hand_png(game, NAMES, 1)).convert("RGB")


def test_the_font_has_each_sign_of_a_picture_in_each_language() -> None:
    signs = set("".join(map("".join, RANK_LETTERS.values())))
    for code in ("fr", "ru"):
        path = Path(ginrummy.locale.__file__).parent / code / "LC_MESSAGES" / "ginrummy.po"
        with path.open("rb") as file:
            for message in read_po(file):
                if any(place.endswith("text/sentences.py") for place, _line in message.locations):
                    signs.update("".join(message.id), "".join(message.string or ""))
    assert {sign for sign in signs - {"\n", *SUIT_SIGNS} if inked(sign) == inked("\uffff")} == set()


def test_a_name_in_letters_that_the_font_lacks_becomes_a_number() -> None:
    game = played()
    assert hand_png(game, ("Ада", "山田"), 1) == hand_png(game, ("Ада", "Player 2"), 1)
    assert hand_png(game, ("Ада", "Øyvind"), 1) != hand_png(game, ("Ада", "Player 2"), 1)


def test_the_font_itself_says_which_letters_it_lacks() -> None:
    game = played()
    for lacking in ("Ĕve", "ĭda", "A" + "\u0301" * 40):
        assert hand_png(game, (lacking, "Bob"), 1) == hand_png(game, ("Player 1", "Bob"), 1)
    for known in ("Zoé", "Zoe\u0301", "Ёлка", "Łukasz"):
        assert hand_png(game, (known, "Bob"), 1) != hand_png(game, ("Player 1", "Bob"), 1)


def test_the_number_for_a_name_is_the_name_of_nobody_else() -> None:
    game = played()
    assert hand_png(game, ("漢字", "Player 1"), 1) == hand_png(game, ("Player 1-2", "Player 1"), 1)
    lines = "漢字 Player 1 gin 30\nPlayer 2 漢字 gin 20\n"
    ledger = read_evening(f"form: free\nplayers: 漢字, Player 1, Player 2\n{lines}")
    title, sheet = posters._drawable_people(ledger)
    assert title == "Player 1-2, Player 1, Player 2"
    assert sheet.coming.blocks == ["Now playing: Player 1-2 – Player 1; Player 2 – Player 1-2"]


def test_a_sheet_too_large_for_a_picture_is_refused() -> None:
    names = [f"{first}{second}{'m' * 30}" for first in "ABCDE" for second in "abcdefgh"]
    lines = "".join(f"{names[hand % 40]} {names[(hand + 1) % 40]} gin 30\n" for hand in range(350))
    ledger = read_evening(f"form: free\nplayers: {', '.join(names)}\n{lines}")
    with pytest.raises(LedgerError, match="too large for a picture"):
        sheet_png(ledger)


@pytest.mark.parametrize(("variant", "player"), [("standard", "simple"), ("two_pack_gin_only", "random")])
def test_an_animation_has_each_move_and_stays_short_and_small(variant: str, player: str) -> None:
    game = played(variant, player=player)
    file = hand_gif(game, NAMES, 1)
    picture = opened(file)
    assert picture.format == "GIF"
    assert getattr(picture, "n_frames", 1) == min(len(game.plays), 79) + 2
    times = []
    for frame in range(picture.n_frames):  # type: ignore[attr-defined]
        picture.seek(frame)
        times.append(picture.info["duration"])
    assert 150 <= min(times) <= max(times[:-1]) < times[-1]
    assert sum(times) < 15_000
    assert len(file) < 1_000_000


def test_an_animation_for_a_seat_shows_no_card_that_the_seat_did_not_know() -> None:
    game = played(player="steady")
    for seat in SEATS:
        hidden = 0
        for position in games_by_half_turn(game):
            view = view_of_game(position, seat)
            other, _pile, _own = posters._rows(position, seat)
            faces = [card for group in other for card in group if not isinstance(card, str)]
            shown = view.shown_hand(1 - seat)
            assert faces == list(faces_of(view.opponent_known if shown is None else shown))
            hidden += sum(card == "" for group in other for card in group)
        assert hidden
        assert hand_gif(game, NAMES, 1, viewer=seat) != hand_gif(game, NAMES, 1)


FORMS = ("partnership", "winner_stays", "sitting_out", "chouette", "king", "everybody", "free")
PEOPLE = "Anna, Борис – Zoé, Denis"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_the_sheet_of_each_form_is_a_picture_in_the_words_of_its_language(form: str, code: str) -> None:
    people = PEOPLE if form == "partnership" else PEOPLE.replace(" –", ",")
    game = "modern" if form in ("winner_stays", "sitting_out") else "hollywood"
    head = f"form: {form}\nvariant: {game}\nplayers: {people}\nstakes: 1 € a point\n"
    ledger = read_evening(
        f"{head}Anna Борис gin 31\n" if form in ("everybody", "free") else f"{head}Anna gin 31\n"
    )
    with using_language(code):
        picture = opened(sheet_png(ledger))
    assert picture.format == "PNG"
    assert picture.width <= 1_200
    for other in set(LANGUAGES) - {code}:
        with using_language(other):
            assert picture.convert("RGB").tobytes() != opened(sheet_png(ledger)).convert("RGB").tobytes()


def test_the_picture_of_a_partnership_names_the_sides() -> None:
    sides = read_evening(f"form: partnership\nplayers: {PEOPLE}\n")
    assert sides.title == PEOPLE
    with mock.patch.object(type(sides), "title", ", ".join(sides.people)):
        joined = sheet_png(sides)
    assert joined != sheet_png(sides)


def test_a_long_sheet_has_columns_and_a_strange_name_a_number() -> None:
    lines = "".join(f"Anna {other} 30\n" for _round in range(40) for other in ("Борис", "漢字"))
    ledger = read_evening(f"form: free\nplayers: Anna, Борис, 漢字\n{lines}")
    long = opened(sheet_png(ledger))
    assert long.width < long.height < 2 * long.width
    assert long.width * long.height < 12_000_000
    numbered = read_evening(
        f"form: free\nplayers: Anna, Борис, Player 3\n{lines.replace('漢字', 'Player 3')}"
    )
    assert long.tobytes() == opened(sheet_png(numbered)).tobytes()


def test_a_hollywood_match_of_two_is_a_picture_of_three_columns() -> None:
    ledger = read_ledger("variant: hollywood\nplayers: Ada, Bob\n" + "Ada gin 31\nBob knock 3 25\n" * 4)
    bare = read_ledger("variant: hollywood\nplayers: Ada, Bob\n")
    assert opened(sheet_png(ledger)).height > opened(sheet_png(bare)).height
