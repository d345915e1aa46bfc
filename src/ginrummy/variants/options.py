"""Table of every option of a variant file, in the order of RULES.md: its values, its clause and its words.

Files, forms and the rule book are all derived from this table.
"""

from __future__ import annotations

from typing import Final

from ginrummy.variants.cards_melds_deal_options import DEALING_OPTIONS
from ginrummy.variants.option import Option
from ginrummy.variants.play_options import PLAY_OPTIONS
from ginrummy.variants.scoring_options import SCORING_OPTIONS

OPTIONS: Final = (*DEALING_OPTIONS, *PLAY_OPTIONS, *SCORING_OPTIONS)
_BY_NAME: Final = {option.name: option for option in OPTIONS}


def option_of(name: str) -> Option:
    """Return the option called `name`. Raises `KeyError` if there is none."""
    return _BY_NAME[name]
