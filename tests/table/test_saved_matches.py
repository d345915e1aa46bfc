"""State that outlives the terminal: the unfinished match and the record."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import IO

import pytest

from ginrummy.game.cards import parse_faces
from ginrummy.game.layouts import Arrangement
from ginrummy.game.moves import DRAW
from ginrummy.locale.errors import GinRummyError, RecordError
from ginrummy.terminal import saved_matches
from ginrummy.terminal.local_table import LocalTable, new_deal
from ginrummy.terminal.saved_matches import MatchStore, load_saved, protect_record_file, unlock
from ginrummy.terminal.session_setup import Session, Settings, load_settings, save_settings
from ginrummy.text.record import load_record
from ginrummy.variants import load_variant
from tests.table.seats import first, sittings, table_of


def saved_file(store: MatchStore) -> Path:
    """Return the only unfinished match."""
    (path,) = store.unfinished_files()
    return path


@pytest.mark.parametrize("name", ["standard", "two_pack", "hollywood", "twins", "spades"])
def test_a_match_comes_back_as_it_was_after_every_move(name: str, tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "matches")
    for table in sittings(table_of(name), hands=2):
        assert store.save(table) == ()
        if table.match.is_over:
            break
        back, record = load_saved(saved_file(store))
        assert record is None
        assert replace(back, player=table.player, variant=table.variant, kept_as="") == table
        assert (back.variant.name, back.variant.names) == (table.variant.name, table.variant.names)
        assert type(back.player) is type(table.player)


def test_the_order_of_the_hand_and_the_record_file_come_back(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "matches", tmp_path / "here.gin")
    table = replace(table_of("two_pack"), order=parse_faces("6S 6S 5H", packs=2))
    store.save(table)
    back, record = load_saved(saved_file(store))
    assert back.order == parse_faces("6S 6S 5H", packs=2)
    assert record == tmp_path / "here.gin"


def test_a_match_that_is_over_is_not_kept(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    before = None
    for table in sittings(table_of("shy")):
        store.save(table)
        assert bool(store.unfinished_files()) == (not table.match.is_over)
        before = table
    assert before is not None
    assert before.match.is_over


def test_the_last_match_played_comes_first_and_may_be_given_up(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    older, newer = table_of(seed=1), table_of(seed=2)
    store.save(older)
    store.save(newer)
    os.utime(store.match_file(older), ns=(1, 1))
    assert store.unfinished_files() == (store.match_file(newer), store.match_file(older))
    store.delete(newer)
    assert store.unfinished_files() == (store.match_file(older),)


def test_a_seed_used_again_keeps_the_match_that_was_begun(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    session = Session(load_variant("standard"), "simple", 4, store, tmp_path / "table.json")
    begun = session.start_match(session.deal(), "")
    moved = begun.play(begun.opponent_move() if begun.is_opponent_turn else DRAW)
    store.save(moved)
    again = session.start_match(session.deal(), "")
    assert store.save(again) == ()
    found = {saved.table.kept_as: saved.table for saved in store.read_matches()[0]}
    assert [found[table.kept_as].match for table in (begun, again)] == [moved.match, again.match]
    store.save(found[again.kept_as].play(again.opponent_move() if again.is_opponent_turn else DRAW))
    assert sorted(saved.table.kept_as for saved in store.read_matches()[0]) == sorted(found)
    store.delete(found[begun.kept_as])
    assert [saved.table.kept_as for saved in store.read_matches()[0]] == [again.kept_as]


@pytest.mark.parametrize(
    ("variant", "against"), [("oklahoma", "simple"), ("standard", "steady"), ("two_pack", "beginner")]
)
def test_another_game_with_the_same_seed_is_another_match(variant: str, against: str, tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    tables = []
    for name, player in (("standard", "simple"), (variant, against)):
        session = Session(load_variant(name), player, 78, store, tmp_path / "table.json")
        tables.append(session.start_match(session.deal(), ""))
        assert store.save(tables[-1]) == ()
    kept = {(saved.table.variant.name, saved.table.against) for saved in store.read_matches()[0]}
    assert kept == {("standard", "simple"), (variant, against)}


def test_two_terminals_that_begin_at_once_keep_both_matches(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    session = Session(load_variant("standard"), "simple", 78, store, tmp_path / "table.json")
    mine = session.start_match(session.deal(), "")
    path = store.match_file(mine)
    unlock(path)
    with subprocess.Popen(
        [sys.executable, "-c", ANOTHER_TERMINAL, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"True\n"
        second = session.start_match(session.deal(), "")
        assert second.kept_as != mine.kept_as
        assert store.save(second) == ()
        other.kill()


def test_a_copy_of_a_saved_match_goes_on_in_its_own_file(tmp_path: Path) -> None:
    store, (table, later) = MatchStore(tmp_path), islice(sittings(table_of("standard")), 2)
    store.save(table)
    path = saved_file(store)
    copy = tmp_path / "backup - copy.match.json"
    copy.write_bytes(path.read_bytes())
    before = path.read_bytes()
    loaded = load_saved(copy).table
    assert store.save(replace(later, kept_as=loaded.kept_as)) == ()
    assert path.read_bytes() == before
    assert load_saved(copy).table.match == later.match


@pytest.mark.parametrize("text", ["", "{}", '{"against": "simple"}', "not JSON", "[]"])
def test_a_spoilt_file_is_named_and_set_aside(text: str, tmp_path: Path) -> None:
    path = tmp_path / "spoilt.match.json"
    path.write_text(text)
    with pytest.raises(GinRummyError, match=r"spoilt\.match\.json: this unfinished match cannot be read"):
        load_saved(path)
    assert not path.exists()
    assert path.with_suffix(".unreadable").read_text() == text
    path.write_text("other")
    with pytest.raises(GinRummyError):
        load_saved(path)
    assert sorted(each.read_text() for each in tmp_path.iterdir()) == sorted(["other", text])


def test_a_forged_match_is_refused(tmp_path: Path) -> None:
    store = MatchStore(tmp_path)
    store.save(first(lambda table: table.match.number == 1))
    path = saved_file(store)
    path.write_text(path.read_text().replace("score ", "score void\\nscore ", 1))
    with pytest.raises(GinRummyError, match="cannot be read: line"):
        load_saved(path)


def finished_hand() -> LocalTable:
    """Return a table at the end of the first hand."""
    return first(lambda table: table.game.is_over and not table.match.is_over)


def test_the_record_is_written_hand_by_hand_without_the_secret(tmp_path: Path) -> None:
    path = tmp_path / "match.gin"
    store = MatchStore(tmp_path / "matches", path)
    table = finished_hand()
    assert store.save(table_of()) == ()
    assert not path.exists()
    assert store.save(table) == ()
    record = load_record(path)
    assert record.match.games[0].plays == table.game.plays
    assert "Secret" not in record.headers
    assert record.players == ("Player", "Simple")


def test_the_whole_record_holds_the_secret(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "matches", tmp_path / "match.gin")
    *_before, table = sittings(table_of("shy"))
    store.save(table)
    assert load_record(tmp_path / "match.gin").match == table.match


def test_a_disk_that_is_full_is_said_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MatchStore(tmp_path / "matches", tmp_path / "match.gin")
    table = finished_hand()
    store.save(table)
    kept = saved_file(store).read_text()

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    complaints = store.save(replace(table, order=parse_faces("2S 3S")))
    assert len(complaints) == 2
    assert complaints[0].startswith("The match could not be saved: ")
    assert complaints[1].startswith("The record could not be written: ")
    assert all("\n" not in line for line in complaints)
    monkeypatch.undo()
    assert saved_file(store).read_text() == kept
    assert store.save(table.next_hand()) == ()


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    assert (
        MatchStore(tmp_path / "matches", gone / "match.gin")
        .save(finished_hand())[0]
        .startswith("The record could not be written: ")
    )


def test_a_record_goes_where_nothing_is_lost(tmp_path: Path) -> None:
    table, path = finished_hand(), tmp_path / "match.gin"
    protect_record_file(path, [])
    assert not path.exists()
    path.touch()
    protect_record_file(path, [])
    MatchStore(tmp_path / "matches", path).save(table)
    protect_record_file(path, [table_of(seed=9).match, table.match])
    for others in ([], [table_of(seed=9).match], [table_of("oklahoma").match], [table_of().match]):
        with pytest.raises(RecordError, match="there is another file of that name already"):
            protect_record_file(path, others)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("none/match.gin", "the file cannot be written: no such file or folder"),
        ("", "the file cannot be written: this is a folder"),
        ("n" * 300, "the file cannot be written: the name is too long"),
        ("/dev/full", "the file cannot be written: this is no ordinary file"),
    ],
)
def test_a_record_that_cannot_be_written_is_refused_at_once(
    name: str, complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(RecordError, match=complaint):
        protect_record_file(tmp_path / name, [])


def test_a_record_never_takes_the_place_of_another_file(tmp_path: Path) -> None:
    """A file created in the meantime, and the record of another match with the same deals."""
    path = tmp_path / "match.gin"
    store, table = MatchStore(tmp_path / "matches", path), finished_hand()
    path.write_text("notes", encoding="utf-8")
    assert store.save(table) == ()
    other = first(lambda each: each.game.is_over and not each.match.is_over, "oklahoma")
    assert store.save(other) == ()
    assert path.read_text("utf-8") == "notes"
    files = [path.with_stem(f"match-{number}") for number in (2, 3)]
    assert [load_record(file).match.games[0] for file in files] == [table.game, other.game]
    assert [store.record_path(each.match) for each in (table, other)] == files
    assert store.save(table.next_hand()) == ()
    assert sorted(each.name for each in tmp_path.glob("*.gin")) == ["match-2.gin", "match-3.gin", "match.gin"]
    assert MatchStore(tmp_path).record_path(table.match) is None


def test_a_rematch_deals_other_cards(tmp_path: Path) -> None:
    settings = tmp_path / "table.json"
    session = Session(load_variant("standard"), "simple", 7, MatchStore(tmp_path), settings)
    table = session.start_match(session.deal(), "")
    assert table.match.seeds == new_deal(7).seeds("")
    again = session.rematch(table)
    assert again.start_match(again.deal(), "cut").match.seeds != table.match.seeds


def test_a_player_that_adapts_begins_a_rematch_by_the_score_of_the_match(tmp_path: Path) -> None:
    session = Session(load_variant("standard"), "even", 7, MatchStore(tmp_path), tmp_path / "table.json")
    table = session.start_match(session.deal(), "")
    column, second, third = table.match.sheet.columns
    sheet = table.match.sheet._replace(columns=(column._replace(points=(100, 20)), second, third))
    again = session.rematch(replace(table, match=replace(table.match, sheet=sheet)))
    assert again.against == "even@86"
    assert again.start_match(again.deal(), "").against == "even@86"


def test_settings_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "table.json"
    assert load_settings(path) == Settings()
    chosen = Settings(Arrangement.SUIT, spelled=False)
    save_settings(path, chosen)
    assert load_settings(path) == chosen


@pytest.mark.parametrize("text", ["", "[1]", '{"arrangement": "colour"}', "\xff"])
def test_settings_that_cannot_be_read_are_the_usual_ones(text: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(text, encoding="latin-1")
    assert load_settings(path) == Settings()


ANOTHER_TERMINAL = """
import sys
from pathlib import Path
from typing import IO
from ginrummy.terminal.saved_matches import try_lock
print(try_lock(Path(sys.argv[1])), flush=True)
sys.stdin.read()
"""


def test_a_match_is_played_in_one_terminal_at_a_time(tmp_path: Path) -> None:
    store, (table, later) = MatchStore(tmp_path), islice(sittings(table_of("standard")), 2)
    assert store.save(table) == ()
    path = saved_file(store)
    before = path.read_bytes()
    unlock(path)
    command = [sys.executable, "-c", ANOTHER_TERMINAL, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"True\n"
        found, ailing = store.read_matches()
        assert found == []
        assert "in another terminal" in str(ailing[0])
        assert "in another terminal" in store.save(later)[0]
        assert path.read_bytes() == before
        other.kill()
    assert [saved.table.match for saved in store.read_matches()[0]] == [table.match]
    assert store.save(later) == ()
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name, path.with_suffix(".lock").name]


def test_a_lock_removed_while_it_is_taken_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, takes = tmp_path / "match.json", []
    take = saved_matches._takes_lock

    def take_late(file: IO[bytes]) -> bool:
        takes.append(file)
        if len(takes) == 1:
            path.with_suffix(".lock").unlink()  # as the terminal does at its end
        return take(file)

    monkeypatch.setattr(saved_matches, "_takes_lock", take_late)
    assert saved_matches.try_lock(path)
    assert len(takes) == 2
    command = [sys.executable, "-c", ANOTHER_TERMINAL, str(path)]
    other = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert other.stdout == b"False\n"
    unlock(path)
    assert saved_matches.is_unlocked(path)
    assert list(tmp_path.iterdir()) == []
