"""Time stamps of RFC 3161 on a checkpoint: an authority of one's own choice says when it saw these bytes.

Needs the extra ``stamps`` (rfc3161-client). How a request gets to the authority is the caller's matter. Proved by
``tests/transparency/test_stamps.py`` against an authority made with OpenSSL.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from cryptography.x509 import Certificate

from casino.transparency.wire import Malformed, NotProved


class Asked(NamedTuple):
    """``body`` is sent as application/timestamp-query; ``nonce`` is kept until the answer is there."""

    body: bytes
    nonce: int


def ask(message: bytes) -> Asked:
    """A request for SHA-512 of the message, with a nonce and the signer's certificate asked for."""
    client = _client()
    request = client.TimestampRequestBuilder().data(message).build()
    return Asked(request.as_bytes(), request.nonce)


def verify(answer: bytes, message: bytes, roots: Sequence[Certificate], *, nonce: int | None = None) -> datetime:
    """When the authority saw this message (UTC). ``roots`` are the authorities trusted; ``nonce`` is asked for where
    the answer has just come. Raises :class:`Malformed` for what is no answer, :class:`NotProved` for what proves
    nothing."""
    client = _client()
    try:
        response = client.decode_timestamp_response(answer)
    except ValueError as error:
        raise Malformed(f"not a reply of RFC 3161: {error}") from error
    builder = client.VerifierBuilder()
    for root in roots:
        builder = builder.add_root_certificate(root)
    if nonce is not None:
        builder = builder.nonce(nonce)
    try:
        builder.build().verify_message(response, message)
    except (client.VerificationError, ValueError) as error:
        raise NotProved(f"the time stamp does not hold: {error}") from error
    moment: datetime = response.tst_info.gen_time
    return moment


def _client() -> Any:
    try:
        import rfc3161_client
    except ImportError as error:
        raise NotProved("time stamps need the extra: pip install 'tableproof[stamps]'") from error
    return rfc3161_client
