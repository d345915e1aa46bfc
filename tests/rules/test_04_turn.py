"""RULES 4, the turn: the offer, drawing, discarding, the card just taken, the pile."""

import pytest

from ginrummy.game.cards import Hand, parse_faces
from ginrummy.game.game import Game, Phase
from ginrummy.game.view import view_of_game
from ginrummy.rules import scoring
from ginrummy.variants import preset_names
from tests.rules.ledgers import row
from tests.rules.stacked import DEALER, NONDEALER, allows, legal, played, refusal, stacked

FREE, ELEVEN = {"standard"}, {"eleven_card", "hollywood", "round_the_corner"}
OFFERED = sorted(set(preset_names()) - FREE - ELEVEN)
ADRIFT = "9S 2H JD 4C KH 6D 8C 3S QC TH"
ASTRAY = "8S TS AH 3H 5H 2D 4D JC 9C KC"


@pytest.mark.parametrize("name", OFFERED)
def test_4_1_the_upcard_is_offered_to_both_in_turn(name: str) -> None:
    game = stacked(name)
    for passes, seat in enumerate([NONDEALER, DEALER]):
        offered = played(game, "pass " * passes)
        assert (offered.phase, offered.turn) == (Phase.OFFER, seat)
        assert legal(offered) == {"take", "pass"}
        assert refusal(offered, "draw") == "4.1"
        assert refusal(offered, "2S") == "4.4"
        taken = played(offered, "take")
        assert (taken.phase, taken.turn) == (Phase.DISCARD, seat)


@pytest.mark.parametrize("name", OFFERED)
def test_4_1_after_two_refusals_the_nondealer_draws_from_the_stock(name: str) -> None:
    game = played(stacked(name), "pass pass")
    assert (game.phase, game.turn) == (Phase.DRAW, NONDEALER)
    assert legal(game) == {"draw"}
    assert refusal(game, "take") == "4.1"
    assert refusal(game, "pass") == "4.4"


@pytest.mark.parametrize("moves", ["take KS", "pass take JD", "pass pass draw KS"])
def test_4_1_the_other_player_has_the_next_ordinary_turn(moves: str) -> None:
    game = stacked("russian", nondealer="KS", dealer="JD", upcard="7H", stock="3C")
    after = played(game, moves)
    assert after.turn != played(game, moves.rsplit(maxsplit=1)[0]).turn
    assert legal(after) == {"draw", "take"}


def test_4_1_an_upcard_that_both_refused_is_covered() -> None:
    game = played(stacked("russian", nondealer="KS", upcard="7H"), "pass pass draw KS")
    assert game.pile == parse_faces("7H KS")
    assert played(game, "take").pile == parse_faces("7H")


@pytest.mark.parametrize("name", ["two_pack", "high_low_ace"])
def test_4_1_a_house_may_let_the_nondealer_take_it_after_two_refusals(name: str) -> None:
    """The two-version sheet literally: after two refusals either source is open to the non-dealer."""
    game = played(stacked(row(name, first_turn="offer_free"), upcard="7H"), "pass pass")
    assert (game.phase, game.turn, game.state.turns) == (Phase.DRAW, NONDEALER, 0)
    assert legal(game) == {"draw", "take"}
    assert refusal(game, "pass") == "4.4"
    taken = played(game, "take")
    assert (taken.phase, taken.turn, taken.state.taken) == (Phase.DISCARD, NONDEALER, parse_faces("7H")[0])
    assert refusal(taken, "7H") == "4.6"
    assert played(game, "draw").pile == parse_faces("7H")


@pytest.mark.parametrize("upcard", [True, False])
def test_4_2_a_free_first_turn_is_an_ordinary_one(upcard: bool) -> None:
    game = stacked(row("standard", upcard=upcard))
    assert (game.phase, game.turn) == (Phase.DRAW, NONDEALER)
    assert legal(game) == ({"draw", "take"} if upcard else {"draw"})
    assert refusal(game, "pass") == "4.4"
    if not upcard:
        assert refusal(game, "take") == "4.4"


@pytest.mark.parametrize("name", sorted(ELEVEN))
def test_4_3_eleven_cards_begin_with_a_discard(name: str) -> None:
    game = stacked(name, nondealer=ADRIFT + " 5S", dealer=ASTRAY)
    assert (game.phase, game.turn) == (Phase.DISCARD, NONDEALER)
    assert legal(game) == set((ADRIFT + " 5S").split())
    assert [refusal(game, move) for move in ("draw", "take", "pass")] == ["4.3", "4.3", "4.4"]
    opened = played(game, "5S")
    assert (opened.turn, legal(opened)) == (DEALER, {"draw", "take"})
    assert played(opened, "take").state.taken == parse_faces("5S")[0]


