"""The guided first hand: its deal, rules and opponent, its table, and its explanations step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ginrummy.game.cards import card_sign, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.layouts import reasonable_layouts
from ginrummy.game.match import Match
from ginrummy.game.moves import CLOSINGS, Move, MoveKind, non_empty_melds, ordered_faces
from ginrummy.game.shuffle import new_secret, parse_deck
from ginrummy.game.view import View, view_of
from ginrummy.locale import _, ngettext
from ginrummy.players import load_player
from ginrummy.players.candidate_actions import best_closing
from ginrummy.players.player import Player
from ginrummy.rules import scoring
from ginrummy.rules.cards import contains_cards, join_hands, single, without
from ginrummy.rules.melds import deadwood, is_run
from ginrummy.rules.spreads import spread_without_bound
from ginrummy.rules.types import SEATS, Face, other_seat
from ginrummy.text import sentences
from ginrummy.variants import Variant, load_variant
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import GUIDED, Status, Table

GENTLE: Final = "beginner"
LEARNER: Final = SEATS[0]
"""Seat of the learner. The bot deals, so the learner plays first."""
DECK: Final = (
    "AH QD 8C TD JH 5D KC 5C 5H 2H 7C 2D JC 7S JS QH 2C JD KH 4S 3C 6S 4D 5S 6C 9S "
    "AC AS 4H 3S 8S 8D TH 8H 9C 3H 7H 6H TC 4C 2S 7D 9H 3D 9D 6D AD KD KS QS QC TS"
)
"""Found by `tools/prepare-first-hand`: played as the guide says, the hand shows everything to be learnt."""


def guided_hand_rules() -> Variant:
    """Return the rules of the guided hand: the plain game, over with the first score."""
    return load_variant("standard").row._replace(game_target=1)


def deal_guided_hand(deck: str = DECK) -> Match:
    """Return the guided hand before its first move."""
    row = guided_hand_rules()
    return Match.from_deck(row, parse_deck(deck, packs=row.decks), dealer=other_seat(LEARNER))


def guide_player() -> Player:
    """Return the player that proposes the guide's moves, by rules of thumb for beginners."""
    return load_player("simple")


def open_guided_table(person: Person) -> Table:
    """Return the guided hand of `person`, creating it unless one is in progress."""
    begun = unfinished_guided_hand(person)
    if begun is not None:
        return begun
    proposal = Proposal(
        guided_hand_rules(), GUIDED, new_secret(), first_dealer=other_seat(LEARNER), deck=DECK
    )
    return creation.create(proposal, person, cut="", bot=GENTLE)


def unfinished_guided_hand(person: Person) -> Table | None:
    """Return the unfinished guided hand of `person`, if any."""
    found = Table.objects.filter(seats__person=person, variant_name=GUIDED, status=Status.PLAYING)
    return found.order_by("-moved").first()


@dataclass(frozen=True, slots=True)
class GuideStep:
    """Step of the guided hand: a sentence or two, and the move they propose, empty if none is due."""

    text: str
    advised: str = ""


def guide_step_at_table(table: Table, match: Match, name: str) -> GuideStep | None:
    """Return the current step at `table`, `None` if its hand is not guided."""
    return guide_step(match, name) if table.variant_name == GUIDED else None


def guide_step(match: Match, name: str) -> GuideStep:
    """Return the current step of the hand. `name` is the bot's."""
    view = view_of(match, LEARNER)
    if view.phase is Phase.OVER:
        return GuideStep(_ending(view, name))
    if not view.is_my_turn:
        text = _("{name} plays now. Watch what it discards: the top of the pile may be just what you need.")
        return GuideStep(text.format(name=name))
    found = _due(view, name)
    if has_ignored_proposal(match):
        return replace(found, text=_("Another way is fine too. {step}").format(step=found.text))
    return found


def has_ignored_proposal(match: Match) -> bool:
    """Return whether the learner's last move was not the one proposed."""
    plays = match.game.plays
    own = [number for number, play in enumerate(plays) if play.seat == LEARNER]
    if not own or plays[own[-1]].move.kind not in (MoveKind.TAKE, MoveKind.DRAW, MoveKind.DISCARD):
        return False
    before = list(match.game.positions())[own[-1]]
    return proposed_move(view_of(replace(match, game=before), LEARNER)) != plays[own[-1]].move


def proposed_move(view: View) -> Move:
    """Return the move that the guide proposes to the viewer, whose turn it must be."""
    if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
        return reasonable_layouts(view)[0].move
    return best_closing(view) or guide_player().decide(view)


def _due(view: View, name: str) -> GuideStep:
    """Return the step for the viewer, whose turn it must be."""
    move = proposed_move(view)
    if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
        return GuideStep(_layout_text(view, name), str(move))
    if move.kind in CLOSINGS:
        return GuideStep(_closing_text(view, move), str(move))
    text = _discard_text(view, move) if move.kind is MoveKind.DISCARD else _drawing_text(view, move)
    return GuideStep(text, str(move))


