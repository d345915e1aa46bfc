"""Headers of a record: bracketed lines with quoted texts, and their order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ginrummy.game import shuffle
from ginrummy.game.cards import RANK_COUNT, face_code, parse_face
from ginrummy.game.match import Match, first_dealer
from ginrummy.game.shuffle import Seeds
from ginrummy.locale import LANGUAGES, _, ngettext
from ginrummy.locale.errors import RecordError, VariantError
from ginrummy.rules.types import Face, Seat
from ginrummy.text.record.lines import RecordLine, RecordLines, excerpt, line_location, locate_errors
from ginrummy.variants import (
    CUT_LOW,
    NamedVariant,
    Variant,
    changed_fields,
    load_variant,
    preset_names,
    preset_of,
    variant_from_values,
)
from ginrummy.variants.files import read_toml
from ginrummy.variants.header_text import header_text_fault
from ginrummy.variants.toml_text import toml_text

VERSION: Final = "1"
SIZES: Final = {
    "GinRummy": 1, "Variant": 1, "House": 1, "Title": 2, "Rule": 2, "Players": 2, "Date": 1, "Site": 1,
    "Commitment": 1, "Secret": 1, "Cuts": 2, "Seals": 2, "Nonces": 2, "Cut": 1, "Dealer": 1,
}  # fmt: skip
REPEATED: Final = ("Title", "Rule")
_TEXT: Final = r'"(?:[^"\\]|\\["\\])*"'
_TEXTS: Final = re.compile(rf"(?<= ){_TEXT}")
_COMMENT: Final = r"[ \t]*(?:;.*)?"
_HEADER: Final = re.compile(rf"\[([A-Za-z]+)((?: +{_TEXT})+)\]{_COMMENT}")
_PLAIN: Final = r'(?:true|false|[0-9]{1,7}|"[a-z_]{1,30}")'
_TABLE: Final = rf"\{{ [a-z_]+ = {_PLAIN}(?:, [a-z_]+ = {_PLAIN})* \}}"
_RULE: Final = re.compile(rf"\[Rule +([a-z_]+) = ({_PLAIN}|{_TABLE})\]{_COMMENT}")


class Header(NamedTuple):
    """A header: its place, its name and its texts. A rule's texts are its field and its value in TOML."""

    line: RecordLine
    name: str
    texts: tuple[str, ...]

    @property
    def where(self) -> str:
        """Its place, for an error."""
        return line_location(self.line.number, self.name)


@dataclass(frozen=True, slots=True)
class RecordHeaders:
    """The headers of a record by name; a title's key is `Title fr`, a rule's `Rule gin_bonus`."""

    entries: dict[str, Header]

    def get(self, name: str) -> Header | None:
        """Return the header called `name`, or `None`."""
        return self.entries.get(name)

    def require(self, name: str) -> Header:
        """Return the header called `name`. Raises `RecordError` if it is missing."""
        if name not in self.entries:
            raise RecordError(_("the header [{name}] is missing").format(name=name), clause="12.1")
        return self.entries[name]

    def all_of(self, name: str) -> tuple[Header, ...]:
        """Return the headers called `name`, of which there may be many."""
        return tuple(header for header in self.entries.values() if header.name == name)


def header_line(name: str, *texts: str) -> str:
    """Return a header line. Raises `RecordError` for texts that no reader would accept."""
    if SIZES.get(name) != len(texts):
        raise RecordError(_size_refusal(name), where=name, clause="12.1")
    for text in texts:
        if fault := header_text_fault(text):
            raise RecordError(fault, where=name, clause="12.1")
    return f"[{' '.join([name, *map(quote_text, texts)])}]"


