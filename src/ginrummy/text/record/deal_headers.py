"""Headers of the deal: the seeds, the cut, the first dealer (RULES 3.1, 3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ginrummy.game import shuffle
from ginrummy.game.cards import RANK_COUNT, face_code, parse_face
from ginrummy.game.match import Match, first_dealer
from ginrummy.game.shuffle import Seeds
from ginrummy.locale import _
from ginrummy.locale.errors import RecordError
from ginrummy.rules.types import Face, Seat
from ginrummy.text.record.headers import Header, Headers, header_line
from ginrummy.text.record.lines import at
from ginrummy.variants import CUT_LOW, Variant

Cuts = tuple[tuple[Face, Face], ...]
NO_NONCES: Final = ("", "")
"""No cut was sealed."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The seeds, `None` for given decks, and the first dealer."""

    seeds: Seeds | None
    dealer: Seat


def opening_lines(match: Match, *, reveal: bool, nonces: tuple[str, str] = NO_NONCES) -> list[str]:
    """Return the headers of seeds, seals, cut and dealer, without the secret unless `reveal`."""
    dealer = match.games[0].dealer
    lines = [header_line("Dealer", str(dealer))]
    if match.seeds is None:
        return lines
    if match.variant.first_dealer == CUT_LOW and dealer == first_dealer(match.variant, match.seeds):
        lines.insert(0, header_line("Cut", cut_text(shuffle.cut(match.seeds))))
    secret = [header_line("Secret", match.seeds.secret)] if reveal else []
    commitment = header_line("Commitment", shuffle.commitment(match.seeds.secret))
    cuts = [header_line("Cuts", *match.seeds.cuts), *_seal_lines(match.seeds.cuts, nonces)]
    return [commitment, *secret, *cuts, *lines]


def _seal_lines(cuts: tuple[str, str], nonces: tuple[str, str]) -> list[str]:
    """Return the seals of the cuts that have a nonce, and the nonces; nothing if no cut was sealed."""
    if not any(nonces):
        return []
    seals = (shuffle.seal_of(cut, nonce) if nonce else "" for cut, nonce in zip(cuts, nonces, strict=True))
    return [header_line("Seals", *seals), header_line("Nonces", *nonces)]


def cut_text(pairs: Cuts) -> str:
    """Return the cut cards: `8S 2D`, or `8S 8D, 3H KC` after a repeated cut."""
    return ", ".join(f"{face_code(first)} {face_code(second)}" for first, second in pairs)


def read_opening(headers: Headers, variant: Variant) -> Opening:
    """Return the opening of the match. Raises `RecordError` if its headers contradict each other."""
    seeds = _read_seeds(headers)
    _check_seals(headers)
    header = headers.need("Dealer")
    if header.texts[0] not in ("0", "1"):
        raise RecordError(_("the dealer is seat 0 or seat 1"), where=header.where, clause="3.1")
    dealer = Seat(int(header.texts[0]))
    cut = headers.get("Cut")
    if cut is not None:
        _check_cut(cut, variant, seeds, dealer)
    return Opening(seeds, dealer)


def _read_seeds(headers: Headers) -> Seeds | None:
    secret = headers.get("Secret")
    if secret is None:
        return None
    cuts, commitment = headers.need("Cuts"), headers.need("Commitment")
    with at(secret.line, "Secret"):
        shuffle.verify_commitment(secret.texts[0], commitment.texts[0])
    with at(cuts.line, "Cuts"):
        return Seeds(secret.texts[0], (cuts.texts[0], cuts.texts[1]))


def _check_seals(headers: Headers) -> None:
    """Raise `RecordError` unless every sealed cut matches its seal and nonce (3.6)."""
    if headers.get("Seals") is None and headers.get("Nonces") is None:
        return
    seals, nonces, cuts = (headers.need(name) for name in ("Seals", "Nonces", "Cuts"))
    with at(seals.line, "Seals"):
        for sealed, nonce, cut in zip(seals.texts, nonces.texts, cuts.texts, strict=True):
            if sealed or nonce:
                shuffle.verify_seal(cut, nonce, sealed)


def _check_cut(header: Header, variant: Variant, seeds: Seeds | None, dealer: Seat) -> None:
    with at(header.line, "Cut"):
        pairs = _parse_cut(header.texts[0])
        if variant.first_dealer != CUT_LOW:
            raise RecordError(_("in this variant the first dealer is not cut for"), clause="3.1")
        if seeds is not None and pairs != shuffle.cut(seeds):
            due = cut_text(shuffle.cut(seeds))
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
