"""Rule book: the rules of any variant in words, and every option with its meaning, generated from the row."""

from ginrummy.text.rulebook.advice import (
    PresetEntry,
    Recommendation,
    playing_tips,
    preset_about,
    preset_groups,
    recommendations,
    usual_game_name,
)
from ginrummy.text.rulebook.chapters import (
    Chapter,
    Paragraph,
    chapter_title,
    form_chapter,
    game_summary,
    rule_chapters,
)
from ginrummy.text.rulebook.history import HISTORY
from ginrummy.text.rulebook.pictures import Example, Picture, rule_pictures, scored_example
from ginrummy.variants import OPTIONS, Option, find_option

__all__ = [
    "HISTORY",
    "OPTIONS",
    "Chapter",
    "Example",
    "Option",
    "Paragraph",
    "Picture",
    "PresetEntry",
    "Recommendation",
    "chapter_title",
    "find_option",
    "form_chapter",
    "game_summary",
    "playing_tips",
    "preset_about",
    "preset_groups",
    "recommendations",
    "rule_chapters",
    "rule_pictures",
    "scored_example",
    "usual_game_name",
]