def quote_text(text: str) -> str:
    """Return `text` in quotation marks, quoted as in TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _unquote(text: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", text[1:-1])


def read_headers(lines: RecordLines) -> RecordHeaders:
    """Return the headers at the start of `lines`. Raises `RecordError` for wrong, unknown, repeated ones."""
    entries = {"GinRummy": _read_version(lines)}
    while lines.next_starts_with("["):
        header = parse_header(lines.take())
        key = f"{header.name} {header.texts[0]}" if header.name in REPEATED else header.name
        if key in entries:
            raise RecordError(_("this header is there already"), where=header.where, clause="12.1")
        entries[key] = header
    return RecordHeaders(entries)


def _read_version(lines: RecordLines) -> Header:
    line = lines.peek()
    header = parse_header(line) if line is not None and line.text.startswith("[GinRummy") else None
    if header is None:
        number = 1 if line is None else line.number
        message = _('a record begins with [GinRummy "{version}"]').format(version=VERSION)
        raise RecordError(message, where=line_location(number), clause="12.1")
    if header.texts != (VERSION,):
        message = _("this is a record of version {found}; version {known} is read here")
        found = excerpt(header.texts[0])
        raise RecordError(message.format(found=found, known=VERSION), where=header.where, clause="12.1")
    lines.take()
    return header


def parse_header(line: RecordLine) -> Header:
    """Return the header in `line`. Raises `RecordError` if it is none."""
    rule = _RULE.fullmatch(line.text)
    if rule:
        return Header(line, "Rule", (rule[1], rule[2].strip()))
    found = _HEADER.fullmatch(line.text)
    if found is None or found[1] == "Rule":
        message = _("“{text}” is no header").format(text=excerpt(line.text))
        raise RecordError(message, where=line_location(line.number), clause="12.1")
    texts = tuple(_unquote(text) for text in _TEXTS.findall(found[2]))
    header = Header(line, found[1], texts)
    if SIZES.get(header.name) != len(texts):
        raise RecordError(_size_refusal(header.name), where=header.where, clause="12.1")
    return header


def _size_refusal(name: str) -> str:
    if name not in SIZES:
        return _("there is no such header; there are: {known}").format(known=", ".join(SIZES))
    size = SIZES[name]
    text = ngettext("this header takes {size} text in quotation marks",
                    "this header takes {size} texts in quotation marks", size)  # fmt: skip
    return text.format(size=size)


Cuts = tuple[tuple[Face, Face], ...]
NO_NONCES: Final = ("", "")
"""No cut was sealed."""


@dataclass(frozen=True, slots=True)
class DealOpening:
    """The seeds, `None` for given decks, and the first dealer."""

    seeds: Seeds | None
    dealer: Seat


def deal_opening_lines(match: Match, *, reveal: bool, nonces: tuple[str, str] = NO_NONCES) -> list[str]:
    """Return the headers of seeds, seals, cut and dealer, without the secret unless `reveal`."""
    dealer = match.games[0].dealer
    lines = [header_line("Dealer", str(dealer))]
    if match.seeds is None:
        return lines
    if match.variant.first_dealer == CUT_LOW and dealer == first_dealer(match.variant, match.seeds):
        lines.insert(0, header_line("Cut", cuts_text(shuffle.cut_faces(match.seeds))))
    secret = [header_line("Secret", match.seeds.secret)] if reveal else []
    commitment = header_line("Commitment", shuffle.commitment(match.seeds.secret))
    cuts = [header_line("Cuts", *match.seeds.cuts), *_seal_lines(match.seeds.cuts, nonces)]
    return [commitment, *secret, *cuts, *lines]


def _seal_lines(cuts: tuple[str, str], nonces: tuple[str, str]) -> list[str]:
    """Return the seals of the cuts that have a nonce, and the nonces; nothing if no cut was sealed."""
    if not any(nonces):
        return []
    seals = (shuffle.cut_seal(cut, nonce) if nonce else "" for cut, nonce in zip(cuts, nonces, strict=True))
    return [header_line("Seals", *seals), header_line("Nonces", *nonces)]


def cuts_text(pairs: Cuts) -> str:
    """Return the cut cards: `8S 2D`, or `8S 8D, 3H KC` after a repeated cut."""
    return ", ".join(f"{face_code(first)} {face_code(second)}" for first, second in pairs)


def read_opening(headers: RecordHeaders, variant: Variant) -> DealOpening:
    """Return the opening of the match. Raises `RecordError` if its headers contradict each other."""
    seeds = _read_seeds(headers)
    _check_seals(headers)
    header = headers.require("Dealer")
    if header.texts[0] not in ("0", "1"):
        raise RecordError(_("the dealer is seat 0 or seat 1"), where=header.where, clause="3.1")
    dealer = Seat(int(header.texts[0]))
    cut = headers.get("Cut")
    if cut is not None:
        _check_cut(cut, variant, seeds, dealer)
    return DealOpening(seeds, dealer)


def _read_seeds(headers: RecordHeaders) -> Seeds | None:
    secret = headers.get("Secret")
    if secret is None:
        return None
    cuts, commitment = headers.require("Cuts"), headers.require("Commitment")
    with locate_errors(secret.line, "Secret"):
        shuffle.verify_commitment(secret.texts[0], commitment.texts[0])
    with locate_errors(cuts.line, "Cuts"):
        return Seeds(secret.texts[0], (cuts.texts[0], cuts.texts[1]))


def _check_seals(headers: RecordHeaders) -> None:
    """Raise `RecordError` unless every sealed cut matches its seal and nonce (3.6)."""
    if headers.get("Seals") is None and headers.get("Nonces") is None:
        return
    seals, nonces, cuts = (headers.require(name) for name in ("Seals", "Nonces", "Cuts"))
    with locate_errors(seals.line, "Seals"):
        for sealed, nonce, cut in zip(seals.texts, nonces.texts, cuts.texts, strict=True):
            if sealed or nonce:
                shuffle.verify_seal(cut, nonce, sealed)


def _check_cut(header: Header, variant: Variant, seeds: Seeds | None, dealer: Seat) -> None:
    with locate_errors(header.line, "Cut"):
        pairs = _parse_cut(header.texts[0])
        if variant.first_dealer != CUT_LOW:
            raise RecordError(_("in this variant the first dealer is not cut for"), clause="3.1")
        if seeds is not None and pairs != shuffle.cut_faces(seeds):
            due = cuts_text(shuffle.cut_faces(seeds))
            raise RecordError(_("by the seeds the cards cut are {due}").format(due=due), clause="3.1")
        if shuffle.dealer_by_cut(pairs) != dealer:
            raise RecordError(_("by the cut the other seat deals"), clause="3.1")


def _parse_cut(text: str) -> Cuts:
    pairs = tuple(_parse_pair(pair.split()) for pair in text.split(","))
    for number, (first, second) in enumerate(pairs, start=1):
        is_tie = first % RANK_COUNT == second % RANK_COUNT
        if is_tie != (number < len(pairs)):
            raise RecordError(_("both cut again on equal ranks, and only then"), clause="3.1")
    return pairs


def _parse_pair(words: Sequence[str]) -> tuple[Face, Face]:
    faces = tuple(map(parse_face, words))
    if len(faces) != 2 or faces[0] == faces[1]:
        raise RecordError(_("each seat cuts one card"), clause="3.1")
    return faces[0], faces[1]


def variant_lines(variant: NamedVariant) -> list[str]:
    """Return the headers of the variant. Raises `RecordError` for one that no file can express."""
    if is_preset(variant):
        return [header_line("Variant", variant.name)]
    values = changed_fields(variant.row)
    if variant_from_values(values) != variant.row:
        raise RecordError(_("no variant file can say these rules"), where=variant.name, clause="13.1")
    titles = [
        header_line("Title", code, variant.names[code]) for code in LANGUAGES if variant.names.get(code)
    ]
    rules = [f"[Rule {field} = {toml_text(value)}]" for field, value in values.items()]
    return [header_line("House", variant.name), *titles, *rules]


def variant_from_row(row: Variant) -> NamedVariant:
    """Return the first preset equal to `row`, or `row` as a house rule without a title."""
    preset = preset_of(row)
    if preset is not None:
        return load_variant(preset)
    return NamedVariant("house", {}, {}, {}, row, variant_file_text({}, row))


def is_preset(variant: NamedVariant) -> bool:
    """Return whether `variant` is the preset of its name, unchanged."""
    return variant.name in preset_names() and load_variant(variant.name).row == variant.row


def read_variant(headers: RecordHeaders) -> NamedVariant:
    """Return the variant that the headers name or spell out. Raises `RecordError` at an invalid line."""
    house = headers.get("House")
    if house is None:
        return _read_preset(headers)
    preset = headers.get("Variant")
    if preset is not None:
        raise RecordError(_("a house rule is no preset: only one of the two stands here"),
                          where=preset.where, clause="13.2")  # fmt: skip
    names = dict(_titles(headers))
    row = _read_row(headers, house)
    return NamedVariant(house.texts[0], names, {}, {}, row, variant_file_text(names, row))


def _read_preset(headers: RecordHeaders) -> NamedVariant:
    header = headers.require("Variant")
    for other in (*headers.all_of("Rule"), *headers.all_of("Title")):
        message = _("a preset is never changed: other rules stand under [House]")
        raise RecordError(message, where=other.where, clause="13.2")
    name = header.texts[0]
    if name not in preset_names():
        message = _("there is no variant “{name}”; there are: {known}")
        known = ", ".join(preset_names())
        raise RecordError(message.format(name=excerpt(name), known=known), where=header.where, clause="13.4")
    return load_variant(name)


def _titles(headers: RecordHeaders) -> Iterator[tuple[str, str]]:
    for header in headers.all_of("Title"):
        code, title = header.texts
        if code not in LANGUAGES:
            message = _("there is no such language; there are: {known}").format(known=", ".join(LANGUAGES))
            raise RecordError(message, where=header.where, clause="12.1")
        yield code, title


def _read_row(headers: RecordHeaders, house: Header) -> Variant:
    rules = {header.texts[0]: header for header in headers.all_of("Rule")}
    values: dict[str, Any] = {}
    for header in rules.values():
        values |= _read_rule(header)
    try:
        return variant_from_values(values)
    except VariantError as error:
        header = rules.get(error.where.partition(".")[0], house)
        raise RecordError(error.what, where=header.where, clause=error.clause) from error


def _read_rule(header: Header) -> dict[str, Any]:
    field, value = header.texts
    try:
        return read_toml(f"{field} = {value}")
    except VariantError as error:
        raise RecordError(error.what, where=header.where, clause="13.1") from error


def variant_file_text(names: dict[str, str], row: Variant) -> str:
    """Return the variant file of `row` with `names`."""
    lines = [f"{field} = {toml_text(value)}" for field, value in changed_fields(row).items()]
    if names:
        lines += ["", "[name]", *(f"{code} = {quote_text(title)}" for code, title in names.items())]
    return "\n".join(lines) + "\n"
