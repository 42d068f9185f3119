"""Checks a signed paper by its file, offline: is it as it was signed, and by whose key. Pure.

The signature must cover every byte of the file but itself (ISO 32000-1, 12.8.1: ByteRange), so nothing can be changed,
put before it or added behind it unseen; the gap that it leaves holds the signature in hexadecimal and zeros, nothing
else. A paper with an archive time stamp (PAdES B-LTA) has a second part behind the first, which the signature does not
cover: ``tail`` says whether it is that and no more. Which keys count, the reader says by their fingerprints (SHA-256
of a certificate, from the key sheet): of the signer's, or of the authority above it. Nothing in the file is run or
shown. Proved by ``tests/papers/test_checking.py``, where OpenSSL and poppler judge the same files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Final, Literal

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from casino.papers import tail
from casino.papers.cms import BadSignature, Signature, Stamp, check, check_stamp
from casino.papers.der import NotDer, first

LARGEST: Final = 64 * 2**20
"""A paper of more bytes is not looked at."""
MAGIC: Final = b"%PDF-"
RANGE: Final = re.compile(rb"/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]")
MOST_SIGNATURES: Final = 8
TEXT: Final = rb"/%s\s*\(((?:[^()\\]|\\[0-7]{3}){0,400})\)"
REASON: Final = re.compile(r"Tableproof paper ([A-Za-z0-9._/-]{1,120})")
MADE: Final = re.compile(r"D:(\d{14})Z")

State = Literal["genuine", "unproved", "other_key", "revoked", "changed", "unsigned", "unreadable"]
EXIT_CODES: Final[dict[State, int]] = {
    "genuine": 0,
    "changed": 1,
    "other_key": 1,
    "unproved": 3,
    "unreadable": 4,
    "unsigned": 5,
    "revoked": 6,
}
"""What ``tableproof-verify PAPER.pdf`` ends with."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a check.

    ``state``: ``genuine``: as it was signed, by a key of the reader's; ``unproved``: as it was signed, and the reader
    named no key; ``other_key``: as it was signed, by a key that is none of the reader's; ``revoked``: signed with a key
    after it was stolen; ``changed``: the signature does not hold, ``why`` says where; ``unsigned``: a PDF without a
    signature; ``unreadable``: no PDF, or too large.
    ``number`` names the paper as it was signed (``HN1/TC-2026-0042/L3``). ``signed_at`` is the signer's word,
    ``stamped_at`` that of an authority for time stamps (``authority``: its certificate's fingerprint; whether it is
    trusted, the reader knows). ``archived``: with an archive time stamp on all of it."""

    state: State
    why: str = ""
    number: str = ""
    signer: str = ""
    certificate: str = ""
    chain: tuple[str, ...] = ()
    signed_at: datetime | None = None
    stamped_at: datetime | None = None
    authority: str = ""
    archived: bool = False

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.state]


def check_paper(
    data: bytes, trusted: Collection[str] = (), *, retired: Mapping[str, datetime] | None = None
) -> Verdict:
    """Judge a file. ``trusted``: fingerprints in hexadecimal; ``retired``: fingerprint of a stolen key -> from when
    on what it signed counts for nothing."""
    if not data.startswith(MAGIC) or len(data) > LARGEST:
        return Verdict(state="unreadable", why="not a PDF" if not data.startswith(MAGIC) else "too large")
    ranges = list(islice(RANGE.finditer(data), MOST_SIGNATURES + 1))
    if not ranges:
        return Verdict(state="unsigned")
    if len(ranges) > MOST_SIGNATURES:
        return Verdict(state="changed", why="too many signatures")
    try:
        return _judge(data, [_Part(data, each) for each in ranges], {each.lower() for each in trusted}, retired or {})
    except BadSignature as error:
        return Verdict(state="changed", why=str(error))


class _Part:
    """A signature's place in the file: the bytes that it covers, and itself. Raises BadSignature."""

    def __init__(self, data: bytes, found: re.Match[bytes]) -> None:
        start, length, behind, rest = (int(each) for each in found.groups())
        self.end = behind + rest
        if start != 0 or length >= behind or self.end > len(data) or length <= found.start() < behind:
            raise BadSignature("the signature does not cover the file from its beginning")
        gap = data[length:behind]
        if gap[:1] != b"<" or gap[-1:] != b">":
            raise BadSignature("the signature leaves out more than itself")
        try:
            raw = bytes.fromhex(gap[1:-1].decode("ascii"))
            self.signature = first(raw).whole
        except (ValueError, NotDer) as error:
            raise BadSignature("the signature cannot be read") from error
        if raw[len(self.signature) :].strip(b"\0") or b" " in gap:
            raise BadSignature("bytes behind the signature")
        self.covered = (data[:length], data[behind : self.end])
        # The dictionary of the signature, without the gap.
        ends = data.find(b"endobj", behind, self.end)
        self.dictionary = data[max(data.rfind(b" obj", 0, length), 0) : length] + data[behind : max(ends, behind)]

    def text(self, name: bytes) -> str:
        """A text of the dictionary; empty where it has none, or one of other than plain letters."""
        found = re.search(TEXT % name, self.dictionary)
        raw = (
            b"" if found is None else re.sub(rb"\\([0-7]{3})", lambda octal: bytes([int(octal[1], 8) & 0xFF]), found[1])
        )
        return raw.decode("ascii", errors="replace")


def _judge(data: bytes, parts: list[_Part], trusted: set[str], retired: Mapping[str, datetime]) -> Verdict:
    parts = sorted(parts, key=lambda part: part.end)
    own = parts[0]
    signature = check(own.signature, own.covered)
    stamp = None if signature.stamp is None else check_stamp(signature.stamp, signature.value)
    archived = own.end < len(data)
    if archived:
        if len(parts) != 2:
            raise BadSignature("something was added behind what was signed")
        check_stamp(parts[1].signature, b"".join(parts[1].covered))
        tail.check(data, own.end)
    elif len(parts) > 1:
        raise BadSignature("two signatures on the same bytes")
    return _verdict(own, signature, stamp, archived, trusted, retired)


def _verdict(
    own: _Part,
    signature: Signature,
    stamp: Stamp | None,
    archived: bool,
    trusted: set[str],
    retired: Mapping[str, datetime],
) -> Verdict:
    chain = tuple(_fingerprint(each) for each in signature.chain)
    number, made = REASON.fullmatch(own.text(b"Reason")), MADE.fullmatch(own.text(b"M"))
    signed_at = None if made is None else datetime.strptime(made[1], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    stolen = min((retired[each] for each in chain if each in retired), default=None)
    # Only a time stamp shows that a stolen key signed before it was stolen: a thief writes any date.
    revoked = stolen is not None and (stamp is None or stamp.at >= stolen)
    unknown: State = "other_key" if trusted else "unproved"
    state: State = "revoked" if revoked else "genuine" if trusted.intersection(chain) else unknown
    return Verdict(
        state=state,
        number="" if number is None else number[1],
        signer=signature.chain[0].subject.rfc4514_string(),
        certificate=chain[0],
        chain=chain,
        signed_at=signed_at,
        stamped_at=None if stamp is None else stamp.at,
        authority="" if stamp is None else _fingerprint(stamp.chain[0]),
        archived=archived,
    )


def _fingerprint(certificate: x509.Certificate) -> str:
    return certificate.fingerprint(hashes.SHA256()).hex()