def test_4_4_one_card_is_drawn_from_pile_or_stock() -> None:
    game = played(stacked("russian", nondealer="KS", dealer="JD", upcard="7H", stock="3C 4C"), "take KS")
    assert legal(game) == {"draw", "take"}
    assert [refusal(game, move) for move in ("pass", "JD", "knock:JD", "biggin")] == ["4.4"] * 4
    for move in ("draw", "take"):
        drawn = played(game, move)
        assert [refusal(drawn, again) for again in ("draw", "take")] == ["4.5", "4.5"]


def test_4_4_only_the_top_of_the_pile_is_taken() -> None:
    game = played(stacked("russian", nondealer="KS", upcard="7H"), "pass pass draw KS take")
    assert game.state.taken == parse_faces("KS")[0]
    assert refusal(game, "7H") == "4.5"


def test_4_5_one_card_is_discarded_on_the_pile() -> None:
    game = played(stacked("russian", nondealer=ADRIFT, dealer=ASTRAY, upcard="7H"), "take")
    assert legal(game) == set(ADRIFT.split())
    assert refusal(game, "8S") == "4.5"
    assert refusal(game, "knock:8S") == "4.5"
    assert played(game, "KH").pile == parse_faces("KH")


def test_4_5_a_card_from_the_stock_may_go_straight_to_the_pile() -> None:
    game = played(stacked("russian", nondealer=ADRIFT, upcard="7H", stock="5S"), "pass pass draw")
    assert allows(game, "5S")


@pytest.mark.parametrize("name", sorted(set(preset_names()) - ELEVEN))
def test_4_6_the_card_just_taken_is_not_thrown_back(name: str) -> None:
    game = played(stacked(name, nondealer=ADRIFT, upcard="7H"), "take")
    assert refusal(game, "7H") == "4.6"
    assert "7H" not in legal(game)
    back = row(name, allow_discard_taken_card=True)
    assert allows(played(stacked(back, nondealer=ADRIFT, upcard="7H"), "take"), "7H")


@pytest.mark.parametrize("back", [True, False])
def test_4_6_nor_is_it_the_closing_discard(back: bool) -> None:
    variant = row("russian", allow_discard_taken_card=back)
    game = stacked(variant, nondealer="4S 5S 6S 9H 9D 9C KS KH KD 2C", upcard="3H")
    taken = played(game, "take")
    assert allows(taken, "gin:2C") is False
    assert allows(taken, "knock:2C")
    assert allows(taken, "knock:3H") is back
    if not back:
        assert refusal(taken, "knock:3H") == "4.6"


def test_4_6_in_a_later_turn_it_may_go() -> None:
    game = stacked("russian", nondealer=ADRIFT, dealer=ASTRAY, upcard="7H", stock="5C 5D")
    assert allows(played(game, "take KH draw 5C draw"), "7H")


def test_4_6_its_twin_may_go() -> None:
    game = stacked("two_pack", nondealer=ADRIFT.replace("KH", "7H"), upcard="7H")
    assert allows(played(game, "take"), "7H")
    other = stacked("two_pack", nondealer=ADRIFT, upcard="7H", stock="5S")
    assert refusal(played(other, "take"), "7H") == "4.6"


@pytest.mark.parametrize("name", preset_names())
def test_4_7_who_may_look_at_the_pile(name: str) -> None:
    by_all = name in ("round_the_corner", "round_the_corner_hoyle")
    for variant, is_open in ((row(name), by_all), (row(name, discard_inspect="all"), True)):
        game = stacked(variant)
        while len(game.pile) < 3:
            game = game.play(next(move for move in game.legal_moves() if str(move) != "take"))
        seen = view_of_game(game, game.turn).pile
        assert seen == (game.pile if is_open else game.pile[-1:])
        assert view_of_game(game, game.turn).pile_size == len(game.pile)


ROUND = "take KS take JD take QH take 9C take JS take 8D"
"""Turns in which each player takes the other's last discard."""


@pytest.mark.parametrize("limit", [4, 5, 6])
def test_4_8_endless_taking_and_returning_is_void(limit: int) -> None:
    variant = row("straight", endless_turns=limit)
    game = stacked(variant, nondealer="KS QH JS", dealer="JD 9C 8D", upcard="7D")
    moves = ROUND.split()
    last = played(game, " ".join(moves[: 2 * limit - 1]))
    assert last.phase is Phase.DISCARD
    ended = played(last, moves[2 * limit - 1])
    assert ended.score == scoring.score_void()
    assert refusal(ended, "draw") == "4.8"


@pytest.mark.parametrize(
    ("first_moves", "counted"),
    [("take KS", 1), ("pass take JD", 1), ("pass pass draw KS", 0), ("take KS draw JD", 0)],
)
def test_4_8_only_a_card_from_the_pile_counts(first_moves: str, counted: int) -> None:
    game = stacked("russian", nondealer="KS QH JS", dealer="JD 9C 8D", upcard="7D", stock="2S")
    assert played(game, first_moves).state.idle == counted


