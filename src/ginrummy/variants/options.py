"""Every option of a variant file, in the order of RULES.md: what it takes, its clause and its words.

What a file may say, what a form offers and what the rule book tells are all made from this table.
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
    """Return the option called `name`; raises `KeyError` for no option."""
    return _BY_NAME[name]
