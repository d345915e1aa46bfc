"""Screens that close once: keys pressed while a screen is closing are ignored."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen, ScreenResultType


class OnceScreen(Screen[ScreenResultType]):
    """Screen that closes once, together with the screens above it."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen with `result`, unless it is closed already."""
        if self not in self.app.screen_stack:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)


class OnceModal(OnceScreen[ScreenResultType], ModalScreen[ScreenResultType]):
    """Modal screen that closes once."""
