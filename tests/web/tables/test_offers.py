"""Committed deals: the fingerprint and the server's own key reveal no card."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signing import TimestampSigner
from django.test import Client

from ginrummy.game import shuffle
from ginrummy.web.tables.commitments import new_offer, parse_offer_token, shared_signing_key
from ginrummy.web.tables.errors import OfferGone
from ginrummy.web.tables.models import DealKey
from tests.web.forms import field

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drawn() -> Iterator[None]:
    """Let each test, and those after it, generate a new key."""
    shared_signing_key.cache_clear()
    yield
    shared_signing_key.cache_clear()


def secret_by(key: bytes, token: str) -> str:
    """Return the secret that `key` alone derives from the nonce in `token`."""
    nonce = token.partition(":")[0]
    return hmac.digest(key, f"ginrummy offer secret {nonce}".encode(), hashlib.sha256).hex()


def test_whoever_has_the_servers_key_does_not_know_what_is_dealt(settings: Any) -> None:
    page = Client().get("/").content.decode()
    token = field(page, "offer")
    commitment = parse_offer_token(token).commitment
    for key in (settings.SECRET_KEY.encode(), b""):
        assert shuffle.commitment(secret_by(key, token)) != commitment
    assert (
        secret_by((shared_signing_key() + settings.SECRET_KEY).encode(), token)
        == parse_offer_token(token).secret
    )


def test_whoever_has_a_copy_of_the_database_does_not_know_it_either() -> None:
    found = new_offer()
    assert secret_by(DealKey.objects.get().value.encode(), found.token) != found.secret


def test_an_offer_is_the_same_for_all_servers_of_a_database_and_for_no_other() -> None:
    found = new_offer()
    shared_signing_key.cache_clear()
    assert parse_offer_token(found.token) == found
    DealKey.objects.all().delete()
    shared_signing_key.cache_clear()
    with pytest.raises(OfferGone):
        parse_offer_token(found.token)


def test_an_offer_from_before_its_key_was_drawn_is_not_taken_for_another_deal(settings: Any) -> None:
    old = TimestampSigner(key=settings.SECRET_KEY, salt="ginrummy.offer").sign("00" * 16)
    with pytest.raises(OfferGone):
        parse_offer_token(old)


def test_every_database_draws_a_key_of_its_own() -> None:
    keys = set()
    for _database in range(3):
        DealKey.objects.all().delete()
        shared_signing_key.cache_clear()
        keys.add(shared_signing_key())
    assert len(keys) == 3
    assert {len(bytes.fromhex(key)) for key in keys} == {32}
