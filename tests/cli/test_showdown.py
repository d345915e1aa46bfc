"""`ginrummy showdown`: RULES 6 and 7 on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import ginrummy, house_rule, refused

SPREAD = ["--spread", "KS KH KD / JS JH JD / 4D 5D 6D", "--unmatched", "AS"]
DEFENDER = ["--defender", "KC JC 7D 8D 3S 5H 6C QS TH 2C"]


def settled(*arguments: str) -> Any:
    return ginrummy("showdown", *arguments, "--json").json


def test_a_showdown_in_words() -> None:
    assert ginrummy("showdown", *SPREAD, *DEFENDER).out.splitlines() == [
        "Knocker    K♠ K♥ K♦ | J♠ J♥ J♦ | 4♦ 5♦ 6♦   left: A♠ = 1 point",
        "Defender   –                                left: 3♠ Q♠ 5♥ 10♥ 2♣ 6♣ = 36 points",
        "Laid off: K♣ on K♠ K♥ K♦",
        "Laid off: J♣ on J♠ J♥ J♦",
        "Laid off: 7♦ 8♦ on 4♦ 5♦ 6♦",
        "",
        "knock: the knocker scores 35 points",
    ]


@pytest.mark.parametrize(
    ("code", "said"),
    [("fr", "frappe\u00a0: le frappeur marque 35 points"), ("ru", "стук: стучавший получает 35 очков")],
)
def test_a_showdown_in_other_languages(code: str, said: str) -> None:
    spread = ["--spread", "K♠K♥K♦ / J♠J♥J♦ / 4♦5♦6♦", "--unmatched", "A♠"]
    defender = ["--defender", "K♣J♣7♦8♦3♠5♥6♣Q♠10♥2♣"]
    assert ginrummy("--lang", code, "showdown", *spread, *defender).out.splitlines()[-1] == said


@pytest.mark.parametrize(
    "spread",
    [
        ["KS KH KD | JS JH JD | 4D 5D 6D"],
        ["KSKHKD, JSJHJD, 4D5D6D"],
        ["KS,KH,KD; JS,JH,JD; 4D,5D,6D"],
        ["KS KH KD JS JH JD 4D 5D 6D"],
        ["KSKHKD JSJHJD 4D5D6D"],
        ["KS JS 4D KH JH 5D KD JD 6D"],
        ["KS KH KD", "JSJHJD+4D5D6D"],
        ["KS, KH, KD, JS, JH, JD, 4D, 5D, 6D"],
    ],
)
def test_melds_are_found_however_they_are_typed(spread: list[str]) -> None:
    given = [word for text in spread for word in ("--spread", text)]
    assert settled(*given, "--unmatched", "AS", *DEFENDER) == settled(*SPREAD, *DEFENDER)


def test_the_written_melds_are_kept() -> None:
    defender = ["--defender", "9C TC KD KH QS TD 9H 5H 4S 2H"]
    apart = settled("--spread", "3C4C5C 6C7C8C", "--unmatched", "2D 3S", *defender)
    together = settled("--spread", "3C4C5C6C7C8C", "--unmatched", "2D 3S", *defender)
    assert apart["laid_off"] == together["laid_off"] == ["9C", "TC"]
    chosen = settled("--spread", "3C4C5C / 6S6H6D6C", "--unmatched", "2D 3S AH", "--defender", "2C 7C 8C")
    assert chosen["laid_off"] == ["2C"]


def test_lay_offs_by_hand() -> None:
    given = settled(*SPREAD, *DEFENDER, "--laid-off", "KC>1 7D>3")
    assert (given["laid_off"], given["points"]) == (["7D", "KC"], 36 + 10 + 8 - 1)
    assert settled(*SPREAD, *DEFENDER, "--laid-off", "8D 7D KC")["laid_off"] == ["7D", "8D", "KC"]
    assert settled(*SPREAD, *DEFENDER, "--laid-off", "")["laid_off"] == []


@pytest.mark.parametrize("laid", ["TS 9S", "9S TS", "9S>3 TS", "TS>3, 9S"])
def test_a_card_that_fits_two_melds_goes_where_the_next_one_needs_it(laid: str) -> None:
    spread = ["--spread", "ASACAD / TCTDTH / JSQSKS", "--unmatched", "2H"]
    defender = ["--defender", "4S 5S 9S TS 4C 5C 4D 5D 4H 5H", "--laid-off", laid]
    given = settled(*spread, *defender)
    assert (given["kind"], given["points"]) == ("undercut", 2 + 25)


@pytest.mark.parametrize(
    ("spread", "defender", "melds", "laid", "points"),
    [
        (
            ["--spread", "5S5C5D / 6S6C6D / 7S7C7D", "--unmatched", "AS"],
            "3S 4S 8S 4C 8C 4D 8D 5H 6H 7H",
            "4S4C4D / 8S8C8D",
            ["5H", "6H", "7H"],
            3 - 1,
        ),
        (
            ["--spread", "8S8D8C / 2H3H4H", "--unmatched", "AS AD 3C"],
            "5H 6H 7H KS KD KC 9D 9C JS QD",
            "KSKDKC",
            ["5H", "6H", "7H"],
            38 - 5,
        ),
        (SPREAD, "KC JC 7D 8D 3S 5H 6C QS TH 2C", "", ["7D", "8D", "JC", "KC"], 35),
    ],
)
def test_the_best_is_laid_off_beside_own_melds(
    spread: list[str], defender: str, melds: str, laid: list[str], points: int
) -> None:
    given = settled(*spread, "--defender", defender, "--defender-melds", melds)
    assert (given["laid_off"], given["points"]) == (laid, points)


def test_own_melds_by_hand() -> None:
    spread = ["--spread", "8S8D8C / JHQHKH / 4C5C6C", "--unmatched", "2D"]
    defender = ["--defender", "6H 7H 8H 6S 6D TS JS QS AC AD"]
    best = settled(*spread, *defender)
    assert (best["laid_off"], best["defender_deadwood"]) == (["8H"], 9)
    given = settled(*spread, *defender, "--defender-melds", "6H7H8H / TSJSQS")
    assert (given["laid_off"], given["defender_deadwood"]) == ([], 14)
    assert given["defender_melds"] == [["6H", "7H", "8H"], ["TS", "JS", "QS"]]
    both = settled(*spread, *defender, "--defender-melds", "6H6S6D", "--laid-off", "8H")
    assert (both["laid_off"], both["defender_deadwood"]) == (["8H"], 39)


def test_the_spade_and_the_extra_coups() -> None:
    spread = ["--spread", "KSKHKDKC 4D5D6D 9C9H9S", "--variant", "oklahoma_full"]
    defender = ["--defender", "2S 2H 3C 5S 6H 8C TS QD AC AD"]
    gin = settled(*spread, *defender, "--upcard", "7S")
    assert (gin["kind"], gin["multiplier"], gin["extra_coups"]) == ("gin", 2, 2)
    assert gin["points"] == (48 + 25) * 2
    said = ginrummy("showdown", *spread, *defender, "--upcard", "7S").out.splitlines()[-1]
    assert said == "gin: the knocker scores (48 + 25) × 2 = 146 points; 2 extra boxes"
    said = ginrummy("showdown", *spread, *defender).out
    assert said.endswith("Note: without the upcard, no spade was counted double.\n")


def test_a_tie_scores_nothing(tmp_path: Path) -> None:
    variant = house_rule(tmp_path, "russian", {"undercut_on_tie": False})
    spread = ["--spread", "KSKHKD 4D5D6D", "--unmatched", "5S AC", "--variant", variant]
    defender = ["--defender", "6H"]
    assert settled(*spread, *defender)["winner"] is None
    assert "tie: nobody scores" in ginrummy("showdown", *spread, *defender).out


def test_what_cannot_be_checked_is_said() -> None:
    spread = ["--spread", "9S9H9D 3C4C5C6C7C", "--unmatched", "2D2H", "--variant", "two_pack"]
    defender = ["--defender", "9C 8C TS JS QS KS 4D 6H 3S 8D"]
    assert "the limit was not checked" in ginrummy("showdown", *spread, *defender).out
    assert "Note" not in ginrummy("showdown", *spread, *defender, "--top", "5H").out
    said = refused("showdown", *spread, *defender, "--top", "3H")
    assert said == "ginrummy: --unmatched: 4 points would be left, the limit is 3 (RULES 5.4)"
    assert "fewer were given" in ginrummy("showdown", "--spread", "9S9H9D", "--defender", "9C").out


THREE_KINGS = ["--spread", "KSKHKD"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--spread", "KS KH KD / JS JH 4D"], "--spread: J♠ J♥ 4♦ is no meld (RULES 2.2)"),
        (["--spread", "KS KH"], "--spread: K♠ K♥ is no meld (RULES 2.1)"),
        (["--spread", "QS KS AS"], "--spread: Q♠ K♠ A♠ is no meld (RULES 2.3)"),
        (["--spread", "5S 7S 8S"], "--spread: 5♠ 7♠ 8♠ is no meld (RULES 2.2)"),
        (
            ["--spread", "AS2S3S", "--spread", "4H5H6H", "--spread", "7D8D9D", "--spread", "TCJCQC"],
            "--spread: a hand has at most three melds (RULES 6.1)",
        ),
        ([*THREE_KINGS, "--unmatched", "KS"], "--spread, --unmatched: K♠ is there twice (RULES 1.1)"),
        (
            [*THREE_KINGS, "--unmatched", "AC"],
            "--unmatched, --defender: A♣ is there twice (RULES 1.1)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "9S 2D"],
            "--unmatched: 11 points would be left, the limit is 10 (RULES 5.2)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "9S", "--variant", "oklahoma", "--upcard", "8H"],
            "--unmatched: 9 points would be left, the limit is 8 (RULES 5.3)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "9S", "--variant", "straight"],
            "--unmatched: only gin ends this hand, and 9 points are left (RULES 5.8)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "2S 3S AD", "--variant", "two_pack"],
            "--unmatched: at most 2 cards may be left unmatched (RULES 5.5)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "2S 3S 4S"],
            "--unmatched: this hand is gin: all of it is laid out in melds (RULES 6.1)",
        ),
        ([*THREE_KINGS, "--big-gin"], "--big-gin: big gin is not played in this variant (RULES 5.7)"),
        (
            [*THREE_KINGS, "--big-gin", "--variant", "russian"],
            "--big-gin: big gin needs a card drawn (RULES 5.7)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "2S", "--big-gin", "--variant", "russian"],
            "--unmatched: big gin leaves nothing, but 2 points are left (RULES 5.7)",
        ),
        (
            ["--spread", "KSKHKDKC 4D5D6D7D 9C9H9S", "--variant", "russian"],
            "--spread: one card too many: leave out the closing discard, or add --big-gin (RULES 5.7)",
        ),
        (
            ["--spread", "KSKHKDKC 4D5D6D7D 9C9H9S", "--unmatched", "AH"],
            "--spread: 12 cards: a hand holds at most 10 (RULES 3.2)",
        ),
        ([*THREE_KINGS, "--laid-off", "KC>1"], "--laid-off: nothing may be laid off on gin (RULES 6.7)"),
        (
            [*THREE_KINGS, "--unmatched", "2S", "--laid-off", "AC>1"],
            "--laid-off: A♣ does not fit meld 1 (RULES 6.5)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "2S", "--laid-off", "AC>9"],
            "--laid-off: there is no meld 9: the spread has 1 meld (RULES 6.3)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "2S", "--laid-off", "AC > 2, 2C"],
            "--laid-off: there is no meld 2: the spread has 1 meld (RULES 6.3)",
        ),
        (
            [*THREE_KINGS, "--unmatched", "2S", "--laid-off", "AC>x"],
            "--laid-off: “AC>x” does not say to which meld the card is added (RULES 6.3)",
        ),
        ([*THREE_KINGS, "--laid-off", "AC"], "--laid-off: A♣ fits no meld of the spread (RULES 6.3)"),
        (
            [*THREE_KINGS, "--unmatched", "2S", "--laid-off", "KC"],
            "--laid-off: K♣: not all of these are free in the hand (RULES 2.5)",
        ),
        ([*THREE_KINGS, "--defender-melds", "AC"], "--defender-melds: A♣ is no meld (RULES 2.1)"),
        (["--spread", "KZ"], "--spread: “KZ” is not a card (RULES 1.5)"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], said: str) -> None:
    assert refused("showdown", *arguments, "--defender", "AC 2C 8D") == f"ginrummy: {said}"


def test_english_letters_are_read_as_such_in_the_whole_command() -> None:
    """In French C alone is cœur: TCJCQC are hearts on their own, and clubs next to an S or a D."""
    cards = ["--spread", "4S5S6S 9H9D9C TCJCQC", "--unmatched", "2D", "--laid-off", "KC>3"]
    hand = ["showdown", *cards, "--defender", "7S8S KHKDKC 2H3H4H QDJD", "--json"]
    assert ginrummy("--lang", "fr", *hand).json == ginrummy(*hand).json
