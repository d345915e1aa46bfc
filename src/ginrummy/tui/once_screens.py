"""Screens that are left once: keys that were pressed faster than a screen goes do nothing more."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen, ScreenResultType


class OnceScreen(Screen[ScreenResultType]):
    """A screen that is left once, with whatever lies on it."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave the screen with `result`; nothing where it was left before."""
        if self not in self.app.screen_stack:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)


class OnceModal(OnceScreen[ScreenResultType], ModalScreen[ScreenResultType]):
    """A window on another screen, left once."""
