"""Passkeys (W3C Web Authentication, level 2) by Yubico's ``fido2``: registering one, and proving that it is there.

The person must be verified by the device (PIN, finger, face) at both. The origin must be one of PASSKEY_ORIGINS,
letter for letter, and not a frame inside another. A counter that does not grow betrays a copy and is refused; those
that synchronise passkeys always send 0, which says nothing. Challenges lie in the session, count once, and pass after
some minutes. Proved by
``tests/factors/test_passkeys.py`` and, in a real browser, ``tests/journeys/test_second_factor.py``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from fido2 import cbor
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from casino.access.people import full_name
from casino.core import passkey
from casino.core.errors import Problem
from casino.core.passkey import SignedCommand
from casino.factors import store
from casino.factors.changes import PublicKey, tell
from casino.factors.models import Guard, Passkey

LOG = logging.getLogger("casino.factors")

CHALLENGE_SECONDS: Final = 10 * 60
LARGEST_ANSWER: Final = 64 * 1024
"""Characters of JSON from a browser; an ML-DSA key with its signature is a tenth of it."""

REQUIRED: Final = UserVerificationRequirement.REQUIRED


class _Unfit(ValueError):
    """What a browser sent is no answer to what was asked."""


def possible_at(request: HttpRequest) -> bool:
    """Whether a browser would use passkeys on this page: its host is PASSKEY_DOMAIN or under it."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    domain: str = settings.PASSKEY_DOMAIN
    return bool(domain) and (host == domain or host.endswith(f".{domain}"))


def usable(user: AbstractBaseUser) -> list[Passkey]:
    """Those of the present PASSKEY_DOMAIN: one made under another name answers nothing here."""
    return list(Passkey.objects.filter(user_id=user.pk, removed_at=None, rp_id=settings.PASSKEY_DOMAIN))


# --- Registering ---------------------------------------------------------------------------------------------------


def begin_registration(request: HttpRequest, user: AbstractBaseUser, *, now: datetime) -> dict[str, Any]:
    """What the browser is asked, as JSON values; the challenge is remembered in the session."""
    guard, _made = Guard.objects.get_or_create(user_id=user.pk)
    options, state = _server().register_begin(
        PublicKeyCredentialUserEntity(id=bytes(guard.handle), name=user.get_username(), display_name=full_name(user)),
        credentials=[_descriptor(row) for row in usable(user)],
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=REQUIRED,
    )
    _remember(request, "register", state, now)
    asked: dict[str, Any] = dict(options.public_key)
    return asked


def register(request: HttpRequest, user: AbstractBaseUser, answer: str, *, label: str, now: datetime) -> Passkey:
    """Take a passkey into use. Problem passkey_refused, passkey_not_here, factor_expired, factor_too_many."""
    state = _recall(request, "register", now)
    try:
        given = RegistrationResponse.from_dict(_read(answer))
        _not_framed(given.response.client_data)
        data = _server().register_complete(state, given)
        credential = data.credential_data
        if credential is None or credential.public_key.get(3) not in CoseKey.supported_algorithms():
            raise _Unfit("no key of a kind that was asked for")
        passkey.verifier(cbor.encode(credential.public_key))  # refuses a key with which everybody could sign
    except Exception as error:
        raise _refused(user, error) from error
    with store.guarded(user):
        store.room_for_another(user)
        if Passkey.objects.filter(credential_id=credential.credential_id).exists():
            raise _refused(user, _Unfit("registered already"))
        row = Passkey.objects.create(
            user_id=user.pk,
            label=label,
            created_at=now,
            credential_id=credential.credential_id,
            public_key=cbor.encode(credential.public_key),
            algorithm=credential.public_key[3],
            rp_id=settings.PASSKEY_DOMAIN,
            origins=settings.PASSKEY_ORIGINS,
            aaguid=UUID(bytes=bytes(credential.aaguid)),
            transports=_transports(answer),
            backed_up=data.is_backed_up(),
            sign_count=data.counter,
        )
        tell("enrolled", user, at=now, factor=store.name_of(row), label=label, key=public_key(row))
    return row


def public_key(row: Passkey) -> PublicKey:
    return PublicKey(
        credential_id=bytes(row.credential_id),
        public_key=bytes(row.public_key),
        algorithm=row.algorithm,
        rp_id=row.rp_id,
        origins=tuple(row.origins),
    )


# --- Proving -------------------------------------------------------------------------------------------------------


def signing_ones(user: AbstractBaseUser) -> list[Passkey]:
    """Those with which commands are signed: their signatures are checked without this server."""
    return [row for row in usable(user) if row.algorithm in passkey.SIGNABLE]


def may_sign(request: HttpRequest, user: Any) -> bool:
    """Whether this account can sign a command here and now."""
    return possible_at(request) and bool(signing_ones(user))