def _drawing_text(view: View, move: Move) -> str:
    top = view.top
    if move.kind is MoveKind.TAKE and top is not None:
        return _taking_text(view, top)
    if not any(event.seat == view.seat for event in view.events):
        if non_empty_melds(view.best_spread().melds):
            return _(
                "Three cards of one rank are a set, three in a row of one suit a run: what you have of them "
                "is underlined. Draw a card from the stock."
            )
        return _(
            "Three cards of one rank are a set, three in a row of one suit a run: collect them. "
            "Draw a card from the stock."
        )
    text = _("The {card} on the pile makes no meld with your cards: draw from the stock instead.")
    return _("Draw a card from the stock.") if top is None else text.format(card=card_sign(top))


def _taking_text(view: View, top: Face) -> str:
    """Return what the top of the pile is good for."""
    hand = join_hands(view.hand, single(top))
    melds = spread_without_bound(view.variant, hand, view.state.pile.cards).melds
    made = next((meld for meld in non_empty_melds(melds) if contains_cards(meld, single(top))), None)
    card = card_sign(top)
    if made is None:
        return _("The {card} on the pile lowers your deadwood: take it.").format(card=card)
    cards = sentences.cards_text(ordered_faces(made))
    if is_run(view.variant, made):
        text = _(
            "The {card} on the pile is what you need: it makes the run {cards}. Take it instead of drawing."
        )
    else:
        text = _(
            "The {card} on the pile is what you need: it makes the set {cards}. Take it instead of drawing."
        )
    return text.format(card=card, cards=cards)


def _discard_text(view: View, move: Move) -> str:
    card = card_sign(move.face)
    thrown = sum(event.seat == view.seat and event.kind is MoveKind.DISCARD for event in view.events)
    left = view.leaves[str(move)]
    if thrown == 0:
        text = _(
            "What is in no meld is deadwood, and counts against you. Discard the {card}: high cards cost "
            "most."
        )
        return text.format(card=card)
    if thrown == 1:
        text = _(
            "In every turn one card comes and one goes. Discard the {card}: it is still too early to knock."
        )
        return text.format(card=card)
    return _(
        "Discard the {card}. That leaves {left} of deadwood; you may knock once it is {limit} or less."
    ).format(card=card, left=sentences.points_text(left), limit=sentences.points_text(view.knock_limit or 0))


def _closing_text(view: View, move: Move) -> str:
    if move.kind is MoveKind.BIG_GIN:
        return _("All eleven cards are in melds: that is big gin, the most there is. Say so!")
    if move.kind is MoveKind.GIN:
        return _("All your cards are in melds: that is gin, and a bonus. The last card goes face down.")
    rest = without(view.hand, single(move.face))
    text = ngettext(
        "Only {left} point of deadwood would be left: few enough to knock. A knock ends the hand.",
        "Only {left} points of deadwood would be left: few enough to knock. A knock ends the hand.",
        left := deadwood(view.variant, rest),
    )
    return text.format(left=left)


def _layout_text(view: View, name: str) -> str:
    if view.phase is Phase.SPREAD:
        return _("Now your cards are shown. Lay out your melds: the best way is proposed.")
    text = _(
        "{name} has closed the hand. What fits its melds you may lay off there, and it no longer counts."
    )
    return text.format(name=name)


def _ending(view: View, name: str) -> str:
    """Return the result of the hand in a few sentences."""
    score = view.score
    assert score is not None
    return " ".join(filter(None, (_lay_off_text(view, name), _score_text(view, name))))


def _lay_off_text(view: View, name: str) -> str:
    """Return a text on the cards that the defender has laid off, empty for none."""
    laid = [] if view.defence is None else [face for cards in view.defence.laid for face in faces_of(cards)]
    if not laid:
        return ""
    cards = sentences.cards_text(laid)
    if view.state.turn == view.seat:
        return _("{name} has laid off {cards} on your melds: that is allowed after a knock.").format(
            name=name, cards=cards
        )
    return _("You have laid off {cards} on the other melds: they no longer count.").format(cards=cards)


def _score_text(view: View, name: str) -> str:
    score = view.score
    assert score is not None
    is_own = score.winner == view.seat
    if score.kind == scoring.KNOCK:
        text = (
            _("You had less deadwood: the difference is yours.")
            if is_own
            else _("{name} had less deadwood, and scores the difference.")
        )
    elif score.kind == scoring.UNDERCUT:
        text = _(
            "The knocker must have less than the other player: this was an undercut, which pays a bonus."
        )
    elif score.kind in (scoring.GIN, scoring.BIG_GIN):
        text = _("Gin scores all the deadwood of the other hand, and a bonus.")
    else:
        text = _("Nobody closed before the stock ran out: nobody scores.")
    return text.format(name=name)
