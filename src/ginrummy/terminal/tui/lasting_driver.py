"""Terminal driver that survives input that is not UTF-8."""

from __future__ import annotations

import sys
from contextlib import suppress

from textual.driver import Driver


def lasting_driver() -> type[Driver] | None:
    """Return the driver for terminals that send bytes, or `None` where the system sends text.

    A terminal with another encoding, or one that sets the eighth bit for Alt, sends bytes that are not UTF-8.
    Textual would exit with a traceback. This driver drops the bytes of that read and continues with the next
    ones.
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
