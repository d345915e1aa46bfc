"""Listener for PostgreSQL's NOTIFY in every server process. A notification is only (table, number)."""

from __future__ import annotations

import asyncio
import logging

import psycopg
from django.db import connection

from ginrummy.web.tables.pubsub import CHANNEL, WHO_IS_HERE, hub
from ginrummy.web.tables.sse import confirm_reader_presence

_AGAIN_AFTER = 1.0
_OF_DJANGO = ("context", "cursor_factory", "prepare_threshold")
_log = logging.getLogger(__name__)


async def listen_to_database() -> None:
    """Forward the notifications of other processes for ever. Wake all streams after a lost connection."""
    while True:
        try:
            await _listen()
        except psycopg.Error as error:
            _log.warning("not hearing the other processes: %s", error)
        await asyncio.sleep(_AGAIN_AFTER)


async def _listen() -> None:
    given = connection.get_connection_params()
    told = {name: value for name, value in given.items() if name not in _OF_DJANGO}
    async with await psycopg.AsyncConnection.connect(autocommit=True, **told) as listening:
        await listening.execute(f"LISTEN {CHANNEL}")
        hub.notify_all()
        async for notice in listening.notifies():
            key, _space, number = notice.payload.partition(" ")
            if key == WHO_IS_HERE:
                await confirm_reader_presence(int(number))
            else:
                hub.notify(key, int(number))
