"""Seals of exported films: whether each is intact, by whom, and how many there are; and setting one.

A seal signs the whole file with its own signature as zeros; a later one signs the earlier ones with it. To check an
earlier seal, the later ``sinf`` boxes are taken out and the sizes of ``ipro`` and ``meta`` put back (the standard's
annex A). Files are streamed: what stands in front of ``meta`` is hashed once, however many seals there are.

**What a seal does not say.** A seal that was cut away leaves a file that looks as if it never had one: one flipped bit
in a box's type does it. So "not sealed" is no good news for a file that arrived sealed: keep :attr:`SealReport.count`
and the file's hash with the record. Nor does a seal say that the certificate is one to be trusted: compare
:attr:`Signer.fingerprint` with those you know. Whether the certificate was valid then is for whoever knows the moment.

Standard: ONVIF Export File Format 26.06, 5.6, 5.7, annex A. Tests: ``tests/surveillance/film/test_seals.py``; by
``openssl dgst -verify`` over the same bytes too.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final, Literal

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes

from casino.core.messages import Catalogue
from casino.core.text import Text
from surveillance.film import SealState, algorithms
from surveillance.film.boxes import hash_range
from surveillance.film.containers import container_of
from surveillance.film.export_file import ExportFile, SealBoxes, opened, read_open
from surveillance.film.sealing import seal, seal_again

_WORDS: Final = Catalogue(__file__)

__all__ = ["REASONS", "STATES", "Seal", "SealReport", "Signer", "check", "seal", "seal_again", "signer_of"]

LONGEST_SIGNATURE: Final = 2048
"""Bytes; RSA of 16384 bits."""

STATES: Final = _WORDS.table("states")
"""What :attr:`Seal.state` and :attr:`SealReport.state` say, in words."""

REASONS: Final = {
    "": Text("", ""),
    **_WORDS.table("reasons"),
}
"""What :attr:`Seal.reason` may hold, in words."""


class Signer(msgspec.Struct, frozen=True):
    """Whose certificate a seal carries. ``fingerprint`` is the SHA-256 of the certificate in hexadecimal digits."""

    subject: str
    issuer: str
    serial: str
    fingerprint: str
    not_before: datetime
    not_after: datetime
    key: str
    self_issued: bool

    def valid_at(self, moment: datetime) -> bool:
        """Whether the certificate was valid then, by its own dates."""
        return self.not_before <= moment <= self.not_after


class Seal(msgspec.Struct, frozen=True):
    """One seal. ``reason`` is a key of :data:`REASONS`; ``words`` are what the sealer added, as they are."""

    number: int
    state: SealState
    reason: str
    signer: Signer | None
    algorithm: str
    words: str | None
    corrected_start: datetime | None


class SealReport(msgspec.Struct, frozen=True):
    """Every seal of a file, in the order in which they were set. ``state`` is the worst of them; ``not_sealed`` says
    that there is none *now*."""

    state: Literal[SealState, "not_sealed"]
    count: int
    seals: tuple[Seal, ...]
    remarks: tuple[str, ...]

    def intact_by(self, fingerprint: str) -> bool:
        """Whether the certificate with this fingerprint holds an intact seal on the file."""
        return any(
            s.state == "intact" and s.signer is not None and s.signer.fingerprint == fingerprint for s in self.seals
        )


def check(path: Path) -> SealReport:
    """The seals of a file; ``film_boxes`` where its structure cannot be, ``film_container`` for what is no
    film, ``film_missing`` where there is none."""
    if container_of(path) in ("matroska", "webm"):
        return SealReport("not_sealed", 0, (), ("matroska",))
    with opened(path) as file:
        export = read_open(file)
        if not export.seals:
            return SealReport("not_sealed", 0, (), export.remarks)
        bytes_of = _Sealed(file, export)
        seals = tuple(_checked(each, export, bytes_of) for each in export.seals)
    states = {seal.state for seal in seals}
    worst: SealState = "broken" if "broken" in states else "unreadable" if "unreadable" in states else "intact"
    return SealReport(worst, len(seals), seals, export.remarks)


def _checked(boxes: SealBoxes, export: ExportFile, bytes_of: _Sealed) -> Seal:
    start = next((each.at for each in reversed(export.starts) if each.seal == boxes.number), None)

    def seal(state: SealState, reason: str, signer: Signer | None = None, algorithm: str = "") -> Seal:
        return Seal(boxes.number, state, reason, signer, algorithm, boxes.words, start)

    if boxes.sibo is None or not 0 < boxes.sibo.end - boxes.sibo.body <= LONGEST_SIGNATURE:
        return seal("unreadable", "no_signature")
    if boxes.certificate is None:
        return seal("unreadable", "no_certificate")
    try:
        certificate = x509.load_der_x509_certificate(boxes.certificate)
        signer, key = signer_of(certificate), certificate.public_key()
    except (ValueError, TypeError, KeyError, OverflowError, x509.InvalidVersion):
        return seal("unreadable", "certificate")
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "cryptography":
            raise
        return seal("unreadable", "certificate")
    try:
        algorithm = algorithms.named_by(boxes.configuration)
        state, reason = _verdict(boxes, bytes_of, algorithm, key)
    except (ValueError, IndexError, KeyError, TypeError):
        return seal("unreadable", "algorithm", signer)
    return seal(state, reason, signer, algorithm.name)


def _verdict(
    boxes: SealBoxes, bytes_of: _Sealed, algorithm: algorithms.Algorithm, key: PublicKeyTypes
) -> tuple[SealState, str]:
    signature = bytes_of.signature(boxes)

    def holds(end: int | None, chosen: algorithms.Algorithm) -> bool:
        return algorithms.holds(chosen, key, signature, bytes_of.digest(boxes, chosen.digest, end))

    if holds(None, algorithm):
        return "intact", ""
    if algorithm.kind == "pss" and boxes.configuration is None:
        loose = algorithms.Algorithm("pss", algorithm.digest, None)
        if holds(None, loose):
            return "intact", "salt"
    if (index := bytes_of.index_start) is not None and holds(index, algorithm):
        return "intact", "index_outside"
    return ("broken", "appended") if holds(boxes.sinf.end, algorithm) else ("broken", "changed")


def signer_of(certificate: x509.Certificate) -> Signer:
    """What a certificate says of its holder. ValueError where a part cannot be read."""
    key = certificate.public_key()
    size = f" {key.key_size}" if isinstance(key, rsa.RSAPublicKey | ec.EllipticCurvePublicKey) else ""
    kind = {"RSAPublicKey": "RSA", "ECPublicKey": "EC"}.get(type(key).__name__, type(key).__name__)
    return Signer(
        subject=certificate.subject.rfc4514_string(),
        issuer=certificate.issuer.rfc4514_string(),
        serial=f"{certificate.serial_number:x}",
        fingerprint=certificate.fingerprint(hashes.SHA256()).hex(),
        not_before=certificate.not_valid_before_utc,
        not_after=certificate.not_valid_after_utc,
        key=kind + size,
        self_issued=certificate.subject == certificate.issuer,
    )


class _Sealed:
    """The bytes that each seal of an open file signs. What lies in front of ``meta`` is hashed once for all."""

    def __init__(self, file: BinaryIO, export: ExportFile) -> None:
        assert export.meta is not None
        assert export.ipro is not None
        self._file, self._export = file, export
        self._meta, self._ipro = export.meta, export.ipro
        self._fronts: dict[str, hashlib._Hash] = {}
        # meta_not_last is absent, and something stands behind: that is the index, and nothing else.
        behind = self._meta.end < export.size and "meta_not_last" not in export.remarks
        self.index_start = self._meta.end if behind else None

    def signature(self, boxes: SealBoxes) -> bytes:
        assert boxes.sibo is not None
        self._file.seek(boxes.sibo.body)
        return self._file.read(boxes.sibo.end - boxes.sibo.body)

    def digest(self, boxes: SealBoxes, algorithm: hashes.HashAlgorithm, end: int | None) -> bytes:
        """What the seal signed, hashed up to ``end`` (None: to the end of the file)."""
        if algorithm.name not in self._fronts:
            front = hashlib.new(algorithm.name)
            hash_range(self._file, 0, self._meta.start, front.update)
            self._fronts[algorithm.name] = front
        running = self._fronts[algorithm.name].copy()
        at, end = self._meta.start, self._export.size if end is None else end
        for start, stop, instead in self._edits(boxes):
            if start >= end:
                break
            hash_range(self._file, at, start, running.update)
            running.update(instead)
            at = stop
        hash_range(self._file, at, end, running.update)
        return running.digest()

    def _edits(self, boxes: SealBoxes) -> list[tuple[int, int, bytes]]:
        """From, to, and what stands there instead, in order: the file as it was when this seal was set."""
        assert boxes.sibo is not None
        later = [each.sinf for each in self._export.seals if each.number > boxes.number]
        gone = sum(each.size for each in later)
        edits = [(boxes.sibo.body, boxes.sibo.end, bytes(boxes.sibo.end - boxes.sibo.body))]
        edits += [(each.start, each.end, b"") for each in later]
        for box in (self._meta, self._ipro) if gone else ():
            if box.size_field > 1:
                edits.append((box.start, box.start + 4, (box.size - gone).to_bytes(4, "big")))
            elif box.size_field == 1:
                edits.append((box.start + 8, box.start + 16, (box.size - gone).to_bytes(8, "big")))
        return sorted(edits)
