"""Import of house rules into the pad: from a table of this server, or from the text of a rules file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_POST

from ginrummy.locale import _, language
from ginrummy.locale.errors import GinRummyError, VariantError
from ginrummy.text.record.headers import variant_file
from ginrummy.variants import NamedVariant, load_variant, parse_variant, preset_names
from ginrummy.web.board.record_file import named_variant
from ginrummy.web.http.exceptions import reply_to
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.tables import service

_LONGEST: Final = 8_000
_TABLE: Final = re.compile(r"(?:\S{0,200}/(?:tables|games)/)?([\w-]{16})(?:[/?#]\S{0,200})?")
"""Key or URL of a table or of a finished match."""


@require_POST
@limit_posts("pad", CREATE)
def rules(request: HttpRequest) -> JsonResponse:
    """Return the variant that `rules` stands for, with its title and file, or the error in it."""
    text = request.POST.get("rules", "").strip()
    try:
        named = find_rules(text)
    except GinRummyError as error:
        return JsonResponse({"told": str(error)}, status=reply_to(error).status)
    return JsonResponse(
        {
            "preset": named.name if is_preset(named) else "",
            "title": named.title(language()) if named.names else _("House rules"),
            "row": named.row._asdict(),
            "file": variant_file(named.names, named.row),
        }
    )


def is_preset(named: NamedVariant) -> bool:
    """Return whether `named` is an unchanged preset."""
    return named.name in preset_names() and load_variant(named.name).row == named.row


def find_rules(text: str) -> NamedVariant:
    """Return the variant of a name, a table's URL or a rules file. Raise the error in `text`."""
    if not text:
        raise VariantError(_("there are no rules here"))
    if len(text) > _LONGEST:
        raise VariantError(_("that is too long for the rules of a game"))
    if text in preset_names():
        return load_variant(text)
    found = _TABLE.fullmatch(text)
    if found is None:
        return parse_variant(text, name="house", where=_("House rules"))
    named = named_variant(service.find(found[1]))
    return named if is_preset(named) else replace(named, names={})
