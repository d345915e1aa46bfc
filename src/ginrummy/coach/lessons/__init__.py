"""Twelve short lessons: text, pictures, measured figures, and five positions each to play."""

from __future__ import annotations

from ginrummy.coach.lessons.answers import lesson_positions
from ginrummy.coach.lessons.contents import LESSONS, Lesson

__all__ = ["LESSONS", "Lesson", "lesson_positions"]
