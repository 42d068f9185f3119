"""Connecting: nobody there, nobody answering, TLS with its ways of trust; a whole fetch through TLS."""

from __future__ import annotations

import hashlib
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from casino.clock import now as clock
from casino.core.errors import Problem
from surveillance.recorders.replay import fetch
from surveillance.recorders.source import Limits, Source
from surveillance.recorders.wire import dial
from tests.surveillance.recorders.fake import Kept, Recorder, at

LIMITS = Limits(connect_s=2, answer_s=2, silence_s=1, attempts=1)


class Certificate(NamedTuple):
    file: Path
    pem: str
    fingerprint: str


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """One that the recorder signed itself, for its address."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "recorder")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(clock() + timedelta(days=3650))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = made.public_bytes(serialization.Encoding.PEM)
    file = tmp_path_factory.mktemp("tls") / "recorder.pem"
    plain = serialization.NoEncryption()
    file.write_bytes(pem + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    return Certificate(file, pem.decode(), hashlib.sha256(made.public_bytes(serialization.Encoding.DER)).hexdigest())


@contextmanager
def listening(certificate: Certificate | None, recorder: Recorder) -> Iterator[int]:
    """A recorder of the tests behind a real port, with TLS where there is a certificate."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            try:
                if certificate is not None:
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                    context.load_cert_chain(certificate.file)
                    connection = context.wrap_socket(connection, server_side=True)
                recorder._serve(connection)
            except OSError:
                connection.close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(5)


def code_of(source: Source) -> str:
    with pytest.raises(Problem) as raised:
        dial(source, LIMITS)
    return raised.value.code


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert code_of(Source(url=f"rtsp://127.0.0.1:{port}/cam")) == "recorder_away"
    assert code_of(Source(url="rtsp://no-such-recorder.invalid/cam")) == "recorder_away"
    assert code_of(Source(url=f"rtsp://{'x' * 70}.invalid/cam")) == "recorder_away"


def test_somebody_who_never_speaks_tls() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        source = Source(url=f"rtsps://127.0.0.1:{server.getsockname()[1]}/cam")
        began = time.monotonic()
        with pytest.raises(Problem) as raised:
            dial(source, Limits(connect_s=0.2))
        assert raised.value.code == "recorder_slow"
        assert time.monotonic() - began < 60


@pytest.mark.parametrize("trust", ["fingerprint", "authority"])
def test_a_fetch_through_tls(certificate: Certificate, trust: str) -> None:
    kept, recorder = Kept(), Recorder()
    with listening(certificate, recorder) as port:
        source = Source(
            url=f"rtsps://127.0.0.1:{port}/cam",
            fingerprint=certificate.fingerprint if trust == "fingerprint" else None,
            authority=certificate.pem if trust == "authority" else None,
        )
        fetched = fetch(source, at(0), at(1.96), kept, now=time.monotonic, cnonce=lambda: "c", limits=LIMITS)
    assert fetched.complete
    assert kept.frames == recorder.frames


def test_a_certificate_that_nobody_vouches_for_is_refused(certificate: Certificate) -> None:
    for fingerprint in (None, "00" * 32):
        recorder = Recorder()
        with listening(certificate, recorder) as port:
            source = Source(url=f"rtsps://127.0.0.1:{port}/cam", user="u", password="p", fingerprint=fingerprint)
            assert code_of(source) == "recorder_untrusted"
        assert recorder.requests == []


def test_basic_goes_through_tls(certificate: Certificate) -> None:
    def guard(request: str) -> str | None:
        return None if "Authorization: Basic dTpw" in request else 'WWW-Authenticate: Basic realm="cam"'

    with listening(certificate, Recorder(guard=guard)) as port:
        source = Source(
            url=f"rtsps://127.0.0.1:{port}/cam", user="u", password="p", fingerprint=certificate.fingerprint
        )
        fetched = fetch(source, at(0), at(1.96), Kept(), now=time.monotonic, cnonce=lambda: "c", limits=LIMITS)
    assert fetched.complete
