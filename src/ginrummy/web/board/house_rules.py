"""House rules that somebody types: a rules file, its values on one line, or the address of a table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ginrummy.locale import _
from ginrummy.locale.errors import VariantError
from ginrummy.text.record.headers import is_preset
from ginrummy.variants import NamedVariant, is_one_line_rules, load_variant, parse_variant, preset_names
from ginrummy.web.board.record_file import variant_from_row
from ginrummy.web.tables import service

LONGEST_RULES: Final = 8_000
_TABLE: Final = re.compile(r"(?:\S{0,200}/(?:tables|games)/)?([\w-]{16})(?:[/?#]\S{0,200})?")
"""Key or URL of a table or of a finished match."""


def find_rules(text: str) -> NamedVariant:
    """Return the variant of a name, a table's URL or rules. Raise the error in `text`."""
    if not text:
        raise VariantError(_("there are no rules here"))
    if len(text) > LONGEST_RULES:
        raise VariantError(_("that is too long for the rules of a game"))
    if text in preset_names() or is_one_line_rules(text):
        return load_variant(text)
    found = _TABLE.fullmatch(text)
    if found is None:
        return parse_variant(text, name="house", where=_("House rules"))
    named = variant_from_row(service.find_table(found[1]))
    return named if is_preset(named) else replace(named, names={})
