"""Deals offered before they are dealt: the page shows the fingerprint, the server holds the secret.

The secret is a keyed digest of a random nonce, so nothing is stored until a match starts. The form carries
the signed nonce. The key combines 32 random bytes in the database with the server's own key, and neither
alone reveals a card. The nonce also fixes the bot's cut, which the page shows with the fingerprint.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner

from ginrummy.game import shuffle
from ginrummy.locale import _
from ginrummy.web.tables.errors import OfferGone

_OLDEST: Final = 24 * 3600
"""Seconds for which an offered deal is valid."""
_NONCE_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class OfferedDeal:
    """Offered deal: the token of the form and the secret behind the fingerprint."""

    token: str
    secret: str
    bot_cut: str

    @property
    def commitment(self) -> str:
        """Fingerprint of the secret (RULES 3.6)."""
        return shuffle.commitment(self.secret)


def new_offer() -> OfferedDeal:
    """Return a deal with a fresh random nonce."""
    nonce = secrets.token_hex(_NONCE_BYTES)
    return _offer(_signer().sign(nonce), nonce)


def parse_offer_token(token: str) -> OfferedDeal:
    """Return the deal of a form's `token`. Raise `OfferGone` if its signature is wrong or expired."""
    try:
        return _offer(token, _signer().unsign(token, max_age=_OLDEST))
    except BadSignature as error:
        raise OfferGone(_("this deal was offered too long ago: load the page again"), clause="3.6") from error


def _signer() -> TimestampSigner:
    return TimestampSigner(key=_key(), salt="ginrummy.offer")


def _offer(token: str, nonce: str) -> OfferedDeal:
    return OfferedDeal(
        token, _digest("secret", nonce), shuffle.cut_from_number(int(_digest("bot", nonce), 16))
    )


def _digest(purpose: str, nonce: str) -> str:
    message = f"ginrummy offer {purpose} {nonce}"
    return hmac.digest(_key().encode(), message.encode(), hashlib.sha256).hex()


def _key() -> str:
    return shared_signing_key() + settings.SECRET_KEY


@cache
def shared_signing_key() -> str:
    """Return the random part of the key, shared by all servers of a database."""
    from ginrummy.web.tables.models import DealKey  # models need Django to be set up

    return DealKey.objects.get_or_create(pk=1)[0].value
