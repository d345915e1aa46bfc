"""`ginrummy play`: the plain table from start to end, errors, and saved state."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ginrummy.game.cards import faces_of, parse_face
from ginrummy.game.game import Phase
from ginrummy.game.moves import Move, MoveKind
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players import load_player
from ginrummy.terminal.command_parser import CommandWord, localized_word
from ginrummy.terminal.conversation import read_line
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.plain import PlainTable
from ginrummy.terminal.saved_matches import MatchStore, SavedMatch, load_saved
from ginrummy.terminal.session_setup import Session, Settings, load_settings
from ginrummy.text.record import load_record
from ginrummy.variants import load_variant, parse_variant
from tests.cli.running import ginrummy, refused
from tests.table.seats import first, table_of

SUITS = {"en": "SHDC", "fr": "PCKT", "ru": "ПЧБТ"}
RANKS = {"en": "A23456789TJQK", "fr": "A23456789TVDR", "ru": "Т23456789TВДК"}
KING = parse_face("KS")
FOREIGN = re.compile(r"\b(?:your?|the|draw|discard|hand|takes?|knocks?|deadwood)\b", re.IGNORECASE)


class Person(PlainTable):
    """A person at a plain table who plays like `simple`, in the language in use."""

    def __init__(self, session: Session, code: str = "en") -> None:
        super().__init__(session, read=self.answer, write=self.hear)
        self.code = code
        self.heard: list[str] = []
        self.table: LocalTable | None = None

    def hear(self, line: str) -> None:
        """Save a message."""
        self.heard.append(line)

    @property
    def said(self) -> str:
        """All messages."""
        return "\n".join(self.heard)

    def save(self, table: LocalTable) -> None:
        """Save the table."""
        self.table = table
        super().save(table)

    def answer(self, prompt: str) -> str:
        """Return the next line: the next move, otherwise Enter, and after the match the word to leave."""
        self.hear(prompt)
        if self.table is None:
            return ""
        if self.table.match.is_over:
            return localized_word(CommandWord.QUIT)
        view = self.table.view
        if not view.is_my_turn or view.phase in (Phase.SPREAD, Phase.LAY_OFF):
            return ""
        return self.typed(load_player("simple", seed=2).decide(view))

    def typed(self, move: Move) -> str:
        """Return `move` as typed in the person's language."""
        words = {
            MoveKind.PASS: CommandWord.PASS,
            MoveKind.TAKE: CommandWord.TAKE,
            MoveKind.DRAW: CommandWord.DRAW,
            MoveKind.KNOCK: CommandWord.KNOCK,
            MoveKind.GIN: CommandWord.GIN,
            MoveKind.BIG_GIN: CommandWord.BIG_GIN,
        }
        suit, rank = divmod(move.face, 13) if move.face >= 0 else (0, 0)
        card = RANKS[self.code][rank] + SUITS[self.code][suit] if move.face >= 0 else ""
        return f"{localized_word(words[move.kind])} {card}" if move.kind in words else card


def session_at(folder: Path, variant: str, *, seed: int | None = 12, record: Path | None = None) -> Session:
    """Return a session against `simple` whose files are all in `folder`."""
    partie = "session_target = 40\n" if load_variant(variant).row.session_target > 0 else ""
    text = f'base = "{variant}"\n\n[values]\ngame_target = 20\n{partie}'
    short = parse_variant(text, name="short", where="short")
    store = MatchStore(folder / "matches", record)
    return Session(short, "simple", seed, store, folder / "settings.json")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_whole_match_line_by_line(code: str, tmp_path: Path) -> None:
    with using_language(code):
        person = Person(session_at(tmp_path, "classic", record=tmp_path / "match.gin"), code)
        person.play_session([], ask=False)
    record = load_record(tmp_path / "match.gin")
    assert record.match.is_over
    assert record.match.seeds is not None
    assert record.match.seeds.secret in person.said
    assert person.session.store.unfinished_files() == ()
    assert person.heard[-1] == {"en": "Goodbye.", "fr": "Au revoir.", "ru": "До свидания."}[code]
    if code != "en":
        spoken = [line for line in person.heard if "ginrummy" not in line and "/" not in line]
        assert not [line for line in spoken if FOREIGN.search(line)]


@pytest.mark.long
@pytest.mark.parametrize("variant", ["hollywood", "two_pack", "eleven_card", "oklahoma_extra", "russian"])
def test_the_games_can_be_played_line_by_line(variant: str, tmp_path: Path) -> None:
    person = Person(session_at(tmp_path, variant, record=tmp_path / "match.gin"))
    person.play_session([], ask=False)
    assert load_record(tmp_path / "match.gin").match.is_over


