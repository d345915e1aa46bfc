"""Sentences at the table for every end of a hand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ginrummy.cli.replay import hand_text as replayed_text
from ginrummy.coach.hints import advice_text, hint
from ginrummy.game.cards import Hand, card_sign, hand_of, parse_face, parse_faces
from ginrummy.game.layouts import HeldHand
from ginrummy.game.match import Match
from ginrummy.game.moves import TAKE, Move, MoveKind, as_melds
from ginrummy.game.view import Event, View, view_of, view_of_game
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players.candidate_actions import best_closing
from ginrummy.rules import scoring
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.types import Face, Seat
from ginrummy.terminal.local_table import PERSON, LocalTable, table_ledger, table_sheet_lines
from ginrummy.terminal.table_text import (
    match_title,
    opponent_card_texts,
    opponent_hand_text,
    score_text,
    table_facts,
    table_lines,
    unfinished_match_lines,
)
from ginrummy.text.sentences import (
    card_group_text,
    card_name,
    event_text,
    hand_lines,
    hands_lines,
    limit_card_text,
    limit_text,
    match_end_lines,
    match_winner_text,
    melds_text,
    move_name,
    prompt_text,
    score_lines,
)
from ginrummy.variants import load_variant, preset_names, variant_from_values
from tests.rules.stacked import DEALER, NONDEALER, played, stacked
from tests.table.seats import HOUSES, first, matches, sittings, table_of

ME, OTHER = Seat(0), Seat(1)


def endings() -> dict[int, View]:
    """Return a finished hand of each kind, seen from seat 0; the rare ones are derived from common ones."""
    found: dict[int, View] = {}
    for name in (*preset_names(), *HOUSES):
        for match in matches(name, seed=3, hands=4):
            score = match.game.score
            if score is not None and score.kind not in found:
                found[score.kind] = view_of(match, 0)
    made = ((scoring.TIE, scoring.KNOCK), (scoring.GIN_VOID, scoring.GIN), (scoring.BIG_GIN, scoring.GIN))
    for rare, common in made:
        found.setdefault(rare, replace(found[common], score=HandScore(rare, scoring.NOBODY, 0, 0, 1, 0, 0)))
    return found


def test_every_way_a_hand_can_end_is_told_in_every_language() -> None:
    kinds = endings()
    assert set(kinds) == set(range(scoring.KNOCK, scoring.WALL_COMPARE + 1))
    for kind, view in kinds.items():
        assert view.score is not None
        for code in LANGUAGES:
            with using_language(code):
                lines = score_lines(view, name="Steady")
            assert all(lines), kind
            assert view.score.points == 0 or str(view.score.points) in lines[-1]


def test_the_sum_of_a_hand_is_worked_out() -> None:
    """7.1, 7.2, 7.4, 7.7: the numbers in the sentences are those of the score."""
    checked = 0
    for name in ("spades", "standard", "oklahoma_full"):
        for match in matches(name, seed=5, hands=20):
            checked += check_sum(match)
    assert checked > 10


def check_sum(match: Match) -> int:
    score = match.game.score
    if score is None or score.winner == scoring.NOBODY or score.kind == scoring.WALL_COMPARE:
        return 0
    text = " ".join(score_lines(view_of(match, 0), name="Steady"))
    total = score.difference + score.bonus
    if score.bonus:
        assert f"{score.difference} + {score.bonus} = {total}" in text
    if score.multiplier > 1:
        assert f"{total} × {score.multiplier} = {score.points}" in text
    if score.kind in (scoring.KNOCK, scoring.UNDERCUT):
        assert f"= {score.difference}." in text
        found = re.search(r": (\w+) (\d+) against (\w+) (\d+), ", text)
        assert found, text
        assert {found[1], found[3]} == {"You", "Steady"}
        more, less = max(found[2], found[4], key=int), min(found[2], found[4], key=int)
        loser = found[1] if found[2] == more else found[3]
        assert more == less or loser == ("Steady" if score.winner == ME else "You")
    return 1


def test_both_hands_are_laid_out_with_every_card() -> None:
    for table in sittings(table_of("standard"), hands=4):
        if table.game.is_over and table.game.spread is not None:
            text = " ".join(" ".join(lines) for lines in hands_lines(table.view, name="Simple"))
            for hand in table.game.state.hands:
                for face in range(52):
                    assert not hand.cards >> face & 1 or card_sign(Face(face)) in text
            return
    raise AssertionError("no hand was closed")


@pytest.mark.parametrize(
    ("code", "spelling", "told"),
    [
        ("en", card_sign, ("You take the Q♥.", "Steady discards the Q♥.", "Steady draws from the stock.")),
        ("en", card_name, ("You take the queen of hearts.", "Steady discards the queen of hearts.", None)),
        ("fr", card_sign, ("Vous prenez la D♥.", "Steady jette la D♥.", "Steady pioche au talon.")),
        ("fr", card_name, ("Vous prenez la dame de cœur.", None, None)),
        ("ru", card_sign, ("Вы берёте Д♥.", "Steady сбрасывает Д♥.", "Steady берёт из добора.")),
        ("ru", card_name, ("Вы берёте даму червей.", None, None)),
    ],
)
def test_moves_are_told(code: str, spelling: object, told: tuple[str | None, ...]) -> None:
    queen = parse_face("QH")
    events = (
        Event(ME, MoveKind.TAKE, queen),
        Event(OTHER, MoveKind.DISCARD, queen),
        Event(OTHER, MoveKind.DRAW),
    )
    spell = card_name if spelling is card_name else card_sign
    with using_language(code):
        for event, text in zip(events, told, strict=True):
            said = event_text(event, seat=ME, name="Steady", spelling=spell)
            assert text is None or said == text


def test_a_hand_is_read_out_group_by_group() -> None:
    held = HeldHand((parse_faces("4S5S6S"), parse_faces("KSKHKD"), parse_faces("2C9D")), 2)
    assert hand_lines(held, spelling=card_name) == (
        "run: 4, 5, 6 of spades",
        "set: king of spades, king of hearts, king of diamonds",
        "2 of clubs, 9 of diamonds",
    )
    assert hand_lines(held, spelling=card_sign) == ("4♠ 5♠ 6♠ | K♠ K♥ K♦ | 2♣ 9♦",)
    with using_language("ru"):
        assert hand_lines(held, spelling=card_name)[0] == "ран: четвёрка, пятёрка, шестёрка пик"


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("standard", "You may knock with 10 or less"),
        ("straight", "Only gin ends the hand"),
    ],
)
def test_the_limit_is_said(name: str, limit: str) -> None:
    assert limit_text(table_of(name).view) == limit


def test_what_is_certain_and_what_is_possible_is_said_apart() -> None:
    game = stacked("russian", nondealer="2S JD 4C 6D 8C 3S QC TH JH 7H",
                   dealer="4S 5S 6S 9H 9D 9C KS KH 2D 3D", upcard="KD", stock="7C")  # fmt: skip
    closed = played(game, "pass take 3D draw 2S take knock:2D")
    view, table = view_of_game(closed, NONDEALER), table_of("standard")
    assert (
        opponent_hand_text(table, view) == f"{table.opponent_name} holds 10 cards, among them 2♠, perhaps K♦"
    )
    assert replayed_text(closed, Seat(DEALER), Seat(NONDEALER)) == "10 cards, known: 2♠, perhaps K♦"
    with using_language("fr"):
        assert opponent_hand_text(table, view).endswith(", dont 2♠, peut-être R♦")


OWN = variant_from_values({"limit_source": "own_discard"}, base=load_variant("two_pack").row)
DOUBLED = variant_from_values({"spade_double": True}, base=load_variant("two_pack").row)


def test_the_card_that_sets_the_limit_is_named() -> None:
    ace = first(lambda table: table.game.state.upcard % 13 == 0, "oklahoma_full").view
    assert limit_text(ace) == "Gin only, no knock"
    spade = first(lambda table: 0 < table.game.state.upcard < 13, "oklahoma_full").view
    card = card_sign(Face(spade.state.upcard))
    assert limit_card_text(spade) == f"Turned up: {card}. A spade: the hand counts double"
    assert limit_card_text(table_of("standard").view) == ""
    assert limit_card_text(table_of("two_pack").view) == "The limit is the value of the visible discard"
    own, doubled = (replace(table_of("two_pack").view, variant=row) for row in (OWN, DOUBLED))
    assert limit_text(own) == "The limit is the value of the card you close with"
    assert limit_card_text(own) == ""
    assert limit_card_text(replace(doubled, state=spade.state)) == (
        f"The limit is the value of the visible discard. Turned up: {card}. A spade: the hand counts double"
    )


@pytest.mark.parametrize("name", ["eaai", "standard", "hollywood", "last", "two_pack"])
def test_the_person_is_told_what_to_decide(name: str) -> None:
    seen = set()
    for table in sittings(table_of(name), hands=6):
        view = table.view
        if view.is_my_turn and view.phase.value not in ("spread", "lay_off"):
            prompt = prompt_text(view)
            assert prompt.endswith((".", "!"))
            seen.add((view.phase, prompt.partition(" ")[0]))
    assert len(seen) >= 2


def test_what_the_other_seat_did_is_told_as_far_as_it_was_seen() -> None:
    table = first(lambda table: bool(table.view.opponent_taken and table.view.opponent_discards))
    view = table.view
    news = opponent_card_texts(view)
    assert news[0] == "took " + " ".join(map(card_sign, view.opponent_taken))
    assert card_sign(view.opponent_taken[-1]) in opponent_hand_text(table, view)
    assert f"{view.state.stock} cards in the stock" in table_facts(view)
    assert any(line.startswith("Simple: took") for line in table_lines(table, card_name))


def test_in_russian_a_card_is_declined_or_stands_where_its_case_does_not_change() -> None:
    view = first(lambda table: bool(table.view.opponent_discards)).view
    with using_language("ru"):
        king = parse_face("KD")
        assert move_name(TAKE, card_name, top=king) == "взять короля бубен"
        assert opponent_card_texts(view, card_name)[-1].startswith("сброшено\u00a0— ")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "lay out queen of hearts, king of hearts; 7 of clubs, laying off ace of hearts"),
        ("fr", "étaler la dame de cœur, le roi de cœur ; le 7 de trèfle, en plaçant l’as de cœur"),
        ("ru", "выложить даму червей, короля червей; семёрку треф, достроить туза червей"),
    ],
)
def test_each_card_of_a_layout_is_the_object_of_the_verb(code: str, said: str) -> None:
    move = Move(MoveKind.LAY_OFF, melds=as_melds([Hand("QHKH"), Hand("7C")]), laid=as_melds([Hand("AH")]))
    with using_language(code):
        assert move_name(move, card_name).replace("\N{NARROW NO-BREAK SPACE}", " ") == said


def test_the_pile_is_shown_where_it_may_be_looked_at() -> None:
    corner = first(lambda table: table.view.pile_size > 2, "round_the_corner").view
    assert table_facts(corner)[-1].startswith("Pile: ")
    hidden = first(lambda table: table.view.pile_size > 2, "standard").view
    assert not any(fact.startswith("Pile: ") for fact in table_facts(hidden))


@pytest.mark.parametrize("name", ["standard", "russian", "hollywood"])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_end_of_the_match_names_the_winner_once(name: str, seed: int) -> None:
    *_before, table = sittings(table_of(name, seed=seed), seed=seed)
    lines = [
        *table_sheet_lines(table, None),
        *match_end_lines(table.match, seat=PERSON, name=table.opponent_name),
    ]
    assert [line for line in lines if " won the " in line] == [
        match_winner_text(table.match, seat=PERSON, name=table.opponent_name)
    ]


def test_the_end_of_the_match_shows_winner_totals_and_secret() -> None:
    *_before, table = sittings(table_of("shy"))
    said, totals, secret = match_end_lines(table.match, seat=PERSON, name="Simple")
    assert said == (
        "You have won the match!" if table.match.winner == PERSON else "Simple has won the match."
    )
    own, other = scoring.totals(table.match.variant, table.match.current_sheet)
    assert totals == f"You {own} · Simple {other}"
    assert table.match.seeds is not None
    assert secret == f"Secret of the deals: {table.match.seeds.secret}"


@pytest.mark.parametrize("name", ["standard", "hollywood", "oklahoma_extra", "two_pack", "spades"])
def test_the_ledger_of_a_match_is_its_sheet(name: str) -> None:
    for table in sittings(table_of(name), hands=4):
        assert table_ledger(table).law_sheet == table.match.current_sheet


@pytest.mark.long
@pytest.mark.parametrize("name", ["standard", "two_pack", "hollywood", "last"])
def test_every_hint_is_a_legal_move_with_a_reason(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.coach.hints.MILLISECONDS", 20.0)
    given: set[MoveKind] = set()
    for table in sittings(table_of(name), hands=4):
        if table.view.is_my_turn:
            advice = hint(table.view)
            assert table.view.refusal(advice.move) is None
            assert advice.reason.endswith(".")
            assert advice_text(advice).endswith(f"{advice.reason} {advice.second}".rstrip())
            given.add(advice.move.kind)
    assert {MoveKind.DRAW, MoveKind.DISCARD} <= given


def test_the_best_closing_leaves_least() -> None:
    table: LocalTable = first(lambda table: best_closing(table.view) is not None)
    best = best_closing(table.view)
    assert best is not None
    assert table.view.refusal(best) is None
    assert best_closing(table.play(best).view) is None


@pytest.mark.parametrize(
    ("cards", "said"), [("9S9H9D", "brelan\u00a0: 9 de pique"), ("9S9H9D9C", "carré\u00a0: 9 de pique")]
)
def test_three_and_four_of_a_rank_are_two_words_in_french(cards: str, said: str) -> None:
    with using_language("fr"):
        assert card_group_text(parse_faces(cards), is_meld=True, spelling=card_name).startswith(said)


def test_melds_in_words_stand_between_semicolons_as_the_language_has_them() -> None:
    parts = as_melds([hand_of(parse_faces(cards)) for cards in ("4S5S6S", "9H9D9C")])
    said = {}
    for code in ("en", "fr"):
        with using_language(code):
            said[code] = melds_text(parts, spelling=card_name)
    assert said["en"] == "4 of spades, 5 of spades, 6 of spades; 9 of hearts, 9 of diamonds, 9 of clubs"
    assert "6 de pique\u202f; 9 de cœur" in said["fr"]


def test_an_unfinished_partie_stands_as_its_manche_does() -> None:
    table = first(lambda table: table.match.number == 4, "oklahoma_extra")
    own, other = table.match.current_sheet.columns[0].points
    assert own + other > 0
    assert score_text(table) == f"You {own} · Simple {other} · partie 0–0"
    assert match_title(table).endswith(f": hand 5, {own}–{other} · Partie: 0–0")
    assert unfinished_match_lines(table)[1] == f"Hand 5; you have {own}, Simple has {other}. Partie: 0–0."
