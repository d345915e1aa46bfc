"""The showdown, the score of a hand and the end of the stock in words (RULES 6 to 8)."""

from __future__ import annotations

from collections.abc import Iterator

from ginrummy.locale import _, ngettext
from ginrummy.rules.variant import LARGEST_SET
from ginrummy.text.rulebook import wording
from ginrummy.text.sentences import points_text
from ginrummy.variants import LIMIT_NONE, NONE, WALL_COMPARE, WALL_LAST_DISCARD, Variant

Clauses = Iterator[tuple[str, str]]


def showdown(row: Variant) -> Clauses:
    """Yield the clauses about the spread, lay-offs and the defender's melds."""
    yield "6.1", _spread_text(row)
    if row.knock_limit != LIMIT_NONE:
        yield "6.3", _lay_off_text(row)
    if _lays_off(row):
        yield (
            "6.4",
            _("A card laid off may carry the next one: on {meld} go {first}, then {second}.").format(
                meld=wording.format_cards("4D 5D 6D"),
                first=wording.format_cards("7D"),
                second=wording.format_cards("8D"),
            ),
        )
        yield "6.5", _full_text(row)
    yield "6.6", _own_melds_text(row)
    yield _gin_lay_off(row)
    if row.knock_limit != LIMIT_NONE:
        yield "6.9", _("The knocker adds nothing to the defender's melds.")


def _lays_off(row: Variant) -> bool:
    """Return whether the defender may ever lay off."""
    return bool(row.layoff_on_gin or (row.layoff_on_knock and row.knock_limit != LIMIT_NONE))


def _own_melds_text(row: Variant) -> str:
    if not _lays_off(row):
        return _("The defender lays out melds as well; what remains is the defender's deadwood.")
    return _(
        "The defender lays out the other cards in melds of their own; what remains is the defender's "
        "deadwood."
    )


def _spread_text(row: Variant) -> str:
    if row.knock_limit == LIMIT_NONE:
        return _(
            "The player who closed lays out all the cards in melds, which cannot be changed afterwards. The "
            "other player is called the defender."
        )
    return _(
        "The player who closed lays out melds and unmatched cards in any way the limit allows; it "
        "cannot be changed afterwards. This player is called the knocker, even with gin, and the "
        "other the defender."
    )


def _lay_off_text(row: Variant) -> str:
    if not row.layoff_on_knock:
        return _("The defender may not add cards to the knocker's melds.")
    return _(
        "After a knock the defender may lay off: add cards to the knocker's melds where they fit, a "
        "card of the rank to a set or the next card to an end of a run. Such cards no longer count as "
        "deadwood."
    )


def _full_text(row: Variant) -> str:
    if row.run_max == NONE:
        return _("No card can be added to a set of {most}.").format(most=LARGEST_SET)
    return _("No card can be added to a set of {most} or to a run of {longest}.").format(
        most=LARGEST_SET, longest=row.run_max
    )


def _gin_lay_off(row: Variant) -> tuple[str, str]:
    if row.layoff_on_gin and row.big_gin_bonus != NONE:
        return "6.8", _("The defender may lay off on gin and big gin.")
    if row.layoff_on_gin:
        return "6.8", _("The defender may lay off on gin.")
    if row.big_gin_bonus != NONE:
        return "6.7", _("Nothing is laid off on gin or big gin.")
    return "6.7", _("Nothing is laid off on gin.")


def score(row: Variant) -> Clauses:
    """Yield the clauses about the score of a hand."""
    if row.knock_limit != LIMIT_NONE:
        yield "7.1", _("After a knock, if the knocker has less deadwood, the knocker scores the difference.")
        yield "7.2", _undercut_text(row)
        yield "7.3", _equality_text(row)
    yield (
        "7.4",
        _("Gin scores the defender's deadwood and a bonus of {bonus}.").format(
            bonus=points_text(row.gin_bonus)
        ),
    )
    if row.big_gin_bonus != NONE:
        yield (
            "7.5",
            _("Big gin scores the defender's deadwood and a bonus of {bonus}.").format(
                bonus=points_text(row.big_gin_bonus)
            ),
        )
    if row.gin_void_if_defender_zero:
        yield "7.6", _("But if the defender is left without deadwood, the gin is void and nobody scores.")
    if row.spade_double:
        yield "7.7", _spade_text(row)
    if row.extra_value != NONE:
        yield "7.8", _extra_text(row)


def _undercut_text(row: Variant) -> str:
    text = _(
        "If the defender has less, it is an undercut: the defender scores the difference and a bonus "
        "of {bonus}."
    ).format(bonus=points_text(row.undercut_bonus))
    if row.undercut_complete_bonus == NONE:
        return text
    complete = _(
        "When no unmatched card is left to the defender, the undercut is complete and its bonus is {bonus}."
    )
    return f"{text} {complete.format(bonus=points_text(row.undercut_complete_bonus))}"


def _equality_text(row: Variant) -> str:
    if row.undercut_on_tie:
        return _("Equal deadwood is an undercut too: the defender scores the bonus.")
    return _("If the deadwood is equal, nobody scores.")


def _spade_text(row: Variant) -> str:
    if row.spade_doubles_boxes:
        return _(
            "If the upcard is a spade, the whole score of the hand counts double, bonus included; the hand "
            "counts as two, and extra boxes count twice."
        )
    return _("If the upcard is a spade, the whole score of the hand counts double, bonus included.")


def _extra_text(row: Variant) -> str:
    text = [_("Some hands earn their winner extra boxes, noted apart.")]
    if row.knock_limit != LIMIT_NONE:
        text.append(_("Undercut: {earned}.").format(earned=wording.extra_coups(row.extra_undercut)))
    text.append(_("Gin: {earned}.").format(earned=wording.extra_coups(row.extra_gin)))
    if row.big_gin_bonus != NONE:
        text.append(_("Big gin: {earned}.").format(earned=wording.extra_coups(row.extra_big_gin)))
    return " ".join(text)


def stock(row: Variant) -> Clauses:
    """Yield the clauses about a stock that runs out."""
    if row.wall_stock == 0:
        yield "8.1", _("When somebody has discarded and the stock is empty, the hand is over.")
    elif row.wall_stock == 1:
        yield (
            "8.1",
            _(
                "The last card of the stock is not drawn: when somebody has discarded and one is left, the "
                "hand is over."
            ),
        )
    else:
        yield (
            "8.1",
            ngettext(
                "The last {number} card of the stock is not drawn: when somebody has discarded and {number} "
                "is left, the hand is over.",
                "The last {number} cards of the stock are not drawn: when somebody has discarded and "
                "{number} are left, the hand is over.",
                row.wall_stock,
            ).format(number=row.wall_stock),
        )
    if row.wall_action == WALL_COMPARE:
        yield (
            "8.3",
            _(
                "Both lay out their hands then, without lay-offs: the player with less deadwood scores the "
                "difference, without a bonus, and has won the hand. If it is equal, nobody scores."
            ),
        )
    elif row.wall_action == WALL_LAST_DISCARD:
        yield (
            "8.4",
            _(
                "But first the other player may take that last discard, if it lets them close at once. "
                "Otherwise the hand is void: nobody scores."
            ),
        )
    else:
        yield "8.2", _("The hand is then void: nobody scores.")
