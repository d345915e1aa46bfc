"""The rules of any variant in words, and every option with its meaning; all of it composed from the row."""

from ginrummy.rulebook.chapters import Chapter, Paragraph, chapter_title, chapters_of, in_short
from ginrummy.rulebook.recommendations import Recommendation, recommendations, usual_game
from ginrummy.rulebook.tips import tips_of
from ginrummy.variants import OPTIONS, Option, option_of

__all__ = [
    "OPTIONS",
    "Chapter",
    "Option",
    "Paragraph",
    "Recommendation",
    "chapter_title",
    "chapters_of",
    "in_short",
    "option_of",
    "recommendations",
    "tips_of",
    "usual_game",
]
