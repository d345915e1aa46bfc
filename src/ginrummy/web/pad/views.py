"""Views of the score pad and of its rules."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ginrummy.game import hand_entry
from ginrummy.game.hand_entry import FAULTS
from ginrummy.game.score_sheet import BLANK, BOX_LEGENDS, ITEM_TITLES, SUM_TITLES, WITHOUT, ending_title
from ginrummy.kernel.ledger_loops import COLUMNS, END_FIELDS, ENTRY_FIELDS, LINE_FIELDS, fill_ledger
from ginrummy.kernel.wasm_signatures import MODULE, export_name
from ginrummy.locale import _, language, pgettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules import scoring
from ginrummy.rules.variant import Variant
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.record.headers import is_preset
from ginrummy.variants import load_variant, preset_names, rules_on_one_line
from ginrummy.web.board.house_rules import find_rules
from ginrummy.web.http.exceptions import error_status
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.http.middleware import POLICY

_KEPT: Final = (
    "design/base.css",
    "design/elements.js",
    "pad/pad.css",
    "pad/pad.js",
    "pad/history.js",
    "pad/ledger.js",
    "pad/law.js",
    "pad/law_memory.js",
    "design/icon.svg",
)
_NUMBERS: Final = ("NOBODY", "UNKNOWN", "KNOCK", "GIN", "BIG_GIN", "VOID", "WALL_COMPARE")


_POLICY: Final = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
_A_YEAR: Final = "public, max-age=31536000, immutable"


@require_safe
def pad(request: HttpRequest) -> HttpResponse:
    """Render the page. The pad itself runs in the browser."""
    context = {"words": script_texts(), "law": law_context(), "hows": _hows()}
    response = render(request, "pad/pad.html", context)
    response.headers["Content-Security-Policy"] = _POLICY
    return response


@require_safe
def law_wasm(_request: HttpRequest, version: str) -> HttpResponse:
    """Return the law as WebAssembly. `version` is in the address so that browsers may cache it."""
    headers = {"Cache-Control": _A_YEAR} if version == _version() else {}
    return HttpResponse(_module(), content_type="application/wasm", headers=headers)


@cache
def _module() -> bytes:
    return files("ginrummy.kernel").joinpath(MODULE).read_bytes()


@cache
def _version() -> str:
    return sha256(_module()).hexdigest()[:12]


def law_context() -> dict[str, object]:
    """Return what the pad's script needs to call the law: its address, rows, presets and named numbers."""
    return {"address": reverse("pad_law", args=(_version(),))} | _fixed_context()


@cache
def _fixed_context() -> dict[str, object]:
    """Return the part of `law_context` that is the same for every request."""
    rows = {"entry": ENTRY_FIELDS, "line": LINE_FIELDS, "end": END_FIELDS}
    return {
        "name": export_name(fill_ledger),
        "numbers": {name: getattr(scoring, name) for name in _NUMBERS}
        | {name: getattr(hand_entry, name) for name in ("POINTS", "SPADE", "FINE")}
        | {"BLANK": BLANK},
        "presets": {name: {"row": load_variant(name).row._asdict()} for name in preset_names()},
        "fields": {"variant": Variant._fields}
        | {name: [field for field, _kind in fields] for name, fields in rows.items()},
        "columns": COLUMNS,
        "without": list(WITHOUT.items()),
    }


def pad_files() -> list[str]:
    """Return the addresses of all that the pad needs without a network, its page first."""
    return [reverse("pad"), reverse("pad_law", args=(_version(),)), *(static(name) for name in _KEPT)]


def _hows() -> tuple[tuple[int, str], ...]:
    kinds = (
        scoring.KNOCK,
        scoring.GIN,
        scoring.BIG_GIN,
        scoring.WALL_COMPARE,
        scoring.VOID,
        hand_entry.POINTS,
    )
    return tuple((kind, ending_title(kind)) for kind in kinds)


def script_texts() -> dict[str, object]:
    """Return the texts of the pad's script in the current language."""
    return {
        "kinds": [ending_title(kind) for kind in range(len(scoring.KIND_NAMES))],
        "items": {name: _(title) for name, title in ITEM_TITLES.items()},
        "faults": _faults(),
        "pair": _("{title}: {value}"),
        "own": _("Deadwood of {name}"),
        "points": _("Points before any doubling"),
        "extra": _("extra boxes"),
        "hand": _("Hand"),
        **{name: _(title) for name, title in SUM_TITLES.items()},
        "total": _("Total"),
        "partie": _("Partie"),
        "boxes": [_(legend) for legend in BOX_LEGENDS],
        "correct": _("Correct"),
        "correct_hand": _("Correct hand {number}"),
        "strike": _("Strike out"),
        "strike_hand": _("Strike out hand {number}"),
        "write": _("Write down"),
        "anew": _("Rewrite hand {number}"),
        "empty": _("No hand has been scored yet."),
        "deals": _("Next to deal: {name}"),
        "won": _("{name} has won the match."),
        "won_partie": _("{name} has won the partie."),
        "drawn": _("The match is drawn."),
        "after": _("after the end, not counted"),
        "nameless": [_("Player 1"), _("Player 2")],
        "unknown": pgettext("the first dealer", "not said"),
        "house": _("House rules"),
        "offline": _("The rules could not be loaded: there is no network, or the page is too old."),
        "clear": _("Strike all hands and begin a new sheet?"),
    }


def _faults() -> dict[int, str]:
    return {fault: str(LedgerError(_(text), clause=clause)) for fault, (text, clause) in FAULTS.items()}


@require_POST
@limit_posts("pad", CREATE)
def resolve_rules(request: HttpRequest) -> JsonResponse:
    """Return the variant that `rules` stands for, with its title, or the error in it."""
    text = request.POST.get("rules", "").strip()
    try:
        named = find_rules(text)
    except GinRummyError as error:
        return JsonResponse({"told": str(error)}, status=error_status(error).status)
    return JsonResponse(
        {
            "preset": named.name if is_preset(named) else "",
            "title": named.title(language()) if named.names else _("House rules"),
            "row": named.row._asdict(),
            "rules": rules_on_one_line(named.row),
        }
    )
