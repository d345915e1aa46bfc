"""A local push service, and a browser that decodes its messages, by the RFCs."""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from ginrummy.web.alerts import push
from ginrummy.web.alerts.push import decode, encode

AUTH = bytes(range(16))
HERE = "127.0.0.1"
SILENT, CLOSED = 0, -1
"""Instead of a status: no response, or a closed connection."""


class Receiver:
    """A browser's end: its key, and decryption of a message (RFC 8291, section 3)."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())

    @property
    def point(self) -> bytes:
        """The public key."""
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def texts(self) -> dict[str, str]:
        """Key and secret as a browser posts them."""
        return {"key": encode(self.point), "auth": encode(AUTH)}

    def read(self, body: bytes) -> Any:
        """Return the message in `body`."""
        salt, sender = body[:16], body[21:86]
        assert (int.from_bytes(body[16:20], "big"), body[20]) == (4096, 65)
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), other)
        secret = derive(shared, AUTH, b"WebPush: info\0" + self.point + sender, 32)
        key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, body[86:], None).rstrip(b"\0")
        assert text.endswith(b"\2")
        return json.loads(text[:-1])


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Return a key of `length` bytes."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def signed_claims(header: str) -> dict[str, Any]:
    """Return the claims of an `Authorization` header with a valid signature (RFC 8292)."""
    scheme, _space, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    numbers = (int.from_bytes(half, "big") for half in (decode(signature)[:32], decode(signature)[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    key.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert (scheme, json.loads(decode(head))) == ("vapid", {"typ": "JWT", "alg": "ES256"})
    found: dict[str, Any] = json.loads(decode(claims))
    return found


@dataclass
class PushService:
    """Messages received by a local service by path, and its responses: status and `Retry-After`."""

    statuses: dict[str, int] = field(default_factory=dict)
    pauses: dict[str, str] = field(default_factory=dict)
    heads: list[dict[str, str]] = field(default_factory=list)
    bodies: dict[str, list[bytes]] = field(default_factory=dict)
    ended: Event = field(default_factory=Event)


@contextmanager
def push_service(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """Run a push service that this process accepts as a public one called `localhost`."""
    found = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.heads.append({name.lower(): value for name, value in self.headers.items()})
            found.bodies.setdefault(self.path, []).append(body)
            status = found.statuses.get(self.path, 201)
            if status <= 0:
                found.ended.wait(60 if status == SILENT else 0)
                return
            self.send_response(status)
            if self.path in found.pauses:
                self.send_header("Retry-After", found.pauses[self.path])
            self.end_headers()

        def log_message(self, *_text: object) -> None:
            """Log nothing."""

    certificate = _certificate(folder)
    server = ThreadingHTTPServer((HERE, 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    patch.setattr(push, "tls_context", lambda: ssl.create_default_context(cafile=str(certificate)))
    patch.setattr(push, "is_public", lambda address: address == HERE)
    patch.setattr(push, "PORT", server.server_port)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield found
    finally:
        found.ended.set()
        server.shutdown()
        server.server_close()


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    today = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address(HERE))])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(today - timedelta(days=1))
    made = made.not_valid_after(today + timedelta(days=1)).add_extension(names, critical=False)
    path = folder / "push.pem"
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(text + made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    return path
