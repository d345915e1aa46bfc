"""Advice on a game: recommended variants, tips for beginners, and the sources of a preset."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ginrummy.locale import N_, _, language
from ginrummy.locale.errors import clause_text
from ginrummy.variants import GROUPS, LIMIT_NONE, Variant, load_variant, match_length_text

USUAL: Final = {"en": "standard", "fr": "standard", "ru": "russian"}
"""The game that speakers of each language most likely call gin; RULES 13.1 names the sources."""


class Recommendation(NamedTuple):
    """A game, its strong point, and the reason."""

    name: str
    occasion: str
    reason: str

    @property
    def title(self) -> str:
        """The game's name in the current language."""
        return load_variant(self.name).title(language())


_OCCASIONS: Final = (
    (
        "modern",
        N_("For keeping score as the books do"),
        N_("A bonus for every hand won and for the match, and big gin for all eleven cards."),
    ),
    (
        "straight",
        N_("For those who like to wait for gin"),
        N_("The slowest hands of all: nobody knocks, and the first player with gin wins the hand."),
    ),
    (
        "oklahoma",
        N_("For those who know the usual game"),
        N_("In every hand the upcard sets the limit for a knock."),
    ),
    (
        "oklahoma_extra",
        N_("For two evenings"),
        N_("Manches of 200 points make up a partie of 2,000, and gins count extra."),
    ),
    (
        "hollywood",
        N_("For a whole evening"),
        N_("Three matches at once, side by side: a bad beginning is never the end."),
    ),
    (
        "two_pack",
        N_("For children, and for those who like many cards"),
        N_("Two packs: long runs, twins, and big gins that are worth waiting for."),
    ),
)


def usual_game_name() -> str:
    """Return the name of the usual game in the current language."""
    return USUAL[language()]


def recommendations() -> tuple[Recommendation, ...]:
    """Return the recommendations, for a beginner first, in the current language."""
    first = Recommendation(
        usual_game_name(),
        _("For your first match"),
        _("The usual game: short to explain, and all the others build on it."),
    )
    others = (Recommendation(name, _(occasion), _(reason)) for name, occasion, reason in _OCCASIONS)
    return (first, *others)


class PresetEntry(NamedTuple):
    """A preset in a list."""

    name: str
    title: str
    about: str


def preset_groups() -> tuple[tuple[str, tuple[PresetEntry, ...]], ...]:
    """Return the title of each group of presets with their entries, in the current language."""
    return tuple((group.title(), tuple(map(_preset_entry, group.minutes))) for group in GROUPS)


def _preset_entry(name: str) -> PresetEntry:
    return PresetEntry(name, load_variant(name).title(language()), preset_about(name))


def preset_about(name: str) -> str:
    """Return the description of a preset, and how long a match takes, in the current language."""
    return f"{load_variant(name).about[language()]} {match_length_text(name)}"


_LAW: Final = re.compile(r"RULES ([\d., ]*\d); ")
_OPENING, _CLOSING = "«“", "»”"
_PLACES: Final = ("{quote}", "{second}")

