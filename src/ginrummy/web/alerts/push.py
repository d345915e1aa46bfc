"""Web Push: a message encrypted for one browser (RFC 8291) and signed by this server (RFC 8292).

The address comes from a browser, so it may be anything: only public hosts are reached, over HTTPS, at the
address that was checked, and within a few seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email.utils import parsedate_to_datetime
from functools import cache, partial
from hashlib import sha256
from ipaddress import IPv6Address, IPv6Network, ip_address
from socket import SOCK_STREAM, getaddrinfo
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from ginrummy.web.http.now import now

DEADLINE: Final = 5.0
"""Seconds in which a push service has to answer, from the look-up of its name on."""
LONGEST_ENDPOINT: Final = 1000
LONGEST_PAUSE: Final = timedelta(hours=1)
"""The most of a pause that a push service asks for."""
_BUSY: Final = (429, 503)
_MOST_DIGITS: Final = 9
_MOST_LINES: Final = 100
"""Lines of the head of an answer that are read."""
_CURVE: Final = ec.SECP256R1()
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_POINT_BYTES, _AUTH_BYTES, _SALT_BYTES = 65, 16, 16
_RECORD_BYTES: Final = 4096
_SIGNED_SECONDS: Final = 12 * 3600
PORT = 443
_NAMES: Final = ThreadPoolExecutor(16, thread_name_prefix="names")
"""Threads of their own for look-ups: `asyncio.run` waits for those of its loop, however late they are."""
_UNICAST: Final = IPv6Network("2000::/3")


class PushError(OSError):
    """Raised where a push service refused a message, or none was reached."""


class InvalidTarget(PushError):
    """Raised for an address to which nothing may be sent."""


class PushTarget(NamedTuple):
    """A browser as it described itself: address at its push service, public key and shared secret."""

    endpoint: str
    key: bytes
    auth: bytes


class Answer(NamedTuple):
    """Status that a push service answered, 0 for none, and the pause that it asks for before the next try."""

    status: int
    pause: timedelta = timedelta(0)


def parse_target(endpoint: str, key: str, auth: str) -> PushTarget:
    """Parse the texts of a subscription. Raise `InvalidTarget` unless they are well-formed."""
    _parse_endpoint(endpoint)
    try:
        target = PushTarget(endpoint, decode(key), decode(auth))
        _public_key(target.key)
    except ValueError as error:  # no base64, no ASCII, or no point of the curve
        raise InvalidTarget("invalid key") from error
    if len(target.auth) != _AUTH_BYTES:
        raise InvalidTarget("invalid secret")
    return target


def _parse_endpoint(endpoint: str) -> tuple[str, str]:
    """Return host and path. Raise `InvalidTarget` unless it is a plain HTTPS address."""
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        raise InvalidTarget("invalid address")
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port or PORT
    except ValueError as error:
        raise InvalidTarget("invalid address") from error
    if parts.scheme != "https" or port != PORT or not host or "@" in parts.netloc or " " in endpoint:
        raise InvalidTarget("invalid address")
    return host, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def encode(data: bytes) -> str:
    """Return `data` as base64url without padding.

    >>> encode(b"gin")
    'Z2lu'
    """
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64url, padded or not. Raise `ValueError`."""
    text = text.rstrip("=")
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    if len(point) != _POINT_BYTES:
        raise ValueError("not an uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)


def _point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes, target: PushTarget, *, salt: bytes = b"", sender: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """Return `message` encrypted for `target` as one record of `aes128gcm` (RFC 8188).

    Tests give the random `salt` and one-time key of the `sender`.
    """
    salt, sender = salt or os.urandom(_SALT_BYTES), sender or ec.generate_private_key(_CURVE)
    own = _point_of(sender)
    shared = sender.exchange(ec.ECDH(), _public_key(target.key))
    secret = _derive(shared, target.auth, b"WebPush: info\0" + target.key + own, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD_BYTES.to_bytes(4, "big") + bytes([len(own)]) + own
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)  # 2 ends the last record


def _derive(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(secret)


@cache
def signing_key() -> ec.EllipticCurvePrivateKey:
    """Return the key by which push services know this server.

    It is derived from the secret key: the same on all machines of a server, and as lasting.
    """
    seed = _derive(settings.SECRET_KEY.encode(), b"", b"ginrummy push", 48)
    return ec.derive_private_key(int.from_bytes(seed, "big") % (_ORDER - 1) + 1, _CURVE)


def public_key_text() -> str:
    """Return the public half of that key, as a browser needs it to subscribe."""
    return encode(_point_of(signing_key()))


def authorization(endpoint: str) -> str:
    """Return the header that signs a message to `endpoint`."""
    parts = urlsplit(endpoint)
    expiry = int(now().timestamp()) + _SIGNED_SECONDS
    contact = f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expiry, "sub": contact}
    head = {"typ": "JWT", "alg": "ES256"}
    text = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    numbers = decode_dss_signature(signing_key().sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={text}.{encode(signature)}, k={public_key_text()}"


def is_public(address: str) -> bool:
    """Return whether `address` is one of the open Internet, not of this machine or its network.

    >>> is_public("1.1.1.1"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    found = ip_address(address)
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        hides_another = found.sixtofour is not None or found.teredo is not None
        return found in _UNICAST and found.is_global and not hides_another
    return (getattr(found, "ipv4_mapped", None) or found).is_global and not found.is_multicast


@cache
def tls_context() -> ssl.SSLContext:
    """Return the context that verifies the certificate of a push service."""
    return ssl.create_default_context()


async def post(target: PushTarget, message: bytes, *, seconds: int, topic: str) -> Answer:
    """Post `message` and return the answer.

    The push service keeps it for `seconds`, and only the last one of a `topic`. Raise `PushError` where there
    is no answer in time.
    """
    body = encrypt(message, target)
    host, path = _parse_endpoint(target.endpoint)
    lines = (
        f"POST {path} HTTP/1.1",
        f"Host: {urlsplit(target.endpoint).netloc}",
        f"Authorization: {authorization(target.endpoint)}",
        f"TTL: {seconds}",
        f"Topic: {encode(sha256(topic.encode()).digest())[:32]}",
        "Urgency: high",
        "Content-Encoding: aes128gcm",
        "Content-Type: application/octet-stream",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    head = "".join(f"{line}\r\n" for line in (*lines, ""))
    try:
        async with asyncio.timeout(DEADLINE):
            return await _answer(await _public_address(host), host, head.encode() + body)
    except PushError:
        raise
    except (OSError, ValueError) as error:  # TimeoutError is an OSError
        raise PushError(f"{type(error).__name__} from the push service") from error


async def _public_address(host: str) -> str:
    """Return the address of `host`. Raise `InvalidTarget` where any of them is not public."""
    look_up = partial(getaddrinfo, host, PORT, type=SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_NAMES, look_up)
    addresses = [str(place[0]) for *_rest, place in found]
    if not addresses or not all(map(is_public, addresses)):
        raise InvalidTarget("not a public address")
    return addresses[0]


async def _answer(address: str, host: str, request: bytes) -> Answer:
    """Send `request` to `address`, whose certificate must be that of `host`, and return the answer."""
    reader, writer = await asyncio.open_connection(address, PORT, ssl=tls_context(), server_hostname=host)
    try:
        writer.write(request)
        await writer.drain()
        status = int((await reader.readline()).split()[1])
        return Answer(status, await _asked_pause(reader) if status in _BUSY else timedelta(0))
    except IndexError as error:
        raise PushError("no HTTP") from error
    finally:
        writer.transport.abort()


async def _asked_pause(reader: asyncio.StreamReader) -> timedelta:
    for _line in range(_MOST_LINES):
        name, colon, value = (await reader.readline()).decode("latin-1").partition(":")
        if name.lower() == "retry-after":
            return parse_retry_after(value.strip())
        if not colon:
            break
    return timedelta(0)


def parse_retry_after(text: str) -> timedelta:
    """Return the pause of a header `Retry-After`, `LONGEST_PAUSE` at most; none for a wrong text.

    >>> parse_retry_after("120"), parse_retry_after("soon")
    (datetime.timedelta(seconds=120), datetime.timedelta(0))
    """
    try:
        if text.isdecimal():
            return min(timedelta(seconds=int(text[:_MOST_DIGITS])), LONGEST_PAUSE)
        return min(max(parsedate_to_datetime(text) - now(), timedelta(0)), LONGEST_PAUSE)
    except (ValueError, TypeError):  # no date, or one without a zone
        return timedelta(0)
