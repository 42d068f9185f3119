"""A passkey device in software: it signs whatever it is told to, so that every lie can be tried."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

UP, UV, AT = 0x01, 0x04, 0x40
RP = "tables.example"
ORIGIN = "https://tables.example"


class Authenticator:
    """One credential. ``flags`` say what the device claims: the person was there (UP), and was verified (UV)."""

    def __init__(self, *, counter: int = 0) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(20)
        self.counter = counter

    def make(self, options: dict[str, Any], *, rp: str = RP, origin: str = ORIGIN, flags: int = UP | UV) -> str:
        public = cbor.encode(ES256.from_cryptography_key(self.key.public_key()))  # type: ignore[no-untyped-call]
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(rp, flags | AT) + credential
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._client("webauthn.create", options, origin)
        return self._answer({"clientDataJSON": said, "attestationObject": attestation}, transports=["internal"])

    def sign(
        self,
        options: dict[str, Any],
        *,
        rp: str = RP,
        origin: str = ORIGIN,
        flags: int = UP | UV,
        kind: str = "webauthn.get",
        framed: bool = False,
    ) -> str:
        if self.counter:
            self.counter += 1
        data = self._data(rp, flags)
        said = self._client(kind, options, origin, framed=framed)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer({"clientDataJSON": said, "authenticatorData": data, "signature": signature})

    def _data(self, rp: str, flags: int) -> bytes:
        return hashlib.sha256(rp.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    @staticmethod
    def _client(kind: str, options: dict[str, Any], origin: str, *, framed: bool = False) -> bytes:
        challenge = options["challenge"]
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": framed}).encode()

    def _answer(self, response: dict[str, bytes], **besides: Any) -> str:
        own = websafe_encode(self.id)
        said = {name: websafe_encode(value) for name, value in response.items()}
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": {**said, **besides}})