def replies(session: Session, table: LocalTable, *lines: str) -> str:
    """Return the replies at `table` when a person types `lines` and leaves."""
    typed: Iterator[str] = iter((*lines, "quit"))
    heard: list[str] = []
    plain = PlainTable(session, read=lambda prompt: next(typed), write=heard.append)
    plain.play_session([SavedMatch(table, None)], ask=False)
    return "\n".join(heard)


def test_a_prompt_is_folded_as_the_terminal_is_narrow(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return "7H"

    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    assert read_line("Your layout: a number, Enter for the first, or melds by hand: ") == "7H"
    assert read_line("> ") == "7H"
    assert capsys.readouterr().out == "Your layout: a number, Enter for the\n"
    assert asked == ["first, or melds by hand: ", "> "]


def to_draw(table: LocalTable) -> bool:
    """Return whether the person may draw or take."""
    return table.view.is_my_turn and table.view.phase is Phase.DRAW and len(table.view.events) > 4


def test_words_that_are_no_moves(tmp_path: Path) -> None:
    session = session_at(tmp_path, "standard")
    said = replies(session, first(to_draw), "hint", "hand", "table", "pile", "score", "rules", "help", "")
    for part in (
        "Discard" if "Discard the" in said else ": ",
        "Your hand:",
        "Simple holds 10 cards",
        "1 Cards",
        "undo: take your last move back",
        "Draw from the stock, or take the",
        "Goodbye. An unfinished match resumes next time.",
    ):
        assert part in said


def test_the_sheet_says_who_dealt_the_hand_being_played_and_then_who_deals_next(tmp_path: Path) -> None:
    session = session_at(tmp_path, "standard")
    table = first(lambda table: to_draw(table) and table.game.dealer == 0)
    lines = replies(session, table, "score").split("\n")
    assert "Player dealt." in lines
    assert not [line for line in lines if line.startswith("Next to deal")]
    over = first(lambda table: table.game.is_over and not table.match.is_over)
    dealer = ("Player", "Simple")[over.next_hand().game.dealer]
    assert f"Next to deal: {dealer}" in replies(session, over, "score").split("\n")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("why not knock?", "would be left, the limit is 10 (RULES 5.2)"),
        ("why not gin", "Gin leaves nothing, but "),
        ("how safe is KS", "K♠ is not in the hand (RULES 4.5)"),
        ("why not draw", "One card is drawn in a turn: now discard (RULES 4.5)"),
        ("why not xyz", "“xyz” is not understood"),
    ],
)
def test_a_move_asked_about_that_may_not_be_made_is_refused_on_a_line(
    tmp_path: Path, asked: str, told: str
) -> None:
    def has_drawn(table: LocalTable) -> bool:
        view = table.view
        drew = view.phase is Phase.DISCARD and view.events[-1].kind is MoveKind.DRAW
        return view.is_my_turn and drew and view.deadwood() > 30 and KING not in faces_of(view.hand)

    said = replies(session_at(tmp_path, "standard"), first(has_drawn), asked)
    assert told in said
    assert "knock:" not in said
    assert said.endswith("Goodbye. An unfinished match resumes next time.")