def begin_proof(
    request: HttpRequest, user: AbstractBaseUser, *, now: datetime, command: bytes | None = None
) -> dict[str, Any] | None:
    """What the browser is asked, as JSON values; None where this account has no passkey for this address. With a
    ``command`` the answer is its signature."""
    rows = (usable(user) if command is None else signing_ones(user)) if possible_at(request) else []
    if not rows:
        return None
    options, state = _server().authenticate_begin(
        [_descriptor(row) for row in rows],
        user_verification=REQUIRED,
        challenge=None if command is None else passkey.challenge(command),
    )
    _remember(request, "prove", state, now)
    asked: dict[str, Any] = dict(options.public_key)
    return asked


def signed(
    request: HttpRequest, user: AbstractBaseUser, answer: str, *, command: bytes, now: datetime
) -> SignedCommand:
    """The command with the signature that has just come, which is a proof as well. Problems as for :func:`check`."""
    row = check(request, user, answer, now=now, command=command)
    said = AuthenticationResponse.from_dict(_read(answer))
    made = SignedCommand(
        command,
        bytes(row.credential_id),
        bytes(said.response.authenticator_data),
        bytes(said.response.client_data),
        bytes(said.response.signature),
    )
    key = passkey.Key(bytes(row.credential_id), bytes(row.public_key), row.rp_id, tuple(row.origins))
    fault = made.fault(key)  # as every verifier will, without this server
    if fault is not None:
        raise _refused(user, _Unfit(fault))
    return made


def check(
    request: HttpRequest, user: AbstractBaseUser, answer: str, *, now: datetime, command: bytes | None = None
) -> Passkey:
    """The passkey that answered; with a ``command``, the question must have been for its signature. Problem
    passkey_refused, passkey_not_here, factor_expired."""
    state = _recall(request, "prove", now)
    with store.guarded(user):
        if command is not None and state["challenge"] != passkey.challenge_text(command):
            raise _refused(user, _Unfit("the question was another"))
        rows = usable(user)
        try:
            given = AuthenticationResponse.from_dict(_read(answer))
            _not_framed(given.response.client_data)
            _server().authenticate_complete(state, [_credential(row) for row in rows], given)
            row = next(row for row in rows if bytes(row.credential_id) == given.raw_id)
            count = given.response.authenticator_data.counter
            if (count or row.sign_count) and count <= row.sign_count:
                raise _Unfit(f"counter {count} after {row.sign_count}: perhaps a copy of the device")
        except Exception as error:
            raise _refused(user, error) from error
        row.sign_count, row.last_used_at = count, now
        row.save(update_fields=["sign_count", "last_used_at"])
    return row


# --- Within --------------------------------------------------------------------------------------------------------


def _server() -> Fido2Server:
    if not settings.PASSKEY_DOMAIN:
        raise Problem("passkey_not_here")
    house = PublicKeyCredentialRpEntity(id=settings.PASSKEY_DOMAIN, name="Tableproof")
    return Fido2Server(house, verify_origin=lambda origin: origin in settings.PASSKEY_ORIGINS)


def _descriptor(row: Passkey) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(
        type=PublicKeyCredentialType.PUBLIC_KEY,
        id=bytes(row.credential_id),
        transports=[AuthenticatorTransport(item) for item in row.transports] or None,
    )


def _credential(row: Passkey) -> AttestedCredentialData:
    key = CoseKey.parse(cast(Mapping[int, Any], cbor.decode(bytes(row.public_key))))
    return AttestedCredentialData.create(row.aaguid.bytes, bytes(row.credential_id), key)


def _read(answer: str) -> dict[str, Any]:
    if len(answer) > LARGEST_ANSWER:
        raise _Unfit("too long")
    given = json.loads(answer)
    if not isinstance(given, dict):
        raise _Unfit("no object")
    return given


def _transports(answer: str) -> list[str]:
    """How the browser says that the device is reached: a hint for later, never trusted."""
    said = _read(answer)["response"].get("transports")
    known = {item.value for item in AuthenticatorTransport}
    return sorted(known.intersection(map(str, said))) if isinstance(said, list) else []


def _not_framed(client_data: Any) -> None:
    if client_data.cross_origin:
        raise _Unfit("asked from a frame of another origin")


def _refused(user: AbstractBaseUser, why: Exception) -> Problem:
    if isinstance(why, Problem):
        return why
    known = {"account": user.get_username(), "why": f"{type(why).__name__}: {why}"[:200]}
    LOG.warning("second factor: passkey refused", extra=known)
    return Problem("passkey_refused")


def _remember(request: HttpRequest, purpose: str, state: Any, now: datetime) -> None:
    request.session[f"factors.{purpose}"] = {"state": dict(state), "at": now.timestamp()}


def _recall(request: HttpRequest, purpose: str, now: datetime) -> Any:
    """The state of the last question, once. Problem factor_expired."""
    found = request.session.pop(f"factors.{purpose}", None)
    if found is None or not 0 <= now.timestamp() - found["at"] <= CHALLENGE_SECONDS:
        raise Problem("factor_expired")
    return found["state"]
