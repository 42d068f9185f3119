"""Signs a paper, once, with the property's key: PAdES B-B, and B-LTA where an authority for time stamps is set.

A signature is never the same bytes twice, so a paper is signed when it is made and kept as it is. Its ``Reason`` names
the paper (``casino.papers.checking`` reads it back). The key is registered in the record before it signs anything, in
the transaction of the paper. An authority for time stamps that does not answer costs the paper its stamp, not the
player the paper: it is signed B-B, and that is logged. Proved by ``tests/papers/test_signing.py``, where OpenSSL and
poppler check what pyHanko made.
"""

from __future__ import annotations

import io
import logging
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple
from uuid import uuid4

from asn1crypto import crl as asn1_crl
from asn1crypto import keys as asn1_keys
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko.sign.timestamps import HTTPTimeStamper, TimestampRequestError
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.errors import PathError, ValidationError
from pyhanko_certvalidator.registry import SimpleCertificateStore

from casino.checkpoints import places
from casino.checkpoints.faults import Fault
from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.papers import facts as f
from casino.papers import keys
from casino.transparency.keyfiles import UnusableKey, read_secret

SYSTEM: Final = "system:papers"
FIELD: Final = "Tableproof"
STAMP_SECONDS: Final = 5
"""An authority for time stamps has so long, for all that one paper asks of it: a letter is signed in a transaction."""
REASON: Final = "Tableproof paper {number}"

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
    with _unusable(), _signer(owner, now) as (signer, key):
        register(owner, key, now=now)
        authority = _authority()
        if authority is not None:
            try:
                return Signed(
                    _signed(pdf, signer, key, number, now, authority), keys.fingerprint(key.certificate), "b-lta"
                )
            except (OSError, TimestampRequestError, ValidationError, PathError) as error:
                log.warning("paper_not_stamped property=%s paper=%s error=%s", owner.code, number, error)
        return Signed(_signed(pdf, signer, key, number, now, None), keys.fingerprint(key.certificate), "b-b")


class Stamper(HTTPTimeStamper):
    """Asks an authority for the stamps of one paper (three requests), and waits :data:`STAMP_SECONDS` altogether. What
    the house itself takes between them does not count."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.timeout = float(STAMP_SECONDS)

    async def async_request_tsa_response(self, req: Any) -> Any:
        if self.timeout <= 0:  # which the library would take as no limit at all
            raise TimestampRequestError(f"the {STAMP_SECONDS} seconds for the stamps of this paper have run out")
        asked = monotonic()
        try:
            return await super().async_request_tsa_response(req)
        finally:
            self.timeout -= monotonic() - asked


def _signed(
    pdf: bytes, signer: signers.Signer, key: keys.PaperKey, number: str, now: datetime, stamps: places.Authority | None
) -> bytes:
    options: dict[str, Any] = {}
    stamper = None
    if stamps is not None:
        stamper = Stamper(stamps.url)
        options = {"embed_validation_info": True, "use_pades_lta": True, "validation_context": _trust(key, stamps, now)}
    about = signers.PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=fields.SigSeedSubFilter.PADES,
        reason=REASON.format(number=number),
        **options,
    )
    written = signers.PdfSigner(about, signer, timestamper=stamper).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(pdf)))
    done: bytes = written.getvalue()
    return done


def _trust(key: keys.PaperKey, stamps: places.Authority, now: datetime) -> ValidationContext:
    roots = [_asn1(each) for each in (key.chain[-1] if key.chain else key.certificate, *stamps.roots)]
    revoked = keys.revocation_list(key, now=now)
    return ValidationContext(
        trust_roots=roots,
        crls=[] if revoked is None else [asn1_crl.CertificateList.load(revoked)],
        allow_fetching=revoked is None,
        revocation_mode="soft-fail",
    )


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


@contextmanager
def _signer(owner: Property, now: datetime) -> Iterator[tuple[signers.Signer, keys.PaperKey]]:
    key = key_in_use(owner, now=now)
    if key.private is not None:
        yield of_file(key), key
        return
    with _token() as session:
        from pyhanko.sign.pkcs11 import PKCS11Signer

        # The token signs the digest: SoftHSM and many others have no ECDSA that hashes by itself.
        yield (
            PKCS11Signer(
                session,
                signing_cert=_asn1(key.certificate),
                key_label=settings.PAPER_TOKEN_KEY,
                ca_chain=[_asn1(each) for each in key.chain],
                use_raw_mechanism=True,
            ),
            key,
        )


def of_file(key: keys.PaperKey) -> signers.Signer:
    """What signs with a key that lies in a file."""
    assert key.private is not None
    store = SimpleCertificateStore.from_certs([_asn1(each) for each in key.chain])
    private = asn1_keys.PrivateKeyInfo.load(key.private)
    return signers.SimpleSigner(signing_cert=_asn1(key.certificate), signing_key=private, cert_registry=store)


@contextmanager
def _token() -> Iterator[Any]:
    try:
        from pkcs11.exceptions import PKCS11Error
        from pyhanko.config.pkcs11 import TokenCriteria
        from pyhanko.sign.pkcs11 import open_pkcs11_session
    except ImportError as error:
        raise UnusableKey("keys in a token need the extra: pip install 'tableproof[token]'") from error
    pin = read_secret(Path(settings.PAPER_TOKEN_PIN_FILE)).decode("utf-8").strip()
    try:
        session = open_pkcs11_session(
            settings.PAPER_TOKEN_MODULE, token_criteria=TokenCriteria(label=settings.PAPER_TOKEN), user_pin=pin
        )
    except (PKCS11Error, RuntimeError) as error:
        raise UnusableKey(f"the token {settings.PAPER_TOKEN} cannot be opened: {type(error).__name__}") from error
    try:
        yield session
    except PKCS11Error as error:
        raise UnusableKey(f"the token does not sign: {type(error).__name__}") from error
    finally:
        session.close()


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


def _asn1(certificate: x509.Certificate) -> asn1_x509.Certificate:
    return asn1_x509.Certificate.load(certificate.public_bytes(Encoding.DER))


def _base64(certificate: x509.Certificate) -> str:
    return b64encode(certificate.public_bytes(Encoding.DER)).decode()
