"""Where a log lies, under which name, who signs it, and who witnesses it: the settings, read and checked.

    TRANSPARENCY_DIR/<property>/            checkpoint, tile/… (what is served)
    TRANSPARENCY_KEYS_DIR/<property>/       0001-log.pem, 0001-mldsa44.pem, … (never served; transparency/keyfiles)
    TRANSPARENCY_WITNESSES                  a TOML file: [[witness]] name, url, keys, mirror_keys
    TRANSPARENCY_STAMPS                     a TOML file: [[authority]] name, url, roots, every_minutes

Proved by ``tests/checkpoints/test_witnesses.py`` (the list of witnesses) and ``test_tasks.py``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.x509 import Certificate, load_pem_x509_certificates
from django.conf import settings

from casino.checkpoints.faults import Fault
from casino.transparency.cosigning import Signer
from casino.transparency.keyfiles import KeyFolder, UnusableKey
from casino.transparency.notes import Vkey, check_name, parse_vkey
from casino.transparency.policy import WITNESS_KINDS
from casino.transparency.store import FileStore
from casino.transparency.tokens import TokenKey
from casino.transparency.wire import Malformed

ROLES: Final = ("log", "mldsa44")
"""The house's two keys, as ``keyfiles`` calls them: Ed25519 on the checkpoint, ML-DSA-44 as its cosignature."""


class WitnessTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    url: str
    keys: Annotated[list[str], msgspec.Meta(min_length=1, max_length=16)]
    mirror_keys: Annotated[list[str], msgspec.Meta(max_length=16)] = []


class WitnessFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    witness: Annotated[list[WitnessTable], msgspec.Meta(max_length=16)]


class Witness(NamedTuple):
    """One witness of the settings. ``mirror_keys`` is empty where it keeps no copy."""

    name: str
    url: str
    keys: tuple[Vkey, ...]
    mirror_keys: tuple[Vkey, ...]


class AuthorityTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/:-]{0,99}$(?!\n)")]
    url: str
    roots: Annotated[list[str], msgspec.Meta(min_length=1, max_length=16)]
    every_minutes: Annotated[int, msgspec.Meta(ge=1, le=10_080)] = 60


class AuthorityFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    authority: Annotated[list[AuthorityTable], msgspec.Meta(max_length=8)]


class Authority(NamedTuple):
    """One authority for time stamps of the settings, with the roots that are trusted for it."""

    name: str
    url: str
    roots: tuple[Certificate, ...]
    every_minutes: int


def kept() -> bool:
    """Is a log kept here at all?"""
    return bool(settings.TRANSPARENCY_DIR)


def store(property_code: str) -> FileStore:
    """The files of a property's log."""
    return FileStore(Path(settings.TRANSPARENCY_DIR) / property_code)


def key_folder(property_code: str, origin: str) -> KeyFolder:
    """Raises :class:`Fault` for an origin that no key can bear."""
    parent = settings.TRANSPARENCY_KEYS_DIR or f"{settings.TRANSPARENCY_DIR}-keys"
    try:
        return KeyFolder(Path(parent) / property_code, origin)
    except Malformed as error:
        raise Fault("bad_setting", str(error)) from error


def origin_for(property_code: str) -> str:
    """The name of a log that begins now: ``TRANSPARENCY_HOST/<property>``. Raises :class:`Fault`."""
    host = settings.TRANSPARENCY_HOST or urlsplit(settings.PUBLIC_URL).hostname or _first_host()
    try:
        return check_name(f"{host}/{property_code}")
    except Malformed as error:
        raise Fault("bad_setting", f"TRANSPARENCY_HOST: {error}") from error


def _first_host() -> str:
    named = [host.lstrip(".") for host in settings.ALLOWED_HOSTS if host.strip("*.")]
    return named[0] if named else "localhost"


