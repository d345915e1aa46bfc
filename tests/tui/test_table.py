"""The table at 80×24: its content, and each key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual import events
from textual.containers import VerticalScroll
from textual.widgets import Input

from ginrummy.game.cards import face_text, faces_of, parse_face
from ginrummy.game.game import Phase
from ginrummy.game.layouts import Arrangement
from ginrummy.game.moves import MoveKind
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules.cards import single, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.types import Face
from ginrummy.terminal.hint_command import hint_text
from ginrummy.terminal.local_table import PERSON, LocalTable
from ginrummy.terminal.saved_matches import MatchStore, load_saved
from ginrummy.terminal.session_setup import Settings, load_settings
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.table_screen import TableScreen
from ginrummy.terminal.tui.text_screens import TextScreen
from ginrummy.terminal.tui.widgets import KeyBar
from ginrummy.text.sentences import refusal_sentence
from tests.table.seats import first
from tests.tui.seated import SMALL, at_table, going_on, session_at, settle, sit_down, text_of

KING = parse_face("KS")


def to_draw(table: LocalTable) -> bool:
    """Return whether the person may draw or take in the middle of a hand."""
    view = table.view
    return view.is_my_turn and view.phase is Phase.DRAW and len(view.events) > 4 and view.state.pile.top >= 0


def to_discard(table: LocalTable) -> bool:
    """Return whether the person has drawn and cannot knock."""
    view = table.view
    return (
        view.is_my_turn
        and {move.kind for move in view.legal_moves()} == {MoveKind.DISCARD}
        and view.events[-1].kind is MoveKind.DRAW
    )


def index_line(app: TableApp, screen: TableScreen) -> str:
    """Return the line of the screen with the indices of the own cards."""
    faces = screen.held.faces
    wanted = [face_text(face, "en") for face in faces]
    return next(line for line in text_of(app).split("\n") if line.replace("│", " ").split() == wanted)


async def test_the_first_screen(tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path, "eaai"))
    async with app.run_test(size=SMALL) as pilot:
        screen = await sit_down(app, pilot)
        lines = text_of(app).split("\n")
        assert len(lines) == 24
        assert {len(line) for line in lines} == {80}
        assert "hand 1" in lines[0]
        assert lines[0].endswith("You 0 · Simple 0 ")
        assert lines[1].startswith(" Simple holds 10 cards")
        assert lines[3].count("│░░░│") == 10 - len(screen.table.view.opponent_taken)
        assert any("31 cards in the stock" in line for line in lines)
        assert any("You may knock with 10 or less" in line for line in lines)
        assert index_line(app, screen)
        assert "   1     2     3 " in lines[20]
        assert lines[22].startswith((" t take  p pass", " d draw  t take"))
        assert lines[23].rstrip().endswith("? help  q quit")


async def test_a_turn_by_keys(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_draw))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("x")
        assert "A card must be drawn or taken first (RULES 4.4)" in text_of(app)
        await pilot.press("k")
        assert "A card must be drawn or taken first (RULES 4.4)" in text_of(app)
        await pilot.press("d")
        await settle(pilot, lambda: "1-9 ←→ choose  x discard" in text_of(app))
        await pilot.press("x")
        assert "First choose a card" in text_of(app)
        assert "You draw the" in text_of(app)
        drawn = screen.table.view.events[-1].face
        await pilot.press("right")
        assert screen.selected == drawn
        await pilot.press("left", "3")
        assert screen.selected == screen.held.faces[2]
        assert f"without {face_text(Face(screen.selected))}" in text_of(app)
        thrown = screen.selected
        await pilot.press("enter")
        await settle(pilot, lambda: screen.table.view.is_my_turn)
        mine = [event for event in screen.table.view.events if event.seat == PERSON]
        assert (mine[-1].kind, mine[-1].face) == (MoveKind.DISCARD, thrown)


async def test_a_refused_move_says_why_with_the_clause(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_discard))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        before = screen.table
        await pilot.press("d")
        assert "One card is drawn in a turn: now discard (RULES 4.5)" in text_of(app)
        await pilot.press("k")
        view = screen.table.view
        left = [deadwood(view.variant, without(view.hand, single(face))) for face in screen.held.faces]
        assert f"{min(left)} points would be left, the limit is 10 (RULES 5.2)" in text_of(app)
        await pilot.press("1", "k")
        assert "the limit is 10 (RULES 5.2)" in text_of(app)
        await pilot.press("b")
        assert "Big gin is not played in this variant (RULES 5.7)" in text_of(app)
        await pilot.press("p")
        assert "Only the first upcard may be passed (RULES 4.4)" in text_of(app)
        await pilot.press("1")
        assert "RULES" not in text_of(app)
        assert screen.table == before


async def test_a_take_is_undone_a_draw_is_not(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_draw))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        before = screen.table.match
        await pilot.press("t")
        await settle(pilot, lambda: "u undo" in text_of(app))
        await pilot.press("u")
        await settle(pilot, lambda: screen.table.match == before)
        await pilot.press("u")
        assert "Simple has answered: that cannot be undone." in text_of(app)
        await pilot.press("d", "u")
        assert "A card was seen: that cannot be undone." in text_of(app)
        assert "u undo" not in text_of(app)


async def test_a_discard_goes_back_while_the_other_player_thinks(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_discard))
    app.session = replace(app.session, pace=60.0)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        before = screen.table.match
        await pilot.press("1", "x")
        await settle(pilot, lambda: "Simple is thinking…" in text_of(app))
        await pilot.press("d")
        assert "It is Simple’s turn." in text_of(app)
        await pilot.press("u")
        await settle(pilot, lambda: screen.table.match == before)
        assert "Discard a card" in text_of(app)


async def test_a_hint_names_a_move_and_a_reason(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_discard))
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        await pilot.press("h")
        await settle(pilot, lambda: "Discard the" in text_of(app) and "left." in text_of(app))


@pytest.mark.parametrize("asked", ["", "K♠"])
@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_hint_speaks_the_language_of_the_table(code: str, asked: str, tmp_path: Path) -> None:
    """A thread computes the hint; the environment of the tests is English."""
    table = first(lambda table: to_discard(table) and KING not in faces_of(table.view.hand))
    with using_language(code):
        try:
            told = hint_text(table.view, asked)
        except GinRummyError as error:
            told = refusal_sentence(error)
        app = going_on(tmp_path, table)
        async with app.run_test(size=SMALL) as pilot:
            screen = await at_table(app, pilot)
            screen.request_hint(asked)
            await settle(pilot, lambda: " ".join(told.split()) in " ".join(text_of(app).split()))


ANSWER = " ".join(f"word{number}" for number in range(60)) + " end."
"""As long as an answer of the coach: four or five lines, more on a narrow terminal."""


@pytest.mark.parametrize("size", [(40, 20), (40, 30), (60, 20), SMALL, (80, 40), (120, 24), (120, 40)])
async def test_all_that_the_coach_says_can_be_read(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ginrummy.terminal.tui.table_screen.hint_text", lambda _view, _asked: ANSWER)
    app = going_on(tmp_path, first(to_discard))
    async with app.run_test(size=size) as pilot:
        await at_table(app, pilot)
        await pilot.press("h")
        await settle(pilot, lambda: "word0" in text_of(app))
        on_a_page = isinstance(app.screen, TextScreen)
        if on_a_page:
            app.screen.query_one(VerticalScroll).scroll_end(animate=False)
            await pilot.pause()
        assert "end." in text_of(app)
        if size[1] >= 40:
            assert not on_a_page
        bar = app.screen.query_one(KeyBar)
        assert app.screen.region.contains_region(bar.region)
        await pilot.press("escape")
        await settle(pilot, lambda: "end." not in text_of(app) or not on_a_page)
        await pilot.press("1")
        await settle(pilot, lambda: "end." not in text_of(app))


@pytest.mark.parametrize(("code", "key"), [("ru", "в"), ("ru", "В"), ("en", "D"), ("fr", "d")])
async def test_letters_stand_for_their_keys(code: str, key: str, tmp_path: Path) -> None:
    with using_language(code):
        app = going_on(tmp_path, first(to_draw))
        async with app.run_test(size=SMALL) as pilot:
            screen = await at_table(app, pilot)
            await pilot.press(key)
            await settle(pilot, lambda: screen.table.view.phase is Phase.DISCARD)


async def test_french_digits_need_no_shift(tmp_path: Path) -> None:
    with using_language("fr"):
        app = going_on(tmp_path, first(to_discard))
        async with app.run_test(size=SMALL) as pilot:
            screen = await at_table(app, pilot)
            await pilot.press("é")
            assert screen.hand.selected == 1
            await pilot.press("à")
            assert screen.hand.selected == 9
            await pilot.press(")")
            assert screen.hand.selected == 10


@pytest.mark.parametrize(
    ("code", "draw", "discard"),
    [
        ("en", "draw", "{card}"),
        ("fr", "pioche", "jeter {card}"),
        ("ru", "колода", "сбросить {card}"),
    ],
)
async def test_moves_are_typed_in_each_language(code: str, draw: str, discard: str, tmp_path: Path) -> None:
    with using_language(code):
        app = going_on(tmp_path, first(to_draw))
        async with app.run_test(size=SMALL) as pilot:
            screen = await at_table(app, pilot)
            await pilot.press("/", *draw, "enter")
            await settle(pilot, lambda: screen.table.view.phase is Phase.DISCARD)
            face = screen.held.faces[0]
            suits = {"en": "SHDC", "fr": "PCKT", "ru": "ПЧБТ"}[code]
            card = face_text(face, code)[:-1] + suits[face // 13]
            await pilot.press("/", *discard.format(card=card), "enter")
            await settle(pilot, lambda: screen.table.view.is_my_turn)
            mine = [event for event in screen.table.view.events if event.seat == PERSON]
            assert mine[-1].face == face


async def test_what_is_typed_faster_than_the_line_opens_is_typed_into_it(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_draw))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        for sign in "/king of d":
            app.post_message(events.Key({"/": "slash", " ": "space"}.get(sign, sign), sign))
        await settle(pilot, lambda: screen.query_one("#entry", Input).value == "king of d")
        app.post_message(events.Key("enter", None))
        await settle(pilot, lambda: "“king of d” is not understood" in text_of(app))
        assert screen.table.view.phase is Phase.DRAW


async def test_what_is_typed_wrongly_is_said(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_discard))
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        await pilot.press("/", *"fly", "enter")
        assert "“fly” is not understood; type “help”" in text_of(app)
        await pilot.press("/", "escape")
        await pilot.press("/", *"hint", "enter")
        await settle(pilot, lambda: "Discard the" in text_of(app))


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("?", ("Keys and words", "draw from the stock, take the top of the pile")),
        ("s", ("Score sheet", "Gin Rummy (standard)", "Simple")),
        ("r", ("Gin Rummy (standard)", "1  Cards")),
        ("v", ("The discard pile, the top first",)),
    ],
)
async def test_pages_open_and_close(key: str, words: tuple[str, ...], tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_draw))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press(key)
        await settle(pilot, lambda: isinstance(app.screen, TextScreen))
        assert all(word in text_of(app) for word in words)
        assert {len(line) for line in text_of(app).split("\n")} == {80}
        await pilot.press("escape")
        await settle(pilot, lambda: app.screen is screen)


async def test_the_way_of_holding_is_remembered(tmp_path: Path) -> None:
    table = first(to_draw)
    app = going_on(tmp_path, table)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        assert "Your hand, by melds" in text_of(app)
        await pilot.press("a", "a")
        assert "Your hand, by suit" in text_of(app)
        suits = [face // 13 for face in screen.held.faces]
        assert suits == sorted(suits)
    assert load_settings(tmp_path / "settings.json") == Settings(Arrangement.SUIT)
    app = going_on(tmp_path, table)
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        assert "Your hand, by suit" in text_of(app)


async def test_an_order_of_ones_own_is_kept_with_the_match(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "matches")
    app = going_on(tmp_path, first(to_draw), store=store)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        before = screen.held.faces
        await pilot.press("[")
        assert "First choose a card" in text_of(app)
        await pilot.press("1", "shift+right", "]")
        after = (before[1], before[2], before[0], *before[3:])
        assert screen.held.faces == after
        assert screen.selected == before[0]
        assert "your own order" in text_of(app)
        await pilot.press("escape")
        assert index_line(app, screen)
    saved = load_saved(store.unfinished_files()[0])
    app = going_on(tmp_path, saved.table)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        assert screen.held.faces == after
        await pilot.press("d")
        await settle(pilot, lambda: screen.table.view.phase is Phase.DISCARD)
        assert screen.held.faces == (*after, screen.table.view.events[-1].face)


async def test_a_player_that_breaks_down_ends_the_evening_with_one_line(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "matches")
    app = going_on(
        tmp_path,
        first(lambda table: table.is_opponent_turn, against="tests.table.seats:Breaker"),
        store=store,
    )
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: app.failure is not None)
    assert str(app.failure).startswith("Breaker: it broke down: RuntimeError: no idea in phase")
    assert len(store.unfinished_files()) == 1
