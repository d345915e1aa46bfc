"""The rules of any variant in words, and every option with its meaning; all of it composed from the row."""

from ginrummy.rulebook.chapters import Chapter, Paragraph, chapters_of, in_short
from ginrummy.rulebook.option_table import OPTIONS, option_of
from ginrummy.rulebook.options import Option
from ginrummy.rulebook.tips import tips_of

__all__ = ["OPTIONS", "Chapter", "Option", "Paragraph", "chapters_of", "in_short", "option_of", "tips_of"]
