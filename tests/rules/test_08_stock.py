"""RULES 8, the end of the stock: its moment, void hands, comparison, the last discard."""

from typing import Any

import pytest

from ginrummy.game.cards import face_code, parse_face
from ginrummy.game.game import Game, Phase
from ginrummy.game.moves import DRAW, PASS, MoveKind, discard
from ginrummy.rules.scoring import KIND_NAMES, NOBODY, WALL_COMPARE, HandScore, score_void
from ginrummy.variants import preset_names
from tests.rules.ledgers import row
from tests.rules.stacked import DEALER, NONDEALER, allows, closings, legal, played, refusal, stacked

COMPARE = {"two_pack", "two_pack_gin_only", "high_low_ace"}
FIRST_DISCARD = parse_face("KS")
TWENTY_SIX = "4S 5S 6S 9H 9D 9C TD 8C 5D 3H"
FORTY_FIVE = "4H 5H 6H TC QS KD 8D 2S 2C 3S"


def run_down(game: Game) -> Game:
    """Return the hand after its last draw: no takes, and every drawn card was discarded at once."""
    while len(game.stock) > game.variant.wall_stock:
        thrown = game.plays[-1].face if game.plays else FIRST_DISCARD
        game = game.play({Phase.OFFER: PASS, Phase.DRAW: DRAW, Phase.DISCARD: discard(thrown)}[game.phase])
    return game


def kind_of(game: Game) -> str:
    """Return the kind of the end of the hand."""
    assert game.score is not None
    return KIND_NAMES[game.score.kind]


@pytest.mark.parametrize("name", preset_names())
def test_8_1_the_last_two_cards_are_never_drawn(name: str) -> None:
    last = run_down(stacked(name, nondealer="KS"))
    draws = sum(move.kind is MoveKind.DRAW for move in last.moves)
    assert (draws, last.phase) == (81 if last.variant.decks == 2 else 29, Phase.DISCARD)
    ended = last.play(discard(last.plays[-1].face))
    assert kind_of(ended) == ("wall_compare" if name in COMPARE else "void")
    assert ended.legal_moves() == ()
    assert refusal(ended, "draw") == "8.1"


@pytest.mark.parametrize("kept", [0, 1, 2, 7, 20])
def test_8_1_a_house_may_keep_back_another_number(kept: int) -> None:
    last = run_down(stacked(row("russian", wall_stock=kept)))
    assert sum(move.kind is MoveKind.DRAW for move in last.moves) == 31 - kept
    assert kind_of(last.play(discard(last.plays[-1].face))) == "void"


def test_8_1_whoever_draws_the_last_card_may_still_close() -> None:
    last = run_down(stacked("russian", nondealer="4S 5S 6S 9H 9D 9C KS KH KD 2C"))
    thrown = face_code(last.plays[-1].face)
    assert (last.turn, len(last.stock)) == (NONDEALER, 2)
    assert allows(last, f"knock:{thrown}")


@pytest.mark.parametrize("name", sorted(set(preset_names()) - COMPARE))
def test_8_2_the_hand_counts_nothing(name: str) -> None:
    last = run_down(stacked(name, nondealer="KS"))
    assert last.play(discard(last.plays[-1].face)).score == score_void()


@pytest.mark.parametrize("name", sorted(COMPARE))
@pytest.mark.parametrize(
    ("nondealer", "dealer", "winner", "points"),
    [
        (TWENTY_SIX, FORTY_FIVE, NONDEALER, 19),
        (FORTY_FIVE, TWENTY_SIX, DEALER, 19),
        (TWENTY_SIX, "4H 5H 6H KD KH KC QS 8S 6C 2C", NOBODY, 0),
    ],
)
def test_8_3_the_smaller_deadwood_scores_the_difference(
    name: str, nondealer: str, dealer: str, winner: int, points: int
) -> None:
    last = run_down(stacked(name, nondealer=nondealer, dealer=dealer))
    score = last.play(discard(last.plays[-1].face)).score
    assert score == HandScore(WALL_COMPARE, winner, points, 0, 1, points, 0)


def test_8_3_lay_offs_do_not_count() -> None:
    """The dealer's 7♠ would fit the run of spades."""
    variant = row("high_low_ace")
    last = run_down(stacked(variant, nondealer=TWENTY_SIX, dealer="4H 5H 6H KC QS KD 8D 2S 2C 7S"))
    score = last.play(discard(last.plays[-1].face)).score
    assert score is not None
    assert score.points == 49 - 26


def last_offer(thrown: str, waiting: str, **changes: Any) -> Game:
    """Return the offer of the last discard, `thrown` by the non-dealer, to a dealer with `waiting`."""
    variant = row("russian", wall_action="last_discard", **changes)
    last = run_down(stacked(variant, nondealer=thrown, dealer=waiting))
    return played(last, thrown)


@pytest.mark.parametrize(("thrown", "may_take"), [("KD", True), ("2H", False)])
def test_8_4_the_last_discard_is_offered_once(thrown: str, *, may_take: bool) -> None:
    game = last_offer(thrown, "4S 5S 6S 9H 9D 9C KS KH QC AC")
    assert (game.phase, game.turn) == (Phase.LAST_DISCARD, DEALER)
    assert legal(game) == ({"pass", "take"} if may_take else {"pass"})
    assert may_take or refusal(game, "take") == "8.4"
    assert refusal(game, "draw") == "8.4"
    assert refusal(game, "QC") == "4.4"
    assert played(game, "pass").score == score_void()


def test_8_4_it_is_taken_only_to_close() -> None:
    game = played(last_offer("KD", "4S 5S 6S 9H 9D 9C KS KH QC AC"), "take")
    assert legal(game) == closings(game) == {"knock:QC", "knock:AC"}
    assert refusal(game, "QC") == "8.4"
    assert refusal(game, "KD") == "4.6"
    assert refusal(game, "knock:KD") == "4.6"
    assert played(game, "knock:QC").phase is Phase.SPREAD


def test_8_4_the_limits_hold_as_ever() -> None:
    waiting = "4S 5S 6S 9H 9D 9C KS KH QC AC"
    assert "take" not in legal(last_offer("KD", waiting, knock_limit={"type": "none"}))
    assert "take" not in legal(last_offer("KD", waiting, knock_limit={"type": "fixed", "value": 0}))
    assert "take" in legal(last_offer("KD", waiting, knock_limit={"type": "fixed", "value": 1}))


@pytest.mark.parametrize(("back", "moves"), [(False, {"pass"}), (True, {"pass", "take"})])
def test_8_4_the_card_itself_does_not_close(moves: set[str], *, back: bool) -> None:
    house = {"knock_limit": {"type": "fixed", "value": 9}, "allow_discard_taken_card": back}
    game = last_offer("QH", "4S 5S 6S 9H 9D 9C KS KH KD AC", **house)
    assert legal(game) == moves
    assert not back or closings(played(game, "take")) == {"knock:QH"}


def test_8_4_big_gin_is_there_too() -> None:
    game = played(last_offer("KD", "4S 5S 6S 9H 9D 9C KS KH KC 3S"), "take")
    assert closings(game) >= {"biggin"}


@pytest.mark.parametrize("action", ["void", "compare"])
def test_8_4_elsewhere_it_is_not_offered(action: str) -> None:
    last = run_down(stacked(row("russian", wall_action=action)))
    assert last.play(discard(last.plays[-1].face)).phase is Phase.OVER
