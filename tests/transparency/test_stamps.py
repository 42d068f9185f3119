"""Time stamps by an authority made with OpenSSL: taken, and refused with one thing changed."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.x509 import Certificate, load_pem_x509_certificate

from casino.clock import now as clock
from casino.transparency import stamps
from casino.transparency.wire import Malformed, NotProved
from tests.transparency.making import grow, signed

MESSAGE = signed(grow(7)[1]).note.encode()
CONFIGURATION = """
[signer]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = own
[own]
serial = serial
default_policy = 1.2.3.4
signer_digest = sha256
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
"""


class Authority:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "a.cnf").write_text(CONFIGURATION)
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        root = ["-subj", "/CN=Root", "-keyout", "root.key", "-out", "root.pem", "-days", "3"]
        self._run("req", "-x509", *key, *root, "-config", self._for_the_root(), "-extensions", "e")
        self._run("req", *key, "-subj", "/CN=Signer", "-keyout", "tsa.key", "-out", "tsa.csr")
        signed_by = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial", "-days", "3"]
        extensions = ["-extfile", "a.cnf", "-extensions", "signer"]
        self._run("x509", "-req", "-in", "tsa.csr", *signed_by, "-out", "tsa.pem", *extensions)
        self.root: Certificate = load_pem_x509_certificate((folder / "root.pem").read_bytes())

    def _for_the_root(self) -> str:
        (self.folder / "req.cnf").write_text(
            "[req]\ndistinguished_name=d\n[d]\n[e]\nbasicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\n"
            "subjectKeyIdentifier=hash\n"
        )
        return "req.cnf"

    def _run(self, *command: str) -> None:
        subprocess.run(["openssl", *command], cwd=self.folder, check=True, capture_output=True)

    def stamp(self, query: bytes) -> bytes:
        (self.folder / "q.tsq").write_bytes(query)
        self._run("ts", "-reply", "-config", "a.cnf", "-section", "own", "-queryfile", "q.tsq", "-inkey", "tsa.key",
                  "-signer", "tsa.pem", "-out", "r.tsr")  # fmt: skip
        return (self.folder / "r.tsr").read_bytes()


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


def test_a_stamp_says_when_the_authority_saw_the_checkpoint(authority: Authority) -> None:
    asked = stamps.ask(MESSAGE)
    moment = stamps.verify(authority.stamp(asked.body), MESSAGE, [authority.root], nonce=asked.nonce)
    assert abs(moment - clock()) < timedelta(hours=1)


def test_a_stamp_of_something_else_or_of_somebody_else_proves_nothing(
    authority: Authority, tmp_path_factory: pytest.TempPathFactory
) -> None:
    asked = stamps.ask(MESSAGE)
    answer = authority.stamp(asked.body)
    stranger = Authority(tmp_path_factory.mktemp("stranger"))
    changed = bytearray(answer)
    changed[-5] ^= 1
    for given, message, root, nonce in [
        (answer, MESSAGE + b"x", authority.root, None),
        (answer, MESSAGE, stranger.root, None),
        (answer, MESSAGE, authority.root, asked.nonce + 1),
        (bytes(changed), MESSAGE, authority.root, None),
    ]:
        with pytest.raises(NotProved):
            stamps.verify(given, message, [root], nonce=nonce)


def test_what_is_no_reply_is_refused(authority: Authority) -> None:
    with pytest.raises(Malformed):
        stamps.verify(b"<html>", MESSAGE, [authority.root])


def test_without_the_extra_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    with pytest.raises(NotProved, match=r"tableproof\[stamps\]"):
        stamps.ask(MESSAGE)
