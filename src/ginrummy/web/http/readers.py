"""Streaming responses that stop when the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Receive = Callable[[], Awaitable[dict[str, Any]]]


async def run_until_disconnect(coroutine: Coroutine[Any, Any, None], receive: Receive) -> None:
    """Run `coroutine` to its end, or until the ASGI channel `receive` reports a disconnect."""
    tasks = asyncio.create_task(coroutine), asyncio.create_task(_wait_for_disconnect(receive))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
