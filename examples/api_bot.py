#!/usr/bin/env python3
"""A bot for a server (needs httpx): `GINRUMMY_TOKEN=gin_… ./api_bot.py http://localhost:8000 simple`"""

import json
import os
import sys
import time

import httpx

headers = {"Authorization": f"Bearer {os.environ['GINRUMMY_TOKEN']}"}
server = httpx.Client(base_url=f"{sys.argv[1]}/api/", headers=headers, timeout=60)
table = server.post("tables", json={"against": sys.argv[2]}).json()
with server.stream("GET", f"tables/{table['key']}/stream") as stream:
    for table in map(json.loads, stream.iter_lines()):
        if table.get("moves"):
            move = min(table["moves"], key=lambda move: table["view"]["leaves"].get(move, -1))
            said = {"number": table["number"], "move": move}
            while server.post(f"tables/{table['key']}/moves", json=said).status_code == 429:
                time.sleep(1)
print("won" if table["winner"] == table["seat"] else "lost")
