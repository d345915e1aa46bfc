"""Terminal driver that lasts: bytes that are no UTF-8 do not end the table."""

from __future__ import annotations

import sys
from contextlib import suppress

from textual.driver import Driver


def lasting_driver() -> type[Driver] | None:
    """Return the driver of terminals that send bytes, `None` where the system sends text.

    A terminal in another encoding, or one that sets the eighth bit for Alt, sends what is no UTF-8. Textual
    would show a traceback and end. Here the bytes read together are lost, and the next ones are read.
    """
    if sys.platform == "win32":
        return None
    from textual.drivers.linux_driver import LinuxDriver

    class LastingDriver(LinuxDriver):
        def run_input_thread(self) -> None:
            while not self.exit_event.is_set():
                with suppress(UnicodeDecodeError):
                    super().run_input_thread()

    return LastingDriver
