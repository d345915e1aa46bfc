"""Views of the evenings with real cards: the list, a sheet, its hands, its files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ginrummy.locale import _, language
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import parse_number
from ginrummy.text.ledger.edited_ledger import AnyLedger, EditedLedger
from ginrummy.text.ledger.evening_ledger import EveningLedger, translate_ending
from ginrummy.text.ledger.evening_text import EveningSheet, ledger_sheet
from ginrummy.text.ledger.ledger_text import LedgerText, decode_ledger
from ginrummy.variants import preset_names, rules_on_one_line
from ginrummy.variants.form_files import FORM_NAMES, load_form
from ginrummy.web.board.house_rules import find_rules
from ginrummy.web.board.join_page import qr_code
from ginrummy.web.board.ledger_files import ledger_file
from ginrummy.web.http.error_pages import as_sentence, has_live_updates, refusal_page, show_refusals
from ginrummy.web.http.exceptions import error_status
from ginrummy.web.http.limits import CREATE, MOVE, limit_posts
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.people.models import new_key
from ginrummy.web.people.preferences import preferences_with_defaults
from ginrummy.web.sheets import service
from ginrummy.web.sheets.evening_links import evening_link, pack_text, read_packed
from ginrummy.web.sheets.hand_form import hand_form, hand_line
from ginrummy.web.sheets.models import Sheet
from ginrummy.web.sheets.service import LONGEST_TOKEN, Access, Edit, SheetChange, SheetMoved

_LATEST: Final = 3
"""Hands that the message for a sheet that has moved quotes."""
_FIELDS: Final = ("form", "game", "people", "stakes", "dealer")
_SHOWN: Final = (*_FIELDS, "rules")


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("create", CREATE)
def evenings_page(request: HttpRequest) -> HttpResponse:
    """Render the visitor's evenings and the forms for a new one, or begin it.

    A file of an evening that the visitor has already is received as one from another phone.
    """
    error: GinRummyError | None = None
    if request.method == "POST":
        try:
            text = _new_text(request)
            related = service.related_sheets(visitor(request), text) if "text" in request.POST else []
            if related:
                return _received(request, text, related)
            return redirect("evening", service.create_sheet(visitor_or_guest(request), text).key)
        except GinRummyError as refused:
            error = refused
    answers = request.POST if request.method == "POST" else request.GET
    shown: dict[str, Any] = {field: answers.get(field, "")[: service.LONGEST_TEXT] for field in _SHOWN}
    shown["game"] = shown["game"] or preferences_with_defaults(request).game
    shown |= {
        "evenings": [(sheet, _title(sheet)) for sheet in service.sheets_of(visitor(request))],
        "forms": list(map(load_form, FORM_NAMES)),
        "text": request.POST.get("text", ""),
        "is_file": "text" in request.POST,
        "complaint": "" if error is None else as_sentence(str(error)),
    }
    status = 200 if error is None else error_status(error).status
    return render(request, "sheets/evenings.html", shown, status=status)


def _new_text(request: HttpRequest) -> str:
    """Return the text of the evening in the form, or in the file. Raise `GinRummyError`."""
    if "text" in request.POST:
        text, where = _sent_text(request)
        service.read_sheet(text, where)
        return text
    form, game, people, stakes, dealer = (request.POST.get(field, "") for field in _FIELDS)
    rules = request.POST.get("rules", "").strip()
    if rules:
        game = rules_on_one_line(find_rules(rules).row)
    names = [name for line in people.splitlines() for name in line.replace(";", ",").split(",")]
    clean = [" ".join(name.split()) for name in names if name.strip()]
    return service.evening_text(form, game, clean, stakes=stakes, dealer=dealer)


def _sent_text(request: HttpRequest) -> tuple[str, str]:
    """Return the text of the file, or of the field for its lines, and the name for errors."""
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        return request.POST.get("text", "").replace("\r\n", "\n"), ""  # browsers send CRLF
    name = (file.name or "")[:60]
    return decode_ledger(file.read(), name), name


def _title(sheet: Sheet) -> str:
    """Return the people as the sheet lists them. The hands are not read: a list has many sheets."""
    return LedgerText.from_text(sheet.text).value("players") or ", ".join((_("Player 1"), _("Player 2")))


@require_safe
@show_refusals
def evening_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render a sheet, with the form for a hand for those who may enter."""
    return _evening(request, key)


@require_safe
@show_refusals
def evening_part(request: HttpRequest, key: str) -> HttpResponse:
    """Render the changing parts of a sheet."""
    access = service.find_sheet(key, visitor(request))
    return render(request, "sheets/part.html", _sheet_context(request, key, access))


def _evening(request: HttpRequest, key: str, error: GinRummyError | None = None) -> HttpResponse:
    """Return the page of a sheet, with what is wrong with the hand in the form."""
    access = service.find_sheet(key, visitor(request))
    shown = _sheet_context(request, key, access)
    if error is not None:
        shown |= {"answers": request.POST, "complaint": _message(error, access.sheet)}
    return render(
        request, "sheets/evening.html", shown, status=200 if error is None else error_status(error).status
    )


