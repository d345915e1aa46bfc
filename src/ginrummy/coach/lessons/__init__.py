"""Twelve short lessons: text, pictures, measured figures, and five positions each to play."""

from __future__ import annotations

from ginrummy.coach.lessons.contents import LESSONS
from ginrummy.coach.lessons.lesson import Lesson
from ginrummy.coach.lessons.positions import positions_of

__all__ = ["LESSONS", "Lesson", "positions_of"]
