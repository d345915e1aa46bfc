"""No table waits for, or continues with, somebody whose account was deleted while sitting down."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.postgresql import Cluster
from tests.web.server import environment, prepare

ROOT = Path(__file__).parents[3]
ROUNDS = 48


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nobody_stays_at_a_table_who_is_gone(kind: str, tmp_path: Path, postgres: Cluster) -> None:
    database = postgres.migrated("races") if kind == "postgresql" else ""
    prepare(str(tmp_path), database)
    told = {
        "GINRUMMY_HOME": str(tmp_path),
        "GINRUMMY_DATABASE": database,
        "DJANGO_SETTINGS_MODULE": "ginrummy.web.config.settings",
    }
    ran = subprocess.run(
        [sys.executable, "-m", "tests.web.accounts.deletion_race", str(ROUNDS)],
        env=environment() | told, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1]) == {"seated": 0, "invited": 0, "failures": {}}
