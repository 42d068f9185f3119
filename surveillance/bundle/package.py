"""A package of film that leaves the house: its parts, the signed list of them, and whether all of it holds.

    parts.json        the manifest: each part with size and SHA-256, whose export it is, by which key it is signed
    parts.note        the house's signature on it (a signed note of its report key)
    clip.mp4          the stretch, sealed (ONVIF Export File Format)
    certificate.pem   by whose key
    package.json      the film, the stretch, links, clock
    custody.json      the chain of custody, event by event
    cover-vi.pdf, cover-en.pdf
    SHA256SUMS        of the parts above, for ``sha256sum -c``

Whoever is handed one is told what was done to it: a container that is not written as here is refused, since two readers
of zips may find two films in it, and its parts are compared all the same. Standard: C2SP signed-note; ``docs/film.md``,
"Packages". Proved by ``tests/surveillance/files/test_packages.py``.
"""

from __future__ import annotations

import hashlib
import re
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

import msgspec
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes

from casino.core.errors import Problem
from casino.transparency import cosigning, notes
from casino.transparency.notes import ED25519, Note, Signature, Vkey
from casino.transparency.wire import Malformed
from surveillance.bundle.container import Archive, Form, Stored, assemble
from surveillance.bundle.found import Found, grouped
from surveillance.bundle.layout import Member, Unreadable, decode, encode
from surveillance.film import seals

FORMAT: Final = "tableproof-package/1"
LIST, SIGNATURE = "parts.json", "parts.note"
CLIP, CERTIFICATE, SAID, CUSTODY, SUMS = "clip.mp4", "certificate.pem", "package.json", "custody.json", "SHA256SUMS"
PARTS: Final = (CLIP, CERTIFICATE, SAID, CUSTODY, "cover-vi.pdf", "cover-en.pdf", SUMS)
"""What the manifest lists, in this order."""
NAMES: Final = (LIST, SIGNATURE, *PARTS)
FORM: Final = Form(re.compile("|".join(map(re.escape, NAMES))), (), 1 << 60)
MAGIC: Final = b"PK\3\4"
PROVED, REFUSED, CONSISTENT, UNREADABLE = "proved", "refused", "consistent", "unreadable"
EXIT: Final = {PROVED: 0, REFUSED: 1, CONSISTENT: 3, UNREADABLE: 4}

SMALL: Final = 64 << 20
"""Bytes of a part that is read whole."""
LARGER: Final = 8
"""How many times the bytes of the whole file a part may hold: film does not pack."""
DIRECTORY: Final = 64 << 10
"""Bytes of the directory of a container that is not of the one form: nine names take one thousand."""
_PIECE: Final = 1 << 20
_END: Final = struct.Struct("<4sHHHHIIH")
BROKEN: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError),
    *(ValueError, OverflowError, OSError),
)
"""What reading somebody's zip may end with."""


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class House(_Strict, frozen=True):
    """Whose package it is."""

    code: str
    name_vi: str
    name_en: str


class Manifest(_Strict, frozen=True):
    """``parts.json``: canonical JSON. ``key`` is the verifier key that signs; ``made_at`` is UTC, ISO 8601."""

    format: Literal["tableproof-package/1"]
    property: House
    export: str
    recording: str
    made_at: str
    key: str
    members: tuple[Member, ...]


class Checked(msgspec.Struct, frozen=True):
    """The outcome. ``told`` is what the manifest says, None where it cannot be read."""

    verdict: str
    found: Found
    told: Manifest | None = None

    @property
    def exit_code(self) -> int:
        return EXIT[self.verdict]


def signed_text(property_code: str, manifest: bytes) -> str:
    """What the house signs of a manifest: the text of a signed note."""
    return f"{FORMAT}\n{property_code}\n{hashlib.sha256(manifest).hexdigest()}\n"


def is_one(file: BinaryIO) -> bool:
    """Whether this zip is to be held against the form of a package: a bundle begins with its manifest."""
    head = file.read(64)
    return head.startswith(MAGIC) and head[30:43] != b"manifest.json"


# --- Writing ----------------------------------------------------------------------------------------------------------


def write(
    target: Path,
    folder: Path,
    *,
    house: House,
    export: str,
    recording: str,
    made_at: str,
    key: Vkey,
    sign: Callable[[str], Iterable[Signature]],
) -> None:
    """Pack the parts that lie in the folder under their names; sums, manifest and signature are made here."""
    stored = [_stored(folder, name) for name in PARTS if name != SUMS]
    sums = "".join(f"{digest}  {each.name}\n" for each, digest in sorted(stored))
    (folder / SUMS).write_text(sums, "ascii")
    stored.append(_stored(folder, SUMS))
    raw = encode(
        Manifest(
            format=FORMAT,
            property=house,
            export=export,
            recording=recording,
            made_at=made_at,
            key=str(key),
            members=tuple(Member(name=each.name, sha256=digest, size=each.size) for each, digest in stored),
        )
    )
    text = signed_text(house.code, raw)
    (folder / LIST).write_bytes(raw)
    (folder / SIGNATURE).write_bytes(Note(text, tuple(sign(text))).encode())
    front = [_stored(folder, name) for name in (LIST, SIGNATURE)]
    assemble(target, [each for each, _digest in front + stored], FORM)