def _sheet_context(request: HttpRequest, key: str, access: Access) -> dict[str, Any]:
    """Return what the reader with the link `key` sees."""
    ledger = service.sheet_ledger(access.sheet)
    return {
        "key": key,
        "sheet": access.sheet,
        "may_enter": access.may_enter,
        "is_owner": access.is_owner,
        "people": _people_title(ledger),
        "parts": _parts(access.sheet.text, language()),
        "hand": hand_form(ledger),
        "latest": _latest_hand(access.sheet),
        "answers": {},
        "complaint": "",
        "token": new_key(),
        "undoes": service.previous_version(access.sheet) is not None if access.may_enter else False,
        "redoes": service.next_version(access.sheet) is not None if access.may_enter else False,
        "links": _links(request, access),
        "own_link": _own_link(request, access),
    }


def _people_title(ledger: AnyLedger) -> str:
    return ledger.title if isinstance(ledger, EveningLedger) else ", ".join(ledger.people)


@lru_cache(maxsize=64)
def _parts(text: str, _language: str) -> EveningSheet:
    """Return the sections of a sheet in the current language. All open pages share them after an edit."""
    return ledger_sheet(service.ledger_of(text))


def _links(request: HttpRequest, access: Access) -> list[tuple[str, str, Any]]:
    """Return the links that the owner gives away: what each is for, its address and its QR code."""
    if not access.is_owner or not settings.HAS_OTHERS:
        return []
    kinds = [(_("Link to read"), access.sheet.key)]
    if access.sheet.entry_key is not None:
        kinds.append((_("Link to read and enter hands"), access.sheet.entry_key))
    addresses = [(title, request.build_absolute_uri(reverse("evening", args=(key,)))) for title, key in kinds]
    return [(title, address, qr_code(address)) for title, address in addresses]


def _own_link(request: HttpRequest, access: Access) -> str:
    """Return the link that holds the evening itself, where no server shows it to others."""
    if settings.HAS_OTHERS:
        return ""
    return evening_link(request.build_absolute_uri(reverse("home")), access.sheet.text)


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("create", CREATE)
def received_page(request: HttpRequest) -> HttpResponse:
    """Render the evening that a link holds and ask what to do with it, or do that."""
    if request.method != "POST":
        return redirect("evenings")
    try:
        text = read_packed(request.POST.get("packed", ""))
        service.check_text(text)
        service.ledger_of(text)
        sheet, clashes = _receive(request, text)
    except GinRummyError as error:
        return refusal_page(request, error)
    if sheet is not None and not clashes:
        return redirect("evening", sheet.key)
    return _received(request, text, service.related_sheets(visitor(request), text), sheet, clashes)


def _received(
    request: HttpRequest,
    text: str,
    related: Sequence[Sheet],
    sheet: Sheet | None = None,
    clashes: Sequence[str] = (),
) -> HttpResponse:
    """Return the page that asks what to do with the evening `text`, or shows the clashes in `sheet`."""
    shown = {
        "people": _people_title(service.ledger_of(text)),
        "packed": pack_text(text),
        "text": text,
        "is_file": "packed" not in request.POST,
        "parts": _parts(text, language()),
        "sheet": sheet,
        "clashes": clashes,
        "related": [(one, _title(one)) for one in related],
    }
    return render(request, "sheets/received.html", shown)


def _receive(request: HttpRequest, text: str) -> tuple[Sheet | None, list[str]]:
    """Do what the form says with the evening `text`. Return the sheet with it, if any, and the clashes."""
    action, key = request.POST.get("action", ""), request.POST.get("to", "")
    if action == "merge":
        return service.merge_sheet(key, visitor(request), text)
    if action == "replace":
        shown = service.find_sheet(key, visitor(request)).sheet.current
        return service.edit_sheet(
            key, visitor(request), shown, lambda _edited: EditedLedger.from_text(text)
        ), []
    return service.create_sheet(visitor_or_guest(request), text) if action == "keep" else None, []


def _shown_lines(sheet: Sheet) -> list[str]:
    """Return the lines of the hands in the words of the current language."""
    ledger = service.sheet_ledger(sheet)
    people = ledger.everybody if isinstance(ledger, EveningLedger) else ledger.people
    return [translate_ending(line, people) for _number, line in LedgerText.from_text(sheet.text).hands]


def _latest_hand(sheet: Sheet) -> str:
    """Return the last hand with its number, nothing if there is none."""
    lines = _shown_lines(sheet)
    return f"{len(lines)}. {lines[-1]}" if lines else ""


def _message(error: GinRummyError, sheet: Sheet) -> str:
    """Return what an error says; of a sheet that has moved also its latest hands."""
    if not isinstance(error, SheetMoved):
        return as_sentence(str(error))
    latest = _shown_lines(sheet)[-_LATEST:]
    told = _(
        "{error} The last hands now: {lines}. Yours was not entered: enter it again if it is another one."
    )
    return told.format(error=as_sentence(error.what), lines="; ".join(latest) or "–")