def test_the_hand_is_arranged_and_spelled_as_the_person_likes(tmp_path: Path) -> None:
    session = session_at(tmp_path, "standard")
    table = first(to_draw)
    said = replies(session, table, "spell", "arrange by suit", "arrange own", "arrange 2H 9Z")
    assert "♠" in said
    assert "by suit" in said
    assert "your own order" in said
    assert "“9Z” is not a card (RULES 1.5)" in said
    assert load_settings(session.settings_file).spelled is False
    faces = [face for face in range(52) if table.view.hand.cards >> face & 1]
    codes = " ".join("A23456789TJQK"[face % 13] + "SHDC"[face // 13] for face in faces[::-1])
    replies(session, table, f"arrange {codes}")
    assert load_saved(session.store.unfinished_files()[0]).table.order == tuple(faces[::-1])


def test_a_take_is_taken_back_and_a_draw_is_not(tmp_path: Path) -> None:
    said = replies(session_at(tmp_path, "standard"), first(to_draw), "take", "undo", "draw", "undo")
    assert "Taken back." in said
    assert "A card was seen: that cannot be undone." in said


def test_layouts_are_chosen_by_number_or_typed(tmp_path: Path) -> None:
    def to_knock(table: LocalTable) -> bool:
        kinds = {move.kind for move in table.view.legal_moves()}
        return table.view.is_my_turn and MoveKind.KNOCK in kinds

    table = first(to_knock)
    session = session_at(tmp_path, "standard")
    said = replies(session, table, "knock", "KSKH", "9", "undo", "knock", "1")
    assert "You knocked." in said
    assert "K♠ K♥ is no meld (RULES 2)" in said or "(RULES 2" in said
    assert "“9” is not a card (RULES 1.5)" in said
    assert "Taken back." in said
    assert "Simple defends:" in said


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("fly", "“fly” is not understood; type “help”"),
        ("7X", "“7X” is not understood; type “help”"),
        ("discard", "Say which card, as in “discard 7H”"),
        ("discard 7X", "“7X” is not a card (RULES 1.5)"),
        ("pass", "Only the first upcard may be passed (RULES 4.4)"),
        ("knock", "A card must be drawn or taken first (RULES 4.4)"),
        ("spread AS2S3S", "Nobody has closed the hand yet (RULES 6.1)"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(typed: str, reply: str, tmp_path: Path) -> None:
    assert reply in replies(session_at(tmp_path, "standard"), first(to_draw), typed).split("\n")


def test_nobody_is_told_that_a_match_goes_on_which_could_not_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchStore, "save", lambda _store, _table: ("The match could not be saved: no",))
    person = Person(session_at(tmp_path, "classic"))
    person.play_session([], ask=False)
    assert person.said.rstrip().endswith("The match could not be saved: no\nGoodbye.")


def test_a_record_that_fails_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    gone = tmp_path / "gone" / "match.gin"
    person = Person(session_at(tmp_path, "classic", record=gone))
    person.play_session([], ask=False)
    assert "The record could not be written: " in person.said
    assert person.table is not None
    assert person.table.match.is_over


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Redirect the user's folders to a temporary one."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path / "home"


def test_the_command_plays_plainly_where_nothing_can_be_drawn(home: Path) -> None:
    ran = ginrummy("play", "--seed", "3", "--against", "simple", stdin="hand\nquit\n")
    assert (ran.status, ran.err) == (0, "")
    assert "Gin Rummy (standard), against Simple" in ran.out
    assert "Your hand:" in ran.out
    assert len(list(home.rglob("*.match.json"))) == 1
    again = ginrummy("play", stdin="\nquit\n")
    assert "1: Gin Rummy (standard), against Simple: hand 1, 0–0" in again.out
    assert "A match is unfinished: Gin Rummy (standard), against Simple." in again.out
    anew = ginrummy("play", "--new", "--seed", "4", "--variant", "hollywood", stdin="quit\n")
    assert "Hollywood Gin (three columns), against Strong bot" in anew.out
    assert len(list(home.rglob("*.match.json"))) == 2


def test_another_game_begins_beside_the_unfinished_one(home: Path) -> None:
    ginrummy("play", "--seed", "3", "--against", "simple", stdin="quit\n")
    ran = ginrummy("play", "--variant", "hollywood", "--against", "simple", stdin="\nquit\n")
    assert "1 unfinished match is kept: “ginrummy play” lists it." in ran.out
    assert "Hollywood Gin (three columns), against Simple" in ran.out
    assert len(list(home.rglob("*.match.json"))) == 2
    listed = ginrummy("play", stdin="2\nquit\n").out
    assert "1: Hollywood Gin (three columns), against Simple: hand 1, 0–0" in listed
    assert "A match is unfinished: Gin Rummy (standard), against Simple." in listed
    hollywood = ginrummy("play", "--resume", "--variant", "hollywood", stdin="quit\n").out
    assert "A match is unfinished: Hollywood Gin (three columns), against Simple." in hollywood
    assert "there is no unfinished match" in refused("play", "--resume", "--variant", "oklahoma")


def test_an_unfinished_match_is_deleted_only_after_a_yes(home: Path) -> None:
    for seed in ("3", "4"):
        ginrummy("play", "--seed", seed, "--against", "simple", stdin="quit\n")
    ginrummy("play", stdin="delete 1\nno\nquit\n")
    assert len(list(home.rglob("*.match.json"))) == 2
    ginrummy("play", stdin="delete 1\nyes\nquit\n")
    assert len(list(home.rglob("*.match.json"))) == 1


@pytest.mark.parametrize("spec", ["./no-such-bot", "/bin/false", "steady@5"])
def test_a_bad_opponent_is_noticed_at_once(home: Path, spec: str) -> None:
    assert spec in refused("play", "--against", spec)
    assert not home.exists()


def test_a_new_match_begins_when_the_person_says_so_and_the_unfinished_one_stays(home: Path) -> None:
    ginrummy("play", "--seed", "3", stdin="quit\n")
    ran = ginrummy("play", "--lang", "fr", stdin="nouveau\n\nquitter\n")
    assert "1\u00a0: Gin Rami, contre Robot fort" in ran.out
    assert "Empreinte (SHA-256)" in ran.out
    assert len(list(home.rglob("*.match.json"))) == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--variant", "whist"), "there is no variant “whist”"),
        (("--variant", "missing.toml"), "missing.toml: the file cannot be read"),
        (("--against", "nobody"), "nobody: there is no such player"),
        (("--against", "tests.table.seats:Nobody"), "there is no class Nobody"),
        (("--seed", "many"), "is not a valid"),
        (("--record", "/nowhere/at/all.gin"), "/nowhere/at/all.gin: the file cannot be written: no such"),
        (("--resume",), "there is no unfinished match to go on with"),
        (("--resume", "--new"), "--resume and --new do not go together"),
        (("--new", "--resume"), "--resume and --new do not go together"),
        (("--resume", "--seed", "3"), "--resume and --seed do not go together"),
        *(
            (("--from", "match.gin", "--at", "1.2", *words), f"--from and {words[0]} do not go together")
            for words in (
                ("--resume",),
                ("--new",),
                ("--variant", "russian"),
                ("--seed", "3"),
                ("--record", "a.gin"),
            )
        ),
    ],
)
def test_bad_input_is_one_line(home: Path, arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in refused("play", *arguments)
    assert not home.exists()


def test_a_file_of_another_kind_is_not_written_over(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna")
    assert "there is another file of that name already" in refused("play", "--record", str(path))
    assert path.read_text() == "Dear Anna"
    assert not home.exists()


def test_a_spoilt_unfinished_match_does_not_stop_the_next(home: Path) -> None:
    ginrummy("play", "--seed", "3", stdin="quit\n")
    (path,) = home.rglob("*.match.json")
    path.write_text("spoilt")
    ran = ginrummy("play", "--seed", "4", stdin="quit\n")
    assert ran.status == 0
    assert "this unfinished match cannot be read" in ran.err
    assert ran.err.count("\n") == 1
    assert path.with_suffix(".unreadable").read_text() == "spoilt"


def test_a_player_that_breaks_down_is_one_line_and_the_match_is_kept(home: Path) -> None:
    typed = "\np\nd\n" + "p\nd\nAS\n" * 5
    breaker = ("--against", "tests.table.seats:Breaker", "--variant", "eaai", "--seed", "1")
    ran = ginrummy("play", *breaker, stdin=typed)
    assert ran.status == 2
    assert ran.err.startswith("ginrummy: Breaker: it broke down: RuntimeError: no idea in phase")
    assert ran.err.count("\n") == 1
    assert len(list(home.rglob("*.match.json"))) == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ("Play a match at a table in the terminal.", "--record")),
        ("fr", ("Jouer un match à une table, dans le terminal.", "FICHIER")),
        ("ru", ("Сыграть матч за столом в терминале.", "ФАЙЛ")),
    ],
)
def test_the_help_speaks_each_language(code: str, words: tuple[str, ...]) -> None:
    ran = ginrummy("play", "--help", "--lang", code)
    assert ran.status == 0
    text = " ".join(ran.out.split())
    assert all(word in text for word in words)


@pytest.mark.long
def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "ginrummy", "play", "--seed", "3", "--against", "simple", "--plain"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, bufsize=1
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("draw\n")
    process.stdin.flush()
    while "You draw the" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.communicate()
    saved = load_saved(next(tmp_path.rglob("*.match.json"))).table
    assert str(saved.game.moves[-1]) == "draw"
    ran = subprocess.run(
        [*command[:4], "--resume", "--plain"],
        input="hand\n",
        capture_output=True,
        env=environment,
        text=True,
        check=True,
    )
    assert "Discard a card." in ran.stdout
    assert load_saved(next(tmp_path.rglob("*.match.json"))).table.match == saved.match


def test_settings_are_shared_with_the_drawn_table(tmp_path: Path) -> None:
    session = session_at(tmp_path, "standard")
    session.save_settings(replace(Settings(), spelled=False))
    assert "♠" in replies(session, table_of(), "hand")
    assert load_variant("standard").row == table_of().match.variant
