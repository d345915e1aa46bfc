#!/usr/bin/env python3
"""A bot for a server (needs httpx): `GINRUMMY_TOKEN=gin_… ./api_bot.py http://localhost:8000 simple`"""

import json
import os
import sys
import time

import httpx

TRIES, LONGEST_WAIT = 8, 60
headers = {"Authorization": f"Bearer {os.environ['GINRUMMY_TOKEN']}"}
server = httpx.Client(base_url=f"{sys.argv[1]}/api/", headers=headers, timeout=60)


def post(path: str, body: dict[str, object]) -> httpx.Response:
    """Return the answer. Where it is 429, wait as long as the server asks and try again; raise in the end."""
    for _try in range(TRIES):
        answer = server.post(path, json=body)
        if answer.status_code != 429:
            return answer
        wait = float(answer.headers.get("Retry-After", 1))
        if wait > LONGEST_WAIT:
            break
        time.sleep(wait)
    raise httpx.HTTPStatusError("too fast", request=answer.request, response=answer)


table = post("tables", {"against": sys.argv[2]}).raise_for_status().json()
with server.stream("GET", f"tables/{table['key']}/stream") as stream:
    for table in map(json.loads, stream.iter_lines()):
        if table.get("moves"):
            move = min(table["moves"], key=lambda move: table["view"]["leaves"].get(move, -1))
            post(f"tables/{table['key']}/moves", {"number": table["number"], "move": move})
print("won" if table["winner"] == table["seat"] else "lost")
