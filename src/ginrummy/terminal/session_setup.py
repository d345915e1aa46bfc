"""Session at the table: display settings, variant, opponent, storage, and the start of a match."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from ginrummy.game.layouts import Arrangement
from ginrummy.players.adaptive_level import next_even
from ginrummy.players.registry import is_even
from ginrummy.terminal.local_table import OTHER, LocalTable, SealedDeal, new_deal, new_table, random_seed
from ginrummy.terminal.saved_matches import MatchStore, SavedMatch
from ginrummy.text.record import save_record
from ginrummy.variants import NamedVariant

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


@dataclass(frozen=True, slots=True)
class Session:
    """Session options: the variant, the opponent, the seed of the deals, and the storage.

    `pace` is the least time of the opponent per move, in seconds.
    """

    variant: NamedVariant
    against: str
    seed: int | None
    store: MatchStore
    settings_file: Path
    pace: float = 0.0

    def deal(self) -> SealedDeal:
        """Return a deal for a new match."""
        return new_deal(self.seed)

    def start_match(self, deal: SealedDeal, cut: str) -> LocalTable:
        """Return a new table with the cards dealt. Raise `DealError` for a bad cut."""
        seed = random_seed() if self.seed is None else self.seed
        table = new_table(self.variant, against=self.against, seeds=deal.seeds(cut), player_seed=seed)
        return self.store.with_unique_file_name(table)

    def resume(self, saved: SavedMatch) -> Session:
        """Return the session that resumes `saved` and continues its record in the same file."""
        self.store.lock(saved.table)
        return self if self.store.record else replace(self, store=replace(self.store, record=saved.record))

    def rematch(self, table: LocalTable) -> Session:
        """Return the session of a rematch of `table`: the same game, other cards.

        An adaptive player starts at the strength that follows from that match.
        """
        against = next_even(table.against, table.match, OTHER) if is_even(table.against) else table.against
        return replace(self, variant=table.variant, against=against, seed=None)

    def settings(self) -> Settings:
        """Return the person's display settings."""
        return load_settings(self.settings_file)

    def save_settings(self, settings: Settings) -> None:
        """Save `settings` for the next session. Errors are ignored."""
        try:
            save_settings(self.settings_file, settings)
        except (OSError, ValueError):
            return