SENTENCES: Final = frozenset({
    N_("AdPoker: {quote}"),
    N_("AdPoker: {quote} (the base game; this variant is silent)"),
    N_("AdPoker: {quote}; our default for big gin, for house rules that add it: as gin"),
    N_("AdPoker: {quote}; our default for the ace, which the text does not name: its nominal value"),
    N_("Bicycle: Oklahoma is played to 150"),
    N_("Bicycle: the upcard sets the limit, an ace asks for gin; AdPoker: {quote}"),
    N_("Bicycle: the winner deals; the Oklahoma page: {quote}"),
    N_("Bicycle: the winner of a hand deals the next"),
    N_("Bicycle: {quote} are doubled"),
    N_("Hoyle and AdPoker alike: {quote}"),
    N_("Hoyle: gin, undercut and box are worth 20 each"),
    N_("Hoyle: runs go round the corner; AdPoker: {quote}"),
    N_("Hoyle: the discards may be examined; AdPoker: {quote}"),
    N_("Hoyle: the game is 125; AdPoker: {quote}"),
    N_("Hoyle: the opponent lays off even when the player has gone gin"),
    N_("Hoyle: when the defender is left with nothing, nobody scores"),
    N_(
        "Pagat at second hand: one extra box for an undercut, two for gin; AdPoker: {quote}; "
        "our default for big gin: as gin"
    ),
    N_("Wikipedia: the hand points of a winner whose opponent never scored are doubled"),
    N_("our default: Gin A is silent, so as Gin B of the same sheet; 83 cards hardly ever run out"),
    N_("our default: the sheet’s list of melds is lost and {quote} is the only test it names"),
    N_("our default: the sum that modern books give"),
    N_("the American custom for Hollywood (Scarne)"),
    N_("the French sheet only names {quote}; Wikipedia: no knocking, play goes on until gin"),
    N_("the French sheet: {quote}"),
    N_("the Oklahoma page: {quote}"),
    N_("the Oklahoma page: {quote}, {second}"),
    N_("the Russian article: {quote}"),
    N_("the classic 100 points for the game"),
    N_("the classic 100 points more where the opponent never scored"),
    N_("the classic score of 20 for gin, 10 for an undercut, 20 a box"),
    N_("the old custom, as in AdPoker: {quote}"),
    N_("the sum that modern books and Wikipedia give"),
    N_("the two-version sheet, of the descent: {quote}"),
    N_("the two-version sheet: {quote}"),
    N_("the two-version sheet: {quote} (the descent, waived here, does not come up)"),
    N_("the two-version sheet: {quote}, {second} 20"),
    N_("the usual 100 points for each column won (Hoyle, Scarne)"),
    N_("the usual 100 points for winning the game"),
    N_("the usual 100 points for winning the game (Bicycle, Wikipedia)"),
    N_("the usual 25 points a hand won (Wikipedia)"),
    N_("the usual 25 points for each entry of a column (Hoyle, Scarne)"),
})  # fmt: skip
"""The texts of the presets' notes, with a placeholder for each quotation."""


def translate_source_note(note: str) -> str:
    """Return `note`, the source of a value, in the current language; a house's own note is unchanged."""
    law = _LAW.match(note)
    sentence, quotes = _split_quotes(note[law.end() :] if law else note)
    if sentence not in SENTENCES:
        return note
    told = _(sentence).format(quote=quotes[0], second=quotes[1])
    return _("{clause}; {note}").format(clause=clause_text(law[1]), note=told) if law else told


def _split_quotes(text: str) -> tuple[str, list[str]]:
    """Return `text` with a placeholder for each of its quotations, and these; quotations may be nested."""
    sentence, quotes, depth = "", [""] * len(_PLACES), 0
    count = 0
    for sign in text:
        depth += sign in _OPENING
        if depth == 0:
            sentence += sign
        elif count < len(_PLACES):
            quotes[count] += sign
        if sign in _CLOSING:
            depth -= 1
            if depth == 0:
                sentence += _PLACES[min(count, len(_PLACES) - 1)]
                count += 1
    return sentence, quotes


_OF_ALL_GAMES: Final = (
    N_(
        "Sort your hand as soon as it is dealt: see what is melded, what may become a meld, and which high "
        "cards fit nowhere and should go first."
    ),
    N_(
        "Watch what the other player takes and discards: it tells which melds are growing there, and "
        "which cards not to give."
    ),
    N_(
        "Keep count of the cards that have gone by: what lies under the pile will not come back, and what "
        "you wait for must be in the stock or in the other hand."
    ),
    N_("Adapt your plan to what you draw and what the other does: a meld that does not come is deadwood."),
)
_OF_KNOCKING: Final = (
    N_(
        "Before you knock, ask whether the other may have as little left, lay-offs included: a weak knock is "
        "undercut."
    ),
    N_("Gin pays more, but an early knock is often wiser: the other still holds many points then."),
    N_("Wait for gin only with very little deadwood, and while the cards that you need may still come."),
)


def playing_tips(row: Variant) -> tuple[str, ...]:
    """Return advice for the game of `row`, in the current language; on knocking only where it is played."""
    tips = _OF_ALL_GAMES if row.knock_limit == LIMIT_NONE else _OF_ALL_GAMES + _OF_KNOCKING
    return tuple(_(tip) for tip in tips)