def _stored(folder: Path, name: str) -> tuple[Stored, str]:
    """A part as it is put in, and its SHA-256."""
    sha256, crc, size = hashlib.sha256(), 0, 0
    with (folder / name).open("rb") as file:
        while piece := file.read(_PIECE):
            sha256.update(piece)
            crc, size = zlib.crc32(piece, crc), size + len(piece)
    return Stored(name, folder / name, size, crc), sha256.hexdigest()


# --- Checking ---------------------------------------------------------------------------------------------------------


def verify(path: Path, report_keys: tuple[Vkey, ...] = ()) -> Checked:
    """What holds of a package, by the report keys that the reader was handed. Raises OSError where the file cannot be
    read."""
    found = Found()
    try:
        with tempfile.TemporaryDirectory() as folder, _opened(path, found) as archive:
            parts = _Parts(archive, Path(folder) / CLIP, LARGER * path.stat().st_size, found)
            told = _manifest(parts, found)
            _signature(parts, told, report_keys, found)
            _digests(parts, told, found)
            _sums(parts, found)
            _facts(parts, told, found)
    except Unreadable as error:
        found.refuse(error.code, error.where, **error.values)
        return Checked(UNREADABLE, found)
    return Checked(REFUSED if found.reasons else PROVED if report_keys else CONSISTENT, found, told)


def _opened(path: Path, found: Found) -> zipfile.ZipFile:
    """The container, also where it is not of the one form: then that is found. Raises :class:`Unreadable`."""
    try:
        Archive(path, FORM).close()
    except Unreadable as error:
        found.refuse("package_container", "", **error.values)
        _bounded(path)
    try:
        archive = zipfile.ZipFile(path)
    except BROKEN as error:
        raise Unreadable("package", "", why=str(error)) from error
    if not set(archive.namelist()) & set(NAMES):
        archive.close()
        raise Unreadable("package", "")
    return archive


