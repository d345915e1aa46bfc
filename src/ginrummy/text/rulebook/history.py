"""History and family of the game in chapters, each passage with its sources."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.locale import N_, _
from ginrummy.locale.numbers import number_text
from ginrummy.text.rulebook.glossary import BACK, LEFT, PictureGroup

TEN_CARD_HANDS: Final = 15_820_024_220
"""Hands of ten cards from one pack, 52 over 10."""

SOURCES: Final = {
    "adpoker": N_("AdPoker"),
    "foster": N_("Foster’s Hoyle"),
    "french": N_("the French sheet"),
    "oklahoma": N_("the Oklahoma page"),
    "parlett": N_("David Parlett"),
    "russian": N_("the Russian article"),
    "two": N_("the two-version sheet"),
    "wikipedia": N_("Wikipedia"),
}


class Passage(NamedTuple):
    """Paragraph of a chapter and the names of its sources, none where the text names them."""

    words: str
    sources: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The paragraph in the current language."""
        return _(self.words).format(hands=number_text(TEN_CARD_HANDS, 0))

    @property
    def source_text(self) -> str:
        """The sources in the current language."""
        return ", ".join(_(SOURCES[name]) for name in self.sources)


class HistoryChapter(NamedTuple):
    """Chapter of the history: its name in addresses, its heading, its cards and its passages."""

    name: str
    heading: str
    groups: tuple[PictureGroup, ...]
    passages: tuple[Passage, ...]

    @property
    def title(self) -> str:
        """The heading in the current language."""
        return _(self.heading)


_FACE_DOWN: Final = PictureGroup("", BACK)

