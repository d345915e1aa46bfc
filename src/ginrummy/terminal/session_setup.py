"""Session at the table: variant, opponent, storage, and the start of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ginrummy.players.adaptive_level import is_even, next_even
from ginrummy.terminal.display_settings import Settings, load_settings, save_settings
from ginrummy.terminal.local_table import OTHER, LocalTable, SealedDeal, new_deal, new_table, random_seed
from ginrummy.terminal.saved_matches import MatchStore, SavedMatch
from ginrummy.variants import NamedVariant


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

    def sit_down(self, deal: SealedDeal, cut: str) -> LocalTable:
        """Return a new table with the cards dealt. Raise `DealError` for a bad cut."""
        seed = random_seed() if self.seed is None else self.seed
        table = new_table(self.variant, against=self.against, seeds=deal.seeds(cut), player_seed=seed)
        return self.store.with_file_name(table)

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