def test_4_8_the_first_discard_of_eleven_cards_does_not_count() -> None:
    game = stacked("eleven_card", nondealer="KS QH JS", dealer="JD 9C 8D")
    assert played(game, "KS").state.idle == 0
    assert played(game, "KS take JD").state.idle == 1


def test_4_8_the_player_of_the_last_turn_may_still_close() -> None:
    variant = row("russian", endless_turns=4)
    game = stacked(variant, nondealer="KS 2D", dealer="JD 4S 5S 6S 9H 9D 9C 2H 2C 3D", upcard="7D")
    last = played(game, "take KS take JD take 2D take")
    assert allows(last, "knock:KS")
    assert played(last, "2H").score == scoring.score_void()


def known(game: Game) -> tuple[Hand, Hand]:
    """Return the non-dealer's knowledge of the dealer's hand: certain and possible cards."""
    view = view_of_game(game, NONDEALER)
    return view.opponent_known, view.opponent_possible


def test_4_9_a_card_taken_is_known_until_it_leaves() -> None:
    game = stacked("russian", nondealer=ADRIFT, dealer=ASTRAY, upcard="7H", stock="5C 5D 2C")
    taken = played(game, "pass take 8S")
    assert known(taken) == (Hand("7H"), Hand(""))
    assert known(played(taken, "draw 5C draw TS")) == (Hand("7H"), Hand(""))
    assert known(played(taken, "draw 5C draw 7H")) == (Hand(""), Hand(""))


@pytest.mark.parametrize(("back", "held"), [(False, "AD"), (True, "")])
def test_4_9_its_twin_is_not_the_card_just_taken(back: bool, held: str) -> None:
    variant = row("two_pack", allow_discard_taken_card=back)
    game = stacked(variant, nondealer=ADRIFT, dealer=f"AD {ASTRAY}", upcard="AD", stock="5C 5D")
    thrown = played(game, "pass take AD")
    assert known(thrown) == (Hand(held), Hand(""))
    assert known(played(thrown, "draw 5C draw 5D")) == (Hand(held), Hand(""))
    assert known(played(thrown, "take 9S take 8S")) == (Hand(f"9S {held}"), Hand(""))


def test_4_9_a_twin_discarded_later_may_be_the_card_taken() -> None:
    game = stacked("two_pack", nondealer=ADRIFT, dealer=f"AD {ASTRAY}", upcard="AD", stock="5C 5D")
    assert known(played(game, "pass take 8S draw 5C draw AD")) == (Hand(""), Hand(""))


CLOSER = "4S 5S 6S 9H 9D 9C KS KH 2D 3D"
OTHERS = "JD 4C 6D 8C 3S QC TH JH 7H"


def ready(name: str, *, thrown: str, **changes: object) -> Game:
    """Return a hand in which the dealer took KD and then `thrown`, and may close with any card."""
    game = stacked(
        row(name, **changes), nondealer=f"{thrown} {OTHERS}", dealer=CLOSER, upcard="KD", stock="7C"
    )
    return played(game, f"pass take 3D draw {thrown} take")


def test_4_9_any_card_but_the_one_just_taken_may_lie_face_down() -> None:
    before = ready("russian", thrown="2S")
    assert known(before) == (Hand("2S KD"), Hand(""))
    assert known(played(before, "knock:2D")) == (Hand("2S"), Hand("KD"))
    laid = played(before, "knock:2D spread:4S5S6S/9H9D9C/KSKHKD")
    assert known(laid) == (Hand("4S 5S 6S 9H 9D 9C KS KH KD 2S"), Hand(""))


def test_4_9_a_closing_discard_face_up_is_seen() -> None:
    before = ready("russian", thrown="2S", closing_discard_face_down=False)
    assert known(played(before, "knock:2D")) == (Hand("2S KD"), Hand(""))


def test_4_9_after_big_gin_nothing_has_left() -> None:
    game = stacked("straight", nondealer=OTHERS, dealer="4S 5S 6S 9H 9D 9C KS KH KC 7S", upcard="KD")
    assert known(played(game, "pass take biggin")) == (Hand("KD"), Hand(""))


def test_4_9_of_two_known_twins_one_is_certain() -> None:
    before = ready("two_pack_gin_only", thrown="KD")
    assert known(before) == (Hand("KD KD"), Hand(""))
    assert known(played(before, "gin:2D")) == (Hand("KD"), Hand("KD"))


def test_4_9_a_void_hand_is_not_shown() -> None:
    game = stacked(row("russian", endless_turns=4), nondealer="KS QH JS", dealer="JD 9C 8D", upcard="7D")
    void = played(game, "take KS take JD take QH take 9C")
    assert void.score == scoring.score_void()
    assert known(void) == (Hand("KS QH"), Hand(""))
