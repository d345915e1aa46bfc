"""Display settings of a player, stored in a small file in the user's own folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from ginrummy.game.layouts import Arrangement
from ginrummy.text.record import save_record

_FILE = "table.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """Display settings: the order of the hand, and whether cards are spelled out in words."""

    arrangement: Arrangement = Arrangement.MELDS
    spelled: bool = True


def settings_file() -> Path:
    """Return the path of the settings file."""
    return user_config_path("ginrummy", appauthor=False) / _FILE


def load_settings(path: Path) -> Settings:
    """Return the settings stored at `path`, or the defaults where the file is missing or unreadable."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Settings()
    return _settings_of(kept) if isinstance(kept, dict) else Settings()


def _settings_of(kept: dict[str, Any]) -> Settings:
    words = {way.value: way for way in Arrangement}
    arrangement = words.get(str(kept.get("arrangement")), Settings().arrangement)
    return Settings(arrangement, spelled=bool(kept.get("spelled", Settings().spelled)))


def save_settings(path: Path, settings: Settings) -> None:
    """Write `settings` to `path`. Raise `RecordError` or `OSError` on failure."""
    path.parent.mkdir(parents=True, exist_ok=True)
    values = asdict(settings) | {"arrangement": settings.arrangement.value}
    save_record(path, json.dumps(values, indent=2) + "\n")
