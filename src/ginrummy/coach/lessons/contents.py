"""Texts of the twelve lessons, from the first tips of the sources to measured results."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.locale import N_, _
from ginrummy.locale.numbers import number_text

PLAY: Final = "lessons.md"
PARTS: Final = "search_parts.md"


class Figure(NamedTuple):
    """A figure from a page of `bench/`. `row` is the start of its row, `places` its decimals when shown."""

    value: float
    row: str
    page: str = PLAY
    places: int = 0


def lesson_figure(name: str, value: float, places: int = 0) -> Figure:
    """Return a figure of bench/lessons.md."""
    return Figure(value, f"`{name}`", PLAY, places)


FIGURES: Final[dict[str, Figure]] = {
    "turns": lesson_figure("turns", 8.5),
    "void": lesson_figure("void", 0.9, 1),
    "gin": lesson_figure("gin", 71.9),
    "deadwood_3": lesson_figure("deadwood_3", 32.5),
    "deadwood_6": lesson_figure("deadwood_6", 16.9),
    "deadwood_9": lesson_figure("deadwood_9", 9.4),
    "undercut_low": lesson_figure("undercut_low", 38.3),
    "undercut_high": lesson_figure("undercut_high", 7.7),
    "undercut_early": lesson_figure("undercut_early", 7.0),
    "undercut_midway": lesson_figure("undercut_midway", 17.3),
    "undercut_late": lesson_figure("undercut_late", 55.3),
    "laid_off": lesson_figure("laid_off", 34.2),
    "laid_points": lesson_figure("laid_points", 2.8, 1),
    "taken_king": lesson_figure("taken_king", 13.2),
    "taken_middle": lesson_figure("taken_middle", 20.6),
    "taken_same_rank": lesson_figure("taken_same_rank", 9.6),
    "taken_new_rank": lesson_figure("taken_new_rank", 23.8),
    "two_pair": lesson_figure("two_pair", 36.1),
    "two_open": lesson_figure("two_open", 32.9),
    "two_end": lesson_figure("two_end", 14.5),
    "two_gap": lesson_figure("two_gap", 15.6),
    "knocked_won": lesson_figure("knocked_won", 97.3),
    "waited_won": lesson_figure("waited_won", 64.1),
    "waited_gin": lesson_figure("waited_gin", 60.9),
    "belief_with": Figure(6.19, "`Whole`: Unchanged.", PARTS, 1),
    "belief_without": Figure(0.45, "`NoBelief`: Uniform belief over the other hand.", PARTS, 1),
    "match_whole": Figure(70.2, "`Whole`: Unchanged.", PARTS),
    "match_points": Figure(66.3, "`PointsAlone`: Plays for points, whatever the score of the match.", PARTS),
}


def formatted_figures() -> dict[str, str]:
    """Return all figures by name, formatted for the current language."""
    return {name: number_text(figure.value, figure.places) for name, figure in FIGURES.items()}


class Drawing(NamedTuple):
    """Cards of a picture, in the notation of records, and its caption."""

    cards: str
    caption: str

    @property
    def text(self) -> str:
        """The caption in the current language."""
        return _(self.caption)


class Lesson(NamedTuple):
    """A lesson. `name` is its part of URLs. `words` are paragraphs with figures in braces."""

    name: str
    heading: str
    words: tuple[str, ...]
    drawings: tuple[Drawing, ...]

    @property
    def title(self) -> str:
        """The title in the current language."""
        return _(self.heading)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text in the current language, with the measured figures."""
        return tuple(_(text).format(**formatted_figures()) for text in self.words)


