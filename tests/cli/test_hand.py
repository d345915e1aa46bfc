"""`ginrummy hand`: RULES 2 and 5 on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.cli.help_examples import command_examples
from ginrummy.locale import LANGUAGES, using_language
from tests.cli.running import ginrummy, house_rule, refused

KNOCKING = "KS KH KD KC 7C 8C 9C TC 2D 8H JS"
BIG_GIN = "KS KH KD KC 7C 8C 9C TC 2S 2H 2D"
OKLAHOMA = "4S 5S 6S 9H 9D 9C QD QC QS 6H KD"


def test_ten_cards_in_words() -> None:
    assert ginrummy("hand", "4S5S6S", "9H9D9C", "QD QC QS", "6H").out.splitlines() == [
        "Melds       9♥ 9♦ 9♣ | Q♠ Q♦ Q♣ | 4♠ 5♠ 6♠",
        "Unmatched   6♥",
        "Deadwood    6 (all cards: 78 points)",
    ]


def test_cards_together_apart_and_in_any_letters() -> None:
    expected = ginrummy("hand", "KS KH KD 10H 2C", "--json").json
    for typed in (["KSKHKD10H2C"], ["K♠,K♥,K♦,10♥,2♣"], ["ks", "kh", "kd", "th", "2c"]):
        assert ginrummy("hand", *typed, "--json").json == expected
    assert ginrummy("--lang", "fr", "hand", "RP RC RK 10C 2T", "--json").json == expected
    assert ginrummy("--lang", "ru", "hand", "КП КЧ КБ 10Ч 2Т", "--json").json == expected


def test_eleven_cards_in_words() -> None:
    lines = ginrummy("hand", KNOCKING, "--variant", "russian").out.splitlines()
    assert lines[3:5] == [
        "Limit       10 points",
        "Big gin     big gin leaves nothing, but 20 points are left (RULES 5.7)",
    ]
    assert [line.split(None, 2) for line in lines[6:9]] == [
        ["Discard", "leaves", "closes"],
        ["J♠", "10", "knock: 10 points"],
        ["8♥", "12", "12 points would be left, the limit is 10 (RULES 5.2)"],
    ]


def test_gin_and_big_gin_in_words() -> None:
    out = ginrummy("hand", BIG_GIN, "--variant", "russian").out
    assert "Big gin     yes" in out
    assert out.count("  gin\n") == 6
    assert out.count("knock: 4 points") == 3


@pytest.mark.parametrize(("code", "said"), [("fr", "frapper\u00a0: 10 points"), ("ru", "стук: 10 очков")])
def test_closings_in_other_languages(code: str, said: str) -> None:
    cards = "RP RC RK RT 7T 8T 9T 10T 2K 8C VP" if code == "fr" else "КП КЧ КБ КТ 7Т 8Т 9Т 10Т 2Б 8Ч ВП"
    assert said in ginrummy("hand", cards, "--lang", code).out


def test_refusals_name_the_clause() -> None:
    found = ginrummy("hand", KNOCKING, "--variant", "straight", "--json").json
    assert found["limit"] is None
    assert found["refused"]["JS"] == "only gin ends this hand, and 10 points are left (RULES 5.8)"
    assert found["big_gin_refused"] == "big gin leaves nothing, but 20 points are left (RULES 5.7)"
    assert "Limit       only gin closes" in ginrummy("hand", KNOCKING, "--variant", "straight").out


def test_the_card_just_taken_may_not_go_back() -> None:
    found = ginrummy("hand", KNOCKING, "--taken", "JS", "--json").json
    assert found["refused"]["JS"] == "the card just taken may not be discarded at once (RULES 4.6)"
    assert "--taken: 3♠ is not in the hand (RULES 4.6)" in refused("hand", KNOCKING, "--taken", "3S")


def test_too_many_unmatched_cards_do_not_close() -> None:
    cards = "4S 5S 6S 9H 9D 9C 9S AH AD 2C QD"
    found = ginrummy("hand", cards, "--variant", "two_pack", "--top", "TD", "--json").json
    assert "QD" not in found["closings"]
    cards = "4S 5S 6S 7S 9H 9D 9C 2S 2H 3D QD"
    found = ginrummy("hand", cards, "--variant", "two_pack", "--top", "TD", "--json").json
    assert found["refused"]["QD"] == "at most 2 cards may be left unmatched (RULES 5.5)"


def test_a_first_turn_may_forbid_closing(tmp_path: Path) -> None:
    variant = house_rule(tmp_path, "russian", {"first_turn_knock": False})
    asked = ["hand", KNOCKING, "--variant", variant, "--json"]
    assert ginrummy(*asked).json["closings"] == {"JS": ["knock", 10]}
    found = ginrummy(*asked, "--first-turn").json
    assert found["closings"] == {}
    assert found["refused"]["JS"] == "nobody may close on the first turn (RULES 5.9)"


def test_big_gin_needs_a_drawn_card(tmp_path: Path) -> None:
    variant = house_rule(tmp_path, "eleven_card", {"big_gin_bonus": 31})
    assert ginrummy("hand", BIG_GIN, "--variant", variant, "--json").json["big_gin"] is True
    found = ginrummy("hand", BIG_GIN, "--variant", variant, "--first-turn", "--json").json
    assert (found["big_gin"], found["big_gin_refused"]) == (False, "big gin needs a card drawn (RULES 5.7)")


def test_the_limit_by_ones_own_discard(tmp_path: Path) -> None:
    changes = {"limit_source": "own_discard", "knock_limit": {"type": "discard_top", "ace": "one"}}
    variant = house_rule(tmp_path, "two_pack", changes)
    cards = "4S 5S 6S 7S 9H 9D 9C 9S 3H 4H QD"
    found = ginrummy("hand", cards, "--variant", variant, "--json").json
    assert (found["limits"]["QD"], found["limits"]["3H"]) == (10, 3)
    assert found["closings"] == {"QD": ["knock", 7]}
    assert "limit" not in found
    heads = "Discard   leaves   limit   closes"
    assert heads in ginrummy("hand", cards, "--variant", variant).out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            [OKLAHOMA, "--variant", "oklahoma"],
            "--upcard: it is needed: the upcard sets the limit (RULES 5.3)",
        ),
        (
            [OKLAHOMA, "--variant", "two_pack"],
            "--top: it is needed: the visible discard sets the limit (RULES 5.4)",
        ),
        ([""], "CARDS: there is no card (RULES 3.2)"),
        (["7H 7♥"], "CARDS: 7♥ is there twice (RULES 1.1)"),
        (["7H7H7H", "--variant", "two_pack"], "CARDS: 7♥ is there three times (RULES 1.1)"),
        (["7X"], "CARDS: “7X” is not a card (RULES 1.5)"),
        (["AS2S3S4S5S6S7S8S9STSJSQS"], "CARDS: 12 cards: a hand holds at most 11 (RULES 3.2)"),
        ([KNOCKING, "--top", "JS"], "--top: J♠ is there twice (RULES 1.1)"),
        ([KNOCKING, "--advise", "--gone", "JS"], "--gone: J♠ is there twice (RULES 1.1)"),
        (
            ["AS2S3S4S5S6S7S8S9STS", "--taken", "AS"],
            "--taken: it counts only in a hand after the draw (RULES 4.6)",
        ),
        (["7H", "--upcard", "1H"], "--upcard: “1H” is not a card (RULES 1.5)"),
        (["7H", "--upcard", "2H 3H"], "--upcard: one card belongs here (RULES 1.5)"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], said: str) -> None:
    assert refused("hand", *arguments) == f"ginrummy: {said}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_advice_says_what_helps_what_is_dangerous_and_what_a_strong_player_does(code: str) -> None:
    with using_language(code):
        words = command_examples("hand")[2].split()[1:]
    ran = ginrummy(*words, "--lang", code)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("%") >= 5
    assert "{" not in ran.out


def test_advice_for_programs_has_the_worth_of_each_move() -> None:
    told = ginrummy(
        "hand", "4S5S6S 9H9D9C KDQC7H2S", "--top", "7S", "--gone", "8H KH", "--advise", "--json"
    ).json
    assert [each["move"] for each in told["advice"]] == ["take", "draw"]
    assert told["advice"][0]["helps"] > told["advice"][1]["helps"] > 0
    told = ginrummy("hand", "4S5S6S 9H9D9C JDQDKDAS 2C", "--advise", "--json").json
    assert {"knock:2C", "2C"} <= {each["move"] for each in told["advice"]}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("4S5S6S",), "--advise: advice needs a whole hand"),
        (("4S5S6S9H9D9CKDQC7H2S",), "--top"),
        (("4S5S6S9H9D9CKDQC7H2S", "--top", "7S", "--gone", "4S"), "twice"),
    ],
)
def test_advice_is_refused_where_too_little_is_known(words: tuple[str, ...], why: str) -> None:
    assert why in refused("hand", *words, "--advise")


def test_options_and_cards_are_in_the_same_letters() -> None:
    """In French C alone is cœur. The upcard 6D shows that the input is English."""
    cards = ["hand", "2C3C4C", "7C8C9C", "TCJCQC", "AC"]
    oklahoma = ["--variant", "oklahoma", "--upcard"]
    in_french = [ginrummy("--lang", "fr", *cards, *oklahoma, upcard).out for upcard in ("6D", "6K")]
    assert ["4♣" in said for said in in_french] == [True, False]
    assert ["4♥" in said for said in in_french] == [False, True]