def _bounded(path: Path) -> None:
    """A directory that is read as a whole is a small one, found where a reader of zips looks for it."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _END.size - 0xFFFF))
        tail = file.read()
    at = len(tail) - _END.size
    if not (tail[at:].startswith(b"PK\5\6") and tail.endswith(b"\0\0")):
        at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < _END.size:
        raise Unreadable("package", "", why="there is no end of a zip")
    length, start = _END.unpack_from(tail, at)[5:7]
    if length > DIRECTORY or start == 0xFFFFFFFF or tail[max(0, at - 20) : at].startswith(b"PK\6\7"):
        raise Unreadable("package", "", why="its directory is longer than that of any package")


class _Parts:
    """The parts that are there: SHA-256 and size of each, what the small ones hold, and the clip as a file."""

    def __init__(self, archive: zipfile.ZipFile, clip: Path, most: int, found: Found) -> None:
        self.digests: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.content: dict[str, bytes] = {}
        self.clip = clip
        there = archive.infolist()
        names = [each.filename for each in there]
        for name in dict.fromkeys(names):
            if name not in NAMES:
                found.refuse("package_added", name)
            elif names.count(name) > 1:
                found.refuse("package_twice", name)
        for name in NAMES:
            if name not in names:
                found.refuse("package_removed", name)
        for each in there:
            if each.filename in NAMES:
                self._read(archive, each, most if each.filename == CLIP else min(most, SMALL), found)

    def _read(self, archive: zipfile.ZipFile, part: zipfile.ZipInfo, most: int, found: Found) -> None:
        name, sha256, size, kept = part.filename, hashlib.sha256(), 0, bytearray()
        try:
            with archive.open(part) as source, self.clip.open("ab") as clip:
                while piece := source.read(_PIECE):
                    size += len(piece)
                    if size > most:
                        raise ValueError(f"longer than {most} bytes")
                    sha256.update(piece)
                    if name == CLIP:
                        clip.write(piece)
                    else:
                        kept += piece
        except BROKEN as error:
            found.refuse("package_unread", name, why=error)
            return
        self.digests[name], self.sizes[name], self.content[name] = sha256.hexdigest(), size, bytes(kept)


def _manifest(parts: _Parts, found: Found) -> Manifest | None:
    if LIST not in parts.content:
        return None
    raw = parts.content[LIST]
    try:
        told = msgspec.convert(decode(raw, LIST), Manifest)
        listed = tuple(each.name for each in told.members)
        if encode(told) != raw or listed != PARTS or notes.parse_vkey(told.key).kind != ED25519:
            raise Malformed("it does not list the parts of a package")
    except (Unreadable, msgspec.ValidationError, Malformed) as error:
        found.refuse("manifest", LIST, why=error)
        return None
    return told


def _signature(parts: _Parts, told: Manifest | None, trusted: tuple[Vkey, ...], found: Found) -> None:
    """By a key of the reader's; without one, by the key that the manifest names, which is then the house's word."""
    if told is None or SIGNATURE not in parts.content:
        return
    try:
        note = notes.parse_note(parts.content[SIGNATURE])
    except Malformed as error:
        found.refuse("note", SIGNATURE, why=error)
        return
    if note.text != signed_text(told.property.code, parts.content[LIST]):
        found.refuse("package_note_text", SIGNATURE)
    named = notes.parse_vkey(told.key)
    if not trusted:
        found.remark("package_key", LIST, fingerprint=grouped(hashlib.sha256(named.public).hexdigest()))
    held = 0
    for line in note.signatures:
        for key in trusted or (named,):
            if key.made(line):
                held += 1
                try:
                    cosigning.verify_raw(key.kind, key.public, line.signature, note.text.encode())
                except (InvalidSignature, ValueError):
                    found.refuse("note_signature", SIGNATURE, name=line.name)
    if not held:
        found.refuse("note_unknown", SIGNATURE)


def _digests(parts: _Parts, told: Manifest | None, found: Found) -> None:
    if told is None:
        return
    owners = {each.sha256: each.name for each in told.members}
    for each in told.members:
        there = parts.digests.get(each.name)
        if there is None or (there, parts.sizes[each.name]) == (each.sha256, each.size):
            continue
        if there in owners:
            found.refuse("package_swapped", each.name, name=owners[there])
        else:
            found.refuse("package_changed", each.name)


def _sums(parts: _Parts, found: Found) -> None:
    if SUMS not in parts.content:
        return
    lines = parts.content[SUMS].decode("ascii", "replace").splitlines()
    said = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    for name in PARTS:
        if name != SUMS and name in parts.digests and said.get(name) != parts.digests[name]:
            found.refuse("package_sums", SUMS, name=name)


class _Film(msgspec.Struct):
    recording: str
    sha256: str


class _Stretch(msgspec.Struct):
    sha256: str
    sealed_by_certificate_sha256: str


class _Said(msgspec.Struct):
    """Of ``package.json`` what other parts say too."""

    export: str
    film: _Film
    stretch: _Stretch


class _Event(msgspec.Struct):
    position: int
    version: int
    type: str
    data: dict[str, Any]


def _facts(parts: _Parts, told: Manifest | None, found: Found) -> None:
    """What the parts say of each other: clip, seal, certificate, what is told of them, the chain."""
    said = _read_json(parts, SAID, _Said, found)
    chain = _read_json(parts, CUSTODY, list[_Event], found)
    clip = parts.digests.get(CLIP)
    signer = _certificate(parts, found)
    if clip is not None:
        _seal(parts.clip, signer, found)
    if said is not None:
        named = (said.stretch.sha256, said.stretch.sealed_by_certificate_sha256)
        if (clip, signer) != named or (told and (said.export, said.film.recording) != (told.export, told.recording)):
            found.refuse("package_other", SAID)
    if chain is None:
        return
    last = 0
    for number, event in enumerate(chain, 1):
        if event.version != number or event.position <= last:
            found.refuse("package_chain", CUSTODY, version=number)
            break
        last = event.position
    arrived = said is None or any(_says(e, "recording.arrived", sha256=said.film.sha256) for e in chain[:1])
    export = said.export if said else told.export if told else None
    if not arrived or not any(_says(e, "recording.exported", export=export, sha256=clip) for e in chain):
        found.refuse("package_chain_other", CUSTODY)


def _says(event: _Event, kind: str, **values: object) -> bool:
    return (
        event.type.rpartition(".v")[0] == kind
        and values.items() <= {name: event.data.get(name) for name in values}.items()
    )


def _read_json(parts: _Parts, name: str, kind: Any, found: Found) -> Any:
    if name not in parts.content:
        return None
    try:
        return msgspec.json.decode(parts.content[name], type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        found.refuse("package_unread", name, why=error)
        return None


def _certificate(parts: _Parts, found: Found) -> str | None:
    if CERTIFICATE not in parts.content:
        return None
    try:
        return x509.load_pem_x509_certificate(parts.content[CERTIFICATE]).fingerprint(hashes.SHA256()).hex()
    except ValueError as error:
        found.refuse("package_unread", CERTIFICATE, why=error)
        return None


def _seal(clip: Path, signer: str | None, found: Found) -> None:
    try:
        report = seals.check(clip)
    except Problem as problem:
        found.refuse("clip_unreadable", CLIP, why_vi=problem.in_language("vi"), why_en=problem.in_language("en"))
        return
    if report.state != "intact" or (signer is not None and not report.intact_by(signer)):
        found.refuse("package_seal", CLIP, state=report.state)
