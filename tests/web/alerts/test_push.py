"""Push messages: encrypted and signed by the RFCs, and sent only to public hosts."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from ginrummy.web.alerts import push
from ginrummy.web.alerts.push import (
    LONGEST_PAUSE,
    InvalidTarget,
    PushError,
    PushTarget,
    decode,
    encode,
    encrypt,
    parse_retry_after,
    parse_target,
    post,
    public_key_text,
)
from ginrummy.web.http.now import now
from tests.web.alerts.push_service import AUTH, SILENT, Receiver, push_service, signed_claims

VECTOR = {
    "text": "When I grow up, I want to be a watermelon",
    "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "sender": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "body": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
}
"""Appendix A of RFC 8291."""


def test_a_message_is_encrypted_as_in_the_rfc() -> None:
    sender = ec.derive_private_key(int.from_bytes(decode(VECTOR["sender"]), "big"), ec.SECP256R1())
    target = parse_target("https://push.example.net/1", VECTOR["key"], VECTOR["auth"])
    body = encrypt(VECTOR["text"].encode(), target, salt=decode(VECTOR["salt"]), sender=sender)
    assert encode(body) == VECTOR["body"]


def test_a_browser_reads_a_signed_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Receiver()
    with push_service(tmp_path, monkeypatch) as service:
        target = PushTarget("https://localhost/one", browser.point, AUTH)
        statuses = [
            asyncio.run(post(target, text, seconds=60, topic="a table")).status
            for text in (b'"Ada"', b'"Bo"')
        ]
    assert statuses == [201, 201]
    assert [browser.read(body) for body in service.bodies["/one"]] == ["Ada", "Bo"]
    first, second = service.heads
    claims = signed_claims(first["authorization"])
    assert claims["aud"] == "https://localhost"
    assert 0 < claims["exp"] - time.time() < 24 * 3600
    assert claims["sub"].startswith("mailto:")
    assert first["authorization"].endswith(f", k={public_key_text()}")
    assert (first["ttl"], first["urgency"], first["content-encoding"]) == ("60", "high", "aes128gcm")
    assert first["topic"] == second["topic"]
    assert len(first["topic"]) == 32


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/1",
        "ftp://push.example.net/1",
        "https:///1",
        "https://push.example.net:8443/1",
        "https://push.example.net:x/1",
        "https://ada@push.example.net/1",
        "https://push.example.net/1 HTTP/1.1",
        "https://push.example.net/1\r\nHost: other",
        "https://[::1/1",
        "https://пуш.example.net/1",
        "https://push.example.net/" + "a" * 1000,
        "",
    ],
)
def test_other_addresses_than_plain_https_are_refused(endpoint: str) -> None:
    with pytest.raises(InvalidTarget):
        parse_target(endpoint, **Receiver().texts)


@pytest.mark.parametrize(
    "texts", [{"key": "AAAA"}, {"key": "ы"}, {"key": encode(b"\4" * 65)}, {"auth": "AAAA"}]
)
def test_wrong_keys_are_refused(texts: dict[str, str]) -> None:
    with pytest.raises(InvalidTarget):
        parse_target("https://push.example.net/1", **(Receiver().texts | texts))


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "[::1]", "[fe80::1]",
     "[fd00::1]", "[::ffff:10.0.0.1]", "[2002:7f00:1::]", "[64:ff9b::7f00:1]", "localhost"],
)  # fmt: skip
def test_nothing_is_sent_into_a_private_network(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def reached(*_address: object, **_rest: object) -> None:
        raise AssertionError(host)

    monkeypatch.setattr(asyncio, "open_connection", reached)
    browser = Receiver()
    with pytest.raises((InvalidTarget, PushError)):
        asyncio.run(post(PushTarget(f"https://{host}/1", browser.point, AUTH), b"", seconds=1, topic=""))


def test_a_service_that_says_nothing_is_left_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "DEADLINE", 0.2)
    browser = Receiver()
    with push_service(tmp_path, monkeypatch) as service:
        service.statuses["/one"] = SILENT
        with pytest.raises(PushError, match="TimeoutError"):
            asyncio.run(
                post(PushTarget("https://localhost/one", browser.point, AUTH), b"", seconds=1, topic="")
            )


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0", 0), ("90", 90), ("-5", 0), ("soon", 0), ("", 0), ("²", 0), ("9" * 5000, 3600), ("3601", 3600),
     ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("Wed, 21 Oct 2015 07:28:00", 0),
     ("Fri, 31 Dec 9999 23:59:59 GMT", 3600)],
)  # fmt: skip
def test_a_pause_is_bounded_and_a_wrong_one_is_none(text: str, seconds: int) -> None:
    assert parse_retry_after(text) == timedelta(seconds=seconds) <= LONGEST_PAUSE


def test_a_pause_until_a_time_is_read() -> None:
    found = parse_retry_after(format_datetime(now() + timedelta(minutes=5), usegmt=True))
    assert timedelta(minutes=4, seconds=50) < found <= timedelta(minutes=5)
