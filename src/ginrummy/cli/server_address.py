"""Address of the server: where it listens, its URL, and opening it in a browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time

import click

from ginrummy.locale.errors import GinRummyError, reason_of

ANYWHERE = ("0.0.0.0", "::", "")
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
_BETWEEN_TRIES_SECONDS = 0.05


def tell_when_it_answers(host: str, port: int, told: str, *, opens: bool) -> None:
    """Print `told` once the server answers, and open a browser if this machine has a screen."""
    screen = opens and _has_screen()
    threading.Thread(target=_tell_when_it_answers, args=(host, port, told, screen), daemon=True).start()


def _has_screen() -> bool:
    """Return whether a graphical browser can open. A text browser in this terminal does not count."""
    return not sys.platform.startswith("linux") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _tell_when_it_answers(host: str, port: int, told: str, opens: bool) -> None:
    while not _answers(host, port):
        time.sleep(_BETWEEN_TRIES_SECONDS)
    click.echo(told)
    if opens:
        click.launch(address(host, port))


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((shown_host(host).strip("[]"), port), timeout=1).close()
    except OSError:
        return False
    return True


def address(host: str, port: int) -> str:
    """Return the URL to open in a browser."""
    return f"http://{shown_host(host)}:{port}/"


def shown_address(host: str, port: int, domains: tuple[str, ...]) -> str:
    """Return the public URL: the first HTTPS domain, if there is one, with the path."""
    name = next((name for name in domains if not name.startswith(("*", "."))), "")
    place = f"https://{bracketed(name)}/" if name else address(host, port)
    return place.rstrip("/") + os.environ.get("GINRUMMY_PATH", "") + "/"


def shown_host(host: str) -> str:
    """Return the host to open in a browser."""
    return "localhost" if host in ANYWHERE else bracketed(host)


def listened_port(host: str, port: int) -> int:
    """Return `port`, or a free one for 0. Raise `GinRummyError` where the port cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise GinRummyError(reason_of(error), where=f"{host}:{port}") from error
        return int(probe.getsockname()[1])


def bracketed(name: str) -> str:
    """Return `name` as a URL spells it, with brackets for IPv6."""
    return f"[{name}]" if ":" in name and not name.startswith("[") else name
