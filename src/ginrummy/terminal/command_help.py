"""Help texts of the commands at the table."""

from __future__ import annotations

from typing import Final

from ginrummy.locale import N_, _, language
from ginrummy.locale.errors import placed
from ginrummy.terminal.command_parser import CARD_EXAMPLE, WORDS, Word

MEANINGS: Final = {
    Word.DRAW: N_("draw the top card of the stock"),
    Word.TAKE: N_("take the top card of the discard pile"),
    Word.PASS: N_("leave the card that is offered"),
    Word.DISCARD: N_("discard a card; the card alone will do"),
    Word.KNOCK: N_("knock with a card, or with the best one"),
    Word.GIN: N_("go gin with a card, or with the best one"),
    Word.BIG_GIN: N_("declare big gin"),
    Word.SPREAD: N_("lay a closed hand out in melds, slashes between them"),
    Word.LAY: N_("lay cards off on melds of the spread, then your own melds after a slash"),
    Word.HINT: N_("ask what a strong player would do"),
    Word.UNDO: N_("take your last move back, if it showed you nothing hidden"),
    Word.HAND: N_("say your cards"),
    Word.TABLE: N_("say what lies on the table and what the other player has done"),
    Word.PILE: N_("say the pile, where it may be looked at"),
    Word.SCORE: N_("say the score sheet"),
    Word.ARRANGE: N_("sort the hand another way"),
    Word.SPELL: N_("say cards in words, or as signs"),
    Word.RULES: N_("say the rules"),
    Word.HELP: N_("list these words"),
    Word.QUIT: N_("leave; the match is kept, and goes on the next time"),
}


def meaning_line(word: Word) -> str:
    """Return the spelling of `word` and its effect."""
    forms = list(WORDS[language()][word])
    if word in _EXAMPLES:
        forms.append(_EXAMPLES[word].format(word=forms[0], **CARD_EXAMPLE[language()]))
    return placed(", ".join(forms), _(MEANINGS[word]))


_EXAMPLES: Final = {
    Word.DISCARD: "{word} {card}",
    Word.KNOCK: "{word} {card}",
    Word.SPREAD: "{word} {run} / {set}",
    Word.LAY: "{word} {card}>1 / {set}",
}
