"""What pyHanko does for :mod:`casino.papers.signing`: signs a PDF with a key of a file or a token, and has it stamped.

Apart from it, because the library takes a sixth of what a process of the house takes to start, and few sign anything.
Proved by ``tests/papers/test_signing.py``, where OpenSSL and poppler check what it made.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any, Final

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
from casino.papers import keys
from casino.transparency.keyfiles import UnusableKey, read_secret

FIELD: Final = "Tableproof"
STAMP_SECONDS: Final = 5
"""An authority for time stamps has so long, for all that one paper asks of it: a letter is signed in a transaction."""
REASON: Final = "Tableproof paper {number}"
NOT_STAMPED: Final = (OSError, TimestampRequestError, ValidationError, PathError)
"""What an authority for time stamps can do to a paper."""


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


def signed(
    pdf: bytes, signer: signers.Signer, key: keys.PaperKey, number: str, now: datetime, stamps: places.Authority | None
) -> bytes:
    """The paper with its signature, B-LTA where an authority stamps it, else B-B. Raises one of :data:`NOT_STAMPED`."""
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


# --- Keys -------------------------------------------------------------------------------------------------------------


@contextmanager
def signer_of(key: keys.PaperKey) -> Iterator[signers.Signer]:
    """What signs with the key in use: of a file, or in the token of the settings. Raises UnusableKey."""
    if key.private is not None:
        yield of_file(key)
        return
    with _token() as session:
        from pyhanko.sign.pkcs11 import PKCS11Signer

        # The token signs the digest: SoftHSM and many others have no ECDSA that hashes by itself.
        yield PKCS11Signer(
            session,
            signing_cert=_asn1(key.certificate),
            key_label=settings.PAPER_TOKEN_KEY,
            ca_chain=[_asn1(each) for each in key.chain],
            use_raw_mechanism=True,
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


def _asn1(certificate: x509.Certificate) -> asn1_x509.Certificate:
    return asn1_x509.Certificate.load(certificate.public_bytes(Encoding.DER))
