"""Rule book: the rules of any variant in words, and every option with its meaning, generated from the row."""

from ginrummy.text.rulebook.advice import Recommendation, recommendations, tips_of, usual_game
from ginrummy.text.rulebook.chapters import Chapter, Paragraph, chapter_title, chapters_of, in_short
from ginrummy.text.rulebook.pictures import Example, Picture, example_of, pictures_of
from ginrummy.variants import OPTIONS, Option, option_of

__all__ = [
    "OPTIONS",
    "Chapter",
    "Example",
    "Option",
    "Paragraph",
    "Picture",
    "Recommendation",
    "chapter_title",
    "chapters_of",
    "example_of",
    "in_short",
    "option_of",
    "pictures_of",
    "recommendations",
    "tips_of",
    "usual_game",
]
