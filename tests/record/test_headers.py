"""Variants, seeds, cuts and names in the headers of records."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from ginrummy.game import shuffle
from ginrummy.game.match import Match
from ginrummy.game.shuffle import Seeds
from ginrummy.locale.errors import RecordError
from ginrummy.text.record import read_record, write_record
from ginrummy.variants import NamedVariant, load_variant, parse_variant, preset_names
from tests.playing import whole
from tests.record.texts import assert_refused, line_number, record_of, refusal, sample

SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


def test_a_preset_is_not_changed_and_a_house_rule_says_all() -> None:
    text = record_of("three")
    assert text.split("\n")[1:5] == [
        '[House "three"]',
        '[Title "en" "House three"]',
        '[Title "fr" "« three »"]',
        "[Rule column_blitz_bonus = 10]",
    ]
    assert_refused(
        sample().replace("[Players", "[Rule gin_bonus = 10]\n[Players"),
        "[Rule",
        "a preset is never changed",
        "13.2",
    )
    both = text.replace("[House", '[Variant "standard"]\n[House')
    assert_refused(both, "[Variant", "a house rule is no preset", "13.2")
    changes = {
        "gin_boni = 10": ("there is no such field", "13.1"),
        "columns = 2": ("a score sheet has one column or three", "13.3"),
        "columns = 7": ("7 is not a value for it; allowed: 1 … 3", "13.1"),
        "columns = 03": ("this is not TOML", "13.1"),
        "columns = 99999999": ("is no header", "12.1"),
        'columns = "many"': ('"many" is not a value for it', "13.1"),
        "columns = [[[[[[[[[": ("is no header", "12.1"),
        'shutout = { type = "bonus" }': ("the value is missing", "13.1"),
        'shutout = { type = "none", value = 5 }': ("has no meaning with type", "13.3"),
    }
    for change, (what, clause) in changes.items():
        old = "shutout" if change.startswith("shutout") else "columns"
        changed = re.sub(rf"\[Rule {old} = .*\]", f"[Rule {change}]", text)
        assert_refused(changed, f"[Rule {change}", what, clause)
    twice = text.replace("[Rule columns = 3]", "[Rule columns = 3]\n[Rule columns = 3]")
    assert "there already" in refusal(twice).what
    foreign = text.replace('[Title "fr"', '[Title "tlh"')
    assert_refused(foreign, '[Title "tlh"', "there is no such language; there are: en, fr, ru", "12.1")


def test_a_preset_that_was_changed_is_written_as_a_house_rule() -> None:
    preset = load_variant("standard")
    changed = replace(preset, row=preset.row._replace(gin_bonus=30))
    match = Match.start(changed.row, shuffle.seeds_from_number(3))
    text = write_record(match, variant=changed)
    assert '[House "standard"]' in text
    assert "[Rule gin_bonus = 30]" in text
    assert read_record(text).variant.row == changed.row


def test_every_variant_is_a_house_rule_that_stands_alone() -> None:
    for name in preset_names():
        house = replace(load_variant(name), name="house", about={}, source={})
        text = write_record(Match.start(house.row, shuffle.seeds_from_number(3)), variant=house)
        variant = read_record(text).variant
        assert replace(variant, text="") == replace(house, text="")
        assert parse_variant(variant.text, name="house", where="").row == house.row


def test_without_the_secret_the_finished_hands_stand_with_their_decks() -> None:
    match = whole("standard", hands=2)
    assert match.seeds is not None
    text = write_record(match, variant=load_variant("standard"), reveal=False)
    assert match.seeds.secret not in text
    record = read_record(text)
    assert record.match.seeds is None
    assert [game.plays for game in record.match.games] == [game.plays for game in match.finished]
    assert record.match.current_sheet == match.sheet
    assert record.headers["Commitment"] == (shuffle.commitment(match.seeds.secret),)
    deck = line_number(text, "deck")
    assert (
        "is twice in the deck"
        in refusal(re.sub(r"(?m)^(deck ..) ..(.*) (..)$", r"\1 \3\2 \3", text, count=1)).what
    )
    forged = re.sub(r"(?m)^(deck ..) ..", r"\1", text, count=1)
    assert refusal(forged).where == f"line {deck}"
    assert "a deck has 52 cards, here are 51" in refusal(forged).what
    assert "is not a card" in refusal(re.sub("(?m)^deck ..", "deck 7H'", text, count=1)).what


def test_before_a_hand_is_over_nothing_is_shown_without_the_secret() -> None:
    match = Match.start(load_variant("standard").row, shuffle.seeds_from_number(1))
    with pytest.raises(RecordError, match=r"no hand is finished.*RULES 3.6"):
        write_record(match, variant=load_variant("standard"), reveal=False)


def test_a_finished_match_is_written_whole_without_the_secret() -> None:
    match = whole("standard")
    record = read_record(write_record(match, variant=load_variant("standard"), reveal=False))
    assert record.match == replace(match, seeds=None)


def test_the_first_dealer_may_be_chosen_and_then_no_cut_is_written() -> None:
    seeds = Seeds(SECRET, ("12345", "cœur"))
    variant = load_variant("hollywood")
    cut, chosen = (Match.start(variant.row, seeds, dealer=dealer) for dealer in (1, 0))
    assert '[Cut "8S 2D"]\n[Dealer "1"]' in write_record(cut, variant=variant)
    assert "[Cut " not in write_record(chosen, variant=variant)
    assert read_record(write_record(chosen, variant=variant)).match == chosen


def test_the_cards_cut_may_stand_with_given_decks() -> None:
    text = write_record(whole("hollywood", hands=1), variant=load_variant("hollywood"), reveal=False)
    dealer = re.search(r'\[Dealer "(.)"\]', text)
    assert dealer is not None
    cuts = ("8S 8D, 3H KC", "8S 8D, KC 3H")
    true, false = (cuts[int(dealer[1])], cuts[1 - int(dealer[1])])
    assert read_record(re.sub(r"\[Cut .*\]", f'[Cut "{true}"]', text)).headers["Cut"] == (true,)
    assert "by the cut the other seat deals" in refusal(re.sub(r"\[Cut .*\]", f'[Cut "{false}"]', text)).what
    straight = re.sub(r"\[Variant .*\]", '[Variant "straight"]', text)
    assert "the first dealer is not cut for" in refusal(straight).what


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"players": ("An\nna", "B")}, "cannot be written on one line"),
        ({"players": ("An\ud800na", "B")}, "cannot be written on one line"),
        ({"players": ("A" * 256, "B")}, "at most 255 characters"),
        ({"players": ("Anna",)}, "takes 2 texts"),
        ({"players": ()}, "takes 2 texts"),
        ({"date": "yesterday"}, "YYYY-MM-DD"),
        ({"site": "a\tb"}, "cannot be written on one line"),
        ({"variant": load_variant("modern")}, "the match is played by other rules"),
    ],
)
def test_what_no_reader_would_take_is_not_written(arguments: dict[str, Any], what: str) -> None:
    match = Match.start(load_variant("standard").row, shuffle.seeds_from_number(1))
    with pytest.raises(RecordError, match=what):
        write_record(match, **{"variant": load_variant("standard"), **arguments})


def test_rules_that_no_file_says_are_not_written() -> None:
    row = load_variant("straight").row._replace(knock_value=10)
    with pytest.raises(RecordError, match="no variant file can say these rules"):
        write_record(
            Match.start(row, shuffle.seeds_from_number(1)), variant=NamedVariant("odd", {}, {}, {}, row, "")
        )
