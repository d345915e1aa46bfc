"""Supervisor of a program: no process of the program outlives it.

Run by its path as `python -I -S program_supervisor.py LIFELINE COMMAND...` on Linux. It starts COMMAND with
its own standard streams in a new session, and reports success over the socket LIFELINE. Every process that
COMMAND starts, in any session, becomes a child of this one when its parent ends. All of them are killed when
COMMAND ends or the other end of LIFELINE closes, for example because its owner was killed. This process then
exits with the status of COMMAND. It imports nothing but the standard library.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
import threading
from contextlib import suppress

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>
_DUMPABLE = 4  # PR_SET_DUMPABLE: no second core file for one death
_FIRST_TO_GO = b"500"  # the kernel's OOM killer shall take the program, not the table


def main(lifeline: socket.socket, command: list[str]) -> None:
    """Run `command` until it or `lifeline` ends, and exit with its status."""
    lifeline.set_inheritable(False)
    _control(_SUBREAPER, 1)
    _volunteer()
    try:
        child = os.posix_spawn(
            command[0], command, os.environ, setsid=True, setsigdef=(signal.SIGPIPE, signal.SIGXFSZ)
        )
    except OSError as error:
        lifeline.sendall(b"failed %d\n" % (error.errno or 0))
        return
    lifeline.sendall(b"started %d\n" % child)
    _let_go_of_streams()
    signal.signal(signal.SIGTERM, lambda *_signal: _kill(child))
    threading.Thread(target=_watch, args=(lifeline, child), daemon=True).start()
    status = _reap_until(child)
    _sweep()
    lifeline.sendall(b"swept\n")
    _end_as(os.waitstatus_to_exitcode(status))


def _control(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _volunteer() -> None:
    with suppress(OSError), open("/proc/self/oom_score_adj", "wb") as file:  # noqa: PTH123 -- pathlib is slow to load
        file.write(_FIRST_TO_GO)


def _let_go_of_streams() -> None:
    """Close our copies of the program's streams: the other side must see when the program closes one."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def _watch(lifeline: socket.socket, child: int) -> None:
    """Kill the program when the other end is closed."""
    with suppress(OSError):
        while lifeline.recv(64):
            pass
    _kill(child)


def _kill(process: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL)


def _reap_until(child: int) -> int:
    """Return the status of `child`, and reap orphans that end before it."""
    while True:
        process, status = os.waitpid(-1, 0)
        if process == child:
            return status


def _sweep() -> None:
    """Kill all remaining processes. Children of a killed one are reparented to us and killed next."""
    with suppress(ChildProcessError):
        while True:
            for process in _children():
                _kill(process)
            os.waitpid(-1, 0)


def _children() -> list[int]:
    """Return the processes whose parent is this one."""
    own, found = os.getpid(), []
    for name in os.listdir("/proc"):  # noqa: PTH208 -- pathlib is slow to load
        if name.isdigit():
            with suppress(OSError, ValueError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 -- as above
                if int(file.read().rpartition(b")")[2].split()[1]) == own:
                    found.append(int(name))
    return found


def _end_as(code: int) -> None:
    """Exit with the status `code`, or by the signal that a negative one names."""
    if code < 0:
        _control(_DUMPABLE, 0)
        with suppress(OSError, ValueError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
