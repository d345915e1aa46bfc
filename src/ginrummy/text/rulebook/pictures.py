"""A game in a minute: a few pictures with a sentence each, and an example hand, generated from its row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ginrummy.game.cards import hand_of, parse_faces
from ginrummy.locale import _, ngettext
from ginrummy.rules.melds import deadwood
from ginrummy.text.rulebook.glossary import BACK, LAID, LEFT, MELD, PictureGroup
from ginrummy.text.rulebook.playing import ace_limit_points
from ginrummy.variants import (
    ACE_CORNER,
    ACE_HIGH_LOW,
    FIRST_OFFER,
    FIRST_OFFER_FREE,
    LIMIT_ACE_GIN,
    LIMIT_DISCARD,
    LIMIT_FIXED,
    LIMIT_NONE,
    LIMIT_UPCARD,
    NONE,
    Variant,
)


class Picture(NamedTuple):
    """Cards, and a sentence that explains them."""

    text: str
    groups: tuple[PictureGroup, ...] = ()


class Example(NamedTuple):
    """Example of the end of a hand: the closing hand, the other one, and the score."""

    own: Picture
    other: Picture
    sum: str


_KNOCKED: Final = (PictureGroup("QS QH QD"), PictureGroup("7S 8S 9S TS JS"), PictureGroup("4D 2C", LEFT))
"""Two cards left over: a legal knock in every game with knocking."""
_LAY_OFF: Final = (PictureGroup("5H 6H 7H"), PictureGroup("8H", LAID))
_GIN: Final = (PictureGroup("QS QH QD"), PictureGroup("8S 9S TS JS"), PictureGroup("4D 4C 4H"))
_OTHER: Final = (PictureGroup("3S 3H 3C"), PictureGroup("7D 8D KD 2S 8C 9C", LEFT))
_LAID: Final = PictureGroup("QC", LAID)


def rule_pictures(row: Variant) -> tuple[Picture, ...]:
    """Return the game of `row` in pictures, in the current language."""
    return (_deal_picture(row), *_melds(row), _turn(), _deadwood_picture(row), *_closing(row), _target(row))


def _deal_picture(row: Variant) -> Picture:
    if row.hand_nondealer != row.hand_dealer:
        text = _(
            "Two players: {more} cards for the one who begins by discarding one, {cards} for the dealer."
        )
        return Picture(text.format(more=row.hand_nondealer, cards=row.hand_dealer), (PictureGroup("", BACK),))
    text = _("Two players, {cards} cards each. The rest is the stock, face down; its top card is the upcard.")
    if row.first_turn in (FIRST_OFFER, FIRST_OFFER_FREE):
        text += " " + _("First each may take that one, the non-dealer before the dealer.")
    return Picture(text.format(cards=row.hand_dealer), (PictureGroup("", BACK), PictureGroup("9D", LEFT)))


def _melds(row: Variant) -> tuple[Picture, Picture]:
    runs = {
        ACE_CORNER: (_("A run: three or more cards in a row of one suit, round the ace too."), "QC KC AC 2C"),
        ACE_HIGH_LOW: (
            _("A run: three or more cards in a row of one suit, the ace low or high."),
            "QC KC AC",
        ),
    }
    text, cards = runs.get(
        row.ace_run, (_("A run: three or more cards in a row of one suit."), "5H 6H 7H 8H")
    )
    return Picture(_("A set: three or four cards of one rank."), (PictureGroup("QS QH QD"),)), Picture(
        text, (PictureGroup(cards),)
    )


def _turn() -> Picture:
    text = _("On your turn: one card from the stock or from the top of the discard pile, then discard one.")
    return Picture(text, (PictureGroup("", BACK), PictureGroup("9D", LEFT)))


def _deadwood_picture(row: Variant) -> Picture:
    text = ngettext(
        "What is in no meld is deadwood: king, queen and jack count 10 each, an ace {points} point.",
        "What is in no meld is deadwood: king, queen and jack count 10 each, an ace {points} points.",
        row.ace_points,
    )
    return Picture(text.format(points=row.ace_points), (PictureGroup("KD 6D AH", LEFT),))


def _closing(row: Variant) -> tuple[Picture, ...]:
    if row.knock_limit == LIMIT_NONE:
        return (Picture(_gin_only_text(row), _GIN), *_gin_lay_off(row))
    limits = {
        LIMIT_FIXED: ngettext(
            "With {limit} point of deadwood or less you may knock: the hand ends, both lay it out.",
            "With {limit} points of deadwood or less you may knock: the hand ends, both lay it out.",
            row.knock_value,
        ),
        LIMIT_UPCARD: _(
            "You may knock with as much deadwood as the upcard counts: the hand ends, both lay it out."
        ),
        LIMIT_DISCARD: _("You may knock with as much deadwood as the visible discard counts: both lay out."),
    }
    text = limits[row.knock_limit].format(limit=row.knock_value)
    knock = Picture(" ".join((text, *_ace_texts(row), *_unmatched_texts(row))), _KNOCKED)
    if not row.layoff_on_knock:
        return (knock, *_gin_lay_off(row))
    text = (
        _("The other lays off what fits your melds, on gin too.")
        if row.layoff_on_gin
        else _("The other lays off what fits your melds. On gin, nothing.")
    )
    return (knock, Picture(text, _LAY_OFF))


def _gin_lay_off(row: Variant) -> Iterator[Picture]:
    """Yield the picture of the lay-offs that only gin allows."""
    if row.layoff_on_gin:
        yield Picture(_("On gin the other lays off what fits your melds."), _LAY_OFF)


def _gin_only_text(row: Variant) -> str:
    if row.big_gin_bonus == NONE:
        return _("Only gin ends a hand: all cards in melds and the last one face down.")
    return _(
        "Only gin ends a hand: all cards in melds and the last one face down, or every card in melds (big "
        "gin)."
    )


def _ace_texts(row: Variant) -> Iterator[str]:
    """Yield what an ace allows where it sets the limit, unless that is what it counts."""
    if row.knock_ace == LIMIT_ACE_GIN:
        yield _("An ace: gin only.")
    elif row.knock_ace != NONE and (limit := ace_limit_points(row)) != row.ace_points:
        text = ngettext("An ace allows {limit} point.", "An ace allows {limit} points.", limit)
        yield text.format(limit=limit)


def _unmatched_texts(row: Variant) -> Iterator[str]:
    if row.knock_max_unmatched != NONE:
        text = ngettext(
            "At most {most} card may be left over.",
            "At most {most} cards may be left over.",
            row.knock_max_unmatched,
        )
        yield text.format(most=row.knock_max_unmatched)


def _target(row: Variant) -> Picture:
    score = (
        _("Gin scores the other’s deadwood and {gin} more.")
        if row.knock_limit == LIMIT_NONE
        else _(
            "The player with less deadwood scores the difference, and a bonus of {undercut} if the other one "
            "knocked. Gin earns {gin} more."
        )
    )
    if row.session_target != NONE:
        won = _("Manches to {target}; with {session} and the lead you win the partie.")
    elif row.columns > 1:
        won = _("Three columns to {target}; the highest total wins.")
    else:
        won = _("First to {target} wins.")
    return Picture(
        f"{score} {won}".format(
            gin=row.gin_bonus,
            undercut=row.undercut_bonus,
            target=row.game_target,
            session=row.session_target,
        ),
        _GIN,
    )


def scored_example(row: Variant) -> Example:
    """Return an example of the end of a hand in the game of `row`, scored by the law."""
    if row.knock_limit == LIMIT_NONE:
        other = _points(row, _OTHER)
        text = ngettext(
            "{name} has gin: {points} point, and {bonus} for gin.",
            "{name} has gin: {points} points, and {bonus} for gin.",
            other,
        )
        total = text.format(name=_("Ada"), points=other, bonus=row.gin_bonus)
        return Example(_groups_picture(row, _("Ada"), _GIN), _groups_picture(row, _("Bob"), _OTHER), total)
    own, other = _points(row, _KNOCKED), _points(row, _OTHER)
    text = ngettext(
        "{name} lays off the queen on the queens. {sum}: {winner} scores {points} point.",
        "{name} lays off the queen on the queens. {sum}: {winner} scores {points} points.",
        other - own,
    )
    total = text.format(
        name=_("Bob"), winner=_("Ada"), sum=f"{other} − {own} = {other - own}", points=other - own
    )
    return Example(
        _groups_picture(row, _("Ada"), _KNOCKED), _groups_picture(row, _("Bob"), (*_OTHER, _LAID)), total
    )


def _groups_picture(row: Variant, name: str, groups: tuple[PictureGroup, ...]) -> Picture:
    left = _points(row, groups)
    text = ngettext("{name}: {points} point of deadwood", "{name}: {points} points of deadwood", left)
    return Picture(text.format(name=name, points=left), groups)


def _points(row: Variant, groups: tuple[PictureGroup, ...]) -> int:
    """Return the deadwood of a hand without laid-off cards."""
    cards = " ".join(group.cards for group in groups if group.kind in (MELD, LEFT))
    return deadwood(row, hand_of(parse_faces(cards)))