@contextmanager
def signers(property_code: str, origin: str, *, make: bool) -> Iterator[tuple[Signer, ...]]:
    """The keys that sign now, Ed25519 first. ``make``: those that are not there are made, which only a log that has
    signed nothing may do. Raises :class:`Fault`."""
    folder = key_folder(property_code, origin)
    try:
        if not settings.TRANSPARENCY_TOKEN_MODULE:
            yield tuple(_signer(folder, role, make) for role in ROLES)
            return
        with token_key() as key:
            yield (folder.adopt("log", key) if make else _published(folder, key), _signer(folder, "mldsa44", make))
    except (UnusableKey, Malformed) as error:
        raise Fault("key_unusable", str(error)) from error


def token_key() -> TokenKey:
    """The key of the token that the settings name. Raises UnusableKey."""
    return TokenKey(
        Path(settings.TRANSPARENCY_TOKEN_MODULE),
        settings.TRANSPARENCY_TOKEN,
        settings.TRANSPARENCY_TOKEN_KEY,
        Path(settings.TRANSPARENCY_TOKEN_PIN_FILE),
    )


def _signer(folder: KeyFolder, role: str, make: bool) -> Signer:
    if make and not folder.vkeys(role):
        return folder.create(role)
    return folder.signer(role)


def _published(folder: KeyFolder, key: TokenKey) -> Signer:
    """The token's key, only where it was made the present one: another key in the token is a rotation, which a person
    says (``manage.py log_keys --rotate``)."""
    present = folder.vkeys("log")
    if not present or present[-1].public != key.public:
        raise UnusableKey("the token holds another key than the log's present one")
    return folder.adopt("log", key)


def vkeys(property_code: str, origin: str) -> list[Vkey]:
    """Every key of the house, former ones too. Raises :class:`Fault`."""
    folder = key_folder(property_code, origin)
    try:
        return [vkey for role in ROLES for vkey in folder.vkeys(role)]
    except (UnusableKey, Malformed) as error:
        raise Fault("key_unusable", str(error)) from error


def witnesses() -> list[Witness]:
    """Those who are asked. Raises :class:`Fault`."""
    if not settings.TRANSPARENCY_WITNESSES:
        return []
    path = Path(settings.TRANSPARENCY_WITNESSES)
    try:
        file = msgspec.convert(tomllib.loads(path.read_text("utf-8")), WitnessFile)
        found = [_witness(table) for table in file.witness]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError, Malformed) as error:
        raise Fault("bad_setting", f"{path}: {error}") from error
    names = [each.name for each in found]
    if len(set(names)) < len(names):
        raise Fault("bad_setting", f"{path}: a witness stands twice")
    return found


def authorities() -> list[Authority]:
    """Those who are asked for time stamps. Raises :class:`Fault`."""
    if not settings.TRANSPARENCY_STAMPS:
        return []
    path = Path(settings.TRANSPARENCY_STAMPS)
    try:
        file = msgspec.convert(tomllib.loads(path.read_text("utf-8")), AuthorityFile)
        found = [_authority(table, path.parent) for table in file.authority]
    except (OSError, ValueError, Malformed) as error:
        raise Fault("bad_setting", f"{path}: {error}") from error
    if len({each.name for each in found}) < len(found):
        raise Fault("bad_setting", f"{path}: an authority stands twice")
    return found


def _authority(table: AuthorityTable, folder: Path) -> Authority:
    """``roots`` are PEM files, relative to the file that names them. Raises OSError, ValueError, Malformed."""
    parts = urlsplit(table.url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise Malformed(f"not the address of an authority: {table.url!r}")
    roots = tuple(each for name in table.roots for each in load_pem_x509_certificates((folder / name).read_bytes()))
    return Authority(table.name, table.url, roots, table.every_minutes)


def _witness(table: WitnessTable) -> Witness:
    parts = urlsplit(table.url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise Malformed(f"not the address of a witness: {table.url!r}")
    keys, mirror_keys = (tuple(parse_vkey(text) for text in each) for each in (table.keys, table.mirror_keys))
    if any(vkey.kind not in WITNESS_KINDS for vkey in (*keys, *mirror_keys)):
        raise Malformed(f"a witness signs as type 0x04 or 0x06: {table.name}")
    return Witness(check_name(table.name), table.url.rstrip("/"), keys, mirror_keys)