@require_POST
@limit_posts("move", MOVE)
def enter_hand(request: HttpRequest, key: str) -> HttpResponse:
    """Enter the hand in the form."""
    try:
        sheet = _edit(request, key, lambda edited: edited.append(_checked_line(request, edited)))
    except GinRummyError as error:
        return _refusal_response(request, key, error)
    if has_live_updates(request):
        access = service.find_sheet(key, visitor(request))
        return render(request, "sheets/part.html", _sheet_context(request, key, access))
    return redirect(f"{reverse('evening', args=(key,))}#v{sheet.current}")


def _checked_line(request: HttpRequest, edited: EditedLedger) -> str:
    """Return the line of the hand in the form. It may be a heading, but names no file of the server."""
    line = hand_line(edited.ledger, request.POST.dict())
    service.check_text(line)
    return line


def _refusal_response(request: HttpRequest, key: str, error: GinRummyError) -> HttpResponse:
    """Return the page with the error where the hand was entered, or to a script the error alone."""
    is_script = has_live_updates(request)
    try:
        if not is_script:
            return _evening(request, key, error)
        message = _message(error, service.find_sheet(key, visitor(request)).sheet)
    except GinRummyError as missing:
        if not is_script:
            return refusal_page(request, missing)
        error, message = missing, as_sentence(str(missing))
    text = "text/plain; charset=utf-8"
    return HttpResponse(message, status=error_status(error).status, content_type=text)


def _edit(request: HttpRequest, key: str, edit: Edit) -> Sheet:
    number = parse_number(request.POST.get("number", ""))
    token = request.POST.get("token", "")[:LONGEST_TOKEN]
    return service.edit_sheet(key, visitor(request), number or 0, edit, token=token)


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("move", MOVE)
@show_refusals
def lines_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render the hands of a sheet to correct, insert, delete, move and rename, or do one of these."""
    error: GinRummyError | None = None
    if request.method == "POST":
        try:
            _change_lines(request, key)
            return redirect(_next_page(request, key))
        except (service.NoSheet, service.NotYourSheet):
            raise
        except GinRummyError as refused:
            error = refused
    access = service.find_sheet(key, visitor(request))
    ledger = service.sheet_ledger(access.sheet)
    shown = _sheet_context(request, key, access) | {
        "lines": _shown_lines(access.sheet),
        "names": ledger.people,
        "headings": _headings(ledger, access.sheet),
        "is_preset": ledger.variant.name in preset_names(),
        "house": ledger.variant.title(language()),
        "text": request.POST.get("text", access.sheet.text),
        "answers": request.POST,
        "complaint": "" if error is None else _message(error, access.sheet),
    }
    status = 200 if error is None else error_status(error).status
    return render(request, "sheets/lines.html", shown, status=status)


def _next_page(request: HttpRequest, key: str) -> str:
    return reverse("evening" if request.POST.get("to") == "sheet" else "evening_lines", args=(key,))


def _headings(ledger: AnyLedger, sheet: Sheet) -> list[tuple[str, str, str]]:
    """Return the headings that can be changed: the field, its title and its value."""
    titles = {"variant": _("The game"), "dealer": _("Who deals the first hand")}
    if isinstance(ledger, EveningLedger):
        titles |= {"stakes": _("Stakes")}
    text = LedgerText.from_text(sheet.text)
    values = {"variant": ledger.variant.name}
    return [(field, title, text.value(field) or values.get(field, "")) for field, title in titles.items()]


def _change_lines(request: HttpRequest, key: str) -> None:
    """Do what the form says. Raise `GinRummyError`."""
    told = request.POST
    action = told.get("action", "")
    if action in ("undo", "redo"):
        number = parse_number(told.get("number", "")) or 0
        service.undo(key, visitor(request), number, again=action == "redo")
        return
    text, where = _sent_text(request) if action == "text" else (told.get("line", ""), "")
    place = parse_number(told.get("place", "")) or 0
    change = SheetChange(action, text, place, told.get("who", told.get("field", "")), where)
    _edit(request, key, change.build_edit())


@require_POST
@limit_posts("move", MOVE)
@show_refusals
def change_evening(request: HttpRequest, key: str) -> HttpResponse:
    """Open or close the sheet for entries by others, or delete it, as the form says."""
    if "delete" in request.POST:
        service.delete_sheet(key, visitor(request))
        return redirect("evenings")
    service.set_entry_link(key, visitor(request), is_open=request.POST.get("open") == "on")
    return redirect("evening", service.find_sheet(key, visitor(request)).sheet.key)


@require_safe
@show_refusals
def evening_file(request: HttpRequest, key: str, name: str) -> HttpResponseBase:
    """Return the sheet as a file."""
    sheet = service.find_sheet(key, visitor(request)).sheet
    return ledger_file(request, name, service.sheet_ledger(sheet), sheet.text, str(sheet))
