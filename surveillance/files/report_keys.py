"""The key with which the house signs reports and packages of film (Ed25519, a signed note), and the sheet of all keys.

    TRANSPARENCY_KEYS_DIR/<property>/reports/0001-log.pem, 0001-log.vkey    the last one signs, the others are former

Made when the first of them is. Whoever checks a report must have the keys from somebody, in person: that is what the
sheet is for. Proved by ``tests/surveillance/reports/test_pages.py``.
"""

from __future__ import annotations

import base64
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography import x509

from casino.checkpoints import places
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Log
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.papers import signing
from casino.transparency.cosigning import Signer
from casino.transparency.keyfiles import KeyFolder, UnusableKey
from casino.transparency.notes import Signature, Vkey
from casino.transparency.wire import Malformed, encode_base64
from games.engine.device import DeviceKeyRegistered, DeviceRevoked
from games.ingest.models import Device
from surveillance.bundle.found import grouped

ROLE: Final = "log"


class KeyLine(NamedTuple):
    """A key on the sheet: whose, the kind of signature, the text to type or compare, and its SHA-256 in groups."""

    whose: str
    kind: str
    text: str
    fingerprint: str
    former: bool = False


def _folder(owner: Property) -> KeyFolder:
    log = Log.objects.filter(property=owner).first()
    origin = log.origin if log is not None else places.origin_for(owner.code)
    return KeyFolder(places.key_folder(owner.code, origin).folder / "reports", f"{origin}/reports")


def signer_of(owner: Property) -> Signer:
    """What signs with the key in use, made where there is none. Problem reports_no_key."""
    try:
        folder = _folder(owner)
        return folder.signer(ROLE) if folder.vkeys(ROLE) else folder.create(ROLE)
    except (UnusableKey, Malformed, Fault, OSError) as error:
        raise Problem("reports_no_key", why=str(error)) from error


def sign(owner: Property, text: str) -> tuple[Signature, ...]:
    """The house's signature on the text of a note. Problem reports_no_key."""
    signer = signer_of(owner)
    return (Signature(signer.name, signer.vkey.key_id, signer.key.sign(text.encode())),)


def report_keys(owner: Property) -> list[Vkey]:
    """The verifier keys of reports, the oldest first; none before the first report."""
    try:
        return _folder(owner).vkeys(ROLE)
    except (UnusableKey, Malformed, Fault, OSError) as error:
        raise Problem("reports_no_key", why=str(error)) from error


def fingerprint(public: bytes) -> str:
    """SHA-256 of a public key in groups of four digits, as people compare it."""
    return grouped(sha256(public).hexdigest())


def sheet(owner: Property) -> dict[str, list[KeyLine]]:
    """Every key that a reader of reports needs: of the log, of reports, of letters and reports as PDF, of devices.
    Problem reports_no_key."""
    log = Log.objects.filter(property=owner).first()
    found: dict[str, list[KeyLine]] = {"log": [], "reports": [], "papers": _of_papers(owner), "devices": []}
    try:
        of_log = [] if log is None else places.vkeys(owner.code, log.origin)
    except Fault as fault:
        raise Problem("reports_no_key", why=str(fault)) from fault
    found["log"] = [_line(each) for each in of_log]
    of_reports = report_keys(owner)
    found["reports"] = [_line(each, former=each != of_reports[-1]) for each in of_reports]
    for code in Device.objects.filter(property=owner).order_by("code").values_list("code", flat=True):
        found["devices"] += _of_device(owner, code)
    return found


def _line(vkey: Vkey, *, former: bool = False) -> KeyLine:
    kind = {1: "Ed25519", 4: "Ed25519", 6: "ML-DSA-44"}.get(vkey.kind, str(vkey.kind))
    return KeyLine(vkey.name, kind, str(vkey), fingerprint(vkey.public), former)


def _of_papers(owner: Property) -> list[KeyLine]:
    """The certificates with which the property signs what it prints; ``text`` is what ``--paper-key`` takes."""
    lines = []
    for each in signing.known(owner):
        found = x509.load_der_x509_certificate(base64.b64decode(each.certificate))
        name = found.subject.rfc4514_string()
        lines.append(KeyLine(name, "X.509", each.fingerprint, grouped(each.fingerprint), each.retired is not None))
    return lines


def _of_device(owner: Property, code: str) -> list[KeyLine]:
    lines: list[KeyLine] = []
    for event in get_ledger(owner.code).stream(f"device/{code}"):
        if isinstance(event.data, DeviceKeyRegistered):
            lines = [each._replace(former=True) for each in lines]
            public = base64.b64decode(event.data.public_key)
            lines.append(KeyLine(code, "Ed25519", encode_base64(public), fingerprint(public)))
        elif isinstance(event.data, DeviceRevoked):
            lines = [each._replace(former=True) for each in lines]
    return lines