LESSONS: Final = (
    Lesson(
        "order",
        N_("Sort the hand, discard what is high"),
        (
            N_(
                "Put the melds together first, then what may still become one, then the rest. The rest is "
                "deadwood. A king counts ten and an ace one: loose high cards go first, as long as "
                "nothing speaks for keeping them."
            ),
            N_(
                "There is less time than it seems. Between two strong players a hand lasts some {turns} "
                "turns; after three of them {deadwood_3} points of deadwood are left, after six only "
                "{deadwood_6}. A player who saves two kings for better days is often caught with them."
            ),
        ),
        (
            Drawing(
                "QS QH QD 4S 5S 6S KC 9D 7H 2C", N_("Two melds and four loose cards: the king goes first.")
            ),
        ),
    ),
    Lesson(
        "twos",
        N_("What two cards are worth"),
        (
            N_(
                "Two cards that wait for a third are worth as much as there are cards to wait for. A pair "
                "waits for two, and so does a run that is open at both ends. A run with a gap, or one "
                "that begins with the ace or ends with the king, waits for one."
            ),
            N_(
                "You see it when the hand is over: of loose pairs after the first discard {two_pair} in a "
                "hundred ended in one meld, of runs open at both ends {two_open}, of runs with a gap "
                "{two_gap}, at the edge {two_end}. Best of all are three cards that help each other: they "
                "wait for four."
            ),
        ),
        (
            Drawing("7S 8S", N_("Open at both ends: the 6♠ and the 9♠ help.")),
            Drawing("7S 9S", N_("A gap: only the 8♠ helps.")),
            Drawing("7S 8S 8H", N_("Three that help each other: 6♠, 9♠, 8♦ and 8♣.")),
        ),
    ),
    Lesson(
        "pile",
        N_("Take or draw"),
        (
            N_(
                "Take from the pile what makes a meld, and leave the rest. A card that you take has been "
                "seen: it says what you collect, and its neighbours will not come any more. A card of the "
                "stock tells nobody anything."
            ),
            N_(
                "Strong players take seldom: of queens and kings that the other discards {taken_king} in a "
                "hundred, of fives to nines {taken_middle}, nearly always to finish a meld. The exceptions "
                "are small: a low card late in the hand, when it brings you to a knock."
            ),
        ),
        (
            Drawing("5H 6H 7H", N_("You hold 5♥ and 6♥, and the 7♥ lies there: take it.")),
            Drawing("TC JD QS", N_("Three cards that do not go together: draw.")),
        ),
    ),
    Lesson(
        "safe",
        N_("Safe cards"),
        (
            N_(
                "A card is safe when nobody can build on it: two of its rank are gone, or are yours, and its "
                "neighbours in the suit as well. Before you discard, look for those that would have to be in "
                "the other hand for your card to help there."
            ),
            N_(
                "Cards in the middle help the other most, for they fit into more runs: of fives to "
                "nines {taken_middle} in a hundred were taken, of queens and kings {taken_king}. And "
                "discard what the other discards: a card of a rank that had come from there was taken "
                "{taken_same_rank} times in a hundred, any other {taken_new_rank} times."
            ),
        ),
        (Drawing("8S 8C 7H 9H", N_("With these four gone, the 8♥ helps nobody.")),),
    ),
    Lesson(
        "reading",
        N_("Read the other hand"),
        (
            N_(
                "What the other takes shows a meld, or soon a longer one: keep the cards around it. What it "
                "leaves lying it does not need, nor most of the neighbours. What it discards shows what has "
                "been given up. All that lies open; one only has to remember it."
            ),
            N_(
                "We have measured what that is worth. A player that tries its moves out against likely "
                "hands wins {belief_with} points a hand from a steady one if it draws its guesses from "
                "the play, and {belief_without} if it takes all hands for equally likely."
            ),
        ),
        (
            Drawing("9C", N_("It took the 9♣ …")),
            Drawing("8C TC 9D 9H", N_("… so these may be what it wants.")),
        ),
    ),
    Lesson(
        "pairs",
        N_("Break a pair in time"),
        (
            N_(
                "A pair is a promise, and high ones are dear promises: two queens cost twenty points until "
                "the third comes. Break a pair when its other cards are gone, when one half is safe to "
                "discard, or when the other player is about to close."
            ),
            N_(
                "Of pairs that were loose after the first discard {two_pair} in a hundred became a meld; the "
                "others were deadwood or went. After nine turns a strong player holds {deadwood_9} points: "
                "then a pair of queens can cost you the match."
            ),
        ),
        (Drawing("QD QC", N_("With Q♠ and Q♥ on the pile, nothing can come any more.")),),
    ),
    Lesson(
        "knock",
        N_("Knock early"),
        (
            N_(
                "A knock ends the hand while the other is still full of cards. In the first turns that is "
                "worth more than it looks: after three turns even a strong player has {deadwood_3} points "
                "lying about, after six still {deadwood_6}."
            ),
            N_(
                "And it is safe. Of knocks in the first five turns {undercut_early} in a hundred were "
                "undercut, of those from the tenth turn on {undercut_late}. If you can knock early, you "
                "need a good reason not to."
            ),
        ),
        (Drawing("3C 4C 5C JH JD JS 2D 3H 4S AC", N_("Ten points in the fourth turn: knock.")),),
    ),
    Lesson(
        "patience",
        N_("When patience pays"),
        (
            N_(
                "Gin brings a bonus and cannot be undercut, nor does anybody lay off on it. Wait for it "
                "when little deadwood is left, when several cards would finish the hand, and when these "
                "are still out: then one more turn costs little."
            ),
            N_(
                "Good players do it often: {gin} of a hundred hands between two steady ones end by gin. "
                "But waiting is no gift. Where somebody could have knocked and waited, {waited_won} of a "
                "hundred hands were won in the end, {waited_gin} of them by gin; where the knock "
                "came at once, because the moment was good, {knocked_won}."
            ),
        ),
        (Drawing("4H 5H 6H TS TH TD 7C 8C 9C 2S", N_("Two points, and the 3♥, 7♥, 6♣ and 10♣ make gin.")),),
    ),
    Lesson(
        "undercut",
        N_("How low to knock"),
        (
            N_(
                "After lay-offs the knocker must have less than the other player, else it is an "
                "undercut, which pays the other a bonus. So it is not the limit that says whether a knock "
                "is good, but what the other can still have."
            ),
            N_(
                "More than the points it is the turn that decides. Knocks in the first five turns "
                "were undercut {undercut_early} times in a hundred, in turns six to nine "
                "{undercut_midway} times, from the tenth turn on {undercut_late} times. Low knocks "
                "are undercut even more often, {undercut_low} times with three points or fewer, "
                "{undercut_high} times with seven or more: they come late, when the other is low too."
            ),
        ),
        (
            Drawing(
                "5S 5D 5C 8H 9H TH JH 6C 3D AS", N_("Ten points, in the tenth turn: is the other not lower?")
            ),
        ),
    ),
    Lesson(
        "lay_off",
        N_("Lay off, and leave little to lay off"),
        (
            N_(
                "After a knock the other player may lay off: a fourth card to a set, a card at the end of "
                "a run. The defender looks there first, and may even break a meld if "
                "more points are gone then."
            ),
            N_(
                "On {laid_off} of a hundred knocks something was laid off, {laid_points} points on the "
                "average. That is what a knock must have to spare. And if you can lay the same cards out in "
                "two ways, choose the one that leaves less to lay off."
            ),
        ),
        (
            Drawing("6D 7D 8D", N_("On this run the 5♦ and the 9♦ can be laid off …")),
            Drawing("JD JS JC", N_("… and on this set the J♥.")),
        ),
    ),
    Lesson(
        "stock",
        N_("The end of the stock"),
        (
            N_(
                "Few hands go so far: between strong players {void} percent end without a winner. When the "
                "stock runs low, count it. You know how many turns are left, and which cards can still come: "
                "those that you have not seen."
            ),
            N_(
                "Then two things change. A meld whose cards are gone will not come, so that its other cards "
                "are nothing but deadwood. And a hand that nobody wins brings nobody anything: who is likely "
                "to lose it discards safe cards only and lets it end."
            ),
        ),
        (Drawing("KD KC", N_("Four cards left in the stock and two kings gone: discard them.")),),
    ),
    Lesson(
        "score",
        N_("The score of the match"),
        (
            N_(
                "The match is won by the player who first reaches the target, and points beyond it are worth "
                "nothing. Near the target, or with the other near to it, the same cards ask for another "
                "decision: if you lead, knock and take what you get; far behind, only gin may help."
            ),
            N_(
                "We have let one player play both ways. Against the same opponent it wins {match_whole} "
                "of a hundred matches if it plays for the match, and {match_points} if it plays for the "
                "points of the hand."
            ),
        ),
        (Drawing("2H 3H 4H 9S 9D 9C AS AD 2C 6H", N_("Ten points are enough to win the match: knock.")),),
    ),
)
"""In the recommended order."""
