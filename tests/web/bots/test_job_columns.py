"""Requested hints, reviews and e-mails survive the migration that gives jobs columns of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.postgresql import Cluster
from tests.web.server import environment

PROGRAM = """
import datetime, json, django
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
django.setup()

def models(*targets):
    MigrationExecutor(connection).migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps.get_model

before = models(("bots", "0002_remove_ready_by"), ("accounts", "0001_squashed"))
then = datetime.datetime(2026, 11, 28, 9, tzinfo=datetime.UTC)
rules = before("tables", "Rules").objects.create(key="x", values={})
table = before("tables", "Table").objects.create(variant_name="standard", rules=rules, secret="x")
before("bots", "Thought").objects.create(table=table, seat=0, language="fr", number=3, asked=then, lease=then)
before("bots", "Analysis").objects.create(table=table, language="ru", names=["a", "b"], asked=then, page=b"x")
before("accounts", "Letter").objects.create(address="a@b.org", subject="s", text="t", due=then, tries=2)
after = models(("bots", "0003_jobs"), ("accounts", "0002_letter_lease"))
names = (("bots", "Thought"), ("bots", "Analysis"), ("accounts", "Letter"))
print(json.dumps([after(*name).objects.values().get() for name in names], default=str))
"""
THEN = "2026-11-28 09:00:00+00:00"


@pytest.mark.long
@pytest.mark.parametrize("on_postgresql", [False, True])
def test_jobs_are_kept(on_postgresql: bool, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    postgres: Cluster | None = request.getfixturevalue("postgres") if on_postgresql else None
    own = {"GINRUMMY_HOME": str(tmp_path), "DJANGO_SETTINGS_MODULE": "ginrummy.web.config.settings"}
    own["GINRUMMY_DATABASE"] = "" if postgres is None else postgres.database("jobs")
    words = [sys.executable, "-c", PROGRAM]
    told = subprocess.run(words, check=True, env=environment() | own, stdout=subprocess.PIPE).stdout
    thought, analysis, letter = json.loads(told)
    for row, kept in (
        (thought, {"lease": THEN, "tries": 0, "number": 3, "language": "fr", "seat": 0, "answer": ""}),
        (analysis, {"lease": None, "tries": 0, "language": "ru", "names": ["a", "b"]}),
        (letter, {"lease": None, "tries": 2, "address": "a@b.org", "text": "t"}),
    ):
        assert (kept | {"due": THEN, "holder": ""}).items() <= row.items()