HISTORY: Final = (
    HistoryChapter(
        "brooklyn",
        N_("Brooklyn, 1909"),
        (PictureGroup("AS", LEFT), PictureGroup("9H", LEFT), _FACE_DOWN, PictureGroup("9C", LEFT)),
        (
            Passage(
                N_(
                    "Elwood T. Baker, who taught whist in Brooklyn, and his son Charles Graham Baker made"
                    " the game in 1909. It spread fast."
                ),
                ("russian", "wikipedia"),
            ),
            Passage(
                N_("The article writes Edwood; the newspapers of his time wrote Elwood."),
                ("russian", "wikipedia"),
            ),
            Passage(
                N_(
                    "The son became a writer and producer of films, and so one way from Brooklyn led to "
                    "Hollywood."
                ),
                ("wikipedia",),
            ),
        ),
    ),
    HistoryChapter(
        "hollywood",
        N_("Hollywood and Broadway"),
        (PictureGroup("TH JH QH KH"),),
        (
            Passage(
                N_(
                    "In the 1940s gin was the game of film and theatre people. In 1944 the writer Damon "
                    "Runyon joked that every madman plays it."
                ),
                ("parlett",),
            ),
            Passage(
                N_(
                    "The stars made it famous by the Hollywood score: three matches at once, with the "
                    "same hands."
                ),
                ("adpoker",),
            ),
            Passage(
                N_(
                    "AdPoker takes the game itself to come from Hollywood, the Russian article from "
                    "Brooklyn. Both may be right: made in the one, made famous in the other."
                ),
            ),
        ),
    ),
    HistoryChapter(
        "players",
        N_("Great players"),
        (PictureGroup("8S 9S TS JS"), PictureGroup("QS QH QD")),
        (
            Passage(
                N_(
                    "Stu Ungar (1953–1998) is often called the best player of all time: he seemed to see "
                    "the other hand. The film High Roller (2003) shows his life."
                ),
                ("russian", "wikipedia"),
            ),
            Passage(
                N_(
                    "Rumour has it that gin faded as a tournament game in the 1970s and 1980s because of "
                    "him: nobody would play him any more. He turned to poker and was world champion "
                    "three times."
                ),
                ("russian", "wikipedia"),
            ),
            Passage(
                N_(
                    "Oswald Jacoby, famous at bridge and backgammon, played gin for high stakes and wrote"
                    " books on it. The comedian Ernie Kovacs wrote How to Talk at Gin."
                ),
                ("russian",),
            ),
        ),
    ),
    HistoryChapter(
        "films",
        N_("Films and stories"),
        (_FACE_DOWN, _FACE_DOWN, PictureGroup("7D", LEFT)),
        (
            Passage(
                N_(
                    "In the film Goldfinger the villain cheats at gin: far away, a helper reads the other"
                    " hand through binoculars. In Ian Fleming’s novel they play canasta for two."
                ),
                ("russian",),
            ),
            Passage(
                N_(
                    "In a play by Woody Allen a man plays gin against Death: a parody of The Seventh Seal "
                    "by Ingmar Bergman, where they play chess."
                ),
                ("adpoker", "wikipedia"),
            ),
            Passage(
                N_("AdPoker speaks of a book of short stories; it is a short play, Death Knocks."),
                ("adpoker", "wikipedia"),
            ),
        ),
    ),
    HistoryChapter(
        "family",
        N_("The family of rummy"),
        (PictureGroup("6C 7C JC QC"),),
        (
            Passage(
                N_(
                    "The oldest rummy known in the West is Conquian, played in Mexico about 1850 by two, "
                    "with forty Spanish cards: there the jack follows the seven."
                ),
                ("foster", "wikipedia"),
            ),
            Passage(N_("Whether it comes from a Chinese game, khanhoo, is open."), ("parlett", "wikipedia")),
            Passage(
                N_("About 1908 came rum, for three or four and with a whole pack, and a year later gin."),
                ("wikipedia",),
            ),
            Passage(
                N_(
                    "The Russian article counts Canasta, Samba and Tonk among the relatives, and Brag, "
                    "which others place near poker."
                ),
                ("russian", "wikipedia"),
            ),
        ),
    ),
    HistoryChapter(
        "rami",
        N_("For three or four: Rami"),
        (PictureGroup("5S 5D 5C"), _FACE_DOWN, _FACE_DOWN, _FACE_DOWN),
        (
            Passage(
                N_(
                    "Gin is for two. Three or four players should play Rami, the French rummy, says the "
                    "two-version sheet: there are a great many forms of it."
                ),
            ),
            Passage(
                N_(
                    "AdPoker calls gin itself a form of Rami. The Russian article has gin and classic rummy "
                    "in one family, as its most popular members."
                ),
            ),
        ),
    ),
    HistoryChapter(
        "french-sources",
        N_("Our sources: three from France"),
        (PictureGroup("QC KC AC 2C"),),
        (
            Passage(
                N_(
                    "AdPoker gives eleven cards to the player who begins, and the deal to the winner of a"
                    " hand. It has Hollywood, Oklahoma, spades that double, and an ace round the corner. "
                    "It counts {hands} deals: as many as there are ten-card hands."
                ),
            ),
            Passage(
                N_(
                    "The French sheet deals ten each and gives advice. The lowest total wins, it says, "
                    "though its players collect points: we let the highest win."
                ),
            ),
            Passage(
                N_(
                    "The two-version sheet has two packs, for children, and one, where there is more to "
                    "remember. Its knock is called the “descent”."
                ),
            ),
        ),
    ),
    HistoryChapter(
        "other-sources",
        N_("Our sources: two more"),
        (PictureGroup("6D", LEFT), PictureGroup("KS KH KD"), PictureGroup("2C 4H", LEFT)),
        (
            Passage(
                N_(
                    "The Russian article offers the upcard to both, has 31 points for big gin and the "
                    "totals of tournaments, and knows the famous players."
                ),
            ),
            Passage(
                N_(
                    "The Oklahoma page, a translation from English, lets the upcard say with how much you"
                    " may knock. The winner of a hand deals the next."
                ),
            ),
        ),
    ),
    HistoryChapter(
        "differences",
        N_("Where they disagree"),
        (PictureGroup("AS", LEFT),),
        (
            Passage(
                N_(
                    "The first turn: a discard from eleven cards (AdPoker), a free draw (the French "
                    "sheet) or the offer of the upcard (the others)."
                ),
            ),
            Passage(N_("Gin: 20 points (AdPoker, the two-version sheet with one pack) or 25 (the others).")),
            Passage(
                N_(
                    "An undercut: 10 (AdPoker, the Oklahoma page, the two-version sheet with one pack), "
                    "20 (with two packs) or 25 (the French sheet, the Russian article)."
                ),
            ),
            Passage(
                N_("An ace: 15 (the two-version sheet; AdPoker round the corner) or 1 (the others)."),
            ),
            Passage(N_("None is wrong: each is a game of its own here.")),
        ),
    ),
)
