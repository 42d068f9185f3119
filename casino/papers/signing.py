"""Signs a paper, once, with the property's key: PAdES B-B, and B-LTA where an authority for time stamps is set.

A signature is never the same bytes twice, so a paper is signed when it is made and kept as it is. Its ``Reason`` names
the paper (``casino.papers.checking`` reads it back). The key is registered in the record before it signs anything, in
the transaction of the paper. An authority for time stamps that does not answer costs the paper its stamp, not the
player the paper: it is signed B-B, and that is logged. Proved by ``tests/papers/test_signing.py``, where OpenSSL and
poppler check what pyHanko made.
"""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple
from uuid import uuid4

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings

from casino.checkpoints import places
from casino.checkpoints.faults import Fault
from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.papers import facts as f
from casino.papers import keys
from casino.transparency.keyfiles import UnusableKey

SYSTEM: Final = "system:papers"

log = logging.getLogger(__name__)


class Signed(NamedTuple):
    """A paper with its signature. ``level`` is ``b-b`` or ``b-lta`` of ETSI EN 319 142-1."""

    pdf: bytes
    certificate: str
    level: str


def signs() -> bool:
    """Whether papers are signed here at all."""
    return bool(settings.PAPER_KEYS_DIR or settings.PAPER_CERTIFICATE)


def sign(owner: Property, pdf: bytes, *, number: str, now: datetime) -> Signed:
    """The paper with the property's signature. ``number`` names it (``HN1/TC-2026-0042/L3``). Problem
    ``paper_key``."""
    # Loaded by whoever signs, not by every process that could.
    from casino.papers import pades

    with _unusable():
        key = key_in_use(owner, now=now)
        with pades.signer_of(key) as signer:
            register(owner, key, now=now)
            fingerprint = keys.fingerprint(key.certificate)
            authority = _authority()
            if authority is not None:
                try:
                    return Signed(pades.signed(pdf, signer, key, number, now, authority), fingerprint, "b-lta")
                except pades.NOT_STAMPED as error:
                    log.warning("paper_not_stamped property=%s paper=%s error=%s", owner.code, number, error)
            return Signed(pades.signed(pdf, signer, key, number, now, None), fingerprint, "b-b")


def _authority() -> places.Authority | None:
    """The first of the settings: one stamp is enough for a paper. Raises Fault."""
    return next(iter(places.authorities()), None)


# --- Keys -------------------------------------------------------------------------------------------------------------


@contextmanager
def _unusable() -> Iterator[None]:
    try:
        yield
    except (UnusableKey, Fault) as error:
        raise Problem("paper_key", what=str(error)) from error


def folder_of(property_code: str) -> Path:
    return Path(settings.PAPER_KEYS_DIR) / property_code


def key_in_use(owner: Property, *, now: datetime) -> keys.PaperKey:
    """By the settings: a token, a file of the house's own, else the folder, where one is made. Raises UnusableKey."""
    if settings.PAPER_TOKEN_MODULE:
        chain = keys.chain_of(Path(settings.PAPER_CERTIFICATE))
        return keys.PaperKey(chain[0], tuple(chain[1:]), None)
    if settings.PAPER_CERTIFICATE:
        return keys.given(Path(settings.PAPER_KEY), Path(settings.PAPER_CERTIFICATE))
    return keys.present(folder_of(owner.code), owner.name_en, now=now)


def register(owner: Property, key: keys.PaperKey, *, now: datetime) -> None:
    """Put the certificate into the record, unless it stands there in force. The one before is retired by it. Raises
    UnusableKey for one that was retired."""
    ledger = get_ledger(owner.code)
    events = [event.data for event in ledger.stream(f.STREAM)]
    known = [each.fingerprint for each in events if isinstance(each, f.KeyRegistered)]
    retired = [each.fingerprint for each in events if isinstance(each, f.KeyRetired)]
    own = keys.fingerprint(key.certificate)
    if own in retired:
        raise UnusableKey(f"the key {own[:16]}… was retired: manage.py paper_keys --rotate")
    if own in known:
        return
    before = [each for each in known if each not in retired]
    said: list[f.KeyRegistered | f.KeyRetired] = [
        f.KeyRetired(fingerprint=each, reason="replaced", as_of=now) for each in before
    ]
    said.append(
        f.KeyRegistered(fingerprint=own, certificate=_base64(key.certificate), chain=tuple(map(_base64, key.chain)))
    )
    ledger.append([_event(each, now) for each in said])


def retire(owner: Property, fingerprint: str, reason: f.Retired, *, as_of: datetime, now: datetime) -> None:
    """Say of a key that it is lost or stolen. Raises UnusableKey where the record does not know it."""
    ledger = get_ledger(owner.code)
    known = [e.data.fingerprint for e in ledger.stream(f.STREAM) if isinstance(e.data, f.KeyRegistered)]
    if fingerprint not in known:
        raise UnusableKey(f"the record knows no key {fingerprint}")
    fact = f.KeyRetired(fingerprint=fingerprint, reason=reason, as_of=as_of)
    ledger.append([_event(fact, now)])


def _event(fact: f.KeyRegistered | f.KeyRetired, now: datetime) -> NewEvent:
    return NewEvent(id=uuid4(), stream=f.STREAM, type=f.NAMES[type(fact)], data=fact, actor=SYSTEM, occurred_at=now)


class Known(NamedTuple):
    """A key as the record tells of it."""

    fingerprint: str
    certificate: str
    registered_at: datetime
    retired: f.KeyRetired | None


def known(owner: Property) -> list[Known]:
    """Every key of the record, the oldest first: for the key sheet, and for the check of a paper."""
    found: dict[str, Known] = {}
    for event in get_ledger(owner.code).stream(f.STREAM):
        fact = event.data
        if isinstance(fact, f.KeyRegistered):
            found[fact.fingerprint] = Known(fact.fingerprint, fact.certificate, event.recorded_at, None)
        elif fact.fingerprint in found:
            found[fact.fingerprint] = found[fact.fingerprint]._replace(retired=fact)
    return list(found.values())


def _base64(certificate: x509.Certificate) -> str:
    return b64encode(certificate.public_bytes(Encoding.DER)).decode()
